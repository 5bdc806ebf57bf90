//! Programs that speak a protocol of their own, described in the file by what to send and what to read.
//!
//! What is sent is a text with gaps such as `{moves}`; what is read is one with the gap `{move}`. Moves are written
//! as the game writes them, unless the adapter says otherwise: rows counted from the other side, capitals, other
//! words for what follows the square.

use damier_kit::{Refusal, excerpt, refuse};
use serde::Deserialize;

/// An adapter as the file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Said {
    /// What is sent when a game begins.
    #[serde(default)]
    begin: Vec<Step>,
    /// What is sent before each move to tell the position, and where there are no moves yet.
    position: Option<String>,
    position_start: Option<String>,
    /// What is sent for each move that the program has not heard of, where it keeps the game itself.
    tell: Option<Step>,
    /// What asks for a move, and how it is answered.
    ask: String,
    answer: String,
    /// A line that begins so says that something is wrong.
    #[serde(default)]
    error: Vec<String>,
    /// What is said at the end.
    quit: Option<String>,
    /// What the players are called, for the gap {player}.
    #[serde(default)]
    players: Vec<String>,
    /// How moves are written there.
    #[serde(default)]
    moves: Notation,
}

/// Something to send, and what to wait for.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Step {
    Send(String),
    Exchange { send: String, until: String },
}

/// How moves are written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Notation {
    /// Rows are counted from the other side.
    mirror: bool,
    /// Letters are capitals.
    upper: bool,
    /// What follows the square, here and there.
    endings: Vec<(String, String)>,
    /// What stands between two moves.
    separator: Option<String>,
}

/// A protocol by what is sent and what is read.
#[derive(Clone, Debug)]
pub struct Adapter(Said);

/// What a move is asked for with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps {
    pub(crate) millis: u128,
    pub(crate) nodes: u64,
    pub(crate) left: u128,
    pub(crate) increment: u128,
    pub(crate) player: usize,
}

const GAPS: [&str; 9] =
    ["moves", "move", "ms", "seconds", "nodes", "left_ms", "increment_ms", "player", "count"];

impl Adapter {
    pub(crate) fn new(said: &Said) -> Result<Self, Refusal> {
        let steps = said.begin.iter().chain(&said.tell);
        let texts = steps.map(|step| match step {
            Step::Send(send) | Step::Exchange { send, .. } => send,
        });
        for text in texts.chain(&said.position).chain(&said.position_start).chain([&said.ask, &said.answer]) {
            for gap in gaps(text) {
                if !GAPS.contains(&gap) {
                    return Err(refuse!(
                        "engines.gap",
                        "the adapter has no gap '{gap}'; there is {known}",
                        gap = excerpt(gap),
                        known = GAPS.join(", ")
                    ));
                }
            }
            if text.contains(['\n', '\r']) {
                return Err(refuse!("engines.lines", "what an adapter sends is one line each"));
            }
        }
        if gaps(&said.answer).next() != Some("move") {
            return Err(refuse!(
                "engines.answer",
                "the answer of an adapter has the gap {gap} in it",
                gap = "{move}"
            ));
        }
        Ok(Adapter(said.clone()))
    }

    pub(crate) fn quit(&self) -> Option<&str> {
        self.0.quit.as_deref()
    }

    /// What is said when a game begins, and what each waits for.
    pub(crate) fn begin(&self) -> Vec<(String, Option<String>)> {
        self.0.begin.iter().map(|step| self.step(step, &Gaps::default(), &[], None)).collect()
    }

    /// Whether the program keeps the game, and is told each move once.
    pub(crate) fn keeps(&self) -> bool {
        self.0.tell.is_some()
    }

    /// What tells a move to a program that keeps the game.
    pub(crate) fn tell(&self, step: &str, player: usize, rows: usize) -> Option<(String, Option<String>)> {
        let gaps = Gaps { player, ..Gaps::default() };
        let written = self.write(step, rows);
        Some(self.step(self.0.tell.as_ref()?, &gaps, &[], Some(&written)))
    }

    /// What tells the position; nothing where there is nothing to say.
    pub(crate) fn position(&self, moves: &[String], gaps: &Gaps, rows: usize) -> Option<String> {
        let usual = self.0.position.as_ref();
        let text = if moves.is_empty() { self.0.position_start.as_ref().or(usual) } else { usual }?;
        let written: Vec<String> = moves.iter().map(|step| self.write(step, rows)).collect();
        Some(self.fill(text, gaps, &written, None)).filter(|line| !line.trim().is_empty())
    }

    /// What asks for a move.
    pub(crate) fn ask(&self, moves: &[String], gaps: &Gaps, rows: usize) -> String {
        let written: Vec<String> = moves.iter().map(|step| self.write(step, rows)).collect();
        self.fill(&self.0.ask, gaps, &written, None)
    }

    /// The move in a line, in the game's notation; an error where the program says that something is wrong.
    pub(crate) fn answer(&self, line: &str, rows: usize) -> Option<Result<String, ()>> {
        if self.is_error(line) {
            return Some(Err(()));
        }
        let (before, after) = self.0.answer.split_once("{move}")?;
        let rest = line.trim().strip_prefix(before.trim_start())?;
        let after = after.trim();
        let taken = if after.is_empty() {
            // The move ends where its notation does: at a space, unless its endings have spaces in them.
            let spaced = self.0.moves.endings.iter().any(|(_, there)| there.contains(' '));
            if spaced { rest } else { rest.split_whitespace().next()? }
        } else {
            rest.split_once(after).map(|(taken, _)| taken)?
        };
        Some(Ok(self.read(taken.trim(), rows)))
    }

    pub(crate) fn is_error(&self, line: &str) -> bool {
        self.0.error.iter().any(|begins| !begins.is_empty() && line.starts_with(begins.as_str()))
    }

    fn step(
        &self,
        step: &Step,
        gaps: &Gaps,
        moves: &[String],
        one: Option<&str>,
    ) -> (String, Option<String>) {
        match step {
            Step::Send(send) => (self.fill(send, gaps, moves, one), None),
            Step::Exchange { send, until } => (self.fill(send, gaps, moves, one), Some(until.clone())),
        }
    }

    fn fill(&self, text: &str, gaps: &Gaps, moves: &[String], one: Option<&str>) -> String {
        let separator = self.0.moves.separator.as_deref().unwrap_or(" ");
        let player =
            self.0.players.get(gaps.player).cloned().unwrap_or_else(|| (gaps.player + 1).to_string());
        let last = one.or(moves.last().map(String::as_str)).unwrap_or_default();
        [
            ("{moves}", moves.join(separator)),
            ("{move}", last.to_owned()),
            ("{ms}", gaps.millis.to_string()),
            ("{seconds}", (gaps.millis as f64 / 1000.0).to_string()),
            ("{nodes}", gaps.nodes.to_string()),
            ("{left_ms}", gaps.left.to_string()),
            ("{increment_ms}", gaps.increment.to_string()),
            ("{player}", player),
            ("{count}", moves.len().to_string()),
        ]
        .iter()
        .fold(text.to_owned(), |text, (gap, value)| text.replace(gap, value))
        .trim_end()
        .to_owned()
    }

    /// A move of the game as the program writes it.
    fn write(&self, step: &str, rows: usize) -> String {
        let Notation { mirror, upper, endings, .. } = &self.0.moves;
        let Some((column, row, rest)) = parts(step) else { return step.to_owned() };
        let row = if *mirror { (rows + 1).saturating_sub(row) } else { row };
        let ending = endings.iter().find(|(here, _)| here == rest).map_or(rest, |(_, there)| there.as_str());
        let square = format!("{column}{row}");
        let square = if *upper { square.to_uppercase() } else { square };
        format!("{square}{ending}")
    }

    /// A move of the program as the game writes it; what is no move stays as it is.
    fn read(&self, step: &str, rows: usize) -> String {
        let Notation { mirror, endings, .. } = &self.0.moves;
        let small = step.to_lowercase();
        let Some((column, row, rest)) = parts(&small) else { return step.to_owned() };
        let row = if *mirror { (rows + 1).saturating_sub(row) } else { row };
        let same = |there: &str| there.trim().eq_ignore_ascii_case(rest.trim());
        let ending = endings.iter().find(|(_, there)| same(there)).map_or(rest, |(here, _)| here.as_str());
        format!("{column}{row}{ending}")
    }
}

/// The gaps of a text, in their order.
fn gaps(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(gap, _)| gap))
}

/// The column, the row and the rest of a move such as `e3h`.
fn parts(step: &str) -> Option<(char, usize, &str)> {
    let column = step.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = &step[1..];
    let end = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    Some((column, rest[..end].parse().ok().filter(|row| *row < 1000)?, &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapter(text: &str) -> Adapter {
        Adapter::new(&toml::from_str(text).unwrap()).unwrap()
    }

    #[test]
    fn moves_are_written_as_the_program_writes_them() {
        let plain = adapter(
            "ask = 'go {ms}'\nanswer = 'bestmove {move}'\nposition = 'position moves {moves}'\nposition_start = ''",
        );
        let moves = ["e2".to_owned(), "e8".to_owned()];
        assert_eq!(plain.position(&moves, &Gaps::default(), 9).as_deref(), Some("position moves e2 e8"));
        assert_eq!(plain.position(&[], &Gaps::default(), 9), None);
        assert_eq!(plain.answer("bestmove e3h ponder x", 9), Some(Ok("e3h".to_owned())));
        assert_eq!(plain.answer("info depth 3", 9), None);
        let other = adapter(
            "ask = 'genmove {player}'\nanswer = '= {move}'\nerror = ['?']\nplayers = ['black', 'white']\ntell = 'play {player} {move}'\n\
             [moves]\nmirror = true\nupper = true\nendings = [['h', ' horizontal'], ['v', ' vertical']]",
        );
        assert_eq!(other.tell("e3h", 1, 9).unwrap().0, "play white E7 horizontal");
        assert_eq!(other.answer("= E7 Vertical", 9), Some(Ok("e3v".to_owned())));
        assert_eq!(other.answer("? illegal", 9), Some(Err(())));
        assert_eq!(other.answer("= E8", 9), Some(Ok("e2".to_owned())));
    }

    #[test]
    fn what_cannot_be_sent_is_refused() {
        for (text, key) in [
            ("ask = 'go {what}'\nanswer = '{move}'", "engines.gap"),
            ("ask = 'go'\nanswer = 'bestmove'", "engines.answer"),
            ("ask = \"a\\nb\"\nanswer = '{move}'", "engines.lines"),
        ] {
            assert_eq!(Adapter::new(&toml::from_str(text).unwrap()).unwrap_err().key, key, "{text}");
        }
    }
}

//! Programs that speak a protocol of their own, described in the file by what to send and what to read.
//!
//! What is sent is a text with gaps such as `{moves}`; what is read is one with the gap `{move}` ([`crate::pattern`]). Moves are written
//! as the game writes them, unless the adapter says otherwise: rows counted from the other side, capitals, other
//! words for what follows the square. An adapter that would not understand its own words is refused when the file is read: every
//! move of a start is written, put into the answer, and read back.

use damier_kit::{Refusal, excerpt, refuse};
use serde::Deserialize;

use crate::pattern::{ANY, Pattern, one_line};

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
    /// What other lines say of the search.
    #[serde(default)]
    info: Vec<String>,
    /// How many of its points are one unit of the game.
    points: Option<f64>,
    /// A line that begins so says that something is wrong.
    #[serde(default)]
    error: Vec<String>,
    /// What is said at the end.
    quit: Option<String>,
    /// What the players are called, for the gap {player}.
    #[serde(default)]
    players: Vec<String>,
    /// Words for a move that is a square alone and for one where something follows it, for the gap {kind}.
    kinds: Option<(String, String)>,
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
    /// What is added to the row where something follows the square.
    shift: i8,
    /// What stands between two moves.
    separator: Option<String>,
}

/// A protocol by what is sent and what is read.
#[derive(Clone, Debug)]
pub struct Adapter {
    begin: Vec<(Pattern, Option<String>)>,
    position: Option<Pattern>,
    position_start: Option<Pattern>,
    tell: Option<(Pattern, Option<String>)>,
    ask: Pattern,
    answer: Pattern,
    info: Vec<Pattern>,
    points: f64,
    error: Vec<String>,
    quit: Option<String>,
    players: Vec<String>,
    kinds: Option<(String, String)>,
    moves: Notation,
}

/// What a move is asked for with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gaps {
    pub(crate) millis: u128,
    pub(crate) nodes: u64,
    pub(crate) left: u128,
    pub(crate) increment: u128,
    pub(crate) player: usize,
    /// Whether something follows the square of the move that is told.
    pub(crate) ends: bool,
}

/// What a line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Told {
    /// The move, in the game's notation.
    pub(crate) play: Option<String>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<i32>,
    /// In the game's unit.
    pub(crate) score: Option<f64>,
}

/// The gaps of what is sent: when a game begins, when a move is told, and when one is asked for.
const BEGIN: [&str; 3] = ["ms", "seconds", "nodes"];
const TELL: [&str; 3] = ["move", "player", "kind"];
const SEND: [&str; 9] =
    ["moves", "move", "ms", "seconds", "nodes", "left_ms", "increment_ms", "player", "count"];
/// And of what is read.
const ANSWER: [&str; 5] = ["move", "depth", "nodes", "score", ANY];
const INFO: [&str; 4] = ["depth", "nodes", "score", ANY];
/// As many things can be said when a game begins, and as many patterns are looked for.
const MOST: usize = 50;

impl Adapter {
    /// `samples` are moves of the game on a board with so many rows, each of which must be understood as it was written.
    pub(crate) fn new(said: &Said, samples: &[(String, usize)]) -> Result<Self, Refusal> {
        let step = |step: &Step, known: &[&str]| {
            let (send, until) = match step {
                Step::Send(send) => (send, None),
                Step::Exchange { send, until } => (send, Some(until.clone())),
            };
            until.as_deref().map_or(Ok(()), begins)?;
            Ok((Pattern::new(send, known)?, until))
        };
        let text = |text: &Option<String>| text.as_deref().map(|text| Pattern::new(text, &SEND)).transpose();
        if [said.begin.len(), said.info.len(), said.error.len(), said.players.len(), said.moves.endings.len()]
            .into_iter()
            .any(|many| many > MOST)
        {
            return Err(refuse!(
                "engines.steps",
                "a list of an adapter has at most {most} entries",
                most = MOST
            ));
        }
        let kinds = said.kinds.iter().flat_map(|(plain, other)| [plain, other]);
        let words = said.players.iter().chain(&said.quit).chain(&said.moves.separator).chain(kinds);
        let endings = said.moves.endings.iter().flat_map(|(here, there)| [here, there]);
        words.chain(endings).try_for_each(|word| one_line(word))?;
        said.error.iter().try_for_each(|error| begins(error))?;
        let points = said.points.unwrap_or(1.0);
        if !(1e-6..=1e9).contains(&points) {
            return Err(refuse!("engines.points", "the points of one unit are a number above 0"));
        }
        let adapter = Adapter {
            begin: said.begin.iter().map(|one| step(one, &BEGIN)).collect::<Result<_, Refusal>>()?,
            position: text(&said.position)?,
            position_start: text(&said.position_start)?,
            tell: said.tell.as_ref().map(|one| step(one, &TELL)).transpose()?,
            ask: Pattern::new(&said.ask, &SEND)?,
            answer: Pattern::to_read(&said.answer, &ANSWER)?,
            info: said.info.iter().map(|one| Pattern::to_read(one, &INFO)).collect::<Result<_, _>>()?,
            points,
            error: said.error.clone(),
            quit: said.quit.clone(),
            players: said.players.clone(),
            kinds: said.kinds.clone(),
            moves: said.moves.clone(),
        };
        adapter.makes_sense(samples)?;
        Ok(adapter)
    }

    /// Whether the program hears of the moves, is asked, and is understood.
    fn makes_sense(&self, samples: &[(String, usize)]) -> Result<(), Refusal> {
        if self.answer.count("move") != 1 {
            return Err(refuse!(
                "engines.answer",
                "the answer of an adapter has the gap {gap} in it once",
                gap = "{move}"
            ));
        }
        if self.ask.is_blank() {
            return Err(refuse!("engines.ask", "an adapter asks for a move with some word"));
        }
        let hears = |text: &Pattern| text.count("moves") + text.count("move") > 0;
        let told = self.tell.iter().map(|(text, _)| text).chain(&self.position).chain([&self.ask]);
        if !told.into_iter().any(hears) {
            return Err(refuse!(
                "engines.untold",
                "the program never hears of a move: write {moves} into position or ask, or {one} into tell",
                moves = "{moves}",
                one = "{move}"
            ));
        }
        if self.tell.as_ref().is_some_and(|(text, _)| text.count("move") == 0) {
            return Err(refuse!("engines.tell", "tell has the gap {gap} in it", gap = "{move}"));
        }
        if self.kinds.is_none() && self.tell.as_ref().is_some_and(|(text, _)| text.count("kind") > 0) {
            return Err(refuse!(
                "engines.kinds",
                "{gap} has no words; write such as kinds = [\"move\", \"wall\"]",
                gap = "{kind}"
            ));
        }
        for (step, rows) in samples {
            let written = self.write(step, *rows);
            let said = self.answer.fill(|gap| if gap == "move" { written.clone() } else { "1".to_owned() });
            let line = excerpt(&said);
            match self.told(&said, *rows) {
                Some(Err(())) => {
                    return Err(refuse!(
                        "engines.mistaken",
                        "the answer '{line}' begins as an error does, so every answer would be one",
                        line
                    ));
                }
                Some(Ok(Told { play: Some(read), .. })) if read == *step => {}
                read => {
                    let read = read.and_then(Result::ok).and_then(|told| told.play);
                    return Err(refuse!(
                        "engines.understood",
                        "the adapter writes {step} as '{line}' and would read '{read}' back",
                        step = excerpt(step),
                        line,
                        read = excerpt(&read.unwrap_or_default())
                    ));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn quit(&self) -> Option<&str> {
        self.quit.as_deref()
    }

    /// What is said when a game begins, and what each waits for.
    pub(crate) fn begin(&self, gaps: &Gaps) -> Vec<(String, Option<String>)> {
        let step = |(send, until): &(Pattern, Option<String>)| (self.fill(send, gaps, &[]), until.clone());
        self.begin.iter().map(step).collect()
    }

    /// Whether the program keeps the game, and is told each move once.
    pub(crate) fn keeps(&self) -> bool {
        self.tell.is_some()
    }

    /// What tells a move to a program that keeps the game.
    pub(crate) fn tell(&self, step: &str, player: usize, rows: usize) -> Option<(String, Option<String>)> {
        let ends = parts(step).is_some_and(|(_, _, rest)| !rest.is_empty());
        let gaps = Gaps { player, ends, ..Gaps::default() };
        let (send, until) = self.tell.as_ref()?;
        Some((self.fill(send, &gaps, &[self.write(step, rows)]), until.clone()))
    }

    /// What tells the position; nothing where there is nothing to say.
    pub(crate) fn position(&self, moves: &[String], gaps: &Gaps, rows: usize) -> Option<String> {
        let usual = self.position.as_ref();
        let text = if moves.is_empty() { self.position_start.as_ref().or(usual) } else { usual }?;
        let written: Vec<String> = moves.iter().map(|step| self.write(step, rows)).collect();
        Some(self.fill(text, gaps, &written)).filter(|line| !line.trim().is_empty())
    }

    /// What asks for a move.
    pub(crate) fn ask(&self, moves: &[String], gaps: &Gaps, rows: usize) -> String {
        let written: Vec<String> = moves.iter().map(|step| self.write(step, rows)).collect();
        self.fill(&self.ask, gaps, &written)
    }

    /// What a line says; none where it is none that the adapter knows, an error where the program says that something is wrong.
    pub(crate) fn told(&self, line: &str, rows: usize) -> Option<Result<Told, ()>> {
        if self.is_error(line) {
            return Some(Err(()));
        }
        // A move ends where its notation does: at a space, unless its endings have spaces in them.
        let spaced = self.moves.endings.iter().any(|(_, there)| there.contains(' '));
        let wide = if spaced { "move" } else { "" };
        let mut patterns = std::iter::once(&self.answer).chain(&self.info);
        let found = patterns.find_map(|pattern| pattern.read(line, wide))?;
        let mut told = Told::default();
        for (gap, value) in found {
            // Numbers end where something else begins.
            let number = || value.split([',', ';', ' ']).next().unwrap_or_default();
            match gap {
                "move" => told.play = Some(self.read(value, rows)),
                "nodes" => told.nodes = number().parse().ok(),
                "depth" => told.depth = number().parse().ok().map(|depth: i32| depth.clamp(0, 1000)),
                "score" => {
                    let score = number().parse::<f64>().ok().map(|score| score / self.points);
                    told.score = score.filter(|score| score.abs() < 1e6);
                }
                _ => {}
            }
        }
        Some(Ok(told))
    }

    pub(crate) fn is_error(&self, line: &str) -> bool {
        self.error.iter().any(|begins| line.trim_start().starts_with(begins.as_str()))
    }

    fn fill(&self, text: &Pattern, gaps: &Gaps, moves: &[String]) -> String {
        let separator = self.moves.separator.as_deref().unwrap_or(" ");
        let number = || (gaps.player + 1).to_string();
        text.fill(|gap| match gap {
            "moves" => moves.join(separator),
            "move" => moves.last().cloned().unwrap_or_default(),
            "ms" => gaps.millis.to_string(),
            "seconds" => (gaps.millis as f64 / 1000.0).to_string(),
            "nodes" => gaps.nodes.to_string(),
            "left_ms" => gaps.left.to_string(),
            "increment_ms" => gaps.increment.to_string(),
            "player" => self.players.get(gaps.player).cloned().unwrap_or_else(number),
            "kind" => {
                let word = |(plain, other): &(String, String)| if gaps.ends { other } else { plain }.clone();
                self.kinds.as_ref().map(word).unwrap_or_default()
            }
            _ => moves.len().to_string(),
        })
    }

    /// A move of the game as the program writes it.
    fn write(&self, step: &str, rows: usize) -> String {
        let Notation { upper, endings, .. } = &self.moves;
        let Some((column, row, rest)) = parts(step) else { return step.to_owned() };
        let Some(row) = self.row(row, rows, rest, true) else { return step.to_owned() };
        let ending = endings.iter().find(|(here, _)| here == rest).map_or(rest, |(_, there)| there.as_str());
        let square = format!("{column}{row}");
        let square = if *upper { square.to_uppercase() } else { square };
        format!("{square}{ending}")
    }

    /// A move of the program as the game writes it; what is no move stays as it is.
    fn read(&self, step: &str, rows: usize) -> String {
        let small = step.to_lowercase();
        let Some((column, row, rest)) = parts(&small) else { return step.to_owned() };
        let same = |there: &str| there.trim().to_lowercase() == rest.trim();
        let known = self.moves.endings.iter().find(|(_, there)| same(there));
        let ending = known.map_or(rest, |(here, _)| here.as_str());
        let Some(row) = self.row(row, rows, ending, false) else { return step.to_owned() };
        format!("{column}{row}{ending}")
    }

    /// A row there of one here, or the other way round; none outside every board.
    fn row(&self, row: usize, rows: usize, ending: &str, out: bool) -> Option<usize> {
        let Notation { mirror, shift, .. } = self.moves;
        let shift = if ending.is_empty() { 0 } else { isize::from(shift) };
        let mirrored = |row: usize| if mirror { (rows + 1).checked_sub(row) } else { Some(row) };
        if out { mirrored(row)?.checked_add_signed(shift) } else { mirrored(row.checked_add_signed(-shift)?) }
    }
}

/// What a line is to begin with is something.
fn begins(text: &str) -> Result<(), Refusal> {
    one_line(text)?;
    if text.trim().is_empty() {
        return Err(refuse!(
            "engines.begins",
            "every line begins with nothing; write a word that it begins with"
        ));
    }
    Ok(())
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

    fn samples() -> Vec<(String, usize)> {
        ["e2", "d1", "e3h", "a8v", "h1h"].map(|step| (step.to_owned(), 9)).into()
    }

    fn adapter(text: &str) -> Adapter {
        Adapter::new(&toml::from_str(text).unwrap(), &samples()).unwrap()
    }

    fn play(adapter: &Adapter, line: &str) -> Option<Result<String, ()>> {
        Some(adapter.told(line, 9)?.map(|told| told.play.unwrap_or_default()))
    }

    #[test]
    fn moves_are_written_as_the_program_writes_them() {
        let plain = adapter(
            "ask = 'go {ms}'\nanswer = 'bestmove {move}'\nposition = 'position moves {moves}'\nposition_start = ''",
        );
        let moves = ["e2".to_owned(), "e8".to_owned()];
        assert_eq!(plain.position(&moves, &Gaps::default(), 9).as_deref(), Some("position moves e2 e8"));
        assert_eq!(plain.position(&[], &Gaps::default(), 9), None);
        assert_eq!(play(&plain, "bestmove e3h ponder x"), Some(Ok("e3h".to_owned())));
        assert_eq!(play(&plain, "info depth 3"), None);
        let other = adapter(
            "ask = 'genmove {player}'\nanswer = '= {move}'\nerror = ['?']\nplayers = ['black', 'white']\ntell = 'play {player} {move}'\n\
             [moves]\nmirror = true\nupper = true\nendings = [['h', ' horizontal'], ['v', ' vertical']]",
        );
        assert_eq!(other.tell("e3h", 1, 9).unwrap().0, "play white E7 horizontal");
        assert_eq!(play(&other, "= E7 Vertical"), Some(Ok("e3v".to_owned())));
        assert_eq!(play(&other, "? illegal"), Some(Err(())));
        assert_eq!(play(&other, "= E8"), Some(Ok("e2".to_owned())));
        // Walls by another corner, one row lower there, and with a verb of their own.
        let shifted = adapter(
            "ask = 'go'\nanswer = '= {move}'\ntell = 'play{kind} {move}'\nkinds = ['move', 'wall']\n\
             moves = { mirror = true, shift = -1 }",
        );
        assert_eq!(shifted.tell("e3h", 0, 9).unwrap().0, "playwall e6h");
        assert_eq!(shifted.tell("e2", 0, 9).unwrap().0, "playmove e8");
        assert_eq!(play(&shifted, "= e6h"), Some(Ok("e3h".to_owned())));
        assert_eq!(play(&shifted, "= e8"), Some(Ok("e2".to_owned())));
    }

    #[test]
    fn what_a_program_thinks_is_read_too() {
        let told = adapter(
            "ask = 'go'\nposition = '{moves}'\nanswer = 'best {move} after {nodes} nodes'\npoints = 100\n\
             info = ['{*}\"depth\":{depth},{*}\"score\":{score},', 'depth {depth}']",
        );
        let read = |line: &str| told.told(line, 9).unwrap().unwrap();
        assert_eq!(read("best e3 after 12 nodes").nodes, Some(12));
        assert_eq!(
            read("info {\"depth\":7,\"x\":1,\"score\":-250,\"y\":0}"),
            Told { depth: Some(7), score: Some(-2.5), ..Told::default() }
        );
        assert_eq!(read("depth 9").depth, Some(9));
        assert_eq!(read("depth lots").depth, None);
        assert_eq!(read("info \"depth\":1,\"score\":1e300,").score, None);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (text, key) in [
            ("ask = 'go {what}'\nanswer = '{move}'", "engines.gap"),
            ("ask = 'go {moves}'\nanswer = 'bestmove'", "engines.answer"),
            ("ask = 'go {moves}'\nanswer = '{move} or {move}'", "engines.answer"),
            ("ask = \"a\\nb\"\nanswer = '{move}'", "engines.lines"),
            ("ask = 'go {moves'\nanswer = '{move}'", "engines.open"),
            ("ask = 'go {moves}'\nanswer = '{move}{nodes}'", "engines.touch"),
            ("ask = 'go'\nanswer = '{move}'", "engines.untold"),
            ("ask = 'go'\nanswer = '{move}'\nposition = 'position'", "engines.untold"),
            ("ask = 'go {moves}'\ntell = 'play'\nanswer = '{move}'", "engines.tell"),
            ("ask = 'go'\ntell = '{kind} {move}'\nanswer = '{move}'", "engines.kinds"),
            ("ask = ' '\ntell = 'play {move}'\nanswer = '{move}'", "engines.ask"),
            ("ask = 'go {moves}'\nanswer = '{move}'\nbegin = ['new {moves}']", "engines.gap"),
            (
                "ask = 'go {moves}'\nanswer = '{move}'\nbegin = [{ send = 'new', until = '' }]",
                "engines.begins",
            ),
            ("ask = 'go {moves}'\nanswer = '{move}'\nerror = ['']", "engines.begins"),
            ("ask = 'go {moves}'\nanswer = '= {move}'\nerror = ['=']", "engines.mistaken"),
            ("ask = 'go {moves}'\nanswer = '{move}'\npoints = 0", "engines.points"),
            ("ask = 'go {moves}'\nanswer = '{move}'\nquit = \"a\\nb\"", "engines.lines"),
            // Both walls would be written alike; a move would end at its own middle.
            (
                "ask = 'go {moves}'\nanswer = '{move}'\nmoves = { endings = [['h', 'w'], ['v', 'w']] }",
                "engines.understood",
            ),
            ("ask = 'go {moves}'\nanswer = '{move}e{*}'", "engines.understood"),
            ("ask = 'go {moves}'\nanswer = '{move}'\nmoves = { shift = -100 }", "engines.understood"),
        ] {
            let refused = Adapter::new(&toml::from_str(text).unwrap(), &samples()).unwrap_err();
            assert_eq!(refused.key, key, "{text}: {refused}");
        }
    }
}

//! Programs that play, in the protocols that they speak: ours (`cmd:`), UCI (`uci:`) and the Quoridor Text Protocol (`qtp:`).

use std::time::Duration;

use damier_quoridor::clock::Clock;
use damier_quoridor::notation::write_moves;
use damier_quoridor::{Move, Record, Setup};
use damier_search::Limits;

use super::super::{PATIENCE, qtp};
use super::process::Process;

/// A program.
pub(super) struct Outside {
    command: Vec<String>,
    protocol: Protocol,
    limits: Limits,
    /// How long an answer may take.
    patience: Duration,
    process: Option<Process>,
    /// Whether it understands `time`; found out the first time.
    knows_clocks: bool,
    /// The moves that a program has heard, or played itself, where it keeps the game (QTP).
    heard: Vec<Move>,
    size: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// `position …`, `genmove`: see the engine protocol.
    Text,
    /// `position startpos moves …`, `go movetime …`.
    Uci,
    /// `boardsize`, `playmove`, `playwall`, `genmove`.
    Qtp,
}

/// What an answer may take when the flag has fallen already.
const GRACE: Duration = Duration::from_millis(20);

impl Outside {
    pub(super) fn new(command: Vec<String>, protocol: Protocol, limits: Limits, patience: Duration) -> Self {
        Outside {
            command,
            protocol,
            limits,
            patience,
            process: None,
            knows_clocks: true,
            heard: Vec::new(),
            size: 9,
        }
    }

    /// A new game begins. A program that fails is ended, and started anew for the next game.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), String> {
        self.greet(setup).inspect_err(|_| self.process = None)
    }

    /// Tells the position and waits for the move, and the nodes if it tells them.
    pub(super) fn ask(&mut self, record: &Record, clocks: &[Clock]) -> Result<(Move, u64), String> {
        let said = match self.protocol {
            Protocol::Text => self.ask_text(record, clocks),
            Protocol::Uci => self.ask_uci(record, clocks),
            Protocol::Qtp => self.ask_qtp(record, clocks),
        };
        said.inspect_err(|_| self.process = None)
    }

    fn greet(&mut self, setup: Setup) -> Result<(), String> {
        match self.protocol {
            Protocol::Uci if setup != Setup::default() => {
                return Err("it speaks UCI, which has 9×9 for two only".to_owned());
            }
            Protocol::Qtp => qtp::fits(setup)?,
            _ => {}
        }
        if self.process.is_none() {
            self.process = Some(Process::start(&self.command)?);
            if self.protocol == Protocol::Uci {
                self.exchange("uci", |line| (line == "uciok").then_some(Ok(())))?;
            }
        }
        let (size, walls) = (setup.size(), setup.walls());
        match self.protocol {
            Protocol::Text if setup == Setup::default() => self.exchange("newgame", ok),
            Protocol::Text => self.exchange(&format!("newgame {size} {} {walls}", setup.players()), ok),
            Protocol::Uci => {
                self.say("ucinewgame")?;
                self.exchange("isready", |line| (line == "readyok").then_some(Ok(())))
            }
            Protocol::Qtp => {
                self.heard.clear();
                self.size = size;
                for command in
                    [format!("boardsize {size}"), "clear_board".to_owned(), format!("walls {walls}")]
                {
                    self.exchange(&command, success)?;
                }
                Ok(())
            }
        }
    }

    fn ask_text(&mut self, record: &Record, clocks: &[Clock]) -> Result<(Move, u64), String> {
        self.exchange(format!("position {}", write_moves(record.moves())).trim_end(), ok)?;
        let clock = clocks.get(record.position().turn());
        if let Some(clock) = clock
            && self.knows_clocks
        {
            let (left, more) = (clock.left().as_millis(), clock.increment().as_millis());
            let said = self.exchange(&format!("time {left} {more}"), |line| Some(Ok(line == "ok")))?;
            self.knows_clocks = said;
        }
        self.say("genmove")?;
        self.hear(clock, best_move)
    }

    fn ask_uci(&mut self, record: &Record, clocks: &[Clock]) -> Result<(Move, u64), String> {
        let moves = write_moves(record.moves());
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        self.say(&format!("position startpos{moves}"))?;
        let go = match (clocks, self.limits.time, self.limits.nodes) {
            ([first, second, ..], _, _) => format!(
                "go wtime {} btime {} winc {} binc {}",
                first.left().as_millis(),
                second.left().as_millis(),
                first.increment().as_millis(),
                second.increment().as_millis()
            ),
            (_, _, Some(nodes)) => format!("go nodes {nodes}"),
            (_, time, None) => format!("go movetime {}", time.unwrap_or(PATIENCE).as_millis()),
        };
        self.say(&go)?;
        self.hear(clocks.get(record.position().turn()), best_move)
    }

    /// The program keeps the game: it is told what it has not heard, and plays its own move itself.
    fn ask_qtp(&mut self, record: &Record, clocks: &[Clock]) -> Result<(Move, u64), String> {
        let size = self.size;
        for (ply, &play) in record.moves().iter().enumerate().skip(self.heard.len()) {
            let verb = if play.is_walk() { "playmove" } else { "playwall" };
            let what = qtp::write(play, size).ok_or("QTP has no word for a pass")?;
            self.exchange(&format!("{verb} {} {what}", qtp::colour(ply % 2)), success)?;
            self.heard.push(play);
        }
        let turn = record.position().turn();
        self.say(&format!("genmove {}", qtp::colour(turn)))?;
        let play = self.hear(clocks.get(turn), |line| {
            let answer = answered(line)?;
            let play = answer.and_then(|answer| {
                let words: Vec<&str> = answer.split_whitespace().collect();
                qtp::read(&words, size).ok_or_else(|| format!("it answers nonsense: {}", shown(line)))
            });
            Some(play)
        })?;
        self.heard.push(play);
        Ok((play, 0))
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        self.process.as_mut().ok_or("it does not run")?.say(line)
    }

    /// Waits for an answer, not much longer than a clock allows.
    fn hear<T>(
        &mut self,
        clock: Option<&Clock>,
        answer: impl Fn(&str) -> Option<Result<T, String>>,
    ) -> Result<T, String> {
        let patience = clock.map_or(self.patience, |clock| self.patience.min(clock.left() + GRACE));
        self.process.as_mut().ok_or("it does not run")?.hear(patience, answer)
    }

    fn exchange<T>(
        &mut self,
        line: &str,
        answer: impl Fn(&str) -> Option<Result<T, String>>,
    ) -> Result<T, String> {
        self.say(line)?;
        self.hear(None, answer)
    }
}

fn ok(line: &str) -> Option<Result<(), String>> {
    if line == "ok" || line.starts_with("ok ") {
        return Some(Ok(()));
    }
    line.starts_with("error").then(|| Err(format!("it refuses: {}", shown(line))))
}

/// An answer of QTP: `= result` or `? reason`. Other lines are comments, or belong to an answer of several lines.
fn answered(line: &str) -> Option<Result<&str, String>> {
    if let Some(result) = line.strip_prefix('=') {
        return Some(Ok(result.trim()));
    }
    line.starts_with('?').then(|| Err(format!("it refuses: {}", shown(line))))
}

fn success(line: &str) -> Option<Result<(), String>> {
    Some(answered(line)?.map(drop))
}

fn best_move(line: &str) -> Option<Result<(Move, u64), String>> {
    if line.starts_with("error") {
        return Some(Err(format!("it refuses: {}", shown(line))));
    }
    let mut words = line.strip_prefix("bestmove")?.split_whitespace();
    let Some(Ok(play)) = words.next().map(str::parse::<Move>) else {
        return Some(Err(format!("it answers nonsense: {}", shown(line))));
    };
    let words: Vec<&str> = words.collect();
    let nodes = words.windows(2).find(|pair| pair[0] == "nodes").and_then(|pair| pair[1].parse().ok());
    Some(Ok((play, nodes.unwrap_or(0))))
}

/// What a program said, safe to be printed.
fn shown(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(80).collect()
}

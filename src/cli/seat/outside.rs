//! Programs that play, in the protocols that they speak: ours (`cmd:`), UCI (`uci:`), or one that is a game's own.

use std::time::{Duration, Instant};

use damier_kit::{Dialect, Position};
use damier_lab::Game;
use damier_lab::clock::Clock;
use damier_lab::matches::{Seat, Turn};
use damier_search::Limits;

use super::super::PATIENCE;
use super::process::{Process, shown};

/// A program.
pub(super) struct Outside {
    game: Game,
    command: Vec<String>,
    protocol: Protocol,
    limits: Limits,
    /// How long an answer may take.
    patience: Duration,
    /// What its processes may hold, all together.
    memory: u64,
    process: Option<Process>,
    /// Whether the process has said that it speaks the protocol.
    greeted: bool,
    /// Whether it understands `time`; found out the first time.
    knows_clocks: bool,
    /// How the game stands there, and after how many moves, where the program keeps it.
    known: Option<(Box<dyn Position>, usize)>,
}

#[derive(Clone, Copy)]
pub(super) enum Protocol {
    /// `position …`, `genmove`: see the engine protocol.
    Text,
    /// `position startpos moves …`, `go movetime …`.
    Uci,
    /// One of the game's own.
    Dialect(&'static dyn Dialect),
}

/// What is asked of a program besides moves.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// How long an answer may take.
    pub(crate) patience: Duration,
    /// What its processes may hold in memory, all together.
    pub(crate) memory: u64,
}

/// What an answer may take when the flag has fallen already.
const GRACE: Duration = Duration::from_millis(20);

impl Seat for Outside {
    /// A program that fails is ended, and started anew for the next game.
    fn begin(&mut self, start: &dyn Position) -> Result<(), String> {
        self.greet(start).inspect_err(|_| self.process = None)
    }

    fn turn(&mut self, position: &dyn Position, clocks: &[Clock]) -> Turn {
        let began = Instant::now();
        let said = self.ask(position, clocks);
        let time = began.elapsed();
        if said.is_err() {
            self.process = None;
        }
        let nodes = said.as_ref().map_or(0, |(_, nodes)| *nodes);
        Turn { play: said.map(|(play, _)| play), time, nodes }
    }
}

impl Outside {
    /// Starts the program; an error says why it cannot be started.
    pub(super) fn start(
        game: Game,
        command: Vec<String>,
        protocol: Protocol,
        limits: Limits,
        bounds: Bounds,
    ) -> Result<Self, String> {
        let Bounds { patience, memory } = bounds;
        let process = Some(Process::start(&command, memory)?);
        let (greeted, known) = (false, None);
        Ok(Outside {
            game,
            command,
            protocol,
            limits,
            patience,
            memory,
            process,
            greeted,
            knows_clocks: true,
            known,
        })
    }

    /// A new game begins.
    fn greet(&mut self, start: &dyn Position) -> Result<(), String> {
        let usual = self.game.start(&[]).is_ok_and(|usual| usual.code() == start.code());
        let commands = match self.protocol {
            Protocol::Uci if !usual => {
                return Err("it speaks UCI, which knows the usual start only".to_owned());
            }
            Protocol::Dialect(dialect) => dialect.begin(start).map_err(|why| why.to_string())?,
            _ => Vec::new(),
        };
        if self.process.is_none() {
            self.process = Some(Process::start(&self.command, self.memory)?);
            self.greeted = false;
        }
        if !std::mem::replace(&mut self.greeted, true)
            && let Protocol::Uci = self.protocol
        {
            self.exchange("uci", |line| (line == "uciok").then_some(Ok(())))?;
        }
        match self.protocol {
            Protocol::Text => {
                let setup = start.versus().filter(|_| !usual).map(damier_kit::Versus::setup);
                let words = std::iter::once("newgame".to_owned()).chain(setup.unwrap_or_default());
                self.exchange(&words.collect::<Vec<_>>().join(" "), ok)
            }
            Protocol::Uci => {
                self.say("ucinewgame")?;
                self.exchange("isready", |line| (line == "readyok").then_some(Ok(())))
            }
            Protocol::Dialect(dialect) => {
                self.known = start.past().map(|(start, moves)| (start, moves.len()));
                let answered = |line: &str| Some(answered(dialect, line)?.map(drop));
                commands.iter().try_for_each(|command| self.exchange(command, answered))
            }
        }
    }

    /// Tells the position and waits for the move, and the nodes if it tells them.
    fn ask(&mut self, position: &dyn Position, clocks: &[Clock]) -> Result<(String, u64), String> {
        let moves = position.past().map(|(_, moves)| moves).unwrap_or_default();
        let versus = position.versus().ok_or("there are no turns")?;
        let clock = clocks.get(versus.turn());
        match self.protocol {
            Protocol::Text => {
                self.exchange(format!("position {}", moves.join(" ")).trim_end(), ok)?;
                if let Some(clock) = clock.filter(|_| self.knows_clocks) {
                    let (left, more) = (clock.left().as_millis(), clock.increment().as_millis());
                    self.knows_clocks =
                        self.exchange(&format!("time {left} {more}"), |line| Some(Ok(line == "ok")))?;
                }
                self.say("genmove")?;
            }
            Protocol::Uci => {
                let moves =
                    if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
                self.say(&format!("position startpos{moves}"))?;
                self.say(&self.go(clocks))?;
            }
            Protocol::Dialect(dialect) => return self.ask_keeper(dialect, position, &moves, clock),
        }
        let is_move = |play: &str| versus.why_not(play).is_none_or(|why| why.reason != "not_a_move");
        self.hear(clock, |line| best_move(line, is_move))
    }

    /// How long to think, for UCI.
    fn go(&self, clocks: &[Clock]) -> String {
        match (clocks, self.limits.time, self.limits.nodes) {
            ([first, second, ..], _, _) => format!(
                "go wtime {} btime {} winc {} binc {}",
                first.left().as_millis(),
                second.left().as_millis(),
                first.increment().as_millis(),
                second.increment().as_millis()
            ),
            (_, _, Some(nodes)) => format!("go nodes {nodes}"),
            (_, time, None) => format!("go movetime {}", time.unwrap_or(PATIENCE).as_millis()),
        }
    }

    /// The program keeps the game: it is told what it has not heard, and plays its own move itself.
    fn ask_keeper(
        &mut self,
        dialect: &'static dyn Dialect,
        position: &dyn Position,
        moves: &[String],
        clock: Option<&Clock>,
    ) -> Result<(String, u64), String> {
        let (mut there, heard) = self.known.take().ok_or("it knows no game")?;
        for step in moves.iter().skip(heard) {
            let what = dialect.tell(there.as_ref(), step).ok_or("its protocol has no word for this move")?;
            self.exchange(&what, |line| Some(answered(dialect, line)?.map(drop)))?;
            there = there.play(step).map_err(|why| why.to_string())?.position;
        }
        self.say(&dialect.ask(position))?;
        let play = self.hear(clock, |line| {
            let nonsense = || format!("it answers nonsense: {}", shown(line));
            let answer = answered(dialect, line)?;
            Some(answer.and_then(|answer| dialect.read(position, answer).ok_or_else(nonsense)))
        })?;
        // What is not legal ends the game.
        self.known = position.play(&play).ok().map(|played| (played.position, moves.len() + 1));
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

fn refuses(line: &str) -> String {
    format!("it refuses: {}", shown(line))
}

fn ok(line: &str) -> Option<Result<(), String>> {
    if line == "ok" || line.starts_with("ok ") {
        return Some(Ok(()));
    }
    line.starts_with("error").then(|| Err(refuses(line)))
}

fn answered<'a>(dialect: &dyn Dialect, line: &'a str) -> Option<Result<&'a str, String>> {
    Some(dialect.answer(line)?.map_err(|_| refuses(line)))
}

fn best_move(line: &str, is_move: impl Fn(&str) -> bool) -> Option<Result<(String, u64), String>> {
    if line.starts_with("error") {
        return Some(Err(refuses(line)));
    }
    let mut words = line.strip_prefix("bestmove")?.split_whitespace();
    let Some(play) = words.next().filter(|play| is_move(play)) else {
        return Some(Err(format!("it answers nonsense: {}", shown(line))));
    };
    let words: Vec<&str> = words.collect();
    let nodes = words.windows(2).find(|pair| pair[0] == "nodes").and_then(|pair| pair[1].parse().ok());
    Some(Ok((play.to_owned(), nodes.unwrap_or(0))))
}

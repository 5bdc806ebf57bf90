//! Programs that play, in the protocols that they speak: JSON Lines, our plain text, UCI, one that is a game's own,
//! or one that an adapter describes.

use std::process::ExitStatus;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use damier_kit::{Dialect, Kit, Player, Position, Refusal, Score, Thought, Versus};
use damier_search::{Limits, Progress, Run, Stop};
use serde_json::{Value, json};

use crate::Engine;
use crate::adapter::{Adapter, Gaps, Told};
use crate::process::{Heard, Log, Process, Trouble, shown, wanted};
use crate::session::{self, Hello, failed, message};
use crate::solver::still_wanted;

/// What a program speaks.
#[derive(Clone, Debug)]
pub enum Protocol {
    /// JSON Lines: see the engine protocol.
    Json,
    /// `position …`, `genmove`: see the engine protocol.
    Text,
    /// `position startpos moves …`, `go movetime …`.
    Uci,
    /// One of the game's own, by its name.
    Dialect(String),
    /// What an entry of the file describes.
    Adapter(Box<Adapter>),
}

impl Protocol {
    /// Its name, as in the file.
    pub fn name(&self) -> &str {
        match self {
            Protocol::Json => "json",
            Protocol::Text => "text",
            Protocol::Uci => "uci",
            Protocol::Dialect(name) => name,
            Protocol::Adapter(_) => "adapter",
        }
    }

    /// What asks a program to end.
    pub(crate) fn quit(&self) -> &str {
        match self {
            Protocol::Json => "{\"quit\":{}}",
            Protocol::Adapter(adapter) => adapter.quit().unwrap_or("quit"),
            _ => "quit",
        }
    }
}

/// What is left on the clocks of all players, and what each move adds.
pub(crate) type Clocks<'a> = &'a [(Duration, Duration)];

/// The longest line that a program may say, where it speaks plain text and where it speaks JSON.
const LINE: u64 = 4096;
const LONG: u64 = 1 << 20;
/// What an answer may take when the flag has fallen already.
const GRACE: Duration = Duration::from_millis(20);
/// What an answer may take beyond the time that it was given, where no clock is stricter.
const SLACK: Duration = Duration::from_millis(300);
/// The same in a match, where a move that comes late is still a move.
const LATE: Duration = Duration::from_millis(700);
/// How long it thinks where nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// A program that plays.
pub struct Outside {
    engine: Arc<Engine>,
    kit: &'static dyn Kit,
    /// How long an answer may take.
    pub patience: Duration,
    /// For each move.
    pub limits: Limits,
    /// By which it is cancelled.
    pub progress: Option<Arc<Progress>>,
    process: Option<Process>,
    /// Where what is said is kept, if anywhere.
    pub(crate) log: Option<Arc<Mutex<Log>>>,
    /// Whether the process has said that it speaks the protocol, and whether a game is beginning.
    greeted: bool,
    begins: bool,
    /// Whether it understands `time`; found out the first time.
    knows_clocks: bool,
    /// How the game stands there, and after how many moves, where the program keeps it.
    known: Option<(Box<dyn Position>, usize)>,
    /// The start of the game that it was told of.
    start: Option<String>,
    /// Why it has no move.
    fault: Option<Refusal>,
}

/// A move, and the nodes and the score if it tells them.
#[derive(Clone, Debug, Default)]
struct Choice {
    play: String,
    nodes: u64,
    score: f64,
    depth: i32,
    line: Vec<String>,
}

impl Outside {
    /// A program that is started when it is first needed.
    pub fn new(engine: Arc<Engine>, kit: &'static dyn Kit, limits: Limits) -> Self {
        let patience = limits.time.map_or(engine.time, |time| time + LATE);
        Outside {
            engine,
            kit,
            patience,
            limits,
            progress: None,
            process: None,
            log: None,
            greeted: false,
            begins: false,
            knows_clocks: true,
            known: None,
            start: None,
            fault: None,
        }
    }

    /// Starts it now; an error says why it cannot be started.
    pub fn start(&mut self) -> Result<(), String> {
        if self.process.is_none() {
            let line = match self.engine.protocol {
                Protocol::Json => LONG,
                // What a search says of itself may be long.
                Protocol::Adapter(_) => LINE << 4,
                _ => LINE,
            };
            let mut process = Process::start(&self.engine, line)?;
            process.log.clone_from(&self.log);
            self.process = Some(process);
            self.greeted = false;
        }
        Ok(())
    }

    /// A game begins; an error says why it cannot play it. A program that fails is ended, and started anew for the
    /// next game.
    pub fn begin_game(&mut self, start: &dyn Position) -> Result<(), String> {
        let done = self.greet(start, None).inspect_err(|_| self.process = None);
        self.start = done.is_ok().then(|| start.code());
        done.map_err(|why| why.to_string())
    }

    /// The move, and how many nodes it tells of; why it has none.
    pub fn turn(
        &mut self,
        position: &dyn Position,
        clocks: &[(Duration, Duration)],
    ) -> (Result<String, String>, u64) {
        match self.ask(position, clocks, None, &mut |_| ()) {
            Ok(choice) => (Ok(choice.play), choice.nodes),
            Err(why) => {
                self.process = None;
                (Err(why.to_string()), 0)
            }
        }
    }

    /// Asks it to end, and waits: whether it ended by itself, and how.
    pub(crate) fn quit(&mut self, within: Duration) -> Result<Option<ExitStatus>, String> {
        let mut process = self.process.take().ok_or("it does not run")?;
        process.say(self.engine.protocol.quit()).map_err(|why| why.to_string())?;
        Ok(process.leaves(within))
    }

    fn dialect(&self, name: &str) -> Result<&'static dyn Dialect, Trouble> {
        let dialects = self.kit.thinking().map(damier_kit::Thinking::dialects).unwrap_or_default();
        let found = dialects.iter().find(|dialect| dialect.name() == name).copied();
        found.ok_or_else(|| Trouble::Broken(format!("the game has no protocol that is called {name}")))
    }

    /// A new game begins.
    fn greet(&mut self, start: &dyn Position, run: Option<&mut Run>) -> Result<(), Trouble> {
        self.begins = true;
        let done = self.introduce(start, run);
        self.begins = false;
        done
    }

    fn introduce(&mut self, start: &dyn Position, run: Option<&mut Run>) -> Result<(), Trouble> {
        let mut run = run;
        let usual = usual_start(self.kit).is_some_and(|usual| usual.code() == start.code());
        let commands = match &self.engine.protocol {
            Protocol::Uci if !usual => {
                return Err("it speaks UCI, which knows the usual start only".into());
            }
            Protocol::Adapter(_) if !usual => {
                return Err("its adapter knows the usual start only".into());
            }
            Protocol::Dialect(name) => {
                self.dialect(name)?.begin(start).map_err(|why| Trouble::Broken(why.to_string()))?
            }
            _ => Vec::new(),
        };
        self.start()?;
        let first = !std::mem::replace(&mut self.greeted, true);
        match self.engine.protocol.clone() {
            Protocol::Json => {
                if first {
                    let game = self.kit.about().name;
                    self.say(&json!({"hello": {"name": "damier", "game": game, "protocol": 1}}).to_string())?;
                    let hello = self.hear(None, run, |line| {
                        session::heard(line, "hello", |value| Ok(Hello::of(&value)))
                    })?;
                    if !hello.games.is_empty() && !hello.games.iter().any(|known| known == game) {
                        let games = shown(&hello.games.join(", "));
                        return Err(Trouble::Broken(format!(
                            "it says that it knows {games}, and not {game}"
                        )));
                    }
                }
                Ok(())
            }
            Protocol::Text => {
                let setup = start.versus().filter(|_| !usual).map(Versus::setup);
                let words = std::iter::once("newgame".to_owned()).chain(setup.unwrap_or_default());
                self.exchange(&words.collect::<Vec<_>>().join(" "), run, ok)
            }
            Protocol::Uci => {
                if first {
                    self.exchange("uci", run.as_deref_mut(), |line| answers_uci(line, "uciok"))?;
                }
                self.say("ucinewgame")?;
                self.exchange("isready", run, |line| answers_uci(line, "readyok"))
            }
            Protocol::Dialect(name) => {
                let dialect = self.dialect(&name)?;
                self.known = start.past().map(|(start, moves)| (start, moves.len()));
                for command in &commands {
                    self.exchange(command, run.as_deref_mut(), |line| {
                        Some(answered(dialect, line)?.map(drop))
                    })?;
                }
                Ok(())
            }
            Protocol::Adapter(adapter) => {
                self.known = start.past().map(|(start, moves)| (start, moves.len()));
                for (line, until) in adapter.begin(&self.gaps(None, 0)) {
                    self.step(&adapter, &line, until.as_deref(), run.as_deref_mut())?;
                }
                Ok(())
            }
        }
    }

    /// Sends what an adapter says, and waits where it waits.
    fn step(
        &mut self,
        adapter: &Adapter,
        line: &str,
        until: Option<&str>,
        run: Option<&mut Run>,
    ) -> Result<(), Trouble> {
        self.say(line)?;
        let Some(until) = until else { return Ok(()) };
        self.hear(None, run, |line| {
            let refused = adapter.is_error(line).then(|| Err(refuses(line)));
            refused.or_else(|| line.starts_with(until).then_some(Ok(()))).into()
        })
    }

    /// Tells the position and waits for the move. `tell` hears what it thinks meanwhile.
    fn ask(
        &mut self,
        position: &dyn Position,
        clocks: Clocks<'_>,
        run: Option<&mut Run>,
        tell: &mut dyn FnMut(&Value),
    ) -> Result<Choice, Trouble> {
        let mut run = run;
        let moves = position.past().map(|(_, moves)| moves).unwrap_or_default();
        let versus = position.versus().ok_or("there are no turns")?;
        let clock = clocks.get(versus.turn()).copied();
        match self.engine.protocol.clone() {
            Protocol::Json => return self.ask_json(position, clock, run, tell),
            Protocol::Text => {
                self.exchange(format!("position {}", moves.join(" ")).trim_end(), run.as_deref_mut(), ok)?;
                if let Some((left, more)) = clock.filter(|_| self.knows_clocks) {
                    let line = format!("time {} {}", left.as_millis(), more.as_millis());
                    self.knows_clocks =
                        self.exchange(&line, run.as_deref_mut(), |line| Some(Ok(line == "ok")))?;
                }
                self.say("genmove")?;
            }
            Protocol::Uci => {
                let moves =
                    if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
                self.say(&format!("position startpos{moves}"))?;
                self.say(&self.go(clocks))?;
            }
            Protocol::Dialect(name) => {
                let dialect = self.dialect(&name)?;
                return self.ask_keeper(dialect, position, &moves, clock, run);
            }
            Protocol::Adapter(adapter) => return self.ask_adapter(&adapter, position, &moves, clock, run),
        }
        let is_move = |play: &str| versus.why_not(play).is_none_or(|why| why.reason != "not_a_move");
        self.hear(clock, run, |line| best_move(line, is_move).into())
    }

    fn ask_json(
        &mut self,
        position: &dyn Position,
        clock: Option<(Duration, Duration)>,
        run: Option<&mut Run>,
        tell: &mut dyn FnMut(&Value),
    ) -> Result<Choice, Trouble> {
        let Limits { time, nodes, .. } = self.limits;
        let mut go = json!({});
        if let Some((left, more)) = clock {
            go["clock_ms"] = json!(left.as_millis() as u64);
            go["increment_ms"] = json!(more.as_millis() as u64);
        } else {
            if let Some(time) = time.or(nodes.is_none().then_some(USUAL)) {
                go["time_ms"] = json!(time.as_millis() as u64);
            }
            if let Some(nodes) = nodes {
                go["nodes"] = json!(nodes);
            }
        }
        self.say(&json!({"position": session::position(position)}).to_string())?;
        self.say(&json!({ "go": go }).to_string())?;
        self.hear(clock, run, |line| match message(line) {
            Some((key, value)) if key == "info" => {
                tell(&value);
                Heard::Known
            }
            _ => session::heard(line, "result", |value| choice(&value)),
        })
    }

    fn ask_adapter(
        &mut self,
        adapter: &Adapter,
        position: &dyn Position,
        moves: &[String],
        clock: Option<(Duration, Duration)>,
        run: Option<&mut Run>,
    ) -> Result<Choice, Trouble> {
        let mut run = run;
        let rows = position.scene().height;
        let player = position.versus().map_or(0, Versus::turn);
        if adapter.keeps() {
            let (mut there, heard) = self.known.take().ok_or("it knows no game")?;
            for step in moves.iter().skip(heard) {
                let player = there.versus().map_or(0, Versus::turn);
                if let Some((line, until)) = adapter.tell(step, player, rows) {
                    self.step(adapter, &line, until.as_deref(), run.as_deref_mut())?;
                }
                there = there.play(step).map_err(|why| Trouble::Broken(why.to_string()))?.position;
            }
        }
        let gaps = self.gaps(clock, player);
        if let Some(line) = adapter.position(moves, &gaps, rows) {
            self.say(&line)?;
        }
        self.say(&adapter.ask(moves, &gaps, rows))?;
        let mut last = Told::default();
        let choice = self.hear(clock, run, |line| {
            let Some(told) = adapter.told(line, rows) else { return Heard::Noise };
            let Ok(told) = told else { return Heard::Answer(Err(refuses(line))) };
            last.nodes = told.nodes.or(last.nodes);
            last.depth = told.depth.or(last.depth);
            last.score = told.score.or(last.score);
            let Some(play) = told.play else { return Heard::Known };
            let Told { nodes, depth, score, .. } = last;
            let (nodes, depth) = (nodes.unwrap_or_default(), depth.unwrap_or_default());
            Heard::Answer(Ok(Choice {
                play,
                nodes,
                depth,
                score: score.unwrap_or_default(),
                ..Choice::default()
            }))
        })?;
        if adapter.keeps() {
            // What is not legal ends the game.
            self.known = position.play(&choice.play).ok().map(|played| (played.position, moves.len() + 1));
        }
        Ok(choice)
    }

    /// What the gaps of an adapter are filled with.
    fn gaps(&self, clock: Option<(Duration, Duration)>, player: usize) -> Gaps {
        let (left, increment) = clock.unwrap_or_default();
        Gaps {
            millis: self.limits.time.unwrap_or(USUAL).as_millis(),
            nodes: self.limits.nodes.unwrap_or(1_000_000_000),
            left: left.as_millis(),
            increment: increment.as_millis(),
            player,
            ends: false,
        }
    }

    /// How long to think, for UCI.
    fn go(&self, clocks: Clocks<'_>) -> String {
        match (clocks, self.limits.time, self.limits.nodes) {
            ([first, second, ..], _, _) => format!(
                "go wtime {} btime {} winc {} binc {}",
                first.0.as_millis(),
                second.0.as_millis(),
                first.1.as_millis(),
                second.1.as_millis()
            ),
            (_, _, Some(nodes)) => format!("go nodes {nodes}"),
            (_, time, None) => format!("go movetime {}", time.unwrap_or(USUAL).as_millis()),
        }
    }

    /// The program keeps the game: it is told what it has not heard, and plays its own move itself.
    fn ask_keeper(
        &mut self,
        dialect: &'static dyn Dialect,
        position: &dyn Position,
        moves: &[String],
        clock: Option<(Duration, Duration)>,
        run: Option<&mut Run>,
    ) -> Result<Choice, Trouble> {
        let mut run = run;
        let (mut there, heard) = self.known.take().ok_or("it knows no game")?;
        for step in moves.iter().skip(heard) {
            let usual = dialect.tell(there.as_ref(), step).ok_or("its protocol has no word for this move")?;
            let other = dialect.tell_otherwise(there.as_ref(), step);
            let heard = |line: &str| Some(answered(dialect, line)?.map(drop));
            match (self.exchange(&usual, run.as_deref_mut(), heard), other) {
                // It may know other words for the same.
                (Err(Trouble::Broken(why)), Some(other)) => {
                    let again = self.exchange(&other, run.as_deref_mut(), heard);
                    again.map_err(|_| Trouble::Broken(why))?;
                }
                (told, _) => told?,
            }
            there = there.play(step).map_err(|why| Trouble::Broken(why.to_string()))?.position;
        }
        self.say(&dialect.ask(position))?;
        let play = self.hear(clock, run, |line| {
            let nonsense = || format!("it answers nonsense: {}", shown(line));
            let Some(answer) = answered(dialect, line) else { return Heard::Noise };
            Heard::Answer(answer.and_then(|answer| dialect.read(position, answer).ok_or_else(nonsense)))
        })?;
        // What is not legal ends the game.
        self.known = position.play(&play).ok().map(|played| (played.position, moves.len() + 1));
        Ok(Choice { play, ..Choice::default() })
    }

    fn say(&mut self, line: &str) -> Result<(), Trouble> {
        self.process.as_mut().ok_or("it does not run")?.say(line)
    }

    /// Waits for an answer, not much longer than a clock allows.
    fn hear<T>(
        &mut self,
        clock: Option<(Duration, Duration)>,
        run: Option<&mut Run>,
        answer: impl FnMut(&str) -> Heard<T>,
    ) -> Result<T, Trouble> {
        let patience = if self.begins { self.engine.start } else { self.patience };
        let patience = clock.map_or(patience, |(left, _)| patience.min(left + GRACE));
        let progress = self.progress.clone();
        let mut run = run;
        let tick = &mut || {
            if progress.as_ref().is_some_and(|progress| progress.is_cancelled()) {
                return Err(Trouble::Cancelled);
            }
            run.as_deref_mut().map_or_else(wanted, still_wanted)
        };
        self.process.as_mut().ok_or("it does not run")?.hear(patience, tick, answer)
    }

    fn exchange<T>(
        &mut self,
        line: &str,
        run: Option<&mut Run>,
        answer: impl Fn(&str) -> Option<Result<T, String>>,
    ) -> Result<T, Trouble> {
        self.say(line)?;
        self.hear(None, run, |line| answer(line).into())
    }

    /// Thinks about a position, whatever game it is from.
    fn consider(
        &mut self,
        position: &dyn Position,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Result<Thought, Trouble> {
        let limits = run.left();
        (self.limits.time, self.limits.nodes) = (limits.time, limits.nodes);
        let (start, _) = position.past().ok_or("this game has no start")?;
        let code = start.code();
        let behind = self
            .known
            .as_ref()
            .is_some_and(|(_, heard)| position.past().is_none_or(|(_, moves)| moves.len() < *heard));
        if self.process.is_none() || self.start.as_ref() != Some(&code) || behind {
            self.greet(start.as_ref(), Some(run))?;
            self.start = Some(code);
        }
        self.patience = limits.time.map_or(self.engine.time, |time| time + SLACK);
        let legal = |play: &str| position.versus().is_some_and(|versus| versus.why_not(play).is_none());
        let mut told: Vec<Thought> = Vec::new();
        let choice = self.ask(position, &[], Some(run), &mut |info| {
            let best = info["best"].as_str().filter(|play| legal(play));
            if let Some(best) = best {
                let depth = info["depth"].as_i64().unwrap_or(0) as i32;
                let line = vec![best.to_owned()];
                told.push(Thought { play: Some(best.to_owned()), depth, line, ..Thought::default() });
            }
        })?;
        if let Some(thought) = told.last() {
            tell(thought, run);
        }
        if let Some(why) = position.versus().and_then(|versus| versus.why_not(&choice.play)) {
            return Err(Trouble::Broken(format!("it plays {}: {}", shown(&choice.play), why.told)));
        }
        run.stats.expanded = choice.nodes;
        // Only as much of the line as can be played is told.
        let line =
            if choice.line.first() == Some(&choice.play) { choice.line } else { vec![choice.play.clone()] };
        let mut here: Option<Box<dyn Position>> = None;
        let can_be = |step: &&String| match here.as_deref().unwrap_or(position).play(step) {
            Ok(played) => {
                here = Some(played.position);
                true
            }
            Err(_) => false,
        };
        let line: Vec<String> = line
            .iter()
            .take_while({
                let mut can_be = can_be;
                move |step| can_be(step)
            })
            .cloned()
            .collect();
        let score = Score { ahead: choice.score, win: None };
        let thought = Thought { play: Some(choice.play), score, depth: choice.depth, line, stopped: None };
        tell(&thought, run);
        Ok(thought)
    }
}

impl Player for Outside {
    fn think(
        &mut self,
        position: &dyn Position,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Thought {
        self.fault = None;
        let began = Instant::now();
        let thought = self.consider(position, run, tell);
        run.stats.seconds = began.elapsed().as_secs_f64();
        thought.unwrap_or_else(|trouble| {
            (self.process, self.start) = (None, None);
            let stopped = (trouble == Trouble::Cancelled).then_some(Stop::Cancelled);
            if stopped.is_none() {
                self.fault = Some(failed(&self.engine, &trouble));
            }
            Thought { stopped, ..Thought::default() }
        })
    }

    fn clear(&mut self) {
        self.start = None;
    }

    fn fault(&self) -> Option<Refusal> {
        self.fault.clone()
    }
}

/// Where a game usually begins.
pub(crate) fn usual_start(kit: &dyn Kit) -> Option<Box<dyn Position>> {
    let usual = damier_search::registry::arguments("the start", kit.about().setup, &[]).ok()?;
    kit.start(&usual)?.ok()
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

/// Whether a line is what UCI waits for. A program that says it does not know the protocol need not be waited for.
fn answers_uci(line: &str, wanted: &str) -> Option<Result<(), String>> {
    let small = line.to_lowercase();
    let refused = ["error", "unknown command"].iter().any(|begins| small.starts_with(begins));
    let why = || format!("it does not speak UCI, and says: {}", shown(line));
    if refused { Some(Err(why())) } else { (line == wanted).then_some(Ok(())) }
}

fn answered<'a>(dialect: &dyn Dialect, line: &'a str) -> Option<Result<&'a str, String>> {
    Some(dialect.answer(line)?.map_err(|_| refuses(line)))
}

/// A `result` of a player.
fn choice(result: &Value) -> Result<Choice, String> {
    let nonsense = || format!("its result has no move: {}", shown(&result.to_string()));
    let play = result["move"].as_str().ok_or_else(nonsense)?.trim().to_owned();
    let line = result["line"].as_str().unwrap_or_default();
    Ok(Choice {
        play,
        nodes: result["stats"]["expanded"].as_u64().or_else(|| result["nodes"].as_u64()).unwrap_or(0),
        score: result["score"].as_f64().filter(|score| score.abs() < 1e6).unwrap_or(0.0),
        depth: result["depth"].as_i64().map_or(0, |depth| depth.clamp(0, 1000) as i32),
        line: line.split_whitespace().map(str::to_owned).take(200).collect(),
    })
}

fn best_move(line: &str, is_move: impl Fn(&str) -> bool) -> Option<Result<Choice, String>> {
    if line.starts_with("error") {
        return Some(Err(refuses(line)));
    }
    let mut words = line.strip_prefix("bestmove")?.split_whitespace();
    let Some(play) = words.next().filter(|play| is_move(play)) else {
        return Some(Err(format!("it answers nonsense: {}", shown(line))));
    };
    let words: Vec<&str> = words.collect();
    let nodes = words.windows(2).find(|pair| pair[0] == "nodes").and_then(|pair| pair[1].parse().ok());
    Some(Ok(Choice { play: play.to_owned(), nodes: nodes.unwrap_or(0), ..Choice::default() }))
}

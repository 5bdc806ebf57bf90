//! Whether a program keeps to the engine protocol, told so that its author can read it.
//!
//! Every check says what was sent and what came back. A solution is replayed by whoever calls; nothing that a
//! program claims is believed. A program that speaks lines of JSON is asked for all of the protocol; one that plays in other words
//! plays games (`check/player.rs`).

mod player;

use std::time::{Duration, Instant};

use damier_kit::{Kit, Position};
use serde::Serialize;
use serde_json::{Value, json};

use crate::process::{Heard, Process, shown, wanted};
use crate::session::{Hello, message, position as told, values};
use crate::solver::reply;
use crate::{Engine, Protocol, Roles};

/// What is asked of a program, and by whom its answers are replayed.
pub struct Exam<'a> {
    /// The program.
    pub engine: &'a Engine,
    /// The game.
    pub kit: &'static dyn Kit,
    /// Positions that can be solved quickly.
    pub easy: &'a [Box<dyn Position>],
    /// One that takes long.
    pub hard: &'a dyn Position,
    /// Replays moves from a position; gives what happened, or why they are not valid.
    pub replay: &'a dyn Fn(&dyn Position, &str) -> Result<String, String>,
    /// How long an easy position may take.
    pub time: Duration,
}

/// One check.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Check {
    /// What was checked.
    pub check: String,
    /// `ok`, `failed` or `skipped`.
    pub result: &'static str,
    /// What was found.
    pub what: String,
    /// The last lines that were sent.
    pub sent: Vec<String>,
    /// The last lines that came back.
    pub came: Vec<String>,
}

/// What stays of a conversation.
const KEPT: usize = 6;
/// The longest line of it.
const WIDE: usize = 300;
/// What an answer may take beyond its limit.
const SOON: Duration = Duration::from_secs(1);

/// A program, and what was said.
struct Talk<'a> {
    exam: &'a Exam<'a>,
    process: Option<Process>,
    sent: Vec<String>,
    came: Vec<String>,
}

pub(crate) type Found = Result<String, String>;

/// Examines a program; tells of each check as it is done.
pub fn examine(exam: &Exam<'_>, tell: &mut dyn FnMut(&Check)) -> Vec<Check> {
    if !matches!(exam.engine.protocol, Protocol::Json) {
        return player::examine(exam, tell);
    }
    let mut talk = Talk { exam, process: None, sent: Vec::new(), came: Vec::new() };
    let mut checks: Vec<Check> = Vec::new();
    let mut note = |talk: &mut Talk<'_>, check: &str, found: Result<Found, &str>| {
        let (result, what) = match found {
            Ok(Ok(what)) => ("ok", what),
            Ok(Err(why)) => ("failed", why),
            Err(why) => ("skipped", why.to_owned()),
        };
        let last = |lines: &mut Vec<String>| {
            let from = lines.len().saturating_sub(KEPT);
            std::mem::take(lines).split_off(from)
        };
        let (sent, came) = (last(&mut talk.sent), last(&mut talk.came));
        let check = Check { check: check.to_owned(), result, what, sent, came };
        tell(&check);
        checks.push(check);
        result != "failed"
    };
    let hello = talk.hello();
    let roles = hello.as_ref().ok().map(|hello| hello.roles.unwrap_or_else(|| usual(exam.kit)));
    let greeted = hello.map(|hello| format!("{}, {}", hello.name, names(hello.roles)));
    if !note(&mut talk, "hello", Ok(greeted)) {
        return checks;
    }
    let roles = roles.unwrap_or_default();
    let answers = if exam.kit.thinking().is_some() { roles.player } else { roles.solver };
    if !answers && !roles.heuristic {
        let why = "it has no role for this game: a puzzle needs solver or heuristic, adversaries need player";
        note(&mut talk, "roles", Ok(Err(why.to_owned())));
    }
    let no_role = "it does not say that it is a solver or a player of this game";
    let ask = |has: bool, found: &mut dyn FnMut() -> Found| if has { Ok(found()) } else { Err(no_role) };
    let found = ask(answers, &mut || talk.solves());
    note(&mut talk, "positions", found);
    let found = ask(answers, &mut || talk.keeps_nodes());
    note(&mut talk, "go with nodes", found);
    let found = ask(answers, &mut || talk.keeps_time());
    note(&mut talk, "go with time", found);
    let found = ask(answers, &mut || talk.stops());
    note(&mut talk, "stop", found);
    let found = ask(answers, &mut || talk.tells_events());
    note(&mut talk, "events", found);
    let found = match (roles.heuristic, exam.kit.thinking()) {
        (true, None) => Ok(talk.estimates()),
        (true, Some(_)) => Err("heuristics guide the search of puzzles only"),
        (false, _) => Err("it does not say that it is a heuristic"),
    };
    note(&mut talk, "eval", found);
    let found = talk.bears(roles, answers);
    note(&mut talk, "bad lines", Ok(found));
    let found = talk.quits();
    note(&mut talk, "quit", Ok(found));
    let found = talk.ends();
    note(&mut talk, "end of input", Ok(found));
    checks
}

/// The games that a program says it knows; none where it names none. An error says why it says nothing.
pub fn games(engine: &Engine) -> Result<Vec<String>, String> {
    let mut process = Process::start(engine, 4 << 20)?;
    let asked = process.say(&json!({"hello": {"name": "damier", "protocol": 1}}).to_string());
    asked.map_err(|why| why.to_string())?;
    let hello = process.hear(engine.start, &mut wanted, |line| match message(line) {
        Some((key, value)) if key == "hello" => Heard::Answer(Ok(Hello::of(&value))),
        _ => Heard::Noise,
    });
    hello.map(|hello| hello.games).map_err(|why| format!("it does not say hello: {why}"))
}

/// The role that a program has where it names none.
fn usual(kit: &dyn Kit) -> Roles {
    let player = kit.thinking().is_some();
    Roles { solver: !player, player, heuristic: false }
}

fn names(roles: Option<Roles>) -> String {
    let Some(roles) = roles else { return "which names no roles".to_owned() };
    let engine = Engine { roles, ..Engine::new("", Vec::new(), crate::Protocol::Json) };
    format!("roles: {}", engine.role_names().join(", "))
}

impl Talk<'_> {
    fn start(&mut self) -> Result<(), String> {
        self.process = Some(Process::start(self.exam.engine, 4 << 20)?);
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        self.sent.push(damier_search::excerpt(line, WIDE));
        let process = self.process.as_mut().ok_or("it does not run")?;
        process.say(line).map_err(|why| why.to_string())
    }

    fn hear<T>(&mut self, within: Duration, mut answer: impl FnMut(&str) -> Heard<T>) -> Result<T, String> {
        let came = &mut self.came;
        let process = self.process.as_mut().ok_or("it does not run")?;
        let heard = process.hear(within, &mut wanted, |line| {
            came.push(damier_search::excerpt(line, WIDE));
            if came.len() > 4 * KEPT {
                came.drain(..2 * KEPT);
            }
            answer(line)
        });
        heard.map_err(|why| why.to_string())
    }

    fn hello(&mut self) -> Result<Hello, String> {
        self.start()?;
        let game = self.exam.kit.about().name;
        self.say(&json!({"hello": {"name": "damier", "game": game, "protocol": 1}}).to_string())?;
        let hello = self.hear(self.exam.engine.start, |line| match message(line) {
            Some((key, value)) if key == "hello" => Heard::Answer(Ok(Hello::of(&value))),
            Some(_) => Heard::Noise,
            None => {
                Heard::Answer(Err(format!("the first line is to be a hello in JSON, not: {}", shown(line))))
            }
        })?;
        if !hello.games.is_empty() && !hello.games.iter().any(|known| known == game) {
            return Err(format!("it says that it knows {}, and not {game}", shown(&hello.games.join(", "))));
        }
        Ok(hello)
    }

    /// Sends a position and a question.
    fn go(&mut self, position: &dyn Position, go: &Value) -> Result<(), String> {
        self.say(&json!({"position": told(position)}).to_string())?;
        self.say(&json!({ "go": go }).to_string())
    }

    /// Waits for a result.
    fn result(&mut self, within: Duration) -> Result<Value, String> {
        self.hear(within, |line| match message(line) {
            Some((key, value)) if key == "result" => Heard::Answer(Ok(value)),
            Some((key, value)) if key == "error" => {
                Heard::Answer(Err(format!("it answers with an error: {}", shown(&value.to_string()))))
            }
            Some((key, _)) if ["info", "event"].contains(&key.as_str()) => Heard::Known,
            Some((key, _)) => {
                Heard::Answer(Err(format!("a result was waited for, and a '{}' came", shown(&key))))
            }
            None => Heard::Answer(Err(format!("this is no JSON object: {}", shown(line)))),
        })
    }

    /// Whether a result holds: a solution that the validator accepts, a move that may be played, or none.
    fn holds(&self, position: &dyn Position, result: &Value) -> Result<Option<String>, String> {
        if self.exam.kit.thinking().is_some() {
            let play = result["move"]
                .as_str()
                .ok_or_else(|| format!("the result has no move: {}", shown(&result.to_string())))?;
            let why = position.versus().and_then(|versus| versus.why_not(play));
            return why.map_or(Ok(Some(play.to_owned())), |why| {
                Err(format!("it plays {}: {}", shown(play), why.told))
            });
        }
        let line = json!({ "result": result }).to_string();
        let reply = reply(&line).unwrap_or_else(|| Err("this is no result".to_owned()))?;
        let Some(solution) = reply.solution else { return Ok(None) };
        let told = (self.exam.replay)(position, &solution);
        told.map(Some).map_err(|why| format!("the validator refuses '{}': {why}", shown(&solution)))
    }

    fn solves(&mut self) -> Found {
        let (exam, mut held) = (self.exam, 0);
        for (number, position) in exam.easy.iter().enumerate() {
            let millis = exam.time.as_millis() as u64;
            self.go(position.as_ref(), &json!({"time_ms": millis}))?;
            let result = self.result(exam.time + SOON)?;
            let held_now = self.holds(position.as_ref(), &result);
            held += usize::from(held_now.map_err(|why| format!("position {}: {why}", number + 1))?.is_some());
        }
        let all = exam.easy.len();
        if held == 0 {
            return Err(format!("none of {all} easy positions was solved within {:?} each", exam.time));
        }
        Ok(format!("{held} of {all} positions answered, all of them replayed by the validator"))
    }

    fn keeps_nodes(&mut self) -> Found {
        let position = self.exam.hard;
        let began = Instant::now();
        self.go(position, &json!({"nodes": 500, "time_ms": 5000}))?;
        let result = self.result(Duration::from_secs(6))?;
        self.holds(position, &result)?;
        let expanded = result["stats"]["expanded"].as_u64();
        match expanded {
            Some(expanded) if expanded > 5000 => {
                Err(format!("it was given 500 nodes, and tells of {expanded}"))
            }
            _ => Ok(format!("a result after {:.1?}", began.elapsed())),
        }
    }

    fn keeps_time(&mut self) -> Found {
        let position = self.exam.hard;
        let began = Instant::now();
        self.go(position, &json!({"time_ms": 300}))?;
        let result = self.result(Duration::from_millis(300) + SOON);
        let result = result.map_err(|why| format!("it was given 300 ms on a hard position: {why}"))?;
        self.holds(position, &result)?;
        Ok(format!("300 ms were given, the result came after {:.1?}", began.elapsed()))
    }

    fn stops(&mut self) -> Found {
        let position = self.exam.hard;
        self.go(position, &json!({"time_ms": 10_000}))?;
        let early = self.result(Duration::from_millis(100));
        if let Ok(result) = early {
            self.holds(position, &result)?;
            self.say(&json!({"stop": {}}).to_string())?;
            return Ok("it had its result before it was stopped".to_owned());
        }
        self.say(&json!({"stop": {}}).to_string())?;
        let began = Instant::now();
        let result = self.result(SOON);
        if let Ok(result) = result {
            self.holds(position, &result)?;
            return Ok(format!("a result {:.1?} after the stop", began.elapsed()));
        }
        // Who does not hear it may still keep to its time; the next question needs a fresh program.
        self.process = None;
        let why = result.err().unwrap_or_default();
        self.again()?;
        Err(format!("no result within a second of the stop: {why}"))
    }

    fn tells_events(&mut self) -> Found {
        let Some(position) = self.exam.easy.first() else { return Ok("there is no position".to_owned()) };
        let millis = self.exam.time.as_millis() as u64;
        self.go(position.as_ref(), &json!({"time_ms": millis, "events": true}))?;
        let (mut events, mut wrong) = (0_u64, None);
        self.hear(self.exam.time + SOON, |line| match message(line) {
            Some((key, value)) if key == "event" => {
                events += 1;
                if value["type"].as_str().is_none() || value["type"] == "expand" && !value["id"].is_u64() {
                    wrong.get_or_insert_with(|| shown(line));
                }
                Heard::Known
            }
            Some((key, _)) if key == "result" => Heard::Answer(Ok(())),
            _ => Heard::Known,
        })?;
        match (wrong, events) {
            (Some(line), _) => {
                Err(format!("an event has a type, and an expand a whole number as id: {line}"))
            }
            (None, 0) => Ok("it tells none, so its search cannot be watched; that is allowed".to_owned()),
            (None, events) => Ok(format!("{events} events")),
        }
    }

    fn estimates(&mut self) -> Found {
        let states: Vec<Value> = self.exam.easy.iter().map(|position| told(position.as_ref())).collect();
        self.say(&json!({"eval": {"states": states}}).to_string())?;
        let many = states.len();
        let told = self.hear(self.exam.engine.start, |line| match message(line) {
            Some((key, value)) if key == "values" => Heard::Answer(values(&value, many)),
            Some((key, value)) if key == "error" => {
                Heard::Answer(Err(format!("it answers with an error: {}", shown(&value.to_string()))))
            }
            _ => Heard::Noise,
        })?;
        let words: Vec<String> =
            told.iter().map(|value| value.map_or("no way".to_owned(), |value| value.to_string())).collect();
        Ok(format!("{many} states: {}", words.join(", ")))
    }

    /// Lines that it cannot know are no reason to die.
    fn bears(&mut self, roles: Roles, answers: bool) -> Found {
        for line in ["this is not JSON", "", "[1, 2]", "{\"dance\":{}}", "{\"position\":{\"nonsense\":1}}"] {
            self.say(line)?;
        }
        if answers {
            let Some(position) = self.exam.easy.first() else { return Ok("there is no position".to_owned()) };
            self.go(position.as_ref(), &json!({"time_ms": 2000}))?;
            // Whatever it says to the others comes first.
            let result = self.hear(Duration::from_secs(2) + SOON, |line| match message(line) {
                Some((key, value)) if key == "result" => Heard::Answer(Ok(value)),
                _ => Heard::Known,
            })?;
            self.holds(position.as_ref(), &result)?;
        } else if roles.heuristic {
            let states: Vec<Value> =
                self.exam.easy.iter().take(1).map(|position| told(position.as_ref())).collect();
            self.say(&json!({"eval": {"states": states}}).to_string())?;
            self.hear(self.exam.engine.start, |line| match message(line) {
                Some((key, value)) if key == "values" => Heard::Answer(values(&value, 1)),
                _ => Heard::Known,
            })?;
        }
        Ok("it goes on after five lines that it cannot know".to_owned())
    }

    fn quits(&mut self) -> Found {
        self.say(&json!({"quit": {}}).to_string())?;
        let process = self.process.as_mut().ok_or("it does not run")?;
        let left = process.leaves(SOON);
        self.process = None;
        match left {
            Some(status) if status.success() => Ok("it ends".to_owned()),
            Some(status) => Err(format!("it ends, but badly: {status}")),
            None => Err("it still runs a second after quit".to_owned()),
        }
    }

    fn ends(&mut self) -> Found {
        self.again()?;
        let process = self.process.as_mut().ok_or("it does not run")?;
        process.close();
        let left = process.leaves(SOON);
        self.process = None;
        left.map_or_else(
            || Err("it still runs a second after its input has ended".to_owned()),
            |_| Ok("it ends when its input does".to_owned()),
        )
    }

    /// A fresh program in the place of the old one.
    fn again(&mut self) -> Result<(), String> {
        self.process = None;
        self.hello().map(drop)
    }
}

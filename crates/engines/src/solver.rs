//! Asking a program for a solution.

use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_kit::{Kit, Position, Refusal, refuse};
use damier_search::{Run, Stop, Watch};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Engine;
use crate::events::Teller;
use crate::process::{Heard, Trouble, shown, wanted};
use crate::session::{Session, failed, message, position as told};

/// What a program has from the moment when its time is over, or it was asked to stop, until it is ended.
const GRACE: Duration = Duration::from_millis(300);

/// What a program says of its own answer. Nobody has proven it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// That its solution is the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// That no solution is cheaper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// What its solution costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// That there is no solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsolvable: bool,
}

/// What a program answered.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The solution as it wrote it, which is still to be replayed.
    pub solution: Option<String>,
    /// What it claims besides.
    pub claim: Claim,
    /// Why it has no solution, or stopped with what it had.
    pub stopped: Option<Stop>,
    /// The same in words, where the usual ones would mislead.
    pub why: Option<&'static str>,
    /// What it says that it counted.
    expanded: Option<u64>,
    generated: Option<u64>,
}

/// What is told of a program that was ended because it did not stop.
const DEAF: &str = "the time limit was reached; the engine did not stop when it was asked to, and was ended";
const NONE: &str = "the engine says that there is no solution, which is not proven";

/// A `result` line; none if it is none.
pub fn reply(line: &str) -> Option<Result<Reply, String>> {
    match message(line) {
        Some((key, value)) if key == "result" => Some(read(&value)),
        _ => None,
    }
}

fn read(result: &Value) -> Result<Reply, String> {
    let text = |key: &str| result[key].as_str();
    let number = |key: &str| result[key].as_u64().and_then(|number| u32::try_from(number).ok());
    let solution = match &result["solution"] {
        Value::Array(moves) => {
            let words: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
            Some(words.ok_or("the moves of its solution are no texts")?.join(" "))
        }
        value => value.as_str().map(str::to_owned),
    };
    let count = |key: &str| result["stats"][key].as_u64().or_else(|| result[key].as_u64());
    let (optimal, lower_bound) = (result["optimal"].as_bool(), number("lower_bound"));
    let claim = Claim { optimal, lower_bound, cost: number("cost"), unsolvable: false };
    let mut reply = Reply {
        solution,
        claim,
        expanded: count("expanded"),
        generated: count("generated"),
        ..Reply::default()
    };
    match text("outcome") {
        Some("solved") | None if reply.solution.is_some() => {}
        Some("solved") => return Err("it says solved and gives no solution".to_owned()),
        None => return Err(format!("its result has no outcome: {}", shown(&result.to_string()))),
        Some("unsolvable") => {
            reply.claim.unsolvable = true;
            (reply.stopped, reply.why) = (Some(Stop::GaveUp), Some(NONE));
        }
        Some("limit") => reply.stopped = Some(Stop::GaveUp),
        Some("cancelled") => reply.stopped = Some(Stop::Cancelled),
        Some("error") => {
            return Err(format!("it answers with an error: {}", shown(text("error").unwrap_or("no reason"))));
        }
        Some(other) => {
            let known = "solved, unsolvable, limit, cancelled and error";
            return Err(format!("its outcome is '{}', where there is {known}", shown(other)));
        }
    }
    Ok(reply)
}

/// A program that solves one position after another, and stays where that goes well.
pub struct Solving {
    engine: Arc<Engine>,
    kit: &'static dyn Kit,
    session: Option<Session>,
}

/// Asks a program once.
pub fn solve(
    engine: &Arc<Engine>,
    kit: &'static dyn Kit,
    position: &dyn Position,
    options: &[(String, String)],
    run: &mut Run,
    watch: Option<&mut Watch<'_>>,
) -> Result<Reply, Refusal> {
    Solving::new(engine.clone(), kit).solve(position, options, run, watch)
}

impl Solving {
    /// It is started when it is first asked.
    pub fn new(engine: Arc<Engine>, kit: &'static dyn Kit) -> Self {
        Solving { engine, kit, session: None }
    }

    /// Asks for a solution within the limits of the run; its time counts from the question on. The figures of the
    /// run are what the program says that it counted, the time is measured, and so is its memory.
    pub fn solve(
        &mut self,
        position: &dyn Position,
        options: &[(String, String)],
        run: &mut Run,
        watch: Option<&mut Watch<'_>>,
    ) -> Result<Reply, Refusal> {
        let asked = self.ask(position, options, run, watch);
        if !matches!(&asked, Ok((_, true))) {
            // What has failed is ended, and started anew for the next question.
            self.session = None;
        }
        match asked {
            Ok((reply, _)) => Ok(reply),
            Err(Trouble::Cancelled) => Ok(Reply { stopped: Some(Stop::Cancelled), ..Reply::default() }),
            Err(Trouble::Memory(_)) => Ok(Reply { stopped: Some(Stop::Memory), ..Reply::default() }),
            Err(why) => Err(failed(&self.engine, &why)),
        }
    }

    /// The answer, and whether the program is as it was before.
    fn ask(
        &mut self,
        position: &dyn Position,
        options: &[(String, String)],
        run: &mut Run,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Result<(Reply, bool), Trouble> {
        let engine = &self.engine;
        let limits = run.left();
        let limit = limits.time.unwrap_or(engine.time);
        let session = if let Some(session) = self.session.take() {
            session
        } else {
            let mut bounded = Engine::clone(engine);
            bounded.memory = limits.memory.map_or(engine.memory, |memory| memory.min(engine.memory));
            Session::open(&bounded, self.kit.about().name, &mut || still_wanted(run))?
        };
        let session = self.session.insert(session);
        let mut go = Map::new();
        go.insert("time_ms".to_owned(), json!(limit.as_millis() as u64));
        limits.nodes.map(|nodes| go.insert("nodes".to_owned(), json!(nodes)));
        limits.memory.map(|memory| go.insert("memory".to_owned(), json!(memory.min(engine.memory))));
        go.insert("events".to_owned(), json!(watch.is_some()));
        go.extend(options.iter().map(|(key, value)| (key.clone(), json!(value))));
        session.say(&json!({"position": told(position)}))?;
        session.say(&json!({ "go": go }))?;
        let began = Instant::now();
        let mut teller = Teller::new(self.kit, position);
        // Who watches may hold the search up, which is no time of the program's.
        let mut held = Duration::ZERO;
        let mut stopped: Option<(Instant, Stop)> = None;
        let heard = loop {
            let left = match stopped {
                None => (limit + held).saturating_sub(began.elapsed()),
                Some((at, _)) => GRACE.saturating_sub(at.elapsed()),
            };
            let asked = stopped.is_some();
            let at = Instant::now();
            let run_now = &mut *run;
            let cell = std::cell::RefCell::new(run_now);
            let heard = session.process.hear(
                left,
                &mut || if asked { Ok(()) } else { still_wanted(&mut cell.borrow_mut()) },
                |line| match message(line) {
                    Some((key, value)) if key == "result" => Heard::Answer(read(&value)),
                    Some((key, value)) if key == "error" => {
                        Heard::Answer(Err(format!("it answers with an error: {}", shown(&value.to_string()))))
                    }
                    Some((key, value)) if key == "event" => {
                        let began = Instant::now();
                        teller.take(&value, &mut cell.borrow_mut(), watch.as_deref_mut());
                        held += began.elapsed();
                        Heard::Known
                    }
                    Some((key, value)) if key == "info" => {
                        let stats = &mut cell.borrow_mut().stats;
                        stats.expanded = value["nodes"].as_u64().unwrap_or(0).max(stats.expanded);
                        Heard::Known
                    }
                    Some((key, _)) if key == "hello" => Heard::Known,
                    _ => Heard::Noise,
                },
            );
            match (heard, stopped) {
                (Err(Trouble::Late(_)), None) if began.elapsed() < limit + held => {}
                (Err(Trouble::Late(_)), None) => stopped = Some((Instant::now(), Stop::Time)),
                (Err(Trouble::Cancelled), None) => stopped = Some((Instant::now(), Stop::Cancelled)),
                (Err(Trouble::Late(_)), Some((_, why))) => {
                    let told = (why == Stop::Time).then_some(DEAF);
                    break Ok((Reply { stopped: Some(why), why: told, ..Reply::default() }, false));
                }
                (heard, _) => break heard.map(|reply| (reply, true)),
            }
            if stopped.is_some_and(|(since, _)| since >= at) && !asked {
                session.say(&json!({"stop": {}}))?;
            }
        };
        let time = began.elapsed().saturating_sub(held);
        let peak = session.process.peak;
        let mut heard = heard;
        if let Ok((reply, _)) = &mut heard {
            run.stats.expanded = reply.expanded.unwrap_or(run.stats.expanded);
            run.stats.generated = reply.generated.unwrap_or(run.stats.generated);
            // A program that stops where its limit is says so in its own words.
            if let (Some(Stop::GaveUp), false) = (reply.stopped, reply.claim.unsolvable) {
                let nodes = limits.nodes.is_some_and(|nodes| run.stats.expanded >= nodes);
                let late = time + Duration::from_millis(20) >= limit;
                reply.stopped = Some(if nodes {
                    Stop::Nodes
                } else if late {
                    Stop::Time
                } else {
                    Stop::GaveUp
                });
            }
        }
        run.stats.seconds = time.as_secs_f64();
        run.stats.peak_bytes = peak;
        heard
    }
}

/// Whether somebody still waits for the answer. The limits of a run are the program's own to keep.
pub(crate) fn still_wanted(run: &mut Run) -> Result<(), Trouble> {
    wanted()?;
    match run.look() {
        Err(Stop::Cancelled) => Err(Trouble::Cancelled),
        _ => Ok(()),
    }
}

/// What a solution costs: what the game counts where it counts in several ways, else its moves.
pub fn cost(
    kit: &dyn Kit,
    position: &dyn Position,
    moves: &[String],
    options: &[(String, String)],
) -> (u32, Option<&'static str>) {
    let counts = kit.about().question.iter().find(|option| option.name == "metric");
    let Some(option) = counts else { return (moves.len() as u32, None) };
    let given = options.iter().find(|(key, _)| key == option.name).map(|(_, value)| value.as_str());
    let wanted = given.unwrap_or(option.default);
    let found = position.tally(moves).into_iter().find(|(name, _)| *name == wanted);
    found.map_or((moves.len() as u32, None), |(name, count)| (count, Some(name)))
}

/// Why a solution of a program is refused.
pub fn invalid(name: &str, solution: &str, why: &str) -> Refusal {
    let solution = damier_kit::excerpt(solution);
    refuse!(
        "engine.invalid",
        "the solution of the engine {name} is not valid: '{solution}': {why}",
        name,
        solution,
        why
    )
}

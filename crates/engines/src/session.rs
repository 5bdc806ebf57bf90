//! The engine protocol in JSON Lines from the host's side: a program that has said hello.

use std::time::Duration;

use damier_kit::{Position, Refusal, refuse};
use serde_json::{Value, json};

use crate::process::{Heard, Process, Tick, Trouble, shown};
use crate::{Engine, Roles};

/// The longest line that a program may say: the estimates of a batch, or a long solution.
const LINE: u64 = 4 << 20;

/// A program that runs and has said what it is.
pub(crate) struct Session {
    pub(crate) process: Process,
}

/// What a program says of itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hello {
    pub(crate) name: String,
    /// The games that it names; none where it names none.
    pub(crate) games: Vec<String>,
    /// None where it names none.
    pub(crate) roles: Option<Roles>,
}

/// A line of a program: its one key, and what belongs to it.
pub(crate) fn message(line: &str) -> Option<(String, Value)> {
    let Ok(Value::Object(object)) = serde_json::from_str::<Value>(line) else { return None };
    object.into_iter().next()
}

/// What waits for one kind of message takes the others for what they are.
pub(crate) fn heard<T>(line: &str, kind: &str, take: impl FnOnce(Value) -> Result<T, String>) -> Heard<T> {
    match message(line) {
        Some((key, value)) if key == kind => Heard::Answer(take(value)),
        Some((key, value)) if key == "error" => Heard::Answer(Err(refused(&value))),
        Some((key, _)) if ["hello", "info", "event"].contains(&key.as_str()) => Heard::Known,
        _ => Heard::Noise,
    }
}

fn refused(value: &Value) -> String {
    let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    format!("it answers with an error: {}", shown(&said))
}

impl Session {
    /// Starts a program for a game, and waits for its hello.
    pub(crate) fn open(engine: &Engine, game: &str, tick: &mut Tick<'_>) -> Result<Session, Trouble> {
        let mut process = Process::start(engine, LINE)?;
        process.say(&json!({"hello": {"name": "damier", "game": game, "protocol": 1}}).to_string())?;
        let hello = process.hear(engine.start, tick, |line| match message(line) {
            Some((key, value)) if key == "hello" => Heard::Answer(Ok(Hello::of(&value))),
            Some((key, value)) if key == "error" => Heard::Answer(Err(refused(&value))),
            _ => Heard::Noise,
        });
        let hello = hello.map_err(|trouble| match trouble {
            Trouble::Late(why) => Trouble::Late(format!("it does not say hello: {why}")),
            other => other,
        })?;
        if !hello.games.is_empty() && !hello.games.iter().any(|known| known == game) {
            let games = shown(&hello.games.join(", "));
            return Err(Trouble::Broken(format!("it says that it knows {games}, and not {game}")));
        }
        Ok(Session { process })
    }

    /// Says a message.
    pub(crate) fn say(&mut self, message: &Value) -> Result<(), Trouble> {
        self.process.say(&message.to_string())
    }

    /// Asks for estimates of positions.
    pub(crate) fn eval(
        &mut self,
        states: &[Value],
        patience: Duration,
        tick: &mut Tick<'_>,
    ) -> Result<Vec<Option<u32>>, Trouble> {
        self.say(&json!({"eval": {"states": states}}))?;
        self.process.hear(patience, tick, |line| heard(line, "values", |value| values(&value, states.len())))
    }
}

/// As many estimates as states: whole numbers from 0, or null where no way is seen.
pub(crate) fn values(value: &Value, states: usize) -> Result<Vec<Option<u32>>, String> {
    let list =
        value.as_array().ok_or_else(|| format!("its values are no list: {}", shown(&value.to_string())))?;
    if list.len() != states {
        return Err(format!("it was asked about {states} states and gives {} values", list.len()));
    }
    let one = |value: &Value| match value {
        Value::Null => Ok(None),
        value => {
            let number = value.as_f64().filter(|number| (0.0..=1e9).contains(number));
            // What lies between two whole numbers is rounded down: an admissible estimate stays admissible.
            number.map(|number| Some(number as u32)).ok_or_else(|| {
                format!(
                    "an estimate is a number from 0 to 1000000000 or null, not {}",
                    shown(&value.to_string())
                )
            })
        }
    };
    list.iter().map(one).collect()
}

impl Hello {
    pub(crate) fn of(value: &Value) -> Self {
        let list = |key: &str| match &value[key] {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(many) => Some(many.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
            _ => None,
        };
        let roles = list("roles").map(|roles: Vec<String>| {
            let has = |name: &str| roles.iter().any(|role| role == name);
            Roles { solver: has("solver"), player: has("player"), heuristic: has("heuristic") }
        });
        let games = list("game").or_else(|| list("games")).unwrap_or_default();
        Hello { name: value["name"].as_str().map(shown).unwrap_or_default(), games, roles }
    }
}

/// A position as a program is told it: the JSON of its game.
pub(crate) fn position(position: &dyn Position) -> Value {
    let text = position.instance();
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// What is told of a program that failed.
pub(crate) fn failed(engine: &Engine, why: &Trouble) -> Refusal {
    refuse!(
        "engine.failed",
        "the engine {name} failed: {why}",
        name = engine.name.as_str(),
        why = why.to_string()
    )
}

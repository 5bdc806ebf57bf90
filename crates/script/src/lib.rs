//! A heuristic as a small script, in the language Rhai.
//!
//! A script sees a state `s`; its last value is the estimate. What it can ask is the same in every game: the game's own heuristics by
//! name, where the pieces stand and where they are to go, and the board (`docs/heuristics.md`). [`Script::new`] compiles one for a
//! position; it is a [`Scripted`], and guides any search as `own`.
//!
//! A script is bounded for every state that it is asked about: operations, time, depth of calls and of expressions, sizes of texts and lists,
//! variables. It has no files, no modules, no clock, no output, no maps and no way to compile more of itself. These bounds are per value
//! and per call; who runs the script of a stranger does so in a process with a memory limit.

mod words;
mod world;

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use damier_kit::{Refusal, Scene, refuse};
use damier_search::{Cost, FAR, Placement, Scripted};
use rhai::{AST, Dynamic, Engine, Scope};

use world::State;

/// The most letters of a script: a heuristic has ten lines.
pub const LETTERS: usize = 16 << 10;
/// What a script may do for one state. An estimate takes some hundred operations, each less than a microsecond.
pub const OPERATIONS: u64 = 100_000;
/// And how long: lists are walked in one operation.
pub const TIME: Duration = Duration::from_millis(100);
/// Calls within calls, and expressions within expressions outside and inside of functions. All together fit into the stack of a
/// thread.
const CALLS: usize = 16;
const DEPTH: (usize, usize) = (32, 16);
/// Letters of a text, items of a list with all that are in it, and variables.
const STRING: usize = 1024;
const ARRAY: usize = 1024;
const VARIABLES: usize = 64;
const FUNCTIONS: usize = 32;

thread_local! {
    /// When the estimate that is made by this thread must be there.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A script, compiled for a position.
pub struct Script {
    engine: Engine,
    ast: AST,
    asks: Vec<String>,
    failed: AtomicBool,
    fault: Mutex<Option<Refusal>>,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("asks", &self.asks).finish_non_exhaustive()
    }
}

/// How a script calls a heuristic.
pub fn function_name(heuristic: &str) -> String {
    heuristic.replace('-', "_")
}

/// What a script says of itself: its first line, if that is a comment.
pub fn summary(text: &str) -> Option<&str> {
    text.lines().next()?.trim().strip_prefix("//").map(str::trim).filter(|words| !words.is_empty())
}

impl Script {
    /// Compiles a script for a position that looks like this, in a game with these heuristics.
    pub fn new(text: &str, heuristics: &[&str], scene: &Scene) -> Result<Arc<Self>, Refusal> {
        if text.len() > LETTERS {
            return Err(refuse!(
                "script.long",
                "a script has at most {most} letters, not {letters}",
                most = LETTERS,
                letters = text.len()
            ));
        }
        let asks: Vec<String> = (heuristics.iter())
            .filter(|name| has_word(text, &function_name(name)))
            .map(|&name| name.to_owned())
            .collect();
        let mut engine = engine();
        world::register(&mut engine, scene, heuristics, &asks);
        let ast = engine.compile(text).map_err(|error| words::unreadable(&error))?;
        let (failed, fault) = (AtomicBool::new(false), Mutex::new(None));
        Ok(Arc::new(Script { engine, ast, asks, failed, fault }))
    }

    /// The estimate for a state, or what is wrong.
    fn evaluate(&self, state: State) -> Result<Option<Cost>, Refusal> {
        let mut scope = Scope::new();
        scope.push_constant_dynamic("s", Dynamic::from(state));
        DEADLINE.set(Some(Instant::now() + TIME));
        let evaluated = catch_unwind(AssertUnwindSafe(|| {
            self.engine.eval_ast_with_scope::<Dynamic>(&mut scope, &self.ast)
        }));
        DEADLINE.set(None);
        match evaluated {
            Err(_) => Err(refuse!("script.broken", "the script breaks the language itself")),
            Ok(Err(error)) => Err(words::failed(&error)),
            Ok(Ok(value)) => cost(&value),
        }
    }
}

impl Scripted for Script {
    fn asks(&self) -> &[String] {
        &self.asks
    }

    fn estimate(&self, here: &Placement, said: &[Option<Cost>]) -> Option<Cost> {
        if self.has_failed() {
            return None;
        }
        self.evaluate(State::new(here, said)).unwrap_or_else(|refusal| {
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(refusal);
            self.failed.store(true, Relaxed);
            None
        })
    }

    fn fault(&self) -> Option<Box<dyn Error + Send + Sync>> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone().map(|refusal| Box::new(refusal) as Box<dyn Error + Send + Sync>)
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Relaxed)
    }
}

/// The language, bounded.
fn engine() -> Engine {
    let mut engine = Engine::new_raw();
    engine
        .set_max_operations(OPERATIONS)
        .set_max_call_levels(CALLS)
        .set_max_expr_depths(DEPTH.0, DEPTH.1)
        .set_max_string_size(STRING)
        .set_max_array_size(ARRAY)
        .set_max_map_size(1)
        .set_max_variables(VARIABLES)
        .set_max_functions(FUNCTIONS)
        .set_max_strings_interned(VARIABLES)
        .on_progress(|operations| {
            let late = || DEADLINE.get().is_some_and(|deadline| Instant::now() >= deadline);
            (operations % 8 == 0 && late()).then_some(Dynamic::UNIT)
        });
    // A map grows past its limit by `m[k] = v`, so there are none; what is printed would be seen by nobody.
    for symbol in ["#{", "eval", "print", "debug"] {
        engine.disable_symbol(symbol);
    }
    engine
}

/// The estimate that a value means: a number, rounded down, or nothing.
fn cost(value: &Dynamic) -> Result<Option<Cost>, Refusal> {
    if value.is_unit() {
        return Ok(None);
    }
    let number = match (value.as_int(), value.as_float()) {
        (Ok(whole), _) => whole as f64,
        (_, Ok(float)) => float,
        _ => {
            let what = words::kind(value);
            return Err(refuse!(
                "script.result",
                "the estimate is a number or nothing, but this is {what}",
                what
            ));
        }
    };
    if number.is_nan() || number < 0.0 {
        return Err(refuse!(
            "script.negative",
            "the estimate is not a number from 0 on, but {number}",
            number = number
        ));
    }
    Ok(number.is_finite().then(|| number.min(f64::from(FAR - 1)) as Cost))
}

/// Whether a word stands in a text by itself.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next())
    })
}

//! Who sits at the board in a match: a player of ours, an outside engine by its name, or a program that speaks a
//! protocol.

use std::sync::Arc;
use std::time::Duration;

use damier_engines::{Engine, Outside, Protocol};
use damier_lab::matches::{Ours, Seat};
use damier_lab::{Game, table_bytes};
use damier_search::{Limits, Spec};

use super::{Fault, session};

/// What is asked of who sits there besides moves.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// How long an answer of a program may take.
    pub(crate) patience: Duration,
    /// What its processes may hold in memory, all together; what its entry says where nobody says otherwise.
    pub(crate) memory: Option<u64>,
    /// Whether a player of ours thinks in the time of the others, too.
    pub(crate) ponders: bool,
}

/// `fast(level=easy)`, the name of an engine, or a program: `cmd:program arguments`, `json:…`, `uci:…`, or a
/// protocol of the game.
pub(crate) fn seat(game: Game, text: &str, limits: Limits, bounds: Bounds) -> Result<Box<dyn Seat>, Fault> {
    if let Some((name, command)) = text.split_once(':')
        && let Some(protocol) = protocol(game, name)
    {
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            let what = format!("'{text}' names no program; write {name}:path/to/engine arguments");
            return Err(Fault::Input(what));
        }
        let mut engine = Engine::new(text, command, protocol);
        engine.start = bounds.patience;
        return outside(game, text, engine, limits, bounds);
    }
    let spec: Spec = text.parse()?;
    game.check(&spec)?;
    if let Some(engine) = damier_engines::named(game.kit, &spec.name) {
        return outside(game, text, Engine::clone(&engine), limits, bounds);
    }
    let player = game.player(&spec, table_bytes(None))?;
    Ok(Box::new(Ours::new(player, limits, &session::start).pondering(bounds.ponders)))
}

/// The protocol that stands before a program, as in `uci:program`; none where nothing is called so.
pub(crate) fn protocol(game: Game, name: &str) -> Option<Protocol> {
    match name {
        "cmd" => Some(Protocol::Text),
        "uci" => Some(Protocol::Uci),
        "json" => Some(Protocol::Json),
        _ => {
            let dialects = game.kit.thinking().map(damier_kit::Thinking::dialects).unwrap_or_default();
            let known = dialects.iter().any(|dialect| dialect.name() == name);
            known.then(|| Protocol::Dialect(name.to_owned()))
        }
    }
}

fn outside(
    game: Game,
    text: &str,
    mut engine: Engine,
    limits: Limits,
    bounds: Bounds,
) -> Result<Box<dyn Seat>, Fault> {
    engine.memory = bounds.memory.unwrap_or(engine.memory);
    let mut outside = Outside::new(Arc::new(engine), game.kit, limits);
    outside.patience = bounds.patience;
    outside.start().map_err(|why| Fault::Input(format!("'{text}': {why}")))?;
    Ok(Box::new(outside))
}

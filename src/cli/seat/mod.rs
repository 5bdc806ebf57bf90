//! Who sits at the board in a match: a player of ours, or a program that speaks a protocol.

mod outside;
mod process;

use damier_lab::matches::{Ours, Seat};
use damier_lab::{Game, table_bytes};
use damier_search::{Limits, Spec};

pub(crate) use self::outside::Bounds;
use self::outside::{Outside, Protocol};
use super::{Fault, session};
pub(super) use crate::group::end_all;

/// `fast(level=easy)`, or a program: `cmd:program arguments`, `uci:…`, or a protocol of the game.
pub(crate) fn seat(game: Game, text: &str, limits: Limits, bounds: Bounds) -> Result<Box<dyn Seat>, Fault> {
    let thinking = game.thinking()?;
    let dialects = thinking.dialects().iter().map(|&dialect| (dialect.name(), Protocol::Dialect(dialect)));
    let protocols = [("cmd", Protocol::Text), ("uci", Protocol::Uci)].into_iter().chain(dialects);
    for (name, protocol) in protocols {
        let Some(command) = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            let what = format!("'{text}' names no program; write {name}:path/to/engine arguments");
            return Err(Fault::Input(what));
        }
        let outside = Outside::start(game, command, protocol, limits, bounds);
        return Ok(Box::new(outside.map_err(|why| Fault::Input(format!("'{text}': {why}")))?));
    }
    let spec: Spec = text.parse()?;
    Ok(Box::new(Ours { player: thinking.player(&spec, table_bytes(None))?, limits, start: &session::start }))
}

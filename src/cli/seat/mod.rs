//! Who sits at the board in a match: a player of ours, or a program that speaks a protocol.

mod outside;
mod process;

use std::time::Duration;

use damier_lab::matches::{Ours, Seat};
use damier_lab::{Game, table_bytes};
use damier_search::{Limits, Spec};

use self::outside::{Outside, Protocol};
use super::{Fault, session};

/// `fast(level=easy)`, or a program: `cmd:program arguments`, `uci:…`, or a protocol of the game.
pub(super) fn seat(
    game: Game,
    text: &str,
    limits: Limits,
    patience: Duration,
) -> Result<Box<dyn Seat>, Fault> {
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
        return Ok(Box::new(Outside::new(game, command, protocol, limits, patience)));
    }
    let spec: Spec = text.parse()?;
    Ok(Box::new(Ours { player: thinking.player(&spec, table_bytes(None))?, limits, start: &session::start }))
}

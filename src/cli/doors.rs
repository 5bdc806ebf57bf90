//! What the command line reads, for who tests it without a process.

use std::path::Path;
use std::time::Duration;

use damier_kit::Refusal;
use damier_lab::Game;

use super::{Fault, data, engine, engines, generate, units};

/// A time, as in `--time 500ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    units::duration(text)
}

/// A size, as in `--memory 4GiB`.
pub fn bytes(text: &str) -> Result<u64, String> {
    units::bytes(text)
}

/// What one can wish for, as in `--length 8..10`.
pub fn range(text: &str) -> Result<(u32, u32), String> {
    generate::range(text)
}

/// What `export` wrote: how many documents there are.
pub fn import(text: &[u8]) -> Result<usize, String> {
    data::documents(&mut &*text, "the text").map(|documents| documents.len()).map_err(told)
}

/// A list of outside engines.
pub fn engines(text: &str) -> Result<Vec<damier_engines::Engine>, Refusal> {
    engines::parse(text, Path::new(""))
}

/// The protocols in which `engine` speaks of a game.
pub fn protocols(game: Game) -> Vec<&'static str> {
    engine::protocols(game)
}

/// What `engine --protocol` says to a whole input.
pub fn engine(game: Game, protocol: &str, input: &str) -> Result<Vec<String>, String> {
    engine::answers(game, protocol, input).map_err(told)
}

fn told(fault: Fault) -> String {
    match fault {
        Fault::Input(why) | Fault::Failed(why) => why,
        Fault::Unread => "nobody reads".to_owned(),
    }
}

//! What the command line reads, for who tests it without a process.

use std::time::Duration;

use super::{Fault, data, generate, units};

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
    match data::documents(&mut &*text, "the text") {
        Ok(documents) => Ok(documents.len()),
        Err(Fault::Input(why) | Fault::Failed(why)) => Err(why),
        Err(Fault::Unread) => Err("nobody reads".to_owned()),
    }
}

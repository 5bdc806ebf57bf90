//! What a program says, taken in without a program: for who tests that nothing it says does harm.

use damier_kit::{Kit, Position};
use damier_search::{Limits, Run, Watch};

use crate::events::Teller;
use crate::session::{Hello, message, values};
use crate::solver::{Reply, reply};

/// Takes in all lines that a program says about a position; gives its results, and tells its steps to who watches.
pub fn hear(
    kit: &'static dyn Kit,
    position: &dyn Position,
    text: &str,
    watch: &mut Watch<'_>,
) -> Vec<Result<Reply, String>> {
    let mut teller = Teller::new(kit, position);
    let mut run = Run::new(Limits::default());
    let mut found = Vec::new();
    for line in text.lines() {
        match message(line.trim()) {
            Some((key, value)) if key == "event" => teller.take(&value, &mut run, Some(&mut *watch)),
            Some((key, value)) if key == "hello" => drop(Hello::of(&value)),
            Some((key, value)) if key == "values" => found.extend(values(&value, 3).err().map(Err)),
            _ => found.extend(reply(line.trim())),
        }
    }
    found
}

//! What a program says, taken in without a program: for who tests that nothing it says does harm.

use damier_kit::{Kit, Position};
use damier_search::{Limits, Run, Watch};

use crate::adapter::Gaps;
use crate::events::Teller;
use crate::session::{Hello, message, values};
use crate::solver::{Reply, reply};
use crate::{Engine, Protocol};

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

/// What a program with an adapter would be sent after some moves on a board with so many rows, and the moves that are understood of
/// what it says, a line each; none where it has no adapter.
pub fn adapted(
    engine: &Engine,
    moves: &[String],
    rows: usize,
    said: &str,
) -> Option<(Vec<String>, Vec<String>)> {
    let Protocol::Adapter(adapter) = &engine.protocol else { return None };
    let gaps =
        Gaps { millis: 100, nodes: 1000, left: 5000, increment: 10, player: moves.len() % 2, ends: false };
    let mut sent: Vec<String> = adapter.begin(&gaps).into_iter().map(|(line, _)| line).collect();
    sent.extend(moves.iter().filter_map(|step| adapter.tell(step, 0, rows)).map(|(line, _)| line));
    sent.extend(adapter.position(moves, &gaps, rows));
    sent.push(adapter.ask(moves, &gaps, rows));
    let told = said.lines().filter_map(|line| adapter.told(line, rows)?.ok()?.play);
    Some((sent, told.collect()))
}

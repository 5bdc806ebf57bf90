//! How fast rules and engine are on the reference positions. Rates of the rules are the best of many short slices, so that other work
//! on the machine counts little.

use std::hint::black_box;
use std::time::Duration;

use damier_kit::Measure;
use damier_search::{Run, Stop};

use crate::board::{Moves, Setup};
use crate::notation::{self, Entry};
use crate::perft::perft;
use crate::rules::Position;
use crate::solver::Engine;

pub(crate) const MEASURES: &[Measure] = &[
    Measure { what: "perft 3: leaves", known: Some(2_062_264), run: counted },
    Measure { what: "legal moves: positions", known: None, run: listed },
    Measure { what: "fast(depth=7): nodes", known: None, run: searched },
];

const POSITIONS: &str = include_str!("../../../data/quoridor/positions.jsonl");
/// How deep the engine looks at each position.
const DEPTH: i32 = 7;

fn positions() -> Vec<Entry> {
    notation::read(POSITIONS, None).unwrap_or_default()
}

fn counted(run: &mut Run) -> Result<(u64, f64), Stop> {
    let leaves = perft(&Position::start(Setup::default()), 3, run)?;
    Ok((leaves, run.finish().seconds))
}

/// The legal moves of the positions in which walls are left.
fn listed(run: &mut Run) -> Result<(u64, f64), Stop> {
    let positions: Vec<Position> = positions().iter().map(|entry| *entry.record.position()).collect();
    let with_walls: Vec<_> =
        positions.iter().filter(|position| position.walls_left(position.turn()) > 0).collect();
    let mut moves = Moves::default();
    let mut least = Duration::MAX;
    for _ in 0..2000 {
        let began = run.elapsed();
        for &position in &with_walls {
            black_box(position).legal_into(&mut moves);
            black_box(&moves);
        }
        least = least.min(run.elapsed().saturating_sub(began));
    }
    run.look()?;
    Ok((with_walls.len() as u64, least.as_secs_f64()))
}

/// The engine, to a fixed depth.
fn searched(run: &mut Run) -> Result<(u64, f64), Stop> {
    let mut engine = Engine::new(16 << 20, run)?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for entry in positions() {
        engine.clear();
        let mut part = run.beside(run.left());
        engine.think(&entry.record, DEPTH, &mut part, &mut |_, _| ());
        let stats = part.finish();
        nodes += stats.expanded;
        seconds += stats.seconds;
    }
    run.look()?;
    Ok((nodes, seconds))
}

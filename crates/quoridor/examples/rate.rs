//! How fast the rules are: legal moves of the reference positions, ways, and leaves from the start. The best of many short
//! slices, so that other work on the machine does not count.

use std::hint::black_box;
use std::time::Instant;

use damier_quoridor::perft::perft;
use damier_quoridor::{Moves, Position, Setup, notation};
use damier_search::{Limits, Run};

fn best(name: &str, positions: &[Position], mut work: impl FnMut(&Position)) {
    let mut least = f64::MAX;
    for _ in 0..3000 {
        let began = Instant::now();
        positions.iter().for_each(|position| work(black_box(position)));
        least = least.min(began.elapsed().as_secs_f64());
    }
    let each = least / positions.len() as f64;
    println!("{name}: {:.0} ns, {:.2} million a second", each * 1e9, 1e-6 / each);
}

fn main() {
    let entries = notation::read(include_str!("../../../data/quoridor/positions.jsonl"), None);
    let entries = entries.expect("the reference positions can be read");
    let all = entries.iter().map(|entry| *entry.record.position());
    let with_walls: Vec<Position> = all.filter(|position| position.walls_left(position.turn()) > 0).collect();
    let mut moves = Moves::default();
    best("legal moves listed", &with_walls, |position| position.legal_into(&mut moves));
    best("legal moves counted", &with_walls, |position| drop(black_box(position.legal_count())));
    best("both distances", &with_walls, |position| {
        black_box((position.distance(0), position.distance(1)));
    });
    let mut least = f64::MAX;
    for _ in 0..300 {
        let began = Instant::now();
        let leaves = perft(&Position::start(Setup::default()), 3, &mut Run::new(Limits::default()));
        assert_eq!(leaves, Ok(2_062_264));
        least = least.min(began.elapsed().as_secs_f64());
    }
    println!("perft 3: {:.1} ms, {:.0} million leaves a second", least * 1e3, 2.062_264 / least);
}

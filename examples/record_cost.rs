//! What does it cost a search that it is kept step by step? The same searches with nobody watching and with a recorder, one after the
//! other, for `scripts/trace-cost`. With `off` or `on` it does one of the two, for who counts instructions.

use std::time::{Duration, Instant};

use damier::doors::GAMES;
use damier_lab::trace::Recorder;
use damier_search::{Limits, Placement, Run};

/// What all searches take, and how many events were kept.
fn search(watched: bool) -> (Duration, usize) {
    let (mut time, mut events) = (Duration::ZERO, 0);
    for game in GAMES.iter().filter(|game| game.kit.thinking().is_none()) {
        for set in game.kit.about().sets.iter().rev().take(2) {
            for position in game.kit.read(set.text, None).unwrap_or_default().iter().take(5) {
                let Some(plans) = position.plans() else { continue };
                let scene = position.scene();
                let cells = scene.pieces.iter().map(|piece| piece.cell).collect();
                let start = Placement { cells, tasked: Vec::new() };
                let mut recorder = Recorder::new(scene.width * scene.height, start, 1 << 30);
                let mut run = Run::new(Limits { nodes: Some(20_000), ..Limits::default() });
                let spec = "astar".parse().expect("a known algorithm");
                let began = Instant::now();
                let done = if watched {
                    plans.solve(&spec, &mut run, Some(&mut recorder))
                } else {
                    plans.solve(&spec, &mut run, None)
                };
                time += began.elapsed();
                assert!(done.is_ok());
                events += recorder.finish().len();
            }
        }
    }
    (time, events)
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("off") => println!("{:?}", search(false)),
        Some("on") => println!("{:?}", search(true)),
        _ => {
            let mut best = [Duration::MAX; 2];
            for _ in 0..7 {
                for (watched, best) in [false, true].into_iter().zip(&mut best) {
                    *best = search(watched).0.min(*best);
                }
            }
            let [off, on] = best;
            let ratio = on.as_secs_f64() / off.as_secs_f64();
            println!("A*, nobody watching: {off:?}\nA*, kept step by step: {on:?}\ntimes: {ratio:.2}");
        }
    }
}

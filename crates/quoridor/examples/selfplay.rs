//! Makes the positions that the net is trained on (`examples/train.rs`): games of the engine against itself.
//!
//! ```text
//! cargo run --release -p damier-quoridor --example selfplay -- FOLDER SIZE NODES FIRST LAST THREADS
//! ```
//! Games come in parts of 50, numbered FIRST to LAST, a file each (`SIZE-NODES-PART.bin`). A part that is there already is not
//! made again, so a run that was broken off goes on where it stopped. Every game has a seed from its number and begins with an
//! empty table: the files are the same whatever the threads.
//!
//! A game begins with 4 to 10 random plies, which are taken only where a short search finds neither side more than 1.5 steps
//! ahead. Later one move in 30 is random. Each move is searched with NODES nodes. What is written of a position, 40 bytes: the
//! walls (two times 16), both pawns, the walls left of both, whose turn it is, how the game ended for them (0 lost, 1 drawn,
//! 2 won), and the score. Positions without walls left are not written: the engine knows them exactly.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use damier_quoridor::solver::{Sample, WON};
use damier_quoridor::{End, Engine, Position, Record, Setup, generate};
use damier_search::random::{Random, mixed};
use damier_search::{Limits, Run};

/// Games in a part.
const GAMES: u64 = 50;
/// A game that is longer goes round in circles.
const PLIES: usize = 300;

fn main() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let folder = PathBuf::from(words.next().ok_or("selfplay FOLDER SIZE NODES FIRST LAST THREADS")?);
    let mut number = |usual: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (size, nodes) = (number(9), number(2000));
    let (first, last, threads) = (number(0), number(9), number(1));
    let setup = Setup::new(size as usize, 2, None).map_err(|refusal| refusal.to_string())?;
    fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        let work = || loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{size}-{nodes}-{part:06}.bin"));
            if part > last {
                return Ok(());
            }
            if !path.exists() {
                write(&path, &games(setup, nodes, part)?)?;
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a thread died".to_owned())?)
    })
}

/// Whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let half = path.with_extension("part");
    fs::write(&half, bytes).and_then(|()| fs::rename(&half, path)).map_err(|why| why.to_string())
}

fn limited(nodes: u64) -> Run {
    Run::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn games(setup: Setup, nodes: u64, part: u64) -> Result<Vec<u8>, String> {
    let mut engine =
        Engine::new(4 << 20, &mut Run::new(Limits::default())).map_err(|stop| format!("{stop:?}"))?;
    let mut bytes = Vec::new();
    for game in part * GAMES..(part + 1) * GAMES {
        let mut random = Random::new(mixed(game ^ (setup.size() as u64) << 48));
        engine.clear();
        let record = opening(&mut engine, setup, nodes, &mut random);
        play(&mut engine, record, nodes, &mut random, &mut bytes);
    }
    Ok(bytes)
}

/// Random plies after which neither side is far ahead.
fn opening(engine: &mut Engine, setup: Setup, nodes: u64, random: &mut Random) -> Record {
    loop {
        let plies = 4 + (random.bits() % 7) as usize;
        let record = generate::random(setup, plies, random.bits());
        let score = engine.think(&record, 48, &mut limited(2 * nodes), &mut |_, _| ()).score;
        if score.abs() < 150 {
            return record;
        }
    }
}

/// One game, until its end is seen; adds its positions.
fn play(engine: &mut Engine, mut record: Record, nodes: u64, random: &mut Random, bytes: &mut Vec<u8>) {
    let mut seen: Vec<(Position, i32)> = Vec::new();
    let winner = loop {
        match record.end() {
            Some(End::Won(player)) => break Some(player),
            Some(End::Repeated) => break None,
            None if record.moves().len() >= PLIES => return,
            None => {}
        }
        let position = *record.position();
        let turn = position.turn();
        let thought = engine.think(&record, 48, &mut limited(nodes), &mut |_, _| ());
        if thought.score.abs() > WON || position.walls_left(0) + position.walls_left(1) == 0 {
            break (thought.score != 0).then_some(if thought.score > 0 { turn } else { 1 - turn });
        }
        let mut choice = thought.play;
        if random.bits().is_multiple_of(30) {
            let legal = position.legal();
            let walks = legal.iter().filter(|play| play.is_walk()).count();
            let among = if random.bits().is_multiple_of(2) { walks } else { legal.len() };
            choice = legal.get((random.bits() % among.max(1) as u64) as usize).copied();
        }
        if record.times() == 1 {
            seen.push((position, thought.score));
        }
        let Some(play) = choice else { return };
        if record.play(play).is_err() {
            return;
        }
    };
    for (position, score) in seen {
        let ended = winner.map_or(1, |winner| if winner == position.turn() { 2 } else { 0 });
        let score = score.clamp(-20_000, 20_000) as i16;
        Sample { position, score, ended }.write(bytes);
    }
}

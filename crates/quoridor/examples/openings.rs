//! Makes the openings that ship (`data/quoridor/openings.txt`): the engine plays against itself and chooses its first moves among
//! the good ones.
//!
//! In the opening every move is looked at for a moment, and the eight best again for longer; one of these is drawn by lot, better ones more often:
//! the chance is proportional to the exponential of the score over the temperature. What is thought of a position depends on the position
//! alone and the lots on the seed and the game's number, so that the same options give the same file with any number of threads and the same
//! engine. Then the engine plays for both until the end is seen.
//!
//! ```text
//! cargo run --release -p damier-quoridor --example openings -- games=3000 nodes=3000 seed=1 > data/quoridor/openings.txt
//! ```
//! Options: `games`, `nodes` (a move), `plies` (of the opening), `least` (games of a move that is kept), `temperature` (hundredths of a step),
//! `seed`, `threads`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use damier_quoridor::openings::{Folded, Openings, Tried};
use damier_quoridor::solver::WON;
use damier_quoridor::{End, Engine, Move, Position, Record, Setup};
use damier_search::{Limits, Run, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The good moves of an opening among which lots are drawn.
const GOOD: usize = 8;
/// The nodes of the first look at a move: enough for two plies.
const GLANCE: u64 = 800;
/// A table that is emptied often is small.
const TABLE: usize = 1 << 18;

struct Options {
    games: u64,
    nodes: u64,
    plies: usize,
    least: u32,
    temperature: f64,
    seed: u64,
    threads: usize,
}

/// What is thought of the good moves of a position, as they are kept.
type Good = Arc<Vec<(Move, i32)>>;

fn main() -> Result<(), String> {
    let options = options()?;
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let thought: Mutex<HashMap<u64, Good>> = Mutex::default();
    let openings: Mutex<Openings> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| {
                let Ok(mut table) = Desk::new(&options, &thought) else { return };
                loop {
                    let game = next.fetch_add(1, Relaxed);
                    if game >= options.games {
                        return;
                    }
                    let played = table.play(game);
                    let mut all = openings.lock().unwrap_or_else(PoisonError::into_inner);
                    for (position, tried) in played {
                        all.add(&position, tried);
                    }
                    drop(all);
                    let done = done.fetch_add(1, Relaxed) + 1;
                    if done.is_multiple_of(100) {
                        eprintln!("{done} games of {}", options.games);
                    }
                }
            });
        }
    });
    let openings = openings.into_inner().unwrap_or_else(PoisonError::into_inner);
    print!("{}", openings.write(options.least));
    Ok(())
}

fn options() -> Result<Options, String> {
    let mut all: HashMap<String, f64> = HashMap::from(
        [("games", 3000.0), ("nodes", 3000.0), ("plies", 12.0), ("least", 4.0)]
            .map(|(name, value)| (name.to_owned(), value)),
    );
    let usual = [("temperature", 12.0), ("seed", 1.0), ("threads", 1.0)];
    all.extend(usual.map(|(name, value)| (name.to_owned(), value)));
    for word in std::env::args().skip(1) {
        let given = word.split_once('=').and_then(|(name, value)| Some((name, value.parse::<f64>().ok()?)));
        let known = given.filter(|(name, value)| all.contains_key(*name) && *value >= 1.0);
        let (name, value) = known.ok_or_else(|| format!("'{word}' is no option such as games=3000"))?;
        all.insert(name.to_owned(), value);
    }
    Ok(Options {
        games: all["games"] as u64,
        nodes: all["nodes"] as u64,
        plies: all["plies"] as usize,
        least: all["least"] as u32,
        temperature: all["temperature"],
        seed: all["seed"] as u64,
        threads: all["threads"] as usize,
    })
}

/// An engine, and what all of them have thought already.
struct Desk<'a> {
    options: &'a Options,
    engine: Engine,
    thought: &'a Mutex<HashMap<u64, Good>>,
}

impl<'a> Desk<'a> {
    fn new(options: &'a Options, thought: &'a Mutex<HashMap<u64, Good>>) -> Result<Self, Stop> {
        let engine = Engine::new(TABLE, &mut Run::new(Limits::default()))?;
        Ok(Desk { options, engine, thought })
    }

    fn think(&mut self, record: &Record, nodes: u64) -> (Option<Move>, i32) {
        let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let thought = self.engine.think(record, 48, &mut run, &mut |_, _| ());
        (thought.play, thought.score)
    }

    /// What a position is worth after a move, to who moves.
    fn worth(&mut self, position: &Position, play: Move, nodes: u64) -> i32 {
        let mut next = *position;
        next.play_unchecked(play);
        if next.winner().is_some() {
            return WON;
        }
        self.engine.clear();
        -self.think(&Record::from(next), nodes).1
    }

    /// The good moves of a position, the best first, as they are kept.
    fn good(&mut self, position: &Position) -> Good {
        let folded = Folded::of(position);
        let kept = |all: &Mutex<HashMap<u64, Good>>| {
            all.lock().unwrap_or_else(PoisonError::into_inner).get(&folded.key).cloned()
        };
        if let Some(good) = kept(self.thought) {
            return good;
        }
        // The mirror image must be thought of as the position is.
        let mut moves: Vec<Move> = position.legal().iter().map(|&play| folded.turn(play)).collect();
        moves.sort_by_key(ToString::to_string);
        moves.dedup();
        let here = |play: Move| folded.turn(play);
        let mut found: Vec<(Move, i32)> =
            moves.into_iter().map(|play| (play, self.worth(position, here(play), GLANCE))).collect();
        found.sort_by_key(|(_, score)| -score);
        found.truncate(GOOD);
        for (play, score) in &mut found {
            *score = self.worth(position, here(*play), self.options.nodes);
        }
        found.sort_by_key(|(_, score)| -score);
        let good: Good = Arc::new(found);
        self.thought.lock().unwrap_or_else(PoisonError::into_inner).entry(folded.key).or_insert(good).clone()
    }

    /// A game; what was tried in its opening.
    fn play(&mut self, game: u64) -> Vec<(Position, Tried)> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.options.seed << 32 | game);
        let mut record = Record::new(Setup::default());
        let mut tried = Vec::new();
        while tried.len() < self.options.plies && record.end().is_none() {
            let position = *record.position();
            let good = self.good(&position);
            let best = good.first().map_or(0, |(_, score)| *score);
            let weight = |score: i32| (f64::from(score - best) / self.options.temperature).exp();
            let mut lot = random.random::<f64>() * good.iter().map(|(_, score)| weight(*score)).sum::<f64>();
            let drawn = good.iter().find(|(_, score)| {
                lot -= weight(*score);
                lot <= 0.0
            });
            let Some(&(kept, score)) = drawn.or(good.first()) else { break };
            let mut play = Folded::of(&position).turn(kept);
            // In an even position either side is as good.
            let other = damier_quoridor::openings::mirror_move(play, position.size());
            if Folded::of(&position).turn(other) == kept && random.random::<bool>() {
                play = other;
            }
            if record.play(play).is_err() {
                break;
            }
            tried.push((position, play, score));
        }
        let winner = self.finish(&mut record);
        let result = |(position, play, score): (Position, Move, i32)| {
            let won = u32::from(winner == Some(position.turn()));
            (position, Tried { play, games: 1, won, drawn: u32::from(winner.is_none()), score })
        };
        tried.into_iter().map(result).collect()
    }

    /// Who wins when the engine plays on for both; nobody in a draw.
    fn finish(&mut self, record: &mut Record) -> Option<usize> {
        self.engine.clear();
        loop {
            match record.end() {
                Some(End::Won(player)) => return Some(player),
                Some(End::Repeated) => return None,
                None => {}
            }
            let turn = record.position().turn();
            let (play, score) = self.think(record, self.options.nodes);
            if score.abs() > WON {
                return Some(if score > 0 { turn } else { 1 - turn });
            }
            if record.play(play?).is_err() {
                return None;
            }
        }
    }
}

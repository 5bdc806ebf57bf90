//! Fits the net behind the engine's evaluation (`src/solver/weights.txt`) to games that the engine plays against itself.
//!
//! A game begins with up to eight random moves, and one move in twelve is random, so that positions differ. Each position gives a
//! sample: the four numbers that the evaluation knows, and the chance to win, of which four fifths come from the score of the search
//! and one fifth from who won the game. The net (one hidden layer of 16, squared and clipped, and a direct connection) learns
//! them by Adam (D. Kingma, J. Ba, 2015) with a learning rate that falls along a cosine. The last twelfth is held out.
//!
//! ```text
//! cargo run --release -p damier-quoridor --example fit -- GAMES NODES > weights.txt
//! ```
//! The weights that ship were fitted in this way, by an earlier program, to about 5,500 games of 800 nodes a move that the engine
//! played before it had them; this one does not give the same numbers.

use damier_quoridor::solver::WON;
use damier_quoridor::{End, Engine, Record, Setup, generate};
use damier_search::{Limits, Run, Stop};

const WALLS: usize = 11;
const STEPS: usize = 32;
const LEADS: usize = 25;
const FACTS: usize = 2 * STEPS + LEADS + 2 * WALLS + WALLS * WALLS;
const HIDDEN: usize = 16;
const WIDTH: usize = 1 + HIDDEN;
const SCALE: f32 = 250.0;
const UNIT: f32 = 4096.0;
const EPOCHS: usize = 12;
const BATCH: usize = 512;

/// A row a fact, then the row that always holds, then what the hidden numbers count: as in the file.
type Rows = Vec<[f32; WIDTH]>;

struct Sample {
    facts: [usize; 6],
    chance: f32,
}

/// Xorshift (G. Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn around_zero(&mut self, most: f32) -> f32 {
        (self.below(2001) as f32 / 1000.0 - 1.0) * most
    }
}

fn main() -> Result<(), Stop> {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    let (games, nodes) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(800));
    let mut random = Random(0x51D0);
    let mut engine = Engine::new(8 << 20, &mut Run::new(Limits::default()))?;
    let mut samples = Vec::new();
    for game in 0..games {
        play(&mut engine, game as u64, nodes, &mut random, &mut samples);
    }
    let held_out = samples.split_off(samples.len() - samples.len() / 12);
    let rows = fit(&samples, &held_out, &mut random);
    for row in rows {
        println!("{}", row.map(|weight| ((weight * UNIT).round() as i32).to_string()).join(" "));
    }
    Ok(())
}

/// One game, until its end is seen.
fn play(engine: &mut Engine, game: u64, nodes: usize, random: &mut Random, samples: &mut Vec<Sample>) {
    engine.clear();
    let mut record = generate::random(Setup::default(), random.below(9), game);
    // What each position was, whose turn, and what the search said.
    let mut seen: Vec<([usize; 6], usize, f32)> = Vec::new();
    let winner = loop {
        match record.end() {
            Some(End::Won(player)) => break Some(player),
            Some(End::Repeated) => break None,
            None => {}
        }
        let position = *record.position();
        let turn = position.turn();
        let limit = (nodes / 2 + random.below(nodes)) as u64;
        let mut run = Run::new(Limits { nodes: Some(limit), ..Limits::default() });
        let thought = engine.think(&record, 48, &mut run, &mut |_, _| ());
        if thought.score.abs() > WON || position.walls_left(0) + position.walls_left(1) == 0 {
            break (thought.score != 0).then_some(if thought.score > 0 { turn } else { 1 - turn });
        }
        if random.below(12) == 0 {
            any_move(&mut record, random);
            continue;
        }
        let steps = |player| position.distance(player).unwrap_or(0) as usize;
        let walls = |player| position.walls_left(player);
        let facts = facts(walls(turn), walls(1 - turn), steps(turn), steps(1 - turn));
        seen.push((facts, turn, odds_to_chance(thought.score as f32 / SCALE)));
        let Some(play) = thought.play else { break None };
        if record.play(play).is_err() {
            break None;
        }
    };
    samples.extend(seen.into_iter().map(|(facts, turn, chance)| {
        let won = winner.map_or(0.5, |winner| f32::from(u8::from(winner == turn)));
        Sample { facts, chance: 0.8 * chance + 0.2 * won }
    }));
}

/// A random move, every second time one of the pawn's.
fn any_move(record: &mut Record, random: &mut Random) {
    let legal = record.position().legal();
    let walks = legal.iter().filter(|play| play.is_walk()).count();
    let among = if random.below(2) == 0 { walks } else { legal.len() };
    if let Some(&play) = legal.get(random.below(among)) {
        let _ = record.play(play);
    }
}

/// The facts that hold, in the order of the rows.
fn facts(walls: usize, against: usize, mine: usize, yours: usize) -> [usize; 6] {
    let (mine, yours) = (mine.min(STEPS - 1), yours.min(STEPS - 1));
    let lead = (mine + LEADS / 2).saturating_sub(yours).min(LEADS - 1);
    let after = 2 * STEPS + LEADS;
    [
        mine,
        STEPS + yours,
        2 * STEPS + lead,
        after + walls,
        after + WALLS + against,
        after + 2 * WALLS + walls * WALLS + against,
    ]
}

fn odds_to_chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// What goes into the hidden numbers, the direct sum first, and the chance that comes out.
fn forward(rows: &Rows, facts: &[usize; 6]) -> ([f32; WIDTH], f32) {
    let mut sums = rows[FACTS];
    for &fact in facts {
        sums.iter_mut().zip(rows[fact]).for_each(|(sum, weight)| *sum += weight);
    }
    let counts = rows[FACTS + 1];
    let hidden = sums.iter().zip(counts).skip(1).map(|(sum, count)| count * sum.clamp(0.0, 1.0).powi(2));
    (sums, odds_to_chance(sums[0] + hidden.sum::<f32>()))
}

/// The mean cross-entropy.
fn loss(rows: &Rows, samples: &[Sample]) -> f32 {
    let one = |sample: &Sample| {
        let chance = forward(rows, &sample.facts).1.clamp(1e-6, 1.0 - 1e-6);
        -(sample.chance * chance.ln() + (1.0 - sample.chance) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f32>() / samples.len().max(1) as f32
}

fn fit(samples: &[Sample], held_out: &[Sample], random: &mut Random) -> Rows {
    let zero = vec![[0.0; WIDTH]; FACTS + 2];
    let mut rows = zero.clone();
    for row in &mut rows[..FACTS] {
        row[1..].iter_mut().for_each(|weight| *weight = random.around_zero(0.05));
    }
    rows[FACTS][1..].fill(0.1);
    rows[FACTS + 1][1..].iter_mut().for_each(|weight| *weight = random.around_zero(0.3));
    let (mut means, mut squares) = (zero.clone(), zero.clone());
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        let turned = std::f32::consts::PI * epoch as f32 / EPOCHS as f32;
        let rate = 0.002 * (1.0 + turned.cos()) + 0.0001;
        for batch in order.chunks(BATCH) {
            let mut slopes = zero.clone();
            batch.iter().for_each(|&at| add_slope(&rows, &samples[at], &mut slopes));
            step += 1;
            let (early, early_squares) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for at in 0..FACTS + 2 {
                for k in 0..WIDTH {
                    let slope = slopes[at][k] / batch.len() as f32;
                    let (mean, square) = (&mut means[at][k], &mut squares[at][k]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    rows[at][k] -= rate * (*mean / early) / ((*square / early_squares).sqrt() + 1e-7);
                }
            }
        }
        eprintln!("pass {}: {:.4}, held out {:.4}", epoch + 1, loss(&rows, samples), loss(&rows, held_out));
    }
    rows
}

/// How the loss of a sample changes with every weight.
fn add_slope(rows: &Rows, sample: &Sample, slopes: &mut Rows) {
    let (sums, chance) = forward(rows, &sample.facts);
    let error = chance - sample.chance;
    let mut inside = [error; WIDTH];
    for k in 1..WIDTH {
        let clipped = sums[k].clamp(0.0, 1.0);
        slopes[FACTS + 1][k] += error * clipped * clipped;
        let open = sums[k] > 0.0 && sums[k] < 1.0;
        inside[k] = if open { error * rows[FACTS + 1][k] * 2.0 * clipped } else { 0.0 };
    }
    for &fact in sample.facts.iter().chain([&FACTS]) {
        slopes[fact].iter_mut().zip(inside).for_each(|(slope, by)| *slope += by);
    }
}

//! Trains the net (`src/solver/net-SIZE.bin`) on positions of the engine's own games (`examples/selfplay.rs`).
//!
//! ```text
//! cargo run --release -p damier-quoridor --example train -- SIZE PASSES RESULT OUT FOLDER...
//! ```
//! The net learns, by Adam (D. Kingma, J. Ba, 2015) with a learning rate that falls along a cosine, the chance to win: RESULT
//! parts of 100 from how the game ended, the rest from the score of the search. What the evaluation's table says is added to its
//! answer, so that it learns only what the table does not know. The last twentieth of the games is held out. The numbers are
//! those of a seed; equal files give equal weights on machines that round alike.

use std::fs;
use std::path::{Path, PathBuf};

use damier_quoridor::solver::Sample;
use damier_quoridor::solver::net::{ONE, PHASES, SCALE, Shape, UNIT, WIDTH, facts, phase, without_net};
use damier_search::random::Random;

const BATCH: usize = 8192;
/// The largest weight, so that a product fits in 16 bits.
const MOST: f32 = 1.98;

/// A position as the net sees it: the facts of who moves and of the other, its phase, the table's odds, and the chance to learn.
struct Seen {
    sides: [Vec<u16>; 2],
    phase: usize,
    table: f32,
    chance: f32,
}

/// The numbers of the net, or what changes them.
#[derive(Clone)]
struct Net {
    rows: Vec<[f32; WIDTH]>,
    always: [f32; WIDTH],
    last: [[[f32; WIDTH]; 2]; PHASES],
    offsets: [f32; PHASES],
}

fn main() -> Result<(), String> {
    let usage = "train SIZE PASSES RESULT OUT FOLDER...";
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, passes, result, out, folders @ ..] = &words[..] else { return Err(usage.to_owned()) };
    let number = |word: &String| word.parse::<usize>().map_err(|_| usage.to_owned());
    let (size, passes, result) = (number(size)?, number(passes)?, number(result)?);
    let mut all = Vec::new();
    for folder in folders {
        read(Path::new(folder), size, result as f32 / 100.0, &mut all)?;
    }
    let held_out = all.split_off(all.len() - all.len() / 20);
    eprintln!("{} positions, {} held out", all.len(), held_out.len());
    let net = train(Shape::of(size), &all, &held_out, passes);
    fs::write(out, whole(&net)).map_err(|why| why.to_string())
}

/// The positions of all files of a folder, in the order of their names.
fn read(folder: &Path, size: usize, result: f32, all: &mut Vec<Seen>) -> Result<(), String> {
    let listed = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut files: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "bin"));
    files.sort();
    for file in files {
        let bytes = fs::read(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        for bytes in bytes.chunks_exact(Sample::BYTES) {
            let Some(sample) = Sample::read(bytes, size) else {
                return Err(format!("{}: not a position of this size", file.display()));
            };
            all.extend(seen(&sample, result));
        }
    }
    Ok(())
}

fn seen(sample: &Sample, result: f32) -> Option<Seen> {
    let position = &sample.position;
    let turn = position.turn();
    let chance = sigmoid(f32::from(sample.score) / SCALE as f32);
    Some(Seen {
        sides: [facts(position, turn)?, facts(position, 1 - turn)?],
        phase: phase(position.walls_left(0) + position.walls_left(1)),
        table: without_net(position) as f32 / SCALE as f32,
        chance: (1.0 - result) * chance + result * f32::from(sample.ended) / 2.0,
    })
}

fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

impl Net {
    fn zero(shape: Shape) -> Net {
        Net {
            rows: vec![[0.0; WIDTH]; shape.count],
            always: [0.0; WIDTH],
            last: [[[0.0; WIDTH]; 2]; PHASES],
            offsets: [0.0; PHASES],
        }
    }

    fn random(shape: Shape, random: &mut Random) -> Net {
        let mut small = |most: f32| (random.unit() as f32 * 2.0 - 1.0) * most;
        let mut net = Net::zero(shape);
        net.rows.iter_mut().flatten().for_each(|weight| *weight = small(0.1));
        net.always = [0.3; WIDTH];
        let last: [[f32; WIDTH]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| small(0.05)));
        net.last = [last; PHASES];
        net
    }

    /// All numbers, always in the same order.
    fn each(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.iter_mut().flatten();
        rows.chain(&mut self.always).chain(self.last.iter_mut().flatten().flatten()).chain(&mut self.offsets)
    }

    /// The sums of both sides, and the odds.
    fn forward(&self, seen: &Seen) -> ([[f32; WIDTH]; 2], f32) {
        let mut sums = [self.always; 2];
        let mut odds = self.offsets[seen.phase] + seen.table;
        for (side, sum) in sums.iter_mut().enumerate() {
            for &fact in &seen.sides[side] {
                sum.iter_mut().zip(&self.rows[usize::from(fact)]).for_each(|(sum, weight)| *sum += weight);
            }
            let last = &self.last[seen.phase][side];
            odds += sum.iter().zip(last).map(|(sum, last)| sum.clamp(0.0, 1.0).powi(2) * last).sum::<f32>();
        }
        (sums, odds)
    }

    /// Adds how the cross-entropy of a position changes with every number.
    fn backward(&self, seen: &Seen, slopes: &mut Net) {
        let (sums, odds) = self.forward(seen);
        let error = sigmoid(odds) - seen.chance;
        slopes.offsets[seen.phase] += error;
        for (side, sum) in sums.iter().enumerate() {
            let last = &self.last[seen.phase][side];
            let mut inside = [0.0; WIDTH];
            for k in 0..WIDTH {
                let clipped = sum[k].clamp(0.0, 1.0);
                slopes.last[seen.phase][side][k] += error * clipped * clipped;
                let open = if sum[k] > 0.0 && sum[k] < 1.0 { 2.0 } else { 0.0 };
                inside[k] = open * error * last[k] * clipped;
                slopes.always[k] += inside[k];
            }
            for &fact in &seen.sides[side] {
                let row = &mut slopes.rows[usize::from(fact)];
                row.iter_mut().zip(&inside).for_each(|(slope, by)| *slope += by);
            }
        }
    }

    /// The mean squared error of the chance.
    fn error(&self, set: &[Seen]) -> f64 {
        let one = |seen: &Seen| f64::from(sigmoid(self.forward(seen).1) - seen.chance).powi(2);
        set.iter().map(one).sum::<f64>() / set.len().max(1) as f64
    }
}

fn train(shape: Shape, all: &[Seen], held_out: &[Seen], passes: usize) -> Net {
    eprintln!("the table alone: {:.6}", Net::zero(shape).error(held_out));
    let mut random = Random::new(7);
    let mut net = Net::random(shape, &mut random);
    let (mut means, mut squares) = (Net::zero(shape), Net::zero(shape));
    let mut slopes = Net::zero(shape);
    let mut order: Vec<u32> = (0..all.len() as u32).collect();
    let (mut step, steps) = (0, passes * all.len().div_ceil(BATCH));
    for pass in 1..=passes {
        for place in (1..order.len()).rev() {
            order.swap(place, (random.bits() % (place as u64 + 1)) as usize);
        }
        for batch in order.chunks(BATCH) {
            slopes.each().for_each(|slope| *slope = 0.0);
            batch.iter().for_each(|&at| net.backward(&all[at as usize], &mut slopes));
            let rate = 0.00005 + 0.002 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            step += 1;
            let early = 1.0 - 0.9_f32.powi(step);
            let early_squares = 1.0 - 0.999_f32.powi(step);
            let moments = means.each().zip(squares.each());
            for ((weight, slope), (mean, square)) in net.each().zip(slopes.each()).zip(moments) {
                let slope = *slope / batch.len() as f32;
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let by = rate * (*mean / early) / ((*square / early_squares).sqrt() + 1e-8);
                *weight = (*weight - by).clamp(-MOST, MOST);
            }
        }
        let some = &all[..all.len().min(50_000)];
        eprintln!("pass {pass}: {:.6}, held out {:.6}", net.error(some), net.error(held_out));
    }
    net
}

/// In whole numbers, two bytes each, in the order in which the engine reads them.
fn whole(net: &Net) -> Vec<u8> {
    let (one, unit) = (ONE as f32, UNIT as f32);
    let sums = net.rows.iter().chain([&net.always]).flatten().map(|weight| weight * one);
    let last = net.last.iter().flatten().flatten().map(|weight| weight * unit);
    let offsets = net.offsets.iter().map(|offset| offset * one * unit);
    sums.chain(last).chain(offsets).flat_map(|number| (number.round() as i16).to_le_bytes()).collect()
}

//! The standing of a tournament.
//!
//! A row is a game: `a – b` moved in this order, and its value `score` is what `a` got (1, ½, 0). Ratings are those of R. Bradley and
//! M. Terry (Rank analysis of incomplete block designs, 1952), found by the iteration of D. Hunter (MM algorithms for generalized
//! Bradley–Terry models, 2004), told in Elo with mean zero. Games from one opening with colours swapped hang together: the interval
//! comes from drawing such pairs again, as in the pentanomial model of engine testing. Half a drawn game against everyone met keeps a
//! clean sweep finite.

use std::collections::BTreeMap;

use damier_campaign::{AGAINST, Outcome, Results};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::stats::{Interval, quantile_of_sorted};

const DRAWS: usize = 1000;

/// A tournament.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The players, the strongest first.
    pub players: Vec<String>,
    /// Their ratings in Elo, mean zero, with 95 % intervals.
    pub elo: Vec<Interval>,
    /// How many games each has played.
    pub games: Vec<u64>,
    /// The points of each against each, and how many games that were; row against column.
    pub table: Vec<Vec<(f64, u64)>>,
    /// What the first to move scored, over all games.
    pub first: f64,
    /// How many games were drawn.
    pub draws: u64,
    /// All games.
    pub all: u64,
}

/// Games that hang together: who moved first, who second, and what the first got.
type Block = Vec<(usize, usize, f64)>;
/// Points and games of each against each.
type Scores = Vec<Vec<(f64, f64)>>;

/// The standing, or none where nothing was played.
pub fn standing(results: &Results) -> Option<Standing> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names: Vec<&str> = Vec::new();
    // Games of one opening between the same two, in either order, are drawn together.
    let mut blocks: BTreeMap<(usize, usize, &str), Block> = BTreeMap::new();
    let (mut first, mut draws, mut all) = (0.0, 0, 0_u64);
    for row in results.rows.iter().filter(|row| row.outcome == Outcome::Played) {
        let (Some((a, b)), Some(&score)) = (row.algorithm.split_once(AGAINST), row.values.get("score"))
        else {
            continue;
        };
        let mut place = |name| {
            *places.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let (a, b) = (place(a), place(b));
        let score = score.clamp(0.0, 1.0);
        blocks.entry((a.min(b), a.max(b), &row.instance)).or_default().push((a, b, score));
        first += score;
        draws += u64::from((score - 0.5).abs() < 1e-9);
        all += 1;
    }
    let blocks: Vec<Block> = blocks.into_values().collect();
    if all == 0 || names.len() < 2 {
        return None;
    }
    let scores = add_up(names.len(), &blocks, 0..blocks.len());
    let ratings = rate(&scores);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); names.len()];
    for _ in 0..DRAWS {
        let again: Vec<usize> = blocks.iter().map(|_| chance.random_range(0..blocks.len())).collect();
        for (player, rating) in rate(&add_up(names.len(), &blocks, again.into_iter())).into_iter().enumerate()
        {
            drawn[player].push(rating);
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].total_cmp(&ratings[a]));
    let interval = |player: usize| {
        let mut found = drawn[player].clone();
        found.sort_unstable_by(f64::total_cmp);
        let end = |part| quantile_of_sorted(&found, part).unwrap_or(ratings[player]);
        Interval { middle: ratings[player], low: end(0.025), high: end(0.975), instances: blocks.len() }
    };
    Some(Standing {
        players: order.iter().map(|&at| names[at].to_owned()).collect(),
        elo: order.iter().map(|&at| interval(at)).collect(),
        games: order.iter().map(|&at| scores[at].iter().map(|cell| cell.1 as u64).sum()).collect(),
        table: order
            .iter()
            .map(|&a| order.iter().map(|&b| (scores[a][b].0, scores[a][b].1 as u64)).collect())
            .collect(),
        first: first / all as f64,
        draws,
        all,
    })
}

fn add_up(players: usize, blocks: &[Block], which: impl Iterator<Item = usize>) -> Scores {
    let mut scores = vec![vec![(0.0, 0.0); players]; players];
    for &(a, b, score) in which.flat_map(|at| &blocks[at]) {
        scores[a][b].0 += score;
        scores[b][a].0 += 1.0 - score;
        scores[a][b].1 += 1.0;
        scores[b][a].1 += 1.0;
    }
    scores
}

/// Ratings in Elo, mean zero.
fn rate(scores: &Scores) -> Vec<f64> {
    let players = scores.len();
    let met = |a: usize, b: usize| if scores[a][b].1 > 0.0 { 0.5 } else { 0.0 };
    let mut strength = vec![1.0_f64; players];
    for _ in 0..500 {
        let mut change = 0.0_f64;
        for a in 0..players {
            let (mut points, mut weight) = (0.0, 0.0);
            for b in (0..players).filter(|&b| b != a) {
                points += scores[a][b].0 + met(a, b) / 2.0;
                weight += (scores[a][b].1 + met(a, b)) / (strength[a] + strength[b]);
            }
            if weight > 0.0 {
                let next = points / weight;
                change = change.max((next / strength[a]).ln().abs());
                strength[a] = next;
            }
        }
        if change < 1e-7 {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / players as f64;
    elo.into_iter().map(|rating| rating - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings of three players whose points are those that 0, 100 and 200 Elo promise.
    #[test]
    fn ratings_come_back() {
        let promised = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let elo = [200.0, 100.0, 0.0];
        let games = 1e6;
        let scores: Scores = (0..3)
            .map(|a| {
                (0..3)
                    .map(|b| if a == b { (0.0, 0.0) } else { (games * promised(elo[a] - elo[b]), games) })
                    .collect()
            })
            .collect();
        for (found, expected) in rate(&scores).iter().zip([100.0, 0.0, -100.0]) {
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let ratings = rate(&vec![vec![(0.0, 0.0), (10.0, 10.0)], vec![(0.0, 10.0), (0.0, 0.0)]]);
        assert!(ratings[0] > 200.0 && ratings[0] < 400.0, "{ratings:?}");
    }
}

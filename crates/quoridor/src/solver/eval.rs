//! What a position is worth to the player whose turn it is, in hundredths of a step.
//!
//! Four numbers say most of it: the steps that each has to go and the walls that each has left. How they belong together is not
//! simple: the last wall is worth seven steps to who has it alone, the tenth hardly one; and a step counts more when the way is
//! short. So there is a table for 9×9 with up to ten walls, made from a tiny net (`weights.txt`) whose inputs are these
//! numbers, one by one and in pairs, and which was fitted to 282,000 positions of the engine's own games (`examples/fit.rs`): to the
//! score that a search of 800 nodes found (four fifths) and to who won (one fifth). On other boards a step counts 100 and a wall
//! 140. When neither has walls, the shorter way wins the race, and the score says so.

use std::sync::{LazyLock, OnceLock};

use super::node::Node;
use super::{RACE, WIN};

/// What the parts of the evaluation count where there is no table, and how a level misjudges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) step: i32,
    pub(crate) wall: i32,
    pub(crate) turn: i32,
    /// The most by which a level misjudges, and what its misjudgements hang on.
    pub(crate) noise: i32,
    pub(crate) salt: u64,
}

/// Found by matches against itself: with 130 for a wall it beats 60 in four games of five, and a regression on 138,000 positions
/// of its own games says 150.
pub(crate) const WEIGHTS: Weights = Weights { step: 100, wall: 140, turn: 50, noise: 0, salt: 0 };

/// The worth of a position in which nobody has arrived.
#[inline]
pub(crate) fn evaluate(node: &Node, weights: &Weights) -> i32 {
    let (me, other) = (node.me(), 1 - node.me());
    let score = judge(
        node.position.size,
        [node.left(me), node.left(other)],
        [node.steps(me), node.steps(other)],
        weights,
    );
    if weights.noise == 0 || node.left(0) + node.left(1) == 0 {
        return score;
    }
    let mixed = (node.position.key ^ weights.salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    score + mixed as i32 % (2 * weights.noise + 1) - weights.noise
}

/// The same, without misjudgement, by the numbers alone: the size of the board, and the walls and steps of the player whose turn it
/// is and of the other.
#[inline]
pub(crate) fn judge(size: u8, [walls, against]: [i32; 2], [mine, yours]: [i32; 2], weights: &Weights) -> i32 {
    if walls + against == 0 {
        // Jumps are left to the search; from here it is a race in which I am half a step ahead.
        return if mine <= yours { RACE - mine * 10 + yours } else { -RACE + yours * 10 - mine };
    }
    if size == 9 && walls.max(against) < WALLS as i32 {
        return worth(walls as usize, against as usize, mine as usize, yours as usize);
    }
    let score = weights.step * (yours - mine) + weights.wall * (walls - against) + weights.turn;
    score.clamp(-WIN / 4, WIN / 4)
}

/// The table knows up to ten walls and ways of up to 31 steps; longer ones count as such.
const WALLS: usize = 11;
const STEPS: usize = 32;

/// What all steps are worth, for each number of walls of the one and of the other: worked out when they are first asked for, so that
/// the first search does not wait for walls that it never sees.
static WORTHS: [OnceLock<Vec<i16>>; WALLS * WALLS] = [const { OnceLock::new() }; WALLS * WALLS];

static NET: LazyLock<Net> = LazyLock::new(|| Net::read(include_str!("weights.txt")));

#[inline]
fn worth(walls: usize, against: usize, mine: usize, yours: usize) -> i32 {
    let worths = WORTHS[walls * WALLS + against].get_or_init(|| NET.worths(walls, against));
    i32::from(worths[mine.min(STEPS - 1) * STEPS + yours.min(STEPS - 1)])
}

/// A net with one hidden layer and a direct connection.
struct Net {
    /// For every fact that can hold, steps, lead, walls, both walls: what it counts, then what it gives to each hidden number. The
    /// last two rows: what holds always, and what each hidden number counts.
    rows: Vec<[f32; 1 + HIDDEN]>,
}

const HIDDEN: usize = 16;
/// The difference of the steps, from −12 to 12.
const LEADS: usize = 25;
const FACTS: usize = 2 * STEPS + LEADS + 2 * WALLS + WALLS * WALLS;
/// The numbers in the file are in parts of this.
const UNIT: f32 = 4096.0;
/// The net's answer is the logarithm of the odds of winning; a step ahead in the middle of a game is worth about 0.4 of it.
const SCALE: f32 = 250.0;

impl Net {
    fn read(text: &str) -> Net {
        let row = |line: &str| {
            let mut row = [0.0; 1 + HIDDEN];
            for (to, word) in row.iter_mut().zip(line.split_whitespace()) {
                *to = word.parse().unwrap_or(0.0) / UNIT;
            }
            row
        };
        let mut rows: Vec<_> = text.lines().map(row).collect();
        rows.resize(FACTS + 2, [0.0; 1 + HIDDEN]);
        Net { rows }
    }

    /// The facts that hold: each number of steps by itself, and the lead.
    fn step_facts(mine: usize, yours: usize) -> [usize; 3] {
        let lead = (mine + LEADS / 2).saturating_sub(yours).min(LEADS - 1);
        [mine, STEPS + yours, 2 * STEPS + lead]
    }

    /// The facts that hold: each number of walls by itself, and both together.
    fn wall_facts(walls: usize, against: usize) -> [usize; 3] {
        let first = 2 * STEPS + LEADS;
        [first + walls, first + WALLS + against, first + 2 * WALLS + walls * WALLS + against]
    }

    /// The sums, with what these facts give.
    #[inline]
    fn with(&self, mut sums: [f32; 1 + HIDDEN], facts: [usize; 3]) -> [f32; 1 + HIDDEN] {
        for fact in facts {
            sums.iter_mut().zip(self.rows[fact]).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// What all steps are worth with these walls left.
    #[cold]
    fn worths(&self, walls: usize, against: usize) -> Vec<i16> {
        let by_walls = self.with(self.rows[FACTS], Net::wall_facts(walls, against));
        let steps = (0..STEPS).flat_map(|mine| (0..STEPS).map(move |yours| (mine, yours)));
        steps.map(|(mine, yours)| self.worth(self.with(by_walls, Net::step_facts(mine, yours)))).collect()
    }

    /// What the sums of all facts come to.
    #[inline]
    fn worth(&self, sums: [f32; 1 + HIDDEN]) -> i16 {
        let mut all = sums[0];
        for (sum, count) in sums.iter().zip(self.rows[FACTS + 1]).skip(1) {
            let clipped = sum.clamp(0.0, 1.0);
            all += count * clipped * clipped;
        }
        (all * SCALE) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file is whole, and the table says what every player knows: a shorter way is better, and so is a wall more.
    #[test]
    fn the_table_is_sensible() {
        let text = include_str!("weights.txt");
        assert_eq!(text.lines().count(), FACTS + 2);
        let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse::<i32>().ok()).count();
        assert!(text.lines().all(|line| numbers(line) == 1 + HIDDEN));
        for walls in 0..10 {
            // Who has ten walls more than the other hardly ever comes about.
            for against in (1..11).filter(|&against: &usize| against.abs_diff(walls) < 9) {
                for steps in 3..14 {
                    assert!(worth(walls, against, steps, 8) > worth(walls, against, steps + 2, 8));
                    assert!(worth(walls, against, 8, steps) < worth(walls, against, 8, steps + 2));
                }
                assert!(worth(walls, against, 8, 8) < worth(walls + 1, against - 1, 8, 8));
            }
        }
    }
}

//! How strong the engine plays: each level looks less far than the next, sees less clearly and pays less attention.
//!
//! A level limits depth and nodes. It adds noise to the evaluation: a number that hangs on the position and a seed, the same each
//! time that the position is looked at; so it misjudges, but is not absurd. And now and then it does not look at all and does what
//! comes to mind first, as people do: a step along the way, or a wall right before the pawn of whoever is ahead. The last
//! works for any number of players and whatever the engine becomes.

use damier_search::random::mixed;

use crate::adversary::step_ahead;
use crate::board::{Deed, Move};
use crate::record::Record;
use crate::rules::Position;

/// A level.
#[derive(Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Plies to look ahead at most.
    pub depth: i32,
    /// Nodes to search at most; none for as many as the limits of the run allow.
    pub nodes: Option<u64>,
    /// The most by which an evaluation is wrong, in hundredths of a step.
    pub noise: i32,
    /// Of a hundred moves, so many are played without looking.
    pub slips: u64,
}

/// The levels, the weakest first. The numbers are chosen so that each wins 70 to 85 % of its games against the one below (`match --ladder`).
pub const LEVELS: &[Level] = &[
    Level { name: "beginner", depth: 1, nodes: Some(1_000), noise: 200, slips: 66 },
    Level { name: "easy", depth: 2, nodes: Some(2_000), noise: 140, slips: 42 },
    Level { name: "medium", depth: 3, nodes: Some(4_000), noise: 100, slips: 26 },
    Level { name: "hard", depth: 4, nodes: Some(7_000), noise: 70, slips: 15 },
    Level { name: "expert", depth: 6, nodes: Some(14_000), noise: 40, slips: 6 },
    Level { name: "master", depth: 8, nodes: Some(24_000), noise: 20, slips: 1 },
    Level { name: "full", depth: 48, nodes: None, noise: 0, slips: 0 },
];

impl Level {
    /// What it plays without looking, if it does not look now. Equal games and seeds give equal moves.
    pub fn slip(&self, record: &Record, seed: u64) -> Option<Move> {
        let position = record.position();
        // Whoever comes back to a position is not bound to do the same again.
        let dice = mixed(position.key() ^ mixed(seed ^ (record.moves().len() as u64) << 32));
        if dice % 100 >= self.slips || position.winner().is_some() {
            return None;
        }
        let wall = if (dice >> 16) % 5 < 2 { wall_before(position, dice >> 32) } else { None };
        wall.or_else(|| Some(step_ahead(position)).filter(|&step| position.check(step).is_ok()))
    }
}

/// A wall across the next step of the other player who is ahead, one of those that are legal.
fn wall_before(position: &Position, dice: u64) -> Option<Move> {
    let me = position.turn();
    // Nobody puts a wall who is about to arrive.
    if position.walls_left(me) == 0 || position.distance(me)? <= 1 {
        return None;
    }
    let others = (0..position.players()).filter(|&player| player != me);
    let ahead = others.min_by_key(|&player| position.distance(player))?;
    let pawn = position.pawn(ahead);
    let mut walls = Vec::new();
    position.legal_walls().and(position.way(ahead)?.across).each(|wall| {
        // The four lattice points at the corners of the pawn's square.
        if let Deed::Wall(at, _) = wall.deed()
            && (at.column()..=at.column() + 1).contains(&pawn.column())
            && (at.row()..=at.row() + 1).contains(&pawn.row())
        {
            walls.push(wall);
        }
    });
    walls.get(dice as usize % walls.len().max(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;

    /// On every board and for two and four: as often as the level says, legal, the same each time, of both kinds.
    #[test]
    fn slips_come_as_often_as_told() {
        for (size, players) in [(9, 2), (9, 4), (5, 2), (3, 4), (11, 4)] {
            let setup = Setup::new(size, players, None).unwrap();
            for level in LEVELS {
                let (mut slips, mut walls, mut all) = (0u64, 0, 0);
                for seed in 0..1000 {
                    let record = random(setup, seed as usize % 12, seed);
                    let play = level.slip(&record, seed);
                    assert_eq!(play, level.slip(&record, seed));
                    all += 1;
                    if let Some(play) = play {
                        assert_eq!(record.position().check(play), Ok(()));
                        slips += 1;
                        walls += u64::from(!play.is_walk());
                    }
                }
                let expected = level.slips * all / 100;
                assert!(slips.abs_diff(expected) <= 50, "{} on {size}: {slips} of {expected}", level.name);
                assert!(level.slips < 30 || size == 3 || (walls > 0 && walls < slips), "{walls} of {slips}");
            }
        }
    }

    #[test]
    fn each_level_allows_more_than_the_one_below() {
        for pair in LEVELS.windows(2) {
            let (low, high) = (&pair[0], &pair[1]);
            assert!(low.depth <= high.depth && low.slips >= high.slips && low.noise >= high.noise);
            assert!(low.nodes.unwrap_or(u64::MAX) <= high.nodes.unwrap_or(u64::MAX));
        }
        let full = &LEVELS[LEVELS.len() - 1];
        assert_eq!((full.nodes, full.noise, full.slips), (None, 0, 0));
    }

    #[test]
    fn nobody_slips_past_the_goal() {
        let mut record = Record::new(Setup::new(3, 2, None).unwrap());
        for play in ["a1", "a3", "a2", "b3"] {
            record.play(play.parse().unwrap()).unwrap();
        }
        let level = Level { slips: 100, ..LEVELS[0] };
        for seed in 0..50 {
            assert_eq!(level.slip(&record, seed), "a3".parse().ok());
        }
    }
}

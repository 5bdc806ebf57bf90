//! The last helper move of a solution, tried on the spot.
//!
//! After it the main robot goes all its way down. The tables of [`relevance`](super::relevance) name the main-robot cells to
//! which a move of some helper can matter; most often there are none. Those that are left are tried.

use damier_search::{Run, Stop};

use super::bits::Bits;
use super::ground::Ground;
use super::news::Came;
use super::shard::{Found, Shard};
use crate::board::{Direction, ROBOTS};
use crate::problem::Word;

impl<W: Word, const N: usize> Shard<W, N> {
    /// Looks at all of the level's states for a last helper move.
    pub(super) fn check_level(
        &mut self,
        ground: &Ground<W, N>,
        run: &mut Run,
    ) -> Result<Option<Found<W>>, Stop> {
        let depth = self.levels.len() - 1;
        for at in 0..self.levels[depth].keys.len() {
            if at % 256 == 0 {
                run.look()?;
            }
            let (key, set) = (self.levels[depth].keys[at], self.levels[depth].sets[at]);
            self.place_helpers(ground, key);
            let found = self.check(ground, key, Came::Somehow, &set);
            self.lift_helpers(ground, key);
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether one helper move lets the main robot go all its way down from one of the cells. The helpers stand on the field.
    pub(super) fn check(
        &mut self,
        ground: &Ground<W, N>,
        key: W,
        came: Came,
        set: &Bits<N>,
    ) -> Option<Found<W>> {
        let mut found = None;
        self.last_moves(ground, key, came, set, |main, from, direction, _| {
            found = Some(Found::Last { key, main, from, direction: Direction::ALL[direction] });
        });
        found
    }

    /// Emits every helper move after which the main robot can go all its way down: its cell, the helper's, the direction, and
    /// where the helper stops. The helpers stand on the field.
    #[inline]
    pub(super) fn last_moves(
        &mut self,
        ground: &Ground<W, N>,
        key: W,
        came: Came,
        set: &Bits<N>,
        mut emit: impl FnMut(usize, usize, usize, usize),
    ) {
        let mut cells = [0; ROBOTS];
        let cells = &mut cells[..ground.helpers];
        for (slot, cell) in cells.iter_mut().enumerate() {
            *cell = usize::from(key.get(slot + 1));
        }
        let candidates = match ground.relevance.get() {
            Some(relevance) => relevance.may_matter(&self.field, cells, set),
            None => self.rows.may_matter(&self.field, &ground.estimates, cells, set),
        };
        if candidates.is_empty() {
            return;
        }
        for &cell in &*cells {
            // Where a helper's move led here, the states before it were looked at too: what another helper can do now it
            // could do then, unless the first move helps the main robot or has to do with the second.
            let before = match came {
                Came::Helper { from, to } => {
                    let (from, to) = (usize::from(from), usize::from(to));
                    let apart = !self.field.share_line(cell, to) && !self.field.share_line(cell, from);
                    apart.then_some((from, to))
                }
                _ => None,
            };
            let steps = self.field.steps(cell);
            let ends = self.field.ends(cell, steps);
            candidates.each(|main| {
                let row = self.rows.of(&self.field, &ground.estimates, main);
                if before.is_some_and(|(from, to)| !row.stops.contains(to) && !row.bars.contains(from)) {
                    return;
                }
                let helped = cells.iter().any(|&other| other != cell && row.stops.contains(other));
                let (stops, bars) = row.wanted(helped);
                let leaves = bars.contains(cell);
                let mut ends = ends;
                if let Some((direction, away)) = self.field.meets(cell, &steps, main) {
                    // A main robot that stands in the way stops the helper before it.
                    ends[direction] = self.field.end(cell, direction, away);
                }
                for (direction, end) in ends.into_iter().enumerate() {
                    if end != cell
                        && (leaves || stops.contains(end))
                        && self.field.descends_after(&ground.estimates, cell, end, main)
                    {
                        emit(main, cell, direction, end);
                    }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_search::Limits;
    use damier_search::registry::arguments;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::levels::Search;
    use super::super::relevance::Relevance;
    use super::*;
    use crate::generate::{OPTIONS, generate};
    use crate::problem::{Movers, SlideProblem};

    /// Every helper move after which the main robot can go all its way down, by trying all of them.
    fn all_moves(
        shard: &mut Shard<u32, 4>,
        ground: &Ground<u32, 4>,
        key: u32,
        set: &Bits<4>,
    ) -> Vec<(usize, usize, usize)> {
        let mut found = Vec::new();
        set.each(|main| {
            shard.field.toggle(main);
            let mut moves = Vec::new();
            ground.each_helper(key, |from| {
                for (direction, end) in shard.field.stops(from).into_iter().enumerate() {
                    if end != from {
                        moves.push((from, direction, end));
                    }
                }
            });
            shard.field.toggle(main);
            for (from, direction, end) in moves {
                if shard.field.descends_after(&ground.estimates, from, end, main) {
                    found.push((main, from, direction));
                }
            }
        });
        found
    }

    #[test]
    fn no_last_move_is_missed() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut all, mut bumped) = (0, 0);
        for seed in 0..600 {
            let side = ["4", "7", "16"][seed as usize % 3];
            let density = ["0.08", "0.3", "0.5"][seed as usize / 3 % 3];
            let options = [("recipe", "free"), ("width", side), ("height", side), ("density", density)];
            let pairs = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let position = generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap();
            let problem = SlideProblem::<u32>::new(&position, Movers::All);
            let Ok(Some(mut search)) = Search::<u32, 4>::new(&problem, 1, &mut Run::new(Limits::default()))
            else {
                continue;
            };
            let (ground, shard) = (&search.ground, &mut search.shards[0]);
            let cells: Vec<usize> =
                (0..ground.cells()).filter(|&cell| ground.estimate(cell) != u16::MAX).collect();
            for by_helper in [false, true] {
                for _ in 0..20 {
                    let mut helpers = [0; 3].map(|_: u16| cells[random.random_range(0..cells.len())] as u16);
                    helpers.sort_unstable();
                    if helpers[0] == helpers[1] || helpers[1] == helpers[2] {
                        continue;
                    }
                    let key = u32::from_le_bytes([0, helpers[0] as u8, helpers[1] as u8, helpers[2] as u8]);
                    shard.place_helpers(ground, key);
                    // From where it can go down at once, it needs no helper.
                    let mut set = Bits::EMPTY;
                    for &cell in &cells {
                        if !helpers.contains(&(cell as u16)) && !shard.field.descends(&ground.estimates, cell)
                        {
                            set.insert(cell);
                        }
                    }
                    let mut found = Vec::new();
                    shard.last_moves(ground, key, Came::Somehow, &set, |main, from, direction, end| {
                        found.push((main, from, direction));
                        // Right before it, where the main robot itself stops a helper.
                        let away = if direction % 2 == 0 { ground.problem.board.width() } else { 1 };
                        bumped += usize::from(main.abs_diff(end) == away);
                    });
                    let mut wanted = all_moves(shard, ground, key, &set);
                    found.sort_unstable();
                    wanted.sort_unstable();
                    assert_eq!(found, wanted, "seed {seed}, helpers {helpers:?}");
                    all += found.len();
                    shard.lift_helpers(ground, key);
                }
                if by_helper {
                    continue;
                }
                ground.relevance.get_or_init(|| Relevance::new(&shard.field, &ground.estimates));
            }
        }
        assert!(all > 10_000 && bumped > 100, "{all}, {bumped}");
    }
}

//! The last helper move of a solution, tried on the spot.
//!
//! After it the main robot goes all its way down. For each helper of a placement [`Relevance`](super::relevance::Relevance)
//! names the main-robot cells that its moves can matter to; most often there are none. Those that are left are tried.

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
        let Some(relevance) = ground.relevance.as_deref() else { return };
        let mut cells = [0; ROBOTS];
        let cells = &mut cells[..ground.helpers];
        for (slot, cell) in cells.iter_mut().enumerate() {
            *cell = usize::from(key.get(slot + 1));
        }
        // Most often no helper matters to any cell.
        let reach = |all: Bits<N>, &cell: &usize| all.or(&relevance.reach(&self.field, cell));
        if cells.iter().fold(relevance.beside, reach).and(set).is_empty() {
            return;
        }
        // The cells on whose way down some helper stands right, and those where two do.
        let (mut some, mut more) = (Bits::EMPTY, Bits::EMPTY);
        for &cell in &*cells {
            let stops = relevance.of(cell).stops.and(set);
            more = more.or(&some.and(&stops));
            some = some.or(&stops);
        }
        // Where a helper's move led here, the states before it were looked at too: what another helper can do now it could
        // do then, unless the first move helps the main robot or has to do with the second.
        let news = match came {
            Came::Helper { from, to } => {
                let (from, to) = (usize::from(from), usize::from(to));
                Some((from, to, relevance.of(to).stops.or(&relevance.of(from).bars).and(set)))
            }
            _ => None,
        };
        for &cell in &*cells {
            let set = match &news {
                Some((from, to, helped))
                    if !self.field.share_line(cell, *to) && !self.field.share_line(cell, *from) =>
                {
                    helped
                }
                _ => set,
            };
            if set.is_empty() {
                continue;
            }
            let here = relevance.of(cell);
            // Where another helper stands right, it need not be done by this one alone.
            let helped = more.or(&some.without(&here.stops));
            // Most helpers have nobody in their way, and most of those matter to no cell: no slide is needed to see it.
            let moves = if self.field.is_alone(cell) {
                *relevance.of_free_moves(cell)
            } else {
                relevance.of_moves(cell, &self.field.stops(cell))
            };
            let candidates = moves.alone.and(set).or(&moves.some.and(&helped));
            let all = candidates.or(&self.field.in_line(cell, &relevance.beside.and(set)));
            if all.is_empty() {
                continue;
            }
            let steps = self.field.steps(cell);
            let ends = self.field.ends(cell, steps);
            all.each(|main| {
                let bumps = self.field.meets(cell, &steps, main);
                let helped = helped.contains(main);
                let lands = |end: usize| {
                    let there = relevance.of(end);
                    there.stops_alone.contains(main) || helped && there.stops.contains(main)
                };
                if !candidates.contains(main) {
                    // It matters only if it stops the helper before it.
                    if let Some((direction, away)) = bumps {
                        let end = self.field.end(cell, direction, away);
                        if away > 0
                            && lands(end)
                            && self.field.descends_after(&ground.estimates, cell, end, main)
                        {
                            emit(main, cell, direction, end);
                        }
                    }
                    return;
                }
                let leaves = here.bars_alone.contains(main) || helped && here.bars.contains(main);
                for (direction, &end) in ends.iter().enumerate() {
                    // A main robot that stands in the way stops the helper before it.
                    let end = match bumps {
                        Some((way, away)) if way == direction => self.field.end(cell, direction, away),
                        _ => end,
                    };
                    if end != cell
                        && (leaves || lands(end))
                        && self.field.descends_after(&ground.estimates, cell, end, main)
                    {
                        emit(main, cell, direction, end);
                    }
                }
            });
        }
    }
}

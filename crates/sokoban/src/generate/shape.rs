//! The walls and goals of a new level: rooms that overlap or touch, pillars in what is too open, goals side by side.
//!
//! With a symmetry everything is done twice, at a cell and at its *twin*, so the walls are exactly symmetric. The boxes and the player
//! are not: that would make a poor puzzle.

use rand::{RngExt, seq::IndexedRandom};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

/// How the walls repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    None,
    /// Left and right.
    Mirror,
    /// Turned by half a circle.
    Turn,
}

/// Floor in a rectangle of walls. The outermost cells are always walls.
#[derive(Clone)]
pub(super) struct Shape {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) open: Vec<bool>,
    pub(super) symmetry: Symmetry,
}

impl Shape {
    /// A shape with about `wanted` cells of floor, in one piece; none if this try led nowhere.
    pub(super) fn new(
        width: usize,
        height: usize,
        symmetry: Symmetry,
        wanted: usize,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut shape = Shape { width, height, open: vec![false; width * height], symmetry };
        for _ in 0..60 {
            if shape.floor() >= wanted {
                break;
            }
            shape.carve(rng);
        }
        shape.add_pillars(rng);
        (shape.floor() * 10 >= wanted * 8 && shape.is_whole()).then_some(shape)
    }

    /// The cell where everything is done a second time.
    pub(super) fn twin(&self, at: usize) -> usize {
        let (x, y) = (at % self.width, at / self.width);
        match self.symmetry {
            Symmetry::None => at,
            Symmetry::Mirror => y * self.width + self.width - 1 - x,
            Symmetry::Turn => (self.height - 1 - y) * self.width + self.width - 1 - x,
        }
    }

    /// The cells above, right, below and left of an inner one.
    pub(super) fn beside(&self, at: usize) -> [usize; 4] {
        [at - self.width, at + 1, at + self.width, at - 1]
    }

    /// Opens a room or a passage that touches what is open already.
    fn carve(&mut self, rng: &mut Rng) {
        let (inner_width, inner_height) = (self.width as u32 - 2, self.height as u32 - 2);
        let sizes = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (4, 3), (1, 3), (3, 1), (1, 4), (4, 1)];
        let (wide, high) = sizes[rng.random_range(0..sizes.len() as u32) as usize];
        let (wide, high) = (wide.min(inner_width), high.min(inner_height));
        let left = 1 + rng.random_range(0..=inner_width - wide) as usize;
        let top = 1 + rng.random_range(0..=inner_height - high) as usize;
        let room: Vec<usize> = (top..top + high as usize)
            .flat_map(|y| (left..left + wide as usize).map(move |x| (x, y)))
            .map(|(x, y)| y * self.width + x)
            .collect();
        let joins = |at: &usize| self.open[*at] || self.beside(*at).iter().any(|&side| self.open[side]);
        if self.floor() > 0 && !room.iter().any(joins) {
            return;
        }
        for at in room {
            let twin = self.twin(at);
            self.open[at] = true;
            self.open[twin] = true;
        }
    }

    /// Puts walls into rooms of 3 by 4 and more, where that cuts nothing in two.
    fn add_pillars(&mut self, rng: &mut Rng) {
        for _ in 0..12 {
            let halls = self.halls(|at| self.open[at]);
            let Some(hall) = halls.choose(rng) else { return };
            let Some(&at) = hall.choose(rng) else { return };
            let twin = self.twin(at);
            self.open[at] = false;
            self.open[twin] = false;
            if !self.is_whole() {
                self.open[at] = true;
                self.open[twin] = true;
            }
        }
    }

    /// The rectangles of 3 by 4 and 4 by 3 all of whose cells are as asked.
    pub(super) fn halls(&self, asked: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut halls = Vec::new();
        for (wide, high) in [(3, 4), (4, 3)] {
            for top in 1..self.height.saturating_sub(high) {
                for left in 1..self.width.saturating_sub(wide) {
                    let cells: Vec<usize> = (0..wide * high)
                        .map(|at| (top + at / wide) * self.width + left + at % wide)
                        .collect();
                    if cells.iter().all(|&at| asked(at)) {
                        halls.push(cells);
                    }
                }
            }
        }
        halls
    }

    pub(super) fn floor(&self) -> usize {
        self.open.iter().filter(|&&open| open).count()
    }

    /// Whether the floor is in one piece.
    pub(super) fn is_whole(&self) -> bool {
        let Some(first) = self.open.iter().position(|&open| open) else { return false };
        let mut seen = vec![false; self.open.len()];
        seen[first] = true;
        let mut waiting = vec![first];
        let mut count = 0;
        while let Some(at) = waiting.pop() {
            count += 1;
            for next in self.beside(at) {
                if self.open[next] && !std::mem::replace(&mut seen[next], true) {
                    waiting.push(next);
                }
            }
        }
        count == self.floor()
    }

    /// Cells for goals: one heap, two heaps, or with a symmetry sometimes cells and their twins. None if there is no room.
    pub(super) fn goals(&self, many: usize, rng: &mut Rng) -> Option<Vec<usize>> {
        let floor: Vec<usize> = (0..self.open.len()).filter(|&at| self.open[at]).collect();
        if floor.len() < 2 * many + 1 {
            return None;
        }
        let mut goals = Vec::new();
        if self.symmetry != Symmetry::None && rng.random_bool(0.5) {
            while goals.len() < many {
                let near: Vec<usize> = self.around(&goals, &floor);
                let choice: Vec<usize> = near
                    .into_iter()
                    .filter(|&at| goals.len() + 1 + usize::from(self.twin(at) != at) <= many)
                    .collect();
                let &at = choice.choose(rng)?;
                goals.push(at);
                if self.twin(at) != at {
                    goals.push(self.twin(at));
                }
            }
        } else {
            let heaps = if many >= 4 && rng.random_bool(0.25) { 2 } else { 1 };
            for heap in 0..heaps {
                let size = many / heaps + usize::from(heap < many % heaps);
                let mut cells = Vec::new();
                while cells.len() < size {
                    let near = self.around(&cells, &floor);
                    let free: Vec<usize> = near.into_iter().filter(|at| !goals.contains(at)).collect();
                    cells.push(*free.choose(rng)?);
                }
                goals.extend(cells);
            }
        }
        goals.sort_unstable();
        Some(goals)
    }

    /// Where a heap may grow: beside it, most willingly where it touches it on several sides. Anywhere at first.
    fn around(&self, heap: &[usize], floor: &[usize]) -> Vec<usize> {
        if heap.is_empty() {
            return floor.to_vec();
        }
        let touches = |at: usize| self.beside(at).iter().filter(|side| heap.contains(side)).count();
        let weight = |at: usize| [0, 1, 4, 6, 6][touches(at)];
        let free = floor.iter().filter(|at| !heap.contains(at));
        free.flat_map(|&at| std::iter::repeat_n(at, weight(at))).collect()
    }
}

//! The search itself, level by level. See the module above for the idea.

use damier_search::{Cost, Event, Observer, Problem, Run, Stop};

use super::bits::Bits;
use super::field::Field;
use super::relevance::Relevance;
use super::table::{BATCH, Table, grow, push};
use crate::board::{Direction, ROBOTS};
use crate::heuristics::CellMap;
use crate::problem::{SlideProblem, Word};

/// A level needs so many placements before the tables of last helper moves are built: they take as long as some hundred
/// placements.
const CHECK_FROM: usize = 48;
/// A level is worked off in so many parts, so that the last one can stop in the middle.
const PARTS: usize = 16;

/// The states of one level: placements of the helpers, each with cells of the main robot.
pub(super) struct Level<const N: usize> {
    pub(super) numbers: Vec<u32>,
    pub(super) sets: Vec<Bits<N>>,
}

/// Where a search for one main robot stands after a level.
pub(super) enum Found {
    /// The main robot stands on the target.
    Goal {
        /// The placement.
        number: usize,
    },
    /// One helper move, and then nothing but the main robot's way down.
    Last {
        /// The placement before it.
        number: usize,
        /// Where the main robot stands.
        main: usize,
        /// Where the helper stands.
        from: usize,
        /// Where it goes.
        direction: Direction,
    },
}

/// A search for one main robot.
pub(super) struct Search<'a, W, const N: usize> {
    pub(super) problem: &'a SlideProblem<W>,
    /// The fewest slides with free stops, by cell of the main robot.
    pub(super) estimates: Vec<u16>,
    pub(super) table: Table<W, N>,
    /// The levels so far; the first is that of the start's estimate.
    pub(super) levels: Vec<Level<N>>,
    pub(super) first: usize,
    /// States that belong to later levels: main-robot moves that do not come nearer.
    waiting: Vec<Vec<(u32, Bits<N>)>>,
    /// Entries with fresh cells.
    touched: Vec<u32>,
    batch: Vec<(W, Bits<N>)>,
    pub(super) field: Field,
    /// The main robot's cells of one placement, as if robots stood there.
    mains: Field,
    straight: bool,
    relevance: Option<Relevance<N>>,
    /// Whether the last level was looked through for last helper moves.
    checked: bool,
}

impl<'a, W: Word, const N: usize> Search<'a, W, N> {
    /// None when the target cannot be reached even with free stops.
    pub(super) fn new(problem: &'a SlideProblem<W>, run: &mut Run) -> Result<Option<Self>, Stop> {
        let estimates = CellMap::bounces(problem).into_map(problem.lanes[0]);
        let main = usize::from(problem.start().get(0));
        if estimates[main] == u16::MAX {
            return Ok(None);
        }
        let mut table = Table::new(&mut run.memory)?;
        let start = table.enter(problem.start().with_main(0), &mut run.memory)?;
        let field = Field::new(problem);
        let mut search = Search {
            problem,
            first: usize::from(estimates[main]),
            estimates,
            table,
            levels: Vec::new(),
            waiting: Vec::new(),
            touched: Vec::new(),
            batch: Vec::new(),
            mains: field.bare(),
            field,
            straight: !problem.runs.turns(),
            relevance: None,
            checked: false,
        };
        search.wait(0, start as u32, Bits::one(main), run)?;
        Ok(Some(search))
    }

    /// No solution is shorter than this.
    pub(super) fn bound(&self) -> Cost {
        (self.first + self.levels.len()) as Cost
    }

    /// Whether everything has been seen.
    pub(super) fn is_exhausted(&self) -> bool {
        let depth = self.levels.len();
        self.levels.last().is_none_or(|level| level.numbers.is_empty())
            && self.waiting.iter().skip(depth).all(Vec::is_empty)
    }

    fn wait(&mut self, level: usize, number: u32, set: Bits<N>, run: &mut Run) -> Result<(), Stop> {
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Vec::new);
        }
        push(&mut self.waiting[level], (number, set), &mut run.memory)
    }

    /// Finds all states of the next level.
    pub(super) fn advance<O: Observer<SlideProblem<W>>>(
        &mut self,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<Found>, Stop> {
        let depth = self.levels.len();
        self.levels.push(Level { numbers: Vec::new(), sets: Vec::new() });
        let was_checked = std::mem::take(&mut self.checked);
        // First the states that wait for this level: where the last one was checked, they alone can end here.
        if let Some(waiting) = self.waiting.get_mut(depth).map(std::mem::take) {
            for &(number, set) in &waiting {
                let entry = &mut self.table.entries[number as usize];
                let set = set.without(&entry.seen);
                if !set.is_empty() {
                    if entry.fresh.is_empty() {
                        push(&mut self.touched, number, &mut run.memory)?;
                    }
                    entry.fresh = entry.fresh.or(&set);
                }
            }
            run.memory.give_back(waiting.capacity() * size_of::<(u32, Bits<N>)>());
        }
        let check = was_checked && self.relevance.is_some();
        if let Some(found) = self.settle(run, observer, false)? {
            return Ok(Some(found));
        }
        if check && let Some(found) = self.check_level(run)? {
            return Ok(Some(found));
        }
        if depth > 0 && self.problem.movable > 1 {
            let parents = self.levels[depth - 1].numbers.len();
            let part = parents.div_ceil(PARTS).max(BATCH);
            let mut at = 0;
            while at < parents {
                let end = (at + part).min(parents);
                for parent in at..end {
                    let level = &self.levels[depth - 1];
                    let (number, set) = (level.numbers[parent], level.sets[parent]);
                    self.move_helpers(self.table.entries[number as usize].key, set);
                    if self.batch.len() >= BATCH / 2 {
                        self.flush(run)?;
                    }
                }
                self.flush(run)?;
                if let Some(found) = self.settle(run, observer, check)? {
                    return Ok(Some(found));
                }
                at = end;
            }
        }
        self.checked = check;
        let size = self.levels[depth].numbers.len();
        run.sizes(size, self.table.entries.len());
        if self.straight && !check && size >= CHECK_FROM && self.problem.movable > 1 {
            if self.relevance.is_none() {
                run.memory.take(Relevance::<N>::bytes(self.estimates.len()))?;
                self.relevance = Some(Relevance::new(&self.problem.board, &self.estimates));
            }
            let found = self.check_level(run)?;
            self.checked = true;
            return Ok(found);
        }
        Ok(None)
    }

    /// Works off the entries with fresh cells: adds the cells that the main robot comes to from these on its way down, and
    /// enters all in the level.
    fn settle<O: Observer<SlideProblem<W>>>(
        &mut self,
        run: &mut Run,
        observer: &mut O,
        check: bool,
    ) -> Result<Option<Found>, Stop> {
        let depth = self.levels.len() - 1;
        let mut touched = std::mem::take(&mut self.touched);
        for (at, &number) in touched.iter().enumerate() {
            // The entry after next is looked at now, so that it is at hand when its turn comes.
            if let Some(&soon) = touched.get(at + 4) {
                std::hint::black_box(self.table.entries[soon as usize].fresh.word());
            }
            let entry = &mut self.table.entries[number as usize];
            let key = entry.key;
            let mut set = entry.fresh;
            entry.fresh = Bits::EMPTY;
            let before = entry.seen;
            let (mut level, mut further) = (Bits::EMPTY, Bits::EMPTY);
            self.place_helpers(key);
            let mut todo = set;
            let mut far = Vec::new();
            let drained = todo.drain(|cell, todo| {
                run.expand()?;
                if O::ACTIVE {
                    observer.on(Event::Expand {
                        id: number,
                        state: &key.with_main(cell as u16),
                        g: (self.first + depth) as Cost - Cost::from(self.estimates[cell]),
                        h: Cost::from(self.estimates[cell]),
                    });
                }
                let here = self.estimates[cell];
                for stop in self.main_stops(key, cell) {
                    let there = self.estimates[stop];
                    if there < here {
                        if !set.contains(stop) && !before.contains(stop) {
                            set.insert(stop);
                            todo.insert(stop);
                        }
                    } else if there == here {
                        level.insert(stop);
                    } else if there == here + 1 {
                        further.insert(stop);
                    } else if there != u16::MAX {
                        far.push((usize::from(there - here), stop));
                    }
                }
                Ok(())
            });
            drained?;
            run.stats.generated += 4;
            let seen = before.or(&set);
            self.enter(number, seen, set, run)?;
            for (later, cells) in [(1, level.without(&seen)), (2, further.without(&seen))] {
                if !cells.is_empty() {
                    self.wait(depth + later, number, cells, run)?;
                }
            }
            for (more, stop) in far {
                self.wait(depth + 1 + more, number, Bits::one(stop), run)?;
            }
            if set.contains(usize::from(self.problem.target)) {
                return Ok(Some(Found::Goal { number: number as usize }));
            }
            let found = if check { self.check(number as usize, &set) } else { None };
            self.lift_helpers(key);
            if found.is_some() {
                return Ok(found);
            }
        }
        touched.clear();
        self.touched = touched;
        Ok(None)
    }

    /// Notes a placement's new cells, in one place of the level even if they come in several parts.
    fn enter(&mut self, number: u32, seen: Bits<N>, set: Bits<N>, run: &mut Run) -> Result<(), Stop> {
        let entry = &mut self.table.entries[number as usize];
        entry.seen = seen;
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if level.numbers.get(entry.place as usize) == Some(&number) {
            let there = &mut level.sets[entry.place as usize];
            *there = there.or(&set);
            return Ok(());
        }
        entry.place = level.numbers.len() as u32;
        push(&mut level.numbers, number, &mut run.memory)?;
        push(&mut level.sets, set, &mut run.memory)
    }

    /// Looks at all of a level's states for a last helper move.
    fn check_level(&mut self, run: &mut Run) -> Result<Option<Found>, Stop> {
        let depth = self.levels.len() - 1;
        for at in 0..self.levels[depth].numbers.len() {
            if at % 256 == 0 {
                run.look()?;
            }
            let (number, set) = (self.levels[depth].numbers[at] as usize, self.levels[depth].sets[at]);
            let key = self.table.entries[number].key;
            self.place_helpers(key);
            let found = self.check(number, &set);
            if found.is_some() {
                return Ok(found);
            }
            self.lift_helpers(key);
        }
        Ok(None)
    }

    fn helpers(&self) -> usize {
        self.problem.robots().min(W::ROBOTS) - 1
    }

    #[inline]
    fn place_helpers(&mut self, key: W) {
        for slot in 1..=self.helpers() {
            self.field.toggle(usize::from(key.get(slot)));
        }
    }

    /// Placing again takes away.
    #[inline]
    fn lift_helpers(&mut self, key: W) {
        self.place_helpers(key);
    }

    /// Where the main robot stops; the helpers stand on the field.
    #[inline]
    fn main_stops(&self, key: W, cell: usize) -> [usize; 4] {
        if self.straight {
            return self.field.stops(cell);
        }
        self.problem.stops_of(key.with_main(cell as u16), 0).map(usize::from)
    }

    /// Whether one helper move lets the main robot go all its way down from one of the cells. The helpers stand on the field.
    fn check(&mut self, number: usize, set: &Bits<N>) -> Option<Found> {
        let relevance = self.relevance.as_ref()?;
        let key = self.table.entries[number].key;
        let helpers = self.helpers();
        set.each(|cell| self.mains.toggle(cell));
        let mut found = None;
        'helpers: for slot in 1..=helpers {
            let from = usize::from(key.get(slot));
            let mut others = Bits::EMPTY;
            for other in (1..=helpers).filter(|&other| other != slot) {
                others = others.or(&relevance.stops[usize::from(key.get(other))]);
            }
            let leaves = relevance.bars_alone[from].or(&relevance.bars[from].and(&others)).and(set);
            let others = others.and(set);
            let steps = self.field.steps(from);
            let met = self.mains.met(from, steps);
            for (direction, way) in Direction::ALL.into_iter().enumerate() {
                if steps[direction] == 0 {
                    continue;
                }
                let to = self.field.end(from, direction, steps[direction]);
                let mut free =
                    leaves.or(&relevance.stops_alone[to].and(set)).or(&relevance.stops[to].and(&others));
                if free.is_empty() && met[direction] == 0 {
                    continue;
                }
                self.field.toggle(from);
                let mut left = met[direction];
                while left != 0 {
                    let away = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let main = self.field.end(from, direction, away + 1);
                    free.remove(main);
                    let to = self.field.end(from, direction, away);
                    if away > 0 {
                        self.field.toggle(to);
                        if descends(&self.field, &self.estimates, main) {
                            found = Some((main, from, way));
                        }
                        self.field.toggle(to);
                    }
                }
                if !free.is_empty() {
                    self.field.toggle(to);
                    free.each(|main| {
                        if descends(&self.field, &self.estimates, main) {
                            found = Some((main, from, way));
                        }
                    });
                    self.field.toggle(to);
                }
                self.field.toggle(from);
                if found.is_some() {
                    break 'helpers;
                }
            }
        }
        set.each(|cell| self.mains.toggle(cell));
        found.map(|(main, from, direction)| Found::Last { number, main, from, direction })
    }

    /// Puts every helper move of a placement into the batch, each with the main-robot cells that it is possible for.
    fn move_helpers(&mut self, key: W, set: Bits<N>) {
        if !self.straight {
            return self.move_helpers_one_by_one(key, &set);
        }
        let helpers = self.helpers();
        self.place_helpers(key);
        set.each(|cell| self.mains.toggle(cell));
        let mut cells = [0; ROBOTS];
        for (slot, cell) in cells.iter_mut().enumerate().take(helpers + 1).skip(1) {
            *cell = key.get(slot);
        }
        for slot in 1..=helpers {
            let from = usize::from(cells[slot]);
            let rest = key.without(slot);
            let put = |cell: usize| {
                // Its place in the order: after the others on lower cells. It is not one of those itself.
                let lower = cells[1..=helpers].iter().map(|&other| usize::from(usize::from(other) < cell));
                rest.with(1 + lower.sum::<usize>() - usize::from(from < cell), cell as u16)
            };
            let steps = self.field.steps(from);
            let met = self.mains.met(from, steps);
            for direction in 0..4 {
                if steps[direction] == 0 {
                    continue;
                }
                // A main robot that stands in the way stops the helper before it.
                let mut free = set;
                let mut left = met[direction];
                while left != 0 {
                    let away = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let main = self.field.end(from, direction, away + 1);
                    free.remove(main);
                    if away > 0 {
                        self.batch.push((put(self.field.end(from, direction, away)), Bits::one(main)));
                    }
                }
                if !free.is_empty() {
                    self.batch.push((put(self.field.end(from, direction, steps[direction])), free));
                }
            }
        }
        set.each(|cell| self.mains.toggle(cell));
        self.lift_helpers(key);
    }

    /// The same where slides turn: every main-robot cell by itself, by the tables of the generic algorithms.
    fn move_helpers_one_by_one(&mut self, key: W, set: &Bits<N>) {
        set.each(|main| {
            let state = key.with_main(main as u16);
            for slot in 1..=self.helpers() {
                for stop in self.problem.stops_of(state, slot) {
                    if stop != state.get(slot) {
                        let next = self.problem.moved(state, slot, stop).with_main(0);
                        self.batch.push((next, Bits::one(main)));
                    }
                }
            }
        });
    }

    /// Enters what is in the batch.
    fn flush(&mut self, run: &mut Run) -> Result<(), Stop> {
        let mut batch = std::mem::take(&mut self.batch);
        run.stats.generated += batch.len() as u64;
        for part in batch.chunks(BATCH) {
            self.table.look(part);
            for (key, set) in part {
                let number = self.table.enter(*key, &mut run.memory)?;
                let entry = &mut self.table.entries[number];
                let fresh = set.without(&entry.seen);
                if fresh.is_empty() {
                    run.stats.duplicates += 1;
                    continue;
                }
                if entry.fresh.is_empty() {
                    if self.touched.len() == self.touched.capacity() {
                        let more = self.touched.len().max(BATCH);
                        grow(&mut self.touched, more, &mut run.memory)?;
                    }
                    self.touched.push(number as u32);
                }
                entry.fresh = entry.fresh.or(&fresh);
            }
        }
        batch.clear();
        self.batch = batch;
        Ok(())
    }
}

/// Whether the main robot can go from `cell` to the target, each slide one nearer.
pub(super) fn descends(field: &Field, estimates: &[u16], cell: usize) -> bool {
    let here = estimates[cell];
    here == 0
        || field
            .stops(cell)
            .into_iter()
            .any(|stop| estimates[stop] < here && descends(field, estimates, stop))
}

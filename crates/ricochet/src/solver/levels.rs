//! The search itself, level by level. See the module above for the idea.

use damier_search::{Budget, Cost, Event, Observer, Problem, Run, Stop};

use super::bits::Bits;
use super::field::Field;
use super::relevance::{Relevance, STOPS, STOPS_ALONE};
use super::table::{BATCH, Table, grow, push};
use crate::board::{Direction, ROBOTS};
use crate::heuristics::CellMap;
use crate::problem::{SlideProblem, Word};

/// A level needs so many placements before the tables of last helper moves are built: they take as long as some hundred
/// placements.
const CHECK_FROM: usize = 96;
/// A level is worked off in so many parts, so that the last one can stop in the middle.
const PARTS: usize = 8;

/// So many entries are fetched from the table together.
const GATHER: usize = 16;

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

/// A helper and its slides.
#[derive(Clone, Copy, Default)]
struct Helper {
    cell: usize,
    steps: [usize; 4],
    ends: [usize; 4],
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
    pub(super) field: Field<N>,
    /// The helpers of the placement at hand.
    helpers: [Helper; ROBOTS],
    straight: bool,
    relevance: Option<Relevance>,
    /// Whether the last level was looked through for last helper moves.
    checked: bool,
}

impl<'a, W: Word, const N: usize> Search<'a, W, N> {
    /// None when the target cannot be reached even with free stops.
    pub(super) fn new(problem: &'a SlideProblem<W>, run: &mut Run) -> Result<Option<Self>, Stop> {
        let field = Field::new(problem);
        let straight = !problem.runs.turns();
        let estimates = if straight {
            field.estimates(usize::from(problem.target))
        } else {
            CellMap::bounces(problem).into_map(problem.lanes[0])
        };
        let main = usize::from(problem.start().get(0));
        if estimates[main] == u16::MAX {
            return Ok(None);
        }
        let mut table = Table::new(&mut run.memory)?;
        let start = table.enter(problem.start().with_main(0), &mut run.memory)?;
        let mut search = Search {
            problem,
            first: usize::from(estimates[main]),
            estimates,
            table,
            levels: Vec::new(),
            waiting: Vec::new(),
            touched: Vec::new(),
            batch: Vec::new(),
            field,
            helpers: [Helper::default(); ROBOTS],
            straight,
            relevance: None,
            checked: false,
        };
        search.wait(0, start as u32, Bits::one(main), &mut run.memory)?;
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

    #[inline]
    fn wait(&mut self, level: usize, number: u32, set: Bits<N>, memory: &mut Budget) -> Result<(), Stop> {
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Vec::new);
        }
        push(&mut self.waiting[level], (number, set), memory)
    }

    /// The main robot's slides where diagonals turn: an estimate may grow by more than one, or end.
    fn turning_slides(
        &mut self,
        number: u32,
        key: W,
        cell: usize,
        after: &mut [Bits<N>; 4],
        memory: &mut Budget,
    ) -> Result<(), Stop> {
        let here = self.estimates[cell];
        for stop in self.problem.stops_of(key.with_main(cell as u16), 0).map(usize::from) {
            let there = self.estimates[stop];
            if there <= here + 1 {
                after[usize::from(there + 1 - here) % 4].insert(stop);
            } else if there != u16::MAX {
                let later = self.levels.len() + usize::from(there - here);
                self.wait(later, number, Bits::one(stop), memory)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn tell<O: Observer<SlideProblem<W>>>(&self, number: u32, key: W, cell: usize, observer: &mut O) {
        let h = Cost::from(self.estimates[cell]);
        let g = (self.first + self.levels.len() - 1) as Cost - h;
        observer.on(Event::Expand { id: number, state: &key.with_main(cell as u16), g, h });
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
            let mut keys = Vec::with_capacity(GATHER);
            let mut at = 0;
            while at < parents {
                let end = (at + part).min(parents);
                for parent in (at..end).step_by(GATHER) {
                    let last = (parent + GATHER).min(end);
                    keys.clear();
                    keys.extend(
                        self.levels[depth - 1].numbers[parent..last]
                            .iter()
                            .map(|&number| self.table.entries[number as usize].key),
                    );
                    for (&key, parent) in keys.iter().zip(parent..last) {
                        self.move_helpers(key, self.levels[depth - 1].sets[parent]);
                        if self.batch.len() >= BATCH - 16 {
                            self.flush(run)?;
                        }
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
                run.memory.take(Relevance::bytes(self.estimates.len()))?;
                self.relevance = Some(Relevance::new::<N>(&self.problem.board, &self.estimates));
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
        let straight = self.straight;
        let mut touched = std::mem::take(&mut self.touched);
        let mut at_hand: Vec<(W, Bits<N>, Bits<N>)> = Vec::with_capacity(GATHER);
        for (at, &number) in touched.iter().enumerate() {
            if at % GATHER == 0 {
                // Entries lie far apart: a few are fetched together, so that their loads wait for memory at the same time.
                at_hand.clear();
                for &number in touched[at..].iter().take(GATHER) {
                    let entry = &mut self.table.entries[number as usize];
                    at_hand.push((entry.key, entry.fresh, entry.seen));
                    entry.fresh = Bits::EMPTY;
                }
            }
            let (key, mut set, before) = at_hand[at % GATHER];
            self.place_helpers(key);
            // By how far the estimate is after a slide: nearer, as near, one further.
            let mut after = [Bits::EMPTY; 4];
            let mut known = before.or(&set);
            let mut todo = set;
            loop {
                todo.try_each(|cell| {
                    run.expand()?;
                    run.stats.generated += 4;
                    if O::ACTIVE {
                        self.tell(number, key, cell, observer);
                    }
                    if !straight {
                        return self.turning_slides(number, key, cell, &mut after, &mut run.memory);
                    }
                    let here = self.estimates[cell];
                    for stop in self.field.stops(cell) {
                        // Without diagonals a slide can be taken back with free stops, so this is 0, 1 or 2.
                        after[usize::from(self.estimates[stop] + 1 - here) % 4].insert(stop);
                    }
                    Ok(())
                })?;
                todo = after[0].without(&known);
                if todo.is_empty() {
                    break;
                }
                known = known.or(&todo);
                set = set.or(&todo);
            }
            self.enter(number, known, set, run)?;
            for (later, cells) in [(1, after[1]), (2, after[2])] {
                let cells = cells.without(&known);
                if !cells.is_empty() {
                    self.wait(depth + later, number, cells, &mut run.memory)?;
                }
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

    fn count(&self) -> usize {
        self.problem.robots().min(W::ROBOTS) - 1
    }

    #[inline]
    fn place_helpers(&mut self, key: W) {
        for slot in 1..=self.count() {
            self.field.toggle(usize::from(key.get(slot)));
        }
    }

    /// Placing again takes away.
    #[inline]
    fn lift_helpers(&mut self, key: W) {
        self.place_helpers(key);
    }

    /// Finds the helpers' slides; they stand on the field.
    #[inline]
    fn slide_helpers(&mut self, key: W) {
        let helpers = self.count();
        for (slot, helper) in self.helpers[..helpers].iter_mut().enumerate() {
            helper.cell = usize::from(key.get(slot + 1));
            helper.steps = self.field.steps(helper.cell);
            helper.ends = self.field.ends(helper.cell, helper.steps);
        }
    }

    /// Whether one helper move lets the main robot go all its way down from one of the cells. The helpers stand on the field.
    fn check(&mut self, number: usize, set: &Bits<N>) -> Option<Found> {
        self.slide_helpers(self.table.entries[number].key);
        let relevance = self.relevance.as_ref()?;
        let helpers = self.count();
        let helpers = &self.helpers[..helpers];
        let mut in_line = [Bits::EMPTY; ROBOTS];
        for (in_line, helper) in in_line.iter_mut().zip(helpers) {
            *in_line = self.field.in_line(helper.cell, set);
        }
        let (field, estimates) = (&mut self.field, &self.estimates);
        let mut found = None;
        set.each(|main| {
            let matters = relevance.to(main);
            let stops = helpers.iter().fold(0, |sum, helper| sum + (matters[helper.cell] & STOPS));
            for (helper, in_line) in helpers.iter().zip(&in_line) {
                // Where another helper stands right, it need not be done by this one alone.
                let here = matters[helper.cell];
                let enough = STOPS_ALONE | u8::from(stops > here & STOPS);
                let landing = helper.ends.iter().fold(0, |all, &end| all | matters[end]);
                if (here >> 2 | landing) & enough == 0 && !in_line.contains(main) {
                    continue;
                }
                let leaves = here >> 2 & enough != 0;
                if let Some(direction) =
                    try_moves(field, estimates, helper, main, |to| leaves || matters[to] & enough != 0)
                {
                    found = Some((main, helper.cell, Direction::ALL[direction]));
                }
            }
        });
        found.map(|(main, from, direction)| Found::Last { number, main, from, direction })
    }

    /// Puts every helper move of a placement into the batch, each with the main-robot cells that it is possible for.
    fn move_helpers(&mut self, key: W, set: Bits<N>) {
        if !self.straight {
            return self.move_helpers_one_by_one(key, &set);
        }
        self.place_helpers(key);
        self.slide_helpers(key);
        let helpers = self.count();
        let helpers = &self.helpers[..helpers];
        for (at, helper) in helpers.iter().enumerate() {
            let from = helper.cell;
            let rest = key.without(at + 1);
            let put = |cell: usize| {
                // Its place in the order: after the others on lower cells. It is not one of those itself.
                let lower = helpers.iter().fold(1, |sum, other| sum + usize::from(other.cell < cell));
                rest.with(lower - usize::from(from < cell), cell as u16)
            };
            let in_line = self.field.in_line(from, &set);
            if in_line.is_empty() {
                for end in helper.ends.into_iter().filter(|&end| end != from) {
                    self.batch.push((put(end), set));
                }
                continue;
            }
            // A main robot that stands in the way stops the helper before it.
            let mut free = [set; 4];
            in_line.each(|main| {
                if let Some((direction, away)) = self.field.meets(from, &helper.steps, main) {
                    free[direction].remove(main);
                    if away > 0 {
                        self.batch.push((put(self.field.end(from, direction, away)), Bits::one(main)));
                    }
                }
            });
            for (free, end) in free.iter().zip(helper.ends) {
                if end != from && !free.is_empty() {
                    self.batch.push((put(end), *free));
                }
            }
        }
        self.lift_helpers(key);
    }

    /// The same where slides turn: every main-robot cell by itself, by the tables of the generic algorithms.
    fn move_helpers_one_by_one(&mut self, key: W, set: &Bits<N>) {
        set.each(|main| {
            let state = key.with_main(main as u16);
            for slot in 1..=self.count() {
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

/// The direction of a helper's move after which the main robot can go all its way down; only moves are tried to cells that
/// `matter`.
fn try_moves<const N: usize>(
    field: &mut Field<N>,
    estimates: &[u16],
    helper: &Helper,
    main: usize,
    matters: impl Fn(usize) -> bool,
) -> Option<usize> {
    let meets = field.meets(helper.cell, &helper.steps, main);
    let mut found = None;
    for (direction, &end) in helper.ends.iter().enumerate() {
        let to = match meets {
            Some((way, away)) if way == direction => field.end(helper.cell, direction, away),
            _ => end,
        };
        if to == helper.cell || !matters(to) {
            continue;
        }
        field.toggle(helper.cell);
        field.toggle(to);
        if descends(field, estimates, main) {
            found = Some(direction);
        }
        field.toggle(to);
        field.toggle(helper.cell);
    }
    found
}

/// Whether the main robot can go from `cell` to the target, each slide one nearer.
pub(super) fn descends<const N: usize>(field: &Field<N>, estimates: &[u16], cell: usize) -> bool {
    let here = estimates[cell];
    here == 0
        || field
            .stops(cell)
            .into_iter()
            .any(|stop| estimates[stop] < here && descends(field, estimates, stop))
}

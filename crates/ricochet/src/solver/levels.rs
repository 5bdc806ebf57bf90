//! The search for one main robot, level by level, by one thread or by several. See the module above for the idea.
//!
//! One thread has one shard, which holds all placements. Once a level is large enough to be worth it, and if the run may
//! use more threads, the placements are dealt out to as many shards by their first helper's cell. From then on every level is
//! found in one stride that all threads make at the same time: each begins with what waits for the level in its own shard, and
//! then makes the helpers' moves of its own placements, and of those that others have not come to, sending what belongs to
//! others by [`Office`].

use damier_search::{Cost, Observer, Problem, Run, Stop};

use super::ground::Ground;
use super::kept::{Has, Kept};
use super::post::{Deal, Office};
use super::relevance::Relevance;
use super::shard::{Found, Level, Parents, Shard, Waiting};
use crate::problem::{Slide, SlideProblem, Word};

/// A level needs so many placements before the tables of last helper moves are worth their making: it takes as long as
/// some hundred placements.
const RELEVANCE_FROM: usize = 800;
/// A level needs so many placements before more threads start: it takes a millisecond then, and to start a thread some
/// dozens of microseconds.
const SHARE_FROM: usize = 1024;

/// A search for one main robot.
pub(super) struct Search<'a, W, const N: usize> {
    pub(super) ground: Ground<'a, W, N>,
    pub(super) shards: Vec<Shard<W, N>>,
    pub(super) deal: Deal,
    /// The threads' own limits and figures, once there are several.
    runs: Vec<Run>,
    threads: usize,
    /// The size of a level from which on there are several.
    pub(super) share_from: usize,
    /// The size of a level from which on last helper moves are looked up by the helper's cell.
    pub(super) relevance_from: usize,
}

impl<'a, W: Word, const N: usize> Search<'a, W, N> {
    /// None when the target cannot be reached even with free stops.
    pub(super) fn new(
        problem: &'a SlideProblem<W>,
        threads: usize,
        run: &mut Run,
    ) -> Result<Option<Self>, Stop>
    where
        Kept: Has<N>,
    {
        let Some((ground, field)) = Ground::new(problem) else { return Ok(None) };
        let mut shard = Shard::new(field, &mut run.memory)?;
        let start = problem.start();
        let number = shard.table.enter(start.with_main(0), &mut run.memory)?;
        let waiting = Waiting { number: number as u32, cell: start.get(0), along: None };
        shard.wait(0, waiting, &mut run.memory)?;
        Ok(Some(Search {
            ground,
            shards: vec![shard],
            deal: Deal::WHOLE,
            runs: Vec::new(),
            threads,
            share_from: SHARE_FROM,
            relevance_from: RELEVANCE_FROM,
        }))
    }

    /// Levels found so far.
    pub(super) fn depth(&self) -> usize {
        self.shards[0].levels.len()
    }

    /// No solution is shorter than this.
    pub(super) fn bound(&self) -> Cost {
        (self.ground.first + self.depth()) as Cost
    }

    /// Whether everything has been seen.
    pub(super) fn is_exhausted(&self) -> bool {
        self.shards.iter().all(Shard::is_exhausted)
    }

    /// Finds all states of the next level.
    pub(super) fn advance<O: Observer<W, Slide>>(
        &mut self,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<Option<Found<W>>, Stop> {
        if self.runs.is_empty() && self.threads > 1 && self.is_large() {
            self.share(run)?;
        }
        let found = if self.runs.is_empty() {
            self.alone(|ground, shard, parents| shard.level(ground, run, observer, parents, None))?
        } else {
            self.stride(run)?
        };
        if found.is_some() {
            return Ok(found);
        }
        let depth = self.depth() - 1;
        let size = self.shards.iter().map(|shard| shard.levels[depth].keys.len()).sum();
        run.sizes(size, self.shards.iter().map(|shard| shard.table.entries.len()).sum());
        if self.ground.checks() && size >= self.relevance_from && self.ground.relevance.get().is_none() {
            run.memory.take(Relevance::<N>::bytes(self.ground.cells()))?;
            self.ground
                .relevance
                .get_or_init(|| Relevance::new(&self.shards[0].field, &self.ground.estimates));
        }
        Ok(None)
    }

    /// Finds a level whole, whatever ends in it. Only while there is one shard.
    pub(super) fn whole_level(&mut self, run: &mut Run) -> Result<(), Stop> {
        self.alone(|ground, shard, parents| {
            shard.begin(ground, run, &mut ())?;
            shard.go_on(ground, run, &mut (), false, parents, None)
        })?;
        let shard = &self.shards[0];
        let open = shard.levels.last().map_or(0, |level| level.keys.len());
        run.sizes(open, shard.table.entries.len());
        Ok(())
    }

    /// Finds something of the next level with the one shard that there is.
    fn alone<T>(
        &mut self,
        work: impl FnOnce(&Ground<'a, W, N>, &mut Shard<W, N>, &[Parents<W, N>]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let shard = &mut self.shards[0];
        let parents = shard.lend();
        let result = work(&self.ground, shard, std::slice::from_ref(&parents));
        shard.take_back(parents);
        result
    }

    /// Finds the next level with all shards, each on a thread of its own.
    fn stride(&mut self, run: &mut Run) -> Result<Option<Found<W>>, Stop> {
        let office = Office::new(&self.deal, self.shards.len());
        let parents: Vec<_> = self.shards.iter_mut().map(Shard::lend).collect();
        let work = |number: usize, shard: &mut Shard<W, N>, run: &mut Run| {
            shard.level(&self.ground, run, &mut (), &parents, Some(&mut office.counter(number)))
        };
        // Each thread takes what it works with along: side by side in a list, what one writes would lie in one line of the
        // cache with what the next one reads.
        let mut each = self.shards.drain(..).zip(self.runs.drain(..)).enumerate();
        let first = each.next();
        let (mut done, mut failed) = (Vec::new(), false);
        std::thread::scope(|scope| {
            let mut others = Vec::new();
            for (number, (mut shard, mut run)) in each {
                let work = &work;
                let job = move || {
                    let result = work(number, &mut shard, &mut run);
                    (shard, run, result)
                };
                if let Ok(handle) = std::thread::Builder::new().spawn_scoped(scope, job) {
                    others.push(handle);
                } else {
                    // The machine has no room for a thread.
                    office.close();
                    failed = true;
                }
            }
            if let Some((number, (mut shard, mut run))) = first {
                let result = work(number, &mut shard, &mut run);
                done.push((shard, run, result));
            }
            for other in others {
                done.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
        // What one of them found on the target is shorter than what another one found a helper's move away from it; and who could
        // not go on might have found the target.
        let mut all = Ok(None);
        for ((mut shard, run, result), parents) in done.into_iter().zip(parents) {
            shard.take_back(parents);
            self.shards.push(shard);
            self.runs.push(run);
            all = match (all, result) {
                (Ok(Some(goal @ Found::Goal { .. })), _) | (_, Ok(Some(goal @ Found::Goal { .. }))) => {
                    Ok(Some(goal))
                }
                (Err(why), _) | (_, Err(why)) => Err(why),
                (Ok(Some(found)), _) | (_, Ok(Some(found))) => Ok(Some(found)),
                _ => Ok(None),
            };
        }
        run.gather(&mut self.runs);
        // Its shard is lost: not even a solution could be traced back.
        if failed { Err(Stop::Memory) } else { all }
    }

    /// Whether the level that comes next is worth more threads.
    fn is_large(&self) -> bool {
        let large = |level: &Level<W, N>| level.keys.len() >= self.share_from;
        self.shards[0].levels.last().is_some_and(large) && self.ground.problem.movable > 1
    }

    /// Deals the placements out, a shard for each thread.
    fn share(&mut self, run: &mut Run) -> Result<(), Stop> {
        let Some(whole) = self.shards.pop() else { return Ok(()) };
        self.deal = Deal::new(whole.levels.last().map_or(&[], |level| &level.keys), self.threads);
        run.memory.take(Office::<W, N>::bytes(self.threads))?;
        self.runs = run.split(self.threads);
        for run in &mut self.runs {
            self.shards.push(Shard::new(whole.field.clone(), &mut run.memory)?);
        }
        let mut moved = Vec::with_capacity(whole.table.entries.len());
        for entry in &whole.table.entries {
            let to = self.deal.shard_of(entry.key);
            let number = self.shards[to].table.enter(entry.key, &mut self.runs[to].memory)?;
            self.shards[to].table.entries[number].seen = entry.seen;
            moved.push((to, number as u32));
        }
        for level in &whole.levels {
            for shard in &mut self.shards {
                shard.open_level();
            }
            level.each(|key, set| {
                let to = self.deal.shard_of(key);
                self.shards[to].write(key, set, &mut self.runs[to].memory)
            })?;
            for (shard, run) in self.shards.iter_mut().zip(&mut self.runs) {
                shard.pack(&mut run.memory)?;
            }
        }
        for (level, waiting) in whole.waiting.iter().enumerate() {
            for waiting in waiting {
                let (to, number) = moved[waiting.number as usize];
                self.shards[to].wait(level, Waiting { number, ..*waiting }, &mut self.runs[to].memory)?;
            }
        }
        run.memory.give_back(whole.bytes());
        run.gather(&mut self.runs);
        Ok(())
    }
}

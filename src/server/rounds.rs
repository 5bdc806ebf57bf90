//! A contest at a table: its tasks are drawn, and what bonus and penalty cells give is counted.

use std::sync::Arc;
use std::time::Instant;

use damier_kit::{Position, Refusal, missing, refuse};
use rand::seq::SliceRandom;

use super::contest::{Contest, Task};
use super::history::History;
use super::session::{Session, not_now};
use super::wire::{Phase, Rules};

impl Session {
    fn no_rounds(&self) -> Refusal {
        missing(self.game.kit, refuse!("word.rounds", "several tasks on one board"))
    }

    /// Begins a contest on this board.
    pub(super) fn begin_contest(&mut self, rules: Rules) -> Result<(), Refusal> {
        let seconds = |seconds: Option<u32>| seconds.is_none_or(|seconds| (1..=3600).contains(&seconds));
        let possible = (1..=99).contains(&rules.rounds)
            && seconds(rules.think)
            && seconds(rules.show)
            && seconds(Some(rules.sand))
            && rules.rival.is_none_or(|rate| rate > 0);
        if !possible {
            return Err(refuse!(
                "server.rules",
                "a game has 1 to 99 rounds, and clocks from 1 second to an hour"
            ));
        }
        let from = self.history.start().clone();
        if from.rounds().is_none() {
            return Err(self.no_rounds());
        }
        let scene = self.history.scene();
        let mut tasks: Vec<Task> = (scene.targets.iter())
            .filter(|target| target.piece.is_none_or(|piece| piece < scene.pieces.len()))
            .map(|target| (target.piece, target.cell))
            .collect();
        tasks.shuffle(&mut self.random);
        // The task on the table, which somebody may have thought about already, is not the first one.
        let known =
            scene.targets.iter().find(|target| target.active).map(|target| (target.piece, target.cell));
        if let Some(last) = tasks.len().checked_sub(1)
            && tasks.last().copied() == known
        {
            tasks.swap(0, last);
        }
        self.contest = Some(Contest::new(rules, tasks, Instant::now()));
        self.draw(&from);
        Ok(())
    }

    /// Puts the next task of the contest on the table, with the pieces as in `from`.
    fn draw(&mut self, from: &Arc<dyn Position>) {
        let (Some(contest), Some(rounds)) = (&mut self.contest, from.rounds()) else { return };
        let mut drawn = None;
        while let Some((piece, cell)) = contest.tasks.pop() {
            // One that is solved already is no task.
            drawn = rounds.with_task(piece, cell).ok().filter(|position| !position.is_over());
            if drawn.is_some() {
                break;
            }
        }
        let position = drawn.unwrap_or_else(|| rounds.next_task());
        self.begin(History::new(position.into()), None);
    }

    /// The next task or level, or in a contest the next round.
    pub(super) fn next(&mut self) -> Result<(), Refusal> {
        let Some(contest) = &mut self.contest else {
            let settled = self.settled();
            let Some(rounds) = settled.rounds() else { return self.next_level() };
            let next = rounds.next_task();
            self.replace(History::new(next.into()), None);
            return Ok(());
        };
        if contest.phase() == Phase::Done {
            let taken = contest.was_taken();
            if contest.next(Instant::now()) {
                let from = if taken { self.settled() } else { self.history.start().clone() };
                self.draw(&from);
            }
        }
        Ok(())
    }

    /// A task that somebody chose.
    pub(super) fn task(&mut self, piece: Option<usize>, cell: u16) -> Result<(), Refusal> {
        let here = self.position();
        let position = here.rounds().ok_or_else(|| self.no_rounds())?.with_task(piece, cell)?;
        self.replace(History::new(position.into()), None);
        Ok(())
    }

    /// The pieces as a finished round leaves them.
    fn settled(&self) -> Arc<dyn Position> {
        let here = self.position();
        if self.stay || !here.is_over() {
            return here;
        }
        here.rounds().map_or(here.clone(), |rounds| rounds.with_others_at(self.history.bases()).into())
    }

    /// What bonus and penalty cells gave on the way so far: every stop on one counts.
    pub(super) fn extras(&self) -> i32 {
        let positions = &self.history.positions()[..=self.history.at()];
        let pairs = positions.iter().zip(&positions[1..]);
        pairs.filter_map(|(from, to)| Some(from.rounds()?.extras(to.as_ref()))).sum()
    }

    /// The contest, where one is on.
    pub(super) fn contest(&mut self) -> Result<&mut Contest, Refusal> {
        self.contest.as_mut().ok_or_else(not_now)
    }

    /// Whether pieces may be moved by hand now.
    pub(super) fn may_move(&self) -> Result<(), Refusal> {
        let contest = self.contest.as_ref();
        let may = contest.is_none_or(|contest| contest.may_move() || contest.phase() == Phase::Over);
        may.then_some(()).ok_or_else(not_now)
    }

    /// Gives a round that is over its points, if the optimum is known.
    pub(super) fn score(&mut self) {
        let Some(optimum) = self.rating().map(|rating| rating.optimum) else { return };
        if let Some(contest) = &mut self.contest {
            contest.learn(optimum);
        }
    }
}

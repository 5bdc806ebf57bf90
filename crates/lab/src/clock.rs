//! Clocks: how long a player may think in a game, and how long an engine should think about a move.
//!
//! A [`Control`] such as one minute and a second gives every player a base, and an increment after each move. A [`Clock`] keeps
//! what is left of it; who spends more has lost, the flag has fallen. [`allot`] shares what is left among the moves that are likely
//! to come and gives two bounds: about so long (soft), and never longer (hard). A [`Pace`] hears what the engine thinks after every
//! pass and says when to stop between them: early where the best move stands firm or where another pass could not be
//! finished, late where it has just changed or the score has fallen.
//!
//! Nothing here looks at the time: it is told.
//!
//! ```
//! use std::time::Duration;
//! use damier_lab::clock::{Clock, Control, allot};
//!
//! let minute = Control { base: Duration::from_secs(60), increment: Duration::from_secs(1) };
//! let mut clock = Clock::new(minute);
//! // Shared among 17 moves.
//! let time = allot(clock.left(), clock.increment(), 17.0);
//! assert!(time.soft < time.hard && time.hard < clock.left());
//! assert!(clock.spend(time.hard));
//! assert!(!clock.spend(Duration::from_secs(90)) && clock.has_fallen());
//! ```

use std::time::Duration;

use damier_kit::{Player, Position, Thought, Versus};
use damier_search::{Limits, Run};

/// What each player is given: so much for the game, and so much more after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// For the game.
    pub base: Duration,
    /// After every move.
    pub increment: Duration,
}

/// The clock of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    left: Duration,
    increment: Duration,
    fallen: bool,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: Control) -> Clock {
        Clock { left: control.base, increment: control.increment, fallen: false }
    }

    /// What is left.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What every move adds.
    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Whether more was spent than there was.
    pub fn has_fallen(&self) -> bool {
        self.fallen
    }

    /// A move took so long; false if that was too long. The increment comes after the move, so it does not save it.
    pub fn spend(&mut self, time: Duration) -> bool {
        match self.left.checked_sub(time) {
            Some(left) if !self.fallen => self.left = left.saturating_add(self.increment),
            _ => {
                self.left = Duration::ZERO;
                self.fallen = true;
            }
        }
        !self.fallen
    }
}

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// About so long.
    pub soft: Duration,
    /// Never longer.
    pub hard: Duration,
}

/// What may pass between the end of a search and the moment when the clock is stopped, on a busy machine too.
const LAG: Duration = Duration::from_millis(20);
/// Where there is next to nothing left.
const LEAST: Duration = Duration::from_millis(1);

/// How long to think about a move, if so much is left on the clock of the player whose turn it is and is shared among so many moves,
/// this one included ([`damier_kit::Versus::moves_to_come`]; 0 where there is nothing to think about). The hard bound leaves more
/// than half of the clock for the moves after this one, so it does not fall.
pub fn allot(left: Duration, increment: Duration, moves_to_come: f64) -> Allotment {
    let spare = left.saturating_sub(LAG);
    if moves_to_come <= 0.0 {
        return Allotment { soft: LEAST, hard: LEAST };
    }
    // The increment is as good as there, but only in the moves after this one.
    let soft = spare.mul_f64(1.0 / moves_to_come.max(1.0)) + increment.mul_f64(0.75);
    let hard = spare.mul_f64(0.4);
    let soft = soft.min(spare.mul_f64(0.3));
    Allotment { soft: soft.max(LEAST), hard: hard.min(soft.saturating_mul(5)).max(LEAST) }
}

/// Lets a player think about a move: within the limits or, where there is a clock, within what is left on it and what every move adds.
/// `start` starts the run.
pub fn think(
    player: &mut dyn Player,
    position: &dyn Position,
    limits: Limits,
    clock: Option<(Duration, Duration)>,
    start: &dyn Fn(Limits) -> Run,
    tell: &mut dyn FnMut(&Thought, &Run),
) -> (Thought, Run) {
    let Some((left, increment)) = clock else {
        let mut run = start(limits);
        let thought = player.think(position, &mut run, tell);
        run.finish();
        return (thought, run);
    };
    let time = allot(left, increment, position.versus().map_or(0.0, Versus::moves_to_come));
    let limit = if player.is_paced() { time.hard } else { time.soft };
    let mut run = start(Limits { time: Some(limit), ..limits });
    let mut pace = Pace::new(time);
    let thought = player.think(position, &mut run, &mut |thought, run| {
        tell(thought, run);
        if pace.is_enough(thought, run.elapsed()) {
            run.enough();
        }
    });
    run.finish();
    (thought, run)
}

/// Says after every pass of an engine whether it has thought enough.
#[derive(Clone, Debug)]
pub struct Pace {
    time: Allotment,
    best: Option<String>,
    ahead: f64,
    /// Passes since the best move has changed.
    firm: u32,
    /// When the last pass ended, and how long it took.
    ended: Duration,
    took: Duration,
}

/// A score that falls by so much, in the game's unit, is a reason to think again. A little less, for scores are rounded.
const FALL: f64 = 0.6 - 1e-9;

impl Pace {
    /// Before the first pass.
    pub fn new(time: Allotment) -> Pace {
        Pace { time, best: None, ahead: 0.0, firm: 0, ended: Duration::ZERO, took: Duration::ZERO }
    }

    /// A pass is over, so long after the beginning; whether that is enough.
    pub fn is_enough(&mut self, thought: &Thought, elapsed: Duration) -> bool {
        let falls = self.best.is_some() && thought.score.ahead <= self.ahead - FALL;
        self.firm = if thought.play == self.best { self.firm + 1 } else { 0 };
        let stretch = match self.firm {
            _ if falls => 2.0,
            0 => 1.5,
            1..=3 => 1.0,
            4..=6 => 0.75,
            _ => 0.5,
        };
        let took = elapsed.saturating_sub(self.ended);
        let growth = (took.as_secs_f64() / self.took.as_secs_f64().max(1e-6)).clamp(1.5, 4.0);
        self.best.clone_from(&thought.play);
        (self.ahead, self.ended, self.took) = (thought.score.ahead, elapsed, took);
        // What another pass would take, if it grows like the last one.
        let next = took.mul_f64(growth);
        elapsed >= self.time.soft.mul_f64(stretch) || elapsed + next > self.time.hard
    }
}

#[cfg(test)]
mod tests {
    use damier_kit::Score;

    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn thought(play: &str, ahead: f64) -> Thought {
        let score = Score { ahead, win: None };
        Thought { play: Some(play.to_owned()), score, ..Thought::default() }
    }

    #[test]
    fn a_flag_falls_once_and_for_all() {
        let mut clock = Clock::new(Control { base: ms(100), increment: ms(10) });
        assert!(clock.spend(ms(60)) && clock.left() == ms(50));
        assert!(clock.spend(ms(50)) && clock.left() == ms(10));
        assert!(!clock.spend(ms(11)) && clock.has_fallen());
        assert!(!clock.spend(ms(0)) && clock.left() == ms(0));
    }

    /// Whatever is to come and whatever the clock: thinking to the hard bound every time, with some lag, a game of 200 moves is never
    /// lost on time.
    #[test]
    fn the_flag_never_falls() {
        for (base, increment) in [(60_000, 1000), (1000, 0), (180_000, 2000), (300, 50)] {
            let mut clock = Clock::new(Control { base: ms(base), increment: ms(increment) });
            for ply in 0..200 {
                let time = allot(clock.left(), clock.increment(), f64::from(ply % 30));
                assert!(time.soft <= time.hard && time.soft >= LEAST);
                let lag = if clock.left() > ms(40) { ms(5) } else { ms(0) };
                if clock.left() < LAG && increment == 0 {
                    break;
                }
                assert!(clock.spend(time.hard + lag), "move {ply}: {time:?} of {:?}", clock.left());
            }
        }
    }

    /// A game is shared out: neither is nearly everything left after 30 moves, nor nearly nothing.
    #[test]
    fn the_soft_bound_uses_the_clock() {
        let mut clock = Clock::new(Control { base: ms(60_000), increment: ms(0) });
        for ply in 0..30 {
            assert!(
                clock.spend(allot(clock.left(), clock.increment(), (17.0 - f64::from(ply)).max(8.0)).soft)
            );
        }
        assert!(clock.left() < ms(25_000) && clock.left() > ms(1_000), "{:?}", clock.left());
    }

    #[test]
    fn a_firm_move_is_played_soon_and_a_new_one_is_looked_at_again() {
        let time = Allotment { soft: ms(1000), hard: ms(3000) };
        let mut pace = Pace::new(time);
        // Passes of 50 ms and growing slowly, always the same move.
        let firm = (1..100).find(|pass| pace.is_enough(&thought("e2", 0.0), ms(50 * pass)));
        assert_eq!(firm, Some(10));
        let mut pace = Pace::new(time);
        let moves = ["e2", "d1"];
        let torn =
            (1..100).find(|&pass| pace.is_enough(&thought(moves[pass as usize % 2], 0.0), ms(50 * pass)));
        assert_eq!(torn, Some(30));
        let mut pace = Pace::new(time);
        let falling =
            (1..100).find(|&pass| pace.is_enough(&thought("e2", pass as f64 * -0.6), ms(50 * pass)));
        assert_eq!(falling, Some(40));
    }

    #[test]
    fn a_pass_that_cannot_end_is_not_begun() {
        let mut pace = Pace::new(Allotment { soft: ms(1000), hard: ms(2000) });
        assert!(!pace.is_enough(&thought("e2", 0.0), ms(100)));
        // It took 400 ms, four times as long as the one before: the next would take 1600.
        assert!(pace.is_enough(&thought("e2", 0.0), ms(500)));
    }
}

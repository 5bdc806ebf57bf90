//! A game of several rounds, alone against the optimum or in a duel with a rival that searches.
//!
//! Time comes in from outside, so that a test can play a game in no time. Alone: a round gives 10 points, less a penalty for
//! each move beyond the optimum and a point for each hint, never below 0, and nothing once the whole solution was shown; who
//! gives up pays the penalty. In a duel both
//! bid a number of moves; the first bid turns the glass; when it has run out the lowest bid shows its way, and a wrong show
//! passes to the other. A shown way is worth a point, one more for each bonus cell and one less for each penalty cell on
//! which a piece stopped.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::wire::{Difficulty, Glass, Match, Phase, Round, RoundEnd, Rules, Who};

/// A task: which piece, or any, to which cell.
pub(super) type Task = (Option<usize>, u16);

/// Between two moves of the rival that shows.
const SHOWN: Duration = Duration::from_millis(500);
/// What a target gives alone.
const POINTS: i32 = 10;

/// A way that the rival finds after so many expansions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Offer {
    pub(super) expansions: u64,
    pub(super) moves: Vec<String>,
}

/// What a session has to do because time has passed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Show the new state of the game.
    View,
    /// Back to the start of the round, then show.
    Restart,
    /// Play this move of the rival.
    Play(String),
}

/// A contest. Put away, its moments are told by how far they are from now, so that no clock runs meanwhile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Contest {
    rules: Rules,
    /// Tasks still to come; none are left on a board whose tasks are drawn.
    pub(super) tasks: Vec<Task>,
    round: usize,
    phase: Phase,
    score: [i32; 2],
    bids: [Option<u32>; 2],
    /// Which of two equal bids came first.
    first: Option<Who>,
    ready: bool,
    shower: Option<Who>,
    /// Who has shown a way that was none.
    failed: Vec<Who>,
    #[serde(with = "moments")]
    clock: Option<(Instant, Duration)>,
    results: Vec<Round>,
    hints: i32,
    /// Whether the solution of this round was shown to you.
    shown: bool,
    /// Whether the round that is over was given its points.
    scored: bool,
    /// When the round began, and what the rival finds in it, once that is known; `told` of them were bid.
    #[serde(with = "moment")]
    begun: Instant,
    offers: Option<Vec<Offer>>,
    told: usize,
    /// The rival's moves that are still to be shown.
    showing: Vec<String>,
}

impl Contest {
    pub(super) fn new(rules: Rules, tasks: Vec<Task>, now: Instant) -> Self {
        let mut contest = Contest {
            rules,
            tasks,
            round: 0,
            phase: Phase::Think,
            score: [0; 2],
            bids: [None; 2],
            first: None,
            ready: false,
            shower: None,
            failed: Vec::new(),
            clock: None,
            results: Vec::new(),
            hints: 0,
            shown: false,
            scored: false,
            begun: now,
            offers: None,
            told: 0,
            showing: Vec::new(),
        };
        contest.open(now);
        contest
    }

    /// Opens the next round.
    fn open(&mut self, now: Instant) {
        self.round += 1;
        self.phase = Phase::Think;
        (self.bids, self.first, self.ready, self.shower) = ([None; 2], None, false, None);
        self.failed.clear();
        self.showing.clear();
        self.shown = false;
        (self.hints, self.scored, self.begun, self.offers, self.told) = (0, false, now, None, 0);
        self.clock = self.rules.think.map(|seconds| glass(now, seconds));
    }

    /// Goes on to the next round; false when that was the last.
    pub(super) fn next(&mut self, now: Instant) -> bool {
        self.learn(None);
        if self.round >= self.rules.rounds {
            self.phase = Phase::Over;
            return false;
        }
        self.open(now);
        true
    }

    fn is_duel(&self) -> bool {
        self.rules.rival.is_some()
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether pieces may be moved by hand now.
    pub(super) fn may_move(&self) -> bool {
        match self.phase {
            Phase::Think => !self.is_duel(),
            Phase::Show => self.shower == Some(Who::You),
            _ => false,
        }
    }

    /// Whether hints may be taken now; each that tells `more` than the one before costs a point.
    pub(super) fn hint(&mut self, more: bool) -> bool {
        let may = !self.is_duel() && matches!(self.phase, Phase::Think | Phase::Show);
        self.hints += i32::from(may && more);
        may
    }

    /// The whole solution is shown to you: the round that is under way gives you no points.
    pub(super) fn reveal(&mut self) {
        self.shown |= !matches!(self.phase, Phase::Done | Phase::Over);
    }

    /// Whether the rival's ways are still to be found.
    pub(super) fn wants_offers(&self) -> bool {
        self.is_duel() && self.offers.is_none() && matches!(self.phase, Phase::Think | Phase::Bid)
    }

    /// Takes in what the rival finds in this round.
    pub(super) fn offer(&mut self, offers: Vec<Offer>, now: Instant) -> Vec<Due> {
        self.offers = Some(offers);
        self.tick(now)
    }

    /// When something happens by itself next.
    pub(super) fn wake(&self) -> Option<Instant> {
        let clock = self.clock.map(|(end, _)| end);
        let offer = self.next_offer().map(|(at, _)| at);
        clock.into_iter().chain(offer).min()
    }

    /// The rival's next bid and when it comes.
    fn next_offer(&self) -> Option<(Instant, u32)> {
        if !matches!(self.phase, Phase::Think | Phase::Bid) {
            return None;
        }
        let offer = self.offers.as_ref()?.get(self.told)?;
        let rate = f64::from(self.rules.rival?.max(1));
        // Beyond a day nobody waits, and a longer time might not be one.
        let seconds = (offer.expansions as f64 / rate).min(86_400.0);
        Some((self.begun + Duration::from_secs_f64(seconds), offer.moves.len() as u32))
    }

    /// Lets time pass.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Due> {
        let mut due = Vec::new();
        // Whoever bids no more does not have to wait for the rest: the rival's bids of that time come at once.
        let mut horizon = now;
        if self.ready && self.offers.is_some() {
            horizon = match (self.phase, self.clock) {
                (Phase::Bid, Some((end, _))) => end,
                _ => now + Duration::from_secs(86_400 * 2),
            };
        }
        while let Some((at, moves)) = self.next_offer().filter(|(at, _)| *at <= horizon) {
            if self.phase == Phase::Bid && self.clock.is_some_and(|(end, _)| at > end) {
                break;
            }
            self.told += 1;
            if self.bids[1].is_none_or(|bid| moves < bid) {
                self.place(Who::Rival, moves, now);
                due.push(Due::View);
            }
            if self.ready && self.bids[0].is_none() && self.phase == Phase::Bid {
                break; // The only one who bids has bid.
            }
        }
        let settled = self.ready && self.offers.is_some();
        let ran_out = self.clock.is_some_and(|(end, _)| now >= end);
        match self.phase {
            Phase::Think if settled => due.extend(self.close(RoundEnd::GivenUp)),
            Phase::Think if ran_out => match self.rules.show.filter(|_| !self.is_duel()) {
                Some(seconds) => {
                    (self.phase, self.shower) = (Phase::Show, Some(Who::You));
                    self.clock = Some(glass(now, seconds));
                    due.push(Due::View);
                }
                None => due.extend(self.close(RoundEnd::TimeOut)),
            },
            Phase::Bid if settled || ran_out => due.extend(self.show(now)),
            Phase::Show if ran_out && !self.showing.is_empty() => {
                due.push(Due::Play(self.showing.remove(0)));
                self.clock = Some((now + SHOWN, SHOWN));
            }
            Phase::Show if ran_out => due.extend(self.fail(RoundEnd::TimeOut, now)),
            _ => {}
        }
        due
    }

    /// A bid of yours: the first, or lower than your last.
    pub(super) fn bid(&mut self, moves: u32, now: Instant) -> bool {
        let may = self.is_duel()
            && matches!(self.phase, Phase::Think | Phase::Bid)
            && !self.ready
            && moves > 0
            && self.bids[0].is_none_or(|bid| moves < bid);
        if may {
            self.place(Who::You, moves, now);
        }
        may
    }

    fn place(&mut self, side: Who, moves: u32, now: Instant) {
        self.bids[side as usize] = Some(moves);
        let other = if side == Who::You { Who::Rival } else { Who::You };
        self.first = Some(other).filter(|other| self.bids[*other as usize] == Some(moves));
        if self.phase == Phase::Think {
            self.phase = Phase::Bid;
            self.clock = Some(glass(now, self.rules.sand));
        }
    }

    /// No more bids from you.
    pub(super) fn ready(&mut self, now: Instant) -> Option<Vec<Due>> {
        if !self.is_duel() || !matches!(self.phase, Phase::Think | Phase::Bid) {
            return None;
        }
        self.ready = true;
        let mut due = self.tick(now);
        due.push(Due::View);
        Some(due)
    }

    /// The lowest bid that has not failed shows.
    fn show(&mut self, now: Instant) -> Vec<Due> {
        let open = |side: &Who| self.bids[*side as usize].is_some() && !self.failed.contains(side);
        let order = match self.first {
            Some(Who::Rival) => [Who::Rival, Who::You],
            _ => [Who::You, Who::Rival],
        };
        let Some(side) = order.into_iter().filter(open).min_by_key(|side| self.bids[*side as usize]) else {
            return self.close(RoundEnd::GivenUp);
        };
        (self.phase, self.shower) = (Phase::Show, Some(side));
        if side == Who::Rival {
            let offers = self.offers.as_deref().unwrap_or_default();
            let way = offers[..self.told].iter().min_by_key(|offer| offer.moves.len());
            self.showing = way.map(|offer| offer.moves.clone()).unwrap_or_default();
            self.clock = Some((now + SHOWN, SHOWN));
        } else {
            self.clock = self.rules.show.map(|seconds| glass(now, seconds));
        }
        vec![Due::Restart]
    }

    /// What you show is no way: the other may, if it has bid.
    fn fail(&mut self, end: RoundEnd, now: Instant) -> Vec<Due> {
        if !self.is_duel() {
            return self.close(end);
        }
        self.failed.extend(self.shower);
        if self.bids[1].is_some() && !self.failed.contains(&Who::Rival) {
            return self.show(now);
        }
        self.close(end)
    }

    /// Gives the round, or the show, up.
    pub(super) fn give_up(&mut self, now: Instant) -> Option<Vec<Due>> {
        match self.phase {
            Phase::Think if !self.is_duel() => Some(self.close(RoundEnd::GivenUp)),
            Phase::Show if self.shower == Some(Who::You) => Some(self.fail(RoundEnd::GivenUp, now)),
            _ => None,
        }
    }

    /// After a move: `done` moves lie behind, and `extras` is what bonus and penalty cells gave on the way.
    pub(super) fn moved(&mut self, done: usize, solved: bool, extras: i32, now: Instant) -> Vec<Due> {
        if self.phase == Phase::Think && !self.is_duel() {
            (self.phase, self.shower) = (Phase::Show, Some(Who::You));
            self.clock = self.rules.show.map(|seconds| glass(now, seconds));
        }
        let Some(side) = self.shower.filter(|_| self.phase == Phase::Show) else { return Vec::new() };
        let moves = done as u32;
        if solved {
            let earned = self.is_duel() && !(self.shown && side == Who::You);
            let points = if earned { 1 + extras } else { 0 };
            self.score[side as usize] += points;
            self.results.push(Round {
                by: Some(side),
                moves: Some(moves),
                optimum: None,
                points,
                end: RoundEnd::Reached,
            });
            (self.phase, self.clock) = (Phase::Done, None);
            return vec![Due::View];
        }
        let bid = self.bids[0].filter(|_| self.is_duel() && side == Who::You);
        if bid.is_some_and(|bid| moves >= bid) { self.fail(RoundEnd::GivenUp, now) } else { Vec::new() }
    }

    /// Takes in the optimum of the round that is over, or that it was not found.
    pub(super) fn learn(&mut self, optimum: Option<u32>) {
        if self.phase != Phase::Done || self.scored {
            return;
        }
        self.scored = true;
        let (duel, penalty, hints) = (self.is_duel(), self.rules.difficulty.penalty(), self.hints);
        let most = if self.shown { 0 } else { POINTS };
        let Some(last) = self.results.last_mut() else { return };
        last.optimum = optimum;
        if let Some(moves) = last.moves.filter(|_| !duel) {
            let extra = moves.saturating_sub(optimum.unwrap_or(moves));
            last.points = (most - penalty * extra as i32 - hints).max(0);
            self.score[0] += last.points;
        }
    }

    /// Ends a round that nobody took.
    fn close(&mut self, end: RoundEnd) -> Vec<Due> {
        let points = if self.is_duel() { 0 } else { -self.rules.difficulty.penalty() };
        self.score[0] += points;
        self.results.push(Round { by: None, moves: None, optimum: None, points, end });
        (self.phase, self.clock, self.shower) = (Phase::Done, None, None);
        vec![Due::Restart]
    }

    /// Whether the round that is over was taken by somebody.
    pub(super) fn was_taken(&self) -> bool {
        self.results.last().is_some_and(|round| round.by.is_some())
    }

    pub(super) fn view(&self) -> Match {
        let now = Instant::now();
        let clock = self.clock.filter(|_| self.shower != Some(Who::Rival)).map(|(end, total)| Glass {
            left_ms: end.saturating_duration_since(now).as_millis() as u64,
            total_ms: total.as_millis() as u64,
        });
        Match {
            rules: self.rules,
            round: self.round,
            phase: self.phase,
            score: self.score,
            bids: self.bids,
            ready: self.ready,
            shower: self.shower,
            shown: self.shown,
            clock,
            results: self.results.clone(),
        }
    }
}

impl Difficulty {
    pub(crate) const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Normal, Difficulty::Hard];

    /// What a move beyond the optimum costs, and giving up.
    pub(crate) fn penalty(self) -> i32 {
        match self {
            Difficulty::Easy => 1,
            Difficulty::Normal => 2,
            Difficulty::Hard => 4,
        }
    }
}

/// A moment, by how many milliseconds ago it was.
mod moment {
    use std::time::{Duration, Instant};

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(moment: &Instant, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(moment.elapsed().as_millis() as u64)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Instant, D::Error> {
        let ago = Duration::from_millis(u64::deserialize(from)?);
        let now = Instant::now();
        Ok(now.checked_sub(ago).unwrap_or(now))
    }
}

/// A clock, by the milliseconds that are left on it and those that it had.
mod moments {
    use std::time::{Duration, Instant};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    type Clock = Option<(Instant, Duration)>;

    pub(super) fn serialize<S: Serializer>(clock: &Clock, to: S) -> Result<S::Ok, S::Error> {
        let now = Instant::now();
        let millis = |time: Duration| time.as_millis() as u64;
        clock.map(|(end, total)| (millis(end.saturating_duration_since(now)), millis(total))).serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Clock, D::Error> {
        // A clock has an hour at most; a file may say anything.
        let millis = |time: u64| Duration::from_millis(time.min(3_600_000));
        let told: Option<(u64, u64)> = Option::deserialize(from)?;
        Ok(told.map(|(left, total)| (Instant::now() + millis(left), millis(total))))
    }
}

fn glass(now: Instant, seconds: u32) -> (Instant, Duration) {
    let total = Duration::from_secs(u64::from(seconds));
    (now + total, total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let difficulty = Difficulty::Normal;
        Rules { rounds: 2, difficulty, think: Some(30), show: Some(10), sand: 60, rival: None }
    }

    fn duel() -> Rules {
        Rules { rival: Some(100), think: None, ..rules() }
    }

    fn offers(list: &[(u64, usize)]) -> Vec<Offer> {
        let moves = |n: usize| (0..n).map(|at| format!("m{at}")).collect();
        list.iter().map(|&(expansions, n)| Offer { expansions, moves: moves(n) }).collect()
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn alone_extra_moves_and_hints_cost_points_and_giving_up_the_penalty() {
        let now = Instant::now();
        let mut game = Contest::new(rules(), Vec::new(), now);
        assert!(game.may_move() && game.hint(true) && game.hint(false));
        assert_eq!(game.moved(1, false, 0, now), []);
        assert_eq!(game.phase(), Phase::Show);
        game.moved(6, true, 5, now);
        game.learn(Some(4));
        game.learn(Some(1));
        assert_eq!((game.score[0], game.results[0].points), (10 - 2 * 2 - 1, 5));
        assert!(game.next(now));
        assert_eq!(game.give_up(now), Some(vec![Due::Restart]));
        assert_eq!(game.score[0], 3);
        assert!(!game.next(now) && game.phase() == Phase::Over);
    }

    #[test]
    fn a_solution_that_was_shown_gives_no_points_for_its_target_and_the_next_one_does() {
        let now = Instant::now();
        let mut game = Contest::new(rules(), Vec::new(), now);
        game.reveal();
        game.moved(4, true, 0, now);
        game.learn(Some(4));
        assert_eq!((game.score[0], game.results[0].points), (0, 0));
        // What is shown after a round is over takes nothing from it, nor from the next.
        game.reveal();
        assert!(game.next(now) && !game.shown);
        game.moved(4, true, 0, now);
        game.reveal();
        game.learn(Some(4));
        assert_eq!((game.score[0], game.results[1].points), (10, 10));
    }

    #[test]
    fn in_a_duel_a_solution_that_was_shown_gives_you_no_point_and_the_rival_its_own() {
        let now = Instant::now();
        for (mine, score) in [(3, [0, 0]), (9, [0, 1])] {
            let mut game = Contest::new(duel(), Vec::new(), now);
            game.offer(offers(&[(0, 6)]), now);
            assert!(game.bid(mine, now));
            game.reveal();
            game.ready(now).unwrap();
            game.moved(3, true, 0, now);
            assert_eq!((game.score, game.phase()), (score, Phase::Done), "a bid of {mine}");
        }
    }

    #[test]
    fn alone_the_clocks_follow_each_other() {
        let now = Instant::now();
        let mut game = Contest::new(rules(), Vec::new(), now);
        assert_eq!(game.tick(now + seconds(29)), []);
        assert_eq!(game.tick(now + seconds(30)), [Due::View]);
        assert_eq!(game.phase(), Phase::Show);
        assert_eq!(game.wake(), Some(now + seconds(40)));
        assert_eq!(game.tick(now + seconds(40)), [Due::Restart]);
        assert_eq!((game.phase(), game.results[0].end), (Phase::Done, RoundEnd::TimeOut));
    }

    #[test]
    fn the_rival_bids_when_its_expansions_are_due() {
        let now = Instant::now();
        let mut game = Contest::new(duel(), Vec::new(), now);
        assert!(game.wants_offers() && !game.may_move() && !game.hint(true));
        assert_eq!(game.offer(offers(&[(500, 9), (1500, 5)]), now), []);
        assert_eq!(game.wake(), Some(now + seconds(5)));
        assert_eq!(game.tick(now + seconds(5)), [Due::View]);
        assert_eq!((game.phase(), game.bids), (Phase::Bid, [None, Some(9)]));
        assert!(game.bid(7, now + seconds(6)) && !game.bid(7, now + seconds(6)));
        game.tick(now + seconds(15));
        assert_eq!(game.bids, [Some(7), Some(5)]);
        // The glass was turned by the first bid, at five seconds.
        assert_eq!(game.tick(now + seconds(64)), []);
        assert_eq!(game.tick(now + seconds(65)), [Due::Restart]);
        assert_eq!(game.shower, Some(Who::Rival));
        let mut at = now + seconds(65);
        for step in 0..5 {
            at += SHOWN;
            assert_eq!(game.tick(at), [Due::Play(format!("m{step}"))]);
        }
        assert_eq!(game.moved(5, true, -1, at), [Due::View]);
        assert_eq!((game.score, game.phase()), ([0, 0], Phase::Done));
    }

    #[test]
    fn a_show_longer_than_its_bid_passes_to_the_other() {
        let now = Instant::now();
        let mut game = Contest::new(duel(), Vec::new(), now);
        game.offer(offers(&[(100, 6)]), now);
        assert!(game.bid(3, now));
        let due = game.ready(now).unwrap();
        assert!(due.contains(&Due::Restart), "{due:?}");
        assert_eq!((game.shower, game.bids[1]), (Some(Who::You), Some(6)));
        assert_eq!(game.moved(2, false, 0, now), []);
        assert_eq!(game.moved(3, false, 0, now), [Due::Restart]);
        assert_eq!(game.shower, Some(Who::Rival));
    }

    #[test]
    fn of_two_equal_bids_the_first_shows() {
        let now = Instant::now();
        for (rival_first, shower) in [(true, Who::Rival), (false, Who::You)] {
            let mut game = Contest::new(duel(), Vec::new(), now);
            let at = now + seconds(1);
            game.offer(offers(&[(if rival_first { 0 } else { 100 }, 4)]), now);
            assert!(game.bid(4, now));
            game.tick(at);
            game.tick(at + seconds(61));
            assert_eq!(game.shower, Some(shower), "rival first: {rival_first}");
        }
    }

    #[test]
    fn who_bids_nothing_watches_the_rival_and_a_rival_without_a_way_loses_nothing() {
        let now = Instant::now();
        let mut game = Contest::new(duel(), Vec::new(), now);
        assert!(game.ready(now).is_some());
        assert_eq!(game.phase(), Phase::Think, "the rival's ways are not known yet");
        let due = game.offer(offers(&[(1_000_000, 8), (2_000_000, 7)]), now);
        assert!(due.contains(&Due::Restart) && game.shower == Some(Who::Rival), "{due:?}");
        assert_eq!(game.showing.len(), 8);
        let mut game = Contest::new(duel(), Vec::new(), now);
        game.ready(now);
        assert_eq!(game.offer(Vec::new(), now), [Due::Restart]);
        assert_eq!((game.phase(), game.was_taken()), (Phase::Done, false));
    }
}

//! The searches that take turns.
//!
//! No order of filling the goals is the best for every level, and a search that went wrong early may never come back. So several searches
//! take turns, counted in expansions: the *leaders*, which differ in their plan and in their cells; one of the *others*, which file positions under their
//! own numbers; and *guests*. A guest has a plan that is found in a random order, some turns, and leaves for the next one, with the memory that
//! it held. How many turns is the sequence of Luby, Sinclair and Zuckerman (1993): 1 1 2 1 1 2 4 ..., within a factor of the best
//! that one could do without knowing anything of the level. All share what the deadlock tests have learnt.
//!
//! Where memory gets scarce, the search that came least far leaves for a guest; the one that came farthest stays.
//!
//! Several threads begin when two rounds have found nothing. Each has a part of the searches and guests of its own, deadlock tests of its own
//! that [tell the others](Guard::share) what they learn, and an equal part of the memory; the first answer ends them all.

use std::thread;

use damier_search::{Cost, Run, Stop, Watch};

use crate::board::Position;
use crate::solver::fast::{self, Hand};

use super::features::Eye;
use super::fess::{Fess, Slice, Style};
use super::ground::Ground;
use super::guard::{Guard, Learnt};
use super::moves::Move;
use super::plan::{First, Order, Plan, Take};

/// The expansions of a turn.
const TURN: u32 = 200;
/// Expansions of the search for a plan. It finds one with a few dozen, or mostly not at all.
pub(super) const PLAN: usize = 2000;
/// The same for the other plans, of which there are many.
const MORE_PLANS: usize = 300;
/// Where there are few boxes, A* lends a hand: after so many rounds, with the bound counted so many times, with so many expansions. It takes a few
/// microseconds for one, so this is about a fifth of the time.
const FEW_BOXES: usize = 12;
const HANDS: [(usize, u32, u64); 4] = [(2, 5, 4_000), (8, 3, 20_000), (60, 2, 100_000), (120, 1, 500_000)];
/// The turns of each search for another solution.
const AGAIN_TURNS: usize = 2;
/// Rounds before the first guest comes, and before there are several threads. What can be solved soon is solved by then.
const ALONE: usize = 2;
/// The turns of a guest, times what the sequence says; and how many turns a guest has in a round.
const STAY: u32 = 3;
const GUEST_TURNS: u32 = 2;
/// More turns in a round for the leader that came farthest, once there are guests.
const EXTRA_TURNS: u32 = 4;

const NEAREST: Order = Order { take: Take::Nearest, first: First::FewAside, sinks: false };
pub(super) const OPEN: Order = Order { take: Take::Nearest, first: First::Open, sinks: false };
const SINKS: Order = Order { take: Take::Farthest, first: First::Open, sinks: true };

const DRAIN: Order = Order { take: Take::Farthest, first: First::FewAside, sinks: true };

/// A solution.
pub(super) enum Found {
    /// Of a search of this team.
    Moves(Vec<Move>),
    /// Of A*.
    Pushes(Vec<fast::plan::Push>),
}

impl Found {
    /// How many pushes it has.
    pub(super) fn pushes(&self) -> Cost {
        match self {
            Found::Moves(path) => path.iter().map(|step| Cost::from(step.pushes)).sum(),
            Found::Pushes(pushes) => pushes.len() as Cost,
        }
    }
}

/// A search that is begun when its turn comes.
struct Seat<const N: usize> {
    order: Option<Order>,
    plan: usize,
    style: Style,
    search: Option<Fess<N>>,
}

impl<const N: usize> Seat<N> {
    fn new(order: Option<Order>, plan: usize, style: Style) -> Self {
        Seat { order, plan, style, search: None }
    }

    fn turn(
        &mut self,
        ground: &Ground<N>,
        guard: &mut Guard<N>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<Slice, Stop> {
        let search = if let Some(search) = &mut self.search {
            search
        } else {
            let plan = self.order.map(|order| self.plan(order, ground, run)).transpose()?;
            self.search.insert(Fess::new(ground, Eye::new(ground, plan, self.style.sight()), self.style))
        };
        search.slice(ground, guard, run, watch, TURN)
    }

    /// A plan in this order. Where that of a guest does not come to its end, one that takes boxes off at any start mostly does.
    fn plan(&self, order: Order, ground: &Ground<N>, run: &mut Run) -> Result<Plan<N>, Stop> {
        let plan = Plan::find(ground, order, self.plan, run)?;
        match order {
            Order { take: Take::Shuffled(_), sinks: true, .. } if !plan.is_complete() => {
                let other = Plan::find(ground, Order { sinks: false, ..order }, self.plan, run)?;
                Ok(if other.is_complete() { other } else { plan })
            }
            _ => Ok(plan),
        }
    }

    /// See [`Fess::progress`].
    fn progress(&self) -> u64 {
        self.search.as_ref().map_or(0, Fess::progress)
    }

    /// Ends the search; another one may begin here.
    fn clear(&mut self, run: &mut Run) {
        if let Some(search) = self.search.take() {
            run.memory.give_back(search.bytes());
        }
    }
}

/// What a thread has of the searches.
struct Team<const N: usize> {
    leaders: Vec<Seat<N>>,
    others: Vec<Seat<N>>,
    guest: Option<(Seat<N>, u32)>,
    /// The number of the last guest.
    guests: u32,
    /// The number of this thread, and how many there are.
    part: (usize, usize),
}

impl<const N: usize> Team<N> {
    fn new(part: (usize, usize)) -> Self {
        let leaders =
            [(OPEN, Style::Coarse), (DRAIN, Style::Fine), (SINKS, Style::Coarse), (OPEN, Style::Fine)]
                .map(|(order, style)| Seat::new(Some(order), MORE_PLANS, style));
        let others = [
            Seat::new(Some(NEAREST), PLAN, Style::Oldest),
            Seat::new(Some(NEAREST), PLAN, Style::Nearest),
            Seat::new(None, 0, Style::Nearest),
        ];
        let (which, of) = part;
        // The leaders from the first thread on, the others from the last one.
        let mine = |at: usize| at % of == which;
        let leaders = leaders.into_iter().enumerate().filter(|(at, _)| mine(*at)).map(|(_, seat)| seat);
        let others = others.into_iter().enumerate().filter(|(at, _)| mine(of - 1 - at % of));
        let others = others.map(|(_, seat)| seat).collect();
        Team { leaders: leaders.collect(), others, guest: None, guests: 0, part }
    }

    /// Takes turns in these rounds. An answer is a solution or that there is none.
    fn rounds(
        &mut self,
        rounds: impl Iterator<Item = usize>,
        position: &Position,
        ground: &Ground<N>,
        guard: &mut Guard<N>,
        run: &mut Run,
        watch: &mut Option<&mut Watch<'_>>,
    ) -> Result<Option<Answer>, Stop> {
        for round in rounds {
            guard.hear(run)?;
            if run.memory.is_scarce() {
                guard.lighten(ground, run);
                self.make_room(run);
            }
            let other = if self.others.is_empty() { 0 } else { round % self.others.len() };
            for seat in self.leaders.iter_mut().chain(self.others.get_mut(other)) {
                if let Some(answer) = answer(seat.turn(ground, guard, run, watch)?) {
                    return Ok(Some(answer));
                }
            }
            if self.part.0 == 0
                && ground.boxes.len() <= FEW_BOXES
                && let Some(&(_, weight, most)) = HANDS.iter().find(|(at, ..)| *at == round)
            {
                match fast::hand::<N>(position, weight, most, run)? {
                    Hand::Enough => {}
                    Hand::Found(pushes) => return Ok(Some(Answer::Found(Found::Pushes(pushes)))),
                    Hand::Exhausted => return Ok(Some(Answer::Unsolvable)),
                }
            }
            for _ in 0..if round < ALONE { 0 } else { EXTRA_TURNS } {
                let Some(at) = self.favourite() else { break };
                if let Some(answer) = answer(self.leaders[at].turn(ground, guard, run, watch)?) {
                    return Ok(Some(answer));
                }
            }
            for _ in 0..if round < ALONE { 0 } else { GUEST_TURNS } {
                let (mut seat, turns) = match self.guest.take() {
                    Some(guest) => guest,
                    None => self.invite(),
                };
                if let Some(answer) = answer(seat.turn(ground, guard, run, watch)?) {
                    return Ok(Some(answer));
                }
                if turns > 1 {
                    self.guest = Some((seat, turns - 1));
                } else {
                    seat.clear(run);
                }
            }
        }
        Ok(None)
    }

    /// The leader that came farthest; where several came as far, the first.
    fn favourite(&self) -> Option<usize> {
        (0..self.leaders.len()).rev().max_by_key(|&at| self.leaders[at].progress())
    }

    /// The next guest, and how many turns it has. Each thread has guests of its own, for as many turns as if it were alone.
    fn invite(&mut self) -> (Seat<N>, u32) {
        let number = self.next_guest();
        (invite(number), STAY * luby(self.guests))
    }

    fn next_guest(&mut self) -> u32 {
        let (which, of) = self.part;
        self.guests += 1;
        (self.guests - 1) * of as u32 + which as u32 + 1
    }

    /// Ends a search that holds much memory, and a guest takes its seat: of the others first, then of the leaders the one that came least far. The
    /// one that came farthest stays, and so memory is used up in the end where there is no solution to be found.
    fn make_room(&mut self, run: &mut Run) {
        let held = |seat: &Seat<N>| seat.search.as_ref().map_or(0, Fess::bytes);
        let large = run.memory.used() as usize / LARGE;
        let favourite = self.favourite();
        let guest = self.next_guest();
        let other = self.others.iter_mut().filter(|seat| held(seat) > large).max_by_key(|seat| held(seat));
        let rest = self.leaders.iter_mut().enumerate().filter(|(at, _)| Some(*at) != favourite);
        let rest = rest.map(|(_, seat)| seat).filter(|seat| held(seat) > large);
        if let Some(seat) = other.or_else(|| rest.min_by_key(|seat| seat.progress())) {
            seat.clear(run);
            *seat = invite(guest);
        }
    }
}

/// A search that holds this part of the memory is worth ending when memory is scarce.
const LARGE: usize = 32;

/// What the searches say.
pub(super) enum Answer {
    Found(Found),
    Unsolvable,
}

/// What came of a turn, if it is an answer.
fn answer(slice: Slice) -> Option<Answer> {
    match slice {
        Slice::More => None,
        Slice::Solved(path) => Some(Answer::Found(Found::Moves(path))),
        Slice::Exhausted => Some(Answer::Unsolvable),
    }
}

/// The searches in turns, until one has an answer: a solution, or none if there is no solution.
pub(super) fn search<const N: usize>(
    position: &Position,
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<Option<Found>, Stop> {
    let mut team = Team::new((0, 1));
    let alone = if run.threads > 1 { ALONE } else { usize::MAX };
    let mut answer = team.rounds(0..alone, position, ground, guard, run, watch)?;
    if answer.is_none() {
        team.leaders.iter_mut().chain(&mut team.others).for_each(|seat| seat.clear(run));
        answer = Some(together(position, ground, guard, run, watch)?);
    }
    Ok(match answer {
        Some(Answer::Found(found)) => Some(found),
        Some(Answer::Unsolvable) | None => None,
    })
}

/// The searches on several threads, this one among them.
pub(super) fn together<const N: usize>(
    position: &Position,
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<Answer, Stop> {
    let threads = run.threads;
    let learnt = Learnt::new();
    let mut parts = run.split(threads);
    let mut ends: Vec<Result<Answer, Stop>> = thread::scope(|scope| {
        let mut parts = parts.iter_mut().enumerate();
        let mine = parts.next();
        let helpers: Vec<_> = parts
            .map(|(which, part)| {
                let learnt = learnt.clone();
                scope.spawn(move || {
                    // Tables of its own: they take a moment, and nothing has to be locked.
                    let Some(ground) = Ground::<N>::new(position, part)? else {
                        return Ok(Answer::Unsolvable);
                    };
                    let mut guard = Guard::new(&ground);
                    guard.share(learnt, which);
                    endless((which, threads), position, &ground, &mut guard, part, &mut None)
                })
            })
            .collect();
        guard.share(learnt.clone(), 0);
        let mine = mine.map(|(_, part)| endless((0, threads), position, ground, guard, part, watch));
        let theirs = helpers.into_iter().map(|helper| helper.join().unwrap_or(Err(Stop::GaveUp)));
        mine.into_iter().chain(theirs).collect()
    });
    run.gather(&mut parts);
    // The count of expansions has jumped: the next look at the limits is set anew. Who has an answer need not hear that it was the last one.
    let looked = run.look();
    if let Some(at) = ends.iter().position(Result::is_ok) {
        return ends.swap_remove(at);
    }
    looked?;
    // A thread without memory leaves the others alone; why the last one stopped is the reason.
    let why = ends.into_iter().filter_map(Result::err).filter(|why| *why != Stop::GaveUp);
    Err(why.max_by_key(|why| *why != Stop::Memory).unwrap_or(Stop::GaveUp))
}

/// Rounds until there is an answer, which ends the other threads.
pub(super) fn endless<const N: usize>(
    part: (usize, usize),
    position: &Position,
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<Answer, Stop> {
    let answer = Team::new(part).rounds(ALONE.., position, ground, guard, run, watch)?;
    run.end_parts();
    answer.ok_or(Stop::GaveUp)
}

/// Other solutions, from searches that go by a position's own numbers: what they find is often shorter. They have a few turns each.
pub(super) fn again<const N: usize>(
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
) -> Vec<Vec<Move>> {
    let mut paths = Vec::new();
    for style in [Style::Nearest, Style::Oldest] {
        let mut seat = Seat::new(Some(NEAREST), MORE_PLANS, style);
        for _ in 0..AGAIN_TURNS {
            match seat.turn(ground, guard, run, &mut None) {
                Ok(Slice::More) => {}
                Ok(Slice::Solved(path)) => {
                    paths.push(path);
                    break;
                }
                // Being stopped is no failure: there is a solution.
                Ok(Slice::Exhausted) | Err(_) => break,
            }
        }
        seat.clear(run);
    }
    paths
}

/// The guest of this number, counted from 1.
fn invite<const N: usize>(number: u32) -> Seat<N> {
    let seed = u64::from(number);
    let order = match number {
        1 => NEAREST,
        2 => Order { take: Take::Farthest, first: First::Open, sinks: false },
        3 => Order { take: Take::Nearest, ..DRAIN },
        _ => Order {
            take: Take::Shuffled(seed),
            first: if number.is_multiple_of(4) { First::Open } else { First::OpenShuffled(seed) },
            sinks: number.is_multiple_of(2),
        },
    };
    let style = [Style::Fine, Style::Coarse, Style::Sum][number as usize % 3];
    Seat::new(Some(order), MORE_PLANS, style)
}

/// The sequence of the header, from 1 on: where 2^k - 1 numbers end it is 2^(k-1), and before that it begins anew.
fn luby(at: u32) -> u32 {
    let whole = (at + 1).next_power_of_two();
    if whole == at + 1 { whole / 2 } else { luby(at + 1 - whole / 2) }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn the_sequence_begins_as_published() {
        let first: Vec<u32> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

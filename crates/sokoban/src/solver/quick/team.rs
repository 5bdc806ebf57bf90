//! The searches that take turns.
//!
//! No order of filling the goals is the best for every level, and a search that went wrong early may never come back. So several searches
//! take turns, counted in expansions: the *leaders*, which differ in their plan and in their cells; one of the *others*, which file positions under their
//! own numbers; and *guests*. A guest has a plan that is found in a random order, some turns, and leaves for the next one, with the memory that
//! it held. How many turns is the sequence of Luby, Sinclair and Zuckerman (1993): 1 1 2 1 1 2 4 ..., within a factor of the best
//! that one could do without knowing anything of the level. All share what the deadlock tests have learnt.

use damier_search::{Run, Stop, Watch};

use crate::board::Position;
use crate::solver::fast::{self, Hand};

use super::features::Eye;
use super::fess::{Fess, Slice, Style};
use super::ground::Ground;
use super::guard::Guard;
use super::moves::Move;
use super::plan::{First, Order, Plan, Take};

/// The expansions of a turn.
const TURN: u32 = 200;
/// Expansions of the search for a plan. It finds one with a few dozen, or mostly not at all.
const PLAN: usize = 2000;
/// The same for the other plans, of which there are many.
const MORE_PLANS: usize = 300;
/// Where there are few boxes, A* lends a hand: after so many rounds, with the bound counted so many times, with so many expansions. It takes a few
/// microseconds for one, so this is about a fifth of the time.
const FEW_BOXES: usize = 12;
const HANDS: [(usize, u32, u64); 4] = [(2, 5, 4_000), (8, 3, 20_000), (60, 2, 100_000), (120, 1, 500_000)];
/// The turns of each search for another solution.
const AGAIN_TURNS: usize = 2;
/// The searches that take turns among themselves.
const OTHERS: usize = 3;
/// Rounds before the first guest comes. What can be solved soon is solved by then.
const ALONE: usize = 2;
/// The turns of a guest, times what the sequence says; and how many turns a guest has in a round.
const STAY: u32 = 3;
const GUEST_TURNS: u32 = 2;

const NEAREST: Order = Order { take: Take::Nearest, first: First::FewAside, sinks: false };
const OPEN: Order = Order { take: Take::Nearest, first: First::Open, sinks: false };
const SINKS: Order = Order { take: Take::Farthest, first: First::Open, sinks: true };

const DRAIN: Order = Order { take: Take::Farthest, first: First::FewAside, sinks: true };

/// A solution.
pub(super) enum Found {
    /// Of a search of this team.
    Moves(Vec<Move>),
    /// Of A*.
    Pushes(Vec<fast::plan::Push>),
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
            let find = |order| Plan::find(ground, order, self.plan, run);
            let eye = Eye::new(ground, self.order.map(find).transpose()?, self.style.sight());
            self.search.insert(Fess::new(ground, eye, self.style))
        };
        search.slice(ground, guard, run, watch, TURN)
    }
}

/// The searches in turns, until one has an answer: the moves of a solution, or none if there is no solution.
pub(super) fn search<const N: usize>(
    position: &Position,
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<Option<Found>, Stop> {
    let mut leaders =
        [(OPEN, Style::Coarse), (DRAIN, Style::Fine), (SINKS, Style::Coarse), (OPEN, Style::Fine)]
            .map(|(order, style)| Seat::new(Some(order), MORE_PLANS, style));
    let mut others = [
        Seat::new(Some(NEAREST), PLAN, Style::Oldest),
        Seat::new(Some(NEAREST), PLAN, Style::Nearest),
        Seat::new(None, 0, Style::Nearest),
    ];
    let mut guest: Option<(Seat<N>, u32)> = None;
    let mut guests = 0;
    for round in 0.. {
        let other = &mut others[round % OTHERS];
        for seat in leaders.iter_mut().chain([other]) {
            match seat.turn(ground, guard, run, watch)? {
                Slice::More => {}
                Slice::Solved(path) => return Ok(Some(Found::Moves(path))),
                Slice::Exhausted => return Ok(None),
            }
        }
        if ground.boxes.len() <= FEW_BOXES
            && let Some(&(_, weight, most)) = HANDS.iter().find(|(at, ..)| *at == round)
        {
            match fast::hand::<N>(position, weight, most, run)? {
                Hand::Enough => {}
                Hand::Found(pushes) => return Ok(Some(Found::Pushes(pushes))),
                Hand::Exhausted => return Ok(None),
            }
        }
        let turns = if round < ALONE { 0 } else { GUEST_TURNS };
        for _ in 0..turns {
            let (mut seat, turns) = guest.take().unwrap_or_else(|| {
                guests += 1;
                (invite(guests), STAY * luby(guests))
            });
            match seat.turn(ground, guard, run, watch)? {
                Slice::More => {}
                Slice::Solved(path) => return Ok(Some(Found::Moves(path))),
                Slice::Exhausted => return Ok(None),
            }
            if turns > 1 {
                guest = Some((seat, turns - 1));
            } else if let Some(search) = seat.search {
                run.memory.give_back(search.bytes());
            }
        }
    }
    Ok(None)
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
        run.memory.give_back(seat.search.map_or(0, |search| search.bytes()));
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

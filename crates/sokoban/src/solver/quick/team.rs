//! The searches that take turns.
//!
//! No order of filling the goals is the best for every level, and a search that went wrong early may never come back. So there are three
//! searches that stay, and, where they take long, *guests*: each has a plan in another order, some turns, and leaves for the next one, with the memory that it held. How many
//! turns is the sequence of Luby, Sinclair and Zuckerman (1993): 1 1 2 1 1 2 4 ..., within a factor of the best that one could do without
//! knowing anything of the level.

use damier_search::{Run, Stop, Watch};

use super::features::Eye;
use super::fess::{Fess, Slice, Style};
use super::ground::Ground;
use super::guard::Guard;
use super::moves::Move;
use super::plan::{Order, Plan};

/// The expansions of a turn.
const TURN: u32 = 200;
/// Expansions of the search for a plan. It finds one with a few dozen, or mostly not at all.
const PLAN: usize = 2000;
/// The same for a guest's, of which there are many.
const GUEST_PLAN: usize = 300;
/// Rounds before the first guest comes. What can be solved soon is solved by then.
const ALONE: u32 = 30;
/// The turns of a guest, times what the sequence says; and how many turns a guest has in a round.
const STAY: u32 = 12;
const GUEST_TURNS: u32 = 2;

/// The searches in turns, until one has an answer: the moves of a solution, or none if there is no solution.
pub(super) fn search<const N: usize>(
    ground: &Ground<N>,
    guard: &mut Guard<N>,
    run: &mut Run,
    watch: &mut Option<&mut Watch<'_>>,
) -> Result<Option<Vec<Move>>, Stop> {
    let plan = Plan::find(ground, Order::Nearest, PLAN, run)?;
    let styles = [(true, Style::Oldest), (true, Style::Nearest), (false, Style::Nearest)];
    let begin = |(planned, style): (bool, Style)| {
        let eye = Eye::new(ground, planned.then(|| plan.clone()));
        Fess::new(ground, eye, style)
    };
    let mut searches: Vec<Fess<N>> = styles.into_iter().map(begin).collect();
    let mut guest: Option<(Fess<N>, u32)> = None;
    let (mut guests, mut round) = (0, 0u32);
    loop {
        for search in &mut searches {
            match search.slice(ground, guard, run, watch, TURN)? {
                Slice::More => {}
                Slice::Solved(path) => return Ok(Some(path)),
                Slice::Exhausted => return Ok(None),
            }
        }
        round = round.saturating_add(1);
        if round <= ALONE {
            continue;
        }
        for _ in 0..GUEST_TURNS {
            let (mut search, turns) = if let Some(guest) = guest.take() {
                guest
            } else {
                guests += 1;
                (invite(ground, guests, run)?, STAY * luby(guests))
            };
            match search.slice(ground, guard, run, watch, TURN)? {
                Slice::More => {}
                Slice::Solved(path) => return Ok(Some(path)),
                Slice::Exhausted => return Ok(None),
            }
            if turns > 1 {
                guest = Some((search, turns - 1));
            } else {
                run.memory.give_back(search.bytes());
            }
        }
    }
}

/// The guest of this number, counted from 1: two of them share an order.
fn invite<const N: usize>(ground: &Ground<N>, number: u32, run: &mut Run) -> Result<Fess<N>, Stop> {
    let order = match (number - 1) / 2 {
        0 => Order::Farthest,
        other => Order::Shuffled(u64::from(other)),
    };
    let style = if number.is_multiple_of(2) { Style::Oldest } else { Style::Nearest };
    let plan = Plan::find(ground, order, GUEST_PLAN, run)?;
    Ok(Fess::new(ground, Eye::new(ground, Some(plan)), style))
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

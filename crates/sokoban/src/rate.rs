//! How hard a level is for a person: an estimate, not a measurement.
//!
//! A level is easy as long as each box can be taken home in one go, and hard where the boxes are in each other's way, so that
//! one must leave a box, see to another, and come back. And nobody likes to push a box away from where it belongs. So the points
//! are
//!
//! `0.05 × pushes + 0.5 × boxes + 1 × returns + 0.2 × away`
//!
//! where the figures come from the solution that is given, its pushes gathered so that each box is pushed in few goes: `boxes` is
//! how many it moves, `returns` how often it goes back to a box that it had left (the box changes beyond one for each box), and
//! `away` how many pushes take a box further from the goal on which it ends, by the pushes that it would need alone. Returns
//! count most: how far a puzzle falls into parts that can be solved one after the other tells the times of people better than its
//! length (Jarušek and Pelánek, 2010). The weights and the levels between 2.5, 6, 11 and 20 points are judgement: of 143 Microban
//! levels 4 % are trivial, 32 % easy, 36 % medium, 24 % hard and 4 % extreme.

use damier_kit::Estimate;

use crate::board::{Direction, Position};
use crate::gather::{gather, pushes, way};
use crate::ground::{Ground, NONE, back};
use crate::tally::tally;

/// Points at which the levels 2 to 5 begin.
const LEVELS: [f64; 4] = [2.5, 6.0, 11.0, 20.0];

/// The estimate for a position with this solution.
pub fn estimate(position: &Position, solution: &[Direction]) -> Estimate {
    let ground = Ground::new(position);
    let pushes = gather(position, &ground, pushes(position, solution));
    let tally = tally(position, &way(position, &ground, &pushes));
    let mut moved: Vec<usize> = pushes.iter().map(|&(pushed, ..)| pushed).collect();
    moved.sort_unstable();
    moved.dedup();
    let boxes = moved.len() as u32;
    let returns = tally.changes.saturating_sub(boxes);
    let shores = ground.shores(&vec![false; ground.len()]);
    let mut away = 0;
    for &pushed in &moved {
        // The way of this box, from where it stands to where it ends.
        let own = pushes.iter().filter(|push| push.0 == pushed).map(|push| push.1);
        let start = ground.number[position.boxes[pushed].index()];
        let home = own.clone().fold(start, |at, way| ground.next[usize::from(at)][way]);
        let far = ground.pushes_to(&shores, |at| at == usize::from(home));
        let mut from = usize::from(start);
        for way in own {
            let left =
                |at: usize| far[at].get(usize::from(shores.of[at][back(way)])).map_or(NONE, |&far| far);
            let to = usize::from(ground.next[from][way]);
            away += u32::from(left(to) > left(from));
            from = to;
        }
    }
    let points =
        0.05 * f64::from(tally.pushes) + 0.5 * f64::from(boxes) + f64::from(returns) + 0.2 * f64::from(away);
    let level = 1 + LEVELS.iter().filter(|&&least| points >= least).count() as u8;
    let parts = vec![
        ("pushes", tally.pushes),
        ("boxes", boxes),
        ("changes", tally.changes),
        ("returns", returns),
        ("away", away),
    ];
    Estimate { level, points, parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    fn parts(level: &str, way: &str) -> Vec<(&'static str, u32)> {
        let way: Vec<Direction> = way.chars().map(|c| Direction::ALL["urdl".find(c).unwrap()]).collect();
        estimate(&xsb::read(level).unwrap(), &way).parts
    }

    #[test]
    fn a_straight_way_has_no_returns_and_nothing_away() {
        let level = "#######\n#@$ . #\n#     #\n#######";
        let expected = [("pushes", 2), ("boxes", 1), ("changes", 1), ("returns", 0), ("away", 0)];
        assert_eq!(parts(level, "rr"), expected);
        assert_eq!(estimate(&xsb::read(level).unwrap(), &[]).level, 1);
    }

    #[test]
    fn pushes_away_from_the_goal_count_and_needless_returns_do_not() {
        // Pushed on past its goal, and back.
        let past = parts("########\n#@$.   #\n#      #\n########", "rrdrrul");
        assert_eq!(past, [("pushes", 3), ("boxes", 1), ("changes", 1), ("returns", 0), ("away", 1)]);
        // One box, the other, and the first again: for no reason, so it does not count.
        let level = "########\n#      #\n#@$ .  #\n#      #\n# $.   #\n#      #\n########";
        let again = parts(level, "rlddruur");
        assert_eq!(again, [("pushes", 3), ("boxes", 2), ("changes", 2), ("returns", 0), ("away", 0)]);
    }

    #[test]
    fn a_box_that_must_be_left_and_pushed_again_is_a_return() {
        let level = xsb::read("#####\n#   ##\n#  $ #\n##$..#\n#@   #\n######").unwrap();
        let fast = crate::solver::Fast { metric: crate::solver::Metric::Pushes, tie: false };
        let mut run = damier_search::Run::new(damier_search::Limits::default());
        let outcome = fast.solve(&level, &mut run, None);
        let Estimate { parts, .. } = estimate(&level, &outcome.plan().unwrap().actions);
        assert_eq!(parts, [("pushes", 7), ("boxes", 2), ("changes", 4), ("returns", 2), ("away", 1)]);
    }
}

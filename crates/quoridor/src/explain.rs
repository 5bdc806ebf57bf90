//! What a move does, in words: whom a wall costs steps, who has only one way left, which dear wall is prevented, who wins the race
//! when the last wall has been placed.
//!
//! These are facts of the board, found by counting steps, whoever judged the move; only the race is the engine's, which knows its
//! end for certain.

use std::cmp::Ordering;

use damier_kit::{Gap, Refusal, player, refuse};
use damier_search::{Limits, Run};

use crate::board::{Deed, Lie, Move, Square};
use crate::record::Record;
use crate::rules::Position;
use crate::solver::Engine;

/// A wall that costs so much more than any that is left is worth to be told.
const DEAR: u32 = 2;

/// What a legal move does; nothing of one that is not legal.
pub(crate) fn explain(before: &Position, play: Move) -> Vec<Refusal> {
    let mut after = *before;
    if after.play(play).is_err() {
        return Vec::new();
    }
    let mover = before.turn();
    let mut told = Vec::new();
    match play.deed() {
        Deed::Wall(..) => wall(before, &after, mover, &mut told),
        Deed::Walk(to) => walk(before, &after, mover, to, &mut told),
        Deed::Pass => return told,
    }
    if after.winner().is_some() {
        return told;
    }
    for who in (0..before.players()).filter(|&who| one_way(&after, who) && !one_way(before, who)) {
        told.push(refuse!("quoridor.why.way", "It leaves {player} only one way.", player = player(who)));
    }
    if before.players() == 2 {
        told.extend(prevented(before, &after, mover));
        told.extend(race(before, &after));
    }
    told
}

fn steps(count: u32) -> Gap {
    match count {
        0 => refuse!("quoridor.why.none", "none").into(),
        1 => refuse!("quoridor.why.step", "one step").into(),
        _ => refuse!("quoridor.why.steps", "{n} steps", n = count).into(),
    }
}

/// Whom a wall costs what.
fn wall(before: &Position, after: &Position, mover: usize, told: &mut Vec<Refusal>) {
    let cost = |who: usize| {
        let far = |position: &Position| position.distance(who).unwrap_or(0);
        far(after).saturating_sub(far(before))
    };
    let order = (1..=before.players()).map(|next| (mover + next) % before.players());
    let costs: Vec<(usize, u32)> = order.map(|who| (who, cost(who))).collect();
    match costs[..] {
        _ if costs.iter().all(|(_, cost)| *cost == 0) => {
            told.push(refuse!("quoridor.why.idle", "The wall costs nobody a step."));
        }
        [(one, first), (other, second)] => {
            let ((one, first), (other, second)) =
                if first == 0 { ((other, second), (one, first)) } else { ((one, first), (other, second)) };
            told.push(refuse!(
                "quoridor.why.costs",
                "The wall costs {one} {first} and {other} {second}.",
                one = player(one),
                first = steps(first),
                other = player(other),
                second = steps(second)
            ));
        }
        _ => told.extend(costs.iter().filter(|(_, cost)| *cost > 0).map(|&(who, cost)| {
            refuse!(
                "quoridor.why.costs.one",
                "The wall costs {player} {steps}.",
                player = player(who),
                steps = steps(cost)
            )
        })),
    }
    if after.walls_left(mover) == 0 {
        told.push(refuse!("quoridor.why.last", "{player} has no walls left.", player = player(mover)));
    }
}

/// Where a step leads.
fn walk(before: &Position, after: &Position, mover: usize, to: Square, told: &mut Vec<Refusal>) {
    let who = || player(mover);
    let far = |position: &Position| position.distance(mover).unwrap_or(0);
    let (was, is) = (far(before), far(after));
    if is == 0 {
        told.push(refuse!("quoridor.why.arrives", "{player} arrives.", player = who()));
        return;
    }
    let from = before.pawn(mover);
    if from.column().abs_diff(to.column()) + from.row().abs_diff(to.row()) > 1 {
        told.push(refuse!("quoridor.why.jump", "{player} jumps over another pawn.", player = who()));
    }
    told.push(match is.cmp(&was) {
        Ordering::Less => refuse!(
            "quoridor.why.nearer",
            "The step leaves {player} {steps} to go.",
            player = who(),
            steps = steps(is)
        ),
        Ordering::Equal => refuse!(
            "quoridor.why.aside",
            "The step brings {player} no nearer: still {steps} to go.",
            player = who(),
            steps = steps(is)
        ),
        Ordering::Greater => refuse!(
            "quoridor.why.away",
            "The step leads {player} away: {steps} to go, {before} before.",
            player = who(),
            steps = steps(is),
            before = was
        ),
    });
}

/// Whether a player's ways all go through one passage.
fn one_way(position: &Position, who: usize) -> bool {
    let way = position.shortest_way(who);
    way.windows(2).any(|pair| {
        let mut cut = *position;
        let low = pair[0].bit().min(pair[1].bit());
        if pair[0].column() == pair[1].column() {
            cut.north &= !low;
        } else {
            cut.east &= !low;
        }
        cut.distance(who).is_none()
    })
}

/// The wall that would cost a player the most, were it the other's turn, and what it costs.
fn dearest(position: &Position, who: usize) -> (u32, Option<Move>) {
    let mut there = *position;
    there.turn = (1 - who) as u8;
    let (Some(way), false) = (there.way(who), there.walls_left(1 - who) == 0) else { return (0, None) };
    let mut found = (0, None);
    there.legal_walls().and(way.across).each(|wall| {
        let Deed::Wall(at, lie) = wall.deed() else { return };
        let mut next = there;
        next.place(at, lie);
        let cost = next.distance(who).unwrap_or(0).saturating_sub(u32::from(way.length));
        if cost > found.0 {
            found = (cost, Some(wall));
        }
    });
    found
}

/// A dear wall that the other could have placed, and cannot any more.
fn prevented(before: &Position, after: &Position, mover: usize) -> Option<Refusal> {
    let ((was, wall), (is, _)) = (dearest(before, mover), dearest(after, mover));
    let wall = wall.filter(|_| was >= is + DEAR)?;
    let (who, wall, was) = (player(mover), named(wall), steps(was));
    Some(if is == 0 {
        refuse!(
            "quoridor.why.prevents.all",
            "Before it, {wall} would have cost {player} {steps}; now no wall costs a step.",
            wall,
            player = who,
            steps = was
        )
    } else {
        refuse!(
            "quoridor.why.prevents",
            "Before it, {wall} would have cost {player} {steps}; now no wall costs more than {most}.",
            wall,
            player = who,
            steps = was,
            most = is
        )
    })
}

fn named(wall: Move) -> Gap {
    match wall.deed() {
        Deed::Wall(at, Lie::Horizontal) => {
            refuse!("quoridor.why.wall.h", "the wall {at}h", at = at.to_string()).into()
        }
        Deed::Wall(at, Lie::Vertical) => {
            refuse!("quoridor.why.wall.v", "the wall {at}v", at = at.to_string()).into()
        }
        _ => Gap::Text(wall.to_string()),
    }
}

/// Who wins when nobody has a wall left; none where somebody has.
fn winner(position: &Position) -> Option<usize> {
    if position.left.iter().any(|&left| left > 0) {
        return None;
    }
    // The engine knows the end of a race without searching.
    let mut engine = Engine::new(1 << 10, &mut Run::new(Limits::default())).ok()?;
    let mut run = Run::new(Limits { nodes: Some(1), ..Limits::default() });
    let score = engine.think(&Record::from(*position), 1, &mut run, &mut |_, _| ()).score;
    let turn = position.turn();
    (score != 0).then_some(if score > 0 { turn } else { 1 - turn })
}

/// Who wins the race that begins with this move, or that it turns, and by how much.
fn race(before: &Position, after: &Position) -> Option<Refusal> {
    let winner = winner(after)?;
    let earlier = self::winner(before);
    if earlier == Some(winner) {
        return None;
    }
    let turn = after.turn();
    let far = |who: usize| after.distance(who).unwrap_or(0);
    // What the loser has still to go when the winner arrives, if nobody jumps.
    let (mine, yours) = (far(winner), far(1 - winner));
    let short = if winner == turn { (yours + 1).checked_sub(mine) } else { yours.checked_sub(mine) };
    let (winner, loser) = (player(winner), player(1 - winner));
    Some(if let Some(short) = short.filter(|short| *short > 0) {
        refuse!(
            "quoridor.why.race",
            "No walls are left: {winner} wins the race, and {loser} loses it by {steps}.",
            winner,
            loser,
            steps = steps(short)
        )
    } else {
        refuse!("quoridor.why.race.jump", "No walls are left: a jump decides the race for {winner}.", winner)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::qfen;

    fn told(position: &str, play: &str) -> String {
        let position = qfen::read(position).unwrap();
        let reasons = explain(&position, play.parse().unwrap());
        reasons.iter().map(Refusal::text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_wall_is_told_by_what_it_costs() {
        // A wall across the column of the second player, far from the first; across that of both; and across nobody's.
        assert_eq!(
            told("/ / a1 e9 / 10 10 / 1", "e8h"),
            "The wall costs player 2 one step and player 1 none."
        );
        assert_eq!(told("/ / e1 e9 / 10 10 / 1", "a4v"), "The wall costs nobody a step.");
        assert_eq!(
            told("/ / e1 e9 / 10 10 / 1", "e1h"),
            "The wall costs player 2 one step and player 1 one step."
        );
        // It costs only who placed it.
        assert_eq!(
            told("/ / e3 d5 / 10 10 / 1", "e3h"),
            "The wall costs player 1 one step and player 2 none."
        );
    }

    #[test]
    fn the_only_way_left_is_told() {
        // A corridor: columns d and e closed on both sides of the pawn.
        let text = told("c4 / / e1 e9 / 10 10 / 1", "e4h");
        assert!(!text.contains("only one way"), "{text}");
        let text = told("a4c4e4 / / e2 e9 / 10 10 / 2", "g4h");
        assert!(text.contains("It leaves player 1 only one way."), "{text}");
        assert!(text.contains("It leaves player 2 only one way."), "{text}");
    }

    #[test]
    fn a_wall_that_prevents_a_dear_one_is_told() {
        // The first player runs towards a gap at i4 that the second could close for many steps.
        let text = told("a4c4e4g4 / / h4 e9 / 10 10 / 1", "a8v");
        assert!(!text.contains("would have cost"), "{text}");
        let text = told("a4c4e4g4 / / h4 e9 / 10 10 / 1", "i4");
        assert!(
            text.contains(
                "Before it, the wall h3v would have cost player 1 4 steps; now no wall costs more than 2."
            ),
            "{text}"
        );
    }

    #[test]
    fn steps_are_told_by_where_they_lead() {
        assert_eq!(told("/ / e1 e9 / 10 10 / 1", "e2"), "The step leaves player 1 7 steps to go.");
        assert_eq!(
            told("/ / e1 e9 / 10 10 / 1", "d1"),
            "The step brings player 1 no nearer: still 8 steps to go."
        );
        assert_eq!(
            told("/ / e2 e9 / 10 10 / 1", "e1"),
            "The step leads player 1 away: 8 steps to go, 7 before."
        );
        assert!(told("/ / e4 e5 / 10 10 / 1", "e6").starts_with("player 1 jumps over another pawn."));
        assert_eq!(told("/ / e8 a5 / 10 10 / 1", "e9"), "player 1 arrives.");
        assert_eq!(told("/ / e8 a5 / 10 10 / 1", "e5"), "");
    }

    #[test]
    fn the_race_after_the_last_wall_is_told() {
        // Five steps each, the second to move: it is one step ahead.
        let text = told("/ / a4 i6 / 1 0 / 1", "d8h");
        assert!(text.contains("player 1 has no walls left."), "{text}");
        assert!(
            text.contains("No walls are left: player 2 wins the race, and player 1 loses it by one step."),
            "{text}"
        );
        // A race that goes on as it stood is not told again; one that is thrown away is.
        assert!(!told("/ / a4 i6 / 0 0 / 1", "a5").contains("race"));
        let text = told("/ / a5 i5 / 0 0 / 1", "b5");
        assert!(text.contains("player 2 wins the race"), "{text}");
    }
}

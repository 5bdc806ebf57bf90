//! 3×3 Quoridor solved exactly: every position that can come about is given its value by working back from the ends, and
//! the searches must agree.

use std::collections::HashMap;

use damier_quoridor::{Ahead, Position, Quoridor, Setup};
use damier_search::adversaries::{AlphaBeta, Mcts, Minimax, Pvs, WON};
use damier_search::game::{Game, Player};
use damier_search::{Limits, Run};

/// For every position from the start on: in how many plies the player whose turn it is wins (positive, 1 is the next
/// move) or loses (negative or zero); none where both can go on for ever.
fn solve(start: Position) -> HashMap<Position, Option<i32>> {
    let mut all = vec![start];
    let mut values = HashMap::from([(start, None)]);
    let mut at = 0;
    while at < all.len() {
        let here = all[at];
        at += 1;
        for &play in here.legal().iter() {
            let mut after = here;
            after.play(play).unwrap();
            values.entry(after).or_insert_with(|| {
                all.push(after);
                None
            });
        }
        if here.winner().is_some() {
            values.insert(here, Some(0));
        }
    }
    // What is won or lost in at most n plies, for n = 1, 2, …
    for plies in 1.. {
        let mut found = Vec::new();
        for here in all.iter().filter(|here| values[here].is_none()) {
            let after = |play| {
                let mut after = *here;
                after.play_unchecked(play);
                values[&after]
            };
            let legal = here.legal();
            if legal.iter().any(|&play| after(play).is_some_and(|value| value <= 0)) {
                found.push((*here, plies));
            } else if legal.iter().all(|&play| after(play).is_some_and(|value| value > 0)) {
                found.push((*here, -plies));
            }
        }
        if found.is_empty() {
            return values;
        }
        for (here, value) in found {
            values.insert(here, Some(value));
        }
    }
    values
}

#[test]
fn three_by_three_is_solved() {
    let setup = Setup::new(3, 2, None).unwrap();
    let game = Quoridor { setup, all_walls: true };
    let values = solve(game.start());
    let unlimited = || Run::new(Limits::default());
    let value = values[&game.start()];
    assert!(values.len() > 1000, "{}", values.len());
    let mut positions: Vec<(Position, i32)> = values.iter().filter_map(|(p, v)| Some((*p, (*v)?))).collect();
    positions.retain(|(position, value)| position.winner().is_none() && value.abs() <= 7);
    positions.sort_unstable_by_key(|(position, _)| position.key());
    let (mut won, mut lost) = (0, 0);
    for (position, value) in positions.into_iter().step_by(37) {
        let expected = if value > 0 { WIN - value } else { -WIN - value };
        for score in [
            Pvs { depth: 10, table: true, guide: Ahead }.choose(&game, &position, &mut unlimited()).score,
            AlphaBeta { depth: 10, guide: Ahead }.choose(&game, &position, &mut unlimited()).score,
        ] {
            assert_eq!(score, Some(expected), "{position:?}");
        }
        if value > 0 { won += 1 } else { lost += 1 }
    }
    assert!(won > 10 && lost > 10, "{won} {lost}");
    // The start itself.
    let choice = Pvs { depth: 16, table: true, guide: Ahead }.choose(&game, &game.start(), &mut unlimited());
    match value {
        Some(value) if value > 0 => assert_eq!(choice.score, Some(WIN - value)),
        Some(value) => assert_eq!(choice.score, Some(-WIN - value)),
        None => assert!(choice.score.unwrap().abs() < WON),
    }
    let shallow = Minimax { depth: 3, guide: Ahead }.choose(&game, &game.start(), &mut unlimited());
    let cut = AlphaBeta { depth: 3, guide: Ahead }.choose(&game, &game.start(), &mut unlimited());
    assert_eq!(shallow.score, cut.score);
    let mut mcts = Mcts {
        rollouts: 20_000,
        explore: 0.7,
        guided: true,
        prior: 0.0,
        solver: true,
        cut: 50,
        unit: 100.0,
        seed: 3,
        guide: Ahead,
    };
    if let Some(value) = value {
        let mut after = game.start();
        after.play(mcts.choose(&game, &after, &mut unlimited()).play.unwrap()).unwrap();
        assert_eq!(values[&after].unwrap() <= 0, value > 0, "Monte-Carlo keeps a won start");
    }
}

use damier_search::adversaries::WIN;

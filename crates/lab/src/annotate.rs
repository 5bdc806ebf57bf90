//! What each move of a history gained or lost.
//!
//! Where a plan solves the position, the optimum before a move and after it tell: a move that costs more than it brings nearer has lost
//! the difference. In a game of two the best player thinks about every position. With more players it is how far each is ahead
//! of the best of the others, for what the others would do together says little about a move.
//!
//! A game turns where a move gives away chances to win: a score counts as the hyperbolic tangent of the lead, so that two steps lost in an even
//! game count much, and the same two steps in a game that is decided count nothing ([`mark_turning`]).
//!
//! Why is told by the game itself ([`damier_kit::Versus::explain`]): what the move does, what the answer to it does, and what would have
//! been better.

use std::sync::Arc;

use damier_kit::{Position, Refusal, Score, Thought};
use damier_search::{Run, Spec};

use crate::record::Record;
use crate::{Game, table_bytes};

/// What a move did.
#[derive(Clone, Debug, Default)]
pub struct Annotated {
    /// The move.
    pub step: String,
    /// Whose it was.
    pub player: usize,
    /// The optimum before it and after it, where a plan solves the position and it was found.
    pub before: Option<u32>,
    /// See `before`.
    pub after: Option<u32>,
    /// Whether there is no solution any more.
    pub dead: bool,
    /// What it lost, in moves or in the game's unit.
    pub lost: Option<f64>,
    /// What a player would have done instead.
    pub best: Option<String>,
    /// And how the game would have gone on.
    pub line: Vec<String>,
    /// What the position was worth to who moved: with the best move, and with this one.
    pub worth: (Option<Score>, Option<Score>),
    /// Whether it turned the game.
    pub turning: bool,
    /// Whether it is one of the three that mattered most.
    pub mattered: bool,
    /// What it does, in sentences.
    pub why: Vec<Refusal>,
    /// What the best move would have done, where it lost something.
    pub best_why: Vec<Refusal>,
    /// What it is answered with, and what that does, where it lost something.
    pub answer: Option<String>,
    /// See `answer`.
    pub answer_why: Vec<Refusal>,
}

/// A game that is won counts as much as a lead of this many units.
const WON: f64 = 20.0;
/// A lead of so many units counts three quarters of a win (tanh 1).
const CLEAR: f64 = 3.0;
/// A move turns a game if it gives away so much of a win: three quarters of a unit of an even game. Less would be the engine's own doubt.
const TURN: f64 = 0.25;
/// As many turning points of one player are named: the largest.
const TURNS: usize = 3;
/// As many moves of a game mattered most, of all that gave away at least so much of a win: a quarter of a unit of an even game.
const MATTERED: (usize, f64) = (3, 0.08);
/// A move that lost so much, in units, is explained by its answer, too.
const SLIP: f64 = 0.25;

/// Looks at every move of a history: `line` has the position before the first move and after each. `start` starts the run of
/// one question; a history ends early where it was cancelled. `tell` hears of all moves so far, after each of them.
pub fn annotate(
    game: Game,
    line: &[Arc<dyn Position>],
    moves: &[String],
    spec: &Spec,
    start: &dyn Fn() -> Run,
    tell: &mut dyn FnMut(&[Annotated]),
) -> Result<(), Refusal> {
    if game.kit.thinking().is_some() {
        return by_players(game, line, moves, spec, start, tell);
    }
    let (mut before, mut after, mut dead) = (None, None, false);
    let mut told = Vec::new();
    for (at, position) in line.iter().enumerate() {
        let step = at.checked_sub(1).and_then(|at| moves.get(at));
        let price = u32::from(step.is_some_and(|step| position.is_weighty(step)));
        // A step that changes nothing but where the player stands leaves the optimum as it is.
        if step.is_none() || price > 0 {
            let record = Record::solve(game, String::new(), position.as_ref(), spec, &mut start(), None)?;
            if record.outcome == "cancelled" {
                return Ok(());
            }
            after = record.cost.filter(|_| record.optimal == Some(true));
            dead = record.outcome == "unsolvable";
        }
        if let Some(step) = step {
            let lost =
                before.zip(after).map(|(before, after): (u32, u32)| (after + price).saturating_sub(before));
            let lost = lost.map(f64::from);
            told.push(Annotated { step: step.clone(), before, after, dead, lost, ..Annotated::default() });
            tell(&told);
        }
        before = after;
    }
    Ok(())
}

fn by_players(
    game: Game,
    line: &[Arc<dyn Position>],
    moves: &[String],
    spec: &Spec,
    start: &dyn Fn() -> Run,
    tell: &mut dyn FnMut(&[Annotated]),
) -> Result<(), Refusal> {
    let mut player = game.player(spec, table_bytes(start().left().memory))?;
    // What is thought of a position, and what it is worth to the player whose turn it is.
    let mut look = |position: &dyn Position| -> Result<(Thought, Option<Score>), Refusal> {
        let versus = game.versus(position)?;
        if versus.players() > 2 {
            return Ok((Thought::default(), lead(game, position, versus.turn())?));
        }
        player.clear();
        let thought = player.think(position, &mut start(), &mut |_, _| ());
        if let Some(play) = &thought.play {
            game.confirm(position, play)?;
        }
        let score = thought.play.is_some().then_some(thought.score);
        Ok((thought, score))
    };
    let Some(first) = line.first() else { return Ok(()) };
    let (mut here, mut before) = look(first.as_ref())?;
    let mut told = Vec::new();
    for ((from, to), step) in line.iter().zip(&line[1..]).zip(moves) {
        let mover = game.versus(from.as_ref())?.turn();
        let (next, worth) = look(to.as_ref())?;
        if next.stopped == Some(damier_search::Stop::Cancelled) {
            return Ok(());
        }
        let versus = game.versus(to.as_ref())?;
        let after = if versus.players() > 2 {
            lead(game, to.as_ref(), mover)?
        } else if versus.end().and_then(|end| end.winner) == Some(mover) {
            Some(Score { ahead: 0.0, win: Some(1) })
        } else {
            worth.map(|score| Score { ahead: -score.ahead, win: score.win.map(|win| -win) })
        };
        let both = before.zip(after).map(|(before, after)| (units(before), units(after)));
        let is_best = here.play.as_ref() == Some(step);
        let lost = both.filter(|_| !is_best).map_or(0.0, |(before, after)| (before - after).max(0.0));
        let explained = |position: &dyn Position, step: &str| {
            position.versus().map(|versus| versus.explain(step)).unwrap_or_default()
        };
        let answer = next.play.clone().filter(|_| lost >= SLIP);
        told.push(Annotated {
            step: step.clone(),
            player: mover,
            lost: Some(lost),
            why: explained(from.as_ref(), step),
            best_why: match &here.play {
                Some(best) if !is_best && lost >= SLIP => explained(from.as_ref(), best),
                _ => Vec::new(),
            },
            answer_why: answer.as_ref().map(|answer| explained(to.as_ref(), answer)).unwrap_or_default(),
            answer,
            best: here.play,
            line: here.line,
            worth: (before, after),
            ..Annotated::default()
        });
        mark_turning(&mut told);
        tell(&told);
        (here, before) = (next, worth);
    }
    Ok(())
}

/// Marks where a game turned: the moves that gave away the most of it, at most three of each player, and the three of the whole
/// game that mattered most.
pub fn mark_turning(moves: &mut [Annotated]) {
    let mut found: Vec<(usize, f64)> = Vec::new();
    for (at, step) in moves.iter_mut().enumerate() {
        (step.turning, step.mattered) = (false, false);
        let (Some(before), Some(after)) = step.worth else { continue };
        let given = chances(before) - chances(after);
        // What the engine plays itself is no mistake, though it thinks otherwise of the position a move later.
        if given >= MATTERED.1 && step.lost.is_some_and(|lost| lost > 0.0) {
            found.push((at, given));
        }
    }
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    for &(at, _) in found.iter().take(MATTERED.0) {
        moves[at].mattered = true;
    }
    for (at, _) in found.into_iter().filter(|(_, given)| *given >= TURN) {
        let player = moves[at].player;
        let marked = moves.iter().filter(|step| step.turning && step.player == player).count();
        moves[at].turning = marked < TURNS;
    }
}

/// How likely a player is to win, from -1 (never) to 1.
fn chances(score: Score) -> f64 {
    score.win.map_or_else(|| (score.ahead / CLEAR).tanh(), |win| f64::from(win.signum()))
}

/// What a score counts, so that scores can be compared.
fn units(score: Score) -> f64 {
    match score.win {
        Some(win) => WON * f64::from(win.signum()),
        None => score.ahead.clamp(1.0 - WON, WON - 1.0),
    }
}

/// How far a player is ahead of the best of the others.
fn lead(game: Game, position: &dyn Position, player: usize) -> Result<Option<Score>, Refusal> {
    let versus = game.versus(position)?;
    let winner = versus.end().and_then(|end| end.winner);
    let win = winner.map(|winner| if winner == player { 1 } else { -1 });
    Ok(versus.lead(player).map(|ahead| Score { ahead, win }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves with what they were worth to who made them, as an engine said: before, after.
    fn game(moves: &[(&str, f64, f64)]) -> Vec<Annotated> {
        let score = |ahead: f64| Score { ahead, win: (ahead.abs() > 100.0).then_some(ahead.signum() as i32) };
        let list = moves.iter().enumerate().map(|(at, &(step, before, after))| Annotated {
            step: step.to_owned(),
            player: at % 2,
            lost: Some((units(score(before)) - units(score(after))).max(0.0)),
            worth: (Some(score(before)), Some(score(after))),
            ..Annotated::default()
        });
        let mut list: Vec<_> = list.collect();
        mark_turning(&mut list);
        list
    }

    fn turns(moves: &[Annotated]) -> Vec<(usize, &str)> {
        let named = |(at, step): (usize, &'_ Annotated)| step.turning.then_some(at);
        moves.iter().enumerate().filter_map(named).map(|at| (at + 1, moves[at].step.as_str())).collect()
    }

    /// A game of Quoridor that was lost from White's fourth move on. Its last move into a proven loss is no turning point any more.
    const LOST: &[(&str, f64, f64)] = &[
        ("e2", -0.15, 0.12),
        ("e8", -0.12, -0.12),
        ("d6h", 0.12, -0.32),
        ("e7", 0.32, -0.04),
        ("e3", 0.04, -0.13),
        ("f7", 0.13, -0.05),
        ("e4", 0.05, -1.98),
        ("f6", 1.98, 2.17),
        ("e5", -2.17, -1.96),
        ("f5", 1.96, 2.05),
        ("e6", -2.05, -3.05),
        ("f4", 3.05, 2.02),
        ("f6", -2.02, -4.88),
        ("f6h", 4.88, 4.69),
        ("g6", -4.69, -6.87),
        ("g6v", 6.87, 4.88),
        ("f6", -4.88, -5.01),
        ("f3", 5.01, 5.05),
        ("g6", -5.05, -7.43),
        ("f2", 7.43, 7.53),
        ("f6", -7.53, -299.99),
        ("f1", 299.99, 299.99),
    ];

    #[test]
    fn a_lost_game_turned_where_its_curve_fell_and_not_at_its_last_move() {
        assert_eq!(turns(&game(LOST)), [(7, "e4"), (13, "f6")]);
    }

    #[test]
    fn a_lead_that_changes_sides_and_a_win_that_is_thrown_away_are_turning_points() {
        assert_eq!(turns(&game(&[("a", 0.6, -0.6)])), [(1, "a")]);
        assert_eq!(turns(&game(&[("a", 300.0, 0.2)])), [(1, "a")]);
        assert_eq!(turns(&game(&[("a", 0.2, -300.0)])), [(1, "a")]);
        // From a proven win to a large lead, or from a lost game to a proven loss, nothing turns.
        assert_eq!(turns(&game(&[("a", 300.0, 6.0), ("b", -6.0, -300.0)])), []);
    }

    #[test]
    fn each_player_has_at_most_three_and_these_are_the_largest() {
        let slips = [2.0, 3.0, 1.5, 4.0, 1.0, 2.5].map(|lost| ("a", 0.0, -lost));
        // Both in turn: the first, third and fifth are of one player.
        assert_eq!(turns(&game(&slips)).len(), 6);
        let alone: Vec<_> = slips.iter().flat_map(|&slip| [slip, ("b", 0.0, 0.0)]).collect();
        assert_eq!(turns(&game(&alone)).iter().map(|(at, _)| *at).collect::<Vec<_>>(), [3, 7, 11]);
    }

    #[test]
    fn the_three_moves_that_mattered_are_the_largest_of_both() {
        let slips = [0.1, 3.0, 1.5, 4.0, 1.0, 2.5].map(|lost| ("a", 0.0, -lost));
        let mattered = |moves: &[Annotated]| -> Vec<usize> {
            moves.iter().enumerate().filter(|(_, step)| step.mattered).map(|(at, _)| at + 1).collect()
        };
        assert_eq!(mattered(&game(&slips)), [2, 4, 6]);
        // A quiet game has fewer, and they need not have turned it.
        let quiet = game(&[("a", 0.0, -0.1), ("b", 0.0, -0.5), ("c", 6.0, 3.5)]);
        assert_eq!(mattered(&quiet), [2, 3]);
        assert!(quiet.iter().all(|step| !step.turning));
    }

    #[test]
    fn the_engine_s_own_move_is_no_turning_point() {
        let mut moves = game(&[("a", 1.0, -1.0)]);
        moves[0].lost = Some(0.0);
        mark_turning(&mut moves);
        assert_eq!(turns(&moves), []);
    }
}

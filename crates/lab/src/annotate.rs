//! What each move of a history gained or lost.
//!
//! Where a plan solves the position, the optimum before a move and after it tell: a move that costs more than it brings nearer has lost
//! the difference. In a game of two the best player thinks about every position. With more players it is how far each is ahead
//! of the best of the others, for what the others would do together says little about a move.

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
}

/// A lead, or a loss, that counts: half a unit. A game that is won counts as much as this many.
const LEAD: f64 = 0.5;
const WON: f64 = 20.0;

/// Looks at every move of a history: `line` has the position before the first move and after each. `start` starts the run of
/// one question; a history ends early where it was cancelled. `tell` hears of each move.
pub fn annotate(
    game: Game,
    line: &[Arc<dyn Position>],
    moves: &[String],
    spec: &Spec,
    start: &dyn Fn() -> Run,
    tell: &mut dyn FnMut(Annotated),
) -> Result<(), Refusal> {
    if game.kit.thinking().is_some() {
        return by_players(game, line, moves, spec, start, tell);
    }
    let (mut before, mut after, mut dead) = (None, None, false);
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
            tell(Annotated {
                step: step.clone(),
                before,
                after,
                dead,
                lost: lost.map(f64::from),
                ..Annotated::default()
            });
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
    tell: &mut dyn FnMut(Annotated),
) -> Result<(), Refusal> {
    let mut player = game.thinking()?.player(spec, table_bytes(start().left().memory))?;
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
        let turning = lost > 0.0
            && both.is_some_and(|(before, after)| {
                (before > LEAD && after < -LEAD)
                    || (before >= WON && after < WON)
                    || (before > -WON && after <= -WON)
            });
        tell(Annotated {
            step: step.clone(),
            player: mover,
            lost: Some(lost),
            best: here.play,
            line: here.line,
            worth: (before, after),
            turning,
            ..Annotated::default()
        });
        (here, before) = (next, worth);
    }
    Ok(())
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

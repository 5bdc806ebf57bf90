//! The game as the searches of `damier-search` see it, and what guides them.

use damier_search::adversaries::Evaluate;
use damier_search::game::Game;

use crate::board::{Move, Setup, Square};
use crate::rules::{Position, Walls, each};

/// Quoridor from a start. Positions that repeat are not seen as draws here: a search by depth ends anyway.
#[derive(Clone, Copy, Debug)]
pub struct Quoridor {
    /// Where it begins.
    pub setup: Setup,
    /// Whether every legal wall is tried; else only those that touch a wall, lie near a pawn or across a shortest way.
    pub all_walls: bool,
}

impl Game for Quoridor {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn players(&self) -> usize {
        self.setup.players()
    }

    fn start(&self) -> Position {
        Position::start(self.setup)
    }

    fn turn(&self, state: &Position) -> usize {
        state.turn()
    }

    fn moves(&self, state: &Position, mut emit: impl FnMut(Move)) {
        if self.all_walls {
            state.legal().iter().for_each(|&play| emit(play));
            return;
        }
        let walks = state.walks();
        each(walks, |to| emit(Move::walk(to)));
        let walls = state.legal_walls().and(telling(state));
        walls.each(&mut emit);
        if walks == 0 && walls.is_empty() {
            // Something must be done: one of the other walls, or nothing.
            emit(state.legal().first().copied().unwrap_or(Move::PASS));
        }
    }

    fn play(&self, state: &mut Position, play: Move) -> Position {
        let before = *state;
        state.play_unchecked(play);
        before
    }

    fn undo(&self, state: &mut Position, _: Move, before: Position) {
        *state = before;
    }

    fn winner(&self, state: &Position) -> Option<Option<usize>> {
        state.winner().map(Some)
    }

    fn hash(&self, state: &Position) -> u64 {
        state.key()
    }
}

/// The walls that touch a wall, lie near a pawn, or across a shortest way.
fn telling(state: &Position) -> Walls {
    let row = crate::board::ROW;
    let Walls { horizontal: h, vertical: v } = state.walls();
    let mut points = h | h << 1 | h >> 1 | v | v << row | v >> row;
    let mut walls = Walls::default();
    for player in 0..state.players() {
        let pawn = state.pawn(player).bit();
        points |= pawn | pawn >> 1 | pawn >> row | pawn >> (row + 1);
        let across = state.way(player).unwrap_or_default().across;
        walls.horizontal |= across.horizontal;
        walls.vertical |= across.vertical;
    }
    walls.horizontal |= points | points << 1 | points >> 1;
    walls.vertical |= points | points << row | points >> row;
    walls
}

/// Steps ahead of the best of the others, and walls: the evaluation that every student writes first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead;

/// A wall in hundredths of a step.
const WALL: i32 = 100;

impl Evaluate<Quoridor> for Ahead {
    fn evaluate(&self, _: &Quoridor, state: &Position, player: usize) -> i32 {
        let steps = |who: usize| 100 * state.distance(who).unwrap_or(100) as i32;
        let walls = |who: usize| WALL * state.walls_left(who) as i32;
        let worth = |who: usize| walls(who) - steps(who);
        let others = (0..state.players()).filter(|&other| other != player).map(worth).max();
        let turn = if state.turn() == player { 50 } else { -50 };
        worth(player) - others.unwrap_or(0) + turn
    }

    /// Three steps ahead are nearly a won game.
    fn unit(&self) -> f64 {
        150.0
    }

    /// Mostly a step along the way; one time in four a wall across the way of the player who is ahead, or anywhere.
    fn suggest(&self, _: &Quoridor, state: &Position, dice: u64) -> Option<Move> {
        let me = state.turn();
        if !dice.is_multiple_of(4) || state.walls_left(me) == 0 {
            return Some(step_ahead(state));
        }
        let others = (0..state.players()).filter(|&player| player != me);
        let ahead = others.min_by_key(|&player| state.distance(player))?;
        let walls = state.legal_walls().and(state.way(ahead)?.across);
        let mut list = crate::Moves::default();
        walls.each(|play| list.push(play));
        if list.is_empty() {
            return Some(step_ahead(state));
        }
        Some(list[(dice >> 8) as usize % list.len()])
    }

    /// How many steps ahead a move leaves its player.
    fn promise(&self, _: &Quoridor, state: &Position, play: Move) -> i32 {
        let me = state.turn();
        let mut after = *state;
        after.play_unchecked(play);
        let steps = |who: usize| 100 * after.distance(who).unwrap_or(100) as i32;
        let others = (0..state.players()).filter(|&other| other != me).map(steps).min();
        others.unwrap_or(0) - steps(me) - if play.is_walk() { 0 } else { WALL }
    }
}

/// The pawn's move that leaves the shortest way.
pub(crate) fn step_ahead(state: &Position) -> Move {
    let me = state.turn();
    let mut best: Option<(u32, Square)> = None;
    each(state.walks(), |to| {
        let mut after = *state;
        after.play_unchecked(Move::walk(to));
        let steps = after.distance(me).unwrap_or(u32::MAX);
        if best.is_none_or(|(least, _)| steps < least) {
            best = Some((steps, to));
        }
    });
    best.map_or(Move::PASS, |(_, to)| Move::walk(to))
}

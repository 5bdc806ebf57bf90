//! The history of a table: where it begins, the moves since then, and which moment of it is seen.

use std::sync::{Arc, OnceLock};

use damier_kit::{Played, Position, Refusal, Scene, refuse};
use damier_lab::Game;
use rand::RngExt;

use super::Random;
use super::wire::{HistoryPart, Message};

/// As many moves has a history, and one of a game of adversaries, whose positions remember all moves before them.
const MOVES: usize = 5000;
const GAME_MOVES: usize = 1000;

/// Moves that were made or undone, with the position before and after each.
pub(super) struct History {
    /// One more than there are moves; never empty.
    positions: Vec<Arc<dyn Position>>,
    moves: Vec<String>,
    /// After how many moves is seen.
    at: usize,
    /// How an address writes the start, and how a file does, once somebody has asked for it.
    code: String,
    text: OnceLock<String>,
    /// Where the pieces stand at the start, and where they stood when its task began.
    cells: Vec<u16>,
    bases: Vec<u16>,
    /// The picture of what is seen, once somebody has asked for it.
    scene: OnceLock<Arc<Scene>>,
    /// As many of the first moves does the page know.
    told: usize,
}

impl History {
    /// Nothing has been played.
    pub(super) fn new(start: Arc<dyn Position>) -> Self {
        let scene = start.scene();
        let mut history = History {
            code: start.code(),
            text: OnceLock::new(),
            cells: scene.pieces.iter().map(|piece| piece.cell).collect(),
            bases: scene.pieces.iter().map(|piece| piece.start).collect(),
            positions: vec![start],
            moves: Vec::new(),
            at: 0,
            scene: OnceLock::new(),
            told: 0,
        };
        history.scene = OnceLock::from(history.drawn(scene));
        history
    }

    /// The history that a position remembers, and more moves from there.
    pub(super) fn of(
        position: Arc<dyn Position>,
        more: &[String],
        random: &mut Random,
    ) -> Result<Self, Refusal> {
        let (start, mut moves) = match position.past() {
            Some((start, moves)) => (start.into(), moves),
            None => (position, Vec::new()),
        };
        moves.extend_from_slice(more);
        let mut history = History::new(start);
        for step in &moves {
            history.check_length()?;
            let (played, _) = attempt(history.seen().as_ref(), step, random)?;
            history.push(played);
        }
        Ok(history)
    }

    pub(super) fn start(&self) -> &Arc<dyn Position> {
        &self.positions[0]
    }

    /// The position that is seen.
    pub(super) fn seen(&self) -> &Arc<dyn Position> {
        &self.positions[self.at]
    }

    /// The position after all moves.
    pub(super) fn last(&self) -> &Arc<dyn Position> {
        &self.positions[self.moves.len()]
    }

    pub(super) fn positions(&self) -> &[Arc<dyn Position>] {
        &self.positions
    }

    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.moves.len()
    }

    /// How an address writes the start.
    pub(super) fn code(&self) -> &str {
        &self.code
    }

    /// The start in the game's first format, which knows its name too.
    pub(super) fn text(&self, game: Game) -> &str {
        let written = || self.start().write(game.kit.about().formats[0].name).unwrap_or_default();
        self.text.get_or_init(written)
    }

    /// Where the pieces stood when the task of the start began.
    pub(super) fn bases(&self) -> &[u16] {
        &self.bases
    }

    /// Whose turn it is after so many moves, in a game of adversaries.
    pub(super) fn turn(&self, at: usize) -> usize {
        self.positions[at].versus().map_or(0, damier_kit::Versus::turn)
    }

    /// Goes to another moment; beyond its ends nothing happens. Says whether it was another one.
    pub(super) fn go(&mut self, at: usize) -> bool {
        let at = at.min(self.moves.len());
        let other = at != self.at;
        if other {
            self.at = at;
            self.scene = OnceLock::new();
        }
        other
    }

    /// Refuses another move where there are too many.
    pub(super) fn check_length(&self) -> Result<(), Refusal> {
        let most = if self.start().versus().is_some() { GAME_MOVES } else { MOVES };
        if self.at < most {
            return Ok(());
        }
        Err(refuse!("server.long", "a history has at most {most} moves; restart, or undo some", most = most))
    }

    /// Forgets what comes after the moment that is seen.
    pub(super) fn truncate(&mut self) {
        self.moves.truncate(self.at);
        self.positions.truncate(self.at + 1);
        self.told = self.told.min(self.at);
    }

    /// Adds a move to what is seen, and forgets what came after it. Gives what slid where, if anything did.
    pub(super) fn push(&mut self, played: Played) -> Option<Message> {
        self.truncate();
        self.moves.push(played.name);
        self.positions.push(played.position.into());
        self.go(self.at + 1);
        let slid = !played.path.is_empty();
        slid.then_some(Message::Slide { piece: played.piece, path: played.path, pushed: played.pushed })
    }

    /// What is seen.
    pub(super) fn scene(&self) -> Arc<Scene> {
        self.scene.get_or_init(|| self.drawn(self.seen().scene())).clone()
    }

    /// A picture in which the pieces began where the history does.
    fn drawn(&self, mut scene: Scene) -> Arc<Scene> {
        for (piece, &cell) in scene.pieces.iter_mut().zip(&self.cells) {
            piece.start = cell;
        }
        Arc::new(scene)
    }

    /// A page has come that knows nothing.
    pub(super) fn begin_telling(&mut self) {
        self.told = 0;
    }

    /// What the page does not know yet.
    pub(super) fn part(&mut self) -> HistoryPart {
        let keep = self.told;
        self.told = self.moves.len();
        let start = self.start();
        HistoryPart {
            keep,
            more: self.moves[keep..].to_vec(),
            weighty: (keep..self.told).filter(|&at| start.is_weighty(&self.moves[at])).collect(),
            at: self.at,
        }
    }
}

/// A move from a position, with chance having its say, and whether it went as it was meant.
pub(super) fn attempt(
    position: &dyn Position,
    step: &str,
    random: &mut Random,
) -> Result<(Played, bool), Refusal> {
    let mut ways = position.chance().map_or(Vec::new(), |chance| chance.outcomes(step));
    if ways.is_empty() {
        return Ok((position.play(step)?, true));
    }
    let mut left: f64 = if ways.len() > 1 { random.random() } else { 0.0 };
    let drawn = ways.iter().position(|(chance, _)| {
        left -= chance;
        left < 0.0
    });
    let place = drawn.unwrap_or(0);
    Ok((ways.swap_remove(place).1, place == 0))
}

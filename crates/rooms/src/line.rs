//! A start and the moves from there: written as two texts, played on positions that are made again when it is read.

use std::sync::Arc;

use damier_kit::{Played, Position, Refusal, Scene, refuse};
use damier_lab::Game;
use serde::{Deserialize, Serialize};

use crate::wire::SlideView;

/// As many moves are made on one board.
const MOVES: usize = 2000;
/// A way of more moves than these is told without how its pieces go: forty of them would be a view of megabytes.
const DRAWN: usize = 500;

/// A start and moves.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Line {
    /// The start in the game's first format, which knows its name too.
    text: String,
    moves: Vec<String>,
    #[serde(skip)]
    seen: Option<Seen>,
}

/// What follows from the texts.
#[derive(Clone)]
struct Seen {
    start: Arc<dyn Position>,
    here: Arc<dyn Position>,
    last: Option<SlideView>,
}

impl Line {
    /// Nothing has been played yet; moves that the position remembers are part of its start.
    pub(crate) fn new(game: Game, start: Arc<dyn Position>) -> Self {
        let text = start.write(game.kit.about().formats[0].name).unwrap_or_default();
        Line { text, moves: Vec::new(), seen: Some(Seen { here: start.clone(), start, last: None }) }
    }

    /// The positions again, after it was read.
    pub(crate) fn revive(&mut self, game: Game) -> Result<(), Refusal> {
        let start = read(game, &self.text)?;
        let moves = std::mem::take(&mut self.moves);
        self.seen = Some(Seen { here: start.clone(), start, last: None });
        moves.iter().try_for_each(|step| self.play(step))
    }

    fn seen(&self) -> &Seen {
        self.seen.as_ref().expect("a line is revived when it is read")
    }

    pub(crate) fn start(&self) -> &Arc<dyn Position> {
        &self.seen().start
    }

    pub(crate) fn here(&self) -> &Arc<dyn Position> {
        &self.seen().here
    }

    /// The start in the game's first format.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// How the last piece moved.
    pub(crate) fn last(&self) -> Option<SlideView> {
        self.seen().last.clone()
    }

    /// The start as it stands in an address.
    pub(crate) fn code(&self) -> String {
        self.start().code()
    }

    /// What there is to see, with what may be done for who may do it.
    pub(crate) fn scene(&self, with_moves: bool) -> Scene {
        let mut scene = self.here().scene();
        if !with_moves {
            scene.moves.clear();
        }
        scene
    }

    /// The start as it is seen, for who only looks.
    pub(crate) fn first_scene(&self) -> Scene {
        let mut scene = self.start().scene();
        scene.moves.clear();
        scene
    }

    /// How pieces go on these moves from the start; nothing where that is no way, or too long a one.
    pub(crate) fn slides(&self, moves: &[String]) -> Vec<SlideView> {
        if moves.len() > DRAWN {
            return Vec::new();
        }
        let start = self.start().clone();
        let seen = Seen { here: start.clone(), start, last: None };
        let mut line = Line { text: String::new(), moves: Vec::new(), seen: Some(seen) };
        let slides = moves.iter().map(|step| line.play(step).ok().and_then(|()| line.last()));
        slides.collect::<Option<_>>().unwrap_or_default()
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, step: &str) -> Result<(), Refusal> {
        if self.moves.len() >= MOVES {
            return Err(refuse!("room.long", "a board of a room has at most {most} moves", most = MOVES));
        }
        let Played { name, position, piece, path, pushed } = self.here().play(step)?;
        let last = SlideView { step: name.clone(), piece, path, pushed };
        let start = self.start().clone();
        self.seen = Some(Seen { start, here: position.into(), last: Some(last) });
        self.moves.push(name);
        Ok(())
    }

    /// Back to how it was after so many moves; says whether that is before now.
    pub(crate) fn back(&mut self, to: usize) -> bool {
        if to >= self.moves.len() {
            return false;
        }
        let moves: Vec<String> = self.moves.drain(..).take(to).collect();
        let start = self.start().clone();
        self.seen = Some(Seen { here: start.clone(), start, last: None });
        for step in &moves {
            // They were legal before.
            let _ = self.play(step);
        }
        true
    }
}

/// The position in a text. Where chance has a say, the referee would have to roll dice: rooms do without.
pub(crate) fn read(game: Game, text: &str) -> Result<Arc<dyn Position>, Refusal> {
    let first = game.kit.read(text, None)?.into_iter().next();
    let position = first.ok_or_else(|| refuse!("room.board", "there is no board in this text; give one"))?;
    if position.chance().is_some() {
        return Err(refuse!("room.chance", "a board with chance in it cannot be played in a room"));
    }
    Ok(position.into())
}

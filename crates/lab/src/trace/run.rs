//! Searching while everything is kept.

use damier_kit::{Player, Position, Refusal, Thought};
use damier_search::{Placement, Run, Spec, Watch};

use super::{Recorder, Trace};
use crate::record::Record;
use crate::{Game, table_bytes};

/// Searches as `spec` says and keeps up to `most` bytes of what it tells; gives that and the answer, which the validator has replayed.
pub fn trace(
    game: Game,
    position: &dyn Position,
    spec: &Spec,
    run: &mut Run,
    most: usize,
) -> Result<(Trace, Record), Refusal> {
    let scene = position.scene();
    let start =
        Placement { cells: scene.pieces.iter().map(|piece| piece.cell).collect(), tasked: Vec::new() };
    let mut recorder = Recorder::new(scene.width * scene.height, start, most);
    let record = if game.kit.thinking().is_some() {
        let mut player = game.player(spec, table_bytes(run.left().memory))?;
        player.suits(position)?;
        let mut watched = Watched { player: player.as_mut(), watch: &mut recorder };
        Record::think(game, position.name(), position, spec, &mut watched, run, &mut |_, _| ())
    } else {
        Record::solve(game, position.name(), position, spec, run, Some(&mut recorder))?
    };
    Ok((recorder.finish(), record))
}

/// A player that is watched while it thinks.
struct Watched<'a> {
    player: &'a mut dyn Player,
    watch: &'a mut (dyn Send + for<'n> damier_search::Watcher<Placement, &'n str>),
}

impl Player for Watched<'_> {
    fn think(
        &mut self,
        position: &dyn Position,
        run: &mut Run,
        _: &mut dyn FnMut(&Thought, &Run),
    ) -> Thought {
        let watch: &mut Watch<'_> = &mut *self.watch;
        self.player.watched(position, run, watch)
    }

    fn fault(&self) -> Option<Refusal> {
        self.player.fault()
    }
}

//! Whoever answers what is asked of a position, whatever kind of game it is.

use damier_engines::Solving;
use damier_kit::{Player, Position, Refusal, Thought};
use damier_search::{Limits, Run, Spec};

use crate::Game;
use crate::record::Record;

/// An algorithm of a game or, where there are adversaries, one of its players.
pub struct Solver {
    game: Game,
    /// Who it is.
    pub spec: Spec,
    player: Option<Box<dyn Player>>,
    /// An outside engine, which stays from one position to the next.
    outside: Option<Solving>,
}

impl Solver {
    /// Who a spec names. A player may use `bytes` for its table.
    pub fn new(game: Game, spec: Spec, bytes: usize) -> Result<Self, Refusal> {
        let player = game.kit.thinking().map(|_| game.player(&spec, bytes)).transpose()?;
        if player.is_none() {
            game.check(&spec)?;
        }
        let outside = damier_engines::named(game.kit, &spec.name).filter(|_| player.is_none());
        let outside = outside.map(|engine| Solving::new(engine, game.kit));
        Ok(Solver { game, spec, player, outside })
    }

    /// The best move, the highest chance to win, or a solution. `tell` hears what a player thinks meanwhile.
    pub fn answer(
        &mut self,
        id: String,
        position: &dyn Position,
        run: &mut Run,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Result<Record, Refusal> {
        if position.chance().is_some() {
            return Record::chances(self.game, id, position, run);
        }
        match &mut self.player {
            Some(player) => {
                player.clear();
                Ok(Record::think(self.game, id, position, &self.spec, player.as_mut(), run, tell))
            }
            None => match &mut self.outside {
                Some(engine) => Record::solve_outside(self.game, id, position, &self.spec, engine, run, None),
                None => Record::solve(self.game, id, position, &self.spec, run, None),
            },
        }
    }
}

/// How measurements have positions solved: none when somebody has cancelled, and what there is by then is told.
pub type Solve<'s> = dyn FnMut(&dyn Position, &Spec) -> Result<Option<Record>, Refusal> + 's;

/// What a player takes for its table where there is no limit.
const TABLE: usize = 64 << 20;

/// What a player may use for its table if its search may use so much.
pub fn table_bytes(memory: Option<u64>) -> usize {
    memory.map_or(TABLE, |memory| TABLE.min(memory as usize / 2))
}

/// What a position seems to be worth: to the player whose turn it is, in hundredths, or the moves that are left at least by a
/// heuristic, the game's first where none is named. None where the heuristic sees no solution.
pub fn estimate(
    game: Game,
    position: &dyn Position,
    heuristic: Option<&str>,
) -> Result<Option<i64>, Refusal> {
    if let Some(thinking) = game.kit.thinking() {
        return Ok(Some(i64::from(thinking.evaluate(position))));
    }
    // A* that may expand nothing tells what the heuristic says of the start.
    let words = heuristic.map(str::to_owned).into_iter().collect();
    let spec = Spec { name: "astar".to_owned(), words, pairs: Vec::new() };
    let mut run = Run::new(Limits { nodes: Some(0), ..Limits::default() });
    let answer = game.plans(position)?.solve(&spec, &mut run, None)?;
    Ok(answer.outcome.lower_bound().map(i64::from))
}

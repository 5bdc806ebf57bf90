//! Who sits at the board in a match: a player of ours, or a program that speaks a protocol.

mod outside;
mod process;

use std::time::{Duration, Instant};

use damier_quoridor::clock::{Clock, allot};
use damier_quoridor::players::{self, Thinker};
use damier_quoridor::{Move, Position, Record, Setup};
use damier_search::{Limits, Spec};

use self::outside::{Outside, Protocol};
use super::TABLE;
use crate::cli::Fault;
use crate::cli::session::Watched;

/// What a player did with a turn.
pub(super) struct Turn {
    /// The move, or why it has lost.
    pub(super) play: Result<Move, String>,
    pub(super) time: Duration,
    pub(super) nodes: u64,
}

/// A player.
pub(super) struct Seat(Kind);

enum Kind {
    Ours { player: Box<dyn Thinker>, limits: Limits },
    Outside(Outside),
}

impl Seat {
    /// `fast(level=easy)`, or a program: `cmd:program arguments`, `uci:…` or `qtp:…`.
    pub(super) fn new(text: &str, limits: Limits, patience: Duration) -> Result<Seat, Fault> {
        let protocols = [("cmd:", Protocol::Text), ("uci:", Protocol::Uci), ("qtp:", Protocol::Qtp)];
        for (prefix, protocol) in protocols {
            let Some(command) = text.strip_prefix(prefix) else { continue };
            let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
            if command.is_empty() {
                return Err(Fault::Input(format!(
                    "'{text}' names no program; write {prefix}path/to/engine arguments"
                )));
            }
            return Ok(Seat(Kind::Outside(Outside::new(command, protocol, limits, patience))));
        }
        let spec: Spec = text.parse()?;
        Ok(Seat(Kind::Ours { player: players::build(&spec, TABLE)?, limits }))
    }

    /// A new game begins; an error says why the player cannot play it.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), String> {
        match &mut self.0 {
            Kind::Ours { player, .. } => {
                player.clear();
                Ok(())
            }
            Kind::Outside(outside) => outside.begin(setup),
        }
    }

    /// Asks for a move. Where there are clocks, one for each player, they stand in place of the limits.
    pub(super) fn turn(&mut self, record: &Record, clocks: &[Clock]) -> Turn {
        let began = Instant::now();
        match &mut self.0 {
            Kind::Ours { player, limits } => {
                let watched = Watched::new();
                let position = record.position();
                let (thought, run) = if let Some(clock) = clocks.get(position.turn()) {
                    let time = allot(clock.left(), clock.increment(), position);
                    let limit = players::time_limit(&**player, time);
                    let mut run = watched.run(Limits { time: Some(limit), ..*limits });
                    let tell = &mut |_: &_, _: &_| ();
                    (players::think_on_clock(&mut **player, record, time, &mut run, tell), run)
                } else {
                    let mut run = watched.run(*limits);
                    (player.think(record, &mut run, &mut |_, _| ()), run)
                };
                let play = thought.play.ok_or_else(|| "it has no move".to_owned());
                Turn { play, time: began.elapsed(), nodes: run.stats.expanded }
            }
            Kind::Outside(outside) => {
                let said = outside.ask(record, clocks);
                let nodes = said.as_ref().map_or(0, |(_, nodes)| *nodes);
                Turn { play: said.map(|(play, _)| play), time: began.elapsed(), nodes }
            }
        }
    }
}

/// Whether a move may be played, in words if not.
pub(super) fn judge(position: &Position, play: Move) -> Result<(), String> {
    position.check(play).map_err(|illegal| format!("it plays {play}: {illegal}"))
}

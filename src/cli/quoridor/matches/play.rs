//! The games of a match. Each random opening is played once in every seating: with two players colours are swapped; with
//! four, A and B sit in turn, or A sits alone in each of the four seats. Whoever cannot play, plays what is not legal or oversteps
//! the clock has lost with the reason.

use std::fs::File;
use std::io::{self, BufWriter};

use damier_quoridor::clock::{Clock, Control};
use damier_quoridor::generate::random;
use damier_quoridor::{End, Record, Setup};

use super::super::seat::{Seat, judge};
use super::super::{ended, replayed};
use super::elo::{BOUND, Tally};
use crate::cli::Fault;
use crate::cli::session::{self, Watched};

/// A game that goes on for so long is a draw.
const LONGEST: usize = 1000;

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seating {
    /// A and B in turn.
    InTurn,
    /// A against all others.
    Alone,
}

impl Seating {
    /// Games that are played from one opening.
    fn games(self) -> u64 {
        if self == Seating::InTurn { 2 } else { 4 }
    }

    /// Which side a player is on in this game: 0 for A, 1 for B.
    pub(super) fn side(self, number: u64, player: usize) -> usize {
        let turn = (number % self.games()) as usize;
        if self == Seating::InTurn { (player + turn) % 2 } else { usize::from(player != turn) }
    }

    /// What A scores if nobody is stronger: the worth of a draw.
    pub(super) fn fair(self) -> f64 {
        1.0 / if self == Seating::InTurn { 2.0 } else { 4.0 }
    }
}

/// What one side did in all games.
#[derive(Clone, Copy, Default)]
pub(super) struct Effort {
    pub(super) moves: u64,
    pub(super) seconds: f64,
    pub(super) nodes: u64,
    pub(super) slowest: f64,
    /// Games that it lost by a fault.
    pub(super) faults: u64,
}

pub(super) struct Match {
    pub(super) names: [String; 2],
    seats: [Seat; 2],
    setup: Setup,
    pub(super) seating: Seating,
    pub(super) clock: Option<Control>,
    /// Random moves at the beginning, and their seed.
    pub(super) openings: (usize, u64),
    pub(super) sprt: Option<(f64, f64)>,
    /// Whether the games are told one by one, and how.
    pub(super) quiet: bool,
    pub(super) json: bool,
    pub(super) file: Option<BufWriter<File>>,
    pub(super) out: BufWriter<io::Stdout>,
    pub(super) efforts: [Effort; 2],
    /// Won, drawn and lost by A.
    pub(super) score: [u64; 3],
    pub(super) tally: Tally,
    /// What the sequential test said.
    pub(super) decided: Option<bool>,
}

impl Match {
    pub(super) fn new(names: [String; 2], seats: [Seat; 2], setup: Setup, seating: Seating) -> Match {
        Match {
            names,
            seats,
            setup,
            seating,
            clock: None,
            openings: (4, 1),
            sprt: None,
            quiet: false,
            json: false,
            file: None,
            out: BufWriter::new(io::stdout()),
            efforts: [Effort::default(); 2],
            score: [0; 3],
            tally: Tally::new(1.0 / seating.fair() - 1.0),
            decided: None,
        }
    }

    /// Plays so many games, unless the sequential test ends it or somebody cancels.
    pub(super) fn play(&mut self, games: u64) -> Result<(), Fault> {
        let watched = Watched::new();
        let each = self.seating.games();
        let mut sum = 0.0;
        for number in 0..games {
            let (plies, seed) = self.openings;
            let opening = random(self.setup, plies, seed.wrapping_add(number / each));
            let (record, winner, why) = self.game(opening, number);
            if session::is_cancelled() {
                break;
            }
            replayed(&record, "").map_err(Fault::Failed)?;
            let (place, points) = match winner {
                Some(0) => (0, 1.0),
                Some(_) => (2, 0.0),
                None => (1, self.seating.fair()),
            };
            self.score[place] += 1;
            self.tell_game(number, &record, points, &why)?;
            sum += points;
            if number % each != each - 1 {
                continue;
            }
            self.tally.add(sum / each as f64);
            sum = 0.0;
            if let Some((elo0, elo1)) = self.sprt {
                let llr = self.tally.llr(elo0, elo1);
                if llr.abs() >= BOUND {
                    self.decided = Some(llr > 0.0);
                    break;
                }
            }
        }
        drop(watched);
        Ok(())
    }

    /// One game from an opening: which side won, and why.
    fn game(&mut self, mut record: Record, number: u64) -> (Record, Option<usize>, String) {
        for side in 0..2 {
            if let Err(why) = self.seats[side].begin(self.setup) {
                self.efforts[side].faults += 1;
                return (record, Some(1 - side), why);
            }
        }
        let players = self.setup.players();
        let mut clocks = self.clock.map(|clock| vec![Clock::new(clock); players]).unwrap_or_default();
        loop {
            match record.end() {
                Some(end @ End::Won(player)) => {
                    return (record, Some(self.seating.side(number, player)), ended(end));
                }
                Some(end) => return (record, None, ended(end)),
                None if record.moves().len() >= LONGEST => {
                    return (record, None, format!("drawn after {LONGEST} moves"));
                }
                None => {}
            }
            let player = record.position().turn();
            let side = self.seating.side(number, player);
            let turn = self.seats[side].turn(&record, &clocks);
            if session::is_cancelled() {
                return (record, None, "cancelled".to_owned());
            }
            let effort = &mut self.efforts[side];
            let seconds = turn.time.as_secs_f64();
            effort.moves += 1;
            effort.seconds += seconds;
            effort.slowest = effort.slowest.max(seconds);
            effort.nodes += turn.nodes;
            if let Some(clock) = clocks.get_mut(player) {
                let left = clock.left();
                if !clock.spend(turn.time) {
                    effort.faults += 1;
                    let why = format!("its flag has fallen: {left:.1?} were left, it took {:.1?}", turn.time);
                    return (record, Some(1 - side), why);
                }
            }
            let played = turn.play.and_then(|play| {
                judge(record.position(), play)?;
                record.play(play).map_err(|illegal| illegal.to_string())
            });
            if let Err(why) = played {
                effort.faults += 1;
                return (record, Some(1 - side), why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From one opening everybody sits everywhere as often as the others.
    #[test]
    fn seats_are_shared_out() {
        let round = |seating: Seating, number| -> String {
            (0..4).map(|player| ["a", "b"][seating.side(number, player)]).collect()
        };
        assert_eq!([0, 1, 2].map(|number| round(Seating::InTurn, number)), ["abab", "baba", "abab"]);
        let alone = [0, 1, 2, 3, 4].map(|number| round(Seating::Alone, number));
        assert_eq!(alone, ["abbb", "babb", "bbab", "bbba", "abbb"]);
    }
}

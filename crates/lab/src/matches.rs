//! Many games between two players. Each random opening is played once in every seating: with two players seats are swapped; with
//! more, A and B sit in turn, or A sits alone in each of the seats. Whoever cannot play, plays what is not legal or oversteps
//! the clock has lost with the reason. The validator replays every game.

use std::time::{Duration, Instant};

use damier_engines::Outside;
use damier_kit::{Position, Refusal};
use damier_search::{Limits, Run};

use crate::Game;
use crate::clock::{Clock, Control};
use crate::elo::{BOUND, Tally};
pub use crate::ours::Ours;

/// A game that goes on for so long is a draw.
pub const LONGEST: usize = 1000;

/// Somebody who plays.
pub trait Seat {
    /// A game begins from this start; an error says why the player cannot play it.
    fn begin(&mut self, start: &dyn Position) -> Result<(), String>;

    /// Whether it can play from such a start at all; why not. Asked once, before the first game.
    fn suits(&self, _start: &dyn Position) -> Result<(), Refusal> {
        Ok(())
    }

    /// Asks for a move. Where there are clocks, one for each player, they stand in place of the limits.
    fn turn(&mut self, position: &dyn Position, clocks: &[Clock]) -> Turn;

    /// It has moved, the game goes on from this position, and others think now.
    fn wait(&mut self, _position: &dyn Position) {}
}

/// What a player did with a turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The move, or why it has lost.
    pub play: Result<String, String>,
    /// How long it took.
    pub time: Duration,
    /// What it searched, if it tells.
    pub nodes: u64,
}

/// A program of somebody else. It has lost where it fails, with the reason.
impl Seat for Outside {
    fn begin(&mut self, start: &dyn Position) -> Result<(), String> {
        self.begin_game(start)
    }

    fn turn(&mut self, position: &dyn Position, clocks: &[Clock]) -> Turn {
        let began = Instant::now();
        let clocks: Vec<_> = clocks.iter().map(|clock| (clock.left(), clock.increment())).collect();
        let (play, nodes) = Outside::turn(self, position, &clocks);
        Turn { play, time: began.elapsed(), nodes }
    }
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// A and B in turn.
    InTurn,
    /// A against so many others of a kind.
    Alone(usize),
}

impl Seating {
    /// Games that are played from one opening.
    pub fn games(self) -> u64 {
        match self {
            Seating::InTurn => 2,
            Seating::Alone(others) => others as u64 + 1,
        }
    }

    /// Which side a player is on in this game: 0 for A, 1 for B.
    pub fn side(self, number: u64, player: usize) -> usize {
        let turn = (number % self.games()) as usize;
        if self == Seating::InTurn { (player + turn) % 2 } else { usize::from(player != turn) }
    }

    /// What A scores if nobody is stronger: the worth of a draw.
    pub fn fair(self) -> f64 {
        1.0 / self.games() as f64
    }
}

/// What one side did in all games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Moves.
    pub moves: u64,
    /// Those of them that put something on the board instead of moving a piece.
    pub placed: u64,
    /// What they took, all together.
    pub seconds: f64,
    /// And how many nodes.
    pub nodes: u64,
    /// What the slowest took.
    pub slowest: f64,
    /// Games that it lost by a fault.
    pub faults: u64,
}

impl Effort {
    /// Milliseconds and nodes a move, and the slowest move.
    pub fn figures(&self) -> (f64, f64, f64) {
        let moves = (self.moves as f64).max(1.0);
        (1e3 * self.seconds / moves, self.nodes as f64 / moves, 1e3 * self.slowest)
    }
}

/// A match: what was agreed, and how it stands.
pub struct Match<'s> {
    /// What is played.
    pub game: Game,
    /// What A and B are called.
    pub names: [String; 2],
    /// Who they are.
    pub seats: [Box<dyn Seat + 's>; 2],
    /// The options of the start.
    pub setup: Vec<(String, String)>,
    /// Who sits where.
    pub seating: Seating,
    /// The clock of each player, where there are clocks.
    pub clock: Option<Control>,
    /// Random moves at the beginning, and their seed.
    pub openings: (usize, u64),
    /// The two differences in Elo between which the sequential test decides.
    pub sprt: Option<(f64, f64)>,
    /// What A and B did.
    pub efforts: [Effort; 2],
    /// Won, drawn and lost by A.
    pub score: [u64; 3],
    /// The scores of the games from each opening.
    pub tally: Tally,
    /// What the sequential test said.
    pub decided: Option<bool>,
}

/// A game of a match.
pub struct Finished {
    /// Its number, from 0.
    pub number: u64,
    /// Its last position, which remembers the moves.
    pub position: Box<dyn Position>,
    /// How many moves it has.
    pub moves: usize,
    /// The side of each player: 0 for A, 1 for B.
    pub sides: Vec<usize>,
    /// The player who arrived first, if that ended the game.
    pub winner: Option<usize>,
    /// The side that won.
    pub side: Option<usize>,
    /// What A scores.
    pub points: f64,
    /// How it ended, in words.
    pub why: String,
}

impl<'s> Match<'s> {
    /// A match from the usual start, without clocks, with openings of four moves.
    pub fn new(game: Game, names: [String; 2], seats: [Box<dyn Seat + 's>; 2], seating: Seating) -> Self {
        Match {
            game,
            names,
            seats,
            setup: Vec::new(),
            seating,
            clock: None,
            openings: (4, 1),
            sprt: None,
            efforts: [Effort::default(); 2],
            score: [0; 3],
            tally: Tally::new(seating.games() as f64 - 1.0),
            decided: None,
        }
    }

    /// Games that were played.
    pub fn played(&self) -> u64 {
        self.score.iter().sum()
    }

    /// What A scored, of a hundred.
    pub fn percent(&self) -> f64 {
        let [won, drawn, _] = self.score;
        100.0 * (won as f64 + drawn as f64 * self.seating.fair()) / (self.played() as f64).max(1.0)
    }

    /// Plays so many games, unless the sequential test ends it or somebody cancels. `told` hears of each.
    pub fn play<E: From<Refusal>>(
        &mut self,
        games: u64,
        is_cancelled: &dyn Fn() -> bool,
        told: &mut dyn FnMut(&Self, &Finished) -> Result<(), E>,
    ) -> Result<(), E> {
        let each = self.seating.games();
        let mut sum = 0.0;
        for number in 0..games {
            let (plies, seed) = self.openings;
            let mut setup = self.setup.clone();
            setup.push(("plies".to_owned(), plies.to_string()));
            let recipe = self.game.recipe(&setup)?;
            let mut run = Run::new(Limits::default());
            let opening = self.game.kit.generate(&recipe, seed.wrapping_add(number / each), &mut run)?;
            if number == 0 {
                self.seats.iter().try_for_each(|seat| seat.suits(opening.as_ref()))?;
            }
            let finished = self.play_one(opening, number, is_cancelled)?;
            if is_cancelled() {
                break;
            }
            self.game.confirm(finished.position.as_ref(), "")?;
            let place = match finished.side {
                Some(0) => 0,
                Some(_) => 2,
                None => 1,
            };
            self.score[place] += 1;
            sum += finished.points;
            let last = number % each == each - 1;
            if last {
                self.tally.add(sum / each as f64);
                sum = 0.0;
            }
            told(self, &finished)?;
            if let Some((elo0, elo1)) = self.sprt.filter(|_| last) {
                let llr = self.tally.llr(elo0, elo1);
                if llr.abs() >= BOUND {
                    self.decided = Some(llr > 0.0);
                    break;
                }
            }
        }
        Ok(())
    }

    /// One game from an opening, in the seating of this number; the validator has replayed it.
    pub fn play_from(&mut self, opening: Box<dyn Position>, number: u64) -> Result<Finished, Refusal> {
        self.seats.iter().try_for_each(|seat| seat.suits(opening.as_ref()))?;
        let finished = self.play_one(opening, number, &|| false)?;
        self.game.confirm(finished.position.as_ref(), "")?;
        Ok(finished)
    }

    /// One game from an opening.
    fn play_one(
        &mut self,
        opening: Box<dyn Position>,
        number: u64,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Finished, Refusal> {
        let players = self.game.versus(opening.as_ref())?.players();
        let (start, moves) = opening.past().map_or((None, 0), |(start, moves)| (Some(start), moves.len()));
        let sides = (0..players).map(|player| self.seating.side(number, player)).collect();
        let mut game = Finished {
            number,
            position: opening,
            moves,
            sides,
            winner: None,
            side: None,
            points: self.seating.fair(),
            why: String::new(),
        };
        for side in 0..2 {
            let from = start.as_deref().unwrap_or(game.position.as_ref());
            if let Err(why) = self.seats[side].begin(from) {
                if is_cancelled() {
                    return Ok(game);
                }
                self.efforts[side].faults += 1;
                return Ok(game.lost(side, why));
            }
        }
        let mut clocks = self.clock.map(|clock| vec![Clock::new(clock); players]).unwrap_or_default();
        loop {
            let versus = self.game.versus(game.position.as_ref())?;
            if let Some(end) = versus.end() {
                game.winner = end.winner;
                game.why = end.told.to_string();
                return Ok(match end.winner.map(|player| game.sides[player]) {
                    Some(side) => game.won(side),
                    None => game,
                });
            }
            if game.moves >= LONGEST {
                game.why = format!("drawn after {LONGEST} moves");
                return Ok(game);
            }
            let player = versus.turn();
            let side = game.sides[player];
            let turn = self.seats[side].turn(game.position.as_ref(), &clocks);
            if is_cancelled() {
                return Ok(game);
            }
            let effort = &mut self.efforts[side];
            let seconds = turn.time.as_secs_f64();
            effort.moves += 1;
            effort.seconds += seconds;
            effort.slowest = effort.slowest.max(seconds);
            effort.nodes += turn.nodes;
            let in_time = clocks.get_mut(player).map_or(Ok(()), |clock| {
                let left = clock.left();
                let fell = || format!("its flag has fallen: {left:.1?} were left, it took {:.1?}", turn.time);
                if clock.spend(turn.time) { Ok(()) } else { Err(fell()) }
            });
            let played = in_time
                .and(turn.play)
                .and_then(|step| game.position.play(&step).map_err(|why| format!("it plays {step}: {why}")));
            match played {
                Ok(played) => {
                    effort.placed += u64::from(played.path.is_empty());
                    game.position = played.position;
                    game.moves += 1;
                    self.seats[side].wait(game.position.as_ref());
                }
                Err(why) => {
                    effort.faults += 1;
                    return Ok(game.lost(side, why));
                }
            }
        }
    }
}

impl Finished {
    fn won(self, side: usize) -> Self {
        Finished { side: Some(side), points: if side == 0 { 1.0 } else { 0.0 }, ..self }
    }

    fn lost(self, side: usize, why: String) -> Self {
        Finished { why, ..self.won(1 - side) }
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
        let alone = [0, 1, 2, 3, 4].map(|number| round(Seating::Alone(3), number));
        assert_eq!(alone, ["abbb", "babb", "bbab", "bbba", "abbb"]);
        assert!((Seating::Alone(3).fair() - 0.25).abs() < 1e-9 && Seating::Alone(3).games() == 4);
    }
}

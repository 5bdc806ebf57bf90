//! Exact ends for two with few walls left, for all places of the pawns at once, by sets of bits.
//!
//! For each square of the first pawn there is a set of the second pawn's squares for "who moves wins" and one for "who moves
//! loses". While the pawns do not touch, a whole set is worked out by some shifts; the few states in which they do are
//! looked at one by one. A sweep over one player's turn takes what is known of the other's, a ply further each time, until
//! nothing changes: 50 microseconds for a race without walls on 9×9, where plain retrograde analysis takes 1 to 2 ms.
//!
//! With a wall in hand, the tables after each wall that fits come in: a state is won if one of them is lost to the other, and
//! lost only if all of them are won by the other; a wall counts only where both pawns still have a way. One wall left takes 70
//! races, one each about 2,200, which are remembered.

use damier_search::{Run, Stop};
use rustc_hash::FxHashMap;

use crate::board::{Geometry, Move, ROW, Square, Squares};
use crate::keys;
use crate::rules::{Position, around, each};

/// Squares, with those beyond smaller boards.
const SQUARES: usize = (ROW * ROW) as usize;

/// One player's turn: for each square of the first pawn, the second pawn's.
#[derive(Clone, PartialEq, Eq)]
struct Turn {
    won: [Squares; SQUARES],
    lost: [Squares; SQUARES],
}

const NOTHING: Turn = Turn { won: [0; SQUARES], lost: [0; SQUARES] };

/// Who wins, for all places of the pawns and both turns, with the walls and walls left of one position.
#[derive(Clone)]
pub(crate) struct Ends {
    turns: [Turn; 2],
}

impl Ends {
    /// Whether the player whose turn it is wins; none if nobody can force it.
    #[inline]
    pub(crate) fn wins(&self, position: &Position) -> Option<bool> {
        let turn = &self.turns[position.turn() & 1];
        let at = usize::from(position.pawn(0).0);
        let other = position.pawn(1).bit();
        if turn.won[at] & other != 0 { Some(true) } else { (turn.lost[at] & other != 0).then_some(false) }
    }
}

/// What walls in hand add: where one of them wins, and where one of them at least does not lose.
struct Hands {
    wins: [[Squares; SQUARES]; 2],
    saves: [[Squares; SQUARES]; 2],
}

/// What holds for one set of walls.
struct Field {
    north: Squares,
    east: Squares,
    board: Squares,
    goals: [Squares; 2],
    /// The squares next to each, and the second pawn's squares that are far from it and not at its goal.
    near: [Squares; SQUARES],
    far: [Squares; SQUARES],
    /// For pawns that touch: both squares, and where each can go.
    touching: Vec<(Square, Square, [Squares; 2])>,
}

impl Field {
    fn new(walls: &Position) -> Field {
        let Geometry { goals, .. } = *Geometry::of(walls.size);
        let mut board = goals[2];
        for _ in 1..walls.size {
            board |= board << ROW;
        }
        let mut field = Field {
            north: walls.north,
            east: walls.east,
            board,
            goals: [goals[0], goals[2]],
            near: [0; SQUARES],
            far: [0; SQUARES],
            touching: Vec::with_capacity(320),
        };
        let mut position = *walls;
        each(board, |at| {
            let near = walls.around(at.bit());
            field.near[usize::from(at.0)] = near;
            field.far[usize::from(at.0)] = board & !near & !at.bit() & !field.goals[1];
            if at.bit() & field.goals[0] != 0 {
                return;
            }
            each(near & !field.goals[1], |other| {
                position.pawns[0] = at;
                position.pawns[1] = other;
                let to = [0, 1].map(|turn| {
                    position.turn = turn;
                    position.walks()
                });
                field.touching.push((at, other, to));
            });
        });
        field
    }

    /// Where nothing has been found out but arrivals.
    fn begin(&self) -> [Turn; 2] {
        let mut turns = [NOTHING; 2];
        each(self.board, |at| {
            turns[0].lost[usize::from(at.0)] = self.goals[1];
            if at.bit() & self.goals[0] != 0 {
                turns[1].lost[usize::from(at.0)] = self.board;
            }
        });
        turns
    }

    /// What `known` of the other's turn says of `mine`, a ply before; whether anything is new.
    fn sweep(&self, player: usize, known: &Turn, mine: &mut Turn, hands: Option<&Hands>) -> bool {
        let mut new = 0;
        let mut add = |at: usize, won: Squares, lost: Squares| {
            let (wins, saves) =
                hands.map_or((0, 0), |hands| (hands.wins[player][at], hands.saves[player][at]));
            let (won, lost) = (won | wins, lost & !saves);
            new |= (won & !mine.won[at]) | (lost & !mine.lost[at]);
            mine.won[at] |= won;
            mine.lost[at] |= lost;
        };
        each(self.board & !self.goals[0], |square| {
            let at = usize::from(square.0);
            let far = self.far[at];
            let (mut won, mut all) = (0, self.board);
            if player == 0 {
                each(self.near[at], |to| {
                    won |= known.lost[usize::from(to.0)];
                    all &= known.won[usize::from(to.0)];
                });
            } else {
                won = around(known.lost[at], self.north, self.east);
                all = !around(self.board & !known.won[at], self.north, self.east);
            }
            add(at, won & far, all & far);
        });
        for &(square, other, to) in &self.touching {
            let (at, bit) = (usize::from(square.0), other.bit());
            let (mut won, mut all) = (false, true);
            if player == 0 {
                each(to[0], |to| {
                    won |= known.lost[usize::from(to.0)] & bit != 0;
                    all &= known.won[usize::from(to.0)] & bit != 0;
                });
            } else {
                won = known.lost[at] & to[1] != 0;
                all = to[1] & !known.won[at] == 0;
            }
            add(at, if won { bit } else { 0 }, if all && !won { bit } else { 0 });
        }
        new != 0
    }

    fn solve(&self, hands: Option<&Hands>) -> Ends {
        let mut turns = self.begin();
        let [first, second] = &mut turns;
        loop {
            let new = self.sweep(0, second, first, hands);
            if !(self.sweep(1, first, second, hands) | new) {
                break;
            }
        }
        Ends { turns }
    }
}

/// The key of the walls and of the walls left, without pawns and turn.
#[inline]
pub(crate) fn key(position: &Position) -> u64 {
    let pawns = keys::pawn(0, position.pawn(0)) ^ keys::pawn(1, position.pawn(1));
    position.key ^ pawns ^ keys::turn(position.turn)
}

/// Who wins a race with these walls, all walls left forgotten.
pub(crate) fn race(position: &Position) -> Ends {
    Field::new(position).solve(None)
}

/// Tables that are remembered for the rest of a game.
#[derive(Default)]
pub(crate) struct Library {
    known: FxHashMap<u64, Box<Ends>>,
    bytes: usize,
}

impl Library {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        *self = Library::default();
    }

    /// What it holds, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Works out all ends from a position. Stops where the run does, or where there is no memory left.
    pub(crate) fn learn(&mut self, position: &Position, run: &mut Run) -> Result<(), Stop> {
        let here = key(position);
        if self.known.contains_key(&here) {
            return Ok(());
        }
        for (after, _) in placed(position) {
            self.learn(&after, run)?;
        }
        // A race takes as long as some fifty nodes of the search.
        for _ in 0..50 {
            run.expand()?;
        }
        let bytes = size_of::<Ends>() + 64;
        run.memory.take(bytes)?;
        self.bytes += bytes;
        let field = Field::new(position);
        let hands = self.hands(position, &field);
        self.known.insert(here, Box::new(field.solve(hands.as_ref())));
        Ok(())
    }

    /// What the walls in hand add; none if there are none, or the tables after them are not known.
    fn hands(&self, position: &Position, field: &Field) -> Option<Hands> {
        if position.left == [0; 4] {
            return None;
        }
        let mut hands = Hands { wins: [[0; SQUARES]; 2], saves: [[0; SQUARES]; 2] };
        for (after, player) in placed(position) {
            let theirs = &self.known.get(&key(&after))?.turns[1 - player];
            let ways = field.goals.map(|goal| reached(goal, &after));
            each(ways[0] & !field.goals[0], |at| {
                let at = usize::from(at.0);
                let others = (field.far[at] | field.near[at]) & ways[1] & !field.goals[1];
                hands.wins[player][at] |= theirs.lost[at] & others;
                hands.saves[player][at] |= !theirs.won[at] & others;
            });
        }
        Some(hands)
    }

    /// Whether the player whose turn it is wins; none if it is not known, or nobody can force it.
    pub(crate) fn wins(&self, position: &Position) -> Option<bool> {
        self.known.get(&key(position))?.wins(position)
    }

    /// The winning move that soonest arrives or leads to fewer walls in hand, and in how many plies: so a won game comes to its end.
    /// None where the position is not known to be won.
    pub(crate) fn quickest(&self, position: &Position) -> Option<(Move, i32)> {
        if self.wins(position) != Some(true) {
            return None;
        }
        let (me, field) = (position.turn(), Field::new(position));
        let goes = |play: Move| {
            let mut after = *position;
            after.play_unchecked(play);
            after
        };
        let mut hand = None;
        position.legal_walls().each(|wall| {
            if hand.is_none() && self.wins(&goes(wall)) == Some(false) {
                hand = Some(wall);
            }
        });
        // Ply by ply, both turns from what was known a ply before.
        let hands = self.hands(position, &field);
        let mut turns = field.begin();
        for plies in 1..=SQUARES as i32 * 4 {
            let before = turns.clone();
            let mut best = None;
            each(position.walks(), |to| {
                let after = goes(Move::walk(to));
                let lost = before[1 - me].lost[usize::from(after.pawn(0).0)] & after.pawn(1).bit() != 0;
                if lost && best.is_none() {
                    best = Some(Move::walk(to));
                }
            });
            if let Some(play) = best.or(hand) {
                return Some((play, plies));
            }
            let [first, second] = &mut turns;
            let new = field.sweep(0, &before[1], first, hands.as_ref());
            if !(field.sweep(1, &before[0], second, hands.as_ref()) | new) {
                break;
            }
        }
        None
    }
}

/// The position after each wall that fits, of each player who has one; and whose it was.
fn placed(position: &Position) -> Vec<(Position, usize)> {
    let mut list = Vec::new();
    for player in (0..2).filter(|&player| position.left[player] > 0) {
        let mut before = *position;
        before.turn = player as u8;
        before.key ^= keys::turn(position.turn) ^ keys::turn(before.turn);
        position.fitting().each(|wall| {
            let mut after = before;
            after.play_unchecked(wall);
            list.push((after, player));
        });
    }
    list
}

/// The squares from which there is a way to a goal.
fn reached(goal: Squares, position: &Position) -> Squares {
    let mut seen = goal;
    loop {
        let more = seen | position.around(seen);
        if more == seen {
            return seen;
        }
        seen = more;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::Setup;
    use crate::generate::random;
    use crate::notation::qfen;
    use crate::solver::Engine;
    use crate::solver::race::{Race, Worth};
    use damier_search::Limits;

    fn with_left(setup: Setup, plies: usize, seed: u64, left: [u8; 2]) -> Position {
        let mut position = *random(setup, plies, seed).position();
        position.left = [left[0], left[1], 0, 0];
        position.key = position.full_key();
        position
    }

    /// Every state of a race is what plain retrograde analysis says.
    #[test]
    fn races_are_those_of_retrograde_analysis() {
        let (mut won, mut lost, mut open) = (0, 0, 0);
        for seed in 0..24 {
            let size = [9, 9, 5, 7, 11, 4][seed as usize % 6];
            let start = with_left(Setup::new(size, 2, Some(10)).unwrap(), 8 + seed as usize, seed, [0, 0]);
            let (plain, quick) = (Race::new(start), race(&start));
            let ways = [0, 1].map(|player| reached(start.goal(player), &start));
            let mut here = start;
            each(ways[0] & !start.goal(0), |at| {
                each(ways[1] & !start.goal(1) & !at.bit(), |other| {
                    for turn in 0..2 {
                        (here.pawns[0], here.pawns[1], here.turn) = (at, other, turn);
                        let expected = match plain.worth(&here) {
                            Worth::Won(_) => Some(true),
                            Worth::Lost(_) => Some(false),
                            Worth::Drawn => None,
                        };
                        assert_eq!(quick.wins(&here), expected, "{here:?}");
                        match expected {
                            Some(true) => won += 1,
                            Some(false) => lost += 1,
                            None => open += 1,
                        }
                    }
                });
            });
        }
        assert!(won > 50_000 && lost > 50_000, "{won} {lost} {open}");
    }

    /// Everything that can come about from a position, worked back from the ends with the rules alone.
    fn plain(start: Position) -> HashMap<Position, Option<bool>> {
        let mut values = HashMap::from([(start, None)]);
        let mut all = vec![start];
        let mut at = 0;
        while at < all.len() {
            let here: Position = all[at];
            at += 1;
            if here.winner().is_some() {
                values.insert(here, Some(false));
                continue;
            }
            for &play in here.legal().iter() {
                let mut after = here;
                after.play_unchecked(play);
                values.entry(after).or_insert_with(|| {
                    all.push(after);
                    None
                });
            }
        }
        loop {
            let mut found = 0;
            for here in &all {
                if values[here].is_some() {
                    continue;
                }
                let legal = here.legal();
                let after = |play: &Move| {
                    let mut after = *here;
                    after.play_unchecked(*play);
                    values[&after]
                };
                let value = if legal.iter().any(|play| after(play) == Some(false)) {
                    Some(true)
                } else {
                    legal.iter().all(|play| after(play) == Some(true)).then_some(false)
                };
                if value.is_some() {
                    values.insert(*here, value);
                    found += 1;
                }
            }
            if found == 0 {
                return values;
            }
        }
    }

    /// With one and two walls left: every state that can come about, on small random boards. A won one has a quickest move
    /// that keeps the win.
    #[test]
    fn walls_in_hand_are_those_of_retrograde_analysis() {
        let (mut states, mut won) = (0, 0);
        for (seed, left) in (0..).zip([[1, 0], [0, 1], [1, 1], [2, 0], [1, 0], [0, 1], [1, 1], [0, 2]]) {
            let size = if left[0] + left[1] == 2 { 4 } else { 5 };
            let start = with_left(Setup::new(size, 2, Some(4)).unwrap(), 4 + seed as usize, seed, left);
            if start.way(0).is_none() || start.winner().is_some() {
                continue;
            }
            let mut library = Library::default();
            library.learn(&start, &mut Run::new(Limits::default())).unwrap();
            for (here, value) in plain(start) {
                if here.winner().is_some() {
                    continue;
                }
                assert_eq!(library.wins(&here), value, "{here:?}");
                states += 1;
                if value == Some(true) && states % 7 == 0 {
                    let (play, _) = library.quickest(&here).expect("a won position has a winning move");
                    let mut after = here;
                    after.play(play).expect("a legal move");
                    assert!(
                        after.winner().is_some() || library.wins(&after) == Some(false),
                        "{here:?} {play}"
                    );
                    won += 1;
                }
            }
        }
        assert!(states > 20_000 && won > 500, "{states} {won}");
    }

    /// A won position with walls in hand is won against every defence within a bounded number of moves.
    #[test]
    fn a_won_end_comes_to_its_end() {
        let mut games = 0;
        for seed in 0..40 {
            let setup = Setup::new(9, 2, None).unwrap();
            let mut here = with_left(setup, 14 + seed as usize % 10, seed, [1, 0]);
            let mut library = Library::default();
            library.learn(&here, &mut Run::new(Limits::default())).unwrap();
            let winner = here.turn();
            if library.wins(&here) != Some(true) {
                continue;
            }
            games += 1;
            let mut dice = seed;
            for ply in 0.. {
                assert!(ply < 120, "{here:?}");
                if here.winner().is_some() {
                    break;
                }
                let play = if here.turn() == winner {
                    library.quickest(&here).expect("still won").0
                } else {
                    let legal = here.legal();
                    dice = damier_search::random::mixed(dice + 1);
                    legal[dice as usize % legal.len()]
                };
                here.play(play).expect("a legal move");
            }
            assert_eq!(here.winner(), Some(winner));
        }
        assert!(games > 5, "{games}");
    }

    /// Games of the engine against itself, where one or two walls are left in all: what a search of a few plies says is
    /// never more than five steps for the side that loses. The tables at the root are not asked: they need more nodes than
    /// these searches have. The worst of 231 positions was 3.05 steps when this was written.
    #[test]
    fn no_last_wall_turns_a_score_over_by_five_steps() {
        let few = |nodes| Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let mut engine = Engine::new(1 << 20, &mut Run::new(Limits::default())).unwrap();
        let (mut known, mut worst) = ([0; 3], (i32::MIN, String::new()));
        for seed in 0..60 {
            let setup = Setup::new(9, 2, None).unwrap();
            let mut record = random(setup, 6, seed);
            engine.clear();
            while record.end().is_none() && record.moves().len() < 200 {
                let here = *record.position();
                let left = here.walls_left(0) + here.walls_left(1);
                // Two walls take 2,200 races: one position of a game.
                if left == 1 || (left == 2 && record.moves().len().is_multiple_of(8) && known[2] < 8) {
                    let mut library = Library::default();
                    library.learn(&here, &mut Run::new(Limits::default())).unwrap();
                    if let Some(wins) = library.wins(&here) {
                        known[left] += 1;
                        for depth in 1..=6 {
                            let mut apart = Engine::new(1 << 16, &mut Run::new(Limits::default())).unwrap();
                            let score = apart.think(&record, depth, &mut few(2_000), &mut |_, _| ()).score;
                            let off = if wins { -score } else { score };
                            if off > worst.0 {
                                worst = (off, format!("{} at depth {depth}", qfen::write(&here)));
                            }
                        }
                    }
                }
                if left == 0 {
                    break;
                }
                let thought = engine.think(&record, 48, &mut few(300), &mut |_, _| ());
                record.play(thought.play.unwrap()).unwrap();
            }
        }
        assert!(known[1] > 100 && known[2] > 5, "{known:?}");
        assert!(worst.0 <= 500, "{worst:?} of {known:?}");
    }
}

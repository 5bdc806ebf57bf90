//! Replays a game of Quoridor, one move at a time, on a plain grid.
//!
//! A game is a JSON object with `moves`, and `size`, `players` and `walls_each`, or `qfen`, where it does not begin as 9×9
//! for two. More moves can follow. Every move is checked: a pawn goes one step, or over or beside the pawn that it faces; a wall
//! lies on the board, touches no other lengthwise and crosses none, and leaves every player a way. Nobody plays on after
//! somebody has arrived.
//!
//! ```
//! use damier_validate::quoridor::replay;
//!
//! let game = r#"{"moves":"e2 e8"}"#;
//! assert_eq!(replay(game, "e3 e7 e3h").map(|replay| replay.turn), Ok(2));
//! assert!(replay(game, "e4").is_err());
//! ```

mod start;

use std::collections::{HashMap, VecDeque};

use start::{Table, Wall};

/// What happened in a valid game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many moves it has.
    pub moves: usize,
    /// Whose turn it is after them, from 1.
    pub turn: usize,
    /// Who has arrived, from 1.
    pub winner: Option<usize>,
    /// The number of the move after which a position stood for the third time, which ends a game as a draw.
    pub repeated: Option<usize>,
    /// The squares of the pawns.
    pub pawns: Vec<String>,
    /// The walls that each player still has.
    pub walls_left: Vec<usize>,
    /// The fewest steps of each player to its goal, whatever pawns stand in the way.
    pub distance: Vec<Option<usize>>,
}

/// Why a game is not valid. Moves are numbered from 1, those of the object first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The object is not a game.
    #[error("{0}")]
    Unreadable(String),
    /// A word that is no move.
    #[error("move {0}: '{1}' is not a move")]
    NotAMove(usize, String),
    /// A move after the end.
    #[error("move {0}, {1}: the game is over")]
    Over(usize, String),
    /// A step or jump that is not possible.
    #[error("move {0}, {1}: the pawn cannot go there")]
    Pawn(usize, String),
    /// A player without walls.
    #[error("move {0}, {1}: no walls are left")]
    NoWalls(usize, String),
    /// Outside, or on another one.
    #[error("move {0}, {1}: the wall leaves the board, overlaps or crosses another")]
    Misplaced(usize, String),
    /// A player could not arrive.
    #[error("move {0}, {1}: the wall closes the last way of player {2}")]
    Closes(usize, String, usize),
    /// Passing while something can be done.
    #[error("move {0}: who can move may not pass")]
    Pass(usize),
}

impl Fault {
    /// Whether the text could not even be read.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Fault::Unreadable(_) | Fault::NotAMove(..))
    }
}

/// A square: column and row, from 0 at the lower left.
type Place = (usize, usize);

/// Replays the moves of a game and those that follow.
pub fn replay(game: &str, more: &str) -> Result<Replay, Fault> {
    let (mut table, moves) = start::read(game).map_err(Fault::Unreadable)?;
    let mut seen: HashMap<Table, usize> = HashMap::from([(table.clone(), 1)]);
    let (mut count, mut repeated) = (0, None);
    for word in moves.split_whitespace().chain(more.split_whitespace()) {
        if word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok()) {
            continue;
        }
        count += 1;
        table.play(count, word)?;
        let times = seen.entry(table.clone()).or_insert(0);
        *times += 1;
        if *times == 3 && repeated.is_none() {
            repeated = Some(count);
        }
    }
    Ok(Replay {
        moves: count,
        turn: table.turn + 1,
        winner: table.winner().map(|player| player + 1),
        repeated,
        pawns: table.pawns.iter().map(|&(x, y)| start::name(x, y)).collect(),
        walls_left: table.left.clone(),
        distance: (0..table.pawns.len()).map(|player| table.distance(player)).collect(),
    })
}

impl Table {
    fn play(&mut self, number: usize, word: &str) -> Result<(), Fault> {
        let told = || word.chars().take(20).flat_map(char::escape_debug).collect::<String>();
        let not_a_move = || Fault::NotAMove(number, told());
        let pass = word == "pass";
        let wall = word.ends_with(['h', 'v']) && word.len() > 2;
        let square = if wall { &word[..word.len() - 1] } else { word };
        let place = if pass { (0, 0) } else { start::place(square).ok_or_else(not_a_move)? };
        if self.winner().is_some() {
            return Err(Fault::Over(number, told()));
        }
        if pass {
            if self.can_do_anything() {
                return Err(Fault::Pass(number));
            }
        } else if wall {
            if self.left[self.turn] == 0 {
                return Err(Fault::NoWalls(number, told()));
            }
            let wall = Wall { x: place.0, y: place.1, upright: word.ends_with('v') };
            if !self.fits(wall) {
                return Err(Fault::Misplaced(number, told()));
            }
            self.walls.push(wall);
            // The order in which walls were placed makes no difference to a position.
            self.walls.sort_unstable();
            if let Some(player) = self.shut_in() {
                return Err(Fault::Closes(number, told(), player + 1));
            }
            self.left[self.turn] -= 1;
        } else {
            if !self.pawn_moves().contains(&place) {
                return Err(Fault::Pawn(number, told()));
            }
            let turn = self.turn;
            self.pawns[turn] = place;
        }
        self.turn = (self.turn + 1) % self.pawns.len();
        Ok(())
    }

    /// Who stands on the side opposite to where the pawns of this seat begin.
    fn winner(&self) -> Option<usize> {
        (0..self.pawns.len()).find(|&player| self.has_arrived(player, self.pawns[player]))
    }

    fn has_arrived(&self, player: usize, (x, y): Place) -> bool {
        match (self.pawns.len(), player) {
            (_, 0) => y == self.size - 1,
            (2, _) | (_, 2) => y == 0,
            (_, 1) => x == self.size - 1,
            _ => x == 0,
        }
    }

    /// The next square in a direction, if no wall or border is between.
    fn next(&self, (x, y): Place, (dx, dy): (isize, isize)) -> Option<Place> {
        let to = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        let on_board = to.0 < self.size && to.1 < self.size;
        (on_board && !self.walls.iter().any(|wall| wall.between((x, y), to))).then_some(to)
    }

    fn pawn_moves(&self) -> Vec<Place> {
        let here = self.pawns[self.turn];
        let taken = |place: Place| self.pawns.contains(&place);
        let mut moves = Vec::new();
        for (dx, dy) in DIRECTIONS {
            let Some(near) = self.next(here, (dx, dy)) else { continue };
            if !taken(near) {
                moves.push(near);
                continue;
            }
            match self.next(near, (dx, dy)) {
                Some(behind) if !taken(behind) => moves.push(behind),
                _ => {
                    // Left and right of the pawn that is faced.
                    let beside = [(dy, dx), (-dy, -dx)].into_iter().filter_map(|way| self.next(near, way));
                    moves.extend(beside.filter(|&place| !taken(place)));
                }
            }
        }
        moves
    }

    /// Whether a wall lies on the board and neither overlaps nor crosses another.
    pub(super) fn fits(&self, wall: Wall) -> bool {
        let last = self.size - 1;
        wall.x < last && wall.y < last && !self.walls.iter().any(|&other| wall.collides(other))
    }

    /// A player who has no way to arrive, whatever pawns stand in it.
    pub(super) fn shut_in(&self) -> Option<usize> {
        (0..self.pawns.len()).find(|&player| self.distance(player).is_none())
    }

    /// The fewest steps of a player to its goal, if there is a way, whatever pawns stand in it.
    fn distance(&self, player: usize) -> Option<usize> {
        let mut seen = vec![false; self.size * self.size];
        let mut queue = VecDeque::from([(self.pawns[player], 0)]);
        while let Some((place, steps)) = queue.pop_front() {
            if self.has_arrived(player, place) {
                return Some(steps);
            }
            for direction in DIRECTIONS {
                if let Some(next) = self.next(place, direction)
                    && !std::mem::replace(&mut seen[next.1 * self.size + next.0], true)
                {
                    queue.push_back((next, steps + 1));
                }
            }
        }
        None
    }

    fn can_do_anything(&self) -> bool {
        if !self.pawn_moves().is_empty() {
            return true;
        }
        if self.left[self.turn] == 0 {
            return false;
        }
        let slots = 0..self.size * self.size * 2;
        slots.into_iter().any(|slot| {
            let (square, upright) = (slot / 2, slot % 2 == 1);
            let wall = Wall { x: square % self.size, y: square / self.size, upright };
            let mut after = self.clone();
            after.walls.push(wall);
            self.fits(wall) && after.shut_in().is_none()
        })
    }
}

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

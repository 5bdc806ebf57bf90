//! Replays a Taquin solution, one move at a time.
//!
//! The board is row by row from the top left, 0 is the gap. A letter of `l u r d` moves the tile beside the gap that way: `l` moves the
//! tile on the right of the gap to the left. A solution is valid when every move is possible and the board then reads 1, 2, … with
//! the gap last.
//!
//! ```
//! use damier_validate::taquin::replay;
//!
//! let board = r#"{"width":3,"height":2,"tiles":[1,2,3,0,4,5]}"#;
//! assert_eq!(replay(board, "ll").map(|replay| replay.moves), Ok(2));
//! assert!(replay(board, "l").is_err());
//! ```

use serde::Deserialize;

/// What happened in a valid solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many moves the solution has.
    pub moves: usize,
}

/// Why a solution is not valid. Moves are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The instance could not be read, or is not a board.
    #[error("instance: {0}")]
    Instance(String),
    /// The solution is not written in `l u r d`.
    #[error("solution, character {at}: {what}")]
    Notation {
        /// The number of the character, from 1.
        at: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A move that is not possible.
    #[error("move {number} ({letter}): no tile can move that way, the gap is at the edge of the board")]
    Impossible {
        /// The number of the move.
        number: usize,
        /// The move as written.
        letter: char,
    },
    /// Every move is possible, but the board is not solved after the last one.
    #[error("after {moves} moves, all of them, {wrong} of the cells do not have what belongs there")]
    NotSolved {
        /// How many moves were made.
        moves: usize,
        /// How many cells have a wrong tile, or wrongly the gap.
        wrong: usize,
    },
}

impl Fault {
    /// True when the instance or the solution could not be read; false when both were read and the solution is wrong.
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Fault::Instance(_) | Fault::Notation { .. })
    }
}

/// A board as it is written; further keys are ignored.
#[derive(Deserialize)]
struct Board {
    width: usize,
    height: usize,
    tiles: Vec<usize>,
}

/// Replays `solution` (such as `lurd`; blanks may stand anywhere) on `instance`, a JSON object.
pub fn replay(instance: &str, solution: &str) -> Result<Replay, Fault> {
    let Board { width, height, mut tiles } = read(instance).map_err(Fault::Instance)?;
    let mut gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    let mut moves = 0;
    for (at, letter) in (1..).zip(solution.chars()).filter(|(_, letter)| !letter.is_whitespace()) {
        let (column, row) = (gap % width, gap / width);
        let (possible, from) = match letter {
            'l' => (column + 1 < width, gap + 1),
            'u' => (row + 1 < height, gap + width),
            'r' => (column > 0, gap.wrapping_sub(1)),
            'd' => (row > 0, gap.wrapping_sub(width)),
            _ => {
                let what = format!("'{}' is not a move; write l, u, r or d", letter.escape_debug());
                return Err(Fault::Notation { at, what });
            }
        };
        moves += 1;
        if !possible {
            return Err(Fault::Impossible { number: moves, letter });
        }
        tiles.swap(from, gap);
        gap = from;
    }
    let wrong = (1..).zip(&tiles).filter(|&(number, &tile)| tile != number % (width * height)).count();
    if wrong == 0 { Ok(Replay { moves }) } else { Err(Fault::NotSolved { moves, wrong }) }
}

fn read(instance: &str) -> Result<Board, String> {
    let text = instance.strip_prefix('\u{feff}').unwrap_or(instance);
    let board: Board =
        serde_json::from_str(text).map_err(|error| format!("this JSON is no board: {error}"))?;
    if !(2..=6).contains(&board.width) || !(2..=6).contains(&board.height) {
        return Err(format!("a board has 2 to 6 columns and rows, not {}×{}", board.width, board.height));
    }
    let mut sorted = board.tiles.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..board.width * board.height) {
        return Err(format!("`tiles` must hold each of 0 to {} once", board.width * board.height - 1));
    }
    Ok(board)
}

//! Replays a Sokoban solution, one step at a time.
//!
//! The player steps to a free cell next to it, or pushes the box there one cell further, where neither a wall nor a box stands. A
//! small letter walks, a capital pushes: a letter of the wrong case is a fault. A solution is valid when every step is possible
//! and every goal has a box after the last one; there may be more boxes than goals.
//!
//! Time is linear in the steps, of which there are at most a million, and memory in the size of the texts.
//!
//! ```
//! use damier_validate::sokoban::replay;
//!
//! let level = r#"{"level":"6#|#@-$.#|6#"}"#;
//! assert_eq!(replay(level, "rR").map(|replay| (replay.moves, replay.pushes)), Ok((2, 1)));
//! assert!(replay(level, "rr").is_err());
//! ```

mod instance;
mod runs;

use instance::Level;
use runs::Unreadable;

/// The most steps that a solution may have.
const MOST_STEPS: usize = 1_000_000;

/// What happened in a valid solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many steps the solution has, walks and pushes.
    pub moves: usize,
    /// How many of them pushed a box.
    pub pushes: usize,
    /// Where the player stands at the end: column and row of the drawing, from 0 at its top left corner.
    pub player: (usize, usize),
}

/// Why a solution is not valid. Steps are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The instance could not be read, or is not a level.
    #[error("instance: {0}")]
    Instance(String),
    /// The solution is not written in LURD.
    #[error("solution, character {at}: {what}")]
    Notation {
        /// The number of the character, from 1.
        at: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A step that is not possible.
    #[error("step {number} ({letter}): {what}")]
    Impossible {
        /// The number of the step.
        number: usize,
        /// The step as written.
        letter: char,
        /// What is in the way.
        what: &'static str,
    },
    /// A small letter for a push, or a capital for a walk.
    #[error("step {number} ({letter}): {what}")]
    Case {
        /// The number of the step.
        number: usize,
        /// The step as written.
        letter: char,
        /// What it does instead.
        what: &'static str,
    },
    /// Every step is possible, but some goal has no box after the last one.
    #[error("{}{}", empty_goals(*.steps, *.empty), solved_earlier(*.earlier))]
    NotSolved {
        /// How many steps were made, all of them.
        steps: usize,
        /// How many goals have no box.
        empty: usize,
        /// The number of steps after which the level was solved last, if it ever was.
        earlier: Option<usize>,
    },
}

impl Fault {
    /// True when the instance or the solution could not be read; false when both were read and the solution
    /// is wrong.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Fault::Instance(_) | Fault::Notation { .. } => true,
            Fault::Impossible { .. } | Fault::Case { .. } | Fault::NotSolved { .. } => false,
        }
    }
}

/// Replays `solution` (such as `rrUUl`, `2r2Ul` or `2(rU)`) on `instance`: a JSON object with the key `level`, or the drawing
/// itself.
///
/// All of the solution is read before any of it is played, so a letter that is no step is reported first.
pub fn replay(instance: &str, solution: &str) -> Result<Replay, Fault> {
    let mut level = Level::read(instance).map_err(Fault::Instance)?;
    let steps = read_steps(solution)?;
    let mut pushes = 0;
    let mut solved_after = (level.empty_goals() == 0).then_some(0);

    for (number, &letter) in (1..).zip(&steps) {
        let impossible = |what| Err(Fault::Impossible { number, letter, what });
        let wrong_case = |what| Err(Fault::Case { number, letter, what });
        let next = towards(level.player, letter);
        if level.is_wall(next) {
            return impossible("the player cannot go there, a wall is in the way");
        }
        if level.has_box(next) {
            let beyond = towards(next, letter);
            if level.is_wall(beyond) {
                return impossible("the box cannot be pushed, a wall is behind it");
            }
            if level.has_box(beyond) {
                return impossible("the box cannot be pushed, another box is behind it");
            }
            if letter.is_ascii_lowercase() {
                return wrong_case("this step pushes a box; write it with a capital letter");
            }
            level.move_box(next, beyond);
            pushes += 1;
        } else if letter.is_ascii_uppercase() {
            return wrong_case("there is no box to push; write a walk with a small letter");
        }
        level.player = next;
        if level.empty_goals() == 0 {
            solved_after = Some(number);
        }
    }

    if solved_after != Some(steps.len()) {
        let empty = level.empty_goals();
        return Err(Fault::NotSolved { steps: steps.len(), empty, earlier: solved_after });
    }
    Ok(Replay { moves: steps.len(), pushes, player: level.corner_distance() })
}

/// The letters of a solution, each a step. Blanks and line ends may stand anywhere.
fn read_steps(solution: &str) -> Result<Vec<char>, Fault> {
    let solution = solution.strip_prefix('\u{feff}').unwrap_or(solution);
    let unreadable = |(at, why): (usize, Unreadable)| {
        let what = match why {
            Unreadable::TooLong => {
                format!("the solution has more than {MOST_STEPS} steps; correct the counts")
            }
            Unreadable::Letter(letter) => {
                let letter = letter.escape_debug();
                format!("'{letter}' is not a step; write l u r d to walk and L U R D to push")
            }
            Unreadable::Count => {
                "a count must be at least 1 and have a step or a group behind it, as in 3r".to_owned()
            }
            Unreadable::Bracket => {
                "this bracket has no partner; groups are written as in 2(ldr3u)".to_owned()
            }
        };
        Fault::Notation { at, what }
    };
    let letters = solution.chars().filter(|letter| !letter.is_whitespace());
    let places = solution.chars().zip(1..).filter(|(letter, _)| !letter.is_whitespace()).map(|(_, at)| at);
    let pairs = letters.zip(places);
    runs::unfold(pairs, MOST_STEPS, |letter| "lurdLURD".contains(letter)).map_err(unreadable)
}

/// A cell as column and row, somewhere on the plane.
type Spot = (i32, i32);

fn towards((column, row): Spot, letter: char) -> Spot {
    match letter.to_ascii_lowercase() {
        'l' => (column - 1, row),
        'u' => (column, row - 1),
        'r' => (column + 1, row),
        _ => (column, row + 1),
    }
}

fn empty_goals(steps: usize, empty: usize) -> String {
    let goals =
        if empty == 1 { "1 goal has no box".to_owned() } else { format!("{empty} goals have no box") };
    match steps {
        0 => format!("at the start {goals}"),
        last => format!("after step {last}, the last, {goals}"),
    }
}

fn solved_earlier(earlier: Option<usize>) -> String {
    match earlier {
        Some(0) => "; the level was solved at the start: the empty solution solves it".to_owned(),
        Some(number) => format!("; the level was solved after step {number}: leave out the steps after it"),
        None => String::new(),
    }
}

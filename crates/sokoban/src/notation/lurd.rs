//! Solutions as LURD: `l u r d` for a walk and `L U R D` for a push to the left, up, right or down.
//!
//! Run lengths (`3r2U`), groups (`2(ldr3u)`), blanks and line ends are read too. The case of a letter is not looked at: what a step
//! does follows from the position, and the validator tells whoever wrote it otherwise.

use damier_kit::{Refusal, refuse};

use super::runs::{self, Fault, Letter};
use crate::board::{Direction, Position};
use crate::rules::Step;

/// The most steps of a solution: the longest that are known for levels of people have less than 100,000.
pub const STEPS: usize = 1_000_000;

/// The steps of a solution.
pub fn read(text: &str) -> Result<Vec<Direction>, Refusal> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let meaning = |letter: char, _| match letter {
        _ if letter.is_whitespace() => Letter::Skipped,
        _ => direction(letter).map_or(Letter::Unknown, Letter::Item),
    };
    runs::expand(text, STEPS, meaning).map_err(|(at, fault)| {
        let (line, column) = place(text, at);
        let refusal = match fault {
            Fault::Letter(letter) => refuse!(
                "sokoban.lurd.letter",
                "'{letter}' is no step; write l, u, r or d for a walk and L, U, R or D for a push",
                letter = letter.escape_debug().to_string()
            ),
            Fault::Zero => refuse!("sokoban.lurd.zero", "a count of 0 steps; leave it out"),
            Fault::Count => {
                refuse!("sokoban.lurd.count", "this count is followed by no step; write one, as in 3r")
            }
            Fault::Unclosed => {
                refuse!("sokoban.lurd.unclosed", "this group is not closed; write ) where it ends")
            }
            Fault::Unopened => refuse!(
                "sokoban.lurd.unopened",
                "this ) closes no group; remove it or write ( where the group begins"
            ),
            Fault::Long => refuse!(
                "sokoban.lurd.long",
                "the solution has more than {most} steps; correct the counts",
                most = STEPS
            ),
        };
        refusal.at(line, column)
    })
}

/// The solution of a position, its pushes in capitals. A step that is not possible there is written as a walk.
pub fn write(position: &Position, steps: &[Direction]) -> String {
    let mut position = position.clone();
    steps.iter().map(|&way| letter(way, position.step(way).unwrap_or(Step::Walk))).collect()
}

/// The letter of a step.
pub fn letter(way: Direction, step: Step) -> char {
    let letter = ['u', 'r', 'd', 'l'][way as usize];
    if step == Step::Walk { letter } else { letter.to_ascii_uppercase() }
}

/// A solution with run lengths: `rrrUU` as `3r2U`.
pub fn shorten(solution: &str) -> String {
    runs::shorten(solution)
}

/// The direction of a letter of either case.
pub fn direction(letter: char) -> Option<Direction> {
    match letter {
        'u' | 'U' => Some(Direction::North),
        'r' | 'R' => Some(Direction::East),
        'd' | 'D' => Some(Direction::South),
        'l' | 'L' => Some(Direction::West),
        _ => None,
    }
}

/// The line and the column of a character, both from 1.
fn place(text: &str, at: usize) -> (usize, usize) {
    let (mut line, mut column) = (1, 1);
    for letter in text.chars().take(at) {
        if letter == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::xsb;

    #[test]
    fn a_solution_is_read_in_every_form() {
        use Direction::{East, North, South, West};
        assert_eq!(read("lurd\n LURD\t"), Ok([West, North, East, South].repeat(2)));
        assert_eq!(
            read("\u{feff}2(l2U)3r"),
            Ok(vec![West, North, North, West, North, North, East, East, East])
        );
        assert_eq!(read(""), Ok(vec![]));
    }

    #[test]
    fn pushes_are_capitals() {
        let position = xsb::read("########\n#@ $  .#\n########").unwrap();
        let text = write(&position, &read("5r2l").unwrap());
        assert_eq!(text, "rRRRrll");
        assert_eq!(shorten(&text), "r3Rr2l");
        assert_eq!(read(&shorten(&text)), read(&text));
    }

    #[test]
    fn faults_have_a_place() {
        let place = |text: &str| read(text).map_err(|error| (error.line, error.column));
        assert_eq!(place("rr\nl x"), Err((Some(2), Some(3))));
        assert_eq!(place("rr\n\n3"), Err((Some(3), Some(1))));
        assert_eq!(
            read("rr\nx").unwrap_err().to_string().split(';').next(),
            Some("line 2, column 1: 'x' is no step")
        );
    }

    /// Nothing that a stranger writes takes long or much memory.
    #[test]
    fn hostile_solutions_are_refused() {
        let nines = "9".repeat(1 << 20);
        let deep = "9(".repeat(1 << 19);
        let tower = format!("{}r{}", "9(".repeat(30), ")".repeat(30));
        for text in [nines.as_str(), &deep, &tower, "999999999(r)", "1000001r", "99999999999999999999999999r"]
        {
            assert!(read(text).is_err(), "{text:.20}");
        }
        assert_eq!(read("1000000r").map(|steps| steps.len()), Ok(STEPS));
        assert_eq!(
            read(&format!("{}r{}", "(".repeat(1 << 19), ")".repeat(1 << 19))).map(|steps| steps.len()),
            Ok(1)
        );
    }
}

//! The moves of the Quoridor Text Protocol (QTP), and how they become ours.
//!
//! There black moves first, from the top (`E9`) down; here the first player goes from the bottom up. So the board is mirrored,
//! row 1 with row 9, and the first player is black. A wall is named there by the square at its north-west, here by the one at its
//! south-west: in the mirror the one becomes the other. Either way column and orientation stay, and row `r` becomes `size + 1 - r`.
//! Reference: S. Avlonitis, G. Chatziagapis, Specification of the Quoridor Text Protocol.

use damier_quoridor::{Deed, Lie, Move, Setup, Square};

/// The colour of a player.
pub(super) fn colour(player: usize) -> &'static str {
    if player == 0 { "black" } else { "white" }
}

/// The player of a colour.
pub(super) fn player(colour: &str) -> Option<usize> {
    match colour.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(0),
        "white" | "w" => Some(1),
        _ => None,
    }
}

/// Whether a game can be played in this protocol: two players on an odd board, where the middle is one square.
pub(super) fn fits(setup: Setup) -> Result<(), String> {
    if setup.players() == 2 && setup.size() % 2 == 1 {
        return Ok(());
    }
    Err("it speaks QTP, which is for two on boards of odd size".to_owned())
}

/// A square in the mirror: the name of ours in QTP, and of theirs here.
fn mirrored(square: Square, size: usize) -> Option<Square> {
    Square::new(square.column(), (size - 1).checked_sub(square.row())?)
}

/// A vertex, and an orientation for a wall, as they stand in commands and answers; none for a pass.
pub(super) fn write(play: Move, size: usize) -> Option<String> {
    let name = |square| mirrored(square, size).map(|square| square.to_string().to_uppercase());
    match play.deed() {
        Deed::Walk(to) => name(to),
        Deed::Wall(at, Lie::Horizontal) => Some(format!("{} horizontal", name(at)?)),
        Deed::Wall(at, Lie::Vertical) => Some(format!("{} vertical", name(at)?)),
        Deed::Pass => None,
    }
}

/// A move from a vertex, and an orientation for a wall. Whether it is legal is another question.
pub(super) fn read(words: &[&str], size: usize) -> Option<Move> {
    let square = |vertex: &str| {
        let Deed::Walk(square) = vertex.to_ascii_lowercase().parse::<Move>().ok()?.deed() else {
            return None;
        };
        mirrored(square, size).filter(|square| square.column() < size)
    };
    match words {
        [vertex] => Some(Move::walk(square(vertex)?)),
        [vertex, orientation] => {
            let lie = match orientation.to_ascii_lowercase().as_str() {
                "horizontal" | "h" => Lie::Horizontal,
                "vertical" | "v" => Lie::Vertical,
                _ => return None,
            };
            Some(Move::wall(square(vertex)?, lie))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Move {
        text.parse().unwrap()
    }

    /// By hand: black begins on E9 and goes to E8; our `e3h` lies between rows 3 and 4, in the mirror between 7 and 6, south of E7;
    /// our `e3v` lies east of e3 and e4, in the mirror east of E7 and E6.
    #[test]
    fn the_board_is_mirrored() {
        for (here, there) in [
            ("e1", "E9"),
            ("e2", "E8"),
            ("a9", "A1"),
            ("e3h", "E7 horizontal"),
            ("e3v", "E7 vertical"),
            ("a8h", "A2 horizontal"),
            ("h1v", "H9 vertical"),
        ] {
            assert_eq!(write(ours(here), 9).as_deref(), Some(there));
            let words: Vec<&str> = there.split(' ').collect();
            assert_eq!(read(&words, 9), Some(ours(here)));
        }
        assert_eq!(write(ours("a1h"), 5).as_deref(), Some("A5 horizontal"));
        assert_eq!(read(&["e7", "H"], 9), Some(ours("e3h")));
    }

    #[test]
    fn nonsense_is_no_move() {
        for words in [&["e10"][..], &["j5"], &["e3", "x"], &["e3h"], &["e3", "h", "h"], &[], &["", ""]] {
            assert_eq!(read(words, 9), None, "{words:?}");
        }
        assert_eq!(write(Move::PASS, 9), None);
    }
}

//! QFEN, a position in a line: `d4f4e7 / a2a8 / e4 e6 / 7 8 / 2`.
//!
//! Five fields with slashes between them: the horizontal walls, the vertical walls, the pawns in the order of the players,
//! the walls that they have left, and whose turn it is, from 1. Two pawns are a game for two, four one for four. A sixth field
//! tells the size of the board where it is not 9: `b1h`-like names are as in moves, without the `h` or `v`.
//!
//! ```
//! use damier_quoridor::notation::qfen;
//!
//! let position = qfen::read("d4f4e7 / a2a8 / e4 e6 / 7 8 / 2").unwrap();
//! assert_eq!(position.legal().len(), 114);
//! assert_eq!(qfen::write(&position), "d4f4e7 / a2a8 / e4 e6 / 7 8 / 2");
//! assert!(qfen::read("/ / b1 b2 / 1 1 / 1 / 3").is_ok()); // 3×3
//! ```

use damier_kit::{Refusal, excerpt, refuse};

use crate::board::{Geometry, Lie, MOST_WALLS, Move, PLAYERS, Setup, Square, too_many_walls};
use crate::rules::{Position, Walls, each};

/// Reads a position and checks that it can be.
pub fn read(text: &str) -> Result<Position, Refusal> {
    let fields: Vec<&str> = text.split('/').map(str::trim).collect();
    let ([horizontal, vertical, pawns, left, turn] | [horizontal, vertical, pawns, left, turn, _]) =
        fields[..]
    else {
        return Err(refuse!(
            "qfen.fields",
            "QFEN has 5 or 6 fields with slashes between them, not {fields}: \
             walls / walls / pawns / walls left / turn / size",
            fields = fields.len()
        ));
    };
    let size = fields.get(5).map_or(Ok(9), |&size| number(size, || refuse!("qfen.a_size", "a size")))?;
    let pawns = squares(pawns)?;
    let mut position = Position::start(Setup::new(size, pawns.len(), Some(0))?);
    let players = position.players();
    let board = Geometry::of(size as u8).slots | Geometry::of(size as u8).border;
    let mut taken = 0;
    for (player, &pawn) in pawns.iter().enumerate() {
        if board & !taken & pawn.bit() == 0 {
            return Err(refuse!(
                "qfen.pawn",
                "the pawn on {square} stands outside the board or on another one",
                square = pawn.to_string()
            ));
        }
        taken |= pawn.bit();
        position.pawns[player] = pawn;
    }
    let left: Vec<&str> = left.split_whitespace().collect();
    if left.len() != players {
        let wanted = refuse!("qfen.a_number_each", "a number of walls for each pawn");
        return Err(not_a(&left.join(" "), wanted));
    }
    for (player, text) in left.into_iter().enumerate() {
        let walls = number(text, || refuse!("qfen.a_number", "a number of walls"))?;
        if walls > MOST_WALLS {
            return Err(too_many_walls(walls));
        }
        position.left[player] = walls as u8;
    }
    let whose = number(turn, a_player)?;
    if !(1..=players).contains(&whose) {
        return Err(not_a(turn, a_player()));
    }
    position.turn = (whose - 1) as u8;
    for (text, lie) in [(horizontal, Lie::Horizontal), (vertical, Lie::Vertical)] {
        for at in squares(text)? {
            let Walls { horizontal, vertical } = position.fitting();
            let fits = if lie == Lie::Horizontal { horizontal } else { vertical };
            if fits & at.bit() == 0 {
                return Err(refuse!(
                    "qfen.wall",
                    "the wall {wall} leaves the board, overlaps or crosses another",
                    wall = Move::wall(at, lie).to_string()
                ));
            }
            position.place(at, lie);
        }
    }
    if let Some(player) = (0..players).find(|&player| position.distance(player).is_none()) {
        return Err(refuse!("qfen.closed", "player {player} has no way to arrive", player = player + 1));
    }
    let last = (position.turn() + players - 1) % players;
    let arrived = |player: usize| position.goal(player) & position.pawn(player).bit() != 0;
    if let Some(player) = (0..players).find(|&player| player != last && arrived(player)) {
        return Err(refuse!(
            "qfen.arrived",
            "player {player} has arrived already, yet it is not the turn of the next player",
            player = player + 1
        ));
    }
    position.key = position.full_key();
    Ok(position)
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    let list = |set| {
        let mut text = String::new();
        each(set, |square| text += &square.to_string());
        text
    };
    let players = 0..position.players();
    let pawns: Vec<_> = players.clone().map(|player| position.pawn(player).to_string()).collect();
    let left: Vec<_> = players.map(|player| position.walls_left(player).to_string()).collect();
    let Walls { horizontal, vertical } = position.walls();
    let mut text = format!(
        "{} / {} / {} / {} / {}",
        list(horizontal),
        list(vertical),
        pawns.join(" "),
        left.join(" "),
        position.turn() + 1
    );
    if position.size() != 9 {
        text.push_str(" / ");
        text.push_str(&position.size().to_string());
    }
    text.trim_start().to_owned()
}

fn a_player() -> Refusal {
    refuse!("qfen.a_player", "a player's number")
}

fn not_a(text: &str, wanted: Refusal) -> Refusal {
    refuse!("qfen.number", "'{text}' in the QFEN is not {wanted}", text = excerpt(text), wanted)
}

fn number(text: &str, wanted: impl Fn() -> Refusal) -> Result<usize, Refusal> {
    let short = !text.is_empty() && text.len() <= 2 && text.bytes().all(|c| c.is_ascii_digit());
    short.then(|| text.parse().ok()).flatten().ok_or_else(|| not_a(text, wanted()))
}

/// Squares one after the other, with or without spaces.
fn squares(text: &str) -> Result<Vec<Square>, Refusal> {
    let wrong = || {
        refuse!(
            "qfen.squares",
            "'{text}' in the QFEN is not a list of squares such as d4f4e7",
            text = excerpt(text)
        )
    };
    let compact: String = text.split_whitespace().collect();
    let mut starts: Vec<usize> =
        compact.match_indices(|c: char| c.is_ascii_lowercase()).map(|(at, _)| at).collect();
    if !compact.is_empty() && starts.first() != Some(&0) {
        return Err(wrong());
    }
    starts.push(compact.len());
    let most = 2 * 10 * 10 + PLAYERS;
    if starts.len() > most {
        return Err(wrong());
    }
    starts.windows(2).map(|pair| compact[pair[0]..pair[1]].parse().map_err(|_| wrong())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused() {
        for (text, why) in [
            ("", "5 or 6 fields"),
            ("/ / e1 e9 / 10 10", "not 4"),
            ("/ / e1 e9 / 10 10 / 3", "a player's number"),
            ("/ / e1 e9 / 10 / 1", "for each pawn"),
            ("/ / e1 e9 / 10 51 / 1", "0 to 50 walls"),
            ("/ / e1 / 10 / 1", "2 or 4"),
            ("/ / e1 e1 / 10 10 / 1", "pawn on e1"),
            ("/ / e1 e9 / 1 1 / 1 / 5", "pawn on e9"),
            ("/ / e1 e9 / 1 1 / 1 / 12", "3 to 11"),
            ("a9 / / e1 e9 / 1 1 / 1", "a9h"),
            ("a1b1 / / e1 e9 / 1 1 / 1", "b1h"),
            ("a1 / a1 / e1 e9 / 1 1 / 1", "a1v"),
            ("a1c1e1g1 / h1 / e1 e9 / 1 1 / 1", "has no way"),
            ("/ / e9 e1 / 1 1 / 1", "has arrived already"),
            ("é / / e1 e9 / 1 1 / 1", "not a list"),
            ("/ / e1 e9 / 10 10 / 999999999999999999999", "a player's number"),
        ] {
            let error = read(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}

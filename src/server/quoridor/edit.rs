//! The editor: a position is taken apart, changed, put together and checked as one from a file is.

use damier_quoridor::notation::qfen::{self, QfenError};
use damier_quoridor::{Deed, Move, Position, Setup, Square};

use super::wire::Edit;
use crate::server::sitting::Refusal;

/// The position after an edit, if there can be such a position.
pub(super) fn edited(position: &Position, edit: &Edit) -> Result<Position, Refusal> {
    let refuse = |why, what: String| Refusal::because("edit", why, what);
    let mut parts = Parts::of(position);
    match edit {
        Edit::Board { size, players, walls } => {
            let setup = Setup::new(*size, *players, *walls);
            return Ok(Position::start(setup.map_err(|error| refuse("setup", error.to_string()))?));
        }
        Edit::Pawn { player, square } => {
            let square: Square =
                square.parse().map_err(|_| refuse("square", "there is no such square".to_owned()))?;
            let pawn = parts.pawns.get_mut(*player);
            *pawn.ok_or_else(|| refuse("player", "there is no such player".to_owned()))? = square;
        }
        Edit::Wall { wall } => {
            let wall = wall.parse().ok().filter(|wall: &Move| matches!(wall.deed(), Deed::Wall(..)));
            let wall = wall.ok_or_else(|| refuse("wall", "there is no such wall".to_owned()))?;
            match parts.walls.iter().position(|&other| other == wall) {
                Some(place) => drop(parts.walls.remove(place)),
                None => parts.walls.push(wall),
            }
        }
        Edit::Left { player, walls } => {
            let left = parts.left.get_mut(*player);
            *left.ok_or_else(|| refuse("player", "there is no such player".to_owned()))? = *walls;
        }
        Edit::Turn { player } => parts.turn = *player,
    }
    qfen::read(&parts.qfen()).map_err(|error| {
        let why = match error {
            QfenError::Pawn(_) => "pawn",
            QfenError::Wall(_) => "wall",
            QfenError::Closed(_) => "closed",
            QfenError::Arrived(_) => "arrived",
            QfenError::Setup(_) | QfenError::Number(..) => "walls",
            QfenError::Fields(_) | QfenError::Squares(_) => "square",
        };
        refuse(why, error.to_string())
    })
}

/// What a position consists of.
struct Parts {
    size: usize,
    pawns: Vec<Square>,
    left: Vec<usize>,
    walls: Vec<Move>,
    turn: usize,
}

impl Parts {
    fn of(position: &Position) -> Parts {
        let players = 0..position.players();
        Parts {
            size: position.size(),
            pawns: players.clone().map(|player| position.pawn(player)).collect(),
            left: players.map(|player| position.walls_left(player)).collect(),
            walls: position.walls().list(),
            turn: position.turn(),
        }
    }

    fn qfen(&self) -> String {
        let walls = |lie: char| {
            let names = self.walls.iter().map(Move::to_string);
            names.filter_map(|name| name.strip_suffix(lie).map(str::to_owned)).collect::<String>()
        };
        let pawns: Vec<_> = self.pawns.iter().map(Square::to_string).collect();
        let left: Vec<_> = self.left.iter().map(usize::to_string).collect();
        format!(
            "{} / {} / {} / {} / {} / {}",
            walls('h'),
            walls('v'),
            pawns.join(" "),
            left.join(" "),
            self.turn.saturating_add(1),
            self.size
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_checked_like_files() {
        let start = Position::start(Setup::default());
        let wall = |wall: &str| Edit::Wall { wall: wall.to_owned() };
        let once = edited(&start, &wall("e3h")).unwrap();
        assert_eq!(once.walls().count(), 1);
        assert_eq!(edited(&once, &wall("e3h")).unwrap(), start);
        for wrong in [
            wall("e3v"),
            wall("i1h"),
            wall("?"),
            wall("e3"),
            Edit::Pawn { player: 0, square: "e9".to_owned() },
            Edit::Pawn { player: 2, square: "e5".to_owned() },
            Edit::Pawn { player: 0, square: "z5".to_owned() },
            Edit::Left { player: 0, walls: 99 },
            Edit::Turn { player: 2 },
            Edit::Turn { player: usize::MAX },
            Edit::Board { size: 12, players: 2, walls: None },
        ] {
            assert!(edited(&once, &wrong).is_err(), "{wrong:?}");
        }
        let moved = edited(&once, &Edit::Pawn { player: 1, square: "a5".to_owned() }).unwrap();
        let turned = edited(&moved, &Edit::Turn { player: 1 }).unwrap();
        assert_eq!((turned.turn(), turned.pawn(1).to_string()), (1, "a5".to_owned()));
        let small = edited(&once, &Edit::Board { size: 5, players: 4, walls: Some(2) }).unwrap();
        assert_eq!((small.size(), small.players(), small.walls_left(3)), (5, 4, 2));
    }
}

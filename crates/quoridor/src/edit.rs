//! The editor: a position is taken apart, changed, put together and checked as one from a file is.

use damier_kit::{Edit, Refusal, Spot, Tool, excerpt, refuse};
use damier_search::registry::arguments;

use crate::board::{Lie, Move, Square};
use crate::kit::{SETUP, setup};
use crate::notation::qfen;
use crate::rules::Position;
use crate::scene::square;

/// What can be set: a pawn, a wall (or taken away where it stands), the walls that a player has left, whose turn it is, and an empty
/// board of a size for so many players.
pub(crate) const TOOLS: &[Tool] = &[
    Tool { name: "pawn", at: Spot::Cell, piece: true, any: false, forms: &[] },
    Tool { name: "wall", at: Spot::Gap, piece: false, any: false, forms: &["h", "v"] },
    Tool { name: "left", at: Spot::Board, piece: true, any: false, forms: &[] },
    Tool { name: "turn", at: Spot::Board, piece: true, any: false, forms: &[] },
    Tool { name: "clear", at: Spot::Board, piece: false, any: false, forms: &[] },
];

/// The position after an edit, if there can be such a position.
pub(crate) fn edit(position: &Position, edit: &Edit) -> Result<Position, Refusal> {
    let no_square = || refuse!("quoridor.edit.square", "there is no such square");
    let no_player = || refuse!("quoridor.edit.player", "there is no such player");
    let at = || edit.cell.and_then(|cell| square(position, cell)).ok_or_else(no_square);
    let player = edit.piece.unwrap_or(usize::MAX);
    let mut parts = Parts::of(position);
    match edit.tool.as_str() {
        "clear" => {
            let options: Vec<_> = edit.options.clone().unwrap_or_default().into_iter().collect();
            return Ok(Position::start(setup(&arguments("setup", SETUP, &options)?)?));
        }
        "pawn" => *parts.pawns.get_mut(player).ok_or_else(no_player)? = at()?,
        "wall" => {
            let lie = match edit.form.as_deref() {
                Some("h") => Lie::Horizontal,
                Some("v") => Lie::Vertical,
                _ => return Err(refuse!("quoridor.edit.lie", "a wall lies h or v")),
            };
            let wall = Move::wall(at()?, lie);
            match parts.walls.iter().position(|&other| other == wall) {
                Some(place) => drop(parts.walls.remove(place)),
                None => parts.walls.push(wall),
            }
        }
        "left" => *parts.left.get_mut(player).ok_or_else(no_player)? = edit.number.unwrap_or(0),
        "turn" if player < parts.pawns.len() => parts.turn = player,
        "turn" => return Err(no_player()),
        other => return Err(refuse!("edit.tool", "there is no tool '{tool}'", tool = excerpt(other))),
    }
    qfen::read(&parts.qfen())
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
            self.turn + 1,
            self.size
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::scene::cell;

    #[test]
    fn edits_are_checked_like_files() {
        let start = Position::start(Setup::default());
        let on = |name: &str| name.parse().ok().map(|square| cell(&start, square));
        let tool = |tool: &str| Edit { tool: tool.to_owned(), ..Edit::default() };
        let wall =
            |name: &str, form: &str| Edit { cell: on(name), form: Some(form.to_owned()), ..tool("wall") };
        let pawn = |piece, name: &str| Edit { piece: Some(piece), cell: on(name), ..tool("pawn") };
        let once = edit(&start, &wall("e3", "h")).unwrap();
        assert_eq!(once.walls().count(), 1);
        assert_eq!(edit(&once, &wall("e3", "h")).unwrap(), start);
        for wrong in [
            wall("e3", "v"),
            wall("i1", "h"),
            wall("?", "h"),
            wall("e4", "x"),
            pawn(0, "e9"),
            pawn(2, "e5"),
            pawn(0, "z5"),
            Edit { cell: Some(999), ..pawn(0, "a1") },
            Edit { piece: Some(0), number: Some(99), ..tool("left") },
            Edit { piece: Some(2), ..tool("turn") },
            Edit { piece: Some(usize::MAX), ..tool("turn") },
            Edit { options: Some([("size".to_owned(), "12".to_owned())].into()), ..tool("clear") },
            tool("?"),
        ] {
            assert!(edit(&once, &wrong).is_err(), "{wrong:?}");
        }
        let moved = edit(&once, &pawn(1, "a5")).unwrap();
        let turned = edit(&moved, &Edit { piece: Some(1), ..tool("turn") }).unwrap();
        assert_eq!((turned.turn(), turned.pawn(1).to_string()), (1, "a5".to_owned()));
        let options = [("size", "5"), ("players", "4"), ("walls", "2")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let small = Edit { options: Some(options.into()), ..tool("clear") };
        let small = edit(&once, &small).unwrap();
        assert_eq!((small.size(), small.players(), small.walls_left(3)), (5, 4, 2));
    }
}

//! How a terminal draws a board: the number of each tile in a frame.

use damier_kit::{Ground, Looks, Paint, PieceLook, Scene};

pub(crate) static LOOKS: Looks = Looks {
    ground: Ground::Grid,
    goal: "Put the tiles in order, the gap last.",
    unit: "moves",
    choose: false,
    stock: "",
    pieces: &[PieceLook {
        kind: "tile",
        signs: &[""],
        home: "",
        label: true,
        paints: &[Paint::Plain],
        at_home: Some(Paint::Green),
    }],
    marks: &[],
    targets: &[],
    any: ("", Paint::Plain),
    home,
    cell: None,
};

/// The tiles are in the order of their numbers.
fn home(scene: &Scene, piece: usize) -> bool {
    scene.pieces.get(piece).is_some_and(|tile| usize::from(tile.cell) == piece)
}

//! How a terminal draws a level: two columns a cell. A box that is where it should be is full.

use damier_kit::{Ground, Looks, MarkLook, MarkSign, Paint, PieceLook, Scene};

pub(crate) static LOOKS: Looks = Looks {
    ground: Ground::Open,
    goal: "Push every box onto a goal.",
    unit: "pushes",
    choose: false,
    stock: "",
    pieces: &[
        PieceLook {
            kind: "player",
            signs: &["@"],
            home: "",
            label: false,
            paints: &[Paint::Blue],
            at_home: None,
        },
        PieceLook {
            kind: "box",
            signs: &["[]"],
            home: "■■",
            label: false,
            paints: &[Paint::Yellow],
            at_home: Some(Paint::Green),
        },
    ],
    marks: &[MarkLook { kind: "closed", form: None, draws: MarkSign::Fill('█'), paint: Some(Paint::Dim) }],
    targets: &[],
    any: ("()", Paint::Green),
    home,
    cell: None,
};

fn home(scene: &Scene, piece: usize) -> bool {
    let cell = scene.pieces.get(piece).map(|piece| piece.cell);
    scene.targets.iter().any(|target| Some(target.cell) == cell)
}

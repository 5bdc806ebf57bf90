//! How a terminal draws a board: a shape and a letter for each robot, the hollow shape and a capital for its target.

use damier_kit::{Ground, Looks, MarkLook, MarkSign, Paint, PieceLook, Scene};

pub(crate) static LOOKS: Looks = Looks {
    ground: Ground::Dots,
    goal: "Bring the robot to its target.",
    unit: "moves",
    choose: true,
    stock: "",
    pieces: &[PieceLook {
        kind: "robot",
        signs: &["▲", "●", "■", "◆", "⬢", "★", "▼", "◗"],
        home: "",
        label: true,
        paints: &[
            Paint::Red,
            Paint::Green,
            Paint::Blue,
            Paint::Yellow,
            Paint::White,
            Paint::Magenta,
            Paint::Orange,
            Paint::Cyan,
        ],
        at_home: None,
    }],
    marks: &[
        MarkLook { kind: "closed", form: None, draws: MarkSign::Fill('▒'), paint: Some(Paint::Dim) },
        MarkLook { kind: "bonus", form: None, draws: MarkSign::Small('+'), paint: Some(Paint::Dim) },
        MarkLook { kind: "penalty", form: None, draws: MarkSign::Small('−'), paint: Some(Paint::Dim) },
        MarkLook { kind: "diagonal", form: Some("/"), draws: MarkSign::Small('╱'), paint: None },
        MarkLook { kind: "diagonal", form: Some("\\"), draws: MarkSign::Small('╲'), paint: None },
    ],
    targets: &["△", "○", "□", "◇", "⬡", "☆", "▽", "◖"],
    any: ("✳*", Paint::Plain),
    home,
    cell: None,
};

fn home(scene: &Scene, piece: usize) -> bool {
    let here = scene.pieces.get(piece).map(|piece| piece.cell);
    let mut targets = scene.targets.iter().filter(|target| target.active);
    targets.any(|target| Some(target.cell) == here && target.piece.is_none_or(|wanted| wanted == piece))
}

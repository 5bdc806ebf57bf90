//! How a terminal draws a position: pawns with their numbers, walls between the squares, and the names of the squares.

use damier_kit::{Ground, Looks, MarkLook, MarkSign, Paint, PieceLook, Scene};

use crate::board::Square;

pub(crate) static LOOKS: Looks = Looks {
    ground: Ground::Dots,
    goal: "Reach the opposite side before the others.",
    unit: "moves",
    choose: false,
    stock: "walls",
    pieces: &[PieceLook {
        kind: "pawn",
        signs: &["●", "■", "◆", "▲"],
        home: "",
        label: true,
        paints: &[Paint::Cyan, Paint::Orange, Paint::Green, Paint::Magenta],
        at_home: None,
    }],
    marks: &[
        MarkLook { kind: "wall", form: Some("h"), draws: MarkSign::Over, paint: None },
        MarkLook { kind: "wall", form: Some("v"), draws: MarkSign::Beside, paint: None },
    ],
    targets: &[],
    any: ("", Paint::Plain),
    home: |_, _| false,
    cell: Some(name),
};

/// The square of a cell.
fn name(scene: &Scene, cell: u16) -> String {
    let (column, row) = (usize::from(cell) % scene.width.max(1), usize::from(cell) / scene.width.max(1));
    let square = Square::new(column, (scene.height.max(1) - 1).saturating_sub(row));
    square.map_or_else(String::new, |square| square.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, record::Record};

    #[test]
    fn moves_are_named_after_squares_and_forms() {
        let scene = crate::scene::of(&Record::new(Setup::default()));
        for step in &scene.moves {
            let named = match &step.places {
                Some(wall) => name(&scene, wall.cell) + wall.form.unwrap_or_default(),
                None => name(&scene, step.path[0]),
            };
            assert_eq!(named, step.name);
        }
    }
}

//! The editor: a tile changes places with the gap, wherever it stands, and boards of another size begin in order.

use damier_kit::{Edit, Refusal, Spot, Tool, excerpt, refuse};

use crate::board::Position;

pub(crate) const TOOLS: &[Tool] = &[
    Tool { name: "swap", at: Spot::Cell, piece: false, any: false, forms: &[] },
    Tool { name: "size", at: Spot::Board, piece: false, any: false, forms: &[] },
    Tool { name: "clear", at: Spot::Board, piece: false, any: false, forms: &[] },
];

/// The position after an edit, if there can be such a position.
pub(crate) fn edit(position: &Position, edit: &Edit) -> Result<Position, Refusal> {
    let mut position = position.clone();
    match edit.tool.as_str() {
        "swap" => {
            let cell = edit.cell.map(usize::from).filter(|&cell| cell < position.tiles.len());
            let cell = cell.ok_or_else(|| refuse!("taquin.edit.cell", "there is no such cell"))?;
            let gap = position.cell(0);
            position.tiles.swap(cell, gap);
            Ok(position)
        }
        "size" | "clear" => {
            let (width, height) =
                (edit.width.unwrap_or(position.width), edit.height.unwrap_or(position.height));
            let tiles: Vec<i64> =
                Position::solved(width.min(99), height.min(99)).tiles.into_iter().map(i64::from).collect();
            Position::new(width, height, &tiles).map_err(|(_, why)| why)
        }
        other => Err(refuse!("edit.tool", "there is no tool '{tool}'", tool = excerpt(other))),
    }
}

//! A position for a terminal: the tiles in a frame. With colours, those in their places are green.

use damier_kit::Style;

use crate::board::Position;

/// The drawing, a line a row.
pub fn draw(position: &Position, style: Style) -> String {
    let edge = format!("+{}+\n", "-".repeat(3 * position.width + 1));
    let tile = |(cell, &tile): (usize, &u8)| {
        let sign = if tile == 0 { "  ".to_owned() } else { format!("{tile:2}") };
        let sign = match style {
            Style::Plain => sign,
            Style::Colour if usize::from(tile) == cell + 1 => format!("\x1b[1;32m{sign}\x1b[0m"),
            Style::Colour => format!("\x1b[1m{sign}\x1b[0m"),
        };
        let [begin, end] = [cell, cell + 1].map(|cell| cell % position.width == 0);
        format!("{}{sign}{}", if begin { "| " } else { " " }, if end { " |\n" } else { "" })
    };
    format!("{edge}{}{edge}", position.tiles.iter().enumerate().map(tile).collect::<String>())
}

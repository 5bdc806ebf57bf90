//! A position for a terminal: the drawing that everybody knows, with colours where there are any.

use damier_kit::Style;

use crate::board::Position;
use crate::notation::xsb;

/// The drawing, a line a row.
pub(crate) fn draw(position: &Position, style: Style) -> String {
    let drawing = xsb::write(position);
    if style == Style::Plain {
        return drawing;
    }
    let colour = |sign: char| match sign {
        '#' => "\x1b[2m#\x1b[0m".to_owned(),
        '@' | '+' => format!("\x1b[1;36m{sign}\x1b[0m"),
        '$' => "\x1b[1;33m$\x1b[0m".to_owned(),
        '*' => "\x1b[1;32m*\x1b[0m".to_owned(),
        '.' => "\x1b[32m.\x1b[0m".to_owned(),
        other => other.to_string(),
    };
    drawing.chars().map(colour).collect()
}

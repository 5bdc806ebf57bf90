//! Draws what `quick` knows of a level before it searches, as SVG on standard output.
//!
//! `sketch FILE [level=1]`
//!
//! Rooms have a tint, corridors are white. On each goal stands when the plan fills it; a dashed circle is where a box waits on its way, and when it comes
//! there.

use std::fmt::Write;
use std::process::ExitCode;

use damier_search::{Limits, Run};
use damier_sokoban::solver::Sketch;
use damier_sokoban::{Cell, Position, notation};

const SIDE: usize = 26;
const TINTS: [&str; 6] = ["#cfe3f5", "#f7dfc4", "#d5ecd0", "#ead7ef", "#f6ecb8", "#d9dde3"];

fn main() -> ExitCode {
    match draw() {
        Ok(svg) => {
            println!("{svg}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(30)
        }
    }
}

fn draw() -> Result<String, String> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("sketch FILE [level=1]: give a file of levels")?;
    let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
    let levels =
        notation::read(&String::from_utf8_lossy(&bytes), None).map_err(|error| format!("{file}: {error}"))?;
    let number = args.next().map_or(Some(1), |arg| arg.strip_prefix("level=")?.parse().ok());
    let number: usize = number.ok_or("give the level as level=3")?;
    let level = number.checked_sub(1).and_then(|at| levels.get(at));
    let position = &level.ok_or_else(|| format!("{file} has no level {number}"))?.position;
    let sketch =
        Sketch::of(position, &mut Run::new(Limits::default())).map_err(|why| why.reason().to_owned())?;
    Ok(picture(position, &sketch.ok_or("a goal of this level can never be filled")?))
}

fn picture(position: &Position, sketch: &Sketch) -> String {
    let board = &position.board;
    let (width, height) = (board.width() * SIDE, board.height() * SIDE);
    let corner = |cell: Cell| {
        let (column, row) = board.place(cell);
        (column * SIDE, row * SIDE)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut square = |cell: Cell, fill: &str| {
        let (x, y) = corner(cell);
        let _ =
            writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
    };
    board.cells().filter(|&cell| board.is_wall(cell)).for_each(|cell| square(cell, "#5b6470"));
    for &(cell, room) in &sketch.rooms {
        square(cell, TINTS[usize::from(room - 1) % TINTS.len()]);
    }
    let middle = |cell: Cell| {
        let (x, y) = corner(cell);
        (x + SIDE / 2, y + SIDE / 2)
    };
    for &cell in &position.boxes {
        let (x, y) = corner(cell);
        let inner = SIDE - 8;
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" fill=\"#b9772f\" stroke=\"#5e3a12\"/>",
            x + 4,
            y + 4
        );
    }
    let mut circle = |cell: Cell, step: Option<usize>, more: &str| {
        let (x, y) = middle(cell);
        let word = step.map_or_else(|| "–".to_owned(), |step| step.to_string());
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#fff\" fill-opacity=\"0.8\" stroke=\"#1b6b3a\" {more}/>\
             <text x=\"{x}\" y=\"{}\">{word}</text>",
            y + 4
        );
    };
    sketch.goals.iter().for_each(|&(cell, step)| circle(cell, step, "stroke-width=\"2\""));
    for &(cell, step) in &sketch.parkings {
        circle(cell, Some(step), "stroke-dasharray=\"3 2\"");
    }
    let (x, y) = middle(position.player);
    let _ = writeln!(svg, "<path d=\"M{x} {}l7 13h-14z\" fill=\"#20242a\"/>", y - 7);
    svg.push_str("</svg>");
    svg
}

//! A position drawn for a terminal: lines for walls, a shape and a letter for each robot, the hollow shape and a capital for
//! its target, and the way of a solution as arrows with the number of the move where it ends.

use std::fmt::Write;

use damier_kit::Style;

use crate::board::{Board, Cell, Direction, Position, Robot, Target};
use crate::notation::Move;

/// Full and hollow shape of each robot: never told by colour alone.
const SHAPES: [(char, char); 8] =
    [('▲', '△'), ('●', '○'), ('■', '□'), ('◆', '◇'), ('⬢', '⬡'), ('★', '☆'), ('▼', '▽'), ('◗', '◖')];

/// Terminal colours of the robots, and a dim one for what lies on the floor.
const COLOURS: [&str; 8] = ["1;31", "1;32", "1;34", "1;33", "1;37", "1;35", "1;38;5;208", "1;97"];
const DIM: &str = "2";

/// A character and how it is coloured.
type Dot = (char, &'static str);

/// Draws a position, and the way of a solution from it.
pub(crate) fn draw(position: &Position, style: Style, solution: &[Move]) -> String {
    let board = &position.board;
    let ways = ways(position, solution);
    let mut text = String::new();
    for y in 0..=board.height() {
        let mut line = Vec::new();
        for x in 0..=board.width() {
            line.push((junction(board, x, y), ""));
            if x < board.width() {
                let wall = wall_between(board, (x, y), Direction::North);
                line.extend([(if wall { '─' } else { ' ' }, ""); 3]);
            }
        }
        put(&line, style, &mut text);
        if y < board.height() {
            let mut line = Vec::new();
            for x in 0..=board.width() {
                line.push((if wall_between(board, (x, y), Direction::West) { '│' } else { ' ' }, ""));
                if x < board.width() {
                    line.extend(interior(position, board.cell(x, y), &ways));
                }
            }
            put(&line, style, &mut text);
        }
    }
    text
}

/// Whether there is a wall to the north or west of a place, which may be one beyond the last column or row.
fn wall_between(board: &Board, (x, y): (usize, usize), side: Direction) -> bool {
    match side {
        _ if x < board.width() && y < board.height() => board.has_wall(board.cell(x, y), side),
        Direction::North => y == board.height() && x < board.width(),
        _ => x == board.width() && y < board.height(),
    }
}

/// The line sign where four cells meet.
fn junction(board: &Board, x: usize, y: usize) -> char {
    let west_of = |x, y| wall_between(board, (x, y), Direction::West);
    let north_of = |x, y| wall_between(board, (x, y), Direction::North);
    let up = y > 0 && west_of(x, y - 1);
    let right = north_of(x, y);
    let down = west_of(x, y);
    let left = x > 0 && north_of(x - 1, y);
    let signs = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let sign =
        signs[usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3];
    if sign == ' ' { '·' } else { sign }
}

/// What a solution leaves on the cells: an arrow, or the number of the move that ended there.
fn ways(position: &Position, solution: &[Move]) -> Vec<(Cell, String, Robot)> {
    let mut position = position.clone();
    let mut marks = Vec::new();
    for (number, step) in (1..).zip(solution) {
        let from = position.robots[step.robot.index()];
        let Some(way) = position.play(step.robot, step.direction) else { break };
        let mut cell = from;
        for &next in &way {
            let heading =
                Direction::ALL.into_iter().find(|&d| position.board.neighbour(cell, d) == Some(next));
            let arrow = heading.map_or('·', |heading| ['↑', '→', '↓', '←'][heading as usize]);
            if cell != from {
                marks.push((cell, arrow.to_string(), step.robot));
            }
            cell = next;
        }
        marks.push((cell, number.to_string(), step.robot));
    }
    marks
}

fn interior(position: &Position, cell: Cell, ways: &[(Cell, String, Robot)]) -> [Dot; 3] {
    let board = &position.board;
    if board.is_closed(cell) {
        return [('▒', DIM); 3];
    }
    let robot = Robot::all().zip(&position.robots).find(|(_, at)| **at == cell).map(|(robot, _)| robot);
    let target = [position.target].into_iter().find(|target| target.cell == cell);
    let other = board.targets.iter().find(|target| target.cell == cell);
    // The last number wins over arrows: it tells where somebody stopped.
    let stop = |mark: &&&(Cell, String, Robot)| mark.1.starts_with(|c: char| c.is_ascii_digit());
    let here: Vec<_> = ways.iter().filter(|(at, ..)| *at == cell).collect();
    let way = here.iter().rev().find(stop).or(here.last());
    let mut dots = [(' ', ""); 3];
    if let Some(diagonal) = board.diagonal(cell) {
        dots[0] = (if diagonal.rising { '╱' } else { '╲' }, COLOURS[diagonal.robot.index()]);
    } else if board.bonus.contains(&cell) {
        dots[0] = ('+', DIM);
    } else if board.penalty.contains(&cell) {
        dots[0] = ('−', DIM);
    }
    match (robot, target) {
        (Some(robot), target) => {
            let colour = COLOURS[robot.index()];
            dots[1] = (SHAPES[robot.index()].0, colour);
            dots[2] = (robot.letter(), colour);
            if let Some(target) = target {
                dots[0] = hollow(target);
            }
        }
        (None, Some(target)) => {
            dots[1] = hollow(target);
            dots[2] = (letter(target), dots[1].1);
        }
        (None, None) => {}
    }
    if let Some((_, mark, robot)) = way {
        // A number goes where nothing stands: before a robot or a target, in the middle of an empty cell.
        let at = usize::from(!robot_or_target(&dots));
        for (dot, sign) in dots[at..].iter_mut().zip(mark.chars().take(if at == 0 { 1 } else { 2 })) {
            *dot = (sign, COLOURS[robot.index()]);
        }
        if at == 0 && mark.len() > 1 && mark.is_ascii() {
            dots[0] = ('•', COLOURS[robot.index()]);
        }
    } else if let (None, None, Some(other)) = (robot, target, other) {
        dots[1] = (hollow(*other).0, DIM);
    }
    dots
}

fn robot_or_target(dots: &[Dot; 3]) -> bool {
    dots[1].0 != ' '
}

fn hollow(target: Target) -> Dot {
    target.robot.map_or(('✳', "1"), |robot| (SHAPES[robot.index()].1, COLOURS[robot.index()]))
}

fn letter(target: Target) -> char {
    target.robot.map_or('*', |robot| robot.letter().to_ascii_uppercase())
}

/// Writes a line, with colours if wanted.
fn put(line: &[Dot], style: Style, text: &mut String) {
    let mut colour = "";
    for &(sign, wanted) in line {
        if style == Style::Colour && wanted != colour {
            let _ = write!(text, "\x1b[0m");
            if !wanted.is_empty() {
                let _ = write!(text, "\x1b[{wanted}m");
            }
            colour = wanted;
        }
        text.push(sign);
    }
    if !colour.is_empty() {
        text.push_str("\x1b[0m");
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    #[test]
    fn shapes_letters_walls_and_ways() {
        let text = "0 0 R\n2 1 G S\n2 0 R\n1 0 S";
        let position = notation::read(text, None).unwrap().remove(0).position;
        let moves: Vec<Move> = ["gS", "gW", "rS"].iter().filter_map(|text| Move::from_text(text)).collect();
        let drawn = "\
┌───────────┐
│ ▲r      ●g│
│   ╶───╴   │
│ 2   ←  1△R│
└───────────┘
";
        assert_eq!(draw(&position, Style::Plain, &moves[..2]), drawn);
        // A third move that is not possible ends the way; colours change nothing but colours.
        assert_eq!(draw(&position, Style::Plain, &moves), drawn);
        let coloured = draw(&position, Style::Colour, &moves);
        let plain: String = coloured
            .split('\x1b')
            .enumerate()
            .map(|(at, part)| if at == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) })
            .collect();
        assert_eq!(plain.lines().map(str::trim_end).collect::<Vec<_>>(), drawn.lines().collect::<Vec<_>>());
        assert!(coloured.contains("\x1b[1;31m▲r"));
    }
}

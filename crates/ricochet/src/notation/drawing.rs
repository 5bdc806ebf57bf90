//! A drawing for people, which can be read back.
//!
//! ```text
//! +---+---+---+
//! | r     |   |
//! +   +---+   +
//! |         R |
//! +---+---+---+
//! target: red 2,1
//! ```
//! A cell is three characters: floor (`/` `\` a diagonal, `+` bonus, `-` penalty), robot (its letter), target (the letter in
//! capitals, `*` for any robot); `###` is a closed cell. Below stand the target in play, and where the board has them its
//! other targets and the diagonals' colours, each as a colour and a column,row from the top left (`bonus: cell 3,4` for a
//! bonus that a diagonal hides).

use std::collections::HashMap;
use std::fmt::Write;

use damier_kit::{Refusal, excerpt, refuse};

use super::{Read, checked, colour_of, colours, robot_of_colour, two_robots};
use crate::board::{Board, Cell, Direction, Position, Robot, SIDE, Target};
use crate::setup::{Item, Setup};

pub(super) fn write(position: &Position) -> String {
    let board = &position.board;
    let mut text = String::new();
    for row in 0..board.height() {
        rule(board, row, Direction::North, &mut text);
        text.push('|');
        for column in 0..board.width() {
            let cell = board.cell(column, row);
            text.extend(interior(position, cell));
            text.push(if board.has_wall(cell, Direction::East) { '|' } else { ' ' });
        }
        text.push('\n');
    }
    rule(board, board.height() - 1, Direction::South, &mut text);
    let spot = |colour: &str, cell| {
        let (column, row) = board.place(cell);
        format!(" {colour} {column},{row}")
    };
    let targets =
        |targets: &[Target]| targets.iter().map(|&t| spot(colour_of(t), t.cell)).collect::<String>();
    let diagonals = board.diagonals().iter().map(|d| spot(d.robot.colour(), d.cell)).collect::<String>();
    let mut line = |name, items: &str| {
        if !items.is_empty() {
            let _ = writeln!(text, "{name}:{items}");
        }
    };
    line("target", &targets(&[position.target]));
    line("targets", &targets(&board.targets));
    line("diagonals", &diagonals);
    // A diagonal hides the sign of its cell.
    let hidden = |cells: &[Cell]| {
        cells
            .iter()
            .filter(|cell| board.diagonal(**cell).is_some())
            .map(|&cell| spot("cell", cell))
            .collect::<String>()
    };
    line("bonus", &hidden(&board.bonus));
    line("penalty", &hidden(&board.penalty));
    text
}

/// A line of walls on the north or south side of a row.
fn rule(board: &Board, row: usize, side: Direction, text: &mut String) {
    for column in 0..board.width() {
        let wall = board.has_wall(board.cell(column, row), side);
        text.push_str(if wall { "+---" } else { "+   " });
    }
    text.push_str("+\n");
}

fn interior(position: &Position, cell: Cell) -> [char; 3] {
    let board = &position.board;
    if board.is_closed(cell) {
        return ['#'; 3];
    }
    let floor = match board.diagonal(cell) {
        Some(diagonal) => diagonal.symbol(),
        None if board.penalty.contains(&cell) => '-',
        None if board.bonus.contains(&cell) => '+',
        None => ' ',
    };
    let robot = Robot::all()
        .zip(&position.robots)
        .find(|(_, at)| **at == cell)
        .map_or(' ', |(robot, _)| robot.letter());
    let target = [position.target]
        .iter()
        .chain(&board.targets)
        .find(|target| target.cell == cell)
        .map_or(' ', |target| sign(*target));
    [floor, robot, target]
}

/// A target's letter.
fn sign(target: Target) -> char {
    target.robot.map_or('*', |robot| robot.letter().to_ascii_uppercase())
}

pub(super) fn read(text: &str) -> Result<Read, Refusal> {
    let mut lines = (1..)
        .zip(text.lines().map(str::trim_end))
        .filter(|(_, line)| !line.is_empty())
        .skip_while(|(_, line)| line.starts_with('#'));
    let empty = || refuse!("ricochet.drawing.empty", "the drawing is empty");
    let (first_line, first) = lines.next().ok_or_else(empty)?;
    let long = first.chars().count();
    let width = long.saturating_sub(1) / 4;
    if !SIDE.contains(&width) || long != 4 * width + 1 {
        let what = refuse!(
            "ricochet.drawing.first",
            "the first line of a drawing is made of '+---', 2 to 32 times, and a '+'; this one has {long} characters",
            long
        );
        return Err(what.at(first_line, 1));
    }
    let mut drawing =
        Drawing { width, first_line, rows: Vec::new(), setup: Setup::default(), signs: Vec::new() };
    drawing.rule(first_line, first)?;
    let mut below = Vec::new();
    while let Some((number, line)) = lines.next() {
        if below.is_empty() && line.starts_with('|') {
            drawing.row(number, line)?;
            let (number, line) = lines.next().ok_or_else(|| {
                refuse!(
                    "ricochet.drawing.end",
                    "the drawing ends after a row of cells; close it with a line of '+---'"
                )
                .at(number, 1)
            })?;
            drawing.rule(number, line)?;
        } else {
            below.push((number, line));
        }
    }
    drawing.finish(&below)
}

/// A cell, whose it is, and the place where that is listed.
type Listed = ((i64, Option<i64>), (usize, usize));

/// A drawing that is being read.
struct Drawing {
    width: usize,
    first_line: usize,
    /// The line of each row.
    rows: Vec<usize>,
    setup: Setup,
    /// Letters of targets and signs of diagonals: cell, sign, place.
    signs: Vec<(i64, char, (usize, usize))>,
}

impl Drawing {
    /// Reads `+---+   +`; the walls go to the row below, or to the row above where that is the last.
    fn rule(&mut self, number: usize, line: &str) -> Result<(), Refusal> {
        let rows = self.setup.height as usize;
        let letters: Vec<char> = line.chars().collect();
        for (at, &letter) in letters.iter().enumerate() {
            let expected: &[char] = if at % 4 == 0 { &['+'] } else { &['-', ' '] };
            if !expected.contains(&letter) || at > 4 * self.width {
                let what = refuse!(
                    "ricochet.drawing.rule",
                    "'{letter}' is not expected here; a line of walls is made of '+---' and '+   '",
                    letter = excerpt(&letter.to_string())
                );
                return Err(what.at(number, at + 1));
            }
        }
        for column in 0..self.width {
            let side: String = (1..4).map(|i| letters.get(4 * column + i).copied().unwrap_or(' ')).collect();
            match side.as_str() {
                // A wall is kept as the south side of the row above; above the first row there is the border anyway.
                "---" if rows > 0 => self.setup.walls[(rows - 1) * self.width + column] |= 4,
                "---" | "   " => {}
                _ => {
                    let what = refuse!("ricochet.drawing.wall", "a wall is drawn with three '-'");
                    return Err(what.at(number, 4 * column + 2));
                }
            }
        }
        Ok(())
    }

    /// Reads `| r     |`.
    fn row(&mut self, number: usize, line: &str) -> Result<(), Refusal> {
        let row = self.setup.height as usize;
        if row == *SIDE.end() {
            return Err(refuse!("ricochet.drawing.rows", "a board has at most 32 rows").at(number, 1));
        }
        self.setup.height += 1;
        self.rows.push(number);
        let letters: Vec<char> = line.chars().collect();
        if letters.len() > 4 * self.width + 1 {
            let what = refuse!(
                "ricochet.drawing.long",
                "this row is longer than the first line, which draws {cells} cells",
                cells = self.width
            );
            return Err(what.at(number, 4 * self.width + 2));
        }
        let letter = |at: usize| letters.get(at).copied().unwrap_or(' ');
        for column in 0..self.width {
            let cell = (row * self.width + column) as i64;
            let wall = match letter(4 * column + 4) {
                '|' => 2,
                ' ' => 0,
                other => {
                    let what = refuse!(
                        "ricochet.drawing.between",
                        "'{letter}' is not expected between two cells; a wall is '|'",
                        letter = excerpt(&other.to_string())
                    );
                    return Err(what.at(number, 4 * column + 5));
                }
            };
            self.setup.walls.push(wall);
            for i in 1..4 {
                self.mark(cell, i, letter(4 * column + i), (number, 4 * column + i + 1))?;
            }
        }
        Ok(())
    }

    /// Takes in the character at place 1 (floor), 2 (robot) or 3 (target) of a cell.
    fn mark(&mut self, cell: i64, i: usize, letter: char, place: (usize, usize)) -> Result<(), Refusal> {
        match (i, letter) {
            (_, ' ') => {}
            (1, '#') => self.setup.closed.push(cell),
            (2 | 3, '#') if self.setup.closed.last() == Some(&cell) => {}
            (1, '+') => self.setup.bonus.push(cell),
            (1, '-') => self.setup.penalty.push(cell),
            (1, '/' | '\\') | (3, '*') => self.signs.push((cell, letter, place)),
            (2, letter) if Robot::from_letter(letter).is_some() => self.signs.push((cell, letter, place)),
            (3, letter)
                if letter.is_ascii_uppercase()
                    && Robot::from_letter(letter.to_ascii_lowercase()).is_some() =>
            {
                self.signs.push((cell, letter, place));
            }
            _ => {
                let what = refuse!(
                    "ricochet.drawing.sign",
                    "'{letter}' is not known here; this place of a cell takes {sign}",
                    letter = excerpt(&letter.to_string()),
                    sign = match i {
                        1 => refuse!("ricochet.word.floor_sign", "a floor sign (/ \\ + - #)"),
                        2 => refuse!("ricochet.word.robot_letter", "a robot's letter (r g b y s p o w)"),
                        _ => refuse!("ricochet.word.target_letter", "a target's letter (R G B Y S P O W *)"),
                    }
                );
                return Err(what.at(place.0, place.1));
            }
        }
        Ok(())
    }

    fn finish(mut self, below: &[(usize, &str)]) -> Result<Read, Refusal> {
        self.setup.width = self.width as i64;
        let mut diagonals = Vec::new();
        let mut in_play = None;
        let mut places: HashMap<Item, (usize, usize)> = HashMap::new();
        for &(number, line) in below {
            let Some((name, items)) = line.split_once(':') else {
                let what = refuse!(
                    "ricochet.drawing.below",
                    "'{line}' is not expected below a drawing; there may be target:, targets:, diagonals:, bonus:, penalty:",
                    line = excerpt(line)
                );
                return Err(what.at(number, 1));
            };
            if !["target", "targets", "diagonals", "bonus", "penalty"].contains(&name) {
                let what = refuse!(
                    "ricochet.drawing.list",
                    "'{name}:' is not known; there may be target:, targets:, diagonals:, bonus:, penalty:",
                    name = excerpt(name)
                );
                return Err(what.at(number, 1));
            }
            let (items, at): (Vec<_>, Vec<_>) = self.items(number, name, items)?.into_iter().unzip();
            match (name, items.as_slice()) {
                ("target", [_]) if in_play.is_some() => {
                    let what =
                        refuse!("ricochet.drawing.two_targets", "there are two lines 'target:'; remove one");
                    return Err(what.at(number, 1));
                }
                ("target", [one]) => in_play = Some((*one, number)),
                ("target", _) => {
                    let what = refuse!(
                        "ricochet.drawing.one_target",
                        "one target is in play; list others under targets:"
                    );
                    return Err(what.at(number, 1));
                }
                ("targets", _) => {
                    places.extend((self.setup.targets.len()..).map(Item::Targets).zip(at));
                    self.setup.targets.extend(items);
                }
                ("bonus", _) => {
                    places.extend((self.setup.bonus.len()..).map(Item::Bonus).zip(at));
                    self.setup.bonus.extend(items.iter().map(|item| item.0));
                }
                ("penalty", _) => {
                    places.extend((self.setup.penalty.len()..).map(Item::Penalty).zip(at));
                    self.setup.penalty.extend(items.iter().map(|item| item.0));
                }
                _ => diagonals.extend(items.into_iter().zip(at)),
            }
        }
        self.robots()?;
        self.take_diagonals(&diagonals)?;
        let letters: Vec<_> =
            self.signs.iter().copied().filter(|(_, letter, _)| is_target(*letter)).collect();
        let (target, place) = match (in_play, letters.as_slice()) {
            (Some((target, number)), _) => (target, (number, 1)),
            (None, [(cell, letter, place)]) => ((*cell, robot_of(*letter)), *place),
            (None, []) => {
                return Err(refuse!(
                    "ricochet.drawing.no_target",
                    "there is no target; draw its letter in capitals or add 'target: red 3,4'"
                ));
            }
            (None, [_, (.., place), ..]) => {
                let what = refuse!(
                    "ricochet.drawing.several",
                    "there are several targets; say which is in play with a line 'target: red 3,4'"
                );
                return Err(what.at(place.0, place.1));
            }
        };
        self.setup.target = target;
        for (cell, letter, place) in letters {
            let drawn = (cell, robot_of(letter));
            if drawn != target && !self.setup.targets.contains(&drawn) {
                let what = refuse!(
                    "ricochet.drawing.not_listed",
                    "this target is drawn but not listed; add it to a line 'targets: red 3,4'"
                );
                return Err(what.at(place.0, place.1));
            }
        }
        let place_of = |cell: i64| {
            let cell = usize::try_from(cell).unwrap_or_default();
            Some((*self.rows.get(cell / self.width)?, 2 + 4 * (cell % self.width)))
        };
        let setup = &self.setup;
        let position = checked(setup, |item| match item {
            Item::Target | Item::TargetRobot => Some(place),
            Item::Robots(None) => None,
            Item::Robots(Some(at)) => place_of(setup.robots[at]),
            Item::Diagonals(at) => place_of(setup.diagonals[at].0),
            Item::Bonus(at) => places.get(&item).copied().or_else(|| place_of(setup.bonus[at])),
            Item::Penalty(at) => places.get(&item).copied().or_else(|| place_of(setup.penalty[at])),
            Item::Targets(_) => places.get(&item).copied(),
            _ => Some((self.first_line, 1)),
        })?;
        // A wall is drawn once, between the two cells, so its sides cannot disagree.
        Ok(Read { line: 1, id: None, position, source: None, one_sided_walls: 0 })
    }

    /// Reads `red 3,4 any 5,6`: cells with whose they are.
    fn items(&self, number: usize, name: &str, text: &str) -> Result<Vec<Listed>, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // Words are slices of the text, so their place in it is known.
        let place = |word: &str| {
            let before = word.as_ptr() as usize - text.as_ptr() as usize;
            (number, name.chars().count() + 2 + text[..before].chars().count())
        };
        let wrong = |word: &str, what: Refusal| {
            let (line, column) = place(word);
            what.at(line, column)
        };
        let pairs = words.chunks(2).map(|pair| {
            let &[colour, spot] = pair else {
                let what = refuse!(
                    "ricochet.drawing.no_spot",
                    "after '{word}' a column,row is missing: write red 3,4",
                    word = excerpt(pair[0])
                );
                return Err(wrong(pair[0], what));
            };
            let (column, row) = spot.split_once(',').unwrap_or((spot, ""));
            let (Ok(column), Ok(row)) = (column.parse::<usize>(), row.parse::<i64>()) else {
                let what = refuse!(
                    "ricochet.drawing.spot",
                    "'{word}' is no column,row; write it like 3,4",
                    word = excerpt(spot)
                );
                return Err(wrong(spot, what));
            };
            if column >= self.width || row < 0 || row >= self.setup.height {
                let what =
                    refuse!("ricochet.drawing.outside", "{column},{row} is outside the drawing", column, row);
                return Err(wrong(spot, what));
            }
            let robot = match colour {
                "any" | "cell" => None,
                _ => Some(robot_of_colour(colour).map_err(|what| wrong(colour, what))?.0.into()),
            };
            Ok(((row * self.setup.width + column as i64, robot), place(colour)))
        });
        pairs.collect()
    }

    fn robots(&mut self) -> Result<(), Refusal> {
        for (cell, letter, place) in &self.signs {
            if let Some(robot) = Robot::from_letter(*letter) {
                if self.setup.robots.len() <= robot.index() {
                    self.setup.robots.resize(robot.index() + 1, -1);
                }
                let slot = &mut self.setup.robots[robot.index()];
                if *slot >= 0 {
                    return Err(two_robots(robot).at(place.0, place.1));
                }
                *slot = *cell;
            }
        }
        if let Some(missing) = self.setup.robots.iter().position(|&cell| cell < 0) {
            let what = refuse!(
                "ricochet.drawing.order",
                "there is no {colour} robot; draw it, for robots take the colours in order: {colours}",
                colour = Robot(missing as u8).colour_word(),
                colours = colours()
            );
            let early = self.signs.iter().find(|(_, letter, _)| {
                Robot::from_letter(*letter).is_some_and(|robot| robot.index() > missing)
            });
            return Err(match early {
                Some((.., place)) => what.at(place.0, place.1),
                None => what,
            });
        }
        Ok(())
    }

    fn take_diagonals(&mut self, colours: &[Listed]) -> Result<(), Refusal> {
        for (cell, letter, place) in self.signs.iter().filter(|(_, letter, _)| matches!(letter, '/' | '\\')) {
            let colour = colours.iter().find(|((at, _), _)| at == cell).and_then(|((_, colour), _)| *colour);
            let Some(colour) = colour else {
                let what = refuse!(
                    "ricochet.drawing.diagonal",
                    "this diagonal has no colour; name the robot that passes it in a line 'diagonals: blue 3,4'"
                );
                return Err(what.at(place.0, place.1));
            };
            self.setup.diagonals.push((*cell, *letter == '/', colour));
        }
        let drawn = |cell: i64| self.setup.diagonals.iter().any(|diagonal| diagonal.0 == cell);
        for (at, ((cell, _), place)) in colours.iter().enumerate() {
            if !drawn(*cell) || colours[..at].iter().any(|((earlier, _), _)| earlier == cell) {
                let what = refuse!(
                    "ricochet.drawing.diagonals",
                    "a line 'diagonals:' names a cell where no / or \\ is drawn, or names one twice"
                );
                return Err(what.at(place.0, place.1));
            }
        }
        Ok(())
    }
}

fn is_target(letter: char) -> bool {
    letter == '*' || letter.is_ascii_uppercase()
}

/// Whose target a letter is; none for `*`.
fn robot_of(letter: char) -> Option<i64> {
    Robot::from_letter(letter.to_ascii_lowercase()).map(|robot| i64::from(robot.0))
}

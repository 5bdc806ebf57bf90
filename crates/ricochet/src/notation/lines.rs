//! A line a cell: column, row (from the top left, from 0), then letters. Lines in any order; repeated lines add up.
//!
//! `N E S W` walls · `R` a robot, `R:blue` of a colour (else the next free one) · `G` a target, `G:blue` for that robot,
//! `G:any` for any (else for the first robot listed); the first target listed is the one in play, later ones are the
//! board's list · `X` a closed cell · `+` a bonus, `-` a penalty cell · `/:blue` `\:blue` a diagonal that blue passes.
//! The board is as large as its largest column and row. `#` begins a comment line.

use std::collections::HashMap;
use std::fmt::Write;

use damier_kit::{Refusal, excerpt, refuse};

use super::{Read, checked, colour_of, colours, one_sided_walls, robot_of_colour, two_robots};
use crate::board::{Direction, Position, ROBOTS, Robot, SIDE, Target};
use crate::setup::{Item, Setup};

/// The most letters in a text. A full board of 32×32 has about 8,000; each may be written a few times.
const MARKS: usize = 1 << 16;

/// Something on a cell, with the place in the text where it stands.
struct Mark {
    column: usize,
    row: usize,
    kind: Kind,
    place: (usize, usize),
}

enum Kind {
    Wall(Direction),
    Robot(Option<Robot>),
    Target(Whose),
    Closed,
    Bonus,
    Penalty,
    Diagonal(bool, Robot),
}

/// Whose target it is.
#[derive(Clone, Copy)]
enum Whose {
    First,
    Any,
    Robot(Robot),
}

/// Marks read so far and where the largest column and row were named.
#[derive(Default)]
pub(super) struct Reader {
    marks: Vec<Mark>,
    width: (usize, (usize, usize)),
    height: (usize, (usize, usize)),
}

pub(super) fn read(text: &str) -> Result<Read, Refusal> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.line(number, line)?;
    }
    reader.finish()
}

/// The letters of one line.
struct Letters<'a> {
    line: usize,
    text: &'a str,
    /// Characters before `text` in the line.
    before: usize,
}

impl<'a> Letters<'a> {
    fn place(&self) -> (usize, usize) {
        (self.line, self.before + 1)
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.text.split_at(bytes);
        self.before += taken.chars().count();
        self.text = rest;
        taken
    }

    fn skip_space(&mut self) {
        self.skip(self.text.len() - self.text.trim_start().len());
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.skip(self.text.find(|c| !wanted(c)).unwrap_or(self.text.len()))
    }

    /// A column or a row, and where it stands.
    fn number(&mut self, name: fn() -> Refusal) -> Result<(usize, (usize, usize)), Refusal> {
        self.skip_space();
        let place = self.place();
        let digits = self.take_while(|c| c.is_ascii_digit());
        let what = match digits.parse() {
            Ok(number) if number < *SIDE.end() => return Ok((number, place)),
            Err(_) if digits.is_empty() => refuse!(
                "ricochet.lines.number",
                "{name} is expected here, a number from 0 to 31: write the line like '3 4 NWR'",
                name = name()
            ),
            _ => refuse!(
                "ricochet.lines.beyond",
                "{name} {number} is beyond the largest board, which is 32×32",
                name = name(),
                number = excerpt(digits)
            ),
        };
        Err(what.at(place.0, place.1))
    }

    /// What follows a letter's colon, if there is one.
    fn word(&mut self) -> Option<(&'a str, (usize, usize))> {
        self.text.starts_with(':').then(|| {
            self.skip(1);
            let place = self.place();
            (self.take_while(|c| c.is_ascii_lowercase()), place)
        })
    }
}

/// The robot of a colour that was written at a place.
fn robot(colour: &str, (line, column): (usize, usize)) -> Result<Robot, Refusal> {
    robot_of_colour(colour).map_err(|what| what.at(line, column))
}

fn the_column() -> Refusal {
    refuse!("ricochet.word.the_column", "the column")
}

fn the_row() -> Refusal {
    refuse!("ricochet.word.the_row", "the row")
}

impl Reader {
    /// Reads one line.
    pub(super) fn line(&mut self, line: usize, text: &str) -> Result<(), Refusal> {
        let mut letters = Letters { line, text, before: 0 };
        letters.skip_space();
        if letters.text.is_empty() || letters.text.starts_with('#') {
            return Ok(());
        }
        let (column, first) = letters.number(the_column)?;
        let (row, second) = letters.number(the_row)?;
        if column + 1 > self.width.0 {
            self.width = (column + 1, first);
        }
        if row + 1 > self.height.0 {
            self.height = (row + 1, second);
        }
        loop {
            letters.skip_space();
            let place = letters.place();
            let Some(letter) = letters.text.chars().next() else { return Ok(()) };
            let kind = Self::mark(&mut letters, letter)?;
            if self.marks.len() == MARKS {
                let what = refuse!(
                    "ricochet.lines.letters",
                    "there are more letters than a board has room for; remove what is written twice"
                );
                return Err(what.at(place.0, place.1));
            }
            self.marks.push(Mark { column, row, kind, place });
        }
    }

    fn mark(letters: &mut Letters<'_>, letter: char) -> Result<Kind, Refusal> {
        let place = letters.place();
        letters.skip(letter.len_utf8());
        if let Some(side) = Direction::from_letter(letter) {
            return Ok(Kind::Wall(side));
        }
        match letter {
            'R' => Ok(Kind::Robot(letters.word().map(|(word, place)| robot(word, place)).transpose()?)),
            'G' => Ok(Kind::Target(match letters.word() {
                None => Whose::First,
                Some(("any", _)) => Whose::Any,
                Some((word, place)) => Whose::Robot(robot(word, place)?),
            })),
            'X' => Ok(Kind::Closed),
            '+' => Ok(Kind::Bonus),
            '-' => Ok(Kind::Penalty),
            '/' | '\\' => match letters.word() {
                Some((word, place)) => Ok(Kind::Diagonal(letter == '/', robot(word, place)?)),
                None => Err(refuse!(
                    "ricochet.lines.diagonal",
                    "a diagonal needs the colour that passes it: write {letter}:blue",
                    letter
                )
                .at(place.0, place.1 + 1)),
            },
            _ => Err(refuse!(
                "ricochet.lines.letter",
                "the letter '{letter}' is not known; there are N E S W (walls), R (robot), G (target), X (closed), + - (bonus, penalty), / \\ (diagonal)",
                letter = excerpt(&letter.to_string())
            )
            .at(place.0, place.1)),
        }
    }

    /// Makes the board as large as this even if no line names its last column and row.
    pub(super) fn at_least(&mut self, side: usize) {
        self.width.0 = self.width.0.max(side);
        self.height.0 = self.height.0.max(side);
    }

    /// Refuses a column or a row beyond a board of this side.
    pub(super) fn at_most(&self, side: usize) -> Result<(), Refusal> {
        for (name, (size, place)) in [(the_column(), self.width), (the_row(), self.height)] {
            if size > side {
                let what = refuse!(
                    "ricochet.lines.beyond_this",
                    "{name} {number} is beyond the board, which is {side}×{side}",
                    name,
                    number = size - 1,
                    side
                );
                return Err(what.at(place.0, place.1));
            }
        }
        Ok(())
    }

    /// Adds a wall that was not read from a line.
    pub(super) fn wall(&mut self, column: usize, row: usize, side: Direction) {
        self.marks.push(Mark { column, row, kind: Kind::Wall(side), place: (1, 1) });
    }

    /// Closes a cell that was not read from a line.
    pub(super) fn close(&mut self, column: usize, row: usize) {
        self.marks.push(Mark { column, row, kind: Kind::Closed, place: (1, 1) });
    }

    /// Puts the marks together.
    pub(super) fn finish(self) -> Result<Read, Refusal> {
        let (width, height) = (self.width.0, self.height.0);
        let mut places = HashMap::from([(Item::Width, self.width.1), (Item::Height, self.height.1)]);
        if (width, height) == (0, 0) {
            return Err(refuse!("ricochet.lines.empty", "there are no lines; write them like '3 4 NWR'"));
        }
        let robots = self.colour_robots()?;
        let mut setup = Setup {
            width: width as i64,
            height: height as i64,
            walls: vec![0; width * height],
            robots: robots.iter().map(|(mark, _)| (mark.row * width + mark.column) as i64).collect(),
            ..Setup::default()
        };
        for (mark, at) in &robots {
            places.insert(Item::Robots(Some(*at)), mark.place);
        }
        // The first robot listed is the main one, whatever its colour.
        let first = (robots.iter()).min_by_key(|(mark, _)| mark.place).map(|(_, at)| *at as i64);
        let mut in_play = None;
        let mut diagonals = HashMap::new();
        for mark in &self.marks {
            let cell = (mark.row * width + mark.column) as i64;
            // Repeated lines add up.
            let mut list = |cells: &mut Vec<i64>, item: fn(usize) -> Item| {
                if !cells.contains(&cell) {
                    places.insert(item(cells.len()), mark.place);
                    cells.push(cell);
                }
            };
            match mark.kind {
                Kind::Wall(side) => setup.walls[cell as usize] |= i64::from(side.bit()),
                Kind::Closed => list(&mut setup.closed, Item::Closed),
                Kind::Bonus => list(&mut setup.bonus, Item::Bonus),
                Kind::Penalty => list(&mut setup.penalty, Item::Penalty),
                Kind::Diagonal(rising, robot) => {
                    let diagonal = (cell, rising, i64::from(robot.0));
                    // The same again adds nothing; another one on the cell is for the check to refuse.
                    if diagonals.insert(cell, diagonal) != Some(diagonal) {
                        places.insert(Item::Diagonals(setup.diagonals.len()), mark.place);
                        setup.diagonals.push(diagonal);
                    }
                }
                Kind::Target(whose) => {
                    let robot = match whose {
                        Whose::First => first,
                        Whose::Any => None,
                        Whose::Robot(robot) => Some(i64::from(robot.0)),
                    };
                    if in_play.is_none() {
                        in_play = Some((cell, robot));
                        places.insert(Item::Target, mark.place);
                        places.insert(Item::TargetRobot, mark.place);
                    } else {
                        places.insert(Item::Targets(setup.targets.len()), mark.place);
                        setup.targets.push((cell, robot));
                    }
                }
                Kind::Robot(_) => {}
            }
        }
        if !robots.is_empty() {
            setup.target = in_play.ok_or_else(|| {
                refuse!("ricochet.lines.no_target", "there is no target; add a line such as '3 4 G'")
            })?;
        }
        let position = checked(&setup, |item| places.get(&item).copied())?;
        Ok(Read {
            line: 1,
            id: None,
            one_sided_walls: one_sided_walls(&setup, &position.board),
            position,
            source: None,
        })
    }

    /// The robots in the order of their colours: those without one take the colours that are free.
    fn colour_robots(&self) -> Result<Vec<(&Mark, usize)>, Refusal> {
        let marks = || {
            self.marks.iter().filter_map(|mark| match mark.kind {
                Kind::Robot(colour) => Some((mark, colour)),
                _ => None,
            })
        };
        let mut coloured: Vec<(&Mark, usize)> = Vec::new();
        for (mark, robot) in marks().filter_map(|(mark, colour)| Some((mark, colour?))) {
            match coloured.iter().find(|(_, at)| *at == robot.index()) {
                None => coloured.push((mark, robot.index())),
                Some((twin, _)) if (twin.column, twin.row) == (mark.column, mark.row) => {}
                Some(_) => return Err(two_robots(robot).at(mark.place.0, mark.place.1)),
            }
        }
        for (mark, _) in marks().filter(|(_, colour)| colour.is_none()) {
            let Some(free) = (0..ROBOTS).find(|at| coloured.iter().all(|(_, taken)| taken != at)) else {
                let what = refuse!("ricochet.lines.ninth", "this is the ninth robot; a position has 1 to 8");
                return Err(what.at(mark.place.0, mark.place.1));
            };
            coloured.push((mark, free));
        }
        coloured.sort_by_key(|(_, at)| *at);
        if let Some((missing, (mark, at))) =
            coloured.iter().enumerate().find(|(expected, (_, at))| expected != at)
        {
            let what = refuse!(
                "ricochet.lines.order",
                "there is a {colour} robot but no {missing} one; give the robots the first colours of {colours}, or leave the colours out",
                colour = Robot(*at as u8).colour_word(),
                missing = Robot(missing as u8).colour_word(),
                colours = colours()
            );
            return Err(what.at(mark.place.0, mark.place.1));
        }
        Ok(coloured)
    }
}

pub(super) fn write(position: &Position) -> String {
    let board = &position.board;
    let mut text = String::new();
    write_pieces(position, &mut text);
    for cell in board.cells() {
        let sides: String = Direction::ALL
            .into_iter()
            .filter(|&side| board.has_wall(cell, side))
            .map(Direction::letter)
            .collect();
        if !sides.is_empty() {
            let (column, row) = board.place(cell);
            let _ = writeln!(text, "{column} {row} {sides}");
        }
    }
    text
}

/// Writes everything but the walls.
pub(super) fn write_pieces(position: &Position, text: &mut String) {
    let board = &position.board;
    let mut line = |cell, what: &str| {
        let (column, row) = board.place(cell);
        let _ = writeln!(text, "{column} {row} {what}");
    };
    for (robot, &cell) in Robot::all().zip(&position.robots) {
        line(cell, &format!("R:{}", robot.colour()));
    }
    let mut target = |target: Target| line(target.cell, &format!("G:{}", colour_of(target)));
    target(position.target);
    board.targets.iter().copied().for_each(&mut target);
    for diagonal in board.diagonals() {
        line(diagonal.cell, &format!("{}:{}", diagonal.symbol(), diagonal.robot.colour()));
    }
    for (cells, letter) in [(&board.closed, "X"), (&board.bonus, "+"), (&board.penalty, "-")] {
        cells.iter().for_each(|&cell| line(cell, letter));
    }
}

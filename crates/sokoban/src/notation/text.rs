//! Files of levels as people share them: drawings, and between them titles, authors, comments, solutions, or whole letters.
//!
//! **What is a drawing.** A line that has a `#` and otherwise only characters of a drawing (see `xsb.rs`), tabs, counts, groups
//! and `|` is a row; so is a line next to rows that has only `@+$*.`, space, `-` and `_`, but not a ruler of three or more `-` or
//! `_`. Rows that follow each other are a drawing; a blank line or any other line ends it. A line with `|` between its rows is a
//! drawing of its own. Lines of one repeated sign at its ends are ornaments, and so is a drawing of one or two rows that has
//! nothing but walls. Empty rows and columns around a drawing are cut off. Whatever stands between `Comment:` and `Comment-End:`
//! is a comment, drawings included. All else is words: `titles.rs`.
//!
//! **What is a level.** Refused: no player or two; more than 64 columns or rows; a border through which the player could
//! walk off the drawing. Accepted with a note: more boxes than goals (the level is solved when every goal has a box); fewer boxes
//! than goals, or a goal that no box can ever come to, which can never be solved; boxes that the player cannot reach, which never
//! move; a level that is solved already, be it for want of goals.

use std::collections::VecDeque;

use damier_kit::Refusal;

use super::runs::{self, Fault, Letter};
use super::titles::{self, Words};
use super::xsb::{self, LevelError};
use super::{CELLS, LEVELS, Level};
use crate::board::{Board, Cell, Direction, Illegal, Position, SIDE};

/// More rows than a level and ornaments around it can have.
const ROWS: usize = 2 * SIDE;

/// A row of a drawing: its line, and its characters with their columns, both from 1.
#[derive(Clone, Debug)]
struct Row {
    line: usize,
    marks: Vec<(char, usize)>,
    /// The column after its last character.
    end: usize,
}

/// What a line is by itself.
enum Kind {
    Blank,
    /// A row, or part of one if it stands next to rows (no `#` in it).
    Row(Row, bool),
    /// A whole level in one line; and whether it goes on in the next one.
    Rows(Vec<Row>, bool),
    /// A row but for this character in this column.
    Damaged(char, usize),
    Words,
}

/// Reads all levels of a text.
pub(super) fn read(text: &str) -> Result<Vec<Level>, Refusal> {
    let mut reader = Reader { levels: Vec::new(), rows: Vec::new(), words: vec![Vec::new()], cells: 0 };
    let mut lines = lines(text).zip(1..).peekable();
    let mut comments = long_comments(text).into_iter().peekable();
    while let Some((line, number)) = lines.next() {
        if let Some((_, end)) = comments.next_if(|&(begin, _)| begin == number) {
            reader.finish()?;
            let mut comment = vec![titles::value(line, "comment").unwrap_or_default()];
            while let Some((line, _)) = lines.next_if(|&(_, number)| number < end) {
                comment.push(line.trim_end());
            }
            lines.next();
            reader.say(Words::Comment(comment.join("\n").trim().to_owned()));
            continue;
        }
        match kind(line, number).map_err(|error| reader.numbered(&error))? {
            Kind::Blank => {
                reader.finish()?;
                reader.say(Words::Blank);
            }
            Kind::Row(row, walled) if walled || is_near_rows(&reader, lines.peek()) => {
                reader.rows.push(row);
                if reader.rows.len() > ROWS {
                    reader.finish()?;
                }
            }
            Kind::Rows(rows, open) => {
                reader.rows.extend(rows);
                if !open || reader.rows.len() > ROWS {
                    reader.finish()?;
                }
            }
            Kind::Damaged(what, column) if !reader.rows.is_empty() && is_walled(lines.peek()) => {
                let what = format!(
                    "'{}' means nothing in a drawing; use # wall, @ player, $ box, . goal, * box on a goal, + player on a goal",
                    what.escape_debug()
                );
                return Err(reader.numbered(&Refusal::english_at(number, column, what)));
            }
            Kind::Row(..) | Kind::Damaged(..) | Kind::Words => {
                reader.finish()?;
                reader.say(Words::Line(line));
            }
        }
    }
    reader.finish()?;
    let Reader { mut levels, words, .. } = reader;
    if levels.is_empty() {
        return Err(Refusal::english(
            "the input holds no level; draw one with # wall, @ player, $ box, . goal, or give one of the formats that \
             `damier list sokoban` shows",
        ));
    }
    titles::give(&mut levels, &words);
    Ok(levels)
}

/// The lines of a text, whichever of the three customs ends them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    // `lines` takes care of the carriage return before a line feed; one alone is a line end too.
    text.lines().flat_map(|line| line.split('\r'))
}

/// The first and the last line of each comment that has a `Comment-End:`. A `Comment:` without one is a line of its own.
fn long_comments(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut begin) = (Vec::new(), None);
    for (line, number) in lines(text).zip(1..) {
        if titles::value(line, "comment").is_some() {
            begin = Some(number);
        } else if titles::value(line, "comment-end").is_some() {
            found.extend(begin.take().map(|begin| (begin, number)));
        }
    }
    found
}

struct Reader<'a> {
    levels: Vec<Level>,
    /// The drawing that is being read.
    rows: Vec<Row>,
    /// The words before each level, and those after the last one.
    words: Vec<Vec<Words<'a>>>,
    cells: usize,
}

impl<'a> Reader<'a> {
    fn say(&mut self, words: Words<'a>) {
        if let Some(block) = self.words.last_mut() {
            let again = matches!((&words, block.last()), (Words::Blank, Some(Words::Blank)));
            if !again {
                block.push(words);
            }
        }
    }

    /// Names the level that is being read.
    fn numbered(&self, error: &Refusal) -> Refusal {
        let what = format!("level {}: {}", self.levels.len() + 1, error.text());
        Refusal::english(what).placed_as(error)
    }

    /// The drawing is at its end, if one was begun.
    fn finish(&mut self) -> Result<(), Refusal> {
        let rows = trimmed(std::mem::take(&mut self.rows));
        let has = |signs: &str| rows.iter().flat_map(|row| &row.marks).any(|&(what, _)| signs.contains(what));
        if !has("#") || (rows.len() < 3 && !has("@+$*.")) {
            return Ok(());
        }
        let (position, notes) = level(&rows).map_err(|error| self.numbered(&error))?;
        let line = rows[0].line;
        self.cells += position.board.width() * position.board.height();
        if self.cells > CELLS || self.levels.len() == LEVELS {
            let what = "the input holds more levels than are taken in at once; split the file";
            return Err(self.numbered(&Refusal::english_at(line, 1, what)));
        }
        self.levels.push(Level { line, notes, ..Level::new(position) });
        self.words.push(Vec::new());
        Ok(())
    }
}

/// Whether a line without walls belongs to a drawing: one is being read, or begins with the next line.
fn is_near_rows(reader: &Reader<'_>, next: Option<&(&str, usize)>) -> bool {
    !reader.rows.is_empty() || is_walled(next)
}

fn is_walled(line: Option<&(&str, usize)>) -> bool {
    line.is_some_and(|(line, number)| matches!(kind(line, *number), Ok(Kind::Row(_, true))))
}

fn kind(line: &str, number: usize) -> Result<Kind, Refusal> {
    let line = line.trim_end();
    if line.is_empty() {
        return Ok(Kind::Blank);
    }
    let walled = line.contains('#');
    let ruler = line.trim_start();
    if ruler.len() > 2 && ["-", "_"].iter().any(|sign| ruler.replace(sign, "").is_empty()) {
        return Ok(Kind::Words);
    }
    let plain = |letter: char| "#@+$*. \t-_\u{a0}".contains(letter);
    let drawn = |letter: char| xsb::glyph(letter).is_some() || letter == '\t';
    let counted = |letter: char| letter.is_ascii_digit() || "()|".contains(letter);
    if line.chars().all(plain) || (walled && line.chars().all(drawn)) {
        return Ok(Kind::Row(row(line, number), walled));
    }
    if !walled {
        return Ok(Kind::Words);
    }
    if line.chars().all(|letter| drawn(letter) || counted(letter)) {
        return counted_rows(line, number);
    }
    // Two strange characters between walls are a slip, more are words in a frame.
    let inner = line.trim_start();
    let strange = || line.chars().zip(1..).filter(|&(letter, _)| !drawn(letter));
    let slip = inner.starts_with('#') && inner.ends_with('#') && strange().count() <= 2;
    Ok(match strange().next() {
        Some((what, column)) if slip => Kind::Damaged(what, column),
        _ => Kind::Words,
    })
}

/// A row without counts. A tab goes on to the next column that is a multiple of eight.
fn row(line: &str, number: usize) -> Row {
    let mut marks = Vec::new();
    for (letter, column) in line.chars().zip(1..) {
        match xsb::glyph(letter) {
            Some(what) => marks.push((what, column)),
            None => marks.extend(std::iter::repeat_n((' ', column), 8 - marks.len() % 8)),
        }
    }
    Row { line: number, marks, end: line.chars().count() + 1 }
}

/// Rows with counts and groups; `|` stands between them. Words such as `#3` are none.
fn counted_rows(line: &str, number: usize) -> Result<Kind, Refusal> {
    let meaning = |letter, at| match letter {
        '|' => Letter::Item(('|', at + 1)),
        _ => Letter::Item((xsb::glyph(letter).unwrap_or(' '), at + 1)),
    };
    let marks = match runs::expand(line, SIDE * (SIDE + 1), meaning) {
        Ok(marks) => marks,
        Err((at, Fault::Long)) => {
            let what = format!("the counts draw more than {SIDE} columns and rows; correct them");
            return Err(Refusal::english_at(number, at + 1, what));
        }
        Err(_) => return Ok(Kind::Words),
    };
    let end = line.chars().count() + 1;
    let open = marks.last().is_some_and(|&(what, _)| what == '|');
    let mut rows: Vec<Row> = (marks.split(|&(what, _)| what == '|'))
        .map(|marks| Row {
            line: number,
            marks: marks.to_vec(),
            end: marks.last().map_or(end, |&(_, at)| at + 1),
        })
        .collect();
    if open {
        rows.pop();
    }
    Ok(match <[Row; 1]>::try_from(rows) {
        Ok([row]) => Kind::Row(row, true),
        Err(rows) => Kind::Rows(rows, open),
    })
}

/// Cuts off ornaments, empty rows at both ends, and empty columns at both sides.
fn trimmed(mut rows: Vec<Row>) -> Vec<Row> {
    let ornament = |row: &Row| {
        let mut marks = row.marks.iter().map(|&(what, _)| what).filter(|&what| what != ' ');
        let Some(first) = marks.next() else { return true };
        first != '#' && row.marks.len() > 2 && marks.clone().count() > 1 && marks.all(|what| what == first)
    };
    while rows.last().is_some_and(ornament) {
        rows.pop();
    }
    let first = rows.iter().position(|row| !ornament(row)).unwrap_or(0);
    rows.drain(..first);
    let blank = |marks: &[(char, usize)]| marks.iter().take_while(|&&(what, _)| what == ' ').count();
    let indent = rows.iter().map(|row| (blank(&row.marks), row.marks.len()));
    let indent = indent.filter(|(blank, all)| blank < all).map(|(blank, _)| blank).min().unwrap_or(0);
    for row in &mut rows {
        row.marks.drain(..indent.min(row.marks.len()));
        let used = row.marks.iter().rposition(|&(what, _)| what != ' ').map_or(0, |last| last + 1);
        row.marks.truncate(used);
    }
    rows
}

/// The position of a drawing, and what a person should know of it.
fn level(rows: &[Row]) -> Result<(Position, Vec<String>), Refusal> {
    let letters: Vec<Vec<char>> =
        rows.iter().map(|row| row.marks.iter().map(|&(what, _)| what).collect()).collect();
    let width = letters.iter().map(Vec::len).max().unwrap_or(0);
    let place = |column: usize, row: usize| {
        let row = &rows[row.min(rows.len() - 1)];
        (row.line, row.marks.get(column).map_or(row.end, |&(_, column)| column))
    };
    let at = |(line, column), what: String| Refusal::english_at(line, column, what);
    let position = xsb::position(&letters).map_err(|error| match error {
        LevelError::Unknown { what, column, row } => {
            at(place(column, row), format!("'{}' means nothing in a drawing; remove it", what.escape_debug()))
        }
        LevelError::NoPlayer => {
            at(place(0, 0), "there is no player; draw one with @, or + on a goal".to_owned())
        }
        LevelError::TwoPlayers { column, row } => {
            at(place(column, row), "there are two players; leave one @ or +".to_owned())
        }
        LevelError::Illegal(Illegal::Size { width, height }) => {
            let what = format!(
                "the level has {width} columns and {height} rows; at most {SIDE} of each are possible"
            );
            let last = if height > SIDE { place(0, SIDE) } else { widest(rows) };
            at(last, what)
        }
        LevelError::Illegal(illegal) => {
            let (column, row) = match illegal {
                Illegal::Open(cell) => {
                    gap(&letters, width).unwrap_or((cell.index() % width, cell.index() / width))
                }
                Illegal::Outside(cell) | Illegal::InWall(cell) | Illegal::Twice(cell) => {
                    (cell.index() % width, cell.index() / width)
                }
                Illegal::Size { .. } => (0, 0),
            };
            at(
                place(column, row),
                "the border is open: the player could walk off the drawing here; close it with walls (#)"
                    .to_owned(),
            )
        }
    })?;
    let notes = notes(&position);
    Ok((position, notes))
}

/// The first cell that is one too many to the right.
fn widest(rows: &[Row]) -> (usize, usize) {
    let long = rows.iter().find_map(|row| row.marks.get(SIDE).map(|&(_, column)| (row.line, column)));
    long.unwrap_or((rows[0].line, 1))
}

/// The cell at the edge of the drawing that the player reaches first.
fn gap(rows: &[Vec<char>], width: usize) -> Option<(usize, usize)> {
    let walls = rows.iter().flat_map(|row| (0..width).map(|column| row.get(column) == Some(&'#')));
    let board = Board::new(width, rows.len(), walls.collect(), Vec::new()).ok()?;
    let is_player = |(row, letters): (usize, &Vec<char>)| {
        let column = letters.iter().position(|what| matches!(what, '@' | '+'))?;
        board.at(column, row)
    };
    let player = rows.iter().enumerate().find_map(is_player)?;
    let mut seen = vec![false; width * rows.len()];
    let mut waiting = VecDeque::from([player]);
    while let Some(cell) = waiting.pop_front() {
        for direction in Direction::ALL {
            match board.neighbour(cell, direction) {
                None => return Some(board.place(cell)),
                Some(next) if board.is_wall(next) || seen[next.index()] => {}
                Some(next) => {
                    seen[next.index()] = true;
                    waiting.push_back(next);
                }
            }
        }
    }
    None
}

/// What a person should know of a level, though it is legal.
pub(super) fn notes(position: &Position) -> Vec<String> {
    let (boxes, goals) = (position.boxes.len(), position.board.goals().len());
    let floor = position.floor();
    let mut filled = vec![false; floor.len()];
    position.boxes.iter().for_each(|cell| filled[cell.index()] = true);
    let empty = position.board.goals().iter().filter(|goal| !filled[goal.index()]);
    let away = |cell: &&Cell| !floor[cell.index()];
    let stuck = position.boxes.iter().filter(away).count();
    let lost = empty.clone().filter(away).count();
    let plural =
        |many: usize, one: &str, more: &str| format!("{many} {}", if many == 1 { one } else { more });
    let mut notes = Vec::new();
    if boxes > goals {
        notes.push(format!(
            "{} for {}: it is solved when every goal has a box",
            plural(boxes, "box", "boxes"),
            plural(goals, "goal", "goals")
        ));
    }
    if boxes < goals {
        notes.push(format!(
            "{} for {}: it can never be solved",
            plural(boxes, "box", "boxes"),
            plural(goals, "goal", "goals")
        ));
    }
    if stuck > 0 {
        notes.push(format!(
            "{} out of the player's reach, and will never move",
            plural(stuck, "box is", "boxes are")
        ));
    }
    if lost > 0 {
        notes.push(format!(
            "{} out of the player's reach and without a box: it can never be solved",
            plural(lost, "goal is", "goals are")
        ));
    }
    if empty.count() == 0 {
        notes.push("it is solved already".to_owned());
    }
    notes
}

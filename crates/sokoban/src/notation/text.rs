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

use damier_kit::{Refusal, refuse};

use super::runs::{self, Fault, Letter};
use super::titles::{self, Words};
use super::xsb::{self, LevelError};
use super::{Level, Room};
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

/// Reads all levels of a text. `numbered` tells in what is wrong with a level how many there were before it.
pub(super) fn read(text: &str, numbered: impl Fn(usize, &Refusal) -> Refusal) -> Result<Vec<Level>, Refusal> {
    let mut reader =
        Reader { levels: Vec::new(), rows: Vec::new(), words: vec![Vec::new()], room: Room::default() };
    reader.read(text).map_err(|why| numbered(reader.levels.len(), &why))?;
    let Reader { mut levels, words, .. } = reader;
    if levels.is_empty() {
        return Err(refuse!(
            "sokoban.text.none",
            "the input holds no level; draw one with # wall, @ player, $ box, . goal, or give one of the formats that \
             `damier list sokoban` shows"
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
    room: Room,
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

    fn read(&mut self, text: &'a str) -> Result<(), Refusal> {
        let mut lines = lines(text).zip(1..).peekable();
        let mut comments = long_comments(text).into_iter().peekable();
        while let Some((line, number)) = lines.next() {
            if let Some((_, end)) = comments.next_if(|&(begin, _)| begin == number) {
                self.finish()?;
                let mut comment = vec![titles::value(line, "comment").unwrap_or_default()];
                while let Some((line, _)) = lines.next_if(|&(_, number)| number < end) {
                    comment.push(line.trim_end());
                }
                lines.next();
                self.say(Words::Comment(comment.join("\n").trim().to_owned()));
                continue;
            }
            match kind(line, number)? {
                Kind::Blank => {
                    self.finish()?;
                    self.say(Words::Blank);
                }
                // A line without walls belongs to a drawing if one is being read, or begins with the next line.
                Kind::Row(row, walled) if walled || !self.rows.is_empty() || is_walled(lines.peek()) => {
                    self.rows.push(row);
                    if self.rows.len() > ROWS {
                        self.finish()?;
                    }
                }
                Kind::Rows(rows, open) => {
                    self.rows.extend(rows);
                    if !open || self.rows.len() > ROWS {
                        self.finish()?;
                    }
                }
                Kind::Damaged(sign, column) if !self.rows.is_empty() && is_walled(lines.peek()) => {
                    return Err(strange(sign).at(number, column));
                }
                Kind::Row(..) | Kind::Damaged(..) | Kind::Words => {
                    self.finish()?;
                    self.say(Words::Line(line));
                }
            }
        }
        self.finish()
    }

    /// The drawing is at its end, if one was begun.
    fn finish(&mut self) -> Result<(), Refusal> {
        let rows = trimmed(std::mem::take(&mut self.rows));
        let has = |signs: &str| rows.iter().flat_map(|row| &row.marks).any(|&(what, _)| signs.contains(what));
        if !has("#") || (rows.len() < 3 && !has("@+$*.")) {
            return Ok(());
        }
        let position = level(&rows)?;
        let line = rows[0].line;
        self.room.take(&position).map_err(|full| full.at(line, 1))?;
        self.levels.push(Level { line, notes: notes(&position), ..Level::new(position) });
        self.words.push(Vec::new());
        Ok(())
    }
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
            return Err(refuse!(
                "sokoban.drawing.counts",
                "the counts draw more than {most} columns and rows; correct them",
                most = SIDE
            )
            .at(number, at + 1));
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
    let ornament = |row: &Row| xsb::is_ornament(row.marks.iter().map(|&(what, _)| what));
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

/// The position of a drawing.
fn level(rows: &[Row]) -> Result<Position, Refusal> {
    let letters: Vec<Vec<char>> =
        rows.iter().map(|row| row.marks.iter().map(|&(what, _)| what).collect()).collect();
    let width = letters.iter().map(Vec::len).max().unwrap_or(0);
    let place = |column: usize, row: usize| {
        let row = &rows[row.min(rows.len() - 1)];
        (row.line, row.marks.get(column).map_or(row.end, |&(_, column)| column))
    };
    xsb::position(&letters).map_err(|error| {
        let ((line, column), why) = match error {
            LevelError::Unknown { what, column, row } => (place(column, row), strange(what)),
            LevelError::NoPlayer => (
                place(0, 0),
                refuse!("sokoban.drawing.no_player", "there is no player; draw one with @, or + on a goal"),
            ),
            LevelError::TwoPlayers { column, row } => (
                place(column, row),
                refuse!("sokoban.drawing.two_players", "there are two players; leave one @ or +"),
            ),
            LevelError::Illegal(Illegal::Size { width, height }) => (
                if height > SIDE { place(0, SIDE) } else { widest(rows) },
                refuse!(
                    "sokoban.drawing.size",
                    "the level has {width} columns and {height} rows; at most {most} of each are possible",
                    width,
                    height,
                    most = SIDE
                ),
            ),
            LevelError::Illegal(
                Illegal::Open(cell) | Illegal::Outside(cell) | Illegal::InWall(cell) | Illegal::Twice(cell),
            ) => {
                // A drawing has one thing a cell, so that only an open border is left.
                let (column, row) =
                    gap(&letters, width).unwrap_or((cell.index() % width, cell.index() / width));
                let why = refuse!(
                    "sokoban.drawing.open",
                    "the border is open: the player could walk off the drawing here; close it with walls (#)"
                );
                (place(column, row), why)
            }
        };
        why.at(line, column)
    })
}

fn strange(sign: char) -> Refusal {
    refuse!(
        "sokoban.drawing.sign",
        "'{sign}' means nothing in a drawing; use # wall, @ player, $ box, . goal, * box on a goal, + player on a goal",
        sign = sign.escape_debug().to_string()
    )
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
pub(super) fn notes(position: &Position) -> Vec<Refusal> {
    let (boxes, goals) = (position.boxes.len(), position.board.goals().len());
    let floor = position.floor();
    let mut filled = vec![false; floor.len()];
    position.boxes.iter().for_each(|cell| filled[cell.index()] = true);
    let empty = position.board.goals().iter().filter(|goal| !filled[goal.index()]);
    let away = |cell: &&Cell| !floor[cell.index()];
    let stuck = position.boxes.iter().filter(away).count();
    let lost = empty.clone().filter(away).count();
    let mut notes = Vec::new();
    if boxes > goals {
        notes.push(refuse!(
            "sokoban.note.spare",
            "{boxes} for {goals}: it is solved when every goal has a box",
            boxes = boxes_of(boxes),
            goals = goals_of(goals)
        ));
    }
    if boxes < goals {
        notes.push(refuse!(
            "sokoban.note.missing",
            "{boxes} for {goals}: it can never be solved",
            boxes = boxes_of(boxes),
            goals = goals_of(goals)
        ));
    }
    match stuck {
        0 => {}
        1 => notes.push(refuse!(
            "sokoban.note.stuck.one",
            "1 box is out of the player's reach, and will never move"
        )),
        _ => notes.push(refuse!(
            "sokoban.note.stuck.more",
            "{many} boxes are out of the player's reach, and will never move",
            many = stuck
        )),
    }
    match lost {
        0 => {}
        1 => notes.push(refuse!(
            "sokoban.note.lost.one",
            "1 goal is out of the player's reach and without a box: it can never be solved"
        )),
        _ => notes.push(refuse!(
            "sokoban.note.lost.more",
            "{many} goals are out of the player's reach and without a box: it can never be solved",
            many = lost
        )),
    }
    if empty.count() == 0 {
        notes.push(refuse!("sokoban.note.solved", "it is solved already"));
    }
    notes
}

fn boxes_of(many: usize) -> Refusal {
    match many {
        0 => refuse!("sokoban.boxes.none", "0 boxes"),
        1 => refuse!("sokoban.boxes.one", "1 box"),
        _ => refuse!("sokoban.boxes.more", "{many} boxes", many),
    }
}

fn goals_of(many: usize) -> Refusal {
    match many {
        0 => refuse!("sokoban.goals.none", "0 goals"),
        1 => refuse!("sokoban.goals.one", "1 goal"),
        _ => refuse!("sokoban.goals.more", "{many} goals", many),
    }
}

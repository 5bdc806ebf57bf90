//! Reads a level and refuses, in a sentence, whatever is not one.
//!
//! A level is a JSON object `{"level":"####\n…"}`, further keys ignored, or a text, in which exactly one drawing is expected. A
//! line with a wall in it and nothing but signs of a drawing, tabs, counts, brackets and `|` belongs to the drawing; a line
//! without walls does if it has only `@+$*.-_` and blanks and stands next to such lines. Lines of one sign above or below the
//! drawing are ornaments, as are walls in one or two rows with nothing else; three or more `-` or `_` are a ruler between
//! drawings. Text from `Comment:` to `Comment-End:` is passed over.
//!
//! The cells are kept as sets of columns and rows on a plane; a cell that is not drawn is floor.

use std::collections::HashSet;

use serde::Deserialize;

use super::Spot;
use super::runs::{self, Unreadable};

/// The most columns and rows of a level.
const MOST: usize = 64;

/// A level that was read and is in order.
pub(super) struct Level {
    pub(super) player: Spot,
    walls: HashSet<Spot>,
    boxes: HashSet<Spot>,
    goals: HashSet<Spot>,
    /// How many goals have no box.
    empty: usize,
    /// The top left corner of what is drawn.
    corner: Spot,
}

#[derive(Deserialize)]
struct Raw {
    level: String,
}

impl Level {
    pub(super) fn read(text: &str) -> Result<Level, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if !text.trim_start().starts_with('{') {
            return Level::draw(text);
        }
        let raw: Raw = serde_json::from_str(text).map_err(|e| format!("this JSON cannot be read: {e}"))?;
        Level::draw(&raw.level)
    }

    pub(super) fn is_wall(&self, spot: Spot) -> bool {
        self.walls.contains(&spot)
    }

    pub(super) fn has_box(&self, spot: Spot) -> bool {
        self.boxes.contains(&spot)
    }

    pub(super) fn empty_goals(&self) -> usize {
        self.empty
    }

    pub(super) fn move_box(&mut self, from: Spot, to: Spot) {
        self.boxes.remove(&from);
        self.boxes.insert(to);
        self.empty += usize::from(self.goals.contains(&from));
        self.empty -= usize::from(self.goals.contains(&to));
    }

    /// The player's column and row from the corner of the drawing.
    pub(super) fn corner_distance(&self) -> (usize, usize) {
        let distance = |at: i32, corner: i32| usize::try_from(at - corner).unwrap_or(0);
        (distance(self.player.0, self.corner.0), distance(self.player.1, self.corner.1))
    }

    /// The level that the only drawing in a text shows.
    fn draw(text: &str) -> Result<Level, String> {
        let mut drawings = drawings(text)?;
        let rows = match (drawings.pop(), drawings.len()) {
            (Some(rows), 0) => rows,
            (None, _) => return Err("there is no drawing of a level; draw one with # @ $ .".to_owned()),
            (Some(_), _) => return Err("there are several drawings; give one level".to_owned()),
        };
        let mut players = Vec::new();
        let (mut walls, mut boxes, mut goals) = (HashSet::new(), HashSet::new(), HashSet::new());
        let (mut left, mut right) = (usize::MAX, 0);
        for (row, signs) in rows.iter().enumerate() {
            for (column, &sign) in signs.iter().enumerate() {
                if is_floor(sign) {
                    continue;
                }
                (left, right) = (left.min(column), right.max(column));
                if right - left >= MOST || row >= MOST {
                    return Err(format!("the level is larger than {MOST} columns or rows; cut it down"));
                }
                // Columns may be far to the right in a text that is indented; a line has fewer than this many.
                let spot = (i32::try_from(column).map_err(|_| "a line is too long; shorten it")?, row as i32);
                match sign {
                    '#' => drop(walls.insert(spot)),
                    '@' | 'p' | 'm' => players.push(spot),
                    '+' | 'P' | 'M' => {
                        players.push(spot);
                        goals.insert(spot);
                    }
                    '$' | 'b' => drop(boxes.insert(spot)),
                    '*' | 'B' => {
                        boxes.insert(spot);
                        goals.insert(spot);
                    }
                    _ => drop(goals.insert(spot)),
                }
            }
        }
        let player = match players.as_slice() {
            [player] => *player,
            [] => return Err("the level has no player; draw one with @ or +".to_owned()),
            _ => return Err("the level has more than one player; leave one".to_owned()),
        };
        let empty = goals.difference(&boxes).count();
        let corner = (left as i32, 0);
        let level = Level { player, walls, boxes, goals, empty, corner };
        level.check_border((left as i32, right as i32), rows.len() as i32)?;
        Ok(level)
    }

    /// Refuses a level whose player could leave the drawing if there were no boxes.
    fn check_border(&self, (left, right): (i32, i32), height: i32) -> Result<(), String> {
        let mut seen = HashSet::from([self.player]);
        let mut waiting = vec![self.player];
        while let Some((column, row)) = waiting.pop() {
            if column <= left || column >= right || row <= 0 || row >= height - 1 {
                return Err("the border is open: the player could walk off the drawing; close it with walls"
                    .to_owned());
            }
            for next in [(column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1)] {
                if !self.is_wall(next) && seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        Ok(())
    }
}

type Rows = Vec<Vec<char>>;

fn is_floor(sign: char) -> bool {
    matches!(sign, ' ' | '-' | '_' | '\u{a0}')
}

fn is_sign(letter: char) -> bool {
    is_floor(letter) || "#@+$*.pPmMbBoO\t".contains(letter)
}

/// What one line of a text is.
enum Line {
    /// It ends a drawing.
    Other,
    /// A row that makes a drawing.
    Walls(Vec<char>),
    /// A row only beside others.
    Open(Vec<char>),
    /// Several rows, and whether more follow in the next line.
    Several(Rows, bool),
}

/// All drawings of a text.
fn drawings(text: &str) -> Result<Vec<Rows>, String> {
    let lines = without_comments(text.split('\n').flat_map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        line.split('\r')
    }));
    let mut kinds = lines.into_iter().map(read_line).peekable();
    let mut found = Vec::new();
    let mut rows: Rows = Vec::new();
    // Whoever asks wants one drawing, so after the second nothing more is read.
    while let Some(line) = kinds.next().filter(|_| found.len() < 2) {
        let ends = match line? {
            Line::Walls(row) => {
                rows.push(row);
                false
            }
            Line::Open(row) if !rows.is_empty() || matches!(kinds.peek(), Some(Ok(Line::Walls(_)))) => {
                rows.push(row);
                false
            }
            Line::Several(more, goes_on) => {
                rows.extend(more);
                !goes_on
            }
            Line::Open(_) | Line::Other => true,
        };
        // No level is that high, even with ornaments around it.
        if ends || rows.len() > 2 * MOST {
            found.extend(without_ornaments(std::mem::take(&mut rows)));
        }
    }
    found.extend(without_ornaments(rows));
    Ok(found)
}

/// Leaves out what stands from a `Comment:` to the next `Comment-End:`; a comment without an end is a line like others.
fn without_comments<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let key = |line: &str| {
        let key =
            line.split_once(':').map(|(key, _)| key.trim_matches([' ', '\t', ';']).to_ascii_lowercase());
        key.unwrap_or_default()
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut begin = None;
    for line in lines {
        match key(line).as_str() {
            "comment" => begin = Some(kept.len()),
            "comment-end" if begin.is_some() => {
                kept.truncate(begin.take().unwrap_or(kept.len()));
                kept.push("");
                continue;
            }
            _ => {}
        }
        kept.push(line);
    }
    kept
}

fn read_line(line: &str) -> Result<Line, String> {
    let line = line.trim_end();
    let ruler = line.trim_start();
    let of_one = |sign: char| ruler.chars().all(|letter| letter == sign);
    if line.is_empty() || (ruler.len() > 2 && (of_one('-') || of_one('_'))) {
        return Ok(Line::Other);
    }
    let walls = line.contains('#');
    if line.chars().all(is_sign) {
        let plain = !line.contains(|letter: char| letter.is_ascii_alphabetic());
        return Ok(match (walls, plain) {
            (true, _) => Line::Walls(tabs_filled(line)),
            (false, true) => Line::Open(tabs_filled(line)),
            (false, false) => Line::Other,
        });
    }
    let counted = |letter: char| letter.is_ascii_digit() || "()|".contains(letter);
    if !walls || !line.chars().all(|letter| is_sign(letter) || counted(letter)) {
        return Ok(Line::Other);
    }
    let most = MOST * (MOST + 1);
    let signs = match runs::unfold(line.chars().zip(1..), most, |letter| is_sign(letter) || letter == '|') {
        Ok(signs) => signs,
        Err((_, Unreadable::TooLong)) => {
            return Err(format!("the counts draw more than {most} cells; correct them"));
        }
        Err(_) => return Ok(Line::Other),
    };
    let blank = |sign: &char| if *sign == '\t' { ' ' } else { *sign };
    let mut rows: Rows =
        signs.split(|&sign| sign == '|').map(|row| row.iter().map(blank).collect()).collect();
    let goes_on = rows.len() > 1 && rows.last().is_some_and(Vec::is_empty);
    if goes_on {
        rows.pop();
    }
    Ok(match <[Vec<char>; 1]>::try_from(rows) {
        Ok([row]) => Line::Walls(row),
        Err(rows) => Line::Several(rows, goes_on),
    })
}

/// A tab goes on to the next column that is a multiple of eight.
fn tabs_filled(line: &str) -> Vec<char> {
    let mut row = Vec::new();
    for letter in line.chars() {
        if letter == '\t' {
            row.resize((row.len() / 8 + 1) * 8, ' ');
        } else {
            row.push(letter);
        }
    }
    row
}

/// The rows of a level, or nothing if there is only ornament.
fn without_ornaments(mut rows: Rows) -> Option<Rows> {
    let ornament = |row: &Vec<char>| {
        let signs: Vec<char> = row.iter().copied().filter(|&sign| !is_floor(sign)).collect();
        let same = signs.iter().all(|sign| Some(sign) == signs.first());
        signs.is_empty() || (signs.len() > 2 && same && signs[0] != '#')
    };
    while rows.last().is_some_and(ornament) {
        rows.pop();
    }
    let above = rows.iter().take_while(|row| ornament(row)).count();
    rows.drain(..above);
    let drawn = |wanted: &dyn Fn(char) -> bool| rows.iter().flatten().any(|&sign| wanted(sign));
    let walls = drawn(&|sign| sign == '#');
    let pieces = drawn(&|sign| sign != '#' && !is_floor(sign));
    (walls && (pieces || rows.len() > 2)).then_some(rows)
}

//! A scene drawn with characters: by the kinds of what is on it, whatever the game.
//!
//! With lines between the cells a cell has three columns and a row of its own, and the lines have theirs. Where that is too large, a cell has
//! two columns, and a line below it is a stroke at its foot. A board without lines has two columns a cell, or one.

use damier_kit::{Ground, Looks, Mark, MarkSign, Paint, Scene};

use super::canvas::{Canvas, Ink};

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Large,
    Small,
}

/// What is shown on the board besides the scene itself.
#[derive(Default)]
pub(super) struct Shown<'a> {
    /// The piece that is chosen.
    pub(super) selected: Option<usize>,
    /// The cells that a piece has just left.
    pub(super) trail: Option<(usize, &'a [u16])>,
    /// What is about to be placed.
    pub(super) ghost: Option<&'a Mark>,
    /// Where a hint points to.
    pub(super) area: &'a [u16],
    /// Cells that can be gone to.
    pub(super) steps: Vec<u16>,
}

/// A character and how it is written.
type Dot = (char, Ink);

/// A line between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    None,
    Light,
    Heavy,
    /// Not there yet.
    Ghost,
}

/// The lines of a board: `across` above each cell and below the last, `down` left of each and right of the last.
struct Lines {
    width: usize,
    height: usize,
    across: Vec<(Line, Paint)>,
    down: Vec<(Line, Paint)>,
    /// Where a line that is not there yet goes through a corner.
    through: Vec<Option<(char, Paint)>>,
}

const LIGHT: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
const HEAVY: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// Columns and rows that the names of the cells take.
const NAMES: (usize, usize) = (3, 1);

/// Columns and rows that a board takes.
pub(super) fn size(scene: &Scene, looks: &Looks, scale: Scale) -> (usize, usize) {
    let (width, height) = (scene.width, scene.height);
    let (wide, high) = match (looks.ground, scale) {
        (Ground::Open, Scale::Large) => (width * 2, height),
        (Ground::Open, Scale::Small) => (width, height),
        (_, Scale::Large) => (width * 4 + 1, height * 2 + 1),
        (_, Scale::Small) => (width * 3 + 1, height + 1),
    };
    let named = if looks.cell.is_some() { NAMES } else { (0, 0) };
    (wide + named.0, high + named.1)
}

/// Draws a board with its upper left corner at a place.
pub(super) fn draw(
    page: &mut Canvas,
    place: (usize, usize),
    scene: &Scene,
    looks: &Looks,
    scale: Scale,
    shown: &Shown<'_>,
) {
    let (mut x, y) = place;
    if let Some(name) = looks.cell {
        names(page, place, scene, looks, scale, name);
        x += NAMES.0;
    }
    let lines = Lines::new(scene, looks, shown.ghost);
    let cells = cells(scene, looks, shown);
    match (looks.ground, scale) {
        (Ground::Open, _) => {
            let columns = if scale == Scale::Large { 2 } else { 1 };
            for (at, dots) in cells.iter().enumerate() {
                for (i, &(sign, ink)) in dots[1..=columns].iter().enumerate() {
                    page.put(x + at % scene.width * columns + i, y + at / scene.width, sign, ink);
                }
            }
        }
        (_, Scale::Large) => large(page, (x, y), &cells, &lines, looks.ground),
        (_, Scale::Small) => small(page, (x, y), &cells, &lines),
    }
}

/// The names of columns and rows, as they are found in those of the cells.
fn names(
    page: &mut Canvas,
    (x, y): (usize, usize),
    scene: &Scene,
    looks: &Looks,
    scale: Scale,
    name: fn(&Scene, u16) -> String,
) {
    let high = size(scene, looks, scale).1;
    let (pitch, first) = if scale == Scale::Large { (4, 2) } else { (3, 1) };
    for column in 0..scene.width {
        let cell = name(scene, column as u16);
        let letters = cell.trim_end_matches(|c: char| c.is_ascii_digit());
        let at = x + NAMES.0 + first + column * pitch;
        page.text(at, y + high - 1, at + pitch, letters, Ink::DIM);
    }
    for row in 0..scene.height {
        let cell = name(scene, (row * scene.width) as u16);
        let number = cell.trim_start_matches(|c: char| !c.is_ascii_digit());
        let line = if scale == Scale::Large { row * 2 + 1 } else { row + 1 };
        page.text(x, y + line, x + NAMES.0, &format!("{number:>2}"), Ink::DIM);
    }
}

impl Lines {
    fn new(scene: &Scene, looks: &Looks, ghost: Option<&Mark>) -> Self {
        let (width, height) = (scene.width, scene.height);
        let mut lines = Lines {
            width,
            height,
            across: vec![(Line::None, Paint::Plain); (height + 1) * width],
            down: vec![(Line::None, Paint::Plain); height * (width + 1)],
            through: vec![None; (height + 1) * (width + 1)],
        };
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let walls = scene.walls.get(row * width + column).copied().unwrap_or(0);
            let grid = looks.ground == Ground::Grid;
            let border = [row == 0, column + 1 == width, row + 1 == height, column == 0];
            for (side, at_border) in border.into_iter().enumerate() {
                if grid || at_border || walls & (1 << side) != 0 {
                    *lines.side(row, column, side) = (Line::Light, Paint::Plain);
                }
            }
        }
        for mark in &scene.marks {
            lines.lay(scene, looks, mark, Line::Heavy);
        }
        if let Some(ghost) = ghost {
            lines.lay(scene, looks, ghost, Line::Ghost);
        }
        lines
    }

    /// A side of a cell: 0 above, 1 right, 2 below, 3 left.
    fn side(&mut self, row: usize, column: usize, side: usize) -> &mut (Line, Paint) {
        match side {
            0 => &mut self.across[row * self.width + column],
            2 => &mut self.across[(row + 1) * self.width + column],
            1 => &mut self.down[row * (self.width + 1) + column + 1],
            _ => &mut self.down[row * (self.width + 1) + column],
        }
    }

    /// A wall along two cells, if the mark is one.
    fn lay(&mut self, scene: &Scene, looks: &Looks, mark: &Mark, line: Line) {
        let Some(look) = looks.mark(mark.kind, mark.form) else { return };
        let (row, column) =
            (usize::from(mark.cell) / self.width.max(1), usize::from(mark.cell) % self.width.max(1));
        if row == 0 || row >= self.height || column + 1 >= self.width {
            return;
        }
        let paint = look.paint.unwrap_or_else(|| paint_of(looks, scene, mark.color));
        let sign = match look.draws {
            MarkSign::Over => {
                *self.side(row, column, 0) = (line, paint);
                *self.side(row, column + 1, 0) = (line, paint);
                '═'
            }
            MarkSign::Beside => {
                *self.side(row, column, 1) = (line, paint);
                *self.side(row - 1, column, 1) = (line, paint);
                '║'
            }
            MarkSign::Fill(_) | MarkSign::Small(_) => return,
        };
        if line == Line::Ghost {
            self.through[row * (self.width + 1) + column + 1] = Some((sign, paint));
        }
    }

    fn across(&self, row: usize, column: usize) -> (Line, Paint) {
        self.across[row * self.width + column]
    }

    fn down(&self, row: usize, column: usize) -> (Line, Paint) {
        self.down[row * (self.width + 1) + column]
    }

    /// The sign of a corner.
    fn corner(&self, row: usize, column: usize, ground: Ground) -> Dot {
        let none = (Line::None, Paint::Plain);
        let arms = [
            if row > 0 { self.down(row - 1, column) } else { none },
            if column < self.width { self.across(row, column) } else { none },
            if row < self.height { self.down(row, column) } else { none },
            if column > 0 { self.across(row, column - 1) } else { none },
        ];
        if let Some((sign, paint)) = self.through[row * (self.width + 1) + column] {
            return (sign, Ink::of(paint).bold());
        }
        let mask = |line: Line| (0..4).filter(|&arm| arms[arm].0 == line).fold(0, |sum, arm| sum | 1 << arm);
        let (light, heavy) = (mask(Line::Light), mask(Line::Heavy));
        let paint = arms.iter().find(|arm| arm.0 == Line::Heavy).map_or(Paint::Plain, |arm| arm.1);
        match (light, heavy) {
            (0, 0) if ground == Ground::Dots => ('·', Ink::DIM),
            (0, heavy) if heavy != 0 => (HEAVY[heavy], Ink::of(paint).bold()),
            (light, _) => (LIGHT[light], Ink::PLAIN),
        }
    }
}

/// A line as a sign, from left to right or from top to bottom.
fn stroke((line, paint): (Line, Paint), down: bool) -> Dot {
    let (light, heavy, ghost) = if down { ('│', '┃', '║') } else { ('─', '━', '═') };
    match line {
        Line::None => (' ', Ink::PLAIN),
        Line::Light => (light, Ink::PLAIN),
        Line::Heavy => (heavy, Ink::of(paint).bold()),
        Line::Ghost => (ghost, Ink::of(paint).bold()),
    }
}

/// Lines in rows and columns of their own.
fn large(page: &mut Canvas, (x, y): (usize, usize), cells: &[[Dot; 3]], lines: &Lines, ground: Ground) {
    for row in 0..=lines.height {
        for column in 0..=lines.width {
            let (left, top) = (x + column * 4, y + row * 2);
            let (sign, ink) = lines.corner(row, column, ground);
            page.put(left, top, sign, ink);
            if column < lines.width {
                let (sign, ink) = stroke(lines.across(row, column), false);
                (1..4).for_each(|i| page.put(left + i, top, sign, ink));
            }
            if row < lines.height {
                let (sign, ink) = stroke(lines.down(row, column), true);
                page.put(left, top + 1, sign, ink);
            }
            if row < lines.height && column < lines.width {
                let dots = cells[row * lines.width + column];
                dots.into_iter().zip(1..).for_each(|((sign, ink), i)| page.put(left + i, top + 1, sign, ink));
            }
        }
    }
}

/// A line below a cell is a stroke at its foot, or under what stands there.
fn small(page: &mut Canvas, (x, y): (usize, usize), cells: &[[Dot; 3]], lines: &Lines) {
    let foot = |(line, paint): (Line, Paint), (sign, ink): Dot| match line {
        Line::None => (sign, ink),
        _ if sign == ' ' => {
            let sign = if line == Line::Light { '▁' } else { '▂' };
            (sign, Ink::of(paint))
        }
        _ => (sign, ink.underline()),
    };
    for column in 0..lines.width {
        for i in 1..=3 {
            let (sign, ink) = foot(lines.across(0, column), (' ', Ink::PLAIN));
            page.put(
                x + column * 3 + i,
                y,
                if column + 1 == lines.width && i == 3 { ' ' } else { sign },
                ink,
            );
        }
    }
    for row in 0..lines.height {
        let top = y + 1 + row;
        let (sign, ink) = stroke(lines.down(row, 0), true);
        page.put(x, top, sign, ink);
        for column in 0..lines.width {
            let left = x + 1 + column * 3;
            let below = lines.across(row + 1, column);
            let mut dots = cells[row * lines.width + column];
            if dots[1].0 == ' ' && dots[0].0 != ' ' {
                dots[1] = dots[0];
            }
            for (i, dot) in dots[1..].iter().enumerate() {
                let (sign, ink) = foot(below, *dot);
                page.put(left + i, top, sign, ink);
            }
            let beside = lines.down(row, column + 1);
            let on = column + 1 < lines.width && lines.across(row + 1, column + 1).0 != Line::None;
            let joined = if on && below.0 != Line::None { below } else { (Line::None, Paint::Plain) };
            let (sign, ink) = foot(joined, stroke(beside, true));
            page.put(left + 2, top, sign, ink);
        }
    }
}

/// The colour of whose something is.
fn paint_of(looks: &Looks, scene: &Scene, color: Option<usize>) -> Paint {
    let kind = scene.pieces.first().map_or("", |piece| piece.kind);
    let paints = looks.piece(kind).map_or(&[][..], |look| look.paints);
    let Some(color) = color.filter(|_| !paints.is_empty()) else { return Paint::Plain };
    paints[color % paints.len()]
}

/// A piece as it is written: its sign, what is on it, and how.
pub(super) fn piece(scene: &Scene, looks: &Looks, index: usize) -> (String, Ink) {
    let Some(piece) = scene.pieces.get(index) else { return (String::new(), Ink::PLAIN) };
    let Some(look) = looks.piece(piece.kind) else { return (piece.label.clone(), Ink::BOLD) };
    let by_color = |list: &[&'static str]| list.get(piece.color % list.len().max(1)).copied();
    let home = (looks.home)(scene, index);
    let sign = Some(look.home).filter(|sign| home && !sign.is_empty()).or_else(|| by_color(look.signs));
    let paint = look.paints.get(piece.color % look.paints.len().max(1)).copied().unwrap_or(Paint::Plain);
    let paint = look.at_home.filter(|_| home).unwrap_or(paint);
    let label = if look.label { piece.label.as_str() } else { "" };
    (format!("{}{label}", sign.unwrap_or_default()), Ink::of(paint).bold())
}

/// A target as it is written.
pub(super) fn target(scene: &Scene, looks: &Looks, whose: Option<usize>) -> (String, Ink) {
    let Some(piece) = whose.and_then(|piece| scene.pieces.get(piece)) else {
        return (looks.any.0.to_owned(), Ink::of(looks.any.1).bold());
    };
    let sign = looks.targets.get(piece.color % looks.targets.len().max(1)).copied().unwrap_or_default();
    let paint = paint_of(looks, scene, Some(piece.color));
    (format!("{sign}{}", piece.label.to_uppercase()), Ink::of(paint).bold())
}

/// What each cell shows: a small sign, and the two columns that stay where there is little room.
fn cells(scene: &Scene, looks: &Looks, shown: &Shown<'_>) -> Vec<[Dot; 3]> {
    let mut cells = vec![[(' ', Ink::PLAIN); 3]; scene.width * scene.height];
    let mut write = |cell: u16, from: usize, text: &str, ink: Ink| {
        let Some(dots) = cells.get_mut(usize::from(cell)) else { return };
        for (dot, sign) in dots[from..].iter_mut().zip(text.chars()) {
            *dot = (sign, ink);
        }
    };
    for mark in &scene.marks {
        let Some(look) = looks.mark(mark.kind, mark.form) else { continue };
        let ink = Ink::of(look.paint.unwrap_or_else(|| paint_of(looks, scene, mark.color)));
        match look.draws {
            MarkSign::Fill(sign) => write(mark.cell, 0, &sign.to_string().repeat(3), ink),
            MarkSign::Small(sign) => write(mark.cell, 0, &sign.to_string(), ink.bold()),
            MarkSign::Over | MarkSign::Beside => {}
        }
    }
    if let Some((piece, trail)) = shown.trail {
        let ink = self::piece(scene, looks, piece).1;
        trail.iter().for_each(|&cell| write(cell, 1, "·", ink));
    }
    shown.steps.iter().for_each(|&cell| write(cell, 1, "∘", Ink::DIM));
    shown.area.iter().for_each(|&cell| write(cell, 1, "?", Ink::of(Paint::Magenta).bold()));
    for aim in &scene.targets {
        let (text, ink) = target(scene, looks, aim.piece);
        let taken = scene.pieces.iter().any(|piece| piece.cell == aim.cell);
        match (aim.active, taken && looks.ground != Ground::Open) {
            (true, true) => write(aim.cell, 0, &text, ink),
            (true, false) => write(aim.cell, 1, &text, ink),
            // The others are there for a later task: their shape will do.
            (false, false) => write(aim.cell, 1, &text.chars().take(1).collect::<String>(), Ink::DIM),
            (false, true) => {}
        }
    }
    for (index, one) in scene.pieces.iter().enumerate() {
        let (text, ink) = piece(scene, looks, index);
        let chosen = shown.selected == Some(index);
        write(one.cell, 1, &text, if chosen { ink.reverse() } else { ink });
    }
    cells
}

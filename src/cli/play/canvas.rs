//! A page of characters, and what must be written to a terminal to turn one page into the next.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Print, SetAttribute, SetForegroundColor};
use damier_kit::Paint;
use unicode_width::UnicodeWidthChar;

/// How a character is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) paint: Paint,
    pub(super) bold: bool,
    pub(super) reverse: bool,
    pub(super) underline: bool,
}

impl Ink {
    pub(super) const PLAIN: Ink = Ink::of(Paint::Plain);
    pub(super) const DIM: Ink = Ink::of(Paint::Dim);
    pub(super) const BOLD: Ink = Ink { bold: true, ..Ink::PLAIN };

    pub(super) const fn of(paint: Paint) -> Ink {
        Ink { paint, bold: false, reverse: false, underline: false }
    }

    pub(super) const fn bold(self) -> Ink {
        Ink { bold: true, ..self }
    }

    pub(super) const fn reverse(self) -> Ink {
        Ink { reverse: true, ..self }
    }

    pub(super) const fn underline(self) -> Ink {
        Ink { underline: true, ..self }
    }
}

/// A character and how it is written; the second column of a wide one is `WIDE`.
type Dot = (char, Ink);
const WIDE: char = '\0';
const BLANK: Dot = (' ', Ink::PLAIN);

/// A page of characters.
#[derive(Clone)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    dots: Vec<Dot>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Canvas { width, height, dots: vec![BLANK; width * height] }
    }

    /// A character of one column. What lies beside the page is not written.
    pub(super) fn put(&mut self, x: usize, y: usize, sign: char, ink: Ink) {
        if x < self.width && y < self.height {
            self.dots[y * self.width + x] = (sign, ink);
        }
    }

    /// A text on one line, up to a column; gives where it ends. Signs that would move the cursor are not let through.
    pub(super) fn text(&mut self, x: usize, y: usize, end: usize, text: &str, ink: Ink) -> usize {
        let (mut x, end) = (x, end.min(self.width));
        for sign in text.chars() {
            let sign = if sign.is_control() { '·' } else { sign };
            let columns = sign.width().unwrap_or(0);
            if columns == 0 {
                continue;
            }
            if x + columns > end {
                break;
            }
            self.put(x, y, sign, ink);
            if columns == 2 {
                self.put(x + 1, y, WIDE, ink);
            }
            x += columns;
        }
        x
    }

    /// Blanks a part of the page.
    pub(super) fn clear(&mut self, x: usize, y: usize, width: usize, height: usize) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, ' ', Ink::PLAIN);
            }
        }
    }

    fn row(&self, y: usize) -> &[Dot] {
        &self.dots[y * self.width..(y + 1) * self.width]
    }

    /// Writes what differs from the page before; all of it where there was none of this size.
    pub(super) fn write(
        &self,
        before: Option<&Canvas>,
        colour: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let before = before.filter(|before| (before.width, before.height) == (self.width, self.height));
        let mut ink = None;
        for y in 0..self.height {
            let row = self.row(y);
            let (mut first, mut last) = (0, self.width);
            if let Some(old) = before.map(|before| before.row(y)) {
                let differs = |x: &usize| row[*x] != old[*x];
                let Some(from) = (0..self.width).find(differs) else { continue };
                first = from;
                last = (0..self.width).rev().find(differs).map_or(self.width, |last| last + 1);
                // A wide character is written whole, and so is one that was there.
                while first > 0 && (row[first].0 == WIDE || old[first].0 == WIDE) {
                    first -= 1;
                }
            }
            queue!(out, MoveTo(first as u16, y as u16))?;
            for &(sign, wanted) in row[first..last].iter().filter(|(sign, _)| *sign != WIDE) {
                if ink != Some(wanted) {
                    dip(wanted, colour, out)?;
                    ink = Some(wanted);
                }
                queue!(out, Print(sign))?;
            }
        }
        queue!(out, SetAttribute(Attribute::Reset))
    }

    /// The page as text, for tests.
    #[cfg(test)]
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |y| self.row(y).iter().map(|dot| dot.0).filter(|sign| *sign != WIDE).collect::<String>();
        (0..self.height).map(|y| line(y).trim_end().to_owned()).collect()
    }
}

/// Changes how characters are written.
fn dip(ink: Ink, colour: bool, out: &mut impl Write) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset))?;
    let attributes = [
        (ink.bold, Attribute::Bold),
        (ink.paint == Paint::Dim, Attribute::Dim),
        (ink.underline, Attribute::Underlined),
        (ink.reverse, Attribute::Reverse),
    ];
    for (_, attribute) in attributes.into_iter().filter(|(on, _)| *on) {
        queue!(out, SetAttribute(attribute))?;
    }
    match color(ink.paint) {
        Some(color) if colour => queue!(out, SetForegroundColor(color)),
        _ => Ok(()),
    }
}

/// The darker half of the sixteen colours: they can be read on white and on black.
fn color(paint: Paint) -> Option<Color> {
    Some(match paint {
        Paint::Plain | Paint::Dim | Paint::White => return None,
        Paint::Red => Color::DarkRed,
        Paint::Green => Color::DarkGreen,
        Paint::Yellow => Color::DarkYellow,
        Paint::Blue => Color::AnsiValue(33),
        Paint::Magenta => Color::DarkMagenta,
        Paint::Cyan => Color::DarkCyan,
        Paint::Orange => Color::AnsiValue(208),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(page: &Canvas, before: Option<&Canvas>) -> String {
        let mut out: Vec<u8> = Vec::new();
        page.write(before, false, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_what_differs_is_written() {
        let mut page = Canvas::new(10, 2);
        page.text(0, 0, 10, "abcdef", Ink::PLAIN);
        let before = page.clone();
        page.text(2, 0, 10, "X", Ink::PLAIN);
        assert_eq!(written(&page, Some(&before)), "\x1b[1;3H\x1b[0mX\x1b[0m");
        assert_eq!(written(&page, Some(&page)), "\x1b[0m");
        assert!(written(&page, None).contains("abXdef"));
    }

    #[test]
    fn nothing_in_a_text_moves_the_cursor_or_leaves_its_place() {
        let mut page = Canvas::new(6, 1);
        assert_eq!(page.text(0, 0, 6, "a\x1b[2J\r\n界界", Ink::PLAIN), 6);
        assert_eq!(page.lines(), ["a·[2J·"]);
        let mut wide = Canvas::new(4, 1);
        assert_eq!(wide.text(1, 0, 4, "界界", Ink::PLAIN), 3);
        assert_eq!(wide.lines(), [" 界"]);
        let mut narrow = wide.clone();
        narrow.text(0, 0, 4, "abcd", Ink::PLAIN);
        assert!(written(&narrow, Some(&wide)).contains("abcd"));
    }
}

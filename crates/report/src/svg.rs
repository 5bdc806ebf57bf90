//! The file that a plot is drawn into.
//!
//! Plotters lays out the axes and calls this backend; its own SVG backend cannot put a link or a name on a point, nor colours that
//! follow the reader's theme. Coordinates come in tenths of a pixel. Colours are names: a class of the page's style, and beside it the
//! colour in light as an attribute for programs that know no classes.

use std::fmt::{self, Write};

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

/// Pixels are cut into so many parts: plotters counts in whole numbers.
pub(crate) const PARTS: i32 = 10;
/// The size of the labels of an axis, in pixels.
pub(crate) const LABEL: f64 = 12.0;

/// Colours by name. As plotters passes red, green and blue, the name is in the blue.
pub(crate) const QUIET: u8 = 2;
pub(crate) const HAIR: u8 = 3;
pub(crate) const GRID: u8 = 4;

/// The hues of M. Okabe and K. Ito (Color universal design, 2008), which people with any kind of colour vision tell apart; the pale
/// ones are darkened until they reach 3 : 1 on white. Light, dark.
pub(crate) const SERIES: [(&str, &str); 7] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff8f3f"),
    ("#009e73", "#2fd0a3"),
    ("#b5528f", "#e29cc6"),
    ("#16181b", "#f0e442"),
    ("#a87400", "#e69f00"),
    ("#3f7ca8", "#a9d6f5"),
];

/// Escapes text for XML and HTML, in elements and in quoted attributes. Characters that XML cannot hold are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// How wide a text is about, in pixels.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    let wide = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ':' | ';' | '\u{202f}' => 0.28,
        ' ' | 'f' | 'r' | 't' | '(' | ')' | 'I' | '-' => 0.36,
        'm' | 'w' | 'M' | 'W' => 0.86,
        c if c.is_ascii_uppercase() => 0.66,
        c if c.is_ascii() => 0.56,
        'µ' | '×' | 'é' | 'è' => 0.58,
        _ => 0.8,
    };
    text.chars().map(wide).sum::<f64>() * size
}

/// A drawing in progress.
pub(crate) struct Canvas<'a> {
    pub(crate) out: &'a mut String,
    pub(crate) size: (u32, u32),
}

/// Writing into a string cannot fail.
#[derive(Debug)]
pub(crate) struct Never;

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string cannot be written")
    }
}

impl std::error::Error for Never {}

impl From<fmt::Error> for Never {
    fn from(_: fmt::Error) -> Never {
        Never
    }
}

type Drawn = Result<(), DrawingErrorKind<Never>>;

fn drawn(result: fmt::Result) -> Drawn {
    result.map_err(|_| DrawingErrorKind::DrawingError(Never))
}

/// A coordinate in pixels.
pub(crate) fn px(tenths: i32) -> f64 {
    f64::from(tenths) / f64::from(PARTS)
}

/// The class and the colour in light of a colour's name.
fn paint(color: BackendColor) -> (&'static str, &'static str) {
    match color.rgb.2 {
        QUIET => ("quiet", "#5a5f67"),
        HAIR => ("edge", "#868c95"),
        GRID => ("grid", "#e6e7e8"),
        _ => ("ink", "#16181b"),
    }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Never;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let (class, fill) = paint(color);
        let (x, y) = (px(point.0), px(point.1));
        drawn(write!(self.out, r#"<circle class="{class}" cx="{x}" cy="{y}" r=".5" fill="{fill}"/>"#))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        a: BackendCoord,
        b: BackendCoord,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.draw_path([a, (b.0, a.1), b, (a.0, b.1), a], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let (class, stroke) = paint(style.color());
        let mut d = String::new();
        for (at, (x, y)) in path.into_iter().enumerate() {
            drawn(write!(d, "{}{} {}", if at == 0 { "M" } else { "L" }, px(x), px(y)))?;
        }
        drawn(write!(self.out, r#"<path class="{class}" d="{d}" fill="none" stroke="{stroke}"/>"#))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        _r: u32,
        style: &S,
        _fill: bool,
    ) -> Drawn {
        self.draw_pixel(center, style.color())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.draw_path(path, style)
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let lower = match style.anchor().v_pos {
            VPos::Top => 0.8,
            VPos::Center => 0.35,
            VPos::Bottom => 0.0,
        };
        let (class, fill) = paint(style.color());
        let (x, y, text) = (px(at.0), px(at.1) + lower * LABEL, escape(text));
        drawn(write!(
            self.out,
            r#"<text class="{class}" x="{x}" y="{y:.1}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ))
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        _style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Never>> {
        let parts = f64::from(PARTS);
        Ok(((width_of(text, LABEL) * parts) as u32, (LABEL * parts) as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_text() {
        assert_eq!(
            escape("</script><a b='\"'>&\u{0}"),
            "&lt;/script&gt;&lt;a b=&#39;&quot;&#39;&gt;&amp;\u{fffd}"
        );
    }

    /// Relative luminance and contrast of WCAG 2.2.
    #[test]
    fn every_colour_stands_out_from_the_paper() {
        let luminance = |hex: &str| {
            let part = |at: usize| {
                let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let contrast = |a: &str, b: &str| {
            let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
            (a / b).max(b / a)
        };
        for (light, dark) in SERIES {
            assert!(contrast(light, "#ffffff") >= 3.0, "{light}: {}", contrast(light, "#ffffff"));
            assert!(contrast(dark, "#16191c") >= 4.5, "{dark}: {}", contrast(dark, "#16191c"));
        }
    }
}

//! A plot as data, and how it is drawn.
//!
//! Layers are drawn in their order. A series has a colour, a marker and a dash of its own, so that it is known in print and by everybody.
//! Points that fall on the same few pixels become one that tells how many it stands for: a plot stays readable and small.

use std::collections::HashMap;
use std::fmt::Write;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{ChartBuilder, IntoDrawingArea, RGBColor};
use plotters::style::{IntoFont, TextStyle};
use plotters_backend::{BackendCoord, DrawingErrorKind};

use super::axis::Axis;
use crate::svg::{Canvas, GRID, HAIR, LABEL, Never, PARTS, QUIET, SERIES, escape, px, width_of};
use crate::words::{Said, attribute};

/// Points closer than this, in pixels, become one.
const NEAR: f64 = 3.0;
const DASHES: [&str; 4] = ["", "7 3", "2 3", "8 3 2 3"];

/// How a series looks, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look(pub(crate) usize);

impl Look {
    /// The class that has its colour.
    pub(crate) fn class(self) -> String {
        format!("s{}", self.0 % SERIES.len())
    }

    fn light(self) -> &'static str {
        SERIES[self.0 % SERIES.len()].0
    }

    fn dash(self) -> &'static str {
        DASHES[self.0 % DASHES.len()]
    }

    /// The outline of its marker around a point.
    pub(crate) fn marker(self, x: f64, y: f64) -> String {
        match self.0 % 8 {
            0 => format!("M{:.1} {y}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0", x - 3.2),
            1 => format!("M{:.1} {:.1}h5.8v5.8h-5.8z", x - 2.9, y - 2.9),
            2 => format!("M{x} {:.1}l3.8 6.6h-7.6z", y - 4.2),
            3 => format!("M{x} {:.1}l4 4l-4 4l-4 -4z", y - 4.0),
            4 => format!("M{x} {:.1}l3.8 -6.6h-7.6z", y + 4.2),
            5 => format!("M{:.1} {:.1}h2v-2.6h2.6v2.6h2v2.6h-2v2.6h-2.6v-2.6h-2z", x - 3.3, y - 1.3),
            6 => format!("M{x} {:.1}l3.8 2.8l-1.5 4.5h-4.6l-1.5 -4.5z", y - 4.0),
            _ => format!(
                "M{:.1} {:.1}l6 6l-1.4 1.4l-6 -6zM{:.1} {:.1}l-6 6l1.4 1.4l6 -6z",
                x - 2.3,
                y - 3.7,
                x + 2.3,
                y - 3.7
            ),
        }
    }
}

/// A point of a series.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// The instance's place, if it is one.
    pub(crate) instance: Option<usize>,
    /// What it tells.
    pub(crate) tip: String,
}

/// What is drawn. Coordinates are values, not places.
#[derive(Clone, Debug)]
pub(crate) enum Layer {
    /// A line through points; steps if `step`.
    Curve { look: Look, name: String, points: Vec<(f64, f64)>, step: bool, thin: bool },
    /// Points, small and pale if `faint`.
    Marks { look: Look, name: String, points: Vec<Point>, faint: bool },
    /// Bars from `low` to `high`, of a width in values, each with what it tells.
    Bars { look: Look, name: String, bars: Vec<(f64, f64, f64, String)>, width: f64 },
    /// A horizontal interval at a height, with its middle and what it tells.
    Range { look: Look, name: String, y: f64, low: f64, middle: f64, high: f64, tip: String },
    /// A box with its whiskers, lying at a height: five numbers.
    Box { look: Look, name: String, y: f64, five: [f64; 5], tip: String },
    /// A line that is no series: a diagonal, a rim.
    Rule { from: (f64, f64), to: (f64, f64), dashed: bool },
}

/// A plot as data.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// What it is called in addresses and file names.
    pub id: String,
    /// Its title.
    pub title: Said,
    /// What it shows, for who does not see it: the gist in numbers.
    pub gist: Vec<Said>,
    pub(crate) size: (f64, f64),
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) legend: Vec<(Look, String, bool)>,
    pub(crate) layers: Vec<Layer>,
}

/// Where a drawing goes.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// Into a page that has the style and opens instances.
    Page,
    /// Into a file of its own; points link to addresses made by this function from an instance's place.
    File(&'a dyn Fn(usize) -> Option<String>),
}

/// The style of a file of its own; a page has the same variables.
fn file_style() -> String {
    let mut style = String::from(
        ":root{color-scheme:light dark}text{font:12px system-ui,sans-serif}\
         .ink{color:#16181b}.quiet{color:#5a5f67}.edge{color:#868c95}.grid{color:#e6e7e8}.paper{color:#fff}",
    );
    let mut dark = String::from(
        ".ink{color:#eceef0}.quiet{color:#a2a8b0}.edge{color:#6b727b}.grid{color:#262b30}.paper{color:#16191c}",
    );
    for (at, (light, night)) in SERIES.iter().enumerate() {
        let _ = write!(style, ".s{at}{{color:{light}}}");
        let _ = write!(dark, ".s{at}{{color:{night}}}");
    }
    let both = "text{fill:currentColor}rect.paper{fill:currentColor}.l{stroke:currentColor}.m{fill:currentColor}.faint{opacity:.4}\
                path.edge,path.grid,path.ink,path.quiet{stroke:currentColor}a:hover .m,.m:hover{stroke:#868c95;stroke-width:5;stroke-opacity:.5}";
    format!("<style>{style}{both}@media(prefers-color-scheme:dark){{{dark}}}</style>")
}

impl Sketch {
    /// The plot as SVG.
    pub fn draw(&self, place: Place) -> String {
        let mut out = String::new();
        let (width, height) = self.size;
        let file = matches!(place, Place::File(_));
        let name = escape(&self.id);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="{name}-t {name}-d" font-family="system-ui, sans-serif" font-size="12" class="plot">"#
        );
        let _ = write!(
            out,
            r#"<title id="{name}-t"{}>{}</title><desc id="{name}-d"{}>{}</desc>"#,
            attribute(std::slice::from_ref(&self.title), !file),
            escape(&self.title.english()),
            attribute(&self.gist, !file),
            escape(&self.gist.iter().map(Said::english).collect::<Vec<_>>().join(" "))
        );
        let mut top = 10.0;
        if file {
            out.push_str(&file_style());
            let _ = write!(out, r##"<rect class="paper" width="{width}" height="{height}" fill="#fff"/>"##);
            top += 16.0;
            let _ = write!(
                out,
                r##"<text class="ink" x="12" y="{top}" font-weight="600" fill="#16181b" style="font-size:13px">{}</text>"##,
                escape(&self.title.english())
            );
            top += 6.0;
        }
        top = self.draw_legend(&mut out, top);
        top += 22.0;
        let _ = write!(
            out,
            r##"<text class="quiet" x="12" y="{:.1}" fill="#5a5f67"{}>{}</text>"##,
            top - 8.0,
            attribute(std::slice::from_ref(&self.y.name), !file),
            escape(&self.y.name.english())
        );
        let _ = write!(
            out,
            r##"<text class="quiet" x="{:.1}" y="{:.1}" text-anchor="end" fill="#5a5f67"{}>{}</text>"##,
            width - 14.0,
            height - 8.0,
            attribute(std::slice::from_ref(&self.x.name), !file),
            escape(&self.x.name.english())
        );
        // Drawing into a string does not fail; if it did, the frame stays empty.
        let _ = self.draw_inside(&mut out, top, place);
        out.push_str("</svg>");
        out
    }

    fn draw_legend(&self, out: &mut String, mut top: f64) -> f64 {
        let mut left = 12.0;
        for (look, name, line) in &self.legend {
            let shown: String = if name.chars().count() > 60 {
                name.chars().take(59).chain(['…']).collect()
            } else {
                name.clone()
            };
            let wide = 36.0 + width_of(&shown, LABEL) + 18.0;
            if left + wide > self.size.0 - 8.0 && left > 12.0 {
                left = 12.0;
                top += 18.0;
            }
            let (y, light) = (top + 10.0, look.light());
            let _ = write!(out, r#"<g class="{}">"#, look.class());
            if *line {
                let dash = look.dash();
                let _ = write!(
                    out,
                    r#"<path class="l" d="M{left} {y}h28" fill="none" stroke="{light}" stroke-width="1.75" stroke-dasharray="{dash}"/>"#
                );
            }
            let _ =
                write!(out, r#"<path class="m" d="{}" fill="{light}"/></g>"#, look.marker(left + 14.0, y));
            let _ = write!(
                out,
                r##"<text class="ink" x="{:.1}" y="{:.1}" fill="#16181b">{}</text>"##,
                left + 34.0,
                y + 4.0,
                escape(&shown)
            );
            left += wide;
        }
        if self.legend.is_empty() { top } else { top + 20.0 }
    }

    fn draw_inside(
        &self,
        out: &mut String,
        top: f64,
        place: Place,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let parts = f64::from(PARTS);
        let tenths = |pixels: f64| (pixels * parts) as i32;
        let size = (tenths(self.size.0) as u32, tenths(self.size.1) as u32);
        let labels = self.y.ticks.iter().map(|(_, told)| width_of(told, LABEL)).fold(12.0, f64::max) * 1.06;
        let canvas = Canvas { out, size }.into_drawing_area();
        let mut chart = ChartBuilder::on(&canvas)
            .margin_top(tenths(top))
            .margin_right(tenths(16.0))
            .margin_bottom(tenths(22.0))
            .margin_left(tenths(6.0))
            .x_label_area_size(tenths(24.0))
            .y_label_area_size(tenths(labels + 14.0))
            .build_cartesian_2d(Places(&self.x), Places(&self.y))?;
        let named = |name: u8| RGBColor(0, 0, name);
        let font = ("sans-serif", LABEL * parts).into_font();
        let quiet = named(QUIET);
        let label: TextStyle = TextStyle::from(font).color(&quiet);
        let (tell_x, tell_y) = (|x: &f64| self.x.tell(*x), |y: &f64| self.y.tell(*y));
        let mut mesh = chart.configure_mesh();
        mesh.bold_line_style(named(GRID))
            .light_line_style(named(GRID))
            .axis_style(named(HAIR))
            .label_style(label)
            .set_all_tick_mark_size(tenths(4.0))
            .x_labels(64)
            .y_labels(64)
            .max_light_lines(16)
            .x_label_formatter(&tell_x)
            .y_label_formatter(&tell_y);
        if !self.x.lines {
            mesh.disable_x_mesh();
        }
        if !self.y.lines {
            mesh.disable_y_mesh();
        }
        mesh.draw()?;
        for layer in &self.layers {
            let drawn = Placed { layer, corners: self.corners(layer), place };
            chart.plotting_area().draw(&drawn)?;
        }
        Ok(())
    }

    /// The places that a layer needs.
    fn corners(&self, layer: &Layer) -> Vec<(f64, f64)> {
        let at = |x: f64, y: f64| (self.x.place(x), self.y.place(y));
        match layer {
            Layer::Curve { points, step, .. } => {
                let mut corners = Vec::with_capacity(points.len() * 2);
                for (n, &(x, y)) in points.iter().enumerate() {
                    if *step && n > 0 {
                        corners.push(at(points[n - 1].0, y));
                    }
                    corners.push(at(x, y));
                }
                corners
            }
            Layer::Marks { points, .. } => points.iter().map(|point| at(point.x, point.y)).collect(),
            Layer::Bars { bars, width, .. } => {
                let both = |(x, low, high, _): &(f64, f64, f64, String)| {
                    [at(x - width / 2.0, *low), at(x + width / 2.0, *high)]
                };
                bars.iter().flat_map(both).collect()
            }
            Layer::Range { y, low, middle, high, .. } => vec![at(*low, *y), at(*middle, *y), at(*high, *y)],
            Layer::Box { y, five, .. } => five.iter().map(|x| at(*x, *y)).collect(),
            Layer::Rule { from, to, .. } => vec![at(from.0, from.1), at(to.0, to.1)],
        }
    }
}

/// An axis as plotters knows it: places are linear, and the ticks are ours.
struct Places<'a>(&'a Axis);

impl Ranged for Places<'_> {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let (first, last) = self.0.range;
        let part = (value - first) / (last - first);
        limit.0 + (part * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            self.0.minor.clone()
        } else {
            self.0.ticks.iter().map(|(place, _)| *place).collect()
        }
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.0.range.0..self.0.range.1
    }
}

/// A layer with its places, as plotters draws an element.
struct Placed<'a> {
    layer: &'a Layer,
    corners: Vec<(f64, f64)>,
    place: Place<'a>,
}

impl<'a> PointCollection<'a, (f64, f64)> for &'a Placed<'_> {
    type Point = &'a (f64, f64);
    type IntoIter = std::slice::Iter<'a, (f64, f64)>;
    fn point_iter(self) -> Self::IntoIter {
        self.corners.iter()
    }
}

impl Drawable<Canvas<'_>> for Placed<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        at: I,
        canvas: &mut Canvas<'_>,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<Never>> {
        let at: Vec<(f64, f64)> = at.map(|(x, y)| (px(x), px(y))).collect();
        self.write(&at, canvas.out).map_err(|_| DrawingErrorKind::DrawingError(Never))
    }
}

impl Placed<'_> {
    fn write(&self, at: &[(f64, f64)], out: &mut String) -> std::fmt::Result {
        let open = |out: &mut String, look: Look, name: &str| {
            write!(out, r#"<g class="{}" data-series="{}">"#, look.class(), escape(name))
        };
        match self.layer {
            Layer::Curve { look, name, thin, .. } => {
                open(out, *look, name)?;
                let (light, dash) = (look.light(), look.dash());
                let width = if *thin { "1.1" } else { "1.75" };
                write!(
                    out,
                    r#"<path class="l" d="{}" fill="none" stroke="{light}" stroke-width="{width}" stroke-linejoin="round" stroke-dasharray="{dash}"/></g>"#,
                    path(at)
                )
            }
            Layer::Marks { look, name, points, faint } => {
                let kind = if *faint { " faint" } else { "" };
                write!(out, r#"<g class="{}{kind}" data-series="{}">"#, look.class(), escape(name))?;
                self.write_marks(*look, *faint, points, at, out)?;
                out.write_str("</g>")
            }
            Layer::Bars { look, name, bars, .. } => {
                open(out, *look, name)?;
                for (pair, (.., tip)) in at.chunks_exact(2).zip(bars) {
                    let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                    let (x, y) = (x0.min(x1), y0.min(y1));
                    let (w, h) = ((x1 - x0).abs().max(1.0), (y1 - y0).abs());
                    let (light, tip) = (look.light(), escape(tip));
                    write!(
                        out,
                        r#"<rect class="m" x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" fill="{light}"><title>{tip}</title></rect>"#
                    )?;
                }
                out.write_str("</g>")
            }
            Layer::Range { look, name, tip, .. } => {
                open(out, *look, name)?;
                let (light, y) = (look.light(), at[0].1);
                write!(
                    out,
                    r#"<path class="l" d="M{} {y}H{}M{} {:.1}v10M{} {:.1}v10" fill="none" stroke="{light}" stroke-width="1.75"/><path class="m" d="{}" fill="{light}"><title>{}</title></path></g>"#,
                    at[0].0,
                    at[2].0,
                    at[0].0,
                    y - 5.0,
                    at[2].0,
                    y - 5.0,
                    look.marker(at[1].0, y),
                    escape(tip)
                )
            }
            Layer::Box { look, name, tip, .. } => {
                open(out, *look, name)?;
                let (light, y) = (look.light(), at[0].1);
                let x = |n: usize| at[n].0;
                write!(
                    out,
                    r#"<path class="l" d="M{} {y}H{}M{} {y}H{}M{} {:.1}v8M{} {:.1}v8" fill="none" stroke="{light}" stroke-width="1.4"/><rect class="m l" x="{}" y="{:.1}" width="{:.1}" height="18" fill="{light}" fill-opacity=".25" stroke="{light}" stroke-width="1.4"><title>{}</title></rect><path class="l" d="M{} {:.1}v18" stroke="{light}" stroke-width="2.6"/></g>"#,
                    x(0),
                    x(1),
                    x(3),
                    x(4),
                    x(0),
                    y - 4.0,
                    x(4),
                    y - 4.0,
                    x(1),
                    y - 9.0,
                    (x(3) - x(1)).max(1.0),
                    escape(tip),
                    x(2),
                    y - 9.0
                )
            }
            Layer::Rule { dashed, .. } => {
                let dash = if *dashed { "3 3" } else { "" };
                write!(
                    out,
                    r##"<path class="edge" d="{}" fill="none" stroke="#868c95" stroke-dasharray="{dash}"/>"##,
                    path(at)
                )
            }
        }
    }

    fn write_marks(
        &self,
        look: Look,
        faint: bool,
        points: &[Point],
        at: &[(f64, f64)],
        out: &mut String,
    ) -> std::fmt::Result {
        let mut kept: Vec<(usize, usize)> = Vec::new();
        let mut cells: HashMap<(i32, i32), usize> = HashMap::new();
        for (n, (x, y)) in at.iter().enumerate() {
            let cell = ((x / NEAR) as i32, (y / NEAR) as i32);
            let first = *cells.entry(cell).or_insert_with(|| {
                kept.push((n, 0));
                kept.len() - 1
            });
            kept[first].1 += 1;
        }
        for (n, many) in kept {
            let point = &points[n];
            let (x, y) = at[n];
            let more = if many > 1 { format!(" (+{})", many - 1) } else { String::new() };
            let tip = escape(&format!("{}{more}", point.tip));
            let (marker, light) = (if faint { dot(x, y) } else { look.marker(x, y) }, look.light());
            match (self.place, point.instance) {
                (Place::Page, Some(instance)) => {
                    write!(
                        out,
                        r#"<path class="m" data-i="{instance}" d="{marker}"><title>{tip}</title></path>"#
                    )?;
                }
                (Place::File(links), Some(instance)) if links(instance).is_some() => {
                    let link = links(instance).unwrap_or_default();
                    write!(
                        out,
                        r#"<a href="{}"><path class="m" d="{marker}" fill="{light}"><title>{tip}</title></path></a>"#,
                        escape(&link)
                    )?;
                }
                _ => {
                    write!(
                        out,
                        r#"<path class="m" d="{marker}" fill="{light}"><title>{tip}</title></path>"#
                    )?;
                }
            }
        }
        Ok(())
    }
}

fn dot(x: f64, y: f64) -> String {
    format!("M{:.1} {y}a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0", x - 1.8)
}

/// A path; what moves by less than half a pixel is left out.
fn path(at: &[(f64, f64)]) -> String {
    let mut d = String::new();
    let mut last = (f64::MIN, f64::MIN);
    for (n, &(x, y)) in at.iter().enumerate() {
        if n > 0 && n + 1 < at.len() && (x - last.0).abs() < 0.5 && (y - last.1).abs() < 0.5 {
            continue;
        }
        let _ = write!(d, "{}{x} {y}", if n == 0 { "M" } else { "L" });
        last = (x, y);
    }
    d
}

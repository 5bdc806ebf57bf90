//! The figures of a soak as a picture: one panel above the other, with the same time along all of them.

use std::fmt::Write;

use crate::soak::Sample;

const WIDTH: f64 = 860.0;
const PANEL: f64 = 120.0;
const LEFT: f64 = 60.0;
const GAP: f64 = 34.0;

/// A line of a panel: what it is called and its values.
type Line<'a> = (&'a str, Box<dyn Fn(&Sample) -> f64>);

/// The picture. Dashed lines are the moments at which the program was killed.
pub(crate) fn plot(samples: &[Sample], kills: &[f64]) -> String {
    let panels: Vec<(&str, Vec<Line<'_>>)> = vec![
        ("memory, MiB", vec![("resident", Box::new(|sample| sample.mebibytes))]),
        (
            "file handles and pages",
            vec![
                ("handles", Box::new(|sample| sample.handles as f64)),
                ("pages", Box::new(|sample| sample.pages as f64)),
            ],
        ),
        ("threads", vec![("threads", Box::new(|sample| sample.threads as f64))]),
        (
            "short work, ms",
            vec![("99 %", Box::new(|sample| sample.p99)), ("median", Box::new(|sample| sample.median))],
        ),
    ];
    let last = samples.last().map_or(1.0, |sample| sample.seconds.max(1.0));
    let height = panels.len() as f64 * (PANEL + GAP) + 30.0;
    let across = |seconds: f64| LEFT + seconds / last * (WIDTH - LEFT - 20.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\" \
         role=\"img\" aria-label=\"Memory, file handles, threads and latency over time\">\n<style>\
         svg{{background:#fff;color:#222}}text{{fill:currentColor}}.axis{{stroke:currentColor;stroke-opacity:.35;fill:none}}\
         .one{{stroke:#0072b2;fill:none;stroke-width:1.5}}.two{{stroke:#d55e00;fill:none;stroke-width:1.5;stroke-dasharray:6 3}}\
         .kill{{stroke:currentColor;stroke-opacity:.5;stroke-dasharray:2 4}}\
         @media(prefers-color-scheme:dark){{svg{{background:#1b1b1b;color:#ddd}}.one{{stroke:#56b4e9}}.two{{stroke:#e69f00}}}}</style>\n"
    );
    for (number, (title, lines)) in panels.iter().enumerate() {
        let top = number as f64 * (PANEL + GAP) + 24.0;
        let values = lines.iter().flat_map(|(_, of)| samples.iter().map(of));
        let most = round_up(values.fold(1.0, f64::max));
        let up = |value: f64| top + PANEL - value / most * PANEL;
        let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        let legend =
            if names.len() > 1 { format!(": {} (dashed: {})", names[0], names[1]) } else { String::new() };
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{:.0}\">{title}{legend}</text>", top - 8.0);
        for value in [0.0, most / 2.0, most] {
            let y = up(value);
            let _ = writeln!(
                svg,
                "<path class=\"axis\" d=\"M{LEFT} {y:.1}H{:.0}\"/><text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
                WIDTH - 20.0,
                LEFT - 6.0,
                y + 4.0
            );
        }
        for seconds in kills {
            let _ = writeln!(svg, "<path class=\"kill\" d=\"M{:.1} {top}v{PANEL}\"/>", across(*seconds));
        }
        for ((_, of), class) in lines.iter().zip(["one", "two"]) {
            let points: Vec<String> = samples
                .iter()
                .map(|sample| format!("{:.1},{:.1}", across(sample.seconds), up(of(sample))))
                .collect();
            let _ = writeln!(svg, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
        }
    }
    let bottom = height - 8.0;
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{bottom}\">0</text>");
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{bottom}\" text-anchor=\"end\">{:.1} minutes; dotted lines: the program was killed and started again</text>",
        WIDTH - 20.0,
        last / 60.0
    );
    svg + "</svg>\n"
}

/// 1, 2 or 5 and zeros, not less than a value.
fn round_up(value: f64) -> f64 {
    let unit = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * unit).find(|top| *top >= value).unwrap_or(value)
}

//! The report for a paper or a note: Markdown, LaTeX, CSV.

use std::fmt::Write;

use crate::digest::Digest;
use crate::elo::standing;
use crate::findings::{conflicts, failures, warnings};
use crate::tables::{Entry, Head, Table, tables};
use crate::units::moment;
use crate::words::Said;

fn named(head: &Head) -> String {
    match head {
        Head::Said(said) => said.english(),
        Head::Name(name) => name.clone(),
    }
}

/// The report in Markdown.
pub fn markdown(digest: &Digest) -> String {
    let manifest = &digest.results.manifest;
    let mut out = String::new();
    let plain = |text: &str| escape_markdown(text);
    let title = if manifest.title.is_empty() { &manifest.name } else { &manifest.title };
    let _ = writeln!(out, "# {}\n", plain(title));
    if !manifest.question.is_empty() {
        let _ = writeln!(out, "{}\n", plain(&manifest.question));
    }
    let failures = failures(digest);
    if !failures.is_empty() {
        let _ = writeln!(out, "## {}\n", Said::new("failures").english());
        for failure in &failures {
            let _ = writeln!(
                out,
                "- {} × {}: {} ({})",
                failure.count,
                plain(&failure.algorithm),
                plain(&failure.error),
                plain(&failure.examples.join(", "))
            );
        }
        out.push('\n');
    }
    let conflicts = conflicts(digest);
    if !conflicts.is_empty() {
        let _ = writeln!(out, "## {}\n", Said::new("conflicts").english());
        for conflict in conflicts.iter().take(20) {
            let claims: Vec<String> =
                conflict.claims.iter().map(|(name, claim)| claim_of(name, *claim).english()).collect();
            let _ = writeln!(out, "- {}: {}", plain(&conflict.instance), plain(&claims.join(", ")));
        }
        out.push('\n');
    }
    for warning in warnings(digest) {
        let _ = writeln!(out, "> {}\n", plain(&warning.english()));
    }
    for table in tables(digest, standing(digest.results).as_ref()) {
        let _ = writeln!(out, "## {}\n", table.title.english());
        let heads: Vec<String> = table.columns.iter().map(|head| plain(&named(head))).collect();
        let _ = writeln!(out, "| {} |", heads.join(" | "));
        let sides: Vec<&str> =
            (0..heads.len()).map(|at| if at < table.texts { "---" } else { "---:" }).collect();
        let _ = writeln!(out, "| {} |", sides.join(" | "));
        for row in &table.rows {
            let cell = |entry: &Entry| {
                let text = plain(&entry.text);
                if entry.best { format!("**{text}**") } else { text }
            };
            let _ = writeln!(out, "| {} |", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
        }
        let notes: Vec<String> = table.notes.iter().map(|note| plain(&note.english())).collect();
        let _ = writeln!(out, "\n{}\n", notes.join(" "));
    }
    let _ = writeln!(out, "## {}\n", Said::new("manifest").english());
    for (name, value) in provenance(digest) {
        let _ = writeln!(out, "- {}: {}", name.english(), plain(&value));
    }
    out
}

/// The tables in LaTeX, for `\input`; needs the packages booktabs and textcomp.
pub fn latex(digest: &Digest) -> String {
    let manifest = &digest.results.manifest;
    let mut out = format!("% {}\n", manifest.name.replace(['\n', '\r'], " "));
    for (name, value) in provenance(digest) {
        let _ = writeln!(out, "% {}: {}", name.english(), value.replace(['\n', '\r'], " "));
    }
    for warning in warnings(digest) {
        let _ = writeln!(out, "% {}", warning.english().replace(['\n', '\r'], " "));
    }
    for table in tables(digest, standing(digest.results).as_ref()) {
        write_latex(&mut out, &table);
    }
    out
}

fn write_latex(out: &mut String, table: &Table) {
    let sides: String = (0..table.columns.len()).map(|at| if at < table.texts { 'l' } else { 'r' }).collect();
    let heads: Vec<String> = table.columns.iter().map(|head| escape_latex(&named(head))).collect();
    let _ = writeln!(out, "\n\\begin{{table}}\n\\centering\\small\n\\begin{{tabular}}{{{sides}}}\n\\toprule");
    let _ = writeln!(out, "{} \\\\\n\\midrule", heads.join(" & "));
    for row in &table.rows {
        let cell = |entry: &Entry| {
            let text = escape_latex(&entry.text);
            if entry.best { format!("\\textbf{{{text}}}") } else { text }
        };
        let _ = writeln!(out, "{} \\\\", row.iter().map(cell).collect::<Vec<_>>().join(" & "));
    }
    let notes: Vec<String> = table.notes.iter().map(|note| escape_latex(&note.english())).collect();
    let title = escape_latex(&table.title.english());
    let _ = writeln!(
        out,
        "\\bottomrule\n\\end{{tabular}}\n\\caption{{{title}. {}}}\n\\label{{tab:{}}}\n\\end{{table}}",
        notes.join(" "),
        table.id
    );
}

/// One line for each algorithm on each instance: medians over the repeats. What is not known is empty.
pub fn csv(digest: &Digest) -> String {
    let features: Vec<&str> = digest.features();
    let mut out = String::from("instance,game,source");
    for feature in &features {
        let _ = write!(out, ",{}", quote(feature));
    }
    out.push_str(",algorithm,runs,solved,unsolvable,limits,errors,cost,optimal,seconds,expanded\n");
    for (at, instance) in digest.results.instances.iter().enumerate() {
        let mut start =
            format!("{},{},{}", quote(&instance.id), quote(&instance.game), quote(&instance.source));
        for feature in &features {
            let value = instance.features.get(*feature);
            let _ = write!(start, ",{}", value.map_or_else(String::new, f64::to_string));
        }
        for (a, name) in digest.algorithms.iter().enumerate() {
            let cell = digest.cell(a, at);
            let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            let _ = writeln!(
                out,
                "{start},{},{},{},{},{},{},{},{},{},{}",
                quote(name),
                cell.runs,
                cell.solved,
                cell.unsolvable,
                cell.limits,
                cell.errors,
                cell.cost.map_or_else(String::new, |cost| cost.to_string()),
                cell.optimal.map_or_else(String::new, |cost| cost.to_string()),
                number(cell.time),
                number(cell.expanded)
            );
        }
    }
    out
}

/// What one algorithm claims of an instance.
pub(crate) fn claim_of(name: &str, claim: Option<u32>) -> Said {
    let claim = claim.map_or_else(|| Said::new("conflict.none").english(), |cost| cost.to_string());
    Said::new("conflict.says").gap("algorithm", name).gap("claim", claim)
}

/// Where the numbers come from.
pub(crate) fn provenance(digest: &Digest) -> Vec<(Said, String)> {
    let manifest = &digest.results.manifest;
    let mut facts = vec![
        (Said::new("campaign"), manifest.name.clone()),
        (Said::new("version"), manifest.version.clone()),
        (Said::new("commit"), manifest.commit.clone().unwrap_or_else(|| "–".to_owned())),
        (Said::new("began"), moment(manifest.began)),
        (Said::new("runs"), format!("{} / {}", digest.results.rows.len(), digest.results.planned)),
        (Said::new("instances"), digest.results.instances.len().to_string()),
    ];
    let isolations: std::collections::BTreeSet<String> =
        digest.results.rows.iter().map(|row| format!("{:?}", row.isolation).to_lowercase()).collect();
    facts.push((Said::new("isolation"), isolations.into_iter().collect::<Vec<_>>().join(", ")));
    for machine in &manifest.machines {
        let memory = crate::units::bytes(machine.memory);
        let governor =
            machine.governor.as_deref().map_or_else(String::new, |governor| format!(", {governor}"));
        let told = format!(
            "{}: {} × {}, {memory}, {}{governor}",
            machine.id, machine.cores, machine.cpu, machine.system
        );
        facts.push((Said::new("machine"), told));
    }
    for (name, hash) in &manifest.inputs {
        facts.push((Said::new("input"), format!("{name} {hash}")));
    }
    facts
}

fn escape_markdown(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' | '~' => {
                out.push('\\');
                out.push(character);
            }
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn escape_latex(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(character);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '×' => out.push_str("$\\times$"),
            '∝' => out.push_str("$\\propto$"),
            '−' => out.push_str("$-$"),
            '±' => out.push_str("$\\pm$"),
            '²' => out.push_str("$^2$"),
            'µ' => out.push_str("\\textmu{}"),
            '∞' => out.push_str("$\\infty$"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '–' => out.push_str("--"),
            '\u{202f}' => out.push_str("\\,"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A field of CSV (RFC 4180).
fn quote(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

//! The report as one page: no network, no second file.
//!
//! Everything that comes from a campaign is escaped where it is written: text by [`escape`], the data by replacing `<` in its JSON. The
//! page's own policy forbids it to load anything.

mod data;

use std::fmt::Write;
use std::io::Write as _;

use base64::Engine;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::digest::Digest;
use crate::elo::standing;
use crate::findings::{conflicts, failures, warnings};
use crate::plot::{Look, Place, Sketch, all as plots};
use crate::svg::{SERIES, escape};
use crate::tables::{Entry, Head, Table, tables};
use crate::text::{claim_of, provenance};
use crate::units::{percent, whole};
use crate::words::{Said, attribute, word};

/// Data longer than this is packed: a reader's browser unpacks it faster than it reads it from a disk.
const PACKED_FROM: usize = 2 << 20;
/// So many contradictions are told one by one.
const CONFLICTS: usize = 20;

/// How a page is made.
#[derive(Clone, Debug)]
pub struct Page {
    /// The address of the app, to which the links of instances are added.
    pub app: String,
    /// The language to begin with, `en` or `fr`; none for the reader's own.
    pub language: Option<String>,
}

impl Default for Page {
    fn default() -> Page {
        Page { app: "http://127.0.0.1:7177/".to_owned(), language: None }
    }
}

/// The whole page.
pub fn html(digest: &Digest, page: &Page) -> String {
    let manifest = &digest.results.manifest;
    let title = if manifest.title.is_empty() { &manifest.name } else { &manifest.title };
    let standing = standing(digest.results);
    let tables = tables(digest, standing.as_ref());
    let plots = plots(digest, standing.as_ref());
    let language = page.language.as_deref().filter(|language| matches!(*language, "en" | "fr"));
    let mut out = String::with_capacity(1 << 20);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\" data-language=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        language.unwrap_or_default(),
        escape(title),
        style()
    );
    write_header(&mut out, digest, title);
    write_contents(&mut out, digest, &tables, &plots);
    out.push_str("<main id=\"main\">\n");
    write_findings(&mut out, digest);
    if digest.results.rows.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{}</p>", word("nothing"));
    }
    for table in &tables {
        write_table(&mut out, digest, table);
    }
    write_plots(&mut out, &plots);
    write_rows(&mut out, digest);
    write_manifest(&mut out, digest);
    out.push_str("</main>\n");
    write_data(&mut out, &data::json(digest, &page.app));
    let _ = write!(out, "<script>\n{}</script>\n</body>\n</html>\n", include_str!("page.js"));
    out
}

fn style() -> String {
    let mut colours = String::new();
    for (at, (light, dark)) in SERIES.iter().enumerate() {
        let _ = writeln!(colours, "  --s{at}: light-dark({light}, {dark});");
    }
    let mut style = include_str!("page.css").replace("/*SERIES*/\n", &colours);
    for at in 0..SERIES.len() {
        let _ = writeln!(style, ".s{at} {{ color: var(--s{at}); }}");
    }
    style
}

fn write_header(out: &mut String, digest: &Digest, title: &str) {
    let results = digest.results;
    let _ = write!(
        out,
        "<a class=\"skip\" href=\"#main\">{}</a>\n<header>\n<div class=\"top\">\n<h1>{}</h1>\n<div class=\"set\">\
         <button type=\"button\" data-lang=\"en\" lang=\"en\" aria-pressed=\"true\">English</button>\
         <button type=\"button\" data-lang=\"fr\" lang=\"fr\" aria-pressed=\"false\">Français</button>\
         <button type=\"button\" id=\"theme\" data-label=\"theme\" aria-label=\"Light or dark\">◐</button></div>\n</div>\n",
        word("skip"),
        escape(title)
    );
    if !results.manifest.question.is_empty() {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", escape(&results.manifest.question));
    }
    let algorithms = if digest.is_solving() { digest.algorithms.len() } else { results.algorithms.len() };
    let done = results.rows.len() as f64 / (results.planned as f64).max(1.0);
    let mut facts = vec![
        ("runs", whole(results.rows.len() as f64)),
        ("instances", whole(results.instances.len() as f64)),
        ("algorithms", whole(algorithms as f64)),
    ];
    if (results.rows.len() as u64) < results.planned {
        facts.push(("complete", percent((done * 1000.0).floor() / 1000.0)));
    }
    out.push_str("<dl class=\"facts\">");
    for (key, value) in facts {
        let _ = write!(out, "<div><dt>{}</dt><dd>{value}</dd></div>", word(key));
    }
    out.push_str("</dl>\n</header>\n");
}

fn write_contents(out: &mut String, digest: &Digest, tables: &[Table], plots: &[Sketch]) {
    let _ = write!(out, "<nav data-label=\"contents\" aria-label=\"Contents\"><ul>");
    let mut entry = |id: &str, said: &Said| {
        let _ = write!(out, "<li><a href=\"#{id}\">{}</a></li>", said.span());
    };
    if !failures(digest).is_empty() {
        entry("failures", &Said::new("failures"));
    }
    tables.iter().for_each(|table| entry(table.id, &table.title));
    if !plots.is_empty() {
        entry("plots", &Said::new("plots"));
    }
    entry("all", &Said::new("all"));
    entry("manifest", &Said::new("manifest"));
    out.push_str("</ul></nav>\n");
}

fn write_findings(out: &mut String, digest: &Digest) {
    let failures = failures(digest);
    if !failures.is_empty() {
        let _ = write!(out, "<section class=\"alert\" id=\"failures\"><h2>{}</h2><ul>", word("failures"));
        for failure in &failures {
            let many = Said::new("failure.n").gap("n", failure.count.to_string()).span();
            let whose = Said::new("failure.of").gap("algorithm", &failure.algorithm).span();
            let on = failure.examples.iter().map(|id| instance(digest, id)).collect::<Vec<_>>().join(", ");
            let error = escape(&failure.error);
            let _ = write!(out, "<li><strong>{many}</strong>: <code>{error}</code> ({whose} {on})</li>");
        }
        out.push_str("</ul></section>\n");
    }
    let conflicts = conflicts(digest);
    if !conflicts.is_empty() {
        let _ = write!(out, "<section class=\"alert\" id=\"conflicts\"><h2>{}</h2><ul>", word("conflicts"));
        for conflict in conflicts.iter().take(CONFLICTS) {
            let claims = conflict.claims.iter().map(|(name, claim)| claim_of(name, *claim).span());
            let claims = claims.collect::<Vec<_>>().join(", ");
            let _ = write!(out, "<li>{}: {claims}</li>", instance(digest, &conflict.instance));
        }
        if let Some(more) = conflicts.len().checked_sub(CONFLICTS).filter(|more| *more > 0) {
            let _ = write!(out, "<li>{}</li>", Said::new("conflict.more").gap("n", more.to_string()).span());
        }
        out.push_str("</ul></section>\n");
    }
    let warnings = warnings(digest);
    if !warnings.is_empty() {
        let _ =
            write!(out, "<section class=\"alert care\" id=\"warnings\"><h2>{}</h2><ul>", word("warnings"));
        for warning in warnings {
            let _ = write!(out, "<li>{}</li>", warning.span());
        }
        out.push_str("</ul></section>\n");
    }
}

/// An instance by name, which a click opens.
fn instance(digest: &Digest, id: &str) -> String {
    let place = digest.instance(id);
    let linked = place.filter(|&at| data::link(digest.results.instances[at].link.as_deref()).is_some());
    match linked {
        Some(at) => format!("<a href=\"#all\" data-i=\"{at}\">{}</a>", escape(id)),
        None => escape(id),
    }
}

fn write_table(out: &mut String, digest: &Digest, table: &Table) {
    let (id, title) = (table.id, table.title.span());
    let _ = write!(
        out,
        "<section id=\"{id}\"><h2 id=\"{id}-h\">{title}</h2><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}-h\">\
         <table class=\"told\"><thead><tr>"
    );
    for (at, head) in table.columns.iter().enumerate() {
        let class = if at < table.texts { "t" } else { "n" };
        let name = match head {
            Head::Said(said) => said.span(),
            Head::Name(name) => escape(name),
        };
        let _ = write!(out, "<th scope=\"col\" class=\"{class}\">{name}</th>");
    }
    out.push_str("</tr></thead><tbody>");
    for row in &table.rows {
        out.push_str("<tr>");
        for (at, entry) in row.iter().enumerate() {
            let text = cell(digest, table, at, entry);
            if at == 0 {
                let _ = write!(out, "<th scope=\"row\" class=\"t\">{text}</th>");
            } else {
                let _ = write!(out, "<td class=\"{}\">{text}</td>", if at < table.texts { "t" } else { "n" });
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    let notes = table.notes.iter().map(Said::english).collect::<Vec<_>>().join(" ");
    let _ =
        writeln!(out, "<p class=\"note\"{}>{}</p></section>", attribute(&table.notes, true), escape(&notes));
}

/// What stands in a table; algorithms have their marker beside them, the best is bold.
fn cell(digest: &Digest, table: &Table, at: usize, entry: &Entry) -> String {
    let text = escape(&entry.text);
    let algorithm =
        (at < table.texts).then(|| digest.algorithms.iter().position(|name| *name == entry.text)).flatten();
    match algorithm {
        Some(place) => {
            let look = Look(place);
            let (class, marker) = (look.class(), look.marker(6.0, 6.0));
            format!(
                "<span class=\"named\"><svg class=\"key {class}\" viewBox=\"0 0 12 12\" aria-hidden=\"true\"><path d=\"{marker}\"/></svg><span>{text}</span></span>"
            )
        }
        None if entry.best => format!("<b>{text}</b>"),
        None => text,
    }
}

fn write_plots(out: &mut String, plots: &[Sketch]) {
    if plots.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<section id=\"plots\"><h2>{}</h2><p class=\"note no-print\">{}</p><div class=\"plots\">",
        word("plots"),
        word("plots.note")
    );
    for plot in plots {
        let gist = plot.gist.iter().map(Said::english).collect::<Vec<_>>().join(" ");
        let _ = write!(
            out,
            "<figure><h3>{}</h3>{}<figcaption aria-hidden=\"true\"{}>{}</figcaption></figure>",
            plot.title.span(),
            plot.draw(Place::Page),
            attribute(&plot.gist, true),
            escape(&gist)
        );
    }
    out.push_str("</div></section>\n");
}

fn write_rows(out: &mut String, digest: &Digest) {
    let mut seen: Vec<&str> = Vec::new();
    // In the order in which the data numbers them.
    let mut known = std::collections::HashSet::new();
    seen.extend(
        digest.results.rows.iter().map(|row| row.algorithm.as_str()).filter(|name| known.insert(*name)),
    );
    let option = |(at, name): (usize, &&str)| format!("<option value=\"{at}\">{}</option>", escape(name));
    let algorithms: String = seen.iter().enumerate().map(option).collect();
    let endings =
        ["outcome.solved", "outcome.unsolvable", "outcome.limit", "outcome.played", "outcome.error"];
    let mut options = String::new();
    for (at, key) in endings.into_iter().enumerate() {
        let _ =
            write!(options, "<option value=\"{at}\" data-w=\"{key}\">{}</option>", Said::new(key).english());
    }
    let every = Said::new("filter.every").english();
    let _ = writeln!(
        out,
        "<section id=\"all\"><h2 id=\"all-h\">{}</h2><noscript><p class=\"note\">{}</p></noscript>\
         <div class=\"tools\"><label>{}<input type=\"search\" id=\"search\" data-hint=\"filter.hint\" autocomplete=\"off\" spellcheck=\"false\"></label>\
         <label>{}<select id=\"by-algorithm\"><option value=\"\" data-w=\"filter.every\">{every}</option>{algorithms}</select></label>\
         <label>{}<select id=\"by-outcome\"><option value=\"\" data-w=\"filter.every\">{every}</option>{options}</select></label>\
         <button type=\"button\" id=\"reset\" data-w=\"reset\">{}</button><span id=\"shown\" role=\"status\"></span></div>\
         <div class=\"rows\" id=\"rows\" tabindex=\"0\" role=\"region\" aria-labelledby=\"all-h\"><table id=\"table\"><thead><tr id=\"heads\"></tr></thead>\
         <tbody id=\"body\"></tbody></table></div><p class=\"note print\">{}</p>\
         <div class=\"tools no-print\" style=\"margin-top:12px\"><label>{}<input id=\"app\" type=\"url\" size=\"28\"></label><p class=\"note\">{}</p></div></section>",
        word("all"),
        word("noscript"),
        word("filter"),
        word("filter.algorithm"),
        word("filter.outcome"),
        Said::new("reset").english(),
        word("printed"),
        word("app"),
        word("app.note")
    );
}

fn write_manifest(out: &mut String, digest: &Digest) {
    let _ = write!(out, "<section id=\"manifest\"><h2>{}</h2><dl class=\"manifest\">", word("manifest"));
    for (name, value) in provenance(digest) {
        let _ = write!(out, "<dt>{}</dt><dd>{}</dd>", name.span(), escape(&value));
    }
    out.push_str("</dl>");
    if !digest.results.manifest.campaign.is_empty() {
        let lines: Vec<String> = digest.results.manifest.campaign.lines().map(escape).collect();
        let _ = write!(
            out,
            "<details><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>",
            word("file"),
            lines.join("\n")
        );
    }
    out.push_str("</section>\n");
}

fn write_data(out: &mut String, json: &str) {
    if json.len() < PACKED_FROM {
        // Within a script `<` could end it, and JSON may write it otherwise.
        let _ = writeln!(
            out,
            "<script type=\"application/json\" id=\"data\">{}</script>",
            json.replace('<', "\\u003c")
        );
        return;
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    // Packing into memory does not fail.
    let _ = packed.write_all(json.as_bytes());
    let packed = base64::engine::general_purpose::STANDARD.encode(packed.finish().unwrap_or_default());
    let _ = writeln!(
        out,
        "<script type=\"application/json\" id=\"data\" data-packed=\"deflate\">{packed}</script>"
    );
}

//! Tables on a terminal, and the same as CSV.

use std::io::{self, Write};
use std::path::Path;

use damier_lab::Table;

use super::Fault;

/// Columns one below the other: numbers to the right, words to the left.
pub(super) fn print(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let all = || std::iter::once(&table.head).chain(&table.rows);
    let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || c == '–');
    let columns: Vec<(usize, bool)> = (0..table.head.len())
        .map(|column| {
            let width = all().map(|row| row[column].chars().count()).max().unwrap_or(0);
            (width, table.rows.iter().all(|row| is_number(&row[column])))
        })
        .collect();
    for row in all() {
        let cells = row.iter().zip(&columns).map(|(cell, &(width, number))| {
            if number { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Writes a table as CSV: whole or not at all.
pub(super) fn save(table: &Table, file: &Path) -> Result<(), Fault> {
    let quote = |cell: &String| {
        // What is missing is shown as a dash and written as nothing.
        let cell = if cell == "–" { "" } else { cell };
        if cell.contains([',', '"', '\n']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let line = |row: &Vec<String>| row.iter().map(quote).collect::<Vec<_>>().join(",") + "\n";
    let text: String = std::iter::once(&table.head).chain(&table.rows).map(line).collect();
    let part = file.with_extension("csv.part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, file));
    written.map_err(|error| Fault::Failed(format!("cannot write {}: {error}", file.display())))
}

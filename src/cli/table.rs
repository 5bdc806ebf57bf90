//! Tables for a terminal, and the same as CSV.

use std::io::{self, Write};
use std::path::Path;

use super::Fault;

/// Rows under a head.
pub(super) struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(head: &[&'static str]) -> Self {
        Table { head: head.to_vec(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// Columns one below the other: numbers to the right, words to the left.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let head: Vec<String> = self.head.iter().map(|&name| name.to_owned()).collect();
        let all = || std::iter::once(&head).chain(&self.rows);
        let is_number = |cell: &String| cell.starts_with(|c: char| c.is_ascii_digit() || c == '–');
        let columns: Vec<(usize, bool)> = (0..head.len())
            .map(|column| {
                let width = all().map(|row| row[column].chars().count()).max().unwrap_or(0);
                (width, self.rows.iter().all(|row| is_number(&row[column])))
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

    /// Writes the table as CSV: whole or not at all.
    pub(super) fn save(&self, file: &Path) -> Result<(), Fault> {
        let quote = |cell: &str| {
            // What is missing is shown as a dash and written as nothing.
            let cell = if cell == "–" { "" } else { cell };
            if cell.contains([',', '"', '\n']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.to_owned()
            }
        };
        let line =
            |cells: &mut dyn Iterator<Item = &str>| cells.map(quote).collect::<Vec<_>>().join(",") + "\n";
        let mut text = line(&mut self.head.iter().copied());
        for row in &self.rows {
            text += &line(&mut row.iter().map(String::as_str));
        }
        let part = file.with_extension("csv.part");
        let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, file));
        written.map_err(|error| Fault::Failed(format!("cannot write {}: {error}", file.display())))
    }
}

//! Tables on a terminal.

use std::io::{self, Write};

use damier_lab::Table;

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

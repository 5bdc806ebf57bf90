//! Rows under a head, for whoever prints or saves them.

/// A table of words and numbers, all as text; `–` stands where something is missing.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells as there are columns in each.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(head: &[&str]) -> Self {
        Table { head: head.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    /// One more row, with the names of the columns; those of the first row are the head.
    pub fn entry(&mut self, cells: &[(&str, &dyn ToString)]) {
        if self.rows.is_empty() {
            self.head = cells.iter().map(|(name, _)| (*name).to_owned()).collect();
        }
        self.rows.push(cells.iter().map(|(_, cell)| cell.to_string()).collect());
    }

    /// One more row.
    pub fn row(&mut self, cells: &[&dyn ToString]) {
        self.rows.push(cells.iter().map(|cell| cell.to_string()).collect());
    }
}

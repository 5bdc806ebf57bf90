//! Reading what was given, without ever taking in more than a position can need.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use damier_kit::{Position, Refusal, refuse};
use damier_lab::Game;

use super::{Fault, game};

/// The longest line of a batch: the largest position takes a few kilobytes.
const LINE: usize = 1 << 20;
/// The longest whole file outside a batch.
const FILE: usize = 16 << 20;

/// A file, or standard input for `-`.
pub(super) fn open(name: &str) -> Result<Box<dyn BufRead>, Fault> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file = File::open(name).map_err(|error| Fault::Input(format!("cannot open {name}: {error}")))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(Fault::Input(format!("{name} is a folder; name a file, or - for standard input")));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// How an input is called in a sentence.
pub(super) fn called(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// What a verb reads.
#[derive(clap::Args)]
pub(super) struct Source {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    pub(super) game: Game,
    /// A file, or - for standard input
    pub(super) file: String,
    #[command(flatten)]
    pub(super) which: Which,
}

/// How a file is read.
#[derive(clap::Args)]
pub(super) struct Which {
    /// The format of the file [default: recognised]
    #[arg(long, value_name = "FORMAT")]
    pub(super) format: Option<String>,
    /// Only the position of this number in the file, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) level: Option<u64>,
}

impl Source {
    /// All positions in the file, or the one that is meant.
    pub(super) fn positions(&self) -> Result<Vec<Box<dyn Position>>, Fault> {
        positions(self.game, &self.file, &self.which)
    }
}

/// All positions in a file, or the one that is meant.
pub(super) fn positions(game: Game, name: &str, which: &Which) -> Result<Vec<Box<dyn Position>>, Fault> {
    let read = game.kit.read(&text_of(game, name)?, which.format.as_deref());
    which.pick(read.map_err(|error| Fault::unreadable(called(name), &error))?, name)
}

/// The text of a whole file that is no position.
pub(super) fn plain_text(name: &str) -> Result<String, Fault> {
    text(all(name)?).map_err(|error| Fault::unreadable(called(name), &error))
}

/// The text of a whole file.
pub(super) fn text_of(game: Game, name: &str) -> Result<String, Fault> {
    let bytes = all(name)?;
    let decoded = game.kit.decode(&bytes).map_or_else(|| text(bytes), Ok);
    decoded.map_err(|error| Fault::unreadable(called(name), &error))
}

impl Which {
    /// What is meant of all that a file holds.
    pub(super) fn pick<T>(&self, mut items: Vec<T>, name: &str) -> Result<Vec<T>, Fault> {
        let Some(level) = self.level else { return Ok(items) };
        let many = items.len();
        let place = usize::try_from(level - 1).ok().filter(|&place| place < many);
        let none = || Fault::Input(format!("{} has no level {level}; it has {many}", called(name)));
        Ok(vec![items.swap_remove(place.ok_or_else(none)?)])
    }
}

/// All bytes of a file.
fn all(name: &str) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = open(name)?.take(FILE as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Fault::Input(format!("cannot read {}: {error}", called(name))))?;
    if bytes.len() > FILE {
        let what =
            format!("{} is larger than 16 MiB; give many positions as JSON Lines with --batch", called(name));
        return Err(Fault::Input(what));
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String, Refusal> {
    String::from_utf8(bytes).map_err(|error| {
        let good =
            String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let column = good.chars().rev().take_while(|&c| c != '\n').count() + 1;
        refuse!("input.utf8", "this is not text in UTF-8; save the file as UTF-8")
            .at(good.matches('\n').count() + 1, column)
    })
}

/// The lines of a batch, each with its number, or why it cannot be used.
pub(super) struct Lines {
    reader: Box<dyn BufRead>,
    number: usize,
    /// The rest of a line that was too long is still to be passed over.
    within: bool,
}

impl Lines {
    pub(super) fn new(name: &str) -> Result<Self, Fault> {
        Ok(Lines { reader: open(name)?, number: 0, within: false })
    }
}

impl Iterator for Lines {
    type Item = (usize, Result<String, Refusal>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number += 1;
            let line = self.line()?;
            if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
                continue;
            }
            return Some((self.number, line));
        }
    }
}

impl Lines {
    fn line(&mut self) -> Option<Result<String, Refusal>> {
        if std::mem::take(&mut self.within) {
            let _ = self.reader.skip_until(b'\n');
        }
        let mut bytes = Vec::new();
        match (&mut self.reader).take(LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => {
                self.reader = Box::new(io::empty());
                let error = error.to_string();
                return Some(Err(refuse!("input.read", "cannot read further: {error}", error = error)));
            }
        }
        if bytes.len() == LINE && !bytes.ends_with(b"\n") {
            // It is told at once; the rest is passed over when the next line is wanted.
            self.within = true;
            let long = refuse!("input.long", "the line is longer than 1 MiB; a position is much shorter");
            return Some(Err(long.at(1, LINE)));
        }
        Some(text(bytes))
    }
}

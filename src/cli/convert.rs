//! `convert`: the same positions in another format.

use std::io::{self, BufWriter, Write};

use super::{Exit, Outcome, input, say_notes};

#[derive(clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    source: input::Source,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: String,
}

pub(super) fn run(options: &Options) -> Outcome {
    let mut positions = options.source.positions()?;
    if options.to == "json" {
        // What is known by its line stands in another one now.
        let several = positions.len() > 1;
        for position in positions.iter_mut().filter(|position| position.id().is_none()) {
            let name = position.name();
            if several || name != "1" {
                position.set_id(name);
            }
        }
    }
    // All are converted before the first is written, so that an error leaves no half of an output.
    let texts: Vec<String> =
        positions.iter().map(|position| position.write(&options.to)).collect::<Result<_, _>>()?;
    positions.iter().for_each(|position| say_notes(position.as_ref()));
    write_all(&mut BufWriter::new(io::stdout()), &texts)?;
    Ok(Exit::Done)
}

/// Writes texts of one line below each other, longer ones with an empty line between.
pub(super) fn write_all(out: &mut impl Write, texts: &[String]) -> io::Result<()> {
    for (at, text) in texts.iter().enumerate() {
        if at > 0 && text.trim_end().contains('\n') {
            writeln!(out)?;
        }
        writeln!(out, "{}", text.trim_end_matches('\n'))?;
    }
    out.flush()
}

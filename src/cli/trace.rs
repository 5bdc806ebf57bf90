//! `trace`: a search, kept step by step, as a file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use damier_lab::Game;
use damier_lab::trace::{DRAWN, Header, POSTHOC, Trace, trace};
use damier_search::Spec;

use super::own::{Own, OwnOption};
use super::units::show_count;
use super::{Exit, Fault, LimitOptions, Outcome, game, input, say, say_notes, serve, session};
use crate::server::Filed;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME", required = true)]
    game: Option<Game>,
    /// A file, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    file: Option<String>,
    #[command(flatten)]
    which: input::Which,
    /// The algorithm, such as astar or "alphabeta(depth=3)" [default: the game's own]
    #[arg(long, value_name = "SPEC")]
    algorithm: Option<String>,
    #[command(flatten)]
    own: OwnOption,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// What to write: jsonl, which opens again; posthoc, for that program; dot or svg, the tree
    #[arg(long = "to", value_name = "FORMAT", default_value = "jsonl", value_parser = FORMATS)]
    to: String,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(subcommand)]
    other: Option<Other>,
}

const FORMATS: [&str; 4] = ["jsonl", "posthoc", "dot", "svg"];
/// What is kept at most, in bytes, where there is no limit of memory.
const KEPT: usize = 512 << 20;

#[derive(clap::Subcommand)]
enum Other {
    /// What a trace in a file tells, or the same trace in another format
    Show {
        /// A file that `trace` wrote
        file: String,
        /// What to write: jsonl, posthoc, dot or svg [default: a summary]
        #[arg(long = "to", value_name = "FORMAT", value_parser = FORMATS)]
        to: Option<String>,
    },
    /// Open a trace in a file in the browser
    View {
        /// A file that `trace` wrote, or that the page saved
        file: String,
        #[command(flatten)]
        serve: Box<serve::Options>,
    },
}

pub(super) fn run(options: &Options) -> Outcome {
    match &options.other {
        Some(Other::Show { file, to }) => return show(file, to.as_deref()),
        Some(Other::View { file, serve }) => return view(file, serve),
        None => {}
    }
    let (Some(game), Some(file)) = (options.game, &options.file) else {
        return Err(Fault::Input("this verb needs a game and a file".to_owned()));
    };
    let positions = input::positions(game, file, &options.which)?;
    let [position] = positions.as_slice() else {
        let held = positions.len();
        return Err(Fault::Input(format!(
            "one search is traced at a time; {} holds {held} positions (--level N chooses one)",
            input::called(file)
        )));
    };
    say_notes(position.as_ref());
    let own = options.own.read()?;
    let named = options.algorithm.as_deref().map(str::parse).transpose()?;
    let default = || game.kit.about().default_algorithm.parse();
    let spec: Spec = if own.is_some() { Own::spec(game, named)? } else { named.map_or_else(default, Ok)? };
    let script = own.map(|own| own.script(game, position.as_ref())).transpose()?;
    let bounds = options.limits.patient(game);
    let most = bounds.memory.map_or(KEPT, |memory| memory as usize / 2);
    let (kept, record) = session::search(bounds, 1, |run| {
        run.own = script;
        trace(game, position.as_ref(), &spec, run, most)
    })?;
    if let Some(refusal) = record.error {
        return Err(refusal.into());
    }
    let header = Header::of(game, position.as_ref(), &spec, &record);
    match &options.output {
        None => write(&kept, header, &options.to, &mut BufWriter::new(io::stdout()))?,
        Some(name) => {
            let file = File::create(name)
                .map_err(|error| Fault::Input(format!("{name} cannot be written: {error}")))?;
            write(&kept, header, &options.to, &mut BufWriter::new(file))?;
        }
    }
    if kept.dropped() > 0 {
        let (kept, dropped) = (show_count(kept.len() as u128), show_count(u128::from(kept.dropped())));
        say(&format!("the first {kept} events are kept; {dropped} more were too many"));
    }
    Ok(record.exit)
}

fn write(kept: &Trace, header: Header, format: &str, out: &mut dyn Write) -> io::Result<()> {
    let cut = match format {
        "posthoc" if kept.len() > POSTHOC => Some((POSTHOC, "events")),
        "dot" | "svg" if kept.size() > DRAWN => Some((DRAWN, "nodes")),
        _ => None,
    };
    if let Some((most, what)) = cut {
        say(&format!("only the first {} {what} are written", show_count(most as u128)));
    }
    match format {
        "posthoc" => writeln!(out, "{}", kept.posthoc(header.width))?,
        "dot" => write!(out, "{}", kept.dot())?,
        "svg" => write!(out, "{}", kept.svg())?,
        _ => kept.write(header, out)?,
    }
    out.flush()
}

fn open(name: &str) -> Result<BufReader<File>, Fault> {
    let file = File::open(name).map_err(|error| Fault::Input(format!("{name} cannot be read: {error}")))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

/// Serves as `serve` does, and opens the trace.
fn view(name: &str, options: &serve::Options) -> Outcome {
    let (header, kept) = Trace::read_up_to(&mut open(name)?, KEPT, &mut || ())?;
    if kept.dropped() > header.dropped {
        let (len, more) = (show_count(kept.len() as u128), show_count(u128::from(kept.dropped())));
        say(&format!("the first {len} events are shown; {more} more are too many"));
    }
    serve::show(options, Filed::new(header, kept)?)
}

fn show(name: &str, to: Option<&str>) -> Outcome {
    let (header, kept) = Trace::read(&mut open(name)?)?;
    let mut out = BufWriter::new(io::stdout());
    if let Some(format) = to {
        write(&kept, header, format, &mut out)?;
        return Ok(Exit::Done);
    }
    let end = kept.cursor(kept.len());
    writeln!(out, "{}: {} of {}", header.game, header.algorithm, header.position)?;
    writeln!(
        out,
        "{}{}",
        header.outcome,
        header.cost.map_or(String::new(), |cost| format!(", cost {cost}"))
    )?;
    let counts = end.counts;
    for (what, count) in [
        ("steps", counts.steps),
        ("new", counts.new),
        ("better", counts.better),
        ("duplicates", counts.duplicates),
        ("dead ends", counts.dead),
        ("cut", counts.cut),
        ("waiting", end.open.len as u32),
    ] {
        writeln!(out, "{what:<11}{:>12}", show_count(u128::from(count)))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

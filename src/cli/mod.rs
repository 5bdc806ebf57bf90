//! The command line, one file a verb. What a person sees and what `--json` prints come from the same [`record`]s.

mod bench;
mod check;
mod convert;
mod generate;
mod hardest;
mod input;
mod list;
pub(crate) mod quoridor;
mod race;
mod rate;
pub(crate) mod record;
mod serve;
mod session;
mod solve;
mod study;
mod table;
mod units;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use damier_search::kit::{Position, ReadError};
use damier_search::{Limits, SpecError};

use crate::games::Game;

#[derive(Parser)]
#[command(
    name = "damier",
    version,
    about = "A laboratory of board games and search: play, solve, watch and measure"
)]
#[command(
    after_help = "Exit codes: 0 done or solved, 10 proven unsolvable, 20 a limit was reached, 30 bad input, \
                        40 cancelled, 1 anything else."
)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// The web app (also what the program does without a verb)
    Serve(serve::Options),
    /// Games, algorithms, heuristics and formats, with what they declare
    List(list::Options),
    /// Solve each position in a file
    Solve(solve::Options),
    /// Replay a solution with the independent validator
    Check(check::Options),
    /// Write positions in another format
    Convert(convert::Options),
    /// New positions on standard output
    #[command(subcommand_required = true, subcommand_value_name = "GAME", subcommand_help_heading = "Games")]
    Generate,
    /// How hard positions are: a solver's effort, and an estimate for a person
    Rate(rate::Options),
    /// The position on a board whose best solution is the longest that can be found
    Hardest(hardest::Options),
    /// Several algorithms on one position, a live table
    Race(race::Options),
    /// A fixed suite: total nodes as the signature, then times
    Bench(bench::Options),
    /// The classic experiments: tables, and CSV files for plots
    Study(study::Options),
    #[command(flatten)]
    Quoridor(quoridor::Own),
}

/// How a command ends, by its exit code. In a batch the worst counts; the order is that of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Done,
    Unsolvable,
    Limit,
    BadInput,
    Failed,
    Cancelled,
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Unsolvable => 10,
            Exit::Limit => 20,
            Exit::BadInput => 30,
            Exit::Failed => 1,
            Exit::Cancelled => 40,
        }
    }
}

/// Why a command ends early.
pub(crate) enum Fault {
    /// Something that was given cannot be used: the sentence says what and where.
    Input(String),
    /// Anything else.
    Failed(String),
    /// Nobody reads the output any more.
    Unread,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Fault::Unread,
            _ => Fault::Failed(format!("cannot write the output: {error}")),
        }
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Self {
        Fault::Input(error.to_string())
    }
}

impl Fault {
    /// A text that cannot be read.
    fn unreadable(name: &str, error: &ReadError) -> Self {
        Fault::Input(if error.line.is_some() {
            format!("{name}, {error}")
        } else {
            format!("{name}: {error}")
        })
    }
}

type Outcome = Result<Exit, Fault>;

/// Limits on anything long.
#[derive(clap::Args, Clone, Copy)]
struct LimitOptions {
    /// Stop after this time, such as 60s, 500ms or 5m
    #[arg(long, value_parser = units::duration, value_name = "TIME")]
    time: Option<std::time::Duration>,
    /// Stop after this many expanded nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Keep the tables within this size, such as 4GiB or 500MB [default: three quarters of the free memory]
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
    /// Use at most this many cores, where an algorithm can use several [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

impl LimitOptions {
    fn limits(self) -> Limits {
        let memory = self.memory.or_else(session::free_memory);
        Limits { time: self.time, nodes: self.nodes, memory }
    }

    fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// Reads the arguments, does what they say, and tells how it ended.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let command = Cli::command().mut_subcommand("generate", generate::add_games);
    let args: Vec<OsString> = args.collect();
    if quoridor::is_meant(&args) {
        return end(quoridor::run(args));
    }
    let outcome = match command.try_get_matches_from(args) {
        Err(error) if error.use_stderr() => Err(Fault::Input(usage(&error))),
        Err(help_or_version) => {
            let _ = help_or_version.print();
            Ok(Exit::Done)
        }
        Ok(matches) => match matches.subcommand() {
            Some(("generate", matches)) => generate::run(matches),
            _ => match Cli::from_arg_matches(&matches) {
                Ok(cli) => cli.run(),
                Err(error) => Err(Fault::Input(usage(&error))),
            },
        },
    };
    end(outcome)
}

/// Says what went wrong, if anything did, and gives the exit code.
fn end(outcome: Outcome) -> ExitCode {
    let exit = match outcome {
        Ok(exit) => exit,
        Err(Fault::Input(sentence)) => {
            say(&sentence);
            Exit::BadInput
        }
        Err(Fault::Failed(sentence)) => {
            say(&sentence);
            Exit::Failed
        }
        Err(Fault::Unread) => Exit::Failed,
    };
    ExitCode::from(exit.code())
}

impl Cli {
    fn run(self) -> Outcome {
        match self.verb {
            None => serve::run(&serve::Options::default()),
            Some(Verb::Serve(options)) => serve::run(&options),
            Some(Verb::List(options)) => list::run(&options),
            Some(Verb::Solve(options)) => solve::run(&options),
            Some(Verb::Check(options)) => check::run(&options),
            Some(Verb::Convert(options)) => convert::run(&options),
            Some(Verb::Generate) => Err(Fault::Input("generate needs a game".to_owned())),
            Some(Verb::Rate(options)) => rate::run(&options),
            Some(Verb::Hardest(options)) => hardest::run(&options),
            Some(Verb::Race(options)) => race::run(&options),
            Some(Verb::Bench(options)) => bench::run(&options),
            Some(Verb::Study(options)) => study::run(&options),
            Some(Verb::Quoridor(verb)) => verb.run(),
        }
    }
}

/// Says a sentence on standard error; if nobody listens, that changes nothing.
fn say(sentence: &str) {
    let _ = writeln!(io::stderr(), "damier: {sentence}");
}

/// Says what a person should know of a position.
fn say_notes(position: &dyn Position) {
    position.notes().iter().for_each(|note| say(&format!("note: {note}")));
}

/// What clap found wrong, as one sentence.
fn usage(error: &clap::Error) -> String {
    let text = error.to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let sentence = paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    format!("{}; --help tells more", sentence.trim_start_matches("error: "))
}

/// For clap: a game by its name.
fn game(name: &str) -> Result<Game, String> {
    Game::named(name)
}

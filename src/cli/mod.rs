//! The command line: one tree, one file a verb, for every game that has what the verb asks for. What a person sees and what `--json`
//! prints come from the same records of the lab.

mod annotate;
mod args;
mod baseline;
mod bench;
mod check;
mod child;
mod convert;
mod data;
pub(crate) mod doors;
mod engine;
mod engines;
mod generate;
mod hardest;
mod heuristic;
mod input;
mod lab;
mod lessons;
mod list;
mod matches;
mod moves;
mod openings;
mod own;
mod perft;
mod play;
mod print;
mod race;
mod rate;
pub(crate) mod seat;
mod serve;
mod session;
mod solve;
mod study;
mod table;
mod trace;
mod units;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use damier_kit::{Position, Refusal};
use damier_lab::record::Exit;
use damier_lab::{Game, INVALID};
use damier_search::{Limits, SpecError};

pub(crate) use engines::{engines_file, read as read_engines};

use crate::games;

#[derive(Parser)]
#[command(
    name = "damier",
    version,
    about = "A laboratory of board games and search: play, solve, watch and measure"
)]
#[command(
    after_help = "Exit codes: 0 done or solved, 10 proven unsolvable, 20 a limit was reached, 30 bad input, \
                        40 cancelled, 50 slower or weaker than before (lab compare, bench --baseline), 1 anything else."
)]
struct Cli {
    /// The file that names outside engines [default: engines.toml in the folder of the data, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    engines: Option<std::path::PathBuf>,
    #[command(subcommand)]
    verb: Option<Verb>,
}

/// The verbs. Those without options here have a subcommand a game, made from what the game declares.
#[derive(Subcommand)]
enum Verb {
    /// The web app (also what the program does without a verb)
    Serve(serve::Options),
    /// Play in the terminal, full screen
    Play(play::Options),
    /// Where settings, progress, games and boards are kept
    Where(data::DataOptions),
    /// All that is kept, as JSON Lines on standard output
    Export(data::DataOptions),
    /// Take in what `export` wrote
    Import(data::ImportOptions),
    /// Games, algorithms, heuristics and formats, with what they declare
    List(list::Options),
    /// The lessons of the page, and whether a file is one
    Lessons(lessons::Options),
    /// Solve each position in a file, or find the best move
    Solve(solve::Options),
    /// Replay a solution or a game with the independent validator
    Check(check::Options),
    /// Write positions in another format
    Convert(convert::Options),
    /// New positions on standard output
    Generate,
    /// The legal moves of positions
    Moves,
    /// Leaf counts of the rules
    Perft,
    /// How hard positions are: a solver's effort, and an estimate for a person
    Rate(rate::Options),
    /// The position on a board whose best solution is the longest that can be found
    Hardest(hardest::Options),
    /// How good a heuristic is: its estimates held against true distances, and where it is wrong
    Heuristic(heuristic::Options),
    /// What each move of a game lost, why, and what was better
    Annotate(annotate::Options),
    /// What was tried from a position in games that are known
    Openings(openings::Options),
    /// Several algorithms on one position, a live table
    Race(race::Options),
    /// A search kept step by step: as a file that opens again, for Posthoc, or as a tree
    Trace(trace::Options),
    /// Play engines against each other: paired openings, Elo, SPRT
    Match,
    /// Speak the engine protocol on standard input and output
    Engine(engine::Options),
    /// A fixed suite: total nodes as the signature, then times
    Bench(bench::Options),
    /// The classic experiments: tables, and CSV files for plots
    Study(study::Options),
    /// Experiments: campaigns that are checked, run, resumed and told of
    #[command(subcommand)]
    Lab(lab::Verb),
    /// Runs a script for the server
    #[command(name = crate::server::scripts::VERB, hide = true)]
    Child,
    /// Runs a campaign for the server
    #[command(name = crate::server::lab::VERB, hide = true)]
    Campaign(lab::ServedOptions),
    /// Runs a shard of a campaign for Slurm
    #[command(name = crate::lab::slurm::VERB, hide = true)]
    Shard(lab::ShardOptions),
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

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        // What the validator refuses is the fault of the program, and what a cluster does not do is no bad input.
        if refusal.key == INVALID || refusal.key.starts_with("slurm.") {
            Fault::Failed(refusal.to_string())
        } else {
            Fault::Input(refusal.to_string())
        }
    }
}

impl Fault {
    /// What to say of it.
    pub(crate) fn sentence(self) -> String {
        match self {
            Fault::Input(sentence) | Fault::Failed(sentence) => sentence,
            Fault::Unread => "nobody reads the output".to_owned(),
        }
    }
}

/// From now on Ctrl-C, or a request to end, ends all programs that were started, and then this one.
pub(crate) fn listen() {
    session::listen();
}

impl From<clap::Error> for Fault {
    fn from(error: clap::Error) -> Self {
        Fault::Input(usage(&error))
    }
}

impl Fault {
    /// A text that cannot be read.
    fn unreadable(name: &str, error: &Refusal) -> Self {
        Fault::Input(if error.line.is_some() {
            format!("{name}, {error}")
        } else {
            format!("{name}: {error}")
        })
    }
}

type Outcome = Result<Exit, Fault>;

/// How long a player thinks about a position where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(1);

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
        // What the machine keeps for later counts too.
        self.memory.into_iter().for_each(damier_search::memory::keep_within);
        let memory = self.memory.or_else(session::free_memory);
        Limits { time: self.time, nodes: self.nodes, memory }
    }

    /// The same, with a second where a player would think for ever.
    fn patient(self, game: Game) -> Limits {
        let limits = self.limits();
        let for_ever = game.kit.thinking().is_some() && limits.time.is_none() && limits.nodes.is_none();
        Limits { time: if for_ever { Some(PATIENCE) } else { limits.time }, ..limits }
    }

    fn threads(self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

/// Reads the arguments, does what they say, and tells how it ended.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    // A worker of the lab is started thousands of times: it does not wait for the command line to be made.
    if args.get(1).is_some_and(|verb| verb == crate::lab::worker::VERB) {
        return match crate::lab::worker::run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                say(&error.to_string());
                ExitCode::FAILURE
            }
        };
    }
    let games = || games::GAMES.iter().copied();
    let players = || games().filter(|game| game.kit.thinking().is_some());
    let command = Cli::command()
        .mut_subcommand("generate", |command| args::add_games(command, games(), generate::command))
        .mut_subcommand("moves", |command| args::add_games(command, games(), moves::command))
        .mut_subcommand("perft", |command| args::add_games(command, games(), perft::command))
        .mut_subcommand("match", |command| args::add_games(command, players(), matches::command));
    let outcome = match command.try_get_matches_from(args) {
        Err(error) if error.use_stderr() => Err(error.into()),
        Err(help_or_version) => {
            let _ = help_or_version.print();
            Ok(Exit::Done)
        }
        Ok(matches) => {
            // These two have their own ways to end.
            if !matches!(matches.subcommand_name(), None | Some("serve" | "play")) {
                session::listen();
            }
            engines::load(&matches).and_then(|()| dispatch(&matches))
        }
    };
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

fn dispatch(matches: &ArgMatches) -> Outcome {
    match matches.subcommand() {
        Some(("generate", matches)) => args::with_game(matches, generate::run),
        Some(("moves", matches)) => args::with_game(matches, moves::run),
        Some(("perft", matches)) => args::with_game(matches, perft::run),
        Some(("match", matches)) => args::with_game(matches, matches::run),
        _ => Cli::from_arg_matches(matches).map_err(Fault::from).and_then(Cli::run),
    }
}

impl Cli {
    fn run(self) -> Outcome {
        match self.verb {
            None => serve::run(&serve::Options::default()),
            Some(Verb::Serve(options)) => serve::run(&options),
            Some(Verb::Play(options)) => play::run(&options),
            Some(Verb::Where(options)) => data::place(&options),
            Some(Verb::Export(options)) => data::export(&options),
            Some(Verb::Import(options)) => data::import(&options),
            Some(Verb::List(options)) => list::run(&options),
            Some(Verb::Lessons(options)) => lessons::run(&options),
            Some(Verb::Solve(options)) => solve::run(&options),
            Some(Verb::Check(options)) => check::run(&options),
            Some(Verb::Convert(options)) => convert::run(&options),
            Some(Verb::Rate(options)) => rate::run(&options),
            Some(Verb::Hardest(options)) => hardest::run(&options),
            Some(Verb::Heuristic(options)) => heuristic::run(&options),
            Some(Verb::Annotate(options)) => annotate::run(&options),
            Some(Verb::Openings(options)) => openings::run(&options),
            Some(Verb::Race(options)) => race::run(&options),
            Some(Verb::Trace(options)) => trace::run(&options),
            Some(Verb::Engine(options)) => engine::run(&options),
            Some(Verb::Bench(options)) => bench::run(&options),
            Some(Verb::Study(options)) => study::run(&options),
            Some(Verb::Lab(verb)) => lab::run(&verb),
            Some(Verb::Child) => child::run(),
            Some(Verb::Campaign(options)) => lab::serve(&options),
            Some(Verb::Shard(options)) => lab::shard(&options),
            Some(Verb::Generate | Verb::Moves | Verb::Perft | Verb::Match) => {
                Err(Fault::Input("this verb needs a game".to_owned()))
            }
        }
    }
}

/// Says a sentence on standard error; if nobody listens, that changes nothing.
fn say(sentence: &str) {
    let one_line: String = sentence.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(io::stderr(), "damier: {one_line}");
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
    games::named(name)
}

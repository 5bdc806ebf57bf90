//! Quoridor on the command line. It is a game of adversaries: its answers are moves and scores, not plans, so that the verbs
//! it shares with the other games (`solve`, `check`, `convert`, `list`, `generate`, `bench`) have a file of their own here, beside those
//! that only it has.

mod bench;
mod check;
mod convert;
mod engine;
mod generate;
mod list;
pub(crate) mod matches;
mod moves;
mod perft;
mod qtp;
mod seat;
mod solve;

use std::ffi::OsString;
use std::time::Duration;

use clap::{Parser, Subcommand};
use damier_quoridor::notation::{self, Entry, qfen};
use damier_quoridor::{End, Record, Setup};
use damier_search::Limits;
use damier_validate::quoridor::replay;

use super::{Exit, Fault, LimitOptions, Outcome, input};
use crate::games::GAMES;

/// The game's name on the command line.
pub(super) const NAME: &str = "quoridor";
/// What `fast` takes for its table where there is no limit.
const TABLE: usize = 64 << 20;
/// How long the best move is looked for where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Parser)]
#[command(name = "damier", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// The best move of each position in a file
    Solve(solve::Options),
    /// Replay a game with the independent validator
    Check(check::Options),
    /// Write positions in another format
    Convert(convert::Options),
    /// Players and formats
    List(list::Options),
    /// Random positions
    Generate(generate::Options),
    /// How fast rules and engine are
    Bench(bench::Options),
    /// The legal moves of a position
    Moves(moves::Options),
    /// Leaf counts of the rules
    Perft(perft::Options),
    /// Speak the engine protocol
    Engine(engine::Options),
    /// Play engines against each other
    Match(matches::Options),
}

/// The verbs that only this game has, as the general help tells them.
#[derive(Subcommand)]
pub(super) enum Own {
    /// The legal moves of a position (quoridor)
    Moves(moves::Options),
    /// Leaf counts of the rules (quoridor)
    Perft(perft::Options),
    /// Speak the engine protocol on standard input and output (quoridor)
    Engine(engine::Options),
    /// Play engines against each other: paired openings, Elo, SPRT (quoridor)
    Match(matches::Options),
}

impl Own {
    pub(super) fn run(self) -> Outcome {
        match self {
            Own::Moves(options) => moves::run(&options),
            Own::Perft(options) => perft::run(&options),
            Own::Engine(options) => engine::run(&options),
            Own::Match(options) => matches::run(&options),
        }
    }
}

/// Whether the arguments name this game before any other.
pub(super) fn is_meant(args: &[OsString]) -> bool {
    let verbs =
        ["solve", "check", "convert", "list", "generate", "bench", "moves", "perft", "engine", "match"];
    let is_verb = |verb: &OsString| verb.to_str().is_some_and(|verb| verbs.contains(&verb));
    let is_game = |word: &&OsString| *word == NAME || GAMES.iter().any(|game| *word == game.kit.name());
    args.get(1).is_some_and(is_verb) && args[2..].iter().find(is_game).is_some_and(|word| *word == NAME)
}

/// Does what the arguments say.
pub(super) fn run(args: Vec<OsString>) -> Outcome {
    match Cli::try_parse_from(args) {
        Err(error) if error.use_stderr() => Err(Fault::Input(super::usage(&error))),
        Err(help) => {
            let _ = help.print();
            Ok(Exit::Done)
        }
        Ok(Cli { verb }) => match verb {
            Verb::Solve(options) => solve::run(&options),
            Verb::Check(options) => check::run(&options),
            Verb::Convert(options) => convert::run(&options),
            Verb::List(options) => list::run(&options),
            Verb::Generate(options) => generate::run(&options),
            Verb::Bench(options) => bench::run(&options),
            Verb::Moves(options) => moves::run(&options),
            Verb::Perft(options) => perft::run(&options),
            Verb::Engine(options) => engine::run(&options),
            Verb::Match(options) => matches::run(&options),
        },
    }
}

/// For `list` without a game.
pub(super) fn list(json: bool) -> Outcome {
    list::run(&list::Options { _game: NAME.to_owned(), json })
}

/// For `bench` without a game.
pub(super) fn bench(json: bool) -> Outcome {
    bench::run(&bench::Options { _game: NAME.to_owned(), json })
}

/// For clap: this game's name.
fn game(name: &str) -> Result<String, String> {
    if name == NAME {
        Ok(name.to_owned())
    } else {
        Err(format!("this verb is for the game {NAME}, not '{name}'"))
    }
}

/// A position in the arguments.
#[derive(clap::Args)]
struct PositionOptions {
    /// The moves from the start, separated by spaces
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Begin from this position instead
    #[arg(long, conflicts_with_all = ["size", "players", "walls"])]
    qfen: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
}

/// How a game is set up.
#[derive(clap::Args, Clone, Copy)]
struct SetupOptions {
    /// Squares a side, 3 to 11
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: usize,
    /// Players, 2 or 4
    #[arg(long, value_name = "N", default_value_t = 2)]
    players: usize,
    /// Walls for each player [default: as many as fit the board, 10 on 9×9 for two]
    #[arg(long, value_name = "N")]
    walls: Option<usize>,
}

impl SetupOptions {
    fn setup(self) -> Result<Setup, Fault> {
        Setup::new(self.size, self.players, self.walls).map_err(|error| Fault::Input(error.to_string()))
    }
}

impl PositionOptions {
    fn record(&self) -> Result<Record, Fault> {
        let mut record = match &self.qfen {
            Some(text) => Record::from(qfen::read(text).map_err(|error| Fault::Input(error.to_string()))?),
            None => Record::new(self.setup.setup()?),
        };
        notation::play_all(&mut record, &self.moves).map_err(Fault::Input)?;
        Ok(record)
    }
}

/// All positions in a file.
fn entries(file: &str, format: Option<&str>) -> Result<Vec<Entry>, Fault> {
    let text = input::whole(file)?;
    notation::read(&text, format).map_err(|error| Fault::unreadable(input::called(file), &error))
}

/// Asks the validator, which shares no code with the rules, whether a game may go on so.
fn replayed(record: &Record, more: &str) -> Result<(), String> {
    let said = replay(&notation::write_json(None, record), more);
    said.map(drop).map_err(|fault| format!("the validator refuses it: {fault}; please report this game"))
}

/// How a game ended, in words.
fn ended(end: End) -> String {
    match end {
        End::Won(player) => format!("player {} has won", player + 1),
        End::Repeated => "drawn: the position stands for the third time".to_owned(),
    }
}

/// The limits, with a second where there is none, and what a table may take of the memory.
fn patient(options: LimitOptions) -> (Limits, usize) {
    let mut limits = options.limits();
    if limits.time.is_none() && limits.nodes.is_none() {
        limits.time = Some(PATIENCE);
    }
    let table = limits.memory.map_or(TABLE, |memory| TABLE.min(memory as usize / 2));
    (limits, table)
}

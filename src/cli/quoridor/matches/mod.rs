//! `match`: players against each other, paired openings, Elo and SPRT; and the ladder of levels.

pub(crate) mod elo;
mod ladder;
mod play;
mod tell;

use std::fs::File;
use std::io::BufWriter;
use std::time::Duration;

use damier_quoridor::clock::Control;
use damier_search::Limits;

use self::play::{Match, Seating};
use super::seat::Seat;
use super::{PATIENCE, SetupOptions, game};
use crate::cli::session;
use crate::cli::units::duration;
use crate::cli::{Exit, Fault, Outcome};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A player: fast, fast(level=easy), mcts(rollouts=1000), or a program: cmd:program arguments, uci:…, qtp:…
    #[arg(long, value_name = "SPEC", required_unless_present = "ladder")]
    a: Option<String>,
    /// The other one
    #[arg(long, value_name = "SPEC", required_unless_present = "ladder")]
    b: Option<String>,
    /// Instead, each level of fast against the one below; full has 200ms a move where nothing else is said
    #[arg(long, conflicts_with_all = ["a", "b", "clock", "nodes_a", "nodes_b", "sprt", "seats"])]
    ladder: bool,
    /// How many games; an even number, for every opening is played twice [default: 20, on the ladder 100 for each level]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: Option<u64>,
    /// Think so long about a move [default: 100ms, unless nodes are given]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_per_move: Option<Duration>,
    /// Play with clocks: so much for each player, and so much more after every move, such as 60s+1s
    #[arg(long, value_name = "TIME[+TIME]", value_parser = control, conflicts_with = "time_per_move")]
    clock: Option<Control>,
    /// Search so many nodes for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Nodes for A alone
    #[arg(long, value_name = "N")]
    nodes_a: Option<u64>,
    /// Nodes for B alone
    #[arg(long, value_name = "N")]
    nodes_b: Option<u64>,
    /// How long to wait for the answer of a program
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    patience: Duration,
    /// Random moves before the players begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(0..=40))]
    opening: u64,
    /// For the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// With four players: A and B in turn, or A alone against three of B, in each seat once
    #[arg(long, value_name = "SEATS", default_value = "abab", value_parser = ["abab", "abbb"])]
    seats: String,
    /// Stop as soon as it is clear that A is ELO1 rather than ELO0 stronger, or the other way round
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Write every game to this file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    #[command(flatten)]
    setup: SetupOptions,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

fn control(text: &str) -> Result<Control, String> {
    let (base, increment) = text.split_once('+').map_or((text, None), |(base, more)| (base, Some(more)));
    let increment = increment.map_or(Ok(Duration::ZERO), duration)?;
    Ok(Control { base: duration(base)?, increment })
}

fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    numbers
        .filter(|(elo0, elo1): &(f64, f64)| elo0 < elo1 && elo0.abs() < 1000.0 && elo1.abs() < 1000.0)
        .ok_or_else(|| format!("'{text}' is not two differences, the smaller one first, such as 0,20"))
}

pub(super) fn run(options: &Options) -> Outcome {
    if options.ladder {
        return ladder::run(options);
    }
    let setup = options.setup.setup()?;
    let alone = options.seats == "abbb";
    if alone && setup.players() == 2 {
        return Err(Fault::Input("one against three needs four players; add --players 4".to_owned()));
    }
    let (Some(a), Some(b)) = (&options.a, &options.b) else {
        return Err(Fault::Input("a match is between --a and --b".to_owned()));
    };
    let seat = |text: &str, nodes: Option<u64>| {
        let nodes = nodes.or(options.nodes);
        let pace = options.clock.is_none() && nodes.is_none();
        let time = options.time_per_move.or(pace.then_some(PATIENCE / 10));
        Seat::new(text, Limits { time, nodes, memory: None }, options.patience)
    };
    let mut match_ = Match::new(
        [a.clone(), b.clone()],
        [seat(a, options.nodes_a)?, seat(b, options.nodes_b)?],
        setup,
        if alone { Seating::Alone } else { Seating::InTurn },
    );
    match_.clock = options.clock;
    match_.openings = (options.opening as usize, options.seed);
    match_.sprt = options.sprt;
    match_.json = options.json;
    match_.file = saved(options)?;
    match_.play(options.games.unwrap_or(20))?;
    match_.tell_all()?;
    Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
}

/// The file of the games, if one is wanted.
fn saved(options: &Options) -> Result<Option<BufWriter<File>>, Fault> {
    let Some(name) = &options.save else { return Ok(None) };
    let file = File::create(name).map_err(|error| Fault::Input(format!("cannot write {name}: {error}")))?;
    Ok(Some(BufWriter::new(file)))
}

//! `match`: players against each other, paired openings, Elo and SPRT; and the ladder of levels.

mod ladder;
mod tell;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use clap::{ArgMatches, Args, Command, FromArgMatches};
use damier_lab::Game;
use damier_lab::clock::Control;
use damier_lab::matches::{Match, Seating};
use damier_search::Limits;

use super::seat::{Bounds, seat};
use super::session::{self, Watched};
use super::units::{bytes, duration};
use super::{Exit, Fault, Outcome, PATIENCE, args};

#[derive(Args)]
struct Options {
    /// A player: fast, fast(level=easy), the name of an engine, or a program: cmd:program arguments, json:…, uci:…, or a protocol of the
    /// game
    #[arg(long, value_name = "SPEC", required_unless_present = "ladder")]
    a: Option<String>,
    /// The other one
    #[arg(long, value_name = "SPEC", required_unless_present = "ladder")]
    b: Option<String>,
    /// Instead, each level of the default player against the one below; one without a limit has 200ms a move where nothing else is said
    #[arg(long, conflicts_with_all = ["a", "b", "clock", "nodes_a", "nodes_b", "sprt", "seats", "ponder"])]
    ladder: bool,
    /// How many games; an even number, for every opening is played in all seatings [default: 20, on the ladder 100 for each level]
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
    /// Players of ours think in the other's time, too, on another core: A, B or both [default where it is given: both]
    #[arg(long, value_name = "WHO", num_args = 0..=1, require_equals = true, default_missing_value = "both", value_parser = ["a", "b", "both"])]
    ponder: Option<String>,
    /// How long to wait for the answer of a program
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    patience: Duration,
    /// What a program may hold in memory, with all that it starts [default: what its entry says, or 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Random moves before the players begin
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(0..=40))]
    opening: u64,
    /// For the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// With more than two players: A and B in turn, or A alone against the others, all B, in each seat once
    #[arg(long, value_name = "SEATS", default_value = "abab", value_parser = ["abab", "abbb"])]
    seats: String,
    /// Stop as soon as it is clear that A is ELO1 rather than ELO0 stronger, or the other way round
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Write every game to this file, a JSON object a line
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

impl Options {
    fn bounds(&self) -> Bounds {
        Bounds { patience: self.patience, memory: self.memory, ponders: false }
    }

    /// Whether A and B think in each other's time.
    fn ponder(&self) -> Result<[bool; 2], Fault> {
        let Some(who) = &self.ponder else { return Ok([false; 2]) };
        if std::thread::available_parallelism().is_ok_and(|cores| cores.get() < 2) {
            let what = "--ponder needs a second core, and this machine has one: both would think more slowly";
            return Err(Fault::Input(what.to_owned()));
        }
        Ok(["a", "b"].map(|side| who == side || who == "both"))
    }
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

pub(super) fn command(command: Command, game: Game) -> Command {
    args::add_declared(Options::augment_args(command), game.kit.about().setup)
}

pub(super) fn run(game: Game, matches: &ArgMatches) -> Outcome {
    game.thinking()?;
    let options = Options::from_arg_matches(matches)?;
    let setup = args::given(matches, game.kit.about().setup);
    // While this is held, Ctrl-C lets what was played be told.
    let _watched = Watched::new();
    let mut file = saved(&options)?;
    if options.ladder {
        return ladder::run(game, &options, &setup, file.as_mut());
    }
    let players = game.versus(game.start(&setup)?.as_ref())?.players();
    let alone = options.seats == "abbb";
    if alone && players == 2 {
        return Err(Fault::Input("one against three needs four players; add --players 4".to_owned()));
    }
    let (Some(a), Some(b)) = (&options.a, &options.b) else {
        return Err(Fault::Input("a match is between --a and --b".to_owned()));
    };
    let side = |text: &str, nodes: Option<u64>, ponders: bool| {
        let nodes = nodes.or(options.nodes);
        let pace = options.clock.is_none() && nodes.is_none();
        let time = options.time_per_move.or(pace.then_some(PATIENCE / 10));
        seat(game, text, Limits { time, nodes, memory: None }, Bounds { ponders, ..options.bounds() })
    };
    let ponder = options.ponder()?;
    let seats = [side(a, options.nodes_a, ponder[0])?, side(b, options.nodes_b, ponder[1])?];
    let seating = if alone { Seating::Alone(players - 1) } else { Seating::InTurn };
    let mut match_ = Match::new(game, [a.clone(), b.clone()], seats, seating);
    match_.setup = setup;
    match_.clock = options.clock;
    match_.openings = (options.opening as usize, options.seed);
    match_.sprt = options.sprt;
    let mut out = BufWriter::new(io::stdout());
    match_.play(options.games.unwrap_or(20), &session::is_cancelled, &mut |match_, finished| {
        let object = tell::game(match_, finished)?;
        save(file.as_mut(), &object)?;
        tell::finished(match_, finished, &object, options.json, &mut out)
    })?;
    tell::result(&match_, options.json, &mut out)?;
    Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
}

/// The file of the games, if one is wanted.
fn saved(options: &Options) -> Result<Option<BufWriter<File>>, Fault> {
    let Some(name) = &options.save else { return Ok(None) };
    let file = File::create(name).map_err(|error| Fault::Input(format!("cannot write {name}: {error}")))?;
    Ok(Some(BufWriter::new(file)))
}

/// Writes a game there.
fn save(file: Option<&mut BufWriter<File>>, game: &serde_json::Value) -> Result<(), Fault> {
    let Some(file) = file else { return Ok(()) };
    Ok(writeln!(file, "{game}").and_then(|()| file.flush())?)
}

#[cfg(test)]
mod tests {
    use damier_lab::matches::{Ours, Seat};
    use damier_search::{Run, Spec};

    use super::*;
    use crate::games::GAMES;

    /// What is thought in the time of the other is not thought again: after the reply that was expected, the same depth takes fewer nodes.
    #[test]
    fn who_ponders_in_a_match_has_thought_before_its_turn() {
        for game in GAMES.iter().filter(|game| game.kit.thinking().is_some()) {
            let spec: Spec = "fast(depth=11)".parse().unwrap();
            let player = || game.player(&spec, 16 << 20).unwrap();
            let start = |limits| Run::new(limits);
            let first = game.start(&[]).unwrap();
            let thought = player().think(first.as_ref(), &mut start(Limits::default()), &mut |_, _| ());
            let there = first.play(&thought.line[0]).unwrap().position;
            let here = there.play(&thought.line[1]).unwrap().position;
            let nodes = |ponders, pause| {
                let mut seat = Ours::new(player(), Limits::default(), &start).pondering(ponders);
                seat.begin(first.as_ref()).unwrap();
                assert_eq!(seat.turn(first.as_ref(), &[]).play, Ok(thought.line[0].clone()));
                seat.wait(there.as_ref());
                std::thread::sleep(Duration::from_millis(pause));
                seat.turn(here.as_ref(), &[]).nodes
            };
            let cold = nodes(false, 0);
            // How long it takes depends on the machine.
            let warm = [100, 1_000, 10_000].into_iter().map(|pause| nodes(true, pause));
            let least = warm.into_iter().find(|&warm| warm * 2 < cold);
            assert!(least.is_some(), "{cold} nodes without pondering, and no fewer with it");
        }
    }
}

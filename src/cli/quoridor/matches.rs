//! `match`: players against each other. Each random opening is played twice, colours swapped; with four players, A and B sit
//! in turn. Whoever cannot play, or plays what is not legal, has lost with the reason.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use damier_quoridor::clock::{Clock, Control};
use damier_quoridor::generate::random;
use damier_quoridor::notation;
use damier_quoridor::{End, Record, Setup};
use damier_search::Limits;
use serde_json::{Value, json};

use super::elo::{BOUND, Tally};
use super::seat::{Seat, judge};
use super::{NAME, PATIENCE, SetupOptions, ended, game, replayed};
use crate::cli::session::{self, Watched};
use crate::cli::units::{duration, show_count};
use crate::cli::{Exit, Fault, Outcome};

#[derive(clap::Args)]
pub(in crate::cli) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    _game: String,
    /// A player: fast, fast(level=easy), mcts(rollouts=1000), or a program: cmd:program arguments, uci:…, qtp:…
    #[arg(long, value_name = "SPEC")]
    a: String,
    /// The other one
    #[arg(long, value_name = "SPEC")]
    b: String,
    /// How many games; an even number, for every opening is played twice
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
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

/// A game that goes on for so long is a draw.
const LONGEST: usize = 1000;

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

/// What one side did in all games.
#[derive(Clone, Copy, Default)]
struct Effort {
    moves: u64,
    seconds: f64,
    nodes: u64,
    slowest: f64,
    /// Games that it lost by a fault.
    faults: u64,
}

struct Match<'a> {
    options: &'a Options,
    setup: Setup,
    seats: [Seat; 2],
    efforts: [Effort; 2],
    /// Won, drawn and lost by A.
    score: [u64; 3],
    tally: Tally,
    out: BufWriter<io::Stdout>,
    file: Option<BufWriter<File>>,
}

pub(super) fn run(options: &Options) -> Outcome {
    let setup = options.setup.setup()?;
    let seat = |text: &str, nodes: Option<u64>| {
        let nodes = nodes.or(options.nodes);
        let pace = options.clock.is_none() && nodes.is_none();
        let time = options.time_per_move.or(pace.then_some(PATIENCE / 10));
        Seat::new(text, Limits { time, nodes, memory: None }, options.patience)
    };
    let seats = [seat(&options.a, options.nodes_a)?, seat(&options.b, options.nodes_b)?];
    let file = options.save.as_ref().map(|name| {
        let file =
            File::create(name).map_err(|error| Fault::Input(format!("cannot write {name}: {error}")))?;
        Ok::<_, Fault>(BufWriter::new(file))
    });
    let mut match_ = Match {
        options,
        setup,
        seats,
        efforts: [Effort::default(); 2],
        score: [0; 3],
        tally: Tally::default(),
        out: BufWriter::new(io::stdout()),
        file: file.transpose()?,
    };
    match_.play()
}

impl Match<'_> {
    fn play(&mut self) -> Outcome {
        let watched = Watched::new();
        let mut pair = 0.0;
        let mut decided = None;
        for number in 0..self.options.games {
            let opening =
                random(self.setup, self.options.opening as usize, self.options.seed.wrapping_add(number / 2));
            let first = (number % 2) as usize;
            let (record, result, why) = self.game(opening, first);
            if session::is_cancelled() {
                break;
            }
            replayed(&record, "").map_err(Fault::Failed)?;
            let points = match result {
                Some(0) => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            self.score[(2.0 - points * 2.0) as usize] += 1;
            self.tell_game(number, first, &record, points, &why)?;
            if number % 2 == 0 {
                pair = points;
                continue;
            }
            self.tally.add(f64::midpoint(pair, points));
            if let Some((elo0, elo1)) = self.options.sprt {
                let llr = self.tally.llr(elo0, elo1);
                if llr.abs() >= BOUND {
                    decided = Some(llr > 0.0);
                    break;
                }
            }
        }
        self.tell_all(decided)?;
        self.out.flush()?;
        drop(watched);
        Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
    }

    /// One game from an opening; A begins where `first` is 0. Who won, and why.
    fn game(&mut self, mut record: Record, first: usize) -> (Record, Option<usize>, String) {
        for side in 0..2 {
            if let Err(why) = self.seats[side].begin(self.setup) {
                self.efforts[side].faults += 1;
                return (record, Some(1 - side), why);
            }
        }
        let mut clocks: Vec<Clock> = self
            .options
            .clock
            .map(|control| vec![Clock::new(control); self.setup.players()])
            .unwrap_or_default();
        loop {
            match record.end() {
                Some(end @ End::Won(player)) => return (record, Some((player + first) % 2), ended(end)),
                Some(end) => return (record, None, ended(end)),
                None if record.moves().len() >= LONGEST => {
                    return (record, None, format!("drawn after {LONGEST} moves"));
                }
                None => {}
            }
            let player = record.position().turn();
            let side = (player + first) % 2;
            let turn = self.seats[side].turn(&record, &clocks);
            if session::is_cancelled() {
                return (record, None, "cancelled".to_owned());
            }
            let effort = &mut self.efforts[side];
            effort.moves += 1;
            let seconds = turn.time.as_secs_f64();
            effort.seconds += seconds;
            effort.slowest = effort.slowest.max(seconds);
            effort.nodes += turn.nodes;
            if let Some(clock) = clocks.get_mut(player) {
                let left = clock.left();
                if !clock.spend(turn.time) {
                    effort.faults += 1;
                    let why = format!("its flag has fallen: {left:.1?} were left, it took {:.1?}", turn.time);
                    return (record, Some(1 - side), why);
                }
            }
            let played = turn.play.and_then(|play| {
                judge(record.position(), play)?;
                record.play(play).map_err(|illegal| illegal.to_string())
            });
            if let Err(why) = played {
                effort.faults += 1;
                return (record, Some(1 - side), why);
            }
        }
    }

    fn tell_game(
        &mut self,
        number: u64,
        first: usize,
        record: &Record,
        points: f64,
        why: &str,
    ) -> Result<(), Fault> {
        let names = [&self.options.a, &self.options.b];
        let (one, two) = (names[first], names[1 - first]);
        let mut object: Value = serde_json::from_str(&notation::write_json(None, record)).unwrap_or_default();
        object["id"] = json!((number + 1).to_string());
        object["first"] = json!(one);
        object["second"] = json!(two);
        object["points_a"] = json!(points);
        object["why"] = json!(why);
        if let Some(file) = &mut self.file {
            writeln!(file, "{object}").and_then(|()| file.flush()).map_err(Fault::from)?;
        }
        if self.options.json {
            writeln!(self.out, "{}", json!({ "game": object }))?;
        } else {
            let [won, drawn, lost] = self.score;
            let moves = record.moves().len();
            writeln!(
                self.out,
                "{:>4}  {one} – {two}: {why}, {moves} moves  (A +{won} ={drawn} -{lost})",
                number + 1
            )?;
        }
        Ok(self.out.flush()?)
    }

    fn tell_all(&mut self, decided: Option<bool>) -> Result<(), Fault> {
        let [won, drawn, lost] = self.score;
        let games = won + drawn + lost;
        let percent = 100.0 * (won as f64 + drawn as f64 / 2.0) / (games as f64).max(1.0);
        let (middle, low, high) = self.tally.elo();
        let sprt = self.options.sprt.map(|(elo0, elo1)| (elo0, elo1, self.tally.llr(elo0, elo1)));
        let effort = |effort: &Effort| {
            let moves = (effort.moves as f64).max(1.0);
            (1e3 * effort.seconds / moves, effort.nodes as f64 / moves, 1e3 * effort.slowest)
        };
        if self.options.json {
            let side = |one: &Effort| {
                let (millis, nodes, slowest) = effort(one);
                json!({"ms_per_move": millis, "slowest_ms": slowest, "nodes_per_move": nodes, "faults": one.faults})
            };
            let sprt = sprt.map(|(elo0, elo1, llr)| {
                json!({"elo0": elo0, "elo1": elo1, "llr": llr, "bound": BOUND, "accepted": decided})
            });
            let result = json!({"match": {
                "game": NAME, "a": self.options.a, "b": self.options.b, "games": games, "won": won, "drawn": drawn,
                "lost": lost, "percent": percent, "elo": middle, "elo_low": low, "elo_high": high, "sprt": sprt,
                "effort_a": side(&self.efforts[0]), "effort_b": side(&self.efforts[1]),
            }});
            writeln!(self.out, "{result}")?;
            return Ok(());
        }
        writeln!(self.out, "A {}  against  B {}", self.options.a, self.options.b)?;
        writeln!(self.out, "{games} games: +{won} ={drawn} -{lost}, {percent:.1} % for A")?;
        writeln!(self.out, "Elo {middle:+.0}, 95 % interval {low:+.0} to {high:+.0} (pairs of games)")?;
        if let Some((elo0, elo1, llr)) = sprt {
            let verdict = match decided {
                Some(true) => format!("accepted: A is {elo1:+} stronger rather than {elo0:+}"),
                Some(false) => format!("refused: A is {elo0:+} stronger rather than {elo1:+}"),
                None => "not decided".to_owned(),
            };
            writeln!(self.out, "SPRT {elo0:+} against {elo1:+}: LLR {llr:.2} of ±{BOUND}, {verdict}")?;
        }
        for (name, side) in ["A", "B"].iter().zip(&self.efforts) {
            let (millis, nodes, slowest) = effort(side);
            let nodes = show_count(nodes as u128);
            let faults = side.faults;
            writeln!(
                self.out,
                "{name}: {millis:.1} ms and {nodes} nodes a move, {slowest:.0} ms at most, {faults} faults"
            )?;
        }
        Ok(())
    }
}

//! `study`: the classic experiments of student reports on Ricochet Robots, each a table here and a CSV file for plots.
//!
//! - `moves`: how effort grows with the length of the shortest solution, for breadth-first search and A*;
//! - `alone`: the target's robot alone against all robots, on 8×8 boards with 3 robots;
//! - `robots`: how effort grows with the number of robots, from 1 to 5.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use damier_search::kit::Position;
use damier_search::registry::arguments;
use damier_search::{Limits, Run, Spec};

use super::record::Record;
use super::session::{self, Watched, with_line};
use super::table::Table;
use super::{Exit, Fault, LimitOptions, Outcome, game};
use crate::games::Game;

#[derive(clap::Args)]
pub(super) struct Options {
    /// The game (ricochet)
    #[arg(value_parser = game, value_name = "GAME")]
    game: Game,
    /// One experiment only
    #[arg(long, value_enum)]
    only: Option<Experiment>,
    /// How many boards [default: 100 for moves, 20 for alone and robots]
    #[arg(long, value_name = "N")]
    boards: Option<u64>,
    /// The seed of the boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder for the CSV files, made if it is not there
    #[arg(long, value_name = "FOLDER", default_value = "study")]
    csv: PathBuf,
    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Experiment {
    Moves,
    Alone,
    Robots,
}

/// A solve that is cut off after this long, where no limit is given, so that a hard board does not hold up the rest.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn run(options: &Options) -> Outcome {
    if options.game.kit.name() != "ricochet" {
        return Err(Fault::Input(format!(
            "there is no study of {}; there is one of ricochet",
            options.game.kit.name()
        )));
    }
    std::fs::create_dir_all(&options.csv).map_err(|error| {
        Fault::Input(format!("cannot make the folder {}: {error}", options.csv.display()))
    })?;
    let mut limits = options.limits.limits();
    limits.time = limits.time.or(Some(PATIENCE));
    let study = Study { options, limits };
    let wanted = |experiment| options.only.is_none_or(|only| only == experiment) && !session::is_cancelled();
    if wanted(Experiment::Moves) {
        study.moves()?;
    }
    if wanted(Experiment::Alone) {
        study.alone()?;
    }
    if wanted(Experiment::Robots) {
        study.robots()?;
    }
    Ok(if session::is_cancelled() { Exit::Cancelled } else { Exit::Done })
}

struct Study<'a> {
    options: &'a Options,
    limits: Limits,
}

/// A board and the seed that makes it again.
type Board = (u64, Box<dyn Position>);

/// One solve.
struct Trial {
    outcome: &'static str,
    cost: Option<u32>,
    nodes: u64,
    seconds: f64,
}

impl Trial {
    fn solved(&self) -> bool {
        self.outcome == "solved"
    }
}

impl Study<'_> {
    /// Boards by recipe, from the seed on.
    fn boards(&self, default: u64, recipe: &[(&str, &str)]) -> Result<Vec<Board>, Fault> {
        let _watched = Watched::new();
        let kit = self.options.game.kit;
        let pairs: Vec<_> = recipe.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        let args = arguments("generate", kit.generate_options(), &pairs)?;
        let seeds =
            (0..self.options.boards.unwrap_or(default)).map(|number| self.options.seed.wrapping_add(number));
        let board = |seed| {
            Ok((
                seed,
                kit.generate(&args, seed, &mut Run::new(Limits::default()))
                    .map_err(|error| Fault::Input(error.to_string()))?,
            ))
        };
        seeds.map(board).collect()
    }

    fn trial(&self, position: &dyn Position, spec: &str) -> Result<Trial, Fault> {
        let spec: Spec = spec.parse()?;
        let watched = Watched::new();
        let solve = || {
            Record::solve(
                self.options.game,
                String::new(),
                position,
                &spec,
                &mut watched.run(self.limits),
                None,
            )
        };
        let record = with_line(&watched, solve)?;
        let (nodes, seconds) = record.stats.map_or((0, 0.0), |stats| (stats.expanded, stats.seconds));
        Ok(Trial { outcome: record.outcome, cost: record.cost, nodes, seconds })
    }

    fn show(&self, title: &str, table: &Table, raw: &Table, file: &str) -> Result<(), Fault> {
        let path = self.options.csv.join(file);
        raw.save(&path)?;
        let mut out = io::stdout();
        writeln!(out, "{title}")?;
        table.print(&mut out)?;
        writeln!(out, "each solve: {}\n", path.display())?;
        Ok(())
    }

    fn moves(&self) -> Result<(), Fault> {
        let algorithms = ["bfs", "astar(bounces)"];
        let mut raw = Table::new(&["seed", "algorithm", "outcome", "moves", "nodes", "seconds"]);
        let mut trials: Vec<[Trial; 2]> = Vec::new();
        for (seed, board) in self.boards(100, &[])? {
            let [bfs, astar] = algorithms.map(|spec| self.trial(board.as_ref(), spec));
            let both = [bfs?, astar?];
            for (trial, algorithm) in both.iter().zip(algorithms) {
                raw.row(row(&[
                    &seed,
                    &algorithm,
                    &trial.outcome,
                    &show(trial.cost),
                    &trial.nodes,
                    &trial.seconds,
                ]));
            }
            trials.push(both);
            if session::is_cancelled() {
                break;
            }
        }
        let mut table =
            Table::new(&["moves", "boards", "bfs nodes", "bfs ms", "astar nodes", "astar ms", "nodes saved"]);
        let longest = trials.iter().filter_map(|[_, astar]| astar.cost).max().unwrap_or(0);
        for moves in 0..=longest {
            // Only boards that both solved can be compared.
            let same: Vec<_> = trials
                .iter()
                .filter(|both| both.iter().all(|t| t.solved() && t.cost == Some(moves)))
                .collect();
            if same.is_empty() {
                continue;
            }
            let nodes = |at: usize| mean(same.iter().map(|both| both[at].nodes as f64));
            let millis = |at: usize| mean(same.iter().map(|both| both[at].seconds * 1e3));
            table.row(vec![
                moves.to_string(),
                same.len().to_string(),
                format!("{:.0}", nodes(0)),
                format!("{:.2}", millis(0)),
                format!("{:.0}", nodes(1)),
                format!("{:.2}", millis(1)),
                format!("{:.1}×", nodes(0) / nodes(1).max(1.0)),
            ]);
        }
        self.show(
            "Effort against the length of the shortest solution (16×16, 4 robots, means)",
            &table,
            &raw,
            "moves.csv",
        )
    }

    fn alone(&self) -> Result<(), Fault> {
        let recipe =
            [("recipe", "free"), ("width", "8"), ("height", "8"), ("robots", "3"), ("density", "0.12")];
        let head = ["seed", "alone", "alone nodes", "alone ms", "all", "all nodes", "all ms"];
        let mut table = Table::new(&head);
        let mut both_solved = Vec::new();
        let (mut alone_solved, mut all_solved, mut boards) = (0, 0, 0);
        for (seed, board) in self.boards(20, &recipe)? {
            let alone = self.trial(board.as_ref(), "astar(bounces,robots=main)")?;
            let all = self.trial(board.as_ref(), "astar(bounces)")?;
            let millis = |trial: &Trial| format!("{:.3}", trial.seconds * 1e3);
            table.row(row(&[
                &seed,
                &show(alone.cost),
                &alone.nodes,
                &millis(&alone),
                &show(all.cost),
                &all.nodes,
                &millis(&all),
            ]));
            boards += 1;
            alone_solved += usize::from(alone.solved());
            all_solved += usize::from(all.solved());
            if let (Some(alone), Some(all)) = (alone.cost, all.cost) {
                both_solved.push((f64::from(alone), f64::from(all)));
            }
            if session::is_cancelled() {
                break;
            }
        }
        let title = format!(
            "The target's robot alone against all robots (8×8, 3 robots): alone solves {alone_solved} of {boards} in {:.2} moves on average, \
             where all need {:.2}; all solve {all_solved}",
            mean(both_solved.iter().map(|pair| pair.0)),
            mean(both_solved.iter().map(|pair| pair.1))
        );
        self.show(&title, &table, &table, "alone.csv")
    }

    fn robots(&self) -> Result<(), Fault> {
        let mut raw = Table::new(&["robots", "seed", "algorithm", "outcome", "moves", "nodes", "seconds"]);
        let mut table =
            Table::new(&["robots", "algorithm", "solved", "unsolvable", "limit", "moves", "nodes", "ms"]);
        for robots in ["1", "2", "3", "4", "5"] {
            let boards = self.boards(20, &[("recipe", "corners"), ("robots", robots), ("target", "red")])?;
            for algorithm in ["bfs", "astar(bounces)"] {
                let mut trials = Vec::new();
                for (seed, board) in &boards {
                    let trial = self.trial(board.as_ref(), algorithm)?;
                    raw.row(row(&[
                        &robots,
                        seed,
                        &algorithm,
                        &trial.outcome,
                        &show(trial.cost),
                        &trial.nodes,
                        &trial.seconds,
                    ]));
                    trials.push(trial);
                    if session::is_cancelled() {
                        break;
                    }
                }
                let count = |outcome| trials.iter().filter(|trial| trial.outcome == outcome).count();
                table.row(row(&[
                    &robots,
                    &algorithm,
                    &count("solved"),
                    &count("unsolvable"),
                    &count("limit"),
                    &format!("{:.2}", mean(trials.iter().filter_map(|trial| trial.cost).map(f64::from))),
                    &format!("{:.0}", mean(trials.iter().map(|trial| trial.nodes as f64))),
                    &format!("{:.2}", mean(trials.iter().map(|trial| trial.seconds * 1e3))),
                ]));
            }
        }
        self.show(
            "Effort against the number of robots (16×16, random corners, red target, means)",
            &table,
            &raw,
            "robots.csv",
        )
    }
}

fn row(cells: &[&dyn ToString]) -> Vec<String> {
    cells.iter().map(|cell| cell.to_string()).collect()
}

fn show(cost: Option<u32>) -> String {
    cost.map_or("–".to_owned(), |cost| cost.to_string())
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

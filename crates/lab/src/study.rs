//! The experiments that a game declares: boards by recipe, solved by several contenders. Each gives a table for a person, and a row for
//! every solve for plots.

use damier_kit::{Axis, Experiment, Refusal};
use damier_search::{Limits, Run, Spec};

use crate::{Game, Solve, Table};

/// What came out of an experiment.
pub struct Report {
    /// What it shows.
    pub title: String,
    /// Means for a person.
    pub table: Table,
    /// Every solve.
    pub raw: Table,
}

/// One solve.
struct Trial {
    outcome: &'static str,
    cost: Option<u32>,
    nodes: u64,
    seconds: f64,
}

/// The boards of an experiment, and who solves them.
struct Study<'a, 's> {
    game: Game,
    experiment: &'a Experiment,
    contenders: Vec<(&'static str, Spec)>,
    boards: u64,
    seed: u64,
    solve: &'a mut Solve<'s>,
}

/// Does an experiment on so many boards, from a seed on.
pub fn run(
    game: Game,
    experiment: &Experiment,
    boards: Option<u64>,
    seed: u64,
    solve: &mut Solve<'_>,
) -> Result<Report, Refusal> {
    let contender = |&(name, spec): &(&'static str, &str)| Ok((name, spec.parse()?));
    let contenders = experiment.contenders.iter().map(contender).collect::<Result<_, Refusal>>()?;
    let boards = boards.unwrap_or(experiment.boards);
    let mut study = Study { game, experiment, contenders, boards, seed, solve };
    match experiment.axis {
        Axis::Length => study.by_length(),
        Axis::Board => study.by_board(),
        Axis::Option(name, values) => study.by_option(name, values),
    }
}

/// The columns of a solve.
const SOLVE: [&str; 6] = ["seed", "algorithm", "outcome", "moves", "nodes", "seconds"];

impl Study<'_, '_> {
    /// Every board with its seed and a trial of each contender, until somebody cancels. `more` is added to the recipe.
    fn trials(&mut self, more: Option<(&str, &str)>) -> Result<Vec<(u64, Vec<Trial>)>, Refusal> {
        let pairs: Vec<_> = (self.experiment.recipe.iter().copied().chain(more))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let recipe = self.game.recipe(&pairs)?;
        let mut all = Vec::new();
        for number in 0..self.boards {
            let seed = self.seed.wrapping_add(number);
            let board = self.game.kit.generate(&recipe, seed, &mut Run::new(Limits::default()))?;
            let mut trials = Vec::new();
            for (_, spec) in &self.contenders {
                let Some(record) = (self.solve)(board.as_ref(), spec)? else { return Ok(all) };
                let (nodes, seconds) = record.stats.map_or((0, 0.0), |stats| (stats.expanded, stats.seconds));
                trials.push(Trial { outcome: record.outcome, cost: record.cost, nodes, seconds });
            }
            all.push((seed, trials));
        }
        Ok(all)
    }

    fn by_length(&mut self) -> Result<Report, Refusal> {
        let trials = self.trials(None)?;
        let mut raw = Table::new(&SOLVE);
        for (seed, each) in &trials {
            for (trial, (_, spec)) in each.iter().zip(&self.contenders) {
                raw.row(&[seed, spec, &trial.outcome, &cost(trial), &trial.nodes, &trial.seconds]);
            }
        }
        let mut table = Table::new(&["moves", "boards"]);
        for (name, _) in &self.contenders {
            table.head.extend([format!("{name} nodes"), format!("{name} ms")]);
        }
        table.head.push("nodes saved".to_owned());
        let longest =
            trials.iter().flat_map(|(_, each)| each).filter_map(|trial| trial.cost).max().unwrap_or(0);
        for moves in 0..=longest {
            // Only boards that everybody solved can be compared.
            let is_so = |trial: &Trial| trial.outcome == "solved" && trial.cost == Some(moves);
            let same: Vec<_> =
                trials.iter().map(|(_, each)| each).filter(|each| each.iter().all(is_so)).collect();
            if same.is_empty() {
                continue;
            }
            let nodes = |at: usize| mean(same.iter().map(|each| each[at].nodes as f64));
            let mut row = vec![moves.to_string(), same.len().to_string()];
            for at in 0..self.contenders.len() {
                let millis = mean(same.iter().map(|each| each[at].seconds * 1e3));
                row.extend([format!("{:.0}", nodes(at)), format!("{millis:.2}")]);
            }
            row.push(format!("{:.1}×", nodes(0) / nodes(self.contenders.len() - 1).max(1.0)));
            table.rows.push(row);
        }
        Ok(Report { title: self.experiment.title.to_owned(), table, raw })
    }

    fn by_board(&mut self) -> Result<Report, Refusal> {
        let trials = self.trials(None)?;
        let mut table = Table::new(&["seed"]);
        for (name, _) in &self.contenders {
            table.head.extend([(*name).to_owned(), format!("{name} nodes"), format!("{name} ms")]);
        }
        let mut compared = Vec::new();
        for (seed, each) in &trials {
            let mut row = vec![seed.to_string()];
            for trial in each {
                row.extend([cost(trial), trial.nodes.to_string(), format!("{:.3}", trial.seconds * 1e3)]);
            }
            table.rows.push(row);
            if let [Some(first), Some(second), ..] =
                each.iter().map(|trial| trial.cost).collect::<Vec<_>>()[..]
            {
                compared.push((f64::from(first), f64::from(second)));
            }
        }
        let solved = |at: usize| {
            trials.iter().filter(|(_, each)| each.get(at).is_some_and(|t| t.outcome == "solved")).count()
        };
        let [(first, _), (second, _), ..] = self.contenders[..] else {
            return Ok(Report { title: self.experiment.title.to_owned(), raw: table.clone(), table });
        };
        let title = format!(
            "{}: {first} solves {} of {} in {:.2} moves on average, where {second} need {:.2}; {second} solve {}",
            self.experiment.title,
            solved(0),
            trials.len(),
            mean(compared.iter().map(|pair| pair.0)),
            mean(compared.iter().map(|pair| pair.1)),
            solved(1),
        );
        Ok(Report { title, raw: table.clone(), table })
    }

    fn by_option(&mut self, name: &str, values: &[&str]) -> Result<Report, Refusal> {
        let mut raw = Table::new(&[&[name][..], &SOLVE].concat());
        let mut table =
            Table::new(&[name, "algorithm", "solved", "unsolvable", "limit", "moves", "nodes", "ms"]);
        for value in values {
            let trials = self.trials(Some((name, value)))?;
            for (at, (_, spec)) in self.contenders.iter().enumerate() {
                let each = || trials.iter().map(|(seed, each)| (seed, &each[at]));
                for (seed, trial) in each() {
                    raw.row(&[value, seed, spec, &trial.outcome, &cost(trial), &trial.nodes, &trial.seconds]);
                }
                let count = |outcome| each().filter(|(_, trial)| trial.outcome == outcome).count();
                table.row(&[
                    value,
                    spec,
                    &count("solved"),
                    &count("unsolvable"),
                    &count("limit"),
                    &format!("{:.2}", mean(each().filter_map(|(_, trial)| trial.cost).map(f64::from))),
                    &format!("{:.0}", mean(each().map(|(_, trial)| trial.nodes as f64))),
                    &format!("{:.2}", mean(each().map(|(_, trial)| trial.seconds * 1e3))),
                ]);
            }
        }
        Ok(Report { title: self.experiment.title.to_owned(), table, raw })
    }
}

fn cost(trial: &Trial) -> String {
    trial.cost.map_or("–".to_owned(), |cost| cost.to_string())
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

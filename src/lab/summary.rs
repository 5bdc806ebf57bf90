//! Results in a few lines: means by algorithm, along the axis that the campaign names.

use std::collections::{BTreeMap, HashMap};

use damier_campaign::{AGAINST, Campaign, Outcome, Results, Row};
use damier_lab::Table;

/// Means by the value on the axis and by algorithm; of a tournament, what each player scored.
pub(crate) fn summary(campaign: &Campaign, results: &Results) -> Table {
    if campaign.tournament.is_some() {
        return standings(results);
    }
    let axis = campaign.report.axis.as_deref();
    let best = best(results);
    let features: HashMap<&str, &BTreeMap<String, f64>> =
        results.instances.iter().map(|instance| (instance.id.as_str(), &instance.features)).collect();
    let value = |row: &Row| match axis {
        None => Some(0.0),
        Some("cost") => best.get(row.instance.as_str()).copied().map(f64::from),
        Some(feature) => features.get(row.instance.as_str())?.get(feature).copied(),
    };
    // Instances that lie nowhere on the axis come last.
    let mut groups: Vec<(Option<f64>, &str, Vec<&Row>)> = Vec::new();
    for row in &results.rows {
        let at = value(row);
        match groups.iter_mut().find(|(other, name, _)| *other == at && *name == row.algorithm) {
            Some((_, _, rows)) => rows.push(row),
            None => groups.push((at, &row.algorithm, vec![row])),
        }
    }
    let place = |name: &str| results.algorithms.iter().position(|algorithm| algorithm == name);
    groups.sort_by(|(a, one, _), (b, other, _)| {
        let order = a.unwrap_or(f64::INFINITY).total_cmp(&b.unwrap_or(f64::INFINITY));
        order.then(place(one).cmp(&place(other)))
    });
    let mut table = Table::default();
    for (at, algorithm, rows) in &groups {
        let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
        let at = at.map_or("–".to_owned(), |at| at.to_string());
        let mean = |of: &dyn Fn(&Row) -> Option<f64>| mean(rows.iter().filter_map(|row| of(row)));
        let chance = mean(&|row| row.values.get("chance").copied());
        let mut cells: Vec<(&str, &dyn ToString)> = Vec::new();
        if let Some(axis) = axis {
            cells.push((axis_name(axis), &at));
        }
        let many = rows.len();
        let (solved, unsolvable) = (count(Outcome::Solved), count(Outcome::Unsolvable));
        let (limit, error) = (count(Outcome::Limit), count(Outcome::Error));
        let cost = shown(mean(&|row| row.cost.map(f64::from)), 2);
        let nodes = shown(mean(&|row| row.expanded.map(|nodes| nodes as f64)), 0);
        let millis = shown(mean(&|row| row.seconds.map(|seconds| seconds * 1e3)), 2);
        let chance_shown = shown(chance, 3);
        cells.extend::<[(&str, &dyn ToString); 6]>([
            ("algorithm", algorithm),
            ("runs", &many),
            ("solved", &solved),
            ("unsolvable", &unsolvable),
            ("limit", &limit),
            ("error", &error),
        ]);
        if results.rows.iter().any(|row| row.values.contains_key("chance")) {
            cells.push(("chance", &chance_shown));
        }
        cells.extend::<[(&str, &dyn ToString); 3]>([("moves", &cost), ("nodes", &nodes), ("ms", &millis)]);
        table.entry(&cells);
    }
    table
}

/// A name for a column that is not the name of another.
fn axis_name(axis: &str) -> &str {
    if axis == "cost" { "best" } else { axis }
}

/// The cheapest solution of each instance.
fn best(results: &Results) -> HashMap<&str, u32> {
    let mut best: HashMap<&str, u32> = HashMap::new();
    for row in &results.rows {
        let Some(cost) = row.cost else { continue };
        best.entry(&row.instance).and_modify(|known| *known = cost.min(*known)).or_insert(cost);
    }
    best
}

fn standings(results: &Results) -> Table {
    let mut players: Vec<(&str, [u64; 3], f64)> = Vec::new();
    for row in &results.rows {
        let (Some((first, second)), Some(&score)) =
            (row.algorithm.split_once(AGAINST), row.values.get("score"))
        else {
            continue;
        };
        for (player, score) in [(first, score), (second, 1.0 - score)] {
            let place = if score > 0.75 { 0 } else { 1 + usize::from(score < 0.25) };
            let at = players.iter().position(|(name, ..)| *name == player).unwrap_or_else(|| {
                players.push((player, [0; 3], 0.0));
                players.len() - 1
            });
            players[at].1[place] += 1;
            players[at].2 += score;
        }
    }
    players.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut table = Table::default();
    for (name, [won, drawn, lost], points) in players {
        let games = won + drawn + lost;
        let percent = format!("{:.1} %", 100.0 * points / (games as f64).max(1.0));
        table.entry(&[
            ("player", &name),
            ("games", &games),
            ("won", &won),
            ("drawn", &drawn),
            ("lost", &lost),
            ("score", &percent),
        ]);
    }
    table
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

fn shown(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

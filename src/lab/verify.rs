//! Whether results hold: every solution is replayed by the independent validator, and what algorithms claim about one instance is held
//! against each other.

use std::collections::{BTreeMap, HashMap};

use damier_campaign::{Campaign, Outcome, Results, Row, Who};
use damier_kit::Position;
use damier_lab::Game;
use damier_search::Spec;

use super::worker::read;

/// A row that does not hold, and why.
pub(crate) struct Fault<'r> {
    pub(crate) row: &'r Row,
    pub(crate) why: String,
}

/// What was verified.
#[derive(Default)]
pub(crate) struct Verified<'r> {
    pub(crate) faults: Vec<Fault<'r>>,
    /// Solutions and games that were replayed.
    pub(crate) replayed: u64,
    /// Instances on which the claims of several algorithms were compared.
    pub(crate) compared: u64,
}

/// Looks at every row, until `stop` says so.
pub(crate) fn verify<'r>(campaign: &Campaign, results: &'r Results, stop: &dyn Fn() -> bool) -> Verified<'r> {
    let mut verified = Verified::default();
    let mut rows: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in &results.rows {
        rows.entry(&row.instance).or_default().push(row);
    }
    for instance in &results.instances {
        let Some(rows) = rows.get(instance.id.as_str()).filter(|_| !stop()) else { continue };
        let (game, position) = match read(&instance.game, &instance.text) {
            Ok(read) => read,
            Err(refusal) => {
                let why = format!("its instance cannot be read: {refusal}");
                verified.faults.push(Fault { row: rows[0], why });
                continue;
            }
        };
        for &row in rows {
            match replay(game, position.as_ref(), row) {
                Ok(replayed) => verified.replayed += u64::from(replayed),
                Err(why) => verified.faults.push(Fault { row, why }),
            }
        }
        if campaign.tournament.is_some() {
            continue;
        }
        // Only those that were asked the same question can contradict each other.
        let mut alike: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
        for &row in rows {
            alike.entry(question(campaign, game, &row.algorithm)).or_default().push(row);
        }
        for rows in alike.values() {
            let several = rows.iter().any(|row| row.algorithm != rows[0].algorithm);
            verified.compared += u64::from(several);
            contradictions(rows, &mut verified.faults);
        }
    }
    verified
}

/// Replays what a row tells of; whether there was anything to replay.
fn replay(game: Game, position: &dyn Position, row: &Row) -> Result<bool, String> {
    let Some(solution) = &row.solution else {
        return match row.outcome {
            Outcome::Solved if position.plans().is_some() && position.chance().is_none() => {
                Err("it is solved, but there is no solution".to_owned())
            }
            Outcome::Played => Err("it was played, but there are no moves".to_owned()),
            _ => Ok(false),
        };
    };
    if row.outcome == Outcome::Played {
        return played(game, position, row, solution).map(|()| true);
    }
    game.replay(position, solution)
        .map_err(|invalid| format!("the validator refuses its solution: {}", invalid.why))?;
    if let Some(cost) = row.cost {
        let moves = game.kit.moves(solution).map_err(|refusal| refusal.to_string())?;
        let counts = position.tally(&moves);
        if counts.iter().all(|(_, count)| *count != cost) {
            let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
            return Err(format!(
                "it says that the solution costs {cost}, but there are {}",
                counts.join(", ")
            ));
        }
        if row.lower_bound.is_some_and(|bound| bound > cost) {
            return Err(format!("its lower bound is above what its own solution costs, {cost}"));
        }
        if row.optimal == Some(true) && row.lower_bound.is_some_and(|bound| bound < cost) {
            return Err("it calls its solution optimal, but its lower bound is below that".to_owned());
        }
    }
    Ok(true)
}

/// Replays a game from its start, by the validator and by the rules, and compares who won.
fn played(game: Game, opening: &dyn Position, row: &Row, moves: &str) -> Result<(), String> {
    let (start, before) = opening.past().ok_or("its opening has no start")?;
    let all = game.kit.moves(moves).map_err(|refusal| refusal.to_string())?;
    if all.len() < before.len() || all[..before.len()] != before[..] {
        return Err("its game does not begin with the opening".to_owned());
    }
    game.replay(start.as_ref(), moves)
        .map_err(|invalid| format!("the validator refuses its game: {}", invalid.why))?;
    let last = game.play_all(start, moves).map_err(|refusal| refusal.to_string())?;
    let winner = last.versus().and_then(damier_kit::Versus::end).and_then(|end| end.winner);
    let score = row.values.get("score").copied().unwrap_or(f64::NAN);
    let right = match winner {
        Some(0) => score > 0.99,
        Some(_) => score < 0.01,
        // Drawn, or lost by a fault: who could not move has lost.
        None => [0.0, 0.5, 1.0].contains(&score),
    };
    if right { Ok(()) } else { Err(format!("its score is {score}, but the game says otherwise")) }
}

/// What each algorithm was asked, by its name: a report must not hold answers to different questions against each other.
pub(crate) fn questions(results: &Results) -> HashMap<String, String> {
    let Ok(campaign) = Campaign::parse(&results.manifest.campaign, &results.manifest.name) else {
        return HashMap::new();
    };
    let names: std::collections::BTreeSet<&str> =
        results.instances.iter().map(|instance| instance.game.as_str()).collect();
    let games: Vec<Game> = names.iter().filter_map(|name| crate::games::named(name).ok()).collect();
    let asked = |name: &String| {
        let all: Vec<String> = games.iter().map(|game| question(&campaign, *game, name)).collect();
        (name.clone(), all.join(" "))
    };
    results.algorithms.iter().map(asked).collect()
}

/// What an algorithm was asked, besides the instance: the options of its spec that change the question.
fn question(campaign: &Campaign, game: Game, algorithm: &str) -> String {
    let spec = match campaign.algorithm(algorithm).map(|algorithm| &algorithm.who) {
        Some(Who::Spec(spec)) => Some(spec),
        Some(Who::Script { spec, .. }) => spec.as_ref(),
        _ => None,
    };
    let spec: Option<Spec> = spec.and_then(|spec| spec.parse().ok());
    let asked = |name: &str| Some(spec.as_ref()?.pairs.iter().find(|(key, _)| key == name)?.1.clone());
    let asked = game.kit.about().question.iter().map(|option| {
        let value = asked(option.name).unwrap_or_else(|| option.default.to_owned());
        format!("{}={value}", option.name)
    });
    asked.collect::<Vec<_>>().join(",")
}

/// Claims about one instance that cannot all be true. Costs are of solutions that hold, so they are right.
fn contradictions<'r>(rows: &[&'r Row], faults: &mut Vec<Fault<'r>>) {
    let wrong: Vec<*const Row> = faults.iter().map(|fault| std::ptr::from_ref(fault.row)).collect();
    let sound = || rows.iter().copied().filter(|&row| !wrong.contains(&std::ptr::from_ref(row)));
    let solved = sound().filter(|row| row.solution.is_some());
    if let Some((best, by)) = solved.filter_map(|row| Some((row.cost?, row))).min_by_key(|(cost, _)| *cost) {
        for row in sound() {
            let by = &by.algorithm;
            let why = if row.outcome == Outcome::Unsolvable {
                format!("it says that there is no solution, but {by} found one that costs {best}")
            } else if row.optimal == Some(true) && row.cost.is_some_and(|cost| cost > best) {
                format!("it calls {} optimal, but {by} found {best}", row.cost.unwrap_or_default())
            } else if row.lower_bound.is_some_and(|bound| bound > best) {
                format!("its lower bound is {}, but {by} found {best}", row.lower_bound.unwrap_or_default())
            } else {
                continue;
            };
            faults.push(Fault { row, why });
        }
    }
    let chance = |row: &Row, name: &str| row.values.get(name).copied();
    let most =
        sound().filter_map(|row| Some((chance(row, "chance")?, row))).max_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((most, by)) = most {
        for row in sound().filter(|row| chance(row, "upper").is_some_and(|upper| upper < most - 1e-6)) {
            let why = format!(
                "it says that nobody wins more often than {:.4}, but {} does: {most:.4}",
                chance(row, "upper").unwrap_or_default(),
                by.algorithm
            );
            faults.push(Fault { row, why });
        }
    }
}

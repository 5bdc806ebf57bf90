//! Searches that were measured outside of a campaign, as results: what `bench --save` keeps.

use std::collections::HashSet;

use damier_campaign::{Instance, Isolation, Manifest, Results, Row};
use damier_kit::Position;
use damier_lab::Game;
use damier_lab::record::Record;

use super::found::Found;
use super::{machine, now};

/// Results that grow search by search.
pub(crate) struct Measured {
    results: Results,
    known: HashSet<String>,
}

/// Which search of which position.
pub(crate) struct Search<'a> {
    pub(crate) game: Game,
    /// What the position is called.
    pub(crate) id: String,
    pub(crate) position: &'a dyn Position,
    pub(crate) algorithm: String,
    pub(crate) repeat: u32,
}

impl Measured {
    /// Nothing yet.
    pub(crate) fn new(name: &str, title: &str) -> Measured {
        let manifest = Manifest {
            name: name.to_owned(),
            title: title.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("DAMIER_COMMIT").map(str::to_owned),
            machines: vec![machine::this()],
            began: now(),
            ..Manifest::default()
        };
        Measured { results: Results { manifest, ..Results::default() }, known: HashSet::new() }
    }

    /// One search more.
    pub(crate) fn add(&mut self, search: Search<'_>, record: Record) {
        let Search { game, id, position, algorithm, repeat } = search;
        let results = &mut self.results;
        if self.known.insert(id.clone()) {
            let code = position.code();
            results.instances.push(Instance {
                id: id.clone(),
                game: game.name().to_owned(),
                text: position.instance(),
                source: results.manifest.name.clone(),
                link: (!code.is_empty()).then(|| super::expand::link(game, &code)),
                features: super::expand::features(position, &[]),
            });
        }
        if !results.algorithms.contains(&algorithm) {
            results.algorithms.push(algorithm.clone());
        }
        let found = Found::of(0, Ok(record));
        results.rows.push(Row {
            algorithm,
            instance: id,
            repeat,
            seed: 0,
            outcome: found.outcome,
            why: found.why,
            error: found.error,
            cost: found.cost,
            lower_bound: found.lower_bound,
            optimal: found.optimal,
            solution: found.solution,
            expanded: found.expanded,
            generated: found.generated,
            seconds: found.seconds,
            wall: None,
            cpu: None,
            peak_bytes: found.peak_bytes,
            resident: None,
            values: found.values,
            isolation: Isolation::None,
            machine: 0,
            load: machine::load(),
            started: now(),
        });
    }

    /// All of it.
    pub(crate) fn done(mut self) -> Results {
        self.results.planned = self.results.rows.len() as u64;
        self.results
    }
}

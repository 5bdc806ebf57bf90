//! What a reader must know before the numbers: what went wrong, and where numbers must not be compared.

use std::collections::{BTreeMap, BTreeSet};

use damier_campaign::Outcome;

use crate::digest::Digest;
use crate::words::Said;

/// From this many processes a core on, runs wait for each other.
const BUSY: f64 = 1.25;

/// Runs that ended the same way wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What was said.
    pub error: String,
    /// Whose runs they were.
    pub algorithm: String,
    /// How many.
    pub count: u64,
    /// The first instances, by id.
    pub examples: Vec<String>,
}

/// Two proofs that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The instance's id.
    pub instance: String,
    /// Who says what: an algorithm and what it says is the optimal cost, none if it says that there is no solution.
    pub claims: Vec<(String, Option<u32>)>,
}

/// Errors, the most frequent first.
pub fn failures(digest: &Digest) -> Vec<Failure> {
    let mut found: BTreeMap<(&str, &str), Failure> = BTreeMap::new();
    for row in digest.results.rows.iter().filter(|row| row.outcome == Outcome::Error) {
        let error = row.error.as_deref().or(row.why.as_deref()).unwrap_or("no reason was given");
        let failure = found.entry((error, &row.algorithm)).or_insert_with(|| Failure {
            error: error.to_owned(),
            algorithm: row.algorithm.clone(),
            count: 0,
            examples: Vec::new(),
        });
        failure.count += 1;
        if failure.examples.len() < 3 && !failure.examples.contains(&row.instance) {
            failure.examples.push(row.instance.clone());
        }
    }
    let mut found: Vec<Failure> = found.into_values().collect();
    found.sort_by_key(|failure| std::cmp::Reverse(failure.count));
    found
}

/// Instances whose proofs contradict each other: a bug in one of the algorithms.
pub fn conflicts(digest: &Digest) -> Vec<Conflict> {
    let questions: BTreeSet<&str> = digest.questions.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for (at, instance) in digest.results.instances.iter().enumerate() {
        for question in &questions {
            let claims = claims(digest, at, question);
            let different: BTreeSet<Option<u32>> = claims.iter().map(|(_, claim)| *claim).collect();
            if different.len() > 1 {
                found.push(Conflict { instance: instance.id.clone(), claims });
            }
        }
    }
    found
}

/// What the algorithms that were asked this claim of an instance.
fn claims(digest: &Digest, at: usize, question: &str) -> Vec<(String, Option<u32>)> {
    let mut claims = Vec::new();
    let mut least: Option<(u32, &String)> = None;
    for (a, name) in digest.algorithms.iter().enumerate().filter(|(a, _)| digest.questions[*a] == question) {
        let cell = digest.cell(a, at);
        if let Some(cost) = cell.optimal {
            claims.push((name.clone(), Some(cost)));
        } else if cell.unsolvable > 0 {
            claims.push((name.clone(), None));
        }
        if let Some(cost) = cell.cost.filter(|cost| least.is_none_or(|(known, _)| *cost < known)) {
            least = Some((cost, name));
        }
    }
    // A solution below a proven optimum, or of what was proven to have none, contradicts too.
    if let Some((cost, name)) = least
        && claims.iter().any(|(_, claim)| claim.is_none_or(|claim| cost < claim))
    {
        claims.push((name.clone(), Some(cost)));
    }
    claims
}

/// Why numbers of this report must be read with care.
pub fn warnings(digest: &Digest) -> Vec<Said> {
    let results = digest.results;
    let mut said = Vec::new();
    let rows = results.rows.len() as u64;
    if rows < results.planned {
        let of = results.planned.to_string();
        said.push(Said::new("warn.incomplete").gap("n", rows.to_string()).gap("of", of));
    }
    let machines: BTreeSet<u32> = results.rows.iter().map(|row| row.machine).collect();
    let kinds: BTreeSet<(String, u32)> = machines
        .iter()
        .filter_map(|&at| results.manifest.machines.get(at as usize))
        .map(|machine| (machine.cpu.clone(), machine.cores))
        .collect();
    if kinds.len() > 1 {
        said.push(Said::new("warn.machines").gap("n", machines.len().to_string()));
    } else if machines.len() > 1 {
        said.push(Said::new("warn.alike").gap("n", machines.len().to_string()));
    }
    if results.rows.iter().map(|row| row.isolation).collect::<BTreeSet<_>>().len() > 1 {
        said.push(Said::new("warn.isolation"));
    }
    let loads: Vec<f64> = results.rows.iter().filter_map(|row| row.load).collect();
    let busy = loads.iter().filter(|load| **load > BUSY).count();
    if busy > 0 {
        let most = loads.iter().copied().fold(0.0, f64::max);
        let (n, most) = (busy.to_string(), format!("{most:.1}"));
        said.push(Said::new("warn.load").gap("n", n).gap("most", most));
    }
    let governors = results.manifest.machines.iter().filter_map(|machine| machine.governor.as_deref());
    if let Some(governor) = governors.into_iter().find(|governor| *governor != "performance") {
        said.push(Said::new("warn.governor").gap("governor", governor));
    }
    let missing = results.rows.iter().filter(|row| digest.instance(&row.instance).is_none()).count();
    if missing > 0 {
        said.push(Said::new("warn.unknown").gap("n", missing.to_string()));
    }
    if digest.algorithms.len() > 1 && digest.common.len() < results.instances.len() {
        let (n, of) = (digest.common.len().to_string(), results.instances.len().to_string());
        said.push(Said::new("warn.common").gap("n", n).gap("of", of));
    }
    said
}

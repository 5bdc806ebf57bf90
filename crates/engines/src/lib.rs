//! Programs of others as solvers, players and heuristics: registered in a file of the host, started, bounded, asked,
//! never trusted.
//!
//! An [`Engine`] says how a program is started and what it may use. [`solve`] asks it for a solution, [`Outside`] is
//! one that plays, [`Estimator`] one that is asked for estimates in batches; [`check`] tells whether a program keeps
//! to the protocol. Whatever it says is a claim: who calls has the validator replay it. A program that hangs, dies,
//! floods, forks or eats memory is ended with all that it started, and the reason tells what it said.
//! `docs/engines.md` describes the protocol and the file.

mod adapter;
pub mod check;
pub mod doors;
mod events;
mod file;
pub mod group;
mod heuristic;
mod pattern;
mod player;
mod process;
mod session;
mod solver;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use damier_kit::{Kit, Refusal, refuse};
use damier_search::registry::{Guarantee, Info};
use damier_search::{HeuristicInfo, OWN, Spec};

pub use adapter::Adapter;
pub use file::read;
pub use group::{end_all, end_those_of};
pub use heuristic::Estimator;
pub use player::{Outside, Protocol};
pub use process::stops_when;
pub use solver::{Claim, Reply, Solving, cost, invalid, reply, solve};

/// A program of somebody else, as its entry in the file says.
#[derive(Clone, Debug)]
pub struct Engine {
    /// By which it is known, such as in `solve --algorithm NAME`.
    pub name: String,
    /// What it is, in a line.
    pub summary: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it is started: the folder of the file that names it.
    pub folder: Option<PathBuf>,
    /// The games that it knows.
    pub games: Vec<String>,
    /// What it can be asked for.
    pub roles: Roles,
    /// What it speaks.
    pub protocol: Protocol,
    /// How long it may take where nobody says.
    pub time: Duration,
    /// How long it may take to begin, and to answer what is no search.
    pub start: Duration,
    /// What it may hold in memory with all that it starts.
    pub memory: u64,
    /// Whether the host vouches that its estimates are never above the truth.
    pub admissible: bool,
    /// Its declarations as an algorithm and as a heuristic.
    info: OnceLock<(&'static Info, &'static HeuristicInfo)>,
}

/// What a program can be asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Solutions.
    pub solver: bool,
    /// Moves against adversaries.
    pub player: bool,
    /// Estimates.
    pub heuristic: bool,
}

/// What a program may use where its entry does not say.
pub const TIME: Duration = Duration::from_secs(60);
/// See [`TIME`].
pub const START: Duration = Duration::from_secs(10);
/// See [`TIME`].
pub const MEMORY: u64 = 1 << 30;

impl Engine {
    /// A program that nobody has registered.
    pub fn new(name: &str, command: Vec<String>, protocol: Protocol) -> Self {
        Engine {
            name: name.to_owned(),
            summary: "an outside engine".to_owned(),
            command,
            folder: None,
            games: Vec::new(),
            roles: Roles::default(),
            protocol,
            time: TIME,
            start: START,
            memory: MEMORY,
            admissible: false,
            info: OnceLock::new(),
        }
    }

    /// What it declares, made once and kept for good: there are as many as entries in a file.
    fn infos(&self) -> (&'static Info, &'static HeuristicInfo) {
        *self.info.get_or_init(|| {
            let (name, summary): (&str, &str) = (self.name.clone().leak(), self.summary.clone().leak());
            let info = Info {
                name,
                summary,
                optimal: Guarantee::No,
                complete: Guarantee::No,
                memory: "its own",
                heuristic: false,
                options: &[],
            };
            let admissible = self.admissible;
            let guide = HeuristicInfo { name, summary, admissible, consistent: false };
            (Box::leak(Box::new(info)), Box::leak(Box::new(guide)))
        })
    }

    /// The roles in words.
    pub fn role_names(&self) -> Vec<&'static str> {
        let Roles { solver, player, heuristic } = self.roles;
        let all = [("solver", solver), ("player", player), ("heuristic", heuristic)];
        all.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }
}

static ENGINES: RwLock<Vec<Arc<Engine>>> = RwLock::new(Vec::new());

/// These are the programs that this host knows from now on.
pub fn register(engines: Vec<Engine>) {
    *ENGINES.write().unwrap_or_else(PoisonError::into_inner) = engines.into_iter().map(Arc::new).collect();
}

/// The programs that know a game.
pub fn of_game(kit: &dyn Kit) -> Vec<Arc<Engine>> {
    let game = kit.about().name;
    let all = ENGINES.read().unwrap_or_else(PoisonError::into_inner);
    all.iter().filter(|engine| engine.games.iter().any(|known| known == game)).cloned().collect()
}

/// The program of a name that knows a game and solves or plays it.
pub fn named(kit: &dyn Kit, name: &str) -> Option<Arc<Engine>> {
    let wanted = |engine: &&Arc<Engine>| engine.name == name && answers(kit, engine);
    of_game(kit).iter().find(wanted).cloned()
}

/// Whether it answers what is asked of this game: moves where there are adversaries, else solutions.
fn answers(kit: &dyn Kit, engine: &Engine) -> bool {
    if kit.thinking().is_some() { engine.roles.player } else { engine.roles.solver }
}

/// The programs that solve or play a game, as algorithms.
pub fn algorithms(kit: &dyn Kit) -> Vec<&'static Info> {
    of_game(kit).iter().filter(|engine| answers(kit, engine)).map(|engine| engine.infos().0).collect()
}

/// The programs that estimate, as heuristics.
pub fn heuristics(kit: &dyn Kit) -> Vec<&'static HeuristicInfo> {
    let estimates = |engine: &&Arc<Engine>| engine.roles.heuristic && kit.thinking().is_none();
    of_game(kit).iter().filter(estimates).map(|engine| engine.infos().1).collect()
}

/// The program that guides a spec such as `astar(NAME)`, and the spec with the place for a heuristic that is brought
/// along.
pub fn guide(kit: &dyn Kit, spec: &Spec) -> Option<(Arc<Engine>, Spec)> {
    let engines = of_game(kit);
    let at = |engine: &Engine| spec.words.iter().position(|word| *word == engine.name);
    let found = engines.iter().find_map(|engine| Some((engine, at(engine)?)));
    let (engine, at) = found.filter(|(engine, _)| engine.roles.heuristic)?;
    let mut plain = spec.clone();
    OWN.name.clone_into(&mut plain.words[at]);
    Some((engine.clone(), plain))
}

/// Checks a spec that names programs; none where it names none.
pub fn knows(kit: &dyn Kit, spec: &Spec) -> Option<Result<(), Refusal>> {
    if named(kit, &spec.name).is_some() {
        let mut rest = spec.clone();
        for option in kit.about().question {
            if let Some(Err(why)) = rest.take(option.name).map(|value| option.check(&value)) {
                return Some(Err(why.into()));
            }
        }
        let extra = rest.words.first().or(rest.pairs.first().map(|(key, _)| key));
        return Some(extra.map_or(Ok(()), |extra| {
            Err(refuse!(
                "engine.options",
                "{name} is an outside engine and takes no options; leave out '{extra}'",
                name = spec.name.as_str(),
                extra
            ))
        }));
    }
    guide(kit, spec).map(|(_, plain)| kit.check(&plain))
}

//! The file of the host that names programs: `engines.toml`.

use std::path::Path;
use std::time::Duration;

use damier_kit::{Kit, Position, Refusal, excerpt, refuse};
use serde::Deserialize;
use toml::Spanned;

use crate::adapter::{self, Adapter};
use crate::player::usual_start;
use crate::{Engine, Protocol, Roles};

/// As many programs may be named.
const MOST: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    engine: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    summary: Option<String>,
    command: Spanned<Words>,
    #[serde(alias = "game")]
    games: Spanned<Words>,
    #[serde(alias = "role")]
    roles: Option<Spanned<Words>>,
    protocol: Option<Spanned<String>>,
    time: Option<Spanned<String>>,
    start: Option<Spanned<String>>,
    memory: Option<Spanned<String>>,
    #[serde(default)]
    admissible: bool,
    adapter: Option<Spanned<adapter::Said>>,
}

/// One word, or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    /// A text is split at its spaces.
    fn list(&self) -> Vec<String> {
        match self {
            Words::One(text) => text.split_whitespace().map(str::to_owned).collect(),
            Words::Many(list) => list.clone(),
        }
    }
}

/// Reads the programs that a text names. They are started in `folder`; `kits` are the games that there are.
pub fn read(text: &str, folder: &Path, kits: &[&'static dyn Kit]) -> Result<Vec<Engine>, Refusal> {
    // Some editors begin a file with a mark that nobody sees, or counts as a column.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let place = |at: usize| {
        let before = text.get(..at).unwrap_or(text);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    };
    let file: File = toml::from_str(text).map_err(|error| {
        let why = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let refusal = refuse!("engines.toml", "{why}", why = damier_search::excerpt(&why, 300));
        let (line, column) = place(error.span().map_or(0, |span| span.start));
        refusal.at(line, column)
    })?;
    let mut engines: Vec<Engine> = Vec::new();
    for entry in &file.engine {
        let read = Reader { entry, kits, folder, known: &engines };
        let engine = read.engine().map_err(|(at, refusal)| {
            let (line, column) = place(at);
            refusal.at(line, column)
        })?;
        if engines.len() == MOST {
            let (line, column) = place(entry.name.span().start);
            return Err(
                refuse!("engines.many", "there are more than {most} engines", most = MOST).at(line, column)
            );
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Where something is wrong, and what.
type Wrong = (usize, Refusal);

struct Reader<'a> {
    entry: &'a Entry,
    kits: &'a [&'static dyn Kit],
    folder: &'a Path,
    known: &'a [Engine],
}

impl Reader<'_> {
    fn engine(&self) -> Result<Engine, Wrong> {
        let entry = self.entry;
        let games = self.games()?;
        let protocol = self.protocol(&games)?;
        let name = self.name(&games)?;
        let command = entry.command.get_ref().list();
        if command.first().is_none_or(String::is_empty) || command.iter().any(|word| word.contains('\0')) {
            let why = refuse!(
                "engines.command",
                "the command names no program; write such as \"python3 solver.py\""
            );
            return Err((entry.command.span().start, why));
        }
        let mut engine = Engine::new(&name, command, protocol);
        engine.folder = Some(self.folder.to_owned()).filter(|folder| !folder.as_os_str().is_empty());
        engine.roles = self.roles(&engine.protocol, &games)?;
        engine.games = games.iter().map(|kit| kit.about().name.to_owned()).collect();
        let limit = |text: &Option<Spanned<String>>, usual: Duration| match text {
            None => Ok(usual),
            Some(text) => duration(text.get_ref()).map_err(|why| (text.span().start, why)),
        };
        engine.time = limit(&entry.time, engine.time)?;
        engine.start = limit(&entry.start, engine.start)?;
        if let Some(memory) = &entry.memory {
            engine.memory = bytes(memory.get_ref()).map_err(|why| (memory.span().start, why))?;
        }
        engine.admissible = entry.admissible;
        if let Some(summary) = &entry.summary {
            engine.summary = summary.chars().filter(|sign| !sign.is_control()).take(200).collect();
        }
        Ok(engine)
    }

    fn games(&self) -> Result<Vec<&'static dyn Kit>, Wrong> {
        let (games, at) = (&self.entry.games, self.entry.games.span().start);
        let names = games.get_ref().list();
        let found = names.iter().map(|name| {
            let kit = self.kits.iter().find(|kit| kit.about().name == name);
            let known = || self.kits.iter().map(|kit| kit.about().name).collect::<Vec<_>>().join(", ");
            kit.copied().ok_or_else(|| {
                let name = excerpt(name);
                (
                    at,
                    refuse!(
                        "engines.game",
                        "no game is called '{name}'; there is {known}",
                        name,
                        known = known()
                    ),
                )
            })
        });
        let found = found.collect::<Result<Vec<_>, _>>()?;
        if found.is_empty() {
            return Err((at, refuse!("engines.games", "an engine knows at least one game")));
        }
        Ok(found)
    }

    fn name(&self, games: &[&'static dyn Kit]) -> Result<String, Wrong> {
        let (name, at) = (self.entry.name.get_ref(), self.entry.name.span().start);
        let word = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
        let begins = name.starts_with(|sign: char| sign.is_ascii_alphabetic());
        if !begins || name.len() > 40 || !name.chars().all(word) {
            return Err((
                at,
                refuse!(
                    "engines.name",
                    "'{name}' is no name: it begins with a letter and has at most 40 letters, digits, '-' and '_'",
                    name = excerpt(name)
                ),
            ));
        }
        let ours = |kit: &&'static dyn Kit| {
            let algorithm = kit.algorithms().iter().any(|info| info.name == name);
            let heuristic = kit.heuristics().iter().any(|info| info.name == name);
            algorithm || heuristic || name == damier_search::OWN.name
        };
        if games.iter().any(ours) || self.known.iter().any(|engine| engine.name == *name) {
            return Err((at, refuse!("engines.taken", "the name '{name}' is taken; choose another", name)));
        }
        Ok(name.clone())
    }

    fn protocol(&self, games: &[&'static dyn Kit]) -> Result<Protocol, Wrong> {
        let entry = self.entry;
        let (name, at) = match &entry.protocol {
            None if entry.adapter.is_some() => ("adapter", 0),
            None => ("json", 0),
            Some(name) => (name.get_ref().as_str(), name.span().start),
        };
        if let (Some(adapter), true) = (&entry.adapter, name != "adapter") {
            let why = refuse!("engines.adapter", "an adapter goes with the protocol \"adapter\" alone");
            return Err((adapter.span().start, why));
        }
        let dialects = || {
            let thinking = games.iter().filter_map(|kit| kit.thinking());
            thinking.flat_map(damier_kit::Thinking::dialects).map(|dialect| dialect.name())
        };
        let protocol = match name {
            "json" => Protocol::Json,
            "text" => Protocol::Text,
            "uci" => Protocol::Uci,
            "adapter" => {
                let none = || {
                    (
                        at,
                        refuse!(
                            "engines.no_adapter",
                            "the protocol \"adapter\" needs a table [engine.adapter]"
                        ),
                    )
                };
                let said = entry.adapter.as_ref().ok_or_else(none)?;
                let adapter = Adapter::new(said.get_ref(), &samples(games));
                let adapter = adapter.map_err(|why| (said.span().start, why))?;
                Protocol::Adapter(Box::new(adapter))
            }
            name if dialects().any(|dialect| dialect == name) => Protocol::Dialect(name.to_owned()),
            _ => {
                let known: Vec<&str> =
                    ["json", "text", "uci", "adapter"].into_iter().chain(dialects()).collect();
                let why = refuse!(
                    "engines.protocol",
                    "no protocol is called '{name}'; there is {known}",
                    name = excerpt(name),
                    known = known.join(", ")
                );
                return Err((at, why));
            }
        };
        Ok(protocol)
    }

    fn roles(&self, protocol: &Protocol, games: &[&'static dyn Kit]) -> Result<Roles, Wrong> {
        let versus = games.iter().any(|kit| kit.thinking().is_some());
        let plans = games.iter().any(|kit| kit.thinking().is_none());
        let Some(said) = &self.entry.roles else {
            return Ok(Roles { solver: plans, player: versus, heuristic: false });
        };
        let at = said.span().start;
        let mut roles = Roles::default();
        for role in said.get_ref().list() {
            match role.as_str() {
                "solver" => roles.solver = true,
                "player" => roles.player = true,
                "heuristic" => roles.heuristic = true,
                _ => {
                    let role = excerpt(&role);
                    return Err((
                        at,
                        refuse!(
                            "engines.role",
                            "no role is called '{role}'; there is solver, player, heuristic",
                            role
                        ),
                    ));
                }
            }
        }
        if !matches!(protocol, Protocol::Json) && (roles.solver || roles.heuristic) {
            return Err((
                at,
                refuse!("engines.speaks", "solvers and heuristics speak the protocol \"json\""),
            ));
        }
        let fits = roles.player && versus || (roles.solver || roles.heuristic) && plans;
        if !fits {
            return Err((
                at,
                refuse!(
                    "engines.fit",
                    "none of its games has such a role: a player needs adversaries, the others a puzzle"
                ),
            ));
        }
        Ok(roles)
    }
}

/// The moves of the usual starts of games, each with the rows of its board.
fn samples(games: &[&'static dyn Kit]) -> Vec<(String, usize)> {
    let starts = games.iter().filter_map(|kit| usual_start(*kit));
    let moves = |start: Box<dyn Position>| {
        let rows = start.scene().height;
        start.legal().into_iter().map(move |step| (step, rows))
    };
    starts.flat_map(moves).collect()
}

/// A number and what follows it.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    let number = text[..end].parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some((number, text[end..].trim()))
}

fn duration(text: &str) -> Result<Duration, Refusal> {
    let seconds = split(text).and_then(|(number, unit)| {
        let of = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        Some(number * of.iter().find(|(name, _)| *name == unit)?.1)
    });
    let possible = seconds.filter(|seconds| (0.001..=7.0 * 86400.0).contains(seconds));
    possible.map(Duration::from_secs_f64).ok_or_else(|| {
        refuse!("engines.time", "'{text}' is no time; write such as 500ms, 10s or 5m", text = excerpt(text))
    })
}

fn bytes(text: &str) -> Result<u64, Refusal> {
    let bytes = split(text).and_then(|(number, unit)| {
        let of = [
            ("B", 1.0),
            ("KB", 1e3),
            ("MB", 1e6),
            ("GB", 1e9),
            ("KiB", 1024.0),
            ("MiB", 1_048_576.0),
            ("GiB", 1_073_741_824.0),
        ];
        Some(number * of.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?.1)
    });
    let possible = bytes.filter(|bytes| (1e6..=1e15).contains(bytes));
    possible.map(|bytes| bytes as u64).ok_or_else(|| {
        refuse!("engines.memory", "'{text}' is no size; write such as 500MB or 1GiB", text = excerpt(text))
    })
}

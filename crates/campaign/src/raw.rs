//! The campaign file as it stands, before anything in it is checked against the rest.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use damier_kit::{Refusal, excerpt, refuse};
use serde::de::{self, Deserialize, Deserializer, Visitor};
use toml::Spanned;

use crate::file::{
    Algorithm, Campaign, ExecutorKind, From, Isolate, MANY, Place, Recipe, ReportOptions, RunLimits,
    RunOptions, Slurm, Source, Tournament, Who,
};
use crate::units;

/// What a run may take where nothing is said.
const TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 1 << 30;
/// How long a board is looked for that is wished for.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Option<Spanned<String>>,
    title: Option<String>,
    question: Option<String>,
    game: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    repeats: Option<Spanned<u64>>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    run: Running,
    #[serde(default)]
    slurm: RawSlurm,
    #[serde(default)]
    instances: Vec<Spanned<RawSource>>,
    #[serde(default)]
    algorithms: Vec<Spanned<RawAlgorithm>>,
    tournament: Option<Spanned<RawTournament>>,
    #[serde(default)]
    report: RawReport,
}

fn one() -> u64 {
    1
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    time: Option<Time>,
    cpu: Option<Time>,
    nodes: Option<u64>,
    memory: Option<Size>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Running {
    #[serde(default)]
    isolation: Isolate,
    workers: Option<Spanned<u64>>,
    #[serde(default)]
    pin: bool,
    threads: Option<Spanned<u64>>,
    #[serde(default)]
    executor: ExecutorKind,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSlurm {
    partition: Option<String>,
    account: Option<String>,
    qos: Option<String>,
    time: Option<Time>,
    memory: Option<Size>,
    shard: Option<Time>,
    runs: Option<Spanned<u64>>,
    late: Option<Time>,
    tasks: Option<Spanned<u64>>,
    at_once: Option<Spanned<u64>>,
    #[serde(default)]
    options: Vec<String>,
    folder: Option<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSource {
    name: Option<String>,
    game: Option<String>,
    files: Option<Many>,
    set: Option<String>,
    generate: Option<BTreeMap<String, Scalar>>,
    #[serde(default)]
    vary: BTreeMap<String, Spanned<Vec<Scalar>>>,
    #[serde(default)]
    together: bool,
    count: Option<Spanned<u64>>,
    seed: Option<u64>,
    length: Option<Range>,
    moving: Option<Range>,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    helpers: bool,
    patience: Option<Time>,
    levels: Option<Range>,
    #[serde(default)]
    variant: Many,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAlgorithm {
    name: Option<String>,
    spec: Option<String>,
    heuristic: Option<String>,
    engine: Option<String>,
    command: Option<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTournament {
    game: Option<String>,
    #[serde(default)]
    players: Vec<String>,
    games: Option<Spanned<u64>>,
    opening: Option<Spanned<u64>>,
    #[serde(default)]
    setup: BTreeMap<String, Scalar>,
    time_per_move: Option<Time>,
    nodes_per_move: Option<u64>,
}

#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct RawReport {
    axis: Option<String>,
    #[serde(default)]
    compare: Vec<String>,
    #[serde(default)]
    plots: Vec<String>,
}

/// A word or a number, as an option takes it.
struct Scalar(String);
struct Time(Duration);
struct Size(u64);
struct Range((u32, u32));
/// One text, or several.
#[derive(Default)]
struct Many(Vec<String>);

/// What a value is read from: a text, where numbers are taken as they are written.
struct Words<T> {
    expected: &'static str,
    read: fn(&str) -> Result<T, String>,
}

impl<T> Visitor<'_> for Words<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        (self.read)(text).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_bool<E: de::Error>(self, yes: bool) -> Result<T, E> {
        // Options of the program say yes and no.
        self.visit_str(if yes { "yes" } else { "no" })
    }
}

macro_rules! words {
    ($($type:ident: $expected:literal, $read:expr;)*) => { $(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_any(Words { expected: $expected, read: $read }).map($type)
            }
        }
    )* };
}
words! {
    Scalar: "a word or a number", |text| Ok(text.to_owned());
    Time: "a time such as \"10s\"", units::duration;
    Size: "a size such as \"1GiB\"", units::bytes;
    Range: "a range such as \"5..10\"", units::range;
}

impl<'de> Deserialize<'de> for Many {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrMore;
        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Many;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or a list of texts")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Many, E> {
                Ok(Many(vec![text.to_owned()]))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Many, A::Error> {
                let mut all = Vec::new();
                while let Some(text) = list.next_element()? {
                    all.push(text);
                }
                Ok(Many(all))
            }
        }
        from.deserialize_any(OneOrMore)
    }
}

/// What the parser says, as a refusal with its place.
fn unreadable(text: &str, error: &toml::de::Error) -> Refusal {
    let place = Place::of(text, error.span().map_or(0, |span| span.start));
    let said = error.message();
    // "unknown field `speed`, expected one of `time`, `nodes`"
    let quoted: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let refusal = match (&quoted[..], said) {
        ([key, known @ ..], said) if said.starts_with("unknown field") => refuse!(
            "campaign.key",
            "there is no key '{key}' here; there is {known}",
            key = excerpt(key),
            known = known.join(", ")
        ),
        ([word, known @ ..], said) if said.starts_with("unknown variant") => refuse!(
            "campaign.word",
            "'{word}' is not possible here; there is {known}",
            word = excerpt(word),
            known = known.join(", ")
        ),
        _ => {
            let plain: String =
                said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect();
            refuse!("campaign.form", "this is no campaign: {why}", why = plain)
        }
    };
    place.refuses(refusal)
}

/// What numbers may be.
struct Reading<'t> {
    text: &'t str,
}

impl Reading<'_> {
    fn place<T>(&self, at: &Spanned<T>) -> Place {
        Place::of(self.text, at.span().start)
    }

    /// A number within bounds.
    fn number(&self, what: &str, given: Option<Spanned<u64>>, most: u64, usual: u64) -> Result<u64, Refusal> {
        let Some(given) = given else { return Ok(usual) };
        let number = *given.get_ref();
        if (1..=most).contains(&number) {
            return Ok(number);
        }
        Err(self.place(&given).refuses(refuse!(
            "campaign.number",
            "{what} is a whole number from 1 to {most}, not {number}",
            what,
            most,
            number
        )))
    }

    fn source(&self, raw: Spanned<RawSource>, game: Option<&String>) -> Result<Source, Refusal> {
        let at = self.place(&raw);
        let raw = raw.into_inner();
        let game = raw.game.or_else(|| game.cloned()).ok_or_else(|| at.refuses(no_game()))?;
        let (is_made, has_levels) = (raw.generate.is_some(), raw.levels.is_some());
        let only_made = raw.count.is_some()
            || raw.seed.is_some()
            || !raw.vary.is_empty()
            || raw.together
            || raw.length.is_some()
            || raw.moving.is_some()
            || raw.unique
            || raw.helpers
            || raw.patience.is_some();
        if (only_made && !is_made) || (has_levels && is_made) {
            return Err(at.refuses(refuse!(
                "campaign.misplaced",
                "vary, together, count, seed and wishes go with generate; levels goes with files and set"
            )));
        }
        let from = match (raw.files, raw.set, raw.generate) {
            (Some(Many(files)), None, None) if !files.is_empty() => From::Files(files),
            (None, Some(set), None) => From::Set(set),
            (None, None, Some(options)) => {
                let mut vary = Vec::new();
                for (name, values) in raw.vary {
                    let place = self.place(&values);
                    let values: Vec<String> =
                        values.into_inner().into_iter().map(|Scalar(value)| value).collect();
                    if values.is_empty() || values.len() > 10_000 {
                        return Err(place.refuses(refuse!(
                            "campaign.vary",
                            "{name} varies over one value at least, and ten thousand at most",
                            name = excerpt(&name)
                        )));
                    }
                    vary.push((name, values));
                }
                let alike = vary.windows(2).all(|pair| pair[0].1.len() == pair[1].1.len());
                if raw.together && !alike {
                    return Err(at.refuses(refuse!(
                        "campaign.together",
                        "what varies together has as many values each"
                    )));
                }
                let lengths = || vary.iter().map(|(_, values)| values.len() as u64);
                let many = if raw.together {
                    lengths().max().or(Some(1))
                } else {
                    lengths().try_fold(1, u64::checked_mul)
                };
                let count = self.number("count", raw.count, MANY, 1)?;
                if many.and_then(|many| many.checked_mul(count)).is_none_or(|all| all > MANY) {
                    return Err(at.refuses(refuse!(
                        "campaign.many",
                        "these are more than {most} instances; take fewer values or a smaller count",
                        most = MANY
                    )));
                }
                From::Generate(Recipe {
                    options: options.into_iter().map(|(name, Scalar(value))| (name, value)).collect(),
                    vary,
                    together: raw.together,
                    count,
                    seed: raw.seed,
                    length: raw.length.map(|Range(range)| range),
                    moving: raw.moving.map(|Range(range)| range),
                    unique: raw.unique,
                    helpers: raw.helpers,
                    patience: raw.patience.map_or(PATIENCE, |Time(time)| time),
                })
            }
            _ => {
                return Err(at.refuses(refuse!(
                    "campaign.source",
                    "instances come from files, from a set, or from generate: name one of them"
                )));
            }
        };
        let levels = raw.levels.map(|Range(range)| range);
        Ok(Source { name: raw.name, game, from, levels, variants: raw.variant.0, at })
    }

    fn algorithm(&self, raw: Spanned<RawAlgorithm>) -> Result<Algorithm, Refusal> {
        let at = self.place(&raw);
        let raw = raw.into_inner();
        let (name, who) = match (raw.spec, raw.heuristic, raw.engine, raw.command) {
            (Some(spec), None, None, None) => (spec.clone(), Who::Spec(spec)),
            (spec, Some(file), None, None) => (file.clone(), Who::Script { spec, file }),
            (None, None, Some(engine), None) => (engine.clone(), Who::Engine(engine)),
            (None, None, None, Some(command)) => (command.clone(), Who::Command(command)),
            _ => {
                return Err(at.refuses(refuse!(
                    "campaign.algorithm",
                    "an algorithm is one of spec, heuristic (perhaps with a spec), engine and command"
                )));
            }
        };
        let name = raw.name.unwrap_or(name);
        let plain = !name.trim().is_empty() && name.len() <= 200 && !name.contains(char::is_control);
        if !plain || name.contains(crate::file::AGAINST) {
            return Err(at.refuses(refuse!(
                "campaign.name",
                "'{name}' is no name for an algorithm; take letters, digits and signs, 200 at most, without ' – '",
                name = excerpt(&name)
            )));
        }
        Ok(Algorithm { name, who, at })
    }
}

fn no_game() -> Refusal {
    refuse!("campaign.game", "which game is this? write game = \"…\" here or at the top")
}

/// Reads the file and checks each part by itself.
pub(crate) fn read(text: &str, name: &str) -> Result<Campaign, Refusal> {
    let raw: File = toml::from_str(text).map_err(|error| unreadable(text, &error))?;
    let reading = Reading { text };
    let is_name = |name: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !name.is_empty() && name.len() <= 100 && name.chars().all(plain) && !name.starts_with('.')
    };
    if let Some(name) = raw.name.as_ref().filter(|name| !is_name(name.get_ref())) {
        return Err(reading.place(name).refuses(refuse!(
            "campaign.called",
            "the name of a campaign is made of letters, digits, '-', '_' and '.', 100 at most"
        )));
    }
    let name = raw.name.map_or_else(|| name.to_owned(), Spanned::into_inner);
    let game = raw.game.as_ref();
    let instances =
        raw.instances.into_iter().map(|each| reading.source(each, game)).collect::<Result<_, _>>()?;
    let algorithms: Vec<Algorithm> =
        raw.algorithms.into_iter().map(|each| reading.algorithm(each)).collect::<Result<_, _>>()?;
    let tournament = raw.tournament.map(|raw_tournament| -> Result<Tournament, Refusal> {
        let at = reading.place(&raw_tournament);
        let each = raw_tournament.into_inner();
        let everybody = || algorithms.iter().map(|algorithm| algorithm.name.clone()).collect();
        Ok(Tournament {
            game: each.game.or_else(|| game.cloned()).ok_or_else(|| at.refuses(no_game()))?,
            players: if each.players.is_empty() { everybody() } else { each.players },
            games: reading.number("games", each.games, MANY, 20)?.next_multiple_of(2),
            opening: reading.number("opening", each.opening, 40, 4)? as u32,
            setup: each.setup.into_iter().map(|(name, Scalar(value))| (name, value)).collect(),
            time_per_move: each.time_per_move.map(|Time(time)| time),
            nodes_per_move: each.nodes_per_move,
            at,
        })
    });
    let small = |given, what, most| match given {
        None => Ok(None),
        given => reading.number(what, given, most, 1).map(|number| Some(number as u32)),
    };
    Ok(Campaign {
        title: raw.title.unwrap_or_else(|| name.clone()),
        name,
        question: raw.question.unwrap_or_default(),
        seed: raw.seed,
        repeats: reading.number("repeats", raw.repeats, MANY, 1)? as u32,
        limits: RunLimits {
            time: raw.limits.time.map_or(TIME, |Time(time)| time),
            cpu: raw.limits.cpu.map(|Time(time)| time),
            nodes: raw.limits.nodes,
            memory: raw.limits.memory.map_or(MEMORY, |Size(size)| size),
        },
        run: RunOptions {
            isolation: raw.run.isolation,
            workers: small(raw.run.workers, "workers", 1024)?,
            pin: raw.run.pin,
            threads: small(raw.run.threads, "threads", 1024)?.unwrap_or(1),
            executor: raw.run.executor,
        },
        slurm: Slurm {
            partition: raw.slurm.partition,
            account: raw.slurm.account,
            qos: raw.slurm.qos,
            time: raw.slurm.time.map(|Time(time)| time),
            memory: raw.slurm.memory.map(|Size(size)| size),
            shard: raw.slurm.shard.map(|Time(time)| time),
            runs: small(raw.slurm.runs, "runs", MANY)?,
            late: raw.slurm.late.map(|Time(time)| time),
            tasks: small(raw.slurm.tasks, "tasks", MANY)?,
            at_once: small(raw.slurm.at_once, "at_once", MANY)?,
            options: raw.slurm.options,
            folder: raw.slurm.folder,
        },
        instances,
        algorithms,
        tournament: tournament.transpose()?,
        report: ReportOptions { axis: raw.report.axis, compare: raw.report.compare, plots: raw.report.plots },
        text: text.to_owned(),
    })
}

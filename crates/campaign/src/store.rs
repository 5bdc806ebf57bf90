//! The results of a campaign on disk: a folder beside the campaign with a database in `SQLite`.
//!
//! A result and its "done" are one row, so one transaction writes both, and the primary key (algorithm, instance, repeat) lets only one
//! exist: a run that was done twice because a runner was killed in between changes nothing. The database is written ahead (WAL):
//! others read while a campaign runs. After a power cut the last few results may be missing, and are run again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use damier_kit::{Refusal, excerpt, refuse};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::plan::fingerprint;
use crate::{Campaign, Instance, Machine, Manifest, Results, Row, Run};

/// "dlab": whose file it is.
const APPLICATION: i64 = 0x646c_6162;
/// The tables; a change of them is a new version.
const VERSION: i64 = 1;
const TABLES: &str = "
    CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE machines (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, machine TEXT NOT NULL);
    CREATE TABLE algorithms (name TEXT PRIMARY KEY, place INTEGER NOT NULL, print TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE instances (id TEXT PRIMARY KEY, place INTEGER NOT NULL, game TEXT NOT NULL, text TEXT NOT NULL,
        source TEXT NOT NULL, link TEXT, features TEXT NOT NULL);
    CREATE TABLE results (algorithm TEXT NOT NULL, instance TEXT NOT NULL, repeat INTEGER NOT NULL, seed INTEGER NOT NULL,
        outcome TEXT NOT NULL, why TEXT, error TEXT, cost INTEGER, lower_bound INTEGER, optimal INTEGER, solution TEXT,
        expanded INTEGER, generated INTEGER, seconds REAL, wall REAL, cpu REAL, peak_bytes INTEGER, resident INTEGER,
        measured TEXT NOT NULL, isolation TEXT NOT NULL, machine INTEGER NOT NULL, load REAL, started INTEGER NOT NULL,
        PRIMARY KEY (algorithm, instance, repeat)) WITHOUT ROWID;
    CREATE TABLE raw (algorithm TEXT NOT NULL, instance TEXT NOT NULL, repeat INTEGER NOT NULL, status TEXT NOT NULL,
        output TEXT NOT NULL, errors TEXT NOT NULL, PRIMARY KEY (algorithm, instance, repeat)) WITHOUT ROWID;
";
/// What all runs that failed are called where the results of an algorithm are to be forgotten.
const ERRORS: &str = "errors";
/// How long a reader waits for a writer.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a run that failed said, as it said it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Raw {
    /// How its process ended.
    pub status: String,
    /// Its standard output.
    pub output: String,
    /// Its standard error.
    pub errors: String,
}

/// The results of a campaign.
pub struct Store {
    database: Connection,
    folder: PathBuf,
    /// Held by the one who runs the campaign.
    lock: Option<File>,
}

impl Store {
    /// The file of the database in a folder of results.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join("results.sqlite")
    }

    /// Whether there are results in a folder.
    pub fn exists(folder: &Path) -> bool {
        Self::file(folder).is_file()
    }

    /// The results in a folder, to read; they may be growing.
    pub fn open(folder: &Path) -> Result<Self, Refusal> {
        if !Self::exists(folder) {
            return Err(none(folder));
        }
        // A database that is written ahead cannot be read without its other two files, which a reader may have to make.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::connect(folder, flags, false)
    }

    /// The results in a folder, to be added to by this process alone; the folder is made if need be.
    pub fn take(folder: &Path) -> Result<Self, Refusal> {
        let cannot = |error: std::io::Error| {
            let folder = folder.display().to_string();
            refuse!("results.folder", "cannot write to {folder}: {why}", folder, why = error.to_string())
        };
        std::fs::create_dir_all(folder).map_err(cannot)?;
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join("lock"));
        let lock = lock.map_err(cannot)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let folder = folder.display().to_string();
                return Err(refuse!(
                    "results.taken",
                    "{folder} is in use: this campaign is being run already; `damier lab status` tells how far it is",
                    folder
                ));
            }
            Err(TryLockError::Error(error)) => return Err(cannot(error)),
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut store = Self::connect(folder, flags, true)?;
        store.lock = Some(lock);
        Ok(store)
    }

    /// Opens the database; whoever takes it makes its tables if there are none.
    fn connect(folder: &Path, flags: OpenFlags, make: bool) -> Result<Self, Refusal> {
        let folder = folder.to_owned();
        let opened = (|| {
            let database = Connection::open_with_flags(Self::file(&folder), flags)?;
            database.busy_timeout(PATIENCE)?;
            let number = |name: &str| -> rusqlite::Result<i64> {
                database.pragma_query_value(None, name, |row| row.get(0))
            };
            if make {
                database.pragma_update(None, "journal_mode", "WAL")?;
                database.pragma_update(None, "synchronous", "NORMAL")?;
            }
            let tables: i64 =
                database.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 && make {
                database.execute_batch("BEGIN IMMEDIATE")?;
                database.execute_batch(TABLES)?;
                database.pragma_update(None, "user_version", VERSION)?;
                database.pragma_update(None, "application_id", APPLICATION)?;
                database.execute_batch("COMMIT")?;
            }
            let fits = number("application_id")? == APPLICATION && number("user_version")? == VERSION;
            Ok((database, tables == 0 && !make, fits))
        })();
        match opened {
            // Somebody is about to make them.
            Ok((_, true, _)) => Err(none(&folder)),
            Ok((database, false, true)) => Ok(Store { database, folder, lock: None }),
            Ok((_, false, false)) => {
                let file = Self::file(&folder).display().to_string();
                Err(refuse!(
                    "results.foreign",
                    "{file} was made by another program, or by a newer version of this one",
                    file
                ))
            }
            Err(error) => Err(fault(&folder, &error)),
        }
    }

    /// Where the results are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Instances that were kept under this key: those of the campaign if nothing that they come from has changed.
    pub fn expanded(&self, key: &str) -> Result<Option<Vec<Instance>>, Refusal> {
        if self.fact::<String>("expansion")?.as_deref() != Some(key) {
            return Ok(None);
        }
        self.read(Self::instances).map(Some)
    }

    /// Takes up a campaign: the first time it is written down, afterwards it is compared with what is there. Algorithms and instances may
    /// be added; what they are may not change, nor may the terms, for then old and new results do not belong together.
    /// `prints` tells what each contender is.
    pub fn begin(
        &mut self,
        campaign: &Campaign,
        prints: &[(String, String)],
        (key, instances): (&str, &[Instance]),
        manifest: &Manifest,
    ) -> Result<(), Refusal> {
        let terms = campaign.terms();
        let known: Option<String> = self.fact("terms")?;
        if let Some(known) = known.filter(|known| *known != terms) {
            return Err(refuse!(
                "results.terms",
                "the results in {folder} were made with other limits or another seed ({known}); run with --fresh to begin anew, or give the campaign another name",
                folder = self.folder.display().to_string(),
                known
            ));
        }
        let changed = |what: &str| {
            refuse!(
                "results.changed",
                "'{what}' is not what it was when its results in {folder} were made; run with --again and its name, with --fresh to begin anew, or call it otherwise",
                what = excerpt(what),
                folder = self.folder.display().to_string()
            )
        };
        let old: HashMap<String, String> = self.pairs("SELECT name, print FROM algorithms")?;
        for (name, print) in prints {
            if old.get(name).is_some_and(|old| old != print) {
                return Err(changed(name));
            }
        }
        let old: HashMap<String, String> = self.pairs("SELECT id, text FROM instances")?;
        for instance in instances {
            if old.get(&instance.id).is_some_and(|text| *text != instance.text) {
                return Err(changed(&instance.id));
            }
        }
        let began = self.fact::<Manifest>("manifest")?.map_or(manifest.began, |old| old.began);
        let manifest = Manifest { began, machines: Vec::new(), ..manifest.clone() };
        self.write(|step| {
            put(step, "terms", &terms)?;
            put(step, "expansion", &key)?;
            put(step, "manifest", &manifest)?;
            put(step, "planned", &crate::planned(campaign, instances.len()))?;
            // Those that the campaign no longer names keep their results but lose their place.
            step.execute_batch("UPDATE algorithms SET place = -1; UPDATE instances SET place = -1")?;
            let mut add = step.prepare(
                "INSERT INTO algorithms VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET place = excluded.place",
            )?;
            for (place, (name, print)) in prints.iter().enumerate() {
                add.execute(params![name, place as i64, print])?;
            }
            let mut add = step.prepare(
                "INSERT INTO instances VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET
                 place = excluded.place, source = excluded.source, link = excluded.link, features = excluded.features",
            )?;
            for (place, instance) in instances.iter().enumerate() {
                let Instance { id, game, text, source, link, features } = instance;
                add.execute(params![id, place as i64, game, text, source, link, json(features)])?;
            }
            Ok(())
        })
    }

    /// The number of a machine in the manifest.
    pub fn machine(&mut self, machine: &Machine) -> Result<u32, Refusal> {
        self.write(|step| {
            let next = "INSERT INTO machines SELECT count(*), ?1, ?2 FROM machines WHERE true ON CONFLICT DO NOTHING";
            step.execute(next, params![machine.id, json(machine)])?;
            step.query_row("SELECT number FROM machines WHERE id = ?1", [&machine.id], |row| row.get(0))
        })
    }

    /// The runs of a plan that have no result.
    pub fn missing(
        &self,
        plan: &[Run],
        names: &[String],
        instances: &[Instance],
    ) -> Result<Vec<Run>, Refusal> {
        let done: HashSet<(String, String, u32)> = self.read(|database| {
            let mut all = database.prepare("SELECT algorithm, instance, repeat FROM results")?;
            let keys = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            keys.collect()
        })?;
        let key = |run: &Run| {
            let (name, instance) = (&names[run.algorithm as usize], &instances[run.instance as usize]);
            (name.clone(), instance.id.clone(), run.repeat)
        };
        Ok(plan.iter().filter(|run| done.is_empty() || !done.contains(&key(run))).copied().collect())
    }

    /// Writes results down, all or none; how many of them are new. One that is there already stays as it is.
    pub fn commit(&mut self, rows: &[(Row, Option<Raw>)]) -> Result<usize, Refusal> {
        self.write(|step| {
            let mut new = 0;
            let mut add = step.prepare_cached(&format!(
                "INSERT INTO results VALUES ({}) ON CONFLICT DO NOTHING",
                ["?"; 23].join(", ")
            ))?;
            let mut keep =
                step.prepare_cached("INSERT OR IGNORE INTO raw VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for (row, raw) in rows {
                let added = add.execute(params![
                    row.algorithm,
                    row.instance,
                    row.repeat,
                    row.seed as i64,
                    word(&row.outcome),
                    row.why,
                    row.error,
                    row.cost,
                    row.lower_bound,
                    row.optimal,
                    row.solution,
                    row.expanded.map(|number| number as i64),
                    row.generated.map(|number| number as i64),
                    row.seconds,
                    row.wall,
                    row.cpu,
                    row.peak_bytes.map(|number| number as i64),
                    row.resident.map(|number| number as i64),
                    json(&row.values),
                    word(&row.isolation),
                    row.machine,
                    row.load,
                    row.started as i64,
                ])?;
                new += added;
                if let Some(raw) = raw.as_ref().filter(|_| added > 0) {
                    let Raw { status, output, errors } = raw;
                    keep.execute(params![row.algorithm, row.instance, row.repeat, status, output, errors])?;
                }
            }
            Ok(new)
        })
    }

    /// Removes the results of an algorithm, which may be another one from then on, or those that are errors; how many there were.
    pub fn forget(&mut self, who: &str) -> Result<usize, Refusal> {
        let named = self.pairs("SELECT name, print FROM algorithms")?.contains_key(who);
        let which = match who {
            _ if named => "algorithm = ?1",
            ERRORS => "outcome = 'error' AND ?1 = ?1",
            _ => {
                return Err(refuse!(
                    "results.forget",
                    "there are no results of '{who}' in {folder}; name an algorithm of the campaign, or {errors} for all runs that failed",
                    who = excerpt(who),
                    folder = self.folder.display().to_string(),
                    errors = ERRORS
                ));
            }
        };
        self.write(|step| {
            let keys = format!("(SELECT algorithm, instance, repeat FROM results WHERE {which})");
            step.execute(&format!("DELETE FROM raw WHERE (algorithm, instance, repeat) IN {keys}"), [who])?;
            let many = step.execute(&format!("DELETE FROM results WHERE {which}"), [who])?;
            step.execute("DELETE FROM algorithms WHERE name = ?1", [who])?;
            Ok(many)
        })
    }

    /// How many runs there are in the plan, how many of them are done, and how they ended.
    pub fn count(&self) -> Result<(u64, BTreeMap<String, u64>), Refusal> {
        let planned = self.fact("planned")?.unwrap_or(0);
        let done = self.read(|database| {
            let mut all = database.prepare(
                "SELECT outcome, count(*) FROM results WHERE algorithm IN (SELECT name FROM algorithms WHERE place >= 0)
                 AND instance IN (SELECT id FROM instances WHERE place >= 0) GROUP BY outcome",
            )?;
            all.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?.collect()
        })?;
        Ok((planned, done))
    }

    /// What a run that failed said.
    pub fn raw(&self, row: &Row) -> Result<Option<Raw>, Refusal> {
        self.read(|database| {
            let ask = "SELECT status, output, errors FROM raw WHERE algorithm = ?1 AND instance = ?2 AND repeat = ?3";
            let key = params![row.algorithm, row.instance, row.repeat];
            let found = |row: &rusqlite::Row<'_>| {
                Ok(Raw { status: row.get(0)?, output: row.get(1)?, errors: row.get(2)? })
            };
            database.query_row(ask, key, found).optional()
        })
    }

    /// Everything: the instances and algorithms of the campaign, and the results that there are.
    pub fn load(&self) -> Result<Results, Refusal> {
        let machines = self.read(|database| {
            let mut all = database.prepare("SELECT machine FROM machines ORDER BY number")?;
            all.query_map([], |row| from_json(&row.get::<_, String>(0)?))?.collect()
        })?;
        let manifest = self.fact::<Manifest>("manifest")?.unwrap_or_default();
        Ok(Results {
            manifest: Manifest { machines, ..manifest },
            algorithms: self.read(|database| {
                let mut all = database.prepare("SELECT name FROM algorithms WHERE place >= 0 ORDER BY place")?;
                all.query_map([], |row| row.get(0))?.collect()
            })?,
            instances: self.read(Self::instances)?,
            rows: self.read(|database| {
                let mut all = database.prepare(
                    "SELECT r.* FROM results r JOIN algorithms a ON a.name = r.algorithm JOIN instances i ON i.id = r.instance
                     WHERE a.place >= 0 AND i.place >= 0 ORDER BY a.place, i.place, r.repeat",
                )?;
                all.query_map([], row)?.collect()
            })?,
            planned: self.fact("planned")?.unwrap_or(0),
        })
    }

    fn instances(database: &Connection) -> rusqlite::Result<Vec<Instance>> {
        let mut all = database.prepare("SELECT * FROM instances WHERE place >= 0 ORDER BY place")?;
        let instance = |row: &rusqlite::Row<'_>| {
            Ok(Instance {
                id: row.get(0)?,
                game: row.get(2)?,
                text: row.get(3)?,
                source: row.get(4)?,
                link: row.get(5)?,
                features: from_json(&row.get::<_, String>(6)?)?,
            })
        };
        all.query_map([], instance)?.collect()
    }

    fn fact<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Refusal> {
        self.read(|database| {
            let ask = "SELECT value FROM facts WHERE name = ?1";
            let found: Option<String> = database.query_row(ask, [name], |row| row.get(0)).optional()?;
            found.as_deref().map(from_json).transpose()
        })
    }

    fn pairs(&self, ask: &str) -> Result<HashMap<String, String>, Refusal> {
        self.read(|database| {
            let mut all = database.prepare(ask)?;
            all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn read<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Refusal> {
        ask(&self.database).map_err(|error| fault(&self.folder, &error))
    }

    fn write<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, Refusal> {
        let done = (|| {
            let step = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&step)?;
            step.commit()?;
            Ok(done)
        })();
        done.map_err(|error| fault(&self.folder, &error))
    }
}

/// The key under which the instances of a campaign are kept: what it says of them, and what is in their files.
pub fn expansion_key(parts: &[&str]) -> String {
    let lengths: Vec<String> = parts.iter().map(|part| part.len().to_string()).collect();
    fingerprint([lengths.join(" ").as_str(), &parts.concat()].join("\n").as_bytes())
}

fn put(step: &Transaction<'_>, name: &str, value: &impl Serialize) -> rusqlite::Result<usize> {
    let put = "INSERT INTO facts VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value";
    step.execute(put, params![name, json(value)])
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn from_json<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })
}

/// A word such as `solved`, as it is written in JSON.
fn word(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_owned()
}

fn row(found: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let number = |at: usize| found.get::<_, Option<i64>>(at).map(|number| number.map(|number| number as u64));
    let word = |at: usize| found.get::<_, String>(at).map(|word| format!("\"{word}\""));
    Ok(Row {
        algorithm: found.get(0)?,
        instance: found.get(1)?,
        repeat: found.get(2)?,
        seed: found.get::<_, i64>(3)? as u64,
        outcome: from_json(&word(4)?)?,
        why: found.get(5)?,
        error: found.get(6)?,
        cost: found.get(7)?,
        lower_bound: found.get(8)?,
        optimal: found.get(9)?,
        solution: found.get(10)?,
        expanded: number(11)?,
        generated: number(12)?,
        seconds: found.get(13)?,
        wall: found.get(14)?,
        cpu: found.get(15)?,
        peak_bytes: number(16)?,
        resident: number(17)?,
        values: from_json(&found.get::<_, String>(18)?)?,
        isolation: from_json(&word(19)?)?,
        machine: found.get(20)?,
        load: found.get(21)?,
        started: found.get::<_, i64>(22)? as u64,
    })
}

fn none(folder: &Path) -> Refusal {
    let folder = folder.display().to_string();
    refuse!("results.none", "there are no results in {folder}; `damier lab run` makes them", folder)
}

/// What the database says, as a sentence about its file.
fn fault(folder: &Path, error: &rusqlite::Error) -> Refusal {
    let file = Store::file(folder).display().to_string();
    let why: String = error.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    refuse!("results.database", "cannot use {file}: {why}", file, why)
}

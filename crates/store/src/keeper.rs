//! The thread that owns the database: takes what has gathered in the queue, commits it together, and answers.

use std::path::Path;
use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::{Change, Document, Fault, Folder, Place, Query};

/// Marks the file as ours: "dami".
const APPLICATION: i64 = 0x6461_6d69;
/// What has to be done to a file to bring it up to date, one step a version: the first makes an empty file ours. Steps are only added.
const MIGRATIONS: &[&str] = &["CREATE TABLE documents (
        visitor TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        id TEXT NOT NULL,
        value TEXT NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (visitor, kind, game, id)
    ) STRICT, WITHOUT ROWID"];
/// As many writes are committed together at most.
const GROUP: usize = 1000;
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(5);

type Answer<T> = oneshot::Sender<Result<T, Fault>>;

/// What is to be done.
pub(crate) enum Job {
    Write(Vec<Change>, Answer<()>),
    Read(Query, Answer<Vec<Document>>),
    Check(Answer<()>),
}

/// Who does it.
pub(crate) struct Keeper {
    database: Connection,
    /// What the file is called, for sentences.
    name: String,
}

impl Keeper {
    pub(crate) fn open(folder: &Path) -> Result<Self, Fault> {
        let file = Folder::new(folder).prepare()?.database();
        let name = file.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(&file, flags).map_err(|error| fault(&name, &error))?;
        let mut keeper = Keeper { database, name };
        keeper.bring_up_to_date()?;
        Folder::new(folder).hide_database();
        Ok(keeper)
    }

    pub(crate) fn in_memory() -> Result<Self, Fault> {
        let name = "the memory".to_owned();
        let database = Connection::open_in_memory().map_err(|error| fault(&name, &error))?;
        let mut keeper = Keeper { database, name };
        keeper.bring_up_to_date()?;
        Ok(keeper)
    }

    /// Checks whose file it is, and brings it to the newest version.
    fn bring_up_to_date(&mut self) -> Result<(), Fault> {
        let name = self.name.clone();
        let prepared = (|| {
            let database = &mut self.database;
            database.busy_timeout(PATIENCE)?;
            let number = |database: &Connection, pragma: &str| -> rusqlite::Result<i64> {
                database.pragma_query_value(None, pragma, |row| row.get(0))
            };
            let found = number(database, "user_version")?;
            let known = MIGRATIONS.len() as i64;
            if found > known {
                return Ok(Err(Fault::Newer { file: name.clone(), found, known }));
            }
            let empty: bool =
                database.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))?;
            if !empty && number(database, "application_id")? != APPLICATION {
                let why = "it is another program's database".to_owned();
                return Ok(Err(Fault::Damaged { file: name.clone(), why }));
            }
            database.pragma_update(None, "journal_mode", "WAL")?;
            database.pragma_update(None, "synchronous", "FULL")?;
            if found < known {
                // Another process may have been quicker: who has the lock looks again.
                let step = database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
                for (at, change) in
                    MIGRATIONS.iter().enumerate().skip(number(&step, "user_version")? as usize)
                {
                    step.execute_batch(change)?;
                    step.pragma_update(None, "user_version", at as i64 + 1)?;
                }
                step.pragma_update(None, "application_id", APPLICATION)?;
                step.commit()?;
            }
            Ok(Ok(()))
        })();
        prepared.unwrap_or_else(|error| Err(fault(&self.name, &error)))
    }

    /// Works until the last handle is gone.
    pub(crate) fn start(mut self) -> mpsc::Sender<Job> {
        let (queue, jobs) = mpsc::channel();
        std::thread::spawn(move || {
            while let Ok(job) = jobs.recv() {
                self.work(job, &jobs);
            }
        });
        queue
    }

    fn work(&mut self, job: Job, jobs: &mpsc::Receiver<Job>) {
        let mut group = Vec::new();
        let mut next = Some(job);
        while let Some(Job::Write(changes, answer)) = next {
            group.push((changes, answer));
            next = if group.len() < GROUP { jobs.try_recv().ok() } else { None };
        }
        if !group.is_empty() {
            let (changes, answers): (Vec<_>, Vec<_>) = group.into_iter().unzip();
            let done = self.write(&changes);
            for answer in answers {
                let _ = answer.send(done.clone());
            }
        }
        match next {
            Some(Job::Read(query, answer)) => drop(answer.send(self.read(&query))),
            Some(Job::Check(answer)) => drop(answer.send(self.check())),
            Some(Job::Write(..)) | None => {}
        }
    }

    /// Commits all of these, or none.
    fn write(&mut self, groups: &[Vec<Change>]) -> Result<(), Fault> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
        let written = (|| {
            let step = self.database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            {
                let mut put = step.prepare_cached(
                    "INSERT INTO documents VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT DO UPDATE SET value = excluded.value, changed = excluded.changed",
                )?;
                let mut drop = step.prepare_cached(
                    "DELETE FROM documents WHERE visitor = ?1 AND kind = ?2 AND game = ?3 AND id = ?4",
                )?;
                for Change { place: Place { visitor, kind, game, id }, value } in groups.iter().flatten() {
                    match value {
                        Some(value) => put.execute((visitor, kind, game, id, value, now))?,
                        None => drop.execute((visitor, kind, game, id))?,
                    };
                }
            }
            step.commit()
        })();
        written.map_err(|error| fault(&self.name, &error))
    }

    fn read(&self, query: &Query) -> Result<Vec<Document>, Fault> {
        let mut words = "SELECT visitor, kind, game, id, changed, value FROM documents WHERE TRUE".to_owned();
        let mut values: Vec<Value> = Vec::new();
        let named = [("visitor", &query.visitor), ("game", &query.game), ("id", &query.id)];
        for (name, value) in named.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
            words.extend([" AND ", name, " = ?"]);
            values.push(value.clone().into());
        }
        if !query.kinds.is_empty() {
            words.extend([" AND kind IN (?", &", ?".repeat(query.kinds.len() - 1), ")"]);
            values.extend(query.kinds.iter().cloned().map(Value::from));
        }
        words += " ORDER BY changed DESC, id LIMIT ?";
        values.push(query.most.map_or(-1, |most| most as i64).into());
        let found = (|| {
            let mut statement = self.database.prepare_cached(&words)?;
            let rows = statement.query_map(params_from_iter(values), |row| {
                let place =
                    Place { visitor: row.get(0)?, kind: row.get(1)?, game: row.get(2)?, id: row.get(3)? };
                Ok((place, row.get(4)?, row.get(5)?))
            })?;
            rows.collect::<rusqlite::Result<Vec<(Place, i64, String)>>>()
        })();
        let found = found.map_err(|error| fault(&self.name, &error))?;
        // A value that is no JSON can only come from a damaged file; the others are still good.
        let document = |(place, changed, value): (Place, i64, String)| {
            RawValue::from_string(value).ok().map(|value| Document { place, changed, value })
        };
        Ok(found.into_iter().filter_map(document).collect())
    }

    fn check(&self) -> Result<(), Fault> {
        let told: rusqlite::Result<String> =
            self.database.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        match told {
            Ok(word) if word == "ok" => Ok(()),
            Ok(why) => Err(Fault::Damaged { file: self.name.clone(), why }),
            Err(error) => Err(fault(&self.name, &error)),
        }
    }
}

/// What the database says, as a sentence about its file.
fn fault(name: &str, error: &rusqlite::Error) -> Fault {
    use rusqlite::ErrorCode::{DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly};
    let why = error.to_string();
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => Fault::Damaged { file: name.to_owned(), why },
        Some(DiskFull) => {
            Fault::Unusable { what: format!("cannot write {name}"), why: "the disk is full".to_owned() }
        }
        Some(ReadOnly) => {
            Fault::Unusable { what: format!("cannot write {name}"), why: "it may only be read".to_owned() }
        }
        _ => Fault::Unusable { what: format!("cannot use {name}"), why },
    }
}

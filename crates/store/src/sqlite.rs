//! The store in a file: SQLite, with a log that is synced at every commit.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::types::Value;
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params_from_iter,
};
use serde_json::value::RawValue;

use crate::keeper::{Backend, Write};
use crate::{Change, Document, Fault, Folder, Holder, Holding, Lease, Place, Query};

/// Marks the file as ours: "dami".
const APPLICATION: i64 = 0x6461_6d69;
/// What has to be done to a file to bring it up to date, one step a version: the first makes an empty file ours. Steps are only added.
const MIGRATIONS: &[&str] = &[
    "CREATE TABLE documents (
        visitor TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        id TEXT NOT NULL,
        value TEXT NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (visitor, kind, game, id)
    ) STRICT, WITHOUT ROWID",
    // The numbers grow whatever is deleted.
    "CREATE TABLE leases (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        holder TEXT NOT NULL,
        address TEXT NOT NULL,
        until INTEGER NOT NULL
    ) STRICT",
    // With a rowid a document of up to 4 kB is in one page, whose change is all that a commit writes. In a table without one, what is
    // longer than 1 kB goes on in pages of its own, and the list of free pages changes with every write: four pages a commit.
    "ALTER TABLE documents RENAME TO before;
     CREATE TABLE documents (
        visitor TEXT NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        id TEXT NOT NULL,
        value TEXT NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (visitor, kind, game, id)
    ) STRICT;
    INSERT INTO documents SELECT visitor, kind, game, id, value, changed FROM before;
    DROP TABLE before",
];
/// The log is copied into the file when it has so many pages (32 MB), and is written from its beginning again. Who writes waits for that, some
/// milliseconds for each thousand documents, so it shall be rare; and a log that does not grow is synced faster.
const LOG: i64 = 8000;
/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file, or the memory.
pub(crate) struct Sqlite {
    database: Connection,
    /// Where it is, if it is a file.
    folder: Option<Folder>,
    /// What the file is called, for sentences.
    name: String,
}

impl Sqlite {
    pub(crate) fn open(folder: &Folder) -> Result<Self, Fault> {
        let file = folder.prepare()?.database();
        let name = file.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(&file, flags).map_err(|error| fault(&name, &error))?;
        let mut opened = Sqlite { database, folder: Some(folder.clone()), name };
        opened.bring_up_to_date()?;
        folder.hide_database();
        Ok(opened)
    }

    pub(crate) fn in_memory() -> Result<Self, Fault> {
        let name = "the memory".to_owned();
        let database = Connection::open_in_memory().map_err(|error| fault(&name, &error))?;
        let mut opened = Sqlite { database, folder: None, name };
        opened.bring_up_to_date()?;
        Ok(opened)
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
            database.pragma_update(None, "wal_autocheckpoint", LOG)?;
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

    /// Does something that is committed as a whole, while no other process writes.
    fn commit<T>(&mut self, work: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, Fault> {
        let done = (|| {
            let step = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let given = work(&step)?;
            step.commit().map(|()| given)
        })();
        done.map_err(|error| fault(&self.name, &error))
    }
}

impl Backend for Sqlite {
    fn write(&mut self, writes: &[Write]) -> Result<Vec<Result<(), Fault>>, Fault> {
        self.commit(|step| {
            let now = now();
            let mut put = step.prepare_cached(
                "INSERT INTO documents VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT DO UPDATE SET value = excluded.value, changed = excluded.changed",
            )?;
            let mut drop = step.prepare_cached(
                "DELETE FROM documents WHERE visitor = ?1 AND kind = ?2 AND game = ?3 AND id = ?4",
            )?;
            let mut held = step.prepare_cached("SELECT 1 FROM leases WHERE number = ?1 AND name = ?2")?;
            let mut answers = Vec::with_capacity(writes.len());
            for write in writes {
                let lease = write.lease.as_ref();
                let held =
                    lease.map(|lease| held.exists((lease.number, &lease.name))).transpose()?.unwrap_or(true);
                answers.push(write.allowed(|_| held));
                if !held {
                    continue;
                }
                for Change { place: Place { visitor, kind, game, id }, value } in &write.changes {
                    match value {
                        Some(value) => put.execute((visitor, kind, game, id, value, now))?,
                        None => drop.execute((visitor, kind, game, id))?,
                    };
                }
            }
            Ok(answers)
        })
    }

    fn read(&mut self, query: &Query) -> Result<Vec<Document>, Fault> {
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

    fn check(&mut self) -> Result<(), Fault> {
        let told: rusqlite::Result<String> =
            self.database.query_row("PRAGMA integrity_check", [], |row| row.get(0));
        match told {
            Ok(word) if word == "ok" => Ok(()),
            Ok(why) => Err(Fault::Damaged { file: self.name.clone(), why }),
            Err(error) => Err(fault(&self.name, &error)),
        }
    }

    fn key(&mut self, anew: bool, drawn: u128) -> Result<u128, Fault> {
        self.folder.as_ref().map_or(Ok(drawn), |folder| folder.key(anew, drawn))
    }

    fn lease(&mut self, name: &str, holder: &Holder, time: Duration) -> Result<Holding, Fault> {
        self.commit(|step| {
            let found = step
                .query_row(
                    "SELECT number, holder, address, until FROM leases WHERE name = ?1",
                    [name],
                    |row| {
                        Ok((
                            row.get(0)?,
                            Holder { id: row.get(1)?, address: row.get(2)? },
                            row.get::<_, i64>(3)?,
                        ))
                    },
                )
                .optional()?;
            match found {
                Some((number, had, _)) if had.id == holder.id => {
                    let mut again =
                        step.prepare_cached("UPDATE leases SET address = ?1, until = ?2 WHERE number = ?3")?;
                    again.execute((&holder.address, end(time), number))?;
                    Ok(Holding::Mine(Lease { name: name.to_owned(), number }))
                }
                Some((_, had, until)) if until > now() => Ok(Holding::Other(had)),
                _ => give(step, name, holder, time).map(Holding::Mine),
            }
        })
    }

    fn seize(&mut self, name: &str, holder: &Holder, time: Duration) -> Result<Lease, Fault> {
        self.commit(|step| give(step, name, holder, time))
    }

    fn renew(&mut self, leases: &[Lease], time: Duration) -> Result<Vec<Lease>, Fault> {
        self.commit(|step| {
            let mut renew =
                step.prepare_cached("UPDATE leases SET until = ?1 WHERE number = ?2 AND name = ?3")?;
            let until = end(time);
            let mut lost = Vec::new();
            for lease in leases {
                if renew.execute((until, lease.number, &lease.name))? == 0 {
                    lost.push(lease.clone());
                }
            }
            Ok(lost)
        })
    }

    fn release(&mut self, lease: &Lease) -> Result<(), Fault> {
        self.commit(|step| {
            let mut release = step.prepare_cached("DELETE FROM leases WHERE number = ?1 AND name = ?2")?;
            release.execute((lease.number, &lease.name)).map(|_| ())
        })
    }

    fn holder(&mut self, name: &str) -> Result<Option<Holder>, Fault> {
        let found = self
            .database
            .query_row(
                "SELECT holder, address FROM leases WHERE name = ?1 AND until > ?2",
                (name, now()),
                |row| Ok(Holder { id: row.get(0)?, address: row.get(1)? }),
            )
            .optional();
        found.map_err(|error| fault(&self.name, &error))
    }
}

/// Gives a lease to a holder, with a new number, whoever had it.
fn give(step: &Transaction, name: &str, holder: &Holder, time: Duration) -> rusqlite::Result<Lease> {
    step.execute("DELETE FROM leases WHERE name = ?1", [name])?;
    step.execute(
        "INSERT INTO leases (name, holder, address, until) VALUES (?1, ?2, ?3, ?4)",
        (name, &holder.id, &holder.address, end(time)),
    )?;
    Ok(Lease { name: name.to_owned(), number: step.last_insert_rowid() })
}

/// The clock, in milliseconds since 1970. All who have the file open are on one machine.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

fn end(time: Duration) -> i64 {
    now().saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
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

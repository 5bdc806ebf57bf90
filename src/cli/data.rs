//! Where the data is, and `where`, `export` and `import`.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

use damier_store::{Address, Change, Document, Folder, Query, Store, wait};
use serde::{Deserialize, Serialize};

use super::{Exit, Fault, Outcome, say};

/// Where the data of the person who runs the program is.
#[derive(clap::Args, Clone, Default)]
pub(super) struct DataOptions {
    /// The folder of settings, progress, games and boards [default: the system's place for that]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keep documents in a PostgreSQL database instead, such as `postgres://user@host/name`; its password comes from PGPASSWORD
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// A file with the password of the database, which nobody else may read
    #[arg(long, value_name = "FILE", requires = "database")]
    password_file: Option<PathBuf>,
}

/// As many bytes are read of a file with a password.
const PASSWORD: u64 = 4096;

#[derive(clap::Args)]
pub(super) struct ImportOptions {
    /// What `export` wrote, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    data: DataOptions,
}

impl From<damier_store::Fault> for Fault {
    fn from(fault: damier_store::Fault) -> Self {
        Fault::Input(fault.to_string())
    }
}

impl DataOptions {
    /// This folder, or the usual one.
    pub(super) fn at(data: Option<PathBuf>) -> Self {
        DataOptions { data, ..DataOptions::default() }
    }

    /// The folder.
    pub(super) fn folder(&self) -> Result<Folder, Fault> {
        let usual = || Some(directories::ProjectDirs::from("", "", "damier")?.data_dir().to_owned());
        let path = self.data.clone().or_else(usual);
        let none =
            || Fault::Input("this system names no place for data; name a folder with --data".to_owned());
        path.map(|path| Folder::new(&path)).ok_or_else(none)
    }

    /// The database, where documents are kept in one.
    pub(super) fn database(&self) -> Result<Option<Address>, Fault> {
        let Some(url) = &self.database else { return Ok(None) };
        if Address::tells_password(url) {
            say(
                "everybody on this machine can read the password on this command line; use PGPASSWORD or --password-file",
            );
        }
        let told = || std::env::var("PGPASSWORD").ok().filter(|word| !word.is_empty());
        let password = match &self.password_file {
            Some(file) => Some(password(file)?),
            None => told(),
        };
        Ok(Some(Address::new(url, password.as_deref())?))
    }

    /// The store: in the database, else in the folder.
    pub(super) fn store(&self) -> Result<Store, Fault> {
        match self.database()? {
            Some(address) => Ok(Store::connect(&address, say)?),
            None => Ok(Store::open(self.folder()?.path())?),
        }
    }
}

/// The first line of a file that nobody else may read.
fn password(file: &Path) -> Result<String, Fault> {
    let bad = |why: &dyn std::fmt::Display| Fault::Input(format!("{}: {why}", file.display()));
    let opened = fs::File::open(file).map_err(|why| bad(&why))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let rights = opened.metadata().map_err(|why| bad(&why))?.permissions().mode();
        if rights & 0o077 != 0 {
            return Err(bad(&"others may read this password; take that right away (chmod 600)"));
        }
    }
    let mut words = String::new();
    opened.take(PASSWORD).read_to_string(&mut words).map_err(|why| bad(&why))?;
    let password = words.lines().next().unwrap_or_default();
    if password.is_empty() {
        Err(bad(&"there is no password in its first line"))
    } else {
        Ok(password.to_owned())
    }
}

/// Prints where the data is.
pub(super) fn place(options: &DataOptions) -> Outcome {
    match options.database()? {
        Some(address) => writeln!(io::stdout(), "{address}")?,
        None => writeln!(io::stdout(), "{}", options.folder()?.path().display())?,
    }
    Ok(Exit::Done)
}

/// The first line of what `export` writes.
#[derive(Serialize, Deserialize)]
struct Header {
    damier: String,
    documents: usize,
}

/// How the format of an export is called.
const FORMAT: &str = "export 1";

/// Writes all documents, a JSON object a line, after a line that says how many.
pub(super) fn export(options: &DataOptions) -> Outcome {
    let documents = if options.database.is_some() || options.folder()?.database().exists() {
        wait(options.store()?.read(Query::default()))?
    } else {
        say("there is nothing to export yet");
        Vec::new()
    };
    let mut out = io::stdout().lock();
    let header = Header { damier: FORMAT.to_owned(), documents: documents.len() };
    write_line(&mut out, &header)?;
    for document in &documents {
        write_line(&mut out, document)?;
    }
    Ok(Exit::Done)
}

fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Takes in what `export` wrote, all of it or nothing. What is newer here stays.
pub(super) fn import(options: &ImportOptions) -> Outcome {
    let name = options.file.display();
    let mut text: Box<dyn BufRead> = if options.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = fs::File::open(&options.file);
        Box::new(io::BufReader::new(file.map_err(|why| Fault::Input(format!("cannot open {name}: {why}")))?))
    };
    let documents = documents(&mut text, &name.to_string())?;
    let store = options.data.store()?;
    let here = wait(store.read(Query::default()))?;
    let newer = |document: &Document| {
        here.iter().any(|own| own.place == document.place && own.changed > document.changed)
    };
    let all = documents.len();
    let changes: Vec<_> = documents
        .into_iter()
        .filter(|document| !newer(document))
        .map(|document| Change { place: document.place, value: Some(document.value.get().to_owned()) })
        .collect();
    let taken = changes.len();
    wait(store.write(changes))?;
    say(&format!("{taken} of {all} documents were taken in; the others are newer here"));
    Ok(Exit::Done)
}

/// The documents in what `export` wrote, as many as it announces.
pub(super) fn documents(text: &mut dyn BufRead, name: &str) -> Result<Vec<Document>, Fault> {
    let bad = |line: usize, why: &dyn std::fmt::Display| Fault::Input(format!("{name}, line {line}: {why}"));
    let mut lines = text.lines().zip(1..);
    let mut next = || {
        let line = lines.next().map(|(line, number)| line.map(|line| (line, number)));
        line.transpose().map_err(|why| Fault::Input(format!("cannot read {name}: {why}")))
    };
    let (first, _) = next()?.ok_or_else(|| bad(1, &"this is empty"))?;
    let header: Header =
        serde_json::from_str(&first).map_err(|_| bad(1, &"this was not written by `damier export`"))?;
    if header.damier != FORMAT {
        return Err(bad(
            1,
            &format!("this format is not known here: '{}'", damier_kit::excerpt(&header.damier)),
        ));
    }
    let mut documents = Vec::new();
    while let Some((line, number)) = next()? {
        let document: Document = serde_json::from_str(&line).map_err(|why| bad(number, &why))?;
        documents.push(document);
    }
    if documents.len() != header.documents {
        let why = format!("{} documents were announced and {} are here", header.documents, documents.len());
        return Err(bad(documents.len() + 1, &why));
    }
    Ok(documents)
}

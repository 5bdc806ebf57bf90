//! The folder that the data is in: the database, the key, and who serves it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::Fault;

/// A folder with data in it.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// Says that the folder is served, as long as it lives.
pub struct Served {
    file: File,
}

impl Folder {
    /// This folder.
    pub fn new(path: &Path) -> Self {
        Folder(path.to_owned())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the database is.
    pub fn database(&self) -> PathBuf {
        self.0.join("damier.sqlite3")
    }

    /// Makes the folder, for its owner alone, where there is none.
    pub fn prepare(&self) -> Result<&Self, Fault> {
        if !self.0.is_dir() {
            let mut maker = fs::DirBuilder::new();
            maker.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
            maker.create(&self.0).map_err(|error| self.fault("cannot make the folder", &self.0, &error))?;
        }
        Ok(self)
    }

    /// Only the owner may read what somebody has played.
    pub(crate) fn hide_database(&self) {
        hide(&self.database());
    }

    /// Says that this program serves the folder. A second one hears who does already.
    pub fn serve(&self) -> Result<Served, Fault> {
        let path = self.0.join("served");
        let mut file = self.own(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Served { file }),
            Err(TryLockError::WouldBlock) => {
                let mut told = String::new();
                let _ = file.read_to_string(&mut told);
                let place = told.lines().next().filter(|line| !line.is_empty());
                Err(Fault::Taken {
                    folder: self.0.display().to_string(),
                    place: place.map(|place| format!(", at {place}")).unwrap_or_default(),
                })
            }
            Err(TryLockError::Error(error)) => Err(self.fault("cannot lock", &path, &error)),
        }
    }

    /// The key that lets a browser in. It is drawn once; `anew` draws another.
    pub fn key(&self, anew: bool, drawn: u128) -> Result<u128, Fault> {
        let path = self.0.join("key");
        let mut file = self.own(&path)?;
        let mut told = String::new();
        file.read_to_string(&mut told).map_err(|error| self.fault("cannot read", &path, &error))?;
        let known = u128::from_str_radix(told.trim(), 16).ok().filter(|_| told.trim().len() == 32);
        if let Some(key) = known.filter(|_| !anew) {
            return Ok(key);
        }
        // Beside it first: a key that is half written lets nobody in.
        let beside = self.0.join("key.new");
        let written = fs::write(&beside, "")
            .map(|()| hide(&beside))
            .and_then(|()| fs::write(&beside, format!("{drawn:032x}\n")))
            .and_then(|()| fs::rename(&beside, &path));
        written.map(|()| drawn).map_err(|error| self.fault("cannot write", &path, &error))
    }

    /// A page that leads to an address which nobody else is to know. A browser is started with its name, which others may see, and reads the
    /// address in it, which they may not.
    pub fn door(&self, address: &str) -> Result<PathBuf, Fault> {
        let path = self.0.join("open.html");
        let page = format!(
            "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0;url={address}\">\n\
             <title>Damier</title>\n<p><a href=\"{address}\">Damier</a></p>\n"
        );
        let written = self.own(&path)?.set_len(0).and_then(|()| fs::write(&path, page));
        written.map(|()| path.clone()).map_err(|error| self.fault("cannot write", &path, &error))
    }

    /// A file that only the owner may read, made where there is none.
    fn own(&self, path: &Path) -> Result<File, Fault> {
        self.prepare()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| self.fault("cannot open", path, &error))?;
        hide(path);
        Ok(file)
    }

    #[allow(clippy::unused_self)] // Reads as what it is: a fault of this folder.
    fn fault(&self, what: &str, path: &Path, error: &std::io::Error) -> Fault {
        Fault::Unusable { what: format!("{what} {}", path.display()), why: error.to_string() }
    }
}

impl Served {
    /// Tells who comes after where this one is.
    pub fn tell(&mut self, address: &str) {
        let _ = self.file.set_len(0).and_then(|()| writeln!(self.file, "{address}"));
    }
}

/// Takes everybody else's rights away, where the system has such.
fn hide(path: &Path) {
    #[cfg(unix)]
    let _ = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600));
    #[cfg(not(unix))]
    let _ = path;
}

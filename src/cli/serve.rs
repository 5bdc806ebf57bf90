//! `serve`, and the program without a verb: the web app on this machine.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use damier_store::{Fault as StoreFault, Folder, Served, Store, wait};
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng};

use super::data::DataOptions;
use super::session::free_memory;
use super::units;
use super::{Exit, Fault, Outcome, say};
use crate::server::{self, Filed, Opening, PORT, Random, Serving, lessons};

/// What searches may use where nobody says, and the system does not tell what is free.
const MEMORY: u64 = 2 << 30;

#[derive(clap::Args, Default)]
pub(super) struct Options {
    /// The port; 0 for any that is free [default: 7177, or the next free one]
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// Open it to the local network: others join rooms by a code, and do nothing else
    #[arg(long)]
    lan: bool,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Draw another key: whoever had the old one is let in no more
    #[arg(long)]
    new_key: bool,
    /// What all searches together may use, such as 4GiB [default: three quarters of the free memory]
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
    /// A folder with lessons of your own
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
}

pub(super) fn run(options: &Options) -> Outcome {
    serve(options, None)
}

/// The same, with a search from a file that is shown first. Where another program serves the folder, nothing is kept.
pub(super) fn show(options: &Options, filed: Filed) -> Outcome {
    serve(options, Some(filed))
}

fn serve(options: &Options, filed: Option<Filed>) -> Outcome {
    server::scripts::allow();
    if let Some(folder) = &options.lessons {
        for (file, read) in lessons::all(Some(folder))? {
            // One that is wrong is not shown; the others are.
            if let Err(refusal) = read
                && let Fault::Input(sentence) = Fault::unreadable(&file, &refusal)
            {
                say(&sentence);
            }
        }
        lessons::add(folder);
    }
    let random = Random::try_from_rng(&mut SysRng);
    let mut random =
        random.map_err(|error| Fault::Failed(format!("the system gives no random numbers: {error}")))?;
    let folder = options.data.folder()?;
    let aside = filed.is_some();
    let opened = open(&folder, &options.data, options.new_key, random.random());
    let (mut served, store, key, not_kept) = match opened {
        Err(Unopened::Taken(taken)) if aside => (None, Store::in_memory()?, random.random(), Some(taken)),
        other => other?,
    };
    if let Some(fault) = &not_kept {
        say(&format!("{fault}. Nothing that is done now is kept"));
    }
    let lab = served.is_some().then(|| folder.path().join("lab"));
    let opened = |opening: &Opening| {
        let address = opening.first.as_str();
        let mut out = io::stdout();
        let _ = writeln!(out, "Damier is at {address}");
        let _ = writeln!(out, "Ctrl-C ends it. `damier --help` tells what else it does.");
        if let Some(door) = &opening.door {
            let _ =
                writeln!(out, "Open to the local network. Others join with the code {}, or at", door.code);
            door.addresses.iter().for_each(|address| drop(writeln!(out, "  {address}")));
            let _ = write!(out, "{}", door.picture.as_deref().unwrap_or_default());
        }
        let _ = out.flush();
        if options.port.is_none() && !address.contains(&format!(":{PORT}/")) {
            say(&format!("port {PORT} is taken: this is the next one that is free"));
        }
        if let Some(served) = &mut served {
            served.tell(address.split('?').next().unwrap_or_default());
        }
        if !options.no_open && has_desktop() {
            // What a program is started with can be seen by everybody on the machine, so the key is not among it.
            let door = folder.door(address).ok().filter(|_| served.is_some() || aside);
            if door.is_none_or(|door| open::that_detached(door).is_err()) {
                say("no browser could be opened; open the address by hand");
            }
        }
    };
    let memory = options.memory.or_else(free_memory).unwrap_or(MEMORY);
    let serving = Serving { port: options.port, key, store, memory, not_kept, filed, lab, lan: options.lan };
    let port = options.port.unwrap_or(PORT);
    let done = server::run(serving, &mut random, opened);
    // What pages have asked of engines is wanted no more.
    damier_engines::end_all();
    done.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => Fault::Input(format!("port {port} is taken; choose another, or none")),
        io::ErrorKind::PermissionDenied => {
            Fault::Input(format!("port {port} may not be used; choose one above 1023"))
        }
        _ => Fault::Failed(format!("cannot serve: {error}")),
    })?;
    Ok(Exit::Done)
}

type Opened = (Option<Served>, Store, u128, Option<StoreFault>);

/// The store and its key. A folder that another program serves is refused; one that cannot be used is done without. A database may be served
/// by many, each from a folder of its own; one that cannot be used is refused, for nobody would look after what so many do in memory alone.
fn open(folder: &Folder, data: &DataOptions, new_key: bool, drawn: u128) -> Result<Opened, Unopened> {
    let database = data.database().map_err(Unopened::Refused)?;
    let kept = folder.serve().and_then(|served| {
        let store = match &database {
            Some(address) => Store::connect(address, say)?,
            None => Store::open(folder.path())?,
        };
        let key = wait(store.key(new_key, drawn))?;
        Ok((served, store, key))
    });
    match kept {
        Ok((served, store, key)) => Ok((Some(served), store, key, None)),
        Err(taken @ StoreFault::Taken { .. }) => Err(Unopened::Taken(taken)),
        Err(fault) if database.is_some() => Err(Unopened::Refused(fault.into())),
        Err(fault) => {
            let store = Store::in_memory().map_err(|fault| Unopened::Refused(fault.into()))?;
            Ok((None, store, drawn, Some(fault)))
        }
    }
}

/// Why nothing can be served: another program does, or there is no store at all.
enum Unopened {
    Taken(StoreFault),
    Refused(Fault),
}

impl From<Unopened> for Fault {
    fn from(unopened: Unopened) -> Self {
        match unopened {
            Unopened::Taken(fault) => fault.into(),
            Unopened::Refused(fault) => fault,
        }
    }
}

/// Whether somebody sits at a desktop here.
fn has_desktop() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && (cfg!(any(target_os = "macos", target_os = "windows")) || set("DISPLAY") || set("WAYLAND_DISPLAY"))
}

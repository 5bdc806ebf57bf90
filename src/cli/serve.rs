//! `serve`, and the program without a verb: the web app on this machine.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use damier_store::{Fault as StoreFault, Folder, Served, Store};
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng};

use super::data::DataOptions;
use super::session::free_memory;
use super::units;
use super::{Exit, Fault, Outcome, say};
use crate::server::{self, Filed, PORT, Random, Serving, lessons};

/// What searches may use where nobody says, and the system does not tell what is free.
const MEMORY: u64 = 2 << 30;

#[derive(clap::Args, Default)]
pub(super) struct Options {
    /// The port; 0 for any that is free [default: 7177, or the next free one]
    #[arg(long, value_name = "P")]
    port: Option<u16>,
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
    let (mut served, store, key, not_kept) = match open(&folder, options.new_key, random.random()) {
        Err(Opening::Taken(taken)) if aside => (None, Store::in_memory()?, random.random(), Some(taken)),
        other => other?,
    };
    if let Some(fault) = &not_kept {
        say(&format!("{fault}. Nothing that is done now is kept"));
    }
    let lab = served.is_some().then(|| folder.path().join("lab"));
    let opened = |address: &str| {
        let mut out = io::stdout();
        let _ = writeln!(out, "Damier is at {address}");
        let _ = writeln!(out, "Ctrl-C ends it. `damier --help` tells what else it does.");
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
    let serving = Serving { port: options.port, key, store, memory, not_kept, filed, lab };
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

/// The store of a folder, and its key. A folder that another program serves is refused; one that cannot be used is done without.
fn open(folder: &Folder, new_key: bool, drawn: u128) -> Result<Opened, Opening> {
    let kept = folder.serve().and_then(|served| {
        let store = Store::open(folder.path())?;
        Ok((served, store, folder.key(new_key, drawn)?))
    });
    match kept {
        Ok((served, store, key)) => Ok((Some(served), store, key, None)),
        Err(taken @ StoreFault::Taken { .. }) => Err(Opening::Taken(taken)),
        Err(fault) => Ok((None, Store::in_memory().map_err(Opening::Failed)?, drawn, Some(fault))),
    }
}

/// Why a folder cannot be served: another program does, or there is no store at all.
enum Opening {
    Taken(StoreFault),
    Failed(StoreFault),
}

impl From<Opening> for Fault {
    fn from(opening: Opening) -> Self {
        let (Opening::Taken(fault) | Opening::Failed(fault)) = opening;
        fault.into()
    }
}

/// Whether somebody sits at a desktop here.
fn has_desktop() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && (cfg!(any(target_os = "macos", target_os = "windows")) || set("DISPLAY") || set("WAYLAND_DISPLAY"))
}

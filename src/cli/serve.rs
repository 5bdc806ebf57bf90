//! `serve`, and the program without a verb: the web app on this machine.

use std::io::{self, IsTerminal, Write};

use rand::SeedableRng;
use rand::rngs::SysRng;

use super::{Exit, Fault, Outcome, say};
use crate::server::{self, Random};

#[derive(clap::Args, Default)]
pub(super) struct Options {
    /// The port [default: a free one]
    #[arg(long, value_name = "P", default_value_t = 0)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

pub(super) fn run(options: &Options) -> Outcome {
    let random = Random::try_from_rng(&mut SysRng);
    let mut random =
        random.map_err(|error| Fault::Failed(format!("the system gives no random numbers: {error}")))?;
    let opened = |address: &str| {
        let mut out = io::stdout();
        let _ = writeln!(out, "Damier is at {address}");
        let _ = writeln!(out, "Ctrl-C ends it. `damier --help` tells what else it does.");
        let _ = out.flush();
        if !options.no_open && has_desktop() && open::that_detached(address).is_err() {
            say("no browser could be opened; open the address by hand");
        }
    };
    server::run(options.port, &mut random, opened).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            Fault::Input(format!("port {} is taken; choose another, or none", options.port))
        }
        io::ErrorKind::PermissionDenied => {
            Fault::Input(format!("port {} may not be used; choose one above 1023", options.port))
        }
        _ => Fault::Failed(format!("cannot serve: {error}")),
    })?;
    Ok(Exit::Done)
}

/// Whether somebody sits at a desktop here.
fn has_desktop() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal()
        && (cfg!(any(target_os = "macos", target_os = "windows")) || set("DISPLAY") || set("WAYLAND_DISPLAY"))
}

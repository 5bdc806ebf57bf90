//! The child of the server that runs scripts, and nothing else: a question on standard input, an answer on standard output, both JSON.
//!
//! Before it reads a word it gives up what a script could do harm with: memory, time, files and priority. The server trusts nothing of what it
//! says but its form, and ends it when it is late.

use std::io::{self, BufWriter, Read, Write};
use std::time::Duration;

use damier_kit::{Position, Refusal, refuse};
use damier_lab::trace::{Header, Trace, trace};
use damier_lab::{Game, own};
use damier_search::{Limits, Run, Spec};
use serde_json::json;

use super::{Exit, Fault, Outcome};
use crate::games;
use crate::server::scripts::{Ask, BYTES, QUESTION, SECONDS};

pub(super) fn run() -> Outcome {
    restrict();
    let mut text = String::new();
    io::stdin().lock().take(QUESTION).read_to_string(&mut text)?;
    let ask: Ask = serde_json::from_str(&text).map_err(|error| Fault::Input(error.to_string()))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let reply = match &ask.trace {
        None => answer(&ask),
        Some(_) => match traced(&ask) {
            Ok((header, trace)) => {
                trace.write(header, &mut out)?;
                out.flush()?;
                return Ok(Exit::Done);
            }
            Err(refusal) => Err(refusal),
        },
    };
    let reply = reply.unwrap_or_else(|refusal| json!({ "refusal": refusal }));
    serde_json::to_writer(&mut out, &reply).map_err(|error| Fault::Failed(error.to_string()))?;
    out.flush()?;
    Ok(Exit::Done)
}

/// The game and the position that are meant.
fn meant(ask: &Ask) -> Result<(Game, Box<dyn Position>), Refusal> {
    let none = || refuse!("server.no_position", "there is no position in this text");
    let game = games::named(&ask.game).map_err(|_| none())?;
    let position = game.kit.read(&ask.text, None)?.into_iter().next().ok_or_else(none)?;
    Ok((game, position))
}

/// A search that a script guides.
fn traced(ask: &Ask) -> Result<(Header, Trace), Refusal> {
    let (game, position) = meant(ask)?;
    let (spec, steps) = ask.trace.clone().unwrap_or_default();
    let spec: Spec = spec.parse()?;
    let text = ask.asked.first().and_then(|(_, script)| script.as_deref()).unwrap_or_default();
    let script = own::script(game, position.as_ref(), text)?;
    // Writing it all down takes its time, too.
    let (time, memory) = (Some(Duration::from_secs(SECONDS / 2)), Some(BYTES / 4));
    let mut run = Run::new(Limits { time, memory, nodes: Some(steps) });
    run.own = Some(script);
    let (trace, record) = trace(game, position.as_ref(), &spec, &mut run, BYTES as usize / 8)?;
    if let Some(refusal) = record.error {
        return Err(refusal);
    }
    Ok((Header::of(game, position.as_ref(), &spec, &record), trace))
}

fn answer(ask: &Ask) -> Result<serde_json::Value, Refusal> {
    let (game, position) = meant(ask)?;
    let position = position.as_ref();
    if let Some(obstacles) = ask.map {
        let text = ask.asked.first().and_then(|(_, script)| script.as_deref()).unwrap_or_default();
        return Ok(json!({ "values": own::map(game, position, text, obstacles)? }));
    }
    let (time, memory) = (Some(Duration::from_secs(SECONDS)), Some(BYTES / 4));
    let mut run = Run::new(Limits { time, memory, nodes: None });
    let findings = own::microscope(game, position, &ask.asked, (ask.states, ask.seed), &mut run)?;
    Ok(json!({ "findings": findings }))
}

/// No more memory and time than an answer can need, nothing to write to, no new files, and the lowest priority.
#[cfg(unix)]
fn restrict() {
    use rustix::process::{Resource, Rlimit, nice, setrlimit};
    let limit = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    let _ = setrlimit(Resource::As, limit(BYTES));
    let _ = setrlimit(Resource::Cpu, limit(SECONDS + 1));
    let _ = setrlimit(Resource::Fsize, limit(0));
    let _ = setrlimit(Resource::Core, limit(0));
    let _ = setrlimit(Resource::Nofile, limit(3));
    let _ = nice(10);
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

#[cfg(not(unix))]
fn restrict() {}

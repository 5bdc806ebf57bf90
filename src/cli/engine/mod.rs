//! `engine`: a solver or a player on standard input and output, in one of several protocols.
//!
//! JSON Lines (`json`) is for every game. Where there are adversaries, `text` is ours too; `uci`, and protocols that are the game's own,
//! are what other programs speak. `stop`, `quit` and the end of the input are honoured at any moment: see `inbox.rs`.

mod check;
mod dialect;
mod inbox;
mod json;
mod text;
mod uci;

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use damier_kit::{Player, Position, Thought};
use damier_lab::{Game, clock, table_bytes};
use damier_search::{Limits, Run, Spec};

use self::inbox::{Inbox, Word};
use super::session::{self, Watched};
use super::{Exit, Fault, Outcome, PATIENCE, game, units};

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME", required = true)]
    game: Option<Game>,
    /// What is spoken: json, text, uci, or a protocol of the game
    #[arg(long, value_name = "NAME", default_value = "json")]
    protocol: String,
    /// Who plays, or solves [default: the game's best]
    #[arg(long, value_name = "SPEC")]
    algorithm: Option<Spec>,
    /// Think so long about a move [default: 1s, unless --nodes is given]; a solver has no limit by default
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time_per_move: Option<Duration>,
    /// Search so many nodes for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Keep the table within this size
    #[arg(long, value_parser = units::bytes, value_name = "SIZE")]
    memory: Option<u64>,
    #[command(subcommand)]
    other: Option<Other>,
}

#[derive(clap::Subcommand)]
enum Other {
    /// Whether an outside program keeps to the protocol, with failures that one can read
    Check(check::Options),
}

/// What is left on a clock, and what every move adds.
type Told = (Duration, Duration);

struct Engine {
    game: Game,
    spec: Spec,
    player: Option<Box<dyn Player>>,
    /// What is on the table; nothing yet where a game has no start.
    position: Option<Box<dyn Position>>,
    limits: Limits,
    inbox: Inbox,
}

pub(super) fn run(options: &Options) -> Outcome {
    if let Some(Other::Check(options)) = &options.other {
        return check::run(options);
    }
    let Some(game) = options.game else { return Err(Fault::Input("this verb needs a game".to_owned())) };
    let spec = options.algorithm.clone().map_or_else(|| game.kit.about().default_algorithm.parse(), Ok)?;
    let memory = options.memory.or_else(session::free_memory);
    let player = game.kit.thinking().map(|thinking| thinking.player(&spec, table_bytes(memory)));
    let player = player.transpose()?;
    if player.is_none() {
        game.kit.check(&spec)?;
    }
    let pace = player.is_some() && options.nodes.is_none();
    let time = options.time_per_move.or(pace.then_some(PATIENCE));
    let limits = Limits { time, nodes: options.nodes, memory };
    Engine::new(game, spec, player, limits, Inbox::default()).serve(&options.protocol)?;
    Ok(Exit::Done)
}

/// The protocols of a game.
pub(super) fn protocols(game: Game) -> Vec<&'static str> {
    let Some(thinking) = game.kit.thinking() else { return vec!["json"] };
    ["json", "text", "uci"]
        .into_iter()
        .chain(thinking.dialects().iter().map(|dialect| dialect.name()))
        .collect()
}

/// What the engine of a game says to a whole input, line by line. It thinks a moment and no longer.
pub(super) fn answers(game: Game, protocol: &str, input: &str) -> Result<Vec<String>, Fault> {
    let spec: Spec = game.kit.about().default_algorithm.parse()?;
    let limits = Limits { nodes: Some(100), time: None, memory: Some(1 << 20) };
    let player = game.kit.thinking().map(|thinking| thinking.player(&spec, 1 << 16)).transpose()?;
    HEARD.set(Some(Vec::new()));
    let done = Engine::new(game, spec, player, limits, Inbox::of(input)).serve(protocol);
    let said = HEARD.take().unwrap_or_default();
    done.map(|()| said)
}

thread_local! {
    /// What this thread says, where it is listened to instead of the standard output.
    static HEARD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

/// Says a line at once.
fn speak(line: &str) -> Result<(), Fault> {
    let heard = HEARD.with_borrow_mut(|heard| heard.as_mut().map(|heard| heard.push(line.to_owned())));
    if heard.is_some() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// A line's first word, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// What a command means to the thread that reads.
fn meaning(command: &str) -> Word {
    match command {
        "stop" => Word::Stop,
        "quit" => Word::Quit,
        _ => Word::Other,
    }
}

impl Engine {
    /// An engine with the usual start on the table, where there is one.
    fn new(game: Game, spec: Spec, player: Option<Box<dyn Player>>, limits: Limits, inbox: Inbox) -> Self {
        Engine { game, spec, player, position: game.start(&[]).ok(), limits, inbox }
    }

    /// Speaks a protocol until its input ends.
    fn serve(&mut self, protocol: &str) -> Result<(), Fault> {
        if protocol != "json" {
            self.game.thinking()?;
        }
        match protocol {
            "json" => self.json(),
            "text" => self.text(),
            "uci" => self.uci(),
            name => {
                let dialects =
                    self.game.kit.thinking().map(damier_kit::Thinking::dialects).unwrap_or_default();
                let Some(dialect) = dialects.iter().find(|dialect| dialect.name() == name) else {
                    let known = protocols(self.game).join(", ");
                    let what = format!("no protocol is called '{name}'; there is {known}");
                    return Err(Fault::Input(what));
                };
                self.dialect(*dialect)
            }
        }
    }

    /// What is on the table.
    fn here(&self) -> Result<&dyn Position, String> {
        self.position.as_deref().ok_or_else(|| "there is no position yet".to_owned())
    }

    /// Forgets the game and begins another one, set up so.
    fn begin(&mut self, setup: &[(String, String)]) -> Result<(), String> {
        self.position = Some(self.game.start(setup).map_err(|error| error.to_string())?);
        self.player.iter_mut().for_each(|player| player.clear());
        Ok(())
    }

    /// The game from its start, with these moves instead.
    fn replay(&mut self, moves: &str) -> Result<(), String> {
        let (start, _) = self.here()?.past().ok_or("this game has no start")?;
        self.position = Some(self.game.play_all(start, moves).map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Thinks about what is on the table within the limits; a clock stands in place of their time.
    fn think(
        &mut self,
        limits: Limits,
        clock: Option<Told>,
        tell: &mut dyn FnMut(&Thought, &Run),
    ) -> Result<(Thought, Run), String> {
        let position = self.position.as_deref().ok_or("there is no position yet")?;
        let player = self.player.as_deref_mut().ok_or("there is no player")?;
        player.suits(position).map_err(|why| why.to_string())?;
        let inbox = &self.inbox;
        let start = |limits| {
            let watched = Watched::new();
            inbox.searches(&watched.progress);
            watched.run(limits)
        };
        let thought = clock::think(player, position, limits, clock, &start, tell);
        inbox.rests();
        Ok(thought)
    }
}

//! `play`: every game in the terminal, full screen.
//!
//! The terminal is another page. It says what a page would say to the same host, and draws what it hears: `table.rs` is what it knows and
//! wants, `keys.rs` what the keys mean, `board.rs` and `page.rs` the drawing, `sheet.rs` what lies over it for a while, `screen.rs` and
//! `canvas.rs` the terminal itself. No game's name is known here; what a game looks like its kit says.

mod board;
mod canvas;
mod keys;
mod page;
mod screen;
mod sheet;
mod table;

use crossterm::event::{Event, KeyEventKind};
use damier_kit::{Position, Refusal};
use damier_lab::Game;
use damier_store::{Fault as StoreFault, Store};
use rand::SeedableRng;
use rand::rngs::SysRng;
use serde_json::{Value, json};
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::UnboundedReceiver;

use self::screen::{BROKEN, Screen};
use self::table::{FILE, OWN, Table, Wish};
use super::data::DataOptions;
use super::input::Which;
use super::{Exit, Fault, Outcome, game, input, say};
use crate::server::wire::{LevelItem, Message};
use crate::server::{Local, News, Random};

#[derive(clap::Args)]
pub(super) struct Options {
    /// The game
    #[arg(value_parser = game, value_name = "GAME")]
    game: Game,
    /// A file of positions [default: the board as it was left]
    file: Option<String>,
    #[command(flatten)]
    which: Which,
    /// Who to play against: an engine such as "fast(level=hard)", a level of the usual one such as hard, or person
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    #[command(flatten)]
    data: DataOptions,
}

/// The word for a second person at the same keys.
const PERSON: &str = "person";

pub(super) fn run(options: &Options) -> Outcome {
    let opening = Opening::new(options)?;
    screen::check()?;
    let random = Random::try_from_rng(&mut SysRng);
    let mut random =
        random.map_err(|error| Fault::Failed(format!("the system gives no random numbers: {error}")))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Fault::Failed(format!("cannot begin: {error}")))?;
    let (store, not_kept) = open(&options.data)?;
    let done = runtime.block_on(async {
        let (local, hello) = Local::open(options.game, store, not_kept, &mut random).await?;
        let mut seat = Seat { local, table: Table::new(options.game) };
        seat.table.hear(hello);
        seat.begin(opening).await?;
        let outcome = seat.play().await;
        if let Err(fault) = seat.local.leave().await {
            say(&format!("what was done last is not kept: {fault}"));
        }
        outcome
    });
    // A search that is still under way is not waited for.
    runtime.shutdown_background();
    done
}

/// The store of a folder, or of a database. A folder that cannot be used is done without.
fn open(data: &DataOptions) -> Result<(Store, Option<StoreFault>), Fault> {
    if let Some(address) = data.database()? {
        // The screen is full: a lost line is told there, when something could not be kept.
        return Ok((Store::connect(&address, |_| {})?, None));
    }
    match Store::open(data.folder()?.path()) {
        Ok(store) => Ok((store, None)),
        Err(fault) => Ok((Store::in_memory()?, Some(fault))),
    }
}

/// What is on the table at first.
#[derive(Default)]
struct Opening {
    /// What is wanted before anything is shown.
    intents: Vec<Value>,
    /// Whether there is a position of somebody's own.
    brought: bool,
    /// The levels of a file that holds several, and their texts.
    levels: Vec<LevelItem>,
    texts: Vec<String>,
    against: Option<String>,
}

impl Opening {
    fn new(options: &Options) -> Result<Self, Fault> {
        let Options { game, file, which, against, .. } = options;
        let about = game.kit.about();
        if against.is_some() {
            game.thinking()?;
        }
        let mut opening = Opening { brought: file.is_some(), against: against.clone(), ..Opening::default() };
        match (file, which.level) {
            (Some(file), _) => opening.bring(*game, file, which)?,
            (None, Some(number)) => {
                let none = || Fault::Input(format!("{} has no levels; name a file of positions", about.name));
                let set = about.sets.first().ok_or_else(none)?;
                opening.intents.push(json!({"type": "level", "set": set.name, "index": number - 1}));
            }
            (None, None) => {}
        }
        Ok(opening)
    }

    /// Takes the positions of a file: the one that is meant goes onto the table, several puzzles are a set to choose from.
    fn bring(&mut self, game: Game, file: &str, which: &Which) -> Result<(), Fault> {
        if file == "-" {
            let why = "play reads keys from standard input; save the position in a file and name that";
            return Err(Fault::Input(why.to_owned()));
        }
        let all = Which { format: which.format.clone(), level: None };
        let positions = input::positions(game, file, &all)?;
        let chosen = which.pick((0..positions.len()).collect(), file)?;
        let Some(&first) = chosen.first() else {
            return Err(Fault::Input(format!("there is no position in {file}")));
        };
        let format = game.kit.about().formats[0].name;
        let texts =
            positions.iter().map(|position| position.write(format)).collect::<Result<Vec<_>, Refusal>>()?;
        self.intents.push(json!({"type": "load", "text": texts[first]}));
        if positions.len() > 1 && game.kit.thinking().is_none() {
            let item = |position: &dyn Position| LevelItem {
                title: position.id().map(str::to_owned),
                code: position.code(),
            };
            self.levels = positions.iter().map(|position| item(position.as_ref())).collect();
            self.texts = texts;
        }
        Ok(())
    }
}

/// Something at the terminal, which may be gone, or at the table.
enum Happened {
    Event(Option<Event>),
    News(News),
    Resized,
}

/// Who sits at the table.
struct Seat {
    local: Local,
    table: Table,
}

impl Seat {
    /// Sets the table. What is refused here is bad input.
    async fn begin(&mut self, opening: Opening) -> Result<(), Fault> {
        let looked = [json!({"type": "look"})];
        for intent in looked.iter().chain(&opening.intents) {
            self.insist(intent).await?;
        }
        for set in self.table.sets().into_iter().chain([OWN]).map(str::to_owned).collect::<Vec<_>>() {
            self.insist(&json!({"type": "levels", "set": set})).await?;
        }
        self.table.levels.insert(FILE.to_owned(), opening.levels);
        self.table.texts = opening.texts;
        let levels = self.table.opponents();
        let usual = || levels.get(1).or(levels.first()).and_then(|(_, spec)| spec.clone());
        let engine = match opening.against.as_deref() {
            None if opening.brought => usual(),
            None => return self.go_on().await,
            Some(PERSON) => None,
            Some(name) => {
                let level = levels.iter().find(|(level, _)| level == name).and_then(|(_, spec)| spec.clone());
                Some(level.unwrap_or_else(|| name.to_owned()))
            }
        };
        let seats = self.table.seats(engine.as_deref(), opening.brought);
        if seats.is_empty() {
            return Ok(());
        }
        if self.table.is_over() && !opening.brought {
            return self.insist(&json!({"type": "new", "seats": seats})).await;
        }
        self.insist(&json!({"type": "seats", "seats": seats})).await?;
        self.go_on().await
    }

    /// A game that was left goes on, unless a clock would run.
    async fn go_on(&mut self) -> Result<(), Fault> {
        let game = self.table.view.as_ref().and_then(|view| view.table.as_ref());
        if game.is_some_and(|game| game.paused && game.clock.is_none()) {
            self.insist(&json!({"type": "pause", "paused": false})).await?;
        }
        Ok(())
    }

    async fn insist(&mut self, intent: &Value) -> Result<(), Fault> {
        let mut messages = self.local.want(intent).await;
        let refused = messages.iter().position(|message| matches!(message, Message::Error { .. }));
        if let Some(Message::Error { refusal, .. }) = refused.map(|at| messages.swap_remove(at)) {
            return Err(refusal.into());
        }
        self.table.hear(messages);
        Ok(())
    }

    /// Plays until somebody leaves.
    async fn play(&mut self) -> Outcome {
        let mut signals = Signals::new()?;
        let mut screen = Screen::open()?;
        let mut events = screen::events();
        loop {
            let (width, height) = Screen::size();
            screen.show(page::draw(&self.table, width, height))?;
            let happened = tokio::select! {
                event = events.recv() => Happened::Event(event),
                news = self.local.wait() => Happened::News(news),
                ending = signals.wait() => if ending { return Ok(Exit::Cancelled) } else { Happened::Resized },
                () = BROKEN.notified() => {
                    let why = "the program made a mistake, told above; please report it";
                    return Err(Fault::Failed(why.to_owned()));
                }
            };
            match happened {
                Happened::Event(None) => return Ok(Exit::Cancelled),
                Happened::Event(Some(event)) => {
                    if let Some(exit) = self.heed(event, &mut events, &mut screen).await {
                        return Ok(exit);
                    }
                }
                Happened::News(news) => {
                    let messages = self.local.take(news).await;
                    self.table.hear(messages);
                }
                Happened::Resized => {}
            }
        }
    }

    /// What happened at the terminal, and all that has gathered behind it; gives how the program ends, if it does.
    async fn heed(
        &mut self,
        event: Event,
        events: &mut UnboundedReceiver<Event>,
        screen: &mut Screen,
    ) -> Option<Exit> {
        let mut next = Some(event);
        while let Some(event) = next {
            match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let act = keys::act(key, self.table.context());
                    match act.map(|act| self.table.take(act)) {
                        Some(Wish::Leave(forced)) => {
                            return Some(if forced { Exit::Cancelled } else { Exit::Done });
                        }
                        Some(Wish::Redraw) => screen.forget(),
                        Some(Wish::Intents(intents)) => {
                            for intent in intents {
                                let messages = self.local.want(&intent).await;
                                self.table.hear(messages);
                            }
                        }
                        None => self.table.close_help(),
                    }
                }
                Event::Resize(..) => screen.forget(),
                _ => {}
            }
            next = events.try_recv().ok();
        }
        None
    }
}

/// The signals that end the program, and the one that tells of another size. The library that reads keys listens for that one too, but only
/// when it begins to read, which is after the first drawing.
struct Signals {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 4],
}

impl Signals {
    #[cfg(unix)]
    fn new() -> std::io::Result<Self> {
        let kinds = [
            SignalKind::terminate(),
            SignalKind::hangup(),
            SignalKind::interrupt(),
            SignalKind::window_change(),
        ];
        let [end, hang_up, interrupt, resize] = kinds.map(signal);
        Ok(Signals { signals: [end?, hang_up?, interrupt?, resize?] })
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "as where there are signals")]
    fn new() -> std::io::Result<Self> {
        Ok(Signals {})
    }

    /// Waits for one of them; whether it ends the program.
    #[cfg(unix)]
    async fn wait(&mut self) -> bool {
        let [end, hang_up, interrupt, resize] = &mut self.signals;
        tokio::select! {
            _ = end.recv() => true,
            _ = hang_up.recv() => true,
            _ = interrupt.recv() => true,
            _ = resize.recv() => false,
        }
    }

    #[cfg(not(unix))]
    async fn wait(&mut self) -> bool {
        let _ = tokio::signal::ctrl_c().await;
        true
    }
}

//! The terminal while it is ours: raw keys, a page of its own, no cursor. However the program ends, it is given back as it was.

use std::io::{self, IsTerminal, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{self, Event};
use crossterm::style::{Attribute, SetAttribute};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};
use tokio::sync::{Notify, mpsc};

use super::canvas::Canvas;
use crate::cli::{Fault, session};

/// Whether the terminal is ours.
static OPEN: AtomicBool = AtomicBool::new(false);
/// Told when some thread has panicked: the terminal was given back already.
pub(super) static BROKEN: Notify = Notify::const_new();

/// The terminal.
pub(super) struct Screen {
    shown: Option<Canvas>,
    colour: bool,
}

/// Refuses where nobody could see or press anything.
pub(super) fn check() -> Result<(), Fault> {
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && able {
        return Ok(());
    }
    let why = "play needs a terminal for keys and board; `damier` alone opens the same games in a browser";
    Err(Fault::Input(why.to_owned()))
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn open() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                before(panic);
                BROKEN.notify_one();
            }));
        });
        OPEN.store(true, SeqCst);
        let screen = Screen { shown: None, colour: session::style() == damier_kit::Style::Colour };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, Hide, Clear(ClearType::All))?;
        Ok(screen)
    }

    /// Columns and rows.
    pub(super) fn size() -> (usize, usize) {
        size().map_or((80, 24), |(width, height)| (usize::from(width), usize::from(height)))
    }

    /// What is on the screen is not known any more.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows a page.
    pub(super) fn show(&mut self, page: Canvas) -> io::Result<()> {
        let mut out: Vec<u8> = Vec::new();
        if self.shown.as_ref().is_none_or(|shown| (shown.width, shown.height) != (page.width, page.height)) {
            self.shown = None;
            queue!(out, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
        }
        page.write(self.shown.as_ref(), self.colour, &mut out)?;
        self.shown = Some(page);
        let mut terminal = io::stdout().lock();
        terminal.write_all(&out)?;
        terminal.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once.
fn give_back() {
    if OPEN.swap(false, SeqCst) {
        let _ = execute!(io::stdout(), SetAttribute(Attribute::Reset), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// What happens at the terminal, one thing after the other; the channel ends when the terminal does.
pub(super) fn events() -> mpsc::UnboundedReceiver<Event> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    receiver
}

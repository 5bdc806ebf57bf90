//! A terminal that is none: a pseudo-terminal with the program in it, and what its screen would show.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// Longer than anything here takes, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the arrows send.
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const LEFT: &str = "\x1b[D";

/// What has come out of the program: all of it, and what is on the screen now.
struct Shown {
    bytes: Vec<u8>,
    screen: vt100::Parser,
}

/// A terminal with the program in it.
pub(crate) struct Terminal {
    master: File,
    /// Held, so that what the program left behind can be looked at.
    slave: File,
    child: Child,
    shown: Arc<Mutex<Shown>>,
    before: Termios,
}

/// How the program left the terminal.
pub(crate) struct Left {
    pub(crate) code: Option<i32>,
    /// What is on the screen that was there before.
    pub(crate) text: String,
    /// Whether keys and screen are as they were.
    pub(crate) restored: bool,
}

/// An empty folder for the data of a test.
pub(crate) fn folder(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terminal").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder for the test");
    path.to_str().expect("a path of letters").to_owned()
}

/// A file with a text in it.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("a path of letters").to_owned()
}

/// Runs the program without a terminal.
pub(crate) fn without_terminal(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).stdin(Stdio::null()).output().expect("the program starts")
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a terminal has a size")
}

impl Terminal {
    /// Starts the program in a terminal of so many columns and rows.
    pub(crate) fn new(args: &[&str], columns: u16, rows: u16) -> Self {
        Terminal::with(args, columns, rows, &[])
    }

    /// The same with something in the environment.
    pub(crate) fn with(args: &[&str], columns: u16, rows: u16, environment: &[(&str, &str)]) -> Self {
        let master: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("it is ours");
        unlockpt(&master).expect("it can be opened");
        let name = ptsname(&master, Vec::new()).expect("it has a name").into_string().expect("of letters");
        let no_ctty = OpenptFlags::NOCTTY.bits().cast_signed();
        let slave = OpenOptions::new().read(true).write(true).custom_flags(no_ctty).open(name);
        let slave = slave.expect("its other end");
        let before = tcgetattr(&slave).expect("it is a terminal");
        let screen = vt100::Parser::new(size(rows), size(columns), 0);
        let shown = Arc::new(Mutex::new(Shown { bytes: Vec::new(), screen }));
        resize(&slave, columns, rows);
        let end = || Stdio::from(slave.try_clone().expect("another handle"));
        // The terminal is the program's own, so that it hears of its size.
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(env!("CARGO_BIN_EXE_damier")).args(args);
        command.stdin(end()).stdout(end()).stderr(end());
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR").envs(environment.iter().copied());
        let child = command.spawn().expect("setsid is there, and the program starts");
        let master = File::from(master);
        let (mut reader, heard) = (master.try_clone().expect("another handle"), shown.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(many @ 1..) = reader.read(&mut bytes) {
                let mut shown = heard.lock().expect("nobody panics with it");
                shown.bytes.extend_from_slice(&bytes[..many]);
                shown.screen.process(&bytes[..many]);
            }
        });
        Terminal { master, slave, child, shown, before }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.master.write_all(keys.as_bytes()).expect("somebody listens");
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.shown.lock().expect("nobody panics with it").screen.screen().contents()
    }

    /// All that the program has written.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().expect("nobody panics with it").bytes).into_owned()
    }

    /// Waits until the screen is as it should be.
    pub(crate) fn until(&self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let text = self.text();
            if is(&text) {
                return text;
            }
            assert!(began.elapsed() < PATIENCE, "there is no {what} on the screen:\n{text}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until these words are on the screen.
    pub(crate) fn see(&self, words: &str) -> String {
        self.until(words, |text| text.contains(words))
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.shown.lock().expect("nobody panics with it").screen.set_size(size(rows), size(columns));
        resize(&self.slave, columns, rows);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        assert!(sent.expect("kill is there").success());
    }

    /// Waits for the end of the program.
    pub(crate) fn left(mut self) -> Left {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                break status;
            }
            if began.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end:\n{}", self.text());
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        // What it wrote last is still on its way.
        std::thread::sleep(Duration::from_millis(200));
        let now = tcgetattr(&self.slave).expect("it is a terminal");
        let keys = |termios: &Termios| (termios.input_modes, termios.output_modes, termios.local_modes);
        let shown = self.shown.lock().expect("nobody panics with it");
        let screen = shown.screen.screen();
        let restored =
            keys(&now) == keys(&self.before) && !screen.alternate_screen() && !screen.hide_cursor();
        Left { code: status.code(), text: screen.contents(), restored }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells a terminal, and who is in it, how large it is.
fn resize(terminal: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(terminal, size).expect("a terminal has a size");
}

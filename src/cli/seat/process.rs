//! A program that is talked to line by line, and trusted with nothing.
//!
//! Its lines are read by a thread of their own, of bounded length and number, and so is written to it: a program that floods,
//! falls silent, dies or does not read can neither stop nor fill us. What it holds in memory is bounded. At the end it is asked to quit, and ended
//! with all that it has started if it does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::super::session;
use super::super::units::show_bytes;
use crate::group;

/// The longest line that a program may say, and the most lines a second before its answer.
const LINE: u64 = 4096;
const LINES: u64 = 1000;
/// Lines that wait, in either direction. Who floods waits; who does not read has lost.
const QUEUE: usize = 64;
/// How often it is seen to while it thinks: whether Ctrl-C was pressed, and what it holds in memory.
const LOOK: Duration = Duration::from_millis(50);
/// What may pass between the end of a program's output and its own.
const LAST: Duration = Duration::from_millis(100);

/// A program that runs.
pub(super) struct Process {
    child: Child,
    memory: u64,
    input: Option<SyncSender<String>>,
    output: Receiver<Result<String, &'static str>>,
    /// What it says to nobody: the last line on its standard error, and who reads it.
    complaint: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program that may hold so many bytes.
    pub(super) fn start(command: &[String], memory: u64) -> Result<Process, String> {
        let mut program = Command::new(&command[0]);
        program.args(&command[1..]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = group::start(&mut program, memory);
        let mut child = started.map_err(|error| format!("it cannot be started: {error}"))?;
        let (input, lines) = sync_channel::<String>(QUEUE);
        let (send, output) = sync_channel(QUEUE);
        let complaint = Arc::<Mutex<String>>::default();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        std::thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for line in lines {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || {
            let Some(mut stdout) = stdout.map(BufReader::new) else { return };
            loop {
                let mut line = Vec::new();
                let heard = match (&mut stdout).take(LINE).read_until(b'\n', &mut line) {
                    Ok(read) if read as u64 == LINE => Err("its lines are too long"),
                    Ok(read) if read > 0 => Ok(String::from_utf8_lossy(&line).into_owned()),
                    _ => Err(ENDED),
                };
                let last = heard.is_err();
                if send.send(heard).is_err() || last {
                    return;
                }
            }
        });
        let heard = complaint.clone();
        let listener = std::thread::spawn(move || {
            let Some(mut stderr) = stderr.map(BufReader::new) else { return };
            loop {
                let mut line = Vec::new();
                match (&mut stderr).take(LINE).read_until(b'\n', &mut line) {
                    Ok(read) if read > 0 => {}
                    _ => return,
                }
                let line = shown(&String::from_utf8_lossy(&line));
                if !line.is_empty() {
                    *heard.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
            }
        });
        Ok(Process { child, memory, input: Some(input), output, complaint, listener: Some(listener) })
    }

    /// Says a line; never waits.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let said = self.input.as_ref().map(|input| input.try_send(line.to_owned()));
        if said.is_some_and(|said| said.is_ok()) {
            return Ok(());
        }
        let ended = self.child.try_wait().is_ok_and(|status| status.is_some());
        Err(if ended { self.ended(ENDED, None) } else { "it does not read".to_owned() })
    }

    /// Waits for a line that is an answer.
    pub(super) fn hear<T>(
        &mut self,
        patience: Duration,
        answer: impl Fn(&str) -> Option<Result<T, String>>,
    ) -> Result<T, String> {
        let began = Instant::now();
        let mut looked = began;
        let (mut lines, mut last) = (0, None);
        loop {
            let elapsed = began.elapsed();
            match self.output.recv_timeout(patience.saturating_sub(elapsed).min(LOOK)) {
                Ok(Ok(line)) => {
                    if let Some(answer) = answer(line.trim()) {
                        return answer;
                    }
                    lines += 1;
                    if lines > LINES * (1 + elapsed.as_secs()) {
                        return Err(format!(
                            "it says more than {LINES} lines a second and no answer, such as: {}",
                            shown(&line)
                        ));
                    }
                    last = Some(shown(&line)).filter(|line| !line.is_empty()).or(last);
                }
                Ok(Err(why)) => return Err(self.ended(why, last.as_deref())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(ENDED, last.as_deref())),
                Err(RecvTimeoutError::Timeout) if elapsed >= patience => {
                    return Err(match last {
                        None => format!("it is silent for more than {patience:?}"),
                        Some(line) => format!("it gives no answer within {patience:?}, but says: {line}"),
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                if session::is_cancelled() {
                    return Err("the match was stopped".to_owned());
                }
                if group::resident(&self.child).is_some_and(|bytes| bytes > self.memory) {
                    return Err(format!("it uses more than {} of memory", show_bytes(self.memory)));
                }
            }
        }
    }

    /// Why nothing more comes from it, with what is known: how it ended, and what it said last.
    fn ended(&mut self, why: &str, said: Option<&str>) -> String {
        if why != ENDED {
            return why.to_owned();
        }
        let until = Instant::now() + LAST;
        let mut status = None;
        while Instant::now() < until {
            status = self.child.try_wait().ok().flatten();
            if status.is_some() && self.listener.as_ref().is_none_or(JoinHandle::is_finished) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let said = said.map(str::to_owned).or(Some(complaint).filter(|line| !line.is_empty()));
        let how = status.map_or(String::new(), how_it_ended);
        format!("{ENDED}{how}{}", said.map_or(String::new(), |said| format!("; it said: {said}")))
    }
}

const ENDED: &str = "it has ended";

fn how_it_ended(status: ExitStatus) -> String {
    match status.code() {
        Some(0) => String::new(),
        Some(code) => format!(" (exit code {code})"),
        None => format!(" ({status})"),
    }
}

/// What a program said, safe to be printed.
pub(super) fn shown(line: &str) -> String {
    line.trim().chars().filter(|c| !c.is_control()).take(80).collect()
}

impl Drop for Process {
    fn drop(&mut self) {
        let asked = !session::is_cancelled() && self.say("quit").is_ok();
        // The thread that writes ends when nobody speaks any more, and closes its input.
        self.input = None;
        group::end(&mut self.child, asked);
    }
}

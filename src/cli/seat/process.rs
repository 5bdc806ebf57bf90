//! A program that is talked to line by line, and trusted with nothing.
//!
//! Its lines are read by a thread of their own, of bounded length and number, and so is written to it: a program that floods,
//! falls silent, dies or does not read can neither stop nor fill us. At the end it is asked to quit, and ended if it does not.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The longest line that a program may say, and the most lines before its answer.
const LINE: u64 = 4096;
const LINES: usize = 1000;
/// Lines that wait, in either direction. Who floods waits; who does not read has lost.
const QUEUE: usize = 64;
/// Nobody waits longer than a day.
const LONGEST: Duration = Duration::from_secs(86_400);
/// How long a program is given to quit.
const FAREWELL: Duration = Duration::from_millis(200);

/// A program that runs.
pub(super) struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<Result<String, &'static str>>,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, String> {
        let started = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = started.map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input or output".to_owned());
        };
        let (input, lines) = sync_channel::<String>(QUEUE);
        std::thread::spawn(move || {
            for line in lines {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (send, output) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let heard = match (&mut stdout).take(LINE).read_until(b'\n', &mut line) {
                    Ok(read) if read as u64 == LINE => Err("its lines are too long"),
                    Ok(read) if read > 0 => Ok(String::from_utf8_lossy(&line).into_owned()),
                    _ => Err("it has ended"),
                };
                let last = heard.is_err();
                if send.send(heard).is_err() || last {
                    return;
                }
            }
        });
        Ok(Process { child, input: Some(input), output })
    }

    /// Says a line; never waits.
    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let said = self.input.as_ref().map(|input| input.try_send(line.to_owned()));
        if said.is_some_and(|said| said.is_ok()) {
            return Ok(());
        }
        let ended = self.child.try_wait().is_ok_and(|status| status.is_some());
        Err(if ended { "it has ended" } else { "it does not read" }.to_owned())
    }

    /// Waits for a line that is an answer.
    pub(super) fn hear<T>(
        &mut self,
        patience: Duration,
        answer: impl Fn(&str) -> Option<Result<T, String>>,
    ) -> Result<T, String> {
        let until = Instant::now() + patience.min(LONGEST);
        for _ in 0..LINES {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.output.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("it is silent for more than {patience:?}"),
                RecvTimeoutError::Disconnected => "it has ended".to_owned(),
            })??;
            if let Some(answer) = answer(line.trim()) {
                return answer;
            }
        }
        Err(format!("it says more than {LINES} lines and no answer"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        // The thread that writes ends when nobody speaks any more, and closes its input.
        self.input = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

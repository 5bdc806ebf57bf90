//! Runs the program and tells what it said.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Boards that no algorithm solves within a second.
pub(crate) const HARD: &str = include_str!("../../data/ricochet/hard.jsonl");
/// One robot on 2×2: down and right.
pub(crate) const EASY: &str =
    r#"{"id":"easy","width":2,"height":2,"walls":[0,0,0,0],"robots":[0],"target_robot":0,"target":3}"#;
/// One robot that stands on its target.
pub(crate) const DONE: &str =
    r#"{"id":"done","width":2,"height":2,"walls":[0,0,0,0],"robots":[3],"target_robot":0,"target":3}"#;
/// One robot on an empty 4×4 board stops in corners only; the target is not in one.
pub(crate) const NEVER: &str = r#"{"id":"never","width":4,"height":4,"walls":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"robots":[0],"target_robot":0,"target":5}"#;
/// Every algorithm that `list` shows.
pub(crate) const ALGORITHMS: [&str; 11] =
    ["fast", "bfs", "dfs", "ids", "ucs", "greedy", "astar", "wastar", "ida", "beam", "bidirectional"];

/// Longer than any test should take: a program that hangs fails its test instead of the whole run.
const PATIENCE: Duration = Duration::from_secs(60);

/// The first of the hard boards.
pub(crate) fn hard() -> &'static str {
    HARD.lines().next().expect("a hard board")
}

/// What a run of the program left behind.
pub(crate) struct Said {
    args: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) time: Duration,
    /// The most resident bytes that were seen; 0 where the system does not tell.
    pub(crate) peak: u64,
    /// How long processors worked for it, which does not depend on how busy the machine is; zero where the system does not tell.
    pub(crate) work: Duration,
}

/// The program, still running.
pub(crate) struct Running {
    args: String,
    pub(crate) child: Child,
    out: Option<JoinHandle<Vec<u8>>>,
    err: Option<JoinHandle<Vec<u8>>>,
    started: Instant,
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(args).stdin(Stdio::null()).env("RUST_BACKTRACE", "0").env_remove("NO_COLOR");
    command
}

/// Runs the program with nothing on standard input.
pub(crate) fn damier(args: &[&str]) -> Said {
    start(args, Stdio::null()).finish()
}

/// Runs the program with this on standard input.
pub(crate) fn damier_reads(args: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let mut running = start(args, Stdio::piped());
    let mut stdin = running.child.stdin.take().expect("standard input");
    let input = input.into();
    // It may end before it has read everything.
    std::thread::spawn(move || drop(stdin.write_all(&input)));
    running.finish()
}

/// The same, for who asks how much memory it took: a run of a few milliseconds may end between two looks at it, and is made again.
pub(crate) fn damier_is_watched(args: &[&str], input: &str) -> Said {
    let mut said = damier_reads(args, input);
    for _ in 0..20 {
        if said.peak_was_seen() {
            break;
        }
        said = damier_reads(args, input);
    }
    said
}

/// Starts the program, both of its outputs read to the end.
pub(crate) fn start(args: &[&str], stdin: Stdio) -> Running {
    start_with(args, stdin, &[])
}

/// The same, with these variables in its environment.
pub(crate) fn start_with(args: &[&str], stdin: Stdio, variables: &[(&str, &str)]) -> Running {
    let mut child = command(args)
        .envs(variables.iter().copied())
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let out = child.stdout.take().map(drain);
    let err = child.stderr.take().map(drain);
    Running { args: args.join(" "), child, out, err, started: Instant::now() }
}

/// A program that one talks with: it is told lines, and heard line by line.
pub(crate) struct Talk {
    running: Running,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: String,
}

/// Starts the program to talk with it.
pub(crate) fn talk(args: &[&str]) -> Talk {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (send, lines) = channel();
    let out = child.stdout.take().expect("standard output");
    std::thread::spawn(move || {
        BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
    });
    let (input, err) = (child.stdin.take(), child.stderr.take().map(drain));
    let running = Running { args: args.join(" "), child, out: None, err, started: Instant::now() };
    Talk { running, input, lines, heard: String::new() }
}

impl Talk {
    /// Says lines in one write.
    pub(crate) fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(lines.as_bytes()).and_then(|()| input.flush()).expect("it reads");
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits until it has said so many lines of a kind; gives the last one, and how long that took.
    pub(crate) fn hear(&mut self, many: usize, kind: impl Fn(&str) -> bool) -> (String, Duration) {
        let began = Instant::now();
        let mut last = String::new();
        for _ in 0..many {
            loop {
                let left = PATIENCE.saturating_sub(began.elapsed());
                let line = self.lines.recv_timeout(left);
                let line = line.unwrap_or_else(|_| panic!("no answer; so far: {}", self.heard));
                self.heard.push_str(&line);
                self.heard.push('\n');
                if kind(&line) {
                    last = line;
                    break;
                }
            }
        }
        (last, began.elapsed())
    }

    /// Waits for the end. What it said is all that it said, from the beginning.
    pub(crate) fn finish(mut self) -> Said {
        let said = self.running.finish();
        self.heard.extend(self.lines.iter().flat_map(|line| [line, "\n".to_owned()]));
        Said { out: self.heard, ..said }
    }
}

/// Tells the program a script, waits for so many answers of a kind, and only then for the rest of the script and its end: what is still under
/// way at the end of the input would be cut short.
pub(crate) fn damier_answers(
    args: &[&str],
    script: &str,
    (many, kind): (usize, &dyn Fn(&str) -> bool),
    rest: &str,
) -> Said {
    let mut talk = talk(args);
    talk.say(script);
    talk.hear(many, kind);
    talk.say(rest);
    talk.close();
    talk.finish()
}

fn drain(mut from: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

impl Running {
    /// Waits for the end. No run may panic, whatever it was given.
    pub(crate) fn finish(self) -> Said {
        self.finish_within(PATIENCE)
    }

    /// The same, for what takes longer than others.
    pub(crate) fn finish_within(mut self, patience: Duration) -> Said {
        let (mut peak, mut work) = (0, Duration::ZERO);
        let status = loop {
            peak = self.status("VmHWM:").map_or(peak, |kib| kib * 1024);
            work = work.max(self.work());
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            if self.started.elapsed() > patience {
                let _ = self.child.kill();
                panic!("damier {}: still running after {patience:?}", self.args);
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let time = self.started.elapsed();
        let text = |thread: Option<JoinHandle<Vec<u8>>>| {
            let bytes = thread.and_then(|thread| thread.join().ok()).unwrap_or_default();
            String::from_utf8(bytes).expect("the output is UTF-8")
        };
        let (out, err) = (text(self.out.take()), text(self.err.take()));
        assert!(!err.contains("panicked"), "damier {}: {err}", self.args);
        Said { args: self.args, code: status.code(), out, err, time, peak, work }
    }

    /// A number that the system tells of the process, where it does.
    fn status(&self, key: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(key))?.trim();
        let word = line.split_whitespace().next()?;
        if line.ends_with("kB") { word.parse().ok() } else { u64::from_str_radix(word, 16).ok() }
    }

    /// How long processors have worked for it, where the system tells: in hundredths of a second.
    pub(crate) fn work(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name before may contain anything; user and system time are the twelfth and thirteenth field after it.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        let ticks: u64 = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// Waits until the program handles Ctrl-C itself; false if it has not begun to within a few seconds.
    pub(crate) fn listens(&self) -> bool {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(5) {
            if self.status("SigCgt:").is_some_and(|caught| caught & 2 != 0) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    /// Waits until the program has worked for a while; false if it has not within a few seconds.
    pub(crate) fn works(&self) -> bool {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(5) {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
            // Hundredths of a second of its own, and in the system for it.
            let spent: u64 =
                fields.iter().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
            if spent >= 10 {
                return true;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        false
    }

    /// Presses Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }
}

impl Said {
    /// Everything that was said, for the message of a failing test.
    pub(crate) fn all(&self) -> String {
        let short = |text: &str| text.chars().take(2000).collect::<String>();
        format!("damier {} → {:?}\n{}\n{}", self.args, self.code, short(&self.out), short(&self.err))
    }

    /// Asks for an exit code.
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}", self.all());
        self
    }

    /// Asks for nothing on standard error.
    pub(crate) fn silent(self) -> Self {
        assert_eq!(self.err, "", "{}", self.all());
        self
    }

    /// Standard output as one JSON object a line and nothing else.
    pub(crate) fn objects(&self) -> Vec<Value> {
        let object = |line: &str| {
            let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {}", self.all()));
            assert!(value.is_object(), "{}", self.all());
            value
        };
        assert!(self.out.is_empty() || self.out.ends_with('\n'), "{}", self.all());
        self.out.lines().map(object).collect()
    }

    /// The only object on standard output.
    pub(crate) fn object(&self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{}", self.all());
        objects.remove(0)
    }

    /// Asks for bad input: nothing on standard output and one sentence on standard error, which is given.
    pub(crate) fn refuses(self) -> String {
        let said = self.ends(30);
        assert_eq!(said.out, "", "{}", said.all());
        assert!(said.err.starts_with("damier: ") && said.err.lines().count() == 1, "{}", said.all());
        said.err
    }

    /// Asks for a wrong use of the program: nothing on standard output, words on standard error, which are given.
    pub(crate) fn wrong_use(self) -> String {
        let said = self.ends(30);
        assert!(said.out.is_empty() && !said.err.is_empty(), "{}", said.all());
        said.err
    }

    /// Whether its memory was looked at after it had begun. Elsewhere than on Linux there is nothing to wait for.
    fn peak_was_seen(&self) -> bool {
        self.peak > 1 << 20 || !cfg!(target_os = "linux")
    }

    /// Asks that it kept to a memory limit, where that can be seen: the limit, 5 %, and 20 MiB.
    pub(crate) fn stays_within(&self, limit: u64) {
        if cfg!(target_os = "linux") {
            assert!(self.peak_was_seen(), "the peak was not seen: {}", self.all());
            let most = limit + limit / 20 + (20 << 20);
            assert!(self.peak <= most, "{} bytes instead of at most {most}: {}", self.peak, self.all());
        }
    }
}

/// Asks that every one of these stands in the text.
pub(crate) fn names(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "'{word}' is missing in: {text}");
    }
}

/// The cost of an answer.
pub(crate) fn cost(answer: &Value) -> Option<u64> {
    answer["cost"].as_u64()
}

/// New boards, one JSON object a line.
pub(crate) fn boards(count: u32, seed: u32, options: &[&str]) -> String {
    let (count, seed) = (count.to_string(), seed.to_string());
    let mut args = vec!["generate", "ricochet", "--count", &count, "--seed", &seed];
    args.extend(options);
    damier(&args).ends(0).silent().out
}

/// A path for a file or folder of one test, which does not exist yet.
pub(crate) fn place(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let _ = std::fs::remove_dir_all(&path);
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// A file of one test.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = place(name);
    std::fs::write(&path, content).expect("a file can be written");
    path
}

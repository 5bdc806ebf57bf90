//! What surrounds a search on a terminal: Ctrl-C, the progress line, and how much memory there is.

use std::io::{self, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;

use damier_kit::Style;
use damier_search::{Limits, Progress, Run, Snapshot};
use indicatif::{ProgressBar, ProgressStyle};

use super::units::{show_bytes, show_count};
use super::{Exit, say};

/// The searches that Ctrl-C stops, as long as somebody holds them.
static RUNNING: Mutex<Vec<Weak<Progress>>> = Mutex::new(Vec::new());
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C was pressed.
pub(super) fn is_cancelled() -> bool {
    CANCELLED.load(SeqCst)
}

/// Ctrl-C ends the program with its exit code from now on, and while a search is under way with what that has found.
pub(super) fn listen() {
    static HANDLER: Once = Once::new();
    // Without a handler Ctrl-C still ends the program, only without the best so far: not worth failing for.
    HANDLER.call_once(|| {
        damier_engines::stops_when(is_cancelled);
        drop(ctrlc::set_handler(on_interrupt));
    });
}

/// Something that Ctrl-C stops instead of the program, until this and its runs are dropped.
pub(super) struct Watched {
    pub(super) progress: Arc<Progress>,
}

impl Watched {
    pub(super) fn new() -> Self {
        listen();
        let progress = Arc::new(Progress::default());
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|progress| progress.strong_count() > 0);
        running.push(Arc::downgrade(&progress));
        drop(running);
        if is_cancelled() {
            progress.cancel();
        }
        Watched { progress }
    }

    /// Starts the clock of a search.
    pub(super) fn run(&self, limits: Limits) -> Run {
        Run::with_progress(limits, self.progress.clone())
    }
}

/// Starts the clock of a search that Ctrl-C stops.
pub(super) fn start(limits: Limits) -> Run {
    Watched::new().run(limits)
}

/// Searches within limits. A line on the terminal tells how far it is, and Ctrl-C stops it.
pub(super) fn search<T>(limits: Limits, threads: usize, work: impl FnOnce(&mut Run) -> T) -> T {
    let watched = Watched::new();
    let mut run = watched.run(limits).with_threads(threads);
    with_line(&watched, || work(&mut run))
}

/// The same, and what is known goes to standard error, a line each time: whenever a better solution is found or more is proven, and now and
/// then. `id` names the position, `metric` what is counted.
pub(super) fn search_aloud<T>(
    limits: Limits,
    threads: usize,
    (id, metric): (&str, &str),
    work: impl FnOnce(&mut Run) -> T,
) -> T {
    let watched = Watched::new();
    let mut run = watched.run(limits).with_threads(threads);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let teller = scope.spawn(|| tell_until(&done, &watched.progress, id, metric));
        // However the work ends, nobody waits for the teller.
        let _over = Over(&done, teller.thread().clone());
        work(&mut run)
    })
}

struct Over<'a>(&'a AtomicBool, std::thread::Thread);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
        self.1.unpark();
    }
}

/// How long nothing is said where there is no news.
const SILENCE: Duration = Duration::from_secs(5);

fn tell_until(done: &AtomicBool, progress: &Progress, id: &str, metric: &str) {
    let (mut told, mut at) = ((None, 0), Duration::ZERO);
    loop {
        let over = done.load(SeqCst);
        let now = progress.snapshot();
        if (now.best, now.least) != told || (!over && now.elapsed >= at + SILENCE) {
            say(&format!("{id}: {}", so_far(&now, metric)));
            (told, at) = ((now.best, now.least), now.elapsed);
        }
        if over {
            break;
        }
        std::thread::park_timeout(Duration::from_millis(50));
    }
}

/// Time, nodes, the best solution and the proven bound.
fn so_far(now: &Snapshot, metric: &str) -> String {
    let known = match now.best {
        Some(best) => format!("{metric} {best}, at least {}", now.least),
        None => format!("no solution yet, {metric} at least {}", now.least),
    };
    format!("{:.1} s, {} nodes: {known}", now.elapsed.as_secs_f64(), show_count(u128::from(now.expanded)))
}

/// The first interrupt asks the searches to stop and tell what they have; where none runs, or at the second, the program ends.
pub(super) fn on_interrupt() {
    let again = CANCELLED.swap(true, SeqCst);
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let running: Vec<_> = running.iter().filter_map(Weak::upgrade).collect();
    if again || running.is_empty() {
        damier_engines::end_all();
        std::process::exit(i32::from(Exit::Cancelled.code()));
    }
    running.iter().for_each(|progress| progress.cancel());
}

/// Runs `work` while a line on the terminal tells how far the search is; no line where nobody sees it.
pub(super) fn with_line<T>(watched: &Watched, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let line = scope.spawn(|| draw_until(&done, &watched.progress));
        let result = work();
        done.store(true, SeqCst);
        line.thread().unpark();
        result
    })
}

fn draw_until(done: &AtomicBool, progress: &Progress) {
    // A search that is over at once needs no line.
    std::thread::park_timeout(Duration::from_millis(200));
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    while !done.load(SeqCst) {
        bar.set_message(describe(progress));
        bar.tick();
        std::thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}

/// Time, nodes, nodes a second, bound and memory.
pub(super) fn describe(progress: &Progress) -> String {
    let now = progress.snapshot();
    if now.elapsed.is_zero() {
        return "waiting".to_owned();
    }
    let seconds = now.elapsed.as_secs_f64();
    let best = now.best.map(|best| format!("best {best}  ")).unwrap_or_default();
    format!(
        "{seconds:>6.1} s  {} nodes  {}/s  {best}bound {}  {}",
        show_count(u128::from(now.expanded)),
        show_count((now.expanded as f64 / seconds) as u128),
        if now.least > 0 { now.least } else { now.bound },
        show_bytes(now.bytes)
    )
}

/// Three quarters of what is free, so that a search without a limit does not bring the machine down.
pub(super) fn free_memory() -> Option<u64> {
    let meminfo = read_start("/proc/meminfo")?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024;
    // In a container the limit of its group may be lower.
    let group = |file| read_start(file)?.trim().parse::<u64>().ok();
    let granted =
        group("/sys/fs/cgroup/memory.max").or_else(|| group("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    let used = group("/sys/fs/cgroup/memory.current")
        .or_else(|| group("/sys/fs/cgroup/memory/memory.usage_in_bytes"));
    let left = granted.map_or(u64::MAX, |granted| granted.saturating_sub(used.unwrap_or(0)));
    Some(free.min(left) / 4 * 3)
}

fn read_start(file: &str) -> Option<String> {
    let mut text = String::new();
    std::fs::File::open(file).ok()?.take(1 << 16).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Colours where a terminal shows them and nobody asked for none.
pub(super) fn style() -> Style {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    if wanted && able && io::stdout().is_terminal() { Style::Colour } else { Style::Plain }
}

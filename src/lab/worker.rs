//! A worker: a process of the program that carries out what a runner tells it, one job after the other, or a single one.
//!
//! It is started as `damier __lab`. Before it does anything it binds itself: it ends when the runner does, keeps within its limits, its core and
//! its control group. The runner sees to it from outside that this holds.

use std::collections::HashMap;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use damier_engines::{Engine, Protocol, Solving};
use damier_kit::{Position, Refusal, refuse};
use damier_lab::matches::{Match, Ours, Seat, Seating};
use damier_lab::record::Record;
use damier_lab::{Game, own, table_bytes};
use damier_search::{Limits, Run, Spec};

use super::found::Found;
use super::order::{Contender, Job, Orders, Solver};
use crate::{cli, games};

/// The hidden verb.
pub(crate) const VERB: &str = "__lab";
/// The longest line that it reads.
const LINE: u64 = 64 << 20;
/// Answers that come within this time of each other are told together.
const TOGETHER: Duration = Duration::from_millis(5);

/// Works until nothing more is asked.
pub(crate) fn run() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let Some(orders) = line::<Orders>(&mut input)? else { return Ok(()) };
    bind(&orders);
    // What the host calls an engine is known here too.
    if let Some(file) = &orders.engines {
        cli::read_engines(file).map_err(|fault| io::Error::other(fault.sentence()))?;
    }
    damier_search::memory::keep_within(orders.memory);
    let mut worker = Worker { orders, positions: HashMap::new() };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut told = Instant::now();
    while let Some(jobs) = line::<Vec<Job>>(&mut input)? {
        for job in jobs {
            let found = worker.measured(&job);
            serde_json::to_writer(&mut out, &found)?;
            out.write_all(b"\n")?;
            if worker.orders.at_once || told.elapsed() >= TOGETHER {
                out.flush()?;
                told = Instant::now();
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// The next line, if there is one.
fn line<T: serde::de::DeserializeOwned>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut text = Vec::new();
    input.take(LINE).read_until(b'\n', &mut text)?;
    if !text.ends_with(b"\n") {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&text)?))
}

struct Worker {
    orders: Orders,
    positions: HashMap<u32, (Game, Box<dyn Position>)>,
}

impl Worker {
    /// Does a job and measures it.
    fn measured(&mut self, job: &Job) -> Found {
        let (began, cpu) = (Instant::now(), if self.orders.alone { Some(0.0) } else { cpu_seconds(false) });
        let mut found =
            self.answer(job).unwrap_or_else(|refusal| Found::error(job.number, refusal.to_string()));
        found.wall = Some(began.elapsed().as_secs_f64());
        found.cpu = cpu_seconds(self.orders.alone).zip(cpu).map(|(now, before)| now - before);
        if self.orders.alone {
            found.resident = peak_resident();
        }
        found
    }

    fn answer(&mut self, job: &Job) -> Result<Found, Refusal> {
        let Worker { orders, positions } = self;
        if let Some((game, text)) = &job.position {
            positions.insert(job.instance, read(game, text)?);
        }
        let unknown = || refuse!("lab.order", "the worker was asked for something that it was not told of");
        let (game, position) = positions.get(&job.instance).ok_or_else(unknown)?;
        match orders.contenders.get(job.who as usize).ok_or_else(unknown)? {
            Contender::Solve(solver) => solve(orders, solver, *game, position.as_ref(), job),
            Contender::Play { players, seconds, nodes } => {
                let limits =
                    Limits { time: seconds.map(Duration::from_secs_f64), nodes: *nodes, memory: None };
                play(orders, players, limits, *game, position.as_ref(), job)
            }
        }
    }
}

/// The position that a text describes.
pub(super) fn read(game: &str, text: &str) -> Result<(Game, Box<dyn Position>), Refusal> {
    let none = || refuse!("server.no_position", "there is no position in this text");
    let game = games::named(game).map_err(|_| none())?;
    let position = game.kit.read(text, None)?.into_iter().next().ok_or_else(none)?;
    Ok((game, position))
}

fn solve(
    orders: &Orders,
    solver: &Solver,
    game: Game,
    position: &dyn Position,
    job: &Job,
) -> Result<Found, Refusal> {
    let limits = orders.limits();
    let (spec, script) = match solver {
        Solver::Spec(spec) | Solver::Engine(spec) => (spec, None),
        Solver::Script { spec, text } => (spec, Some(own::script(game, position, text)?)),
        Solver::Program(command) => {
            let words = command.split_whitespace().map(str::to_owned).collect();
            let mut engine = Engine::new(command, words, Protocol::Json);
            engine.memory = orders.memory;
            let spec = Spec { name: command.clone(), words: Vec::new(), pairs: Vec::new() };
            let mut run = Run::new(limits);
            let mut program = Solving::new(Arc::new(engine), game.kit);
            let answer =
                Record::solve_outside(game, String::new(), position, &spec, &mut program, &mut run, None);
            return Ok(Found::of(job.number, answer));
        }
    };
    let mut solver =
        damier_lab::Solver::new(game, seeded(game, spec, job.seed)?, table_bytes(limits.memory))?;
    let mut run = Run::new(limits).with_threads(orders.threads);
    run.own = script;
    Ok(Found::of(job.number, solver.answer(String::new(), position, &mut run, &mut |_, _| ())))
}

fn play(
    orders: &Orders,
    players: &[Solver; 2],
    limits: Limits,
    game: Game,
    opening: &dyn Position,
    job: &Job,
) -> Result<Found, Refusal> {
    let patience = Duration::from_secs_f64(orders.seconds);
    let bounds = cli::seat::Bounds { patience, memory: Some(orders.memory), ponders: false };
    let start = |limits: Limits| Run::new(limits);
    let sit = |player: &Solver| -> Result<Box<dyn Seat + '_>, Refusal> {
        match player {
            Solver::Spec(spec) | Solver::Engine(spec) => {
                let player = game.player(&seeded(game, spec, job.seed)?, table_bytes(None))?;
                Ok(Box::new(Ours::new(player, limits, &start)))
            }
            Solver::Program(command) => cli::seat::seat(game, command, limits, bounds)
                .map_err(|fault| refuse!("lab.seat", "{why}", why = fault.sentence())),
            Solver::Script { .. } => Err(refuse!("lab.script", "a script guides searches; it does not play")),
        }
    };
    let names = [String::new(), String::new()];
    let mut table = Match::new(game, names, [sit(&players[0])?, sit(&players[1])?], Seating::InTurn);
    let again = read(game.name(), &opening.instance())?.1;
    let finished = table.play_from(again, 0)?;
    let moves = finished.position.past().map(|(_, moves)| game.join(&moves)).unwrap_or_default();
    let efforts = [0, 1].map(|side: usize| (table.efforts[side].nodes, table.efforts[side].seconds));
    Ok(Found::played(job.number, &finished, moves, efforts))
}

/// The spec with the seed of the run, where the algorithm takes one and none is given.
fn seeded(game: Game, spec: &str, seed: u64) -> Result<Spec, Refusal> {
    let mut spec: Spec = spec.parse()?;
    let takes = game.kit.algorithms().into_iter().find(|info| info.name == spec.name);
    let takes = takes.is_some_and(|info| info.options.iter().any(|option| option.name == "seed"));
    if takes && spec.pairs.iter().all(|(key, _)| key != "seed") {
        spec.pairs.push(("seed".to_owned(), seed.to_string()));
    }
    Ok(spec)
}

/// What processors have worked for this process so far, perhaps with the children that it has seen off.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it is not known")]
fn cpu_seconds(children: bool) -> Option<f64> {
    use rustix::time::{ClockId, clock_gettime};
    let own = clock_gettime(ClockId::ProcessCPUTime);
    let children = if children { super::process::children_ticks().unwrap_or(0.0) } else { 0.0 };
    Some(own.tv_sec as f64 + own.tv_nsec as f64 / 1e9 + children)
}

#[cfg(not(unix))]
fn cpu_seconds(_: bool) -> Option<f64> {
    None
}

/// The most that this process has held in memory.
fn peak_resident() -> Option<u64> {
    let status = super::machine::read("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}

/// Ends with the runner, and keeps within what the orders say.
#[cfg(unix)]
fn bind(orders: &Orders) {
    use rustix::process::{Resource, Rlimit, getppid, setrlimit};
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let programs = orders.contenders.iter().any(Contender::starts_programs);
        // Who has started others ends them first.
        let signal = if programs { Signal::TERM } else { Signal::KILL };
        if programs {
            cli::listen();
        }
        let _ = set_parent_process_death_signal(Some(signal));
    }
    // The runner may have ended before that.
    if getppid().is_none_or(|parent| parent.as_raw_nonzero().get() != orders.parent as i32) {
        std::process::exit(1);
    }
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if let Some(cpu) = orders.cpu {
        let seconds = cpu.ceil() as u64;
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(seconds), maximum: Some(seconds + 2) });
    }
    if let Some(group) = &orders.group {
        let _ = std::fs::write(format!("{group}/cgroup.procs"), "0");
    }
    #[cfg(target_os = "linux")]
    if let Some(core) = orders.core {
        super::process::keep_to(core);
    }
}

#[cfg(not(unix))]
fn bind(_: &Orders) {}

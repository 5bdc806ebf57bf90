//! How many writes a second the store acknowledges, and how long one waits: `cargo run --release -p damier-store --example rate`.
//!
//! By itself it measures SQLite in a temporary folder; `scripts/postgres cargo run …` adds PostgreSQL, over TCP and over its socket. Each writer has one write
//! under way, a document of 2 kB as a table in play is, in a place of its own. Backends take turns, so that what else the machine does
//! falls on all of them; the median of the rounds is told, and beside it what a bare `fsync` of a file takes there.
//! `--seconds S`, `--rounds N`, `--folder DIR` (where the file and the probe are), `--processes N` (several on one database).

use std::error::Error;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use damier_store::{Address, Change, Holder, Holding, Lease, Place, Store, wait};

type Done<T> = Result<T, Box<dyn Error + Send + Sync>>;

struct Options {
    seconds: f64,
    rounds: usize,
    processes: usize,
    folder: PathBuf,
    /// For a process that another has started: where it writes, and with how many writers.
    child: Option<(String, usize)>,
}

fn main() -> Done<()> {
    let options = options()?;
    if let Some((place, writers)) = &options.child {
        let mut waits = measure(&open(place)?, *writers, options.seconds, false)?;
        let mut out = std::io::stdout().lock();
        waits.drain(..).try_for_each(|wait| out.write_all(&(wait.as_micros() as u32).to_le_bytes()))?;
        return Ok(());
    }
    let folder = options.folder.join(format!("damier-rate-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let done = compare(&options, &folder);
    fs::remove_dir_all(&folder)?;
    done
}

fn options() -> Done<Options> {
    let mut options =
        Options { seconds: 1.0, rounds: 5, processes: 1, folder: std::env::temp_dir(), child: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--seconds" => options.seconds = value()?.parse()?,
            "--rounds" => options.rounds = value()?.parse()?,
            "--processes" => options.processes = value()?.parse()?,
            "--folder" => options.folder = value()?.into(),
            "--child" => options.child = Some((value()?, value()?.parse()?)),
            _ => {
                return Err(
                    format!("'{word}' is not known: --seconds, --rounds, --processes, --folder").into()
                );
            }
        }
    }
    Ok(options)
}

fn compare(options: &Options, folder: &Path) -> Done<()> {
    let mut places = vec![("SQLite", folder.display().to_string())];
    if let Ok(url) = std::env::var("DAMIER_POSTGRES") {
        let (_, rest) =
            url.split_once("127.0.0.1").ok_or("DAMIER_POSTGRES is not that of scripts/postgres")?;
        places.push(("PostgreSQL, TCP", url.clone()));
        if let Ok(socket) = std::env::var("DAMIER_POSTGRES_FOLDER") {
            let socket = socket.replace('/', "%2F");
            places.push(("PostgreSQL, socket", format!("postgres://damier@{socket}{rest}")));
        }
    } else {
        println!("PostgreSQL is not measured: run this by scripts/postgres");
    }
    println!(
        "{} s each, median of {} rounds; a bare fsync: {:.2} ms",
        options.seconds,
        options.rounds,
        probe(folder)?
    );
    println!(
        "{:<20} {:>9} {:>9} {:>10} {:>9} {:>9}",
        "", "processes", "writers", "a second", "half, ms", "99 %, ms"
    );
    for under in [false, true] {
        if under {
            println!("each under a lease of its own:");
        }
        let processes: &[usize] =
            if under || options.processes == 1 { &[1] } else { &[1, options.processes] };
        for &writers in if under { &[64][..] } else { &[1, 8, 64, 512][..] } {
            for &processes in processes.iter().filter(|processes| **processes <= writers) {
                let mut found = vec![Vec::new(); places.len()];
                for _ in 0..options.rounds {
                    for ((_, place), found) in places.iter().zip(&mut found) {
                        let mut waits = if processes == 1 {
                            measure(&open(place)?, writers, options.seconds, under)?
                        } else {
                            together(place, processes, writers / processes, options.seconds)?
                        };
                        waits.sort_unstable();
                        let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1e3;
                        found.push([waits.len() as f64 / options.seconds, at(50), at(99)]);
                    }
                }
                for ((name, _), found) in places.iter().zip(&found) {
                    let [rate, half, most] = [0, 1, 2].map(|at| median(found.iter().map(|one| one[at])));
                    println!("{name:<20} {processes:>9} {writers:>9} {rate:>10.0} {half:>9.2} {most:>9.2}");
                }
            }
        }
    }
    Ok(())
}

fn open(place: &str) -> Done<Store> {
    if place.starts_with("postgres") {
        let password = std::env::var("PGPASSWORD").ok();
        Ok(Store::connect(&Address::new(place, password.as_deref())?, |word| eprintln!("{word}"))?)
    } else {
        Ok(Store::open(place.as_ref())?)
    }
}

/// How long each write waited that was acknowledged in so many seconds.
fn measure(store: &Store, writers: usize, seconds: f64, under: bool) -> Done<Vec<Duration>> {
    let process = std::process::id();
    let time = Duration::from_secs_f64(seconds);
    let filling = "0123456789abcdef".repeat(128);
    let mut leases: Vec<Option<Lease>> = vec![None; writers];
    if under {
        let holder = Holder { id: process.to_string(), address: String::new() };
        for (at, lease) in leases.iter_mut().enumerate() {
            match wait(store.lease(&format!("room {at}"), &holder, time + Duration::from_secs(60)))? {
                Holding::Mine(held) => *lease = Some(held),
                Holding::Other(other) => return Err(format!("{} has the lease", other.id).into()),
            }
        }
    }
    let ready = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..writers)
            .zip(&leases)
            .map(|(writer, lease)| {
                let (filling, ready) = (&filling, &ready);
                scope.spawn(move || -> Done<Vec<Duration>> {
                    let mut waits = Vec::new();
                    let place = Place::new("me", "sitting", "chess", &format!("{process} {writer}"));
                    ready.fetch_add(1, Ordering::SeqCst);
                    while ready.load(Ordering::SeqCst) < writers {
                        std::thread::yield_now();
                    }
                    let begun = Instant::now();
                    while begun.elapsed() < time {
                        let asked = Instant::now();
                        // Another value each time: SQLite leaves a page alone that would not change.
                        let value = format!("\"{} {filling}\"", waits.len());
                        let change = Change { place: place.clone(), value: Some(value) };
                        wait(match lease {
                            Some(lease) => store.write_under(lease, vec![change]),
                            None => store.write(vec![change]),
                        })?;
                        waits.push(asked.elapsed());
                    }
                    Ok(waits)
                })
            })
            .collect();
        let mut waits = Vec::new();
        for one in all {
            waits.extend(one.join().map_err(|_| "a writer has ended")??);
        }
        for lease in leases.iter().flatten() {
            wait(store.release(lease))?;
        }
        Ok(waits)
    })
}

/// The same by several processes on one database, at the same time.
fn together(place: &str, processes: usize, writers: usize, seconds: f64) -> Done<Vec<Duration>> {
    let start = || {
        Command::new(std::env::current_exe()?)
            .args(["--seconds", &seconds.to_string(), "--child", place, &writers.to_string()])
            .stdout(Stdio::piped())
            .spawn()
    };
    let mut children = (0..processes).map(|_| start()).collect::<Result<Vec<_>, _>>()?;
    let mut waits = Vec::new();
    for child in &mut children {
        let mut told = Vec::new();
        child.stdout.take().ok_or("no output")?.read_to_end(&mut told)?;
        if !child.wait()?.success() {
            return Err("a process has failed".into());
        }
        let (numbers, _) = told.as_chunks::<4>();
        waits.extend(numbers.iter().map(|bytes| Duration::from_micros(u32::from_le_bytes(*bytes).into())));
    }
    Ok(waits)
}

/// What it takes to write a block to a file and have it on disk, in milliseconds.
fn probe(folder: &Path) -> Done<f64> {
    let mut file = File::create(folder.join("probe"))?;
    let mut times = Vec::new();
    for _ in 0..100 {
        let begun = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok(median(times.into_iter()))
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

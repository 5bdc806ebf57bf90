//! The lab: campaigns carried out, for command line and server alike.
//!
//! [`open`] finds a campaign and makes its instances; [`carry_out`] runs what has no result yet and writes each result down as it comes.
//! Who runs them is an [`Executor`]: this machine, or a cluster. A run happens in a process of the program itself ([`worker`]).

mod cgroup;
pub(crate) mod doors;
pub(crate) mod expand;
mod found;
mod local;
mod machine;
pub(crate) mod measured;
mod order;
mod process;
pub(crate) mod summary;
pub(crate) mod survey;
pub(crate) mod verify;
pub(crate) mod worker;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use damier_campaign::{Campaign, Instance, Manifest, Raw, Row, Run, Store, plan};
use damier_kit::{Refusal, refuse};

pub(crate) use local::Local;
pub(crate) use order::Contender;

/// A campaign, and where it and its results are.
pub(crate) struct Lab {
    pub(crate) campaign: Campaign,
    /// What the files that it names are relative to.
    pub(crate) base: PathBuf,
    /// The folder of its results.
    pub(crate) results: PathBuf,
}

/// All that a run needs to know.
pub(crate) struct Work {
    pub(crate) campaign: Campaign,
    /// The names of the contenders, and who they are.
    pub(crate) names: Vec<String>,
    pub(crate) contenders: Vec<Contender>,
    pub(crate) instances: Vec<Instance>,
    /// What each contender is, to tell whether it has changed.
    pub(crate) prints: Vec<(String, String)>,
    pub(crate) inputs: std::collections::BTreeMap<String, String>,
    /// Under what key the instances are kept.
    pub(crate) key: String,
}

/// A run that is done. The machine is filled in by who writes it down.
pub(crate) struct Done {
    pub(crate) row: Row,
    pub(crate) raw: Option<Raw>,
}

/// Who carries runs out.
pub(crate) trait Executor: Sync {
    /// Carries these runs out, tells each when it is done, and comes back when all are or when `stop` is set. What was not done by then is
    /// not told.
    fn execute(
        &self,
        work: &Work,
        todo: &[Run],
        tell: &(dyn Fn(Done) + Sync),
        stop: &AtomicBool,
    ) -> Result<(), Refusal>;
}

/// How far a campaign is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Standing {
    pub(crate) planned: u64,
    /// Done before, and done now.
    pub(crate) before: u64,
    pub(crate) now: u64,
}

impl Standing {
    pub(crate) fn done(self) -> u64 {
        self.before + self.now
    }

    pub(crate) fn is_whole(self) -> bool {
        self.done() >= self.planned
    }
}

/// How often somebody is told how it stands when nothing happens.
const TICK: Duration = Duration::from_millis(100);
/// The most results that are written in one go.
const TOGETHER: usize = 10_000;

/// Finds a campaign: a file, or else one of those that come with the program. Its results are in `results`, or else in a folder of its name
/// beside it (for those of the program, in the current folder).
pub(crate) fn open(name: &str, results: Option<&Path>) -> Result<Lab, Refusal> {
    let path = Path::new(name);
    let (text, called, base) = if let Ok(data) = std::fs::metadata(path) {
        if data.len() > damier_campaign::LONGEST as u64 {
            return Err(refuse!("campaign.long", "a campaign is at most 1 MiB long"));
        }
        let cannot = |why: String| refuse!("campaign.read", "cannot read {name}: {why}", name, why);
        let text = std::fs::read(path).map_err(|error| cannot(error.to_string()))?;
        let text = String::from_utf8(text).map_err(|_| cannot("this is not text in UTF-8".to_owned()))?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("campaign").to_owned();
        let base = path.parent().filter(|base| !base.as_os_str().is_empty()).unwrap_or(Path::new("."));
        (text, stem, base.to_owned())
    } else if let Some((shipped, text)) = shipped().find(|(shipped, _)| *shipped == name) {
        (text.to_owned(), shipped.to_owned(), PathBuf::from("."))
    } else {
        let known = shipped().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
        return Err(refuse!(
            "campaign.none",
            "there is no file {name}, and no campaign of that name comes with the program; there is {known}",
            name,
            known
        ));
    };
    let campaign = Campaign::parse(&text, &called)?;
    let results = results.map_or_else(|| base.join(format!("{called}.lab")), Path::to_owned);
    Ok(Lab { campaign, base, results })
}

/// The campaigns that come with the program: a name and a text each.
pub(crate) fn shipped() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHIPPED.iter().copied()
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../../campaigns/", $name, ".toml")))),*] };
}
const SHIPPED: &[(&str, &str)] = shipped![
    "ricochet-moves",
    "ricochet-alone",
    "ricochet-robots",
    "ricochet-size",
    "ricochet-heuristics",
    "sokoban-heuristics",
    "sokoban-sliding",
    "taquin-heuristics",
    "taquin-ida",
    "quoridor-ladder",
];

/// Runs what has no result yet, and writes each result down when it comes. `hear` is told how it stands, now and then. Comes back when all
/// is done, or soon after `stop` is set.
pub(crate) fn carry_out(
    work: &Work,
    store: &mut Store,
    executor: &dyn Executor,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(Standing),
) -> Result<Standing, Refusal> {
    store.begin(&work.campaign, &work.prints, (&work.key, &work.instances), &manifest(work))?;
    let machine = store.machine(&machine::this())?;
    let all = plan(&work.campaign, &work.instances);
    let todo = store.missing(&all, &work.names, &work.instances)?;
    let planned = all.len() as u64;
    drop(all);
    let mut standing = Standing { planned, before: planned - todo.len() as u64, now: 0 };
    hear(standing);
    let (send, heard) = channel::<Done>();
    std::thread::scope(|scope| {
        let execution = scope.spawn(move || {
            let tell = move |done: Done| drop(send.send(done));
            executor.execute(work, &todo, &tell, stop)
        });
        let written = (|| {
            loop {
                match heard.recv_timeout(TICK) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Ok(first) => {
                        let more = std::iter::once(first).chain(heard.try_iter()).take(TOGETHER);
                        let rows: Vec<_> = more.map(|done| (Row { machine, ..done.row }, done.raw)).collect();
                        standing.now += store.commit(&rows)? as u64;
                    }
                }
                hear(standing);
            }
        })();
        // Where results cannot be written, there is no use in more of them.
        if written.is_err() {
            stop.store(true, SeqCst);
        }
        let executed = execution.join().unwrap_or_else(|_| {
            Err(refuse!("lab.broken", "the runner has failed; please report this campaign"))
        });
        written.and(executed)
    })?;
    hear(standing);
    Ok(standing)
}

fn manifest(work: &Work) -> Manifest {
    let campaign = &work.campaign;
    Manifest {
        name: campaign.name.clone(),
        title: campaign.title.clone(),
        question: campaign.question.clone(),
        campaign: campaign.text.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("DAMIER_COMMIT").map(str::to_owned),
        inputs: work.inputs.clone(),
        machines: Vec::new(),
        began: now(),
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

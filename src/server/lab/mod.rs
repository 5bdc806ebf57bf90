//! Campaigns of the page: kept in a folder of the data folder, run by the program itself as a child ([`running`]), one at a time.
//!
//! A campaign is `NAME.toml` with its results in `NAME.lab` beside it, as on the command line. Nothing else is remembered: after a restart
//! the state is what is on disk. Whatever a page sends is checked first ([`bounds`]).

mod bounds;
pub(super) mod files;
mod running;
pub(super) mod watch;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use damier_campaign::{Campaign, Store};
use damier_kit::{Refusal, refuse};

use super::wire::{LabDeed, LabItem, LabState, raw};
use crate::lab::shipped;
use running::Running;
pub(super) use watch::Watch;

/// The hidden verb that runs a campaign.
pub(crate) const VERB: &str = "__campaign";
/// As many campaigns are kept.
const MOST: usize = 200;

/// All campaigns.
pub(super) struct Labs {
    /// Where they are; none where nothing is kept.
    folder: Option<PathBuf>,
    cores: usize,
    /// What all runs at once may hold.
    memory: u64,
    inner: Mutex<Inner>,
    /// Counts what has changed.
    version: AtomicU64,
}

#[derive(Default)]
struct Inner {
    known: BTreeMap<String, LabItem>,
    running: Option<Running>,
    /// Numbers the starts.
    starts: u64,
    /// The server ends: nothing is started any more.
    ending: bool,
}

impl Labs {
    pub(super) fn new(folder: Option<PathBuf>, cores: usize, memory: u64) -> Self {
        Labs { folder, cores, memory, inner: Mutex::default(), version: AtomicU64::new(1) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.version.fetch_add(1, SeqCst);
    }

    fn folder(&self) -> Result<&Path, Refusal> {
        self.folder.as_deref().ok_or_else(|| {
            refuse!("labs.unkept", "nothing is kept here, so no campaign can be run from the page")
        })
    }

    fn file(&self, name: &str) -> Result<PathBuf, Refusal> {
        Ok(self.folder()?.join(format!("{name}.toml")))
    }

    fn results(&self, name: &str) -> Result<PathBuf, Refusal> {
        Ok(self.folder()?.join(format!("{name}.lab")))
    }

    /// The file of a campaign, or of one that comes with the program.
    fn text(&self, name: &str) -> Result<String, Refusal> {
        let name = bounds::name(name)?;
        let file = self.file(name).ok().filter(|file| file.is_file());
        if let Some(file) = file {
            let small = fs::metadata(&file).is_ok_and(|data| data.len() <= damier_campaign::LONGEST as u64);
            if !small {
                return Err(refuse!("campaign.long", "a campaign is at most 1 MiB long"));
            }
            return fs::read_to_string(&file).map_err(|error| failed(&file, &error));
        }
        let known = shipped().find(|(known, _)| *known == name).map(|(_, text)| text.to_owned());
        known.ok_or_else(|| none(name))
    }

    /// Looks at what is on disk.
    fn refresh(&self) {
        let mut found: BTreeMap<String, LabItem> = BTreeMap::new();
        for (name, text) in shipped() {
            found.insert(name.to_owned(), LabItem { shipped: true, ..read(name, text) });
        }
        let files = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
        let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let names = files.filter_map(|file| file.strip_suffix(".toml").map(str::to_owned));
        for name in names.filter(|name| bounds::name(name).is_ok()).take(2 * MOST) {
            let item = self.on_disk(&name);
            found.insert(name, item);
        }
        let mut inner = self.inner();
        for (name, item) in &mut found {
            // Why a start ended stays told until the next one.
            if let Some(before) = inner.known.get(name) {
                item.why = item.why.take().or_else(|| before.why.clone());
                if inner.running.as_ref().is_some_and(|running| running.name == *name) {
                    *item = before.clone();
                }
            }
        }
        inner.known = found;
        drop(inner);
        self.changed();
    }

    /// A campaign as it is on disk.
    fn on_disk(&self, name: &str) -> LabItem {
        let mut item = match self.text(name) {
            Ok(text) => read(name, &text),
            Err(refusal) => wrong(name, &refusal),
        };
        if let Ok(folder) = self.results(name)
            && Store::exists(&folder)
            && item.state != LabState::Wrong
        {
            match Store::open(&folder).and_then(|store| store.count()) {
                Ok((planned, outcomes)) => {
                    item.done = outcomes.values().sum();
                    item.outcomes = outcomes;
                    item.planned = (planned > 0).then_some(planned);
                    let whole = planned > 0 && item.done >= planned;
                    item.state = if whole { LabState::Done } else { LabState::Stopped };
                }
                Err(refusal) => item.why = raw(&refusal),
            }
        }
        item
    }

    /// What is known now, in the order of the names: what was begun first, then what comes with the program.
    fn items(&self) -> Vec<LabItem> {
        let inner = self.inner();
        let mut items: Vec<LabItem> = inner.known.values().cloned().collect();
        items.sort_by_key(|item| item.shipped);
        items
    }

    /// Does what a page wants; what it may not want is refused.
    fn carry_out(self: &std::sync::Arc<Self>, deed: LabDeed) -> Result<(), Refusal> {
        match deed {
            LabDeed::Save { name, text } => self.save(&name, &text)?,
            LabDeed::Start { name, fresh } => self.start(&name, fresh)?,
            LabDeed::Stop { name } => self.stop(&name)?,
            LabDeed::Remove { name } => self.remove(&name)?,
        }
        self.refresh();
        Ok(())
    }

    fn save(&self, name: &str, text: &str) -> Result<(), Refusal> {
        let name = bounds::name(name)?;
        bounds::plan(text, name, self.cores)?;
        self.idle(name)?;
        let (folder, file) = (self.folder()?, self.file(name)?);
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let many = fs::read_dir(folder).map_or(0, |files| {
            files
                .filter(|file| {
                    file.as_ref().is_ok_and(|file| file.path().extension() == Some("toml".as_ref()))
                })
                .count()
        });
        if many >= MOST && !file.exists() {
            return Err(refuse!(
                "labs.full",
                "there are {most} campaigns already; remove one first",
                most = MOST
            ));
        }
        // Beside it first: a file that is half written is no campaign.
        let beside = folder.join(format!("{name}.new"));
        fs::write(&beside, text)
            .and_then(|()| fs::rename(&beside, &file))
            .map_err(|error| failed(&file, &error))?;
        if let Some(item) = self.inner().known.get_mut(name) {
            item.why = None;
        }
        Ok(())
    }

    /// Nobody may be running it.
    fn idle(&self, name: &str) -> Result<(), Refusal> {
        match &self.inner().running {
            Some(running) if running.name == name => {
                Err(refuse!("labs.busy", "{name} is running; stop it first", name))
            }
            _ => Ok(()),
        }
    }

    fn remove(&self, name: &str) -> Result<(), Refusal> {
        let name = bounds::name(name)?;
        self.idle(name)?;
        let (file, results) = (self.file(name)?, self.results(name)?);
        if !file.is_file() {
            return Err(none(name));
        }
        fs::remove_file(&file).map_err(|error| failed(&file, &error))?;
        let mut all: Vec<PathBuf> = vec![results.clone()];
        // What was put aside before a fresh start.
        all.extend(
            (1..1000).map(|n| results.with_extension(format!("lab.{n}"))).take_while(|path| path.exists()),
        );
        for folder in all.iter().filter(|folder| folder.is_dir()) {
            fs::remove_dir_all(folder).map_err(|error| failed(folder, &error))?;
        }
        self.inner().known.remove(name);
        Ok(())
    }
}

fn none(name: &str) -> Refusal {
    refuse!("labs.none", "there is no campaign {name}", name = damier_kit::excerpt(name))
}

fn failed(what: &Path, error: &std::io::Error) -> Refusal {
    let (what, why) = (what.display().to_string(), error.to_string());
    refuse!("labs.disk", "{what}: {why}", what, why)
}

/// A campaign as its file says.
fn read(name: &str, text: &str) -> LabItem {
    match Campaign::parse(text, name) {
        Err(refusal) => wrong(name, &refusal),
        Ok(campaign) => {
            let games = campaign.instances.iter().map(|source| source.game.clone());
            let mut games: Vec<String> =
                games.chain(campaign.tournament.iter().map(|each| each.game.clone())).collect();
            games.sort();
            games.dedup();
            LabItem {
                title: campaign.title,
                question: campaign.question,
                games,
                state: LabState::New,
                why: None,
                ..blank(name)
            }
        }
    }
}

fn wrong(name: &str, refusal: &Refusal) -> LabItem {
    LabItem { why: raw(refusal), ..blank(name) }
}

fn blank(name: &str) -> LabItem {
    LabItem {
        name: name.to_owned(),
        title: name.to_owned(),
        question: String::new(),
        games: Vec::new(),
        shipped: false,
        state: LabState::Wrong,
        planned: None,
        done: 0,
        outcomes: BTreeMap::new(),
        rate: None,
        left: None,
        why: None,
    }
}

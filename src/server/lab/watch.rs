//! What a page that looks at the Lab is told.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use damier_kit::Refusal;
use damier_lab::Game;
use damier_search::{Limits, Run};

use super::super::jobs::Found;
use super::super::levels::shipped;
use super::super::pool::{Desk, Pool, Work};
use super::super::wire::{GameInfo, LabAsk, LabDeed, Message, raw};
use super::{Labs, bounds};
use crate::games::GAMES;

/// A page is told so often at most.
const PAUSE: Duration = Duration::from_millis(200);

/// A page that may look at the Lab.
#[derive(Default)]
pub(in super::super) struct Watch {
    /// What it was told last, and when, while it looks.
    told: Option<(u64, Option<Instant>)>,
    /// What it asks about games and disk, and about a text.
    look: Option<Work>,
    check: Option<Work>,
}

impl Watch {
    /// Whether it is to be told what changes.
    pub(in super::super) fn is_looking(&self) -> bool {
        self.told.is_some()
    }

    /// Whether a job of this number is its own.
    pub(in super::super) fn has(&self, number: u64) -> bool {
        [&self.look, &self.check].into_iter().flatten().any(|work| work.number == number)
    }

    pub(in super::super) fn ask(&mut self, ask: LabAsk, pool: &mut Pool) -> Result<Vec<Message>, Refusal> {
        let labs = pool.labs().clone();
        match ask {
            LabAsk::Look => {
                self.told = Some((0, None));
                self.look = Some(pool.start(move |_| {
                    labs.refresh();
                    Message::LabGames { games: GAMES.iter().filter_map(|&game| info(game)).collect() }.into()
                }));
                Ok(Vec::new())
            }
            LabAsk::Leave => {
                *self = Watch::default();
                Ok(Vec::new())
            }
            LabAsk::Text { name } => {
                let text = labs.text(&name)?;
                Ok(vec![Message::LabText { name, text }])
            }
            LabAsk::Check { number, text } => {
                self.check = Some(pool.start(move |_: &Desk| {
                    let (plan, refusal) = match bounds::plan(&text, "campaign", labs.cores) {
                        Ok((_, plan)) => (Some(plan), None),
                        Err(refusal) => (None, raw(&refusal)),
                    };
                    Message::LabChecked { number, plan, refusal }.into()
                }));
                Ok(Vec::new())
            }
        }
    }

    pub(in super::super) fn carry_out(labs: &Arc<Labs>, deed: LabDeed) -> Result<Vec<Message>, Refusal> {
        labs.carry_out(deed)?;
        Ok(Vec::new())
    }

    /// What one of its jobs has found.
    pub(in super::super) fn take_in(found: Found) -> Vec<Message> {
        match found {
            Found::Last(message) => vec![*message],
            Found::Refused(refusal) => vec![Message::Error { about: "lab".to_owned(), refusal }],
            _ => Vec::new(),
        }
    }

    /// What has changed since it was told last.
    pub(in super::super) fn news(&mut self, labs: &Labs) -> Option<Message> {
        let (told, when) = self.told?;
        let version = labs.version.load(SeqCst);
        // What is on disk is looked at first.
        if told == version || labs.inner().known.is_empty() || when.is_some_and(|when| when.elapsed() < PAUSE)
        {
            return None;
        }
        self.told = Some((version, Some(Instant::now())));
        Some(Message::Lab { campaigns: labs.items(), kept: labs.folder.is_some() })
    }
}

/// What a game offers, judged by one of its usual boards.
pub(in super::super) fn info(game: Game) -> Option<GameInfo> {
    let recipe = game.recipe(&[]).ok()?;
    let position = game.kit.generate(&recipe, 1, &mut Run::new(Limits::default())).ok()?;
    let counts: Vec<usize> = shipped(game).iter().map(|(_, levels)| levels.len()).collect();
    Some(GameInfo::new(game, position.as_ref(), &counts))
}

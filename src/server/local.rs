//! A table without a socket: a program in the same process says what a page would say, and hears what a page would hear. What changes
//! is in the store before it is heard, as for a page.

use damier_lab::Game;
use damier_store::{Fault, Store, wait_async};
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::Random;
use super::connection::{Keeper, TICK, next, wait_until};
use super::hall::Hall;
use super::host::Host;
use super::pool::{Machine, Pool, Report};
use super::wire::Message;

/// What the searches of one table may use together.
const MEMORY: u64 = 2 << 30;

/// The visitor's own table at a game.
pub(crate) struct Local {
    host: Host,
    keeper: Keeper,
    reports: Receiver<Report>,
    ticks: Interval,
}

/// Something that has happened by itself.
pub(crate) struct News(Cause);

enum Cause {
    Report(Report),
    Tick,
    Time,
}

impl Local {
    /// Sits down to a game, as the store knows it; gives what a page hears first. `not_kept` is why the store is in memory alone.
    pub(crate) async fn open(
        game: Game,
        store: Store,
        not_kept: Option<Fault>,
        random: &mut Random,
    ) -> Result<(Self, Vec<Message>), Fault> {
        let hall = Hall::new(Random::seed_from_u64(random.random()), store, not_kept);
        let mut taken = hall.take("", game).await?;
        let kept = hall.told(&taken).await;
        let mut keeper = Keeper::new(&hall, taken.lease.take());
        let (session, ..) = taken.apart();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (pool, reports) = Pool::new(Machine::new(cores, MEMORY), String::new());
        let mut host = Host::new(session, String::new(), pool, hall.store.clone());
        let messages = keeper.greet(&mut host, kept, &hall);
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok((Local { host, keeper, reports, ticks }, messages))
    }

    /// Wants something; gives what changed, once that is kept.
    pub(crate) async fn want(&mut self, intent: &Value) -> Vec<Message> {
        self.keeper.keep(&mut self.host, |host| host.hear(&intent.to_string())).await
    }

    /// Waits until something happens by itself. Nothing is lost where the waiting is given up.
    pub(crate) async fn wait(&mut self) -> News {
        News(tokio::select! {
            report = next(&mut self.reports) => Cause::Report(report),
            _ = self.ticks.tick(), if self.host.is_busy() => Cause::Tick,
            () = wait_until(self.host.wake()) => Cause::Time,
        })
    }

    /// What comes of it, once that is kept.
    pub(crate) async fn take(&mut self, news: News) -> Vec<Message> {
        match news.0 {
            Cause::Report(report) => self.keeper.keep(&mut self.host, |host| host.take_in(report)).await,
            Cause::Tick => self.host.progress(),
            Cause::Time => self.keeper.keep(&mut self.host, Host::pass_time).await,
        }
    }

    /// Leaves the table; it is written as it is left.
    pub(crate) async fn leave(mut self) -> Result<(), Fault> {
        let changes = self.host.leave();
        wait_async(self.keeper.write(changes)).await
    }
}

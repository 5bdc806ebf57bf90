//! How much of something may happen: rates of messages, of guesses and of connections.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Rate {
    pub(super) burst: f64,
    pub(super) second: f64,
}

/// Deeds of a connection: nobody plays faster by hand.
pub(super) const DEEDS: Rate = Rate { burst: 60.0, second: 20.0 };
/// Deeds of a whole room: a class of forty that races.
pub(super) const ROOM: Rate = Rate { burst: 800.0, second: 400.0 };
/// Wrong codes from one address, and from all: ten to the six take 58 days from one and 34 hours from any number of them.
const GUESSES: Rate = Rate { burst: 10.0, second: 0.2 };
const ALL_GUESSES: Rate = Rate { burst: 400.0, second: 8.0 };
/// Sockets that one address opens, and has open.
const OPENED: Rate = Rate { burst: 60.0, second: 5.0 };
const OPEN: usize = 60;
/// As many addresses are remembered.
const ADDRESSES: usize = 10_000;

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(super) fn new(rate: Rate, now: Instant) -> Self {
        Bucket { rate, left: rate.burst, at: now }
    }

    fn fill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * self.rate.second).min(self.rate.burst);
        self.at = now;
    }

    fn has_one(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= 1.0
    }

    /// Takes one, if there is one.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let may = self.has_one(now);
        self.left -= f64::from(u8::from(may));
        may
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.rate.burst
    }
}

/// What is known of each address.
pub(in super::super) struct Addresses {
    all: Mutex<All>,
}

struct All {
    guesses: Bucket,
    each: HashMap<IpAddr, Address>,
}

struct Address {
    guesses: Bucket,
    opened: Bucket,
    open: usize,
}

impl Default for Addresses {
    fn default() -> Self {
        let guesses = Bucket::new(ALL_GUESSES, Instant::now());
        Addresses { all: Mutex::new(All { guesses, each: HashMap::new() }) }
    }
}

impl All {
    fn address(&mut self, address: IpAddr, now: Instant) -> &mut Address {
        if self.each.len() >= ADDRESSES {
            self.each.retain(|_, known| {
                known.open > 0 || !known.guesses.is_full(now) || !known.opened.is_full(now)
            });
        }
        self.each.entry(address).or_insert_with(|| Address {
            guesses: Bucket::new(GUESSES, now),
            opened: Bucket::new(OPENED, now),
            open: 0,
        })
    }
}

impl Addresses {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a code from this address is looked at at all, right or wrong.
    pub(super) fn may_guess(&self, address: IpAddr, now: Instant) -> bool {
        let mut all = self.all();
        all.guesses.has_one(now) && all.address(address, now).guesses.has_one(now)
    }

    /// It was wrong.
    pub(super) fn guessed_wrong(&self, address: IpAddr, now: Instant) {
        let mut all = self.all();
        all.guesses.take(now);
        all.address(address, now).guesses.take(now);
    }

    /// A socket is opened, until what this gives is dropped. This machine itself is a proxy as likely as a person, so it has no limit
    /// but that of all connections.
    pub(super) fn open(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Opened> {
        if address != IpAddr::V4(Ipv4Addr::LOCALHOST) {
            let mut all = self.all();
            let known = all.address(address, now);
            if known.open >= OPEN || !known.opened.take(now) {
                return None;
            }
            known.open += 1;
        }
        Some(Opened { address, addresses: self.clone() })
    }
}

/// A socket of an address.
pub(super) struct Opened {
    address: IpAddr,
    addresses: Arc<Addresses>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some(known) = self.addresses.all().each.get_mut(&self.address) {
            known.open = known.open.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// How many wrong guesses are looked at in a day, of one every 50 ms, which would be 1.7 million.
    fn guesses_in_a_day(addresses: u32) -> u32 {
        let limits = Addresses::default();
        let begin = Instant::now();
        let (mut looked_at, steps) = (0, 86_400 * 20);
        for step in 0..steps {
            let now = begin + Duration::from_millis(50 * step);
            let from = IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + step as u32 % addresses));
            if limits.may_guess(from, now) {
                limits.guessed_wrong(from, now);
                looked_at += 1;
            }
        }
        looked_at
    }

    #[test]
    fn a_million_guesses_of_codes_take_more_than_a_day() {
        let one = guesses_in_a_day(1);
        assert!((10_000..20_000).contains(&one), "{one}");
        let many = guesses_in_a_day(5_000);
        assert!((600_000..1_000_000).contains(&many), "{many}");
    }

    #[test]
    fn an_address_has_so_many_sockets_and_no_more() {
        let limits = Arc::new(Addresses::default());
        let (now, far) = (Instant::now(), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)));
        let mut open: Vec<_> = (0..OPEN).map(|_| limits.open(far, now).expect("a place")).collect();
        assert!(limits.open(far, now + Duration::from_secs(60)).is_none());
        open.pop();
        assert!(limits.open(far, now + Duration::from_secs(60)).is_some());
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let many: Vec<_> = (0..10 * OPEN).filter_map(|_| limits.open(here, now)).collect();
        assert_eq!(many.len(), 10 * OPEN);
    }
}

//! What only one process may do at a time: who has a lease, when it passes on, and what becomes of who lost it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use damier_store::{Fault, Holding, Lease, Store, wait};

use crate::child::Child;
use crate::ground::{Ground, both, holder, put, until, values};

both! {
    a_lease_is_held_by_one_and_others_hear_who,
    a_lease_that_has_run_out_passes_on_and_its_number_grows,
    a_write_under_a_lost_lease_is_refused_and_the_others_are_kept,
    a_lease_that_is_seized_is_lost,
    many_leases_are_renewed_at_once,
    no_increment_is_lost_while_a_lease_passes_from_hand_to_hand,
    when_its_holder_is_killed_a_lease_passes_on_in_time,
    a_holder_that_was_stopped_cannot_write_when_it_goes_on,
}

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(150);

fn mine(holding: Result<Holding, Fault>) -> Lease {
    match holding {
        Ok(Holding::Mine(lease)) => lease,
        other => panic!("{other:?}"),
    }
}

fn lease(store: &Store, id: &str, time: Duration) -> Result<Holding, Fault> {
    wait(store.lease("room", &holder(id), time))
}

fn a_lease_is_held_by_one_and_others_hear_who(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    assert_eq!(wait(two.holder("room")), Ok(None));
    let first = mine(lease(&one, "one", LONG));
    assert_eq!(lease(&two, "two", LONG), Ok(Holding::Other(holder("one"))));
    assert_eq!(wait(two.holder("room")), Ok(Some(holder("one"))));
    // Who has it gets it again, and it is the same.
    assert_eq!(mine(lease(&one, "one", LONG)), first);
    // Another name is another lease.
    let other = mine(wait(two.lease("another room", &holder("two"), LONG)));
    assert!(other.number > first.number);
    assert_eq!(wait(one.release(&first)), Ok(()));
    assert_eq!(wait(one.holder("room")), Ok(None));
    let second = mine(lease(&two, "two", LONG));
    assert!(second.number > other.number);
    // What was given back cannot be given back again, nor be renewed or written under.
    assert_eq!(wait(one.release(&first)), Ok(()));
    assert_eq!(wait(one.holder("room")), Ok(Some(holder("two"))));
    assert_eq!(wait(one.renew(vec![first.clone()], LONG)), Ok(vec![first.clone()]));
    let refused = wait(one.write_under(&first, vec![put("a", "1", "1")]));
    assert_eq!(refused, Err(Fault::Lost { name: "room".to_owned() }));
}

fn a_lease_that_has_run_out_passes_on_and_its_number_grows(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    let first = mine(lease(&one, "one", SHORT));
    let begun = Instant::now();
    until("it never runs out", || matches!(lease(&two, "two", SHORT), Ok(Holding::Mine(_))));
    assert!(begun.elapsed() + Duration::from_millis(20) > SHORT, "after {:?}", begun.elapsed());
    let second = mine(lease(&two, "two", SHORT));
    assert!(second.number > first.number);
    std::thread::sleep(SHORT);
    // It has run out, but nobody has taken it: nothing can have been done in between.
    assert_eq!(wait(one.holder("room")), Ok(None));
    assert_eq!(wait(two.write_under(&second, vec![put("a", "1", "1")])), Ok(()));
    assert_eq!(wait(two.renew(vec![second.clone()], LONG)), Ok(vec![]));
    assert_eq!(lease(&one, "one", SHORT), Ok(Holding::Other(holder("two"))));
}

fn a_write_under_a_lost_lease_is_refused_and_the_others_are_kept(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    let lost = mine(lease(&one, "one", Duration::ZERO));
    let taken = mine(lease(&two, "two", LONG));
    let other = mine(wait(one.lease("another room", &holder("one"), LONG)));
    // They are committed together, and all want the same place.
    let busy = one.write((0..2000).map(|at| put("many", &at.to_string(), "1")).collect());
    let before = one.write(vec![put("a", "1", "1")]);
    let under = one.write_under(&other, vec![put("a", "1", "2"), put("b", "1", "2")]);
    let refused = one.write_under(&lost, vec![put("a", "1", "3"), put("c", "1", "3")]);
    assert_eq!((wait(busy), wait(before), wait(under)), (Ok(()), Ok(()), Ok(())));
    assert_eq!(wait(refused), Err(Fault::Lost { name: "room".to_owned() }));
    assert_eq!(
        (values(&one, "a"), values(&one, "b"), values(&one, "c").len()),
        (vec!["2".into()], vec!["2".into()], 0)
    );
    // A number is good for its own lease alone.
    let crossed = Lease { name: "another room".to_owned(), number: taken.number };
    assert!(matches!(wait(one.write_under(&crossed, vec![put("c", "1", "3")])), Err(Fault::Lost { .. })));
    let both = [lost, taken.clone()].map(|lease| two.write_under(&lease, vec![put("d", "1", "4")])).map(wait);
    assert_eq!(both[1], Ok(()));
    assert!(matches!(both[0], Err(Fault::Lost { .. })));
}

fn a_lease_that_is_seized_is_lost(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    let first = mine(lease(&one, "one", LONG));
    let second = wait(two.seize("room", &holder("two"), LONG)).unwrap();
    assert!(second.number > first.number);
    assert!(matches!(wait(one.write_under(&first, vec![put("a", "1", "1")])), Err(Fault::Lost { .. })));
    assert_eq!(wait(two.write_under(&second, vec![put("a", "1", "2")])), Ok(()));
    // A process may take it from itself: what it did under the old number is over.
    let third = wait(two.seize("room", &holder("two"), LONG)).unwrap();
    assert!(matches!(wait(two.write_under(&second, vec![put("a", "1", "3")])), Err(Fault::Lost { .. })));
    assert_eq!(mine(lease(&two, "two", LONG)), third);
}

fn many_leases_are_renewed_at_once(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    let pending: Vec<_> = (0..200).map(|at| one.lease(&format!("room {at}"), &holder("one"), LONG)).collect();
    let leases: Vec<_> = pending.into_iter().map(|one| mine(wait(one))).collect();
    wait(two.seize("room 7", &holder("two"), LONG)).unwrap();
    assert_eq!(wait(one.renew(leases.clone(), SHORT)), Ok(vec![leases[7].clone()]));
    // They were given less time than before.
    std::thread::sleep(SHORT * 2);
    assert_eq!(wait(two.holder("room 8")), Ok(None));
    assert_eq!(wait(two.holder("room 7")), Ok(Some(holder("two"))));
    assert_eq!(wait(one.renew(Vec::new(), SHORT)), Ok(vec![]));
}

/// Four processes count together, each as long as it has the lease, and now and then one of them sleeps until it has it no more.
fn no_increment_is_lost_while_a_lease_passes_from_hand_to_hand(ground: &Ground) {
    const TIME: Duration = Duration::from_millis(25);
    wait(ground.open().write(vec![put("count", "1", "0")])).unwrap();
    let (counted, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for id in 0..4_u32 {
            let (counted, refused) = (&counted, &refused);
            // On a busy machine longer, until the lease was lost a few times.
            let goes_on = |begun: Instant| {
                let rare = refused.load(Ordering::Relaxed) < 4 && begun.elapsed() < Duration::from_secs(30);
                rare || begun.elapsed() < Duration::from_secs(2)
            };
            scope.spawn(move || {
                let (store, begun) = (ground.open(), Instant::now());
                let name = id.to_string();
                let mut turn = id;
                while goes_on(begun) {
                    let Ok(Holding::Mine(mut held)) = lease(&store, &name, TIME) else { continue };
                    let mut sure = true;
                    while sure && goes_on(begun) {
                        turn += 1;
                        let count: u64 = values(&store, "count")[0].parse().unwrap();
                        if turn % 5 == 0 {
                            std::thread::sleep(TIME * 2);
                        }
                        match wait(
                            store.write_under(&held, vec![put("count", "1", &(count + 1).to_string())]),
                        ) {
                            Ok(()) => drop(counted.fetch_add(1, Ordering::Relaxed)),
                            Err(Fault::Lost { .. }) => {
                                refused.fetch_add(1, Ordering::Relaxed);
                                sure = false;
                            }
                            Err(fault) => panic!("{fault}"),
                        }
                        // Who still has it goes on with the same number.
                        if let Ok(Holding::Mine(again)) = lease(&store, &name, TIME) {
                            sure &= again == held;
                            held = again;
                        }
                    }
                }
            });
        }
    });
    let (counted, refused) = (counted.into_inner(), refused.into_inner());
    assert_eq!(values(&ground.open(), "count"), [counted.to_string()]);
    assert!(counted > 3 && refused > 3, "{counted} counted, {refused} refused");
}

fn when_its_holder_is_killed_a_lease_passes_on_in_time(ground: &Ground) {
    let time = Duration::from_secs(1);
    let store = ground.open();
    for _ in 0..3 {
        let mut child = Child::start("holds", ground, &[("TIME", "1000"), ("RENEWS", "yes")]);
        let number: i64 = child.line().strip_prefix("number ").unwrap().parse().unwrap();
        let mut told: u64 = child.line().parse().unwrap();
        assert_eq!(lease(&store, "parent", time), Ok(Holding::Other(holder("child"))));
        child.kill();
        let killed = Instant::now();
        told = child.rest().iter().filter_map(|line| line.parse().ok()).fold(told, u64::max);
        until("it is held for ever", || matches!(lease(&store, "parent", time), Ok(Holding::Mine(_))));
        let after = killed.elapsed();
        assert!(after < time + Duration::from_secs(4), "after {after:?}");
        let held = mine(lease(&store, "parent", time));
        assert!(held.number > number);
        let there: u64 = values(&store, "room")[0].parse().unwrap();
        assert!(there >= told, "{told} was acknowledged, {there} is there");
        wait(store.release(&held)).unwrap();
    }
}

#[cfg(unix)]
fn a_holder_that_was_stopped_cannot_write_when_it_goes_on(ground: &Ground) {
    let time = Duration::from_millis(300);
    let store = ground.open();
    let mut child = Child::start("holds", ground, &[("TIME", "300"), ("RENEWS", "no")]);
    assert!(child.line().starts_with("number "));
    assert_eq!(child.line(), "1");
    child.signal("STOP");
    // In the middle of a transaction, perhaps: then it ends that when it goes on, or the database does.
    let begun = Instant::now();
    let held = loop {
        match lease(&store, "parent", time) {
            Ok(Holding::Mine(held)) => break held,
            Ok(Holding::Other(_)) => {}
            // SQLite lets nobody write until it goes on.
            Err(_) => child.signal("CONT"),
        }
        assert!(begun.elapsed() < Duration::from_secs(40));
    };
    wait(store.write_under(&held, vec![put("room", "1", "\"the parent's\"")])).unwrap();
    child.signal("CONT");
    // What it had said before that waits to be read, thousands of lines if it went on for a while above.
    let begun = Instant::now();
    while child.line() != "lost room" {
        assert!(begun.elapsed() < Duration::from_secs(30), "it writes all the same");
    }
    assert_eq!(child.line(), "lost room");
    assert_eq!(values(&store, "room"), ["\"the parent's\""]);
}

//! What is written is there, all of it or nothing.

use std::time::Duration;

use damier_store::{Change, Fault, Place, Query, wait};

use crate::child::Child;
use crate::ground::{Ground, all, both, forget, put, values};

both! {
    what_was_written_is_there_after_a_new_start,
    a_query_gives_what_it_names_the_newest_first,
    what_is_equally_new_comes_in_the_order_of_its_name,
    two_processes_may_write_and_see_each_other,
    the_last_change_of_a_place_counts,
    many_open_an_empty_store_at_once,
    the_key_is_one_for_all_who_serve_the_store,
    what_cannot_be_kept_is_refused_and_what_came_with_it_is_kept,
    a_store_of_a_newer_version_is_refused_and_left_as_it_is,
    a_store_of_another_program_is_refused_and_left_as_it_is,
    a_kill_at_any_moment_loses_nothing_that_was_acknowledged,
}

fn what_was_written_is_there_after_a_new_start(ground: &Ground) {
    let store = ground.open();
    wait(store.write(vec![put("a", "1", "[1]"), put("b", "1", "2")])).unwrap();
    wait(store.write(vec![put("a", "1", "[3]")])).unwrap();
    drop(store);
    let store = ground.open();
    assert_eq!(values(&store, "a"), ["[3]"]);
    wait(store.write(vec![forget("a", "1")])).unwrap();
    assert_eq!((values(&store, "a"), values(&store, "b")), (vec![], vec!["2".to_owned()]));
    assert_eq!(wait(store.check()), Ok(()));
    assert!(store.is_kept());
}

fn a_query_gives_what_it_names_the_newest_first(ground: &Ground) {
    let store = ground.open();
    for at in 0..5 {
        wait(store.write(vec![put("a", &at.to_string(), &at.to_string())])).unwrap();
        std::thread::sleep(Duration::from_millis(3));
    }
    let other = Change { place: Place::new("you", "a", "go", "1"), value: Some("9".to_owned()) };
    wait(store.write(vec![other])).unwrap();
    let mine = Query { visitor: Some("me".to_owned()), most: Some(2), ..Query::default() };
    let found: Vec<_> = wait(store.read(mine)).unwrap();
    assert_eq!(found.iter().map(|one| one.value.get()).collect::<Vec<_>>(), ["4", "3"]);
    let theirs = Query { game: Some("go".to_owned()), ..Query::default() };
    assert_eq!(wait(store.read(theirs)).unwrap().len(), 1);
    let kinds = vec!["a".to_owned(), "b".to_owned()];
    let named = Query { kinds, id: Some("1".to_owned()), ..Query::default() };
    assert_eq!(wait(store.read(named)).unwrap().len(), 2);
    assert_eq!(all(&store, "b").len(), 0);
}

fn what_is_equally_new_comes_in_the_order_of_its_name(ground: &Ground) {
    let store = ground.open();
    // So many that writing them takes longer than the unit of the time.
    let mut names: Vec<_> = (0..2000).rev().map(|number| number.to_string()).collect();
    names.extend(["é", "a b", "Z", "a", "aé", "ab", "_", "😀"].map(str::to_owned));
    wait(store.write(names.iter().map(|name| put("a", name, "1")).collect())).unwrap();
    let found: Vec<_> = all(&store, "a").into_iter().map(|document| document.place.id).collect();
    names.sort();
    assert_eq!(found, names);
}

fn two_processes_may_write_and_see_each_other(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    for at in 0..50 {
        wait(one.write(vec![put("a", &format!("one {at}"), "1")])).unwrap();
        wait(two.write(vec![put("a", &format!("two {at}"), "2")])).unwrap();
    }
    assert_eq!((all(&one, "a").len(), all(&two, "a").len()), (100, 100));
}

fn the_last_change_of_a_place_counts(ground: &Ground) {
    let store = ground.open();
    wait(store.write(vec![put("a", "1", "1"), forget("a", "1"), put("a", "1", "2")])).unwrap();
    assert_eq!(values(&store, "a"), ["2"]);
    wait(store.write(vec![put("a", "1", "3"), put("a", "2", "4"), forget("a", "1")])).unwrap();
    assert_eq!(values(&store, "a"), ["4"]);
    // The same where many writes are committed together, because they wait.
    let pending: Vec<_> = (0..500).map(|at| store.write(vec![put("b", "1", &at.to_string())])).collect();
    pending.into_iter().for_each(|one| wait(one).unwrap());
    assert_eq!(values(&store, "b"), ["499"]);
}

fn many_open_an_empty_store_at_once(ground: &Ground) {
    std::thread::scope(|scope| {
        let opened: Vec<_> = (0..6)
            .map(|at| {
                scope.spawn(move || {
                    let store = ground.try_open()?;
                    wait(store.write(vec![put("a", &at.to_string(), "1")]))
                })
            })
            .collect();
        opened.into_iter().for_each(|one| assert_eq!(one.join().unwrap(), Ok(())));
    });
    assert_eq!(all(&ground.open(), "a").len(), 6);
}

fn the_key_is_one_for_all_who_serve_the_store(ground: &Ground) {
    let (one, two) = (ground.open(), ground.open());
    assert_eq!(wait(one.key(false, 7)), Ok(7));
    assert_eq!(wait(two.key(false, 8)), Ok(7));
    assert_eq!(wait(two.key(true, u128::MAX)), Ok(u128::MAX));
    assert_eq!(wait(one.key(false, 9)), Ok(u128::MAX));
}

fn what_cannot_be_kept_is_refused_and_what_came_with_it_is_kept(ground: &Ground) {
    let store = ground.open();
    // They stand in the queue together, behind a write that keeps the thread busy.
    let first = store.write((0..2000).map(|at| put("many", &at.to_string(), "1")).collect());
    let good = store.write(vec![put("a", &"x".repeat(1900), "1")]);
    let long = store.write(vec![put("a", "fine", "1"), put("a", &"x".repeat(3000), "1")]);
    let name = store.write(vec![put("a", "with a \0", "1")]);
    let value = store.write(vec![put("a", "2", "\"\0\"")]);
    assert_eq!((wait(first), wait(good)), (Ok(()), Ok(())));
    for bad in [long, name, value] {
        let fault = wait(bad).unwrap_err();
        assert!(fault.to_string().contains("cannot be kept"), "{fault}");
    }
    assert_eq!(all(&store, "a").len(), 1);
}

fn a_store_of_a_newer_version_is_refused_and_left_as_it_is(ground: &Ground) {
    wait(ground.open().write(vec![put("a", "1", "1")])).unwrap();
    ground.make_newer();
    let before = ground.contents();
    let Err(fault) = ground.try_open() else { panic!("it was taken") };
    assert!(matches!(fault, Fault::Newer { found: 99, .. }), "{fault}");
    assert!(fault.to_string().contains("written by a newer version"), "{fault}");
    assert_eq!(ground.contents(), before);
}

fn a_store_of_another_program_is_refused_and_left_as_it_is(ground: &Ground) {
    ground.make_foreign();
    let before = ground.contents();
    let Err(fault) = ground.try_open() else { panic!("it was taken") };
    assert!(matches!(fault, Fault::Damaged { .. }), "{fault}");
    assert!(fault.to_string().contains("left as it is"), "{fault}");
    assert_eq!(ground.contents(), before);
}

/// Another process writes pairs and says which were acknowledged, until it is killed.
fn a_kill_at_any_moment_loses_nothing_that_was_acknowledged(ground: &Ground) {
    let kills: u64 = std::env::var("DAMIER_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(8);
    let mut acknowledged = 0;
    for round in 0..kills {
        let mut child = Child::start("writes", ground, &[("BEGIN", &acknowledged.to_string())]);
        // At another moment each time; the first line has come, so that it is at work.
        acknowledged = acknowledged.max(child.line().parse().unwrap());
        std::thread::sleep(Duration::from_millis((round * 37) % 90));
        child.kill();
        acknowledged = child.rest().iter().filter_map(|line| line.parse().ok()).fold(acknowledged, u64::max);
        let store = ground.open();
        let read = |kind: &str| -> u64 { values(&store, kind)[0].parse().unwrap() };
        let (left, right) = (read("left"), read("right"));
        assert_eq!(left, right, "round {round}: half of a write is there");
        assert!(left >= acknowledged, "round {round}: {acknowledged} was acknowledged, {left} is there");
        assert_eq!(wait(store.check()), Ok(()));
        acknowledged = left;
    }
    assert!(acknowledged > kills, "{acknowledged} writes in {kills} rounds");
}

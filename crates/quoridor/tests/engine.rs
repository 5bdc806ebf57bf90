//! The engine: legal, within its limits, repeatable, and right where the truth is known.

use damier_quoridor::generate::random;
use damier_quoridor::solver::{LEVELS, WIN};
use damier_quoridor::{Engine, Record, Setup, Thought, players};
use damier_search::{Limits, Run, Stop};

fn limited(nodes: u64) -> Run {
    Run::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn engine() -> Engine {
    Engine::new(1 << 20, &mut limited(0)).unwrap()
}

fn think(record: &Record, nodes: u64) -> Thought {
    engine().think(record, 48, &mut limited(nodes), &mut |_, _| ())
}

#[test]
fn moves_are_legal_within_the_limit_and_repeat() {
    for seed in 0..40 {
        let setup = Setup::new(3 + seed as usize % 9, 2, None).unwrap();
        let record = random(setup, seed as usize % 20, seed);
        for nodes in [0, 1, 50, 3000] {
            let mut run = limited(nodes);
            let thought = engine().think(&record, 48, &mut run, &mut |_, _| ());
            assert!(record.position().check(thought.play.unwrap()).is_ok());
            assert!(run.stats.expanded <= nodes);
            assert_eq!(thought, think(&record, nodes));
        }
    }
}

#[test]
fn every_player_plays_for_as_many_as_it_is_made_for() {
    for info in players::algorithms() {
        let mut player = players::build(&info.name.parse().unwrap(), 1 << 20).unwrap();
        for count in [2, 4] {
            let record = random(Setup::new(5, count, None).unwrap(), 3, 4);
            let thought = player.think(&record, &mut limited(300), &mut |_, _| ());
            // Never silently another: who is made for two says so, and has no move.
            if let Err(why) = player.suits(count) {
                assert!(count == 4 && ["minimax", "alphabeta", "pvs"].contains(&info.name), "{why}");
                assert_eq!(thought.play, None, "{}", info.name);
                continue;
            }
            assert!(record.position().check(thought.play.unwrap()).is_ok(), "{}", info.name);
        }
    }
}

#[test]
fn a_win_is_seen() {
    let mut record = Record::new(Setup::default());
    for play in "e2 e8 e3 e7 e4 d7 e5 c7 e6 b7 e7 a7 e8 a6".split(' ') {
        record.play(play.parse().unwrap()).unwrap();
    }
    let thought = think(&record, 10_000);
    assert_eq!((thought.score, thought.line.len()), (WIN - 1, 1));
    let end = thought.play.unwrap().to_string();
    assert!(["d9", "e9", "f9"].contains(&end.as_str()), "{end}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mut record = Record::new(Setup::new(3, 2, None).unwrap());
    for play in "a1 a3 a2 b3 a3".split(' ') {
        record.play(play.parse().unwrap()).unwrap();
    }
    assert_eq!(think(&record, 100).play, None);
}

#[test]
fn passes_are_told_and_stopping_says_why() {
    let record = Record::new(Setup::default());
    let mut depths = Vec::new();
    let thought =
        engine().think(&record, 48, &mut limited(5000), &mut |thought, _| depths.push(thought.depth));
    assert_eq!(thought.stopped, Some(Stop::Nodes));
    assert!(depths.len() > 2 && depths.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{depths:?}");
    assert_eq!(thought.line.first().copied(), thought.play);
    assert_eq!(engine().think(&record, 3, &mut limited(1 << 40), &mut |_, _| ()).depth, 3);
}

/// Several threads share what they find, keep to the limit together, and give a legal move; one that is stopped stops all.
#[test]
fn threads_share_the_limits() {
    for (seed, threads) in (0..8).zip([2, 3, 2, 4, 2, 3, 2, 4]) {
        let record = random(Setup::default(), 6 + seed as usize, seed);
        for nodes in [1, 300, 20_000] {
            let mut engine = engine();
            let mut run = limited(nodes);
            engine.set_threads(threads, &mut run);
            let thought = engine.think(&record, 48, &mut run, &mut |_, _| ());
            assert!(record.position().check(thought.play.unwrap()).is_ok());
            assert!(run.stats.expanded <= nodes, "{} of {nodes}", run.stats.expanded);
            assert!(nodes < 300 || run.stats.expanded > nodes / 2, "{}", run.stats.expanded);
        }
        // A depth that is reached ends the others too, and one thread again is as repeatable as ever.
        let mut engine = engine();
        engine.set_threads(threads, &mut limited(0));
        assert_eq!(engine.think(&record, 4, &mut limited(1 << 40), &mut |_, _| ()).depth, 4);
        engine.set_threads(1, &mut limited(0));
        engine.clear();
        assert_eq!(engine.think(&record, 48, &mut limited(5000), &mut |_, _| ()), think(&record, 5000));
    }
}

/// A stronger level wins most games against one that is two below it.
#[test]
fn levels_differ() {
    let mut points = 0;
    for game in 0..6 {
        let mut record = random(Setup::default(), 4, game / 2);
        let mut sides = [Box::new(engine()), Box::new(engine())];
        sides[(game % 2) as usize].set_level(&LEVELS[2], game);
        sides[1 - (game % 2) as usize].set_level(&LEVELS[0], game);
        while record.end().is_none() {
            let turn = record.position().turn();
            let thought = sides[turn].think(&record, 48, &mut limited(1 << 20), &mut |_, _| ());
            record.play(thought.play.unwrap()).unwrap();
        }
        points += u64::from(record.position().winner() == Some((game % 2) as usize));
    }
    assert!(points >= 4, "{points} of 6");
}

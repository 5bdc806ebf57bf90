//! Sokoban's validator against the rules: a solution, a line end, and an instance. A level that the game reads the validator
//! reads, and both move the player and the boxes alike.
#![no_main]

use damier_sokoban::notation::{lurd, read};
use damier_validate::sokoban::{Fault, replay};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (solution, instance) = text.split_once('\n').unwrap_or(("", text));
    let verdict = replay(instance, solution);
    if let Err(fault) = &verdict {
        assert!(!fault.to_string().is_empty());
    }
    let format = if instance.trim_start().starts_with('{') { "json" } else { "xsb" };
    let Ok(found) = read(instance, Some(format)) else { return };
    let [found] = found.as_slice() else { return };
    assert!(!matches!(verdict, Err(Fault::Instance(_))), "the game reads it, but {verdict:?}");

    let steps = lurd::read(solution);
    assert_eq!(steps.is_err(), matches!(verdict, Err(Fault::Notation { .. })), "{verdict:?}");
    let Ok(steps) = steps else { return };
    let mut position = found.position.clone();
    let played = steps.iter().all(|&step| position.step(step).is_some());
    // The letters' case is the validator's business alone.
    if !matches!(verdict, Err(Fault::Case { .. })) {
        assert_eq!(verdict.is_ok(), played && position.is_solved(), "{verdict:?}");
    }
    if let Ok(replay) = verdict {
        assert_eq!((replay.moves, replay.player), (steps.len(), position.board.place(position.player)));
    }
});

//! The validator against the rules: a solution, a line end, and an instance. What the game reads the validator reads, and
//! both move the robots alike.
#![no_main]

use damier_ricochet::Cell;
use damier_ricochet::notation::{Move, read};
use damier_validate::ricochet::{Fault, replay};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (solution, instance) = text.split_once('\n').unwrap_or(("", text));
    let verdict = replay(instance, solution);
    if let Err(fault) = &verdict {
        assert!(!fault.to_string().is_empty());
    }
    let Ok(found) = read(instance, Some("json")) else { return };
    let [found] = found.as_slice() else { return };
    assert!(!matches!(verdict, Err(Fault::Instance(_))), "the game reads it, but {verdict:?}");

    let moves: Option<Vec<Move>> = solution.split_whitespace().map(Move::from_text).collect();
    let mut position = found.position.clone();
    let played = moves.as_ref().is_some_and(|moves| {
        moves.iter().all(|step| {
            step.robot.index() < position.robots.len() && position.play(step.robot, step.direction).is_some()
        })
    });
    assert_eq!(moves.is_none(), matches!(verdict, Err(Fault::Notation { .. })), "{verdict:?}");
    assert_eq!(verdict.is_ok(), played && position.is_solved(), "{verdict:?}");
    if let Ok(replay) = verdict {
        let robots: Vec<Cell> = replay.robots.iter().map(|&cell| Cell(cell as u16)).collect();
        assert_eq!(robots, position.robots);
    }
});

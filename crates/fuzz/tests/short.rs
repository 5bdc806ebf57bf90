//! Every target for a moment, on changed seeds, the same ones every time; and what was found before. `DAMIER_FUZZ=100000` tries so many
//! inputs of each reader, and fewer where one takes longer.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use damier_fuzz::{
    Target, engine, formats, moves, mutate, outside, rooms, rules, solvers, targets, wire, words,
};
use damier_search::random::Random;

/// Tries an input; where it fails, tells of which target it is and where it lies now.
fn attempt(target: &Target, input: &[u8]) {
    if catch_unwind(AssertUnwindSafe(|| target.check(input))).is_err() {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.found", target.name));
        fs::write(&file, input).expect("a folder for what tests write");
        let (name, text) = (&target.name, String::from_utf8_lossy(input));
        panic!("{name} fails for {} ({text:?})", file.display());
    }
}

fn run(targets: &[Target]) {
    let wanted = std::env::var("DAMIER_FUZZ").ok().and_then(|many| many.parse().ok()).unwrap_or(600);
    for target in targets {
        let (seeds, mut random) = (target.seeds(), Random::new(1));
        seeds.iter().take(wanted).for_each(|seed| attempt(target, seed));
        for _ in 0..wanted / target.cost {
            attempt(target, &mutate::mutated(&seeds, &mut random));
        }
    }
}

#[test]
fn formats_are_read_or_refused() {
    run(&formats::targets());
}

#[test]
fn moves_are_played_or_refused() {
    run(&moves::targets());
}

#[test]
fn words_are_understood_or_refused() {
    run(&words::targets());
}

#[test]
fn engines_go_on_whatever_they_are_told() {
    run(&engine::targets());
}

#[test]
fn whatever_an_outside_engine_says_does_no_harm() {
    run(&outside::targets());
}

#[test]
fn messages_in_a_room_do_what_the_rules_allow() {
    run(&rooms::targets());
}

#[test]
fn messages_of_a_page_are_answered() {
    run(&wire::targets());
}

#[test]
fn solvers_agree_with_breadth_first_search() {
    run(&solvers::targets());
}

#[test]
fn rules_and_validators_agree() {
    run(&rules::targets());
}

#[test]
fn every_target_has_a_name_of_its_own() {
    let mut names: Vec<String> = targets().into_iter().map(|target| target.name).collect();
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

/// Inputs that found a bug once.
#[test]
fn what_was_found_stays_mended() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let known = targets();
    for folder in fs::read_dir(found).into_iter().flatten().flatten() {
        let name = folder.file_name().into_string().expect("a name");
        let target =
            known.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("no target {name}"));
        for file in fs::read_dir(folder.path()).expect("a folder of inputs").flatten() {
            attempt(target, &fs::read(file.path()).expect("an input"));
        }
    }
}

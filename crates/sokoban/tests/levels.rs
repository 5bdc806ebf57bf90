//! The graded sets: every level is read, some of each set are made again from their seeds, and their optimum is proven again.
//!
//! `DAMIER_LEVELS=40` takes all of them.

use damier_kit::Kit;
use damier_search::registry::arguments;
use damier_search::{Limits, Run};
use damier_sokoban::SokobanKit;
use damier_sokoban::levels::SETS;

/// The options of `generate` that a set's comment names.
fn recipe(text: &str) -> Vec<(String, String)> {
    let line = text.lines().find(|line| line.starts_with("damier generate")).expect("the command");
    let words: Vec<&str> = line.split_whitespace().skip(3).collect();
    let pairs = words.chunks(2).map(|pair| (pair[0].trim_start_matches("--").to_owned(), pair[1].to_owned()));
    pairs.filter(|(name, _)| name != "seed").collect()
}

/// The seed, the optimum and the points of each level, by its comment.
fn notes(text: &str) -> Vec<(u64, u32, f64)> {
    let numbers = |note: &str| {
        let mut words = note.split([' ', ',']).filter_map(|word| word.parse::<f64>().ok());
        (words.next().unwrap() as u64, words.next().unwrap() as u32, words.next().unwrap())
    };
    text.lines().filter_map(|line| line.strip_prefix("Comment: seed ")).map(numbers).collect()
}

#[test]
fn graded_levels_come_from_their_seeds_and_have_their_optimum() {
    let wanted = std::env::var("DAMIER_LEVELS").ok().and_then(|many| many.parse().ok()).unwrap_or(6);
    let graded = || SETS.iter().filter(|set| set.grade.is_some());
    assert_eq!(graded().map(|set| set.grade).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
    let mut hardest = 0.0;
    for set in graded() {
        let (levels, notes) = (SokobanKit.read(set.text, None).unwrap(), notes(set.text));
        assert_eq!((levels.len(), notes.len()), (40, 40), "{}", set.name);
        assert!(notes.is_sorted_by(|a, b| a.2 <= b.2), "{}", set.name);
        // A grade begins where the one before ends.
        assert!(notes[0].2 >= hardest, "{}", set.name);
        hardest = notes[39].2;
        let args = arguments("generate", SokobanKit.about().generate, &recipe(set.text)).unwrap();
        let all = levels.iter().zip(&notes);
        // A very hard level takes seconds to make; two of them are enough.
        let wanted = if set.grade == Some(5) && wanted < 40 { 2 } else { wanted };
        for (level, &(seed, cost, points)) in all.step_by(40usize.div_ceil(wanted)) {
            let made = SokobanKit.generate(&args, seed, &mut Run::new(Limits::default())).unwrap();
            assert_eq!(made.code(), level.code(), "{}, seed {seed}", set.name);
            let spec = SokobanKit.about().default_algorithm.parse().unwrap();
            let plans = made.plans().unwrap();
            let outcome = plans.solve(&spec, &mut Run::new(Limits::default()), None).unwrap().outcome;
            assert!(outcome.is_optimal(), "{}, seed {seed}", set.name);
            let plan = outcome.plan().unwrap();
            assert_eq!(plan.cost, cost, "{}, seed {seed}", set.name);
            assert!(
                (plans.estimate(&plan.actions).points - points).abs() < 0.01,
                "{}, seed {seed}",
                set.name
            );
        }
    }
}

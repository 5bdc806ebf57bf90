//! The graded sets: every level is read, some of each set are made again from their seeds, and their optimum is proven again.
//!
//! `DAMIER_LEVELS=40` takes all of them.

use damier_kit::Kit;
use damier_ricochet::levels::SETS;
use damier_ricochet::{RicochetKit, notation};
use damier_search::registry::arguments;
use damier_search::{Limits, Run};

/// The options of `generate` that a set's second line names, wishes left out.
fn recipe(text: &str) -> Vec<(String, String)> {
    let line = text.lines().nth(1).expect("the command that made the set");
    let words: Vec<&str> = line.split_whitespace().skip(4).collect();
    let pairs = words.chunks(2).map(|pair| (pair[0].trim_start_matches("--").to_owned(), pair[1].to_owned()));
    pairs.filter(|(name, _)| !["length", "moving", "seed"].contains(&name.as_str())).collect()
}

/// A level's seed, optimum and points, and its text.
fn levels(text: &str) -> Vec<(u64, u32, f64, &str)> {
    let lines: Vec<&str> = text.lines().skip(3).collect();
    let numbers = |line: &str| {
        let mut words = line.split([' ', ',']).filter_map(|word| word.parse::<f64>().ok());
        (words.next().unwrap() as u64, words.next().unwrap() as u32, words.next().unwrap())
    };
    lines
        .chunks(2)
        .map(|pair| {
            let (seed, cost, points) = numbers(pair[0]);
            (seed, cost, points, pair[1])
        })
        .collect()
}

#[test]
fn levels_come_from_their_seeds_and_have_their_optimum() {
    let wanted = std::env::var("DAMIER_LEVELS").ok().and_then(|many| many.parse().ok()).unwrap_or(6);
    let mut grades = Vec::new();
    for set in SETS {
        let levels = levels(set.text);
        assert_eq!(levels.len(), 40, "{}", set.name);
        assert_eq!(notation::read(set.text, None).unwrap().len(), 40, "{}", set.name);
        assert!(levels.is_sorted_by(|a, b| (a.2, a.0) < (b.2, b.0)), "{}", set.name);
        let args = arguments("generate", RicochetKit.about().generate, &recipe(set.text)).unwrap();
        for &(seed, cost, points, code) in levels.iter().step_by(40usize.div_ceil(wanted)) {
            let made = RicochetKit.generate(&args, seed, &mut Run::new(Limits::default())).unwrap();
            assert_eq!(made.code(), code, "{}, seed {seed}", set.name);
            let spec = RicochetKit.about().default_algorithm.parse().unwrap();
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
        let costs = levels.iter().map(|level| level.1);
        grades.push((set.grade, costs.clone().min().unwrap(), costs.max().unwrap()));
    }
    let wanted = [(2, 3), (4, 5), (6, 7), (8, 9), (10, 30)];
    for (number, ((grade, least, most), (from, until))) in (1..).zip(grades.into_iter().zip(wanted)) {
        assert_eq!(grade, Some(number));
        assert!(from <= least && most <= until, "grade {number}: {least} to {most} moves");
    }
}

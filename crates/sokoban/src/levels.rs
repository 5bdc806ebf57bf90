//! The level sets that ship with the program. `levels/README.md` has their credits and terms in full.

use damier_kit::LevelSet;

/// Every set, the one to begin with first.
pub const SETS: &[LevelSet] = &[
    LevelSet {
        name: "microban",
        title: "Microban",
        author: "David W. Skinner",
        terms: "may be freely distributed provided they remain properly credited",
        text: include_str!("../../../levels/microban.xsb"),
        grade: None,
    },
    LevelSet {
        name: "boxoban-medium",
        title: "Boxoban medium (100)",
        author: "Guez et al. (DeepMind), 2018",
        terms: "Apache License 2.0",
        text: include_str!("../../../levels/boxoban-medium.xsb"),
        grade: None,
    },
    LevelSet {
        name: "damier",
        title: "Damier",
        author: "Damier",
        terms: "those of the program",
        text: include_str!("../../../levels/damier.xsb"),
        grade: None,
    },
    graded(1, "sokoban-1", "Grade 1: first steps", include_str!("../../../levels/sokoban-1.xsb")),
    graded(2, "sokoban-2", "Grade 2: easy", include_str!("../../../levels/sokoban-2.xsb")),
    graded(3, "sokoban-3", "Grade 3: medium", include_str!("../../../levels/sokoban-3.xsb")),
    graded(4, "sokoban-4", "Grade 4: hard", include_str!("../../../levels/sokoban-4.xsb")),
    graded(5, "sokoban-5", "Grade 5: expert", include_str!("../../../levels/sokoban-5.xsb")),
];

/// A set of our own making; `levels/README.md` says how.
const fn graded(grade: u8, name: &'static str, title: &'static str, text: &'static str) -> LevelSet {
    LevelSet { name, title, author: "Damier", terms: "those of the program", text, grade: Some(grade) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read;

    #[test]
    fn every_level_of_every_set_is_read() {
        for set in SETS {
            let levels = read(set.text, None).unwrap_or_else(|error| panic!("{}: {error}", set.name));
            for (number, level) in (1..).zip(&levels) {
                let title = level.title.as_deref().unwrap_or_default();
                // Our own levels have names instead of numbers.
                let numbered =
                    title.ends_with(&format!(" {number}")) || (set.name == "damier" && !title.is_empty());
                assert!(numbered, "{}: '{title}' is level {number}", set.name);
                assert_eq!(level.author.as_deref(), Some(set.author), "{title}");
                assert!(
                    level.notes.iter().all(|note| note.text().contains("reach")),
                    "{title}: {:?}",
                    level.notes
                );
                assert!(!level.position.is_solved(), "{title}");
            }
        }
        let count =
            |name| SETS.iter().find(|set| set.name == name).map(|set| read(set.text, None).unwrap().len());
        assert_eq!(["microban", "boxoban-medium", "damier"].map(count), [Some(155), Some(100), Some(60)]);
    }

    /// The benchmark's lines are the same levels.
    #[test]
    fn the_benchmarks_hold_the_same_levels() {
        let lines = [
            include_str!("../../../data/sokoban/microban.jsonl"),
            include_str!("../../../data/sokoban/boxoban-medium.jsonl"),
        ];
        for (set, lines) in SETS.iter().zip(lines) {
            let (drawn, listed) = (read(set.text, None).unwrap(), read(lines, None).unwrap());
            assert_eq!(drawn.len(), listed.len(), "{}", set.name);
            for (number, (one, other)) in (1..).zip(drawn.iter().zip(&listed)) {
                assert_eq!(
                    (&one.position, Some(number.to_string())),
                    (&other.position, other.id.clone()),
                    "{}",
                    set.name
                );
            }
        }
    }
}

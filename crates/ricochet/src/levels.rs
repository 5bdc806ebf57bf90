//! The level sets that ship with the program, in five grades. `levels/README.md` says how they were made.

use damier_kit::LevelSet;

/// Every set, the one to begin with first.
pub const SETS: &[LevelSet] = &[
    graded(1, "ricochet-1", "Grade 1: first steps", include_str!("../../../levels/ricochet-1.txt")),
    graded(2, "ricochet-2", "Grade 2: easy", include_str!("../../../levels/ricochet-2.txt")),
    graded(3, "ricochet-3", "Grade 3: medium", include_str!("../../../levels/ricochet-3.txt")),
    graded(4, "ricochet-4", "Grade 4: hard", include_str!("../../../levels/ricochet-4.txt")),
    graded(5, "ricochet-5", "Grade 5: expert", include_str!("../../../levels/ricochet-5.txt")),
];

/// A set of our own making.
const fn graded(grade: u8, name: &'static str, title: &'static str, text: &'static str) -> LevelSet {
    LevelSet { name, title, author: "Damier", terms: "those of the program", text, grade: Some(grade) }
}

//! How strong the engine plays: each level looks less far than the next and sees less clearly.
//!
//! A level limits depth and nodes and adds noise to the evaluation: a number that hangs on the position and a seed, the same
//! each time that the position is looked at. Noise makes mistakes that look like a person's: not absurd ones, but ones that come from
//! misjudging.

/// A level.
#[derive(Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Plies to look ahead at most.
    pub depth: i32,
    /// Nodes to search at most; none for as many as the limits of the run allow.
    pub nodes: Option<u64>,
    /// The most by which an evaluation is wrong, in hundredths of a step.
    pub noise: i32,
}

/// The levels, the weakest first.
pub const LEVELS: &[Level] = &[
    Level { name: "beginner", depth: 1, nodes: Some(1_000), noise: 300 },
    Level { name: "easy", depth: 2, nodes: Some(2_000), noise: 150 },
    Level { name: "medium", depth: 3, nodes: Some(4_000), noise: 60 },
    Level { name: "hard", depth: 5, nodes: Some(10_000), noise: 30 },
    Level { name: "expert", depth: 8, nodes: Some(50_000), noise: 10 },
    Level { name: "full", depth: 48, nodes: None, noise: 0 },
];

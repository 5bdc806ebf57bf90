//! The classic experiments of student reports.

use damier_kit::{Axis, Experiment};

const BOTH: &[(&str, &str)] = &[("bfs", "bfs"), ("astar", "astar(bounces)")];

pub(crate) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "moves",
        title: "Effort against the length of the shortest solution (16×16, 4 robots, means)",
        boards: 100,
        recipe: &[],
        contenders: BOTH,
        axis: Axis::Length,
    },
    Experiment {
        name: "alone",
        title: "The target's robot alone against all robots (8×8, 3 robots)",
        boards: 20,
        recipe: &[("recipe", "free"), ("width", "8"), ("height", "8"), ("robots", "3"), ("density", "0.12")],
        contenders: &[("alone", "astar(bounces,robots=main)"), ("all", "astar(bounces)")],
        axis: Axis::Board,
    },
    Experiment {
        name: "robots",
        title: "Effort against the number of robots (16×16, random corners, red target, means)",
        boards: 20,
        recipe: &[("recipe", "corners"), ("target", "red")],
        contenders: BOTH,
        axis: Axis::Option("robots", &["1", "2", "3", "4", "5"]),
    },
];

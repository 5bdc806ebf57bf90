//! The algorithms, one a file; what two of them share has a file of its own (`layers`, `best_first`,
//! `contour`).

pub mod all;
pub mod astar;
pub mod beam;
mod best_first;
pub mod bfs;
pub mod bidirectional;
mod contour;
pub mod dfs;
pub mod greedy;
pub mod ida;
pub mod ids;
mod layers;
pub mod ucs;
pub mod wastar;

pub use all::{AllPlans, all_optimal};
pub use astar::AStar;
pub use beam::Beam;
pub use bfs::Bfs;
pub use bidirectional::Bidirectional;
pub use dfs::Dfs;
pub use greedy::Greedy;
pub use ida::Ida;
pub use ids::Ids;
pub use ucs::Ucs;
pub use wastar::WeightedAStar;

use crate::store::{Fresh, Link, Nodes};
use crate::{Cost, Problem, Run, Stop};

/// Adds a state that was not found to the nodes, and counts what it owns on the heap.
fn keep<P: Problem>(
    problem: &P,
    nodes: &mut Nodes<P>,
    fresh: Fresh,
    state: P::State,
    link: Link<P::Action>,
    run: &mut Run,
) -> Result<u32, Stop> {
    let heap = problem.heap_bytes(&state);
    run.memory.take(heap)?;
    nodes.add(fresh, state, link, &mut run.memory).inspect_err(|_| run.memory.give_back(heap))
}

/// Adds a start or a goal, unless it is there.
fn root<P: Problem>(problem: &P, nodes: &mut Nodes<P>, state: P::State, run: &mut Run) -> Result<u32, Stop> {
    match nodes.find(&state) {
        Ok(id) => Ok(id),
        Err(fresh) => keep(problem, nodes, fresh, state, Link::root(), run),
    }
}

/// What is known of the cost of a plan before anything was searched: actions cost at least 1.
fn trivial_bound<P: Problem>(problem: &P) -> Cost {
    Cost::from(!problem.is_goal(&problem.start()))
}

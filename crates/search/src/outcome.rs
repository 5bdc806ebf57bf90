//! How a search ends.

use crate::Cost;

/// Actions from the start to a goal, and what they cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<A> {
    /// In the order in which they are done.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: Cost,
}

/// Why a search stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit of expanded nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The limit of memory, or no memory left on the machine.
    Memory,
    /// Somebody asked it to stop.
    Cancelled,
    /// The algorithm has looked at all that it looks at (a depth limit, a beam's width) and can neither find nor refute.
    GaveUp,
    /// The heuristic that was brought along has failed, or there is none.
    Failed,
}

impl Stop {
    /// A sentence for a person.
    pub fn reason(self) -> &'static str {
        match self {
            Stop::Nodes => "the node limit was reached",
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Cancelled => "cancelled",
            Stop::GaveUp => "the algorithm looked at all that its options let it look at",
            Stop::Failed => "the heuristic of your own has failed",
        }
    }
}

/// How a search ended. Every bound in it is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A plan, and the best bound from below on the cost of any plan.
    Solved {
        /// The plan.
        plan: Plan<A>,
        /// No plan is cheaper than this.
        lower_bound: Cost,
    },
    /// Proven: no plan exists.
    Unsolvable,
    /// Neither: something ran out.
    Stopped {
        /// What ran out.
        why: Stop,
        /// The cheapest plan seen so far.
        best: Option<Plan<A>>,
        /// No plan is cheaper than this.
        lower_bound: Cost,
    },
}

impl<A> Outcome<A> {
    /// A plan that is proven to be the cheapest.
    pub fn optimal(plan: Plan<A>) -> Self {
        Outcome::Solved { lower_bound: plan.cost, plan }
    }

    /// The plan, whether the search ended with it or was stopped while holding it.
    pub fn plan(&self) -> Option<&Plan<A>> {
        match self {
            Outcome::Solved { plan, .. } => Some(plan),
            Outcome::Stopped { best, .. } => best.as_ref(),
            Outcome::Unsolvable => None,
        }
    }

    /// The proven bound from below; none when there is no plan at all.
    pub fn lower_bound(&self) -> Option<Cost> {
        match self {
            Outcome::Solved { lower_bound, .. } | Outcome::Stopped { lower_bound, .. } => Some(*lower_bound),
            Outcome::Unsolvable => None,
        }
    }

    /// Whether there is a plan that is proven to be the cheapest.
    pub fn is_optimal(&self) -> bool {
        self.plan().is_some_and(|plan| Some(plan.cost) == self.lower_bound())
    }

    /// The same outcome with other actions, for a game whose search speaks of packed actions.
    pub fn map<B>(self, actions: impl Fn(&[A]) -> Vec<B>) -> Outcome<B> {
        let turn = |plan: Plan<A>| Plan { cost: plan.cost, actions: actions(&plan.actions) };
        match self {
            Outcome::Solved { plan, lower_bound } => Outcome::Solved { plan: turn(plan), lower_bound },
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped { why, best, lower_bound } => {
                Outcome::Stopped { why, best: best.map(turn), lower_bound }
            }
        }
    }
}

//! Watching a search step by step.
//!
//! An algorithm is generic over its [`Observer`]. For `()` the calls vanish at compile time: `scripts/trace-cost`
//! counts the instructions. To watch, pass `&mut` of anything that is a [`Watcher`].

use crate::{Cost, Problem};

/// One step of a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, P: Problem> {
    /// A state's successors are about to be asked for.
    Expand {
        /// The node's number; numbers grow as nodes are made.
        id: u32,
        /// The state.
        state: &'a P::State,
        /// Cost from the start.
        g: Cost,
        /// Estimate to the goal.
        h: Cost,
    },
    /// A successor came out of a node that was expanded before.
    Generate {
        /// That node's number.
        parent: u32,
        /// What was done there.
        action: P::Action,
        /// Where it led.
        state: &'a P::State,
        /// Cost from the start.
        g: Cost,
        /// What became of it.
        fate: Fate,
    },
    /// The search goes on with a new depth or a new bound on the cost.
    Bound(Cost),
}

/// What became of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Kept as a node of this number.
    New(u32),
    /// Known as the node of this number; the new way to it is cheaper and replaces the old one.
    Better(u32),
    /// Known already, at no higher cost.
    Duplicate,
    /// The heuristic says that no goal can be reached from it.
    DeadEnd,
    /// Dropped: beyond the bound, the depth limit or the beam's width.
    Cut,
}

/// Something that wants to see the steps.
pub trait Watcher<P: Problem> {
    /// Takes one step.
    fn on(&mut self, event: Event<'_, P>);
}

/// What algorithms are generic over: `()` or `&mut` a [`Watcher`].
pub trait Observer<P: Problem> {
    /// Whether anybody watches. Where not, events are not even made.
    const ACTIVE: bool;

    /// Takes one step.
    fn on(&mut self, event: Event<'_, P>);
}

impl<P: Problem> Observer<P> for () {
    const ACTIVE: bool = false;

    fn on(&mut self, _: Event<'_, P>) {}
}

impl<P: Problem, W: Watcher<P> + ?Sized> Observer<P> for &mut W {
    const ACTIVE: bool = true;

    fn on(&mut self, event: Event<'_, P>) {
        (**self).on(event);
    }
}

/// Tells an event to the observer, if there is one: the only way that algorithms do it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "an unobserved search must not even make a call here")]
pub(crate) fn tell<'a, P: Problem + 'a, O: Observer<P>>(
    observer: &mut O,
    event: impl FnOnce() -> Event<'a, P>,
) {
    if O::ACTIVE && cfg!(not(feature = "untraceable")) {
        observer.on(event());
    }
}

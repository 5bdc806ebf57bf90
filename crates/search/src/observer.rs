//! Watching a search step by step: one vocabulary of events for every algorithm, of problems and of games.
//!
//! An algorithm is generic over its [`Observer`]. For `()` the calls vanish at compile time: `scripts/trace-cost`
//! counts the instructions. To watch, pass `&mut` of anything that is a [`Watcher`]. A screen, which knows no
//! game's states, is a [`Watch`]: [`Placed`] tells it where the pieces stand.

use crate::game::Game;
use crate::{Cost, Problem};

/// One step of a search. `S` is a state, `A` an action or a move.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, S: ?Sized, A> {
    /// A state's successors are about to be asked for.
    Expand {
        /// The node's number; numbers grow as nodes are made.
        id: u32,
        /// The state.
        state: &'a S,
        /// Cost from the start; in a game the plies from the root.
        g: Cost,
        /// Estimate to the goal; 0 in a game.
        h: Cost,
    },
    /// A successor came out of a node that was expanded before.
    Generate {
        /// That node's number.
        parent: u32,
        /// What was done there.
        action: A,
        /// Where it led.
        state: &'a S,
        /// Cost from the start.
        g: Cost,
        /// What became of it.
        fate: Fate,
    },
    /// The search goes on with a new depth or a new bound on the cost.
    Bound(Cost),
    /// A move is about to be looked at. Told by minimax and alpha-beta, whose trees can be drawn.
    Enter {
        /// The move.
        action: A,
        /// What the player who is then to move has been promised: no less than the first, no more than the second counts.
        window: Option<(i32, i32)>,
    },
    /// The other moves of the position that is being looked at cannot change the result any more.
    Cut {
        /// How many they are.
        left: usize,
    },
    /// The move that was entered last has been looked at.
    Leave {
        /// What it is worth to the player who is then to move.
        score: i32,
    },
    /// A pass over a game's tree is done (Monte-Carlo: the rollouts have doubled), and this is the best so far.
    Best {
        /// How many plies were searched in full, or played in a tree at least.
        depth: u32,
        /// What it is worth to the player at the root.
        score: i32,
        /// The moves that are expected, the best one first; never empty.
        line: &'a [A],
    },
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
pub trait Watcher<S: ?Sized, A> {
    /// Takes one step. It may wait: the search waits with it.
    fn on(&mut self, event: Event<'_, S, A>);
}

/// What algorithms are generic over: `()` or `&mut` a [`Watcher`].
pub trait Observer<S: ?Sized, A> {
    /// Whether anybody watches. Where not, events are not even made.
    const ACTIVE: bool;

    /// Takes one step.
    fn on(&mut self, event: Event<'_, S, A>);
}

impl<S: ?Sized, A> Observer<S, A> for () {
    const ACTIVE: bool = false;

    fn on(&mut self, _: Event<'_, S, A>) {}
}

impl<S: ?Sized, A, W: Watcher<S, A> + ?Sized> Observer<S, A> for &mut W {
    const ACTIVE: bool = true;

    fn on(&mut self, event: Event<'_, S, A>) {
        (**self).on(event);
    }
}

/// An [`Observer`] of the search of a problem.
pub trait ObserverOf<P: Problem>: Observer<P::State, P::Action> {}

impl<P: Problem, O: Observer<P::State, P::Action>> ObserverOf<P> for O {}

/// An [`Observer`] of the search of a game.
pub trait ObserverIn<G: Game>: Observer<G::State, G::Move> {}

impl<G: Game, O: Observer<G::State, G::Move>> ObserverIn<G> for O {}

/// Tells an event to the observer, if there is one: the only way that algorithms do it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "an unobserved search must not even make a call here")]
pub fn tell<'a, S: ?Sized + 'a, A: 'a, O: Observer<S, A>>(
    observer: &mut O,
    event: impl FnOnce() -> Event<'a, S, A>,
) {
    if O::ACTIVE && cfg!(not(feature = "untraceable")) {
        observer.on(event());
    }
}

/// What a screen can draw of a state, whatever the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Where each piece stands, in the order of the game's scene.
    pub cells: Vec<u16>,
    /// The cells of what has the task: one piece, several, or a gap between them.
    pub tasked: Vec<u16>,
}

/// A watcher that knows no game.
pub type Watch<'w> = dyn Watcher<Placement, ()> + 'w;

/// Tells a [`Watch`] the steps of a search in a game's own states.
pub struct Placed<'a, 'w, F> {
    lay: F,
    here: Placement,
    watch: &'a mut Watch<'w>,
}

impl<'a, 'w, F> Placed<'a, 'w, F> {
    /// `lay` says where the pieces of a state stand; it is handed the placement of the step before to write over.
    pub fn new(watch: &'a mut Watch<'w>, lay: F) -> Self {
        Placed { lay, here: Placement::default(), watch }
    }
}

impl<S: ?Sized, A, F: FnMut(&S, &mut Placement)> Watcher<S, A> for Placed<'_, '_, F> {
    fn on(&mut self, event: Event<'_, S, A>) {
        let Placed { lay, here, watch } = self;
        if let Event::Expand { state, .. } | Event::Generate { state, .. } = event {
            lay(state, here);
        }
        let state = &*here;
        watch.on(match event {
            Event::Expand { id, g, h, .. } => Event::Expand { id, state, g, h },
            Event::Generate { parent, g, fate, .. } => Event::Generate { parent, action: (), state, g, fate },
            Event::Bound(bound) => Event::Bound(bound),
            Event::Enter { window, .. } => Event::Enter { action: (), window },
            Event::Cut { left } => Event::Cut { left },
            Event::Leave { score } => Event::Leave { score },
            Event::Best { depth, score, .. } => Event::Best { depth, score, line: &[()] },
        });
    }
}

//! Watching a search step by step: one vocabulary of events for every algorithm, of problems and of games.
//!
//! An algorithm is generic over its [`Observer`]. For `()` the calls vanish at compile time: `scripts/trace-cost`
//! counts the instructions. To watch, pass `&mut` of anything that is a [`Watcher`]. A screen, which knows no
//! game's states, is a [`Watch`]: [`Placed`] tells it where the pieces stand.

use std::fmt::Display;

use crate::game::Game;
use crate::{Cost, Problem};

/// One step of a search. `S` is a state, `A` an action or a move.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, S: ?Sized, A> {
    /// The search begins, and takes what waits in this order.
    Order(Order),
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
        /// Estimate to the goal, where it was asked for and saw a way.
        h: Option<Cost>,
        /// Whether it is a goal.
        goal: bool,
        /// What became of it.
        fate: Fate,
    },
    /// A state that waited is not expanded after all: it was searched in the meantime.
    Skip {
        /// The node's number.
        id: u32,
    },
    /// The search goes on with a new depth or a new bound on the cost.
    Bound(Cost),
    /// A move is about to be looked at.
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
    /// The position that was entered last is known from before, and not looked at again.
    Known,
    /// A rollout of Monte-Carlo has ended.
    Rollout {
        /// The nodes that it went through, the root first.
        way: &'a [Visit<A>],
        /// What it gave each player: 1 for a win, ½ for a draw, or what the evaluation says.
        rewards: &'a [f64],
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
    /// Known already, at no higher cost; as the node of this number, where that is known too.
    Duplicate(Option<u32>),
    /// The heuristic says that no goal can be reached from it.
    DeadEnd,
    /// Dropped: beyond the bound, the depth limit or the beam's width.
    Cut,
}

/// Numbers of nodes that were reached backwards, from the goals, have this bit.
pub const BACKWARD: u32 = 1 << 31;

/// In what order a search takes what waits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Order {
    /// The oldest first.
    #[default]
    Oldest,
    /// The least `g * cost + h * estimate` first; among equals the least `tie`, then the youngest.
    Least {
        /// The weight of the cost so far.
        g: f64,
        /// The weight of the estimate.
        h: f64,
        /// What decides among equals.
        tie: Tie,
    },
    /// From the state that was expanded last; of its successors the least estimate first, then the oldest.
    Deepest,
    /// The greatest `value + explore * sqrt(ln(visits of the parent) / visits)` first, each child counted as if it had been visited
    /// `prior` times before.
    Bandit {
        /// How much what is little known is favoured.
        explore: f64,
        /// Visits that are supposed at the beginning.
        prior: f64,
    },
}

/// What decides among equal keys: the least of it. What is beyond [`Tie::MOST`] is equal again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The estimate.
    Estimate,
    /// The cost so far.
    Cost,
}

impl Tie {
    /// From here on ties count as equal.
    pub const MOST: Cost = 63;
}

/// A node on the way of a rollout.
#[derive(Clone, Copy, Debug)]
pub struct Visit<A> {
    /// The node's number.
    pub id: u32,
    /// The move that led here; none at the root.
    pub action: Option<A>,
    /// Who made it.
    pub mover: usize,
    /// The chance that was supposed for who made it, before the first visit.
    pub prior: f64,
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

/// No pieces.
static NOWHERE: Placement = Placement { cells: Vec::new(), tasked: Vec::new() };

/// A watcher that knows no game. The search of a problem tells it where pieces stand (not again for a duplicate whose twin it names) and no
/// names of actions; the search of a game tells it the names of moves, and no pieces.
pub type Watch<'w> = dyn for<'a> Watcher<Placement, &'a str> + 'w;

/// Tells a [`Watch`] the steps of the search of a problem.
pub struct Placed<'a, 'w, P> {
    problem: &'a P,
    here: Placement,
    watch: &'a mut Watch<'w>,
}

impl<'a, 'w, P: Problem> Placed<'a, 'w, P> {
    /// Of this problem.
    pub fn new(watch: &'a mut Watch<'w>, problem: &'a P) -> Self {
        Placed { problem, here: Placement::default(), watch }
    }
}

impl<P: Problem> Watcher<P::State, P::Action> for Placed<'_, '_, P> {
    fn on(&mut self, event: Event<'_, P::State, P::Action>) {
        let Placed { problem, here, watch } = self;
        let state = match event {
            // Most of what is generated is known, and where its twin stands was told.
            Event::Generate { fate: Fate::Duplicate(Some(_)), .. } => &NOWHERE,
            Event::Expand { state, .. } | Event::Generate { state, .. } => {
                problem.place(state, here);
                &*here
            }
            _ => &NOWHERE,
        };
        watch.on(match event {
            Event::Order(order) => Event::Order(order),
            Event::Expand { id, g, h, .. } => Event::Expand { id, state, g, h },
            Event::Generate { parent, g, h, goal, fate, .. } => {
                Event::Generate { parent, action: "", state, g, h, goal, fate }
            }
            Event::Skip { id } => Event::Skip { id },
            Event::Bound(bound) => Event::Bound(bound),
            // These are told by searches of games only.
            Event::Enter { .. }
            | Event::Cut { .. }
            | Event::Known
            | Event::Leave { .. }
            | Event::Rollout { .. }
            | Event::Best { .. } => return,
        });
    }
}

/// Tells a [`Watch`] the steps of the search of a game.
pub struct Named<'a, 'w>(pub &'a mut Watch<'w>);

impl<S, A: Copy + Display> Watcher<S, A> for Named<'_, '_> {
    fn on(&mut self, event: Event<'_, S, A>) {
        let state = &NOWHERE;
        match event {
            Event::Order(order) => self.0.on(Event::Order(order)),
            Event::Expand { id, g, h, .. } => self.0.on(Event::Expand { id, state, g, h }),
            Event::Generate { parent, action, g, h, goal, fate, .. } => {
                let action = &action.to_string();
                self.0.on(Event::Generate { parent, action, state, g, h, goal, fate });
            }
            Event::Skip { id } => self.0.on(Event::Skip { id }),
            Event::Bound(bound) => self.0.on(Event::Bound(bound)),
            Event::Enter { action, window } => {
                self.0.on(Event::Enter { action: &action.to_string(), window });
            }
            Event::Cut { left } => self.0.on(Event::Cut { left }),
            Event::Known => self.0.on(Event::Known),
            Event::Leave { score } => self.0.on(Event::Leave { score }),
            Event::Rollout { way, rewards } => {
                let names: Vec<_> =
                    way.iter().map(|visit| visit.action.map(|play| play.to_string())).collect();
                let told = way.iter().zip(&names).map(|(&Visit { id, mover, prior, .. }, name)| Visit {
                    id,
                    action: name.as_deref(),
                    mover,
                    prior,
                });
                self.0.on(Event::Rollout { way: &told.collect::<Vec<_>>(), rewards });
            }
            Event::Best { depth, score, line } => {
                let names: Vec<_> = line.iter().map(ToString::to_string).collect();
                let line: Vec<_> = names.iter().map(String::as_str).collect();
                self.0.on(Event::Best { depth, score, line: &line });
            }
        }
    }
}

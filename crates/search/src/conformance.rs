//! What every game must hold to. The tests of a puzzle put small problems of theirs through [`check`] and
//! [`check_backwards`]; whatever a declaration promises is compared with the truth, found by looking at every state. The
//! tests of a game of adversaries put it through [`check_game`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Debug;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::adversaries::moves;
use crate::game::Game;
use crate::random::Random;
use crate::registry::{Entry, Guarantee, HeuristicEntry, build};
use crate::{Cost, Limits, Outcome, Plan, Problem, Reversible, Run, Spec};

/// The truth about a problem, from looking at every state that can be reached.
pub struct Truth<P: Problem> {
    states: Vec<P::State>,
    numbers: FxHashMap<P::State, usize>,
    edges: Vec<Vec<(usize, P::Action, Cost)>>,
    /// The least cost to a goal, by state.
    distances: Vec<Option<Cost>>,
}

impl<P: Problem> Truth<P> {
    /// Looks at every state, or gives up when there are more than `most`.
    pub fn find(problem: &P, most: usize) -> Result<Option<Self>, String> {
        let mut truth = Self {
            states: vec![problem.start()],
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            distances: Vec::new(),
        };
        truth.numbers.insert(problem.start(), 0);
        while truth.edges.len() < truth.states.len() {
            let state = truth.states[truth.edges.len()].clone();
            let mut edges = Vec::new();
            problem.successors(&state, |action, next, cost| {
                let fresh = truth.states.len();
                let number = *truth.numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    truth.states.push(next);
                }
                edges.push((number, action, cost));
            });
            let mut again = Vec::new();
            problem.successors(&state, |action, next, cost| {
                again.push((truth.numbers.get(&next).copied(), action, cost));
            });
            if !edges.iter().map(|&(next, action, cost)| (Some(next), action, cost)).eq(again) {
                return Err("the same state has other successors when asked again".to_owned());
            }
            if let Some((_, action, cost)) =
                edges.iter().find(|edge| edge.2 == 0 || P::UNIT_COSTS && edge.2 != 1)
            {
                return Err(format!("{action:?} costs {cost}"));
            }
            truth.edges.push(edges);
            if truth.states.len() > most {
                return Ok(None);
            }
        }
        truth.measure(problem);
        Ok(Some(truth))
    }

    /// Fills in the distances, from the goals back.
    fn measure(&mut self, problem: &P) {
        let mut back = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            edges.iter().for_each(|&(to, _, cost)| back[to].push((from, cost)));
        }
        self.distances = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&number| problem.is_goal(&self.states[number]));
        let mut open: BinaryHeap<_> = goals.map(|goal| Reverse((0, goal))).collect();
        while let Some(Reverse((cost, number))) = open.pop() {
            if self.distances[number].is_none() {
                self.distances[number] = Some(cost);
                open.extend(back[number].iter().map(|&(from, more)| Reverse((cost + more, from))));
            }
        }
    }

    /// The least cost from the start to a goal.
    pub fn optimum(&self) -> Option<Cost> {
        self.distances[0]
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none; there always is the start.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// What a plan costs, if each of its actions is one of the problem's and it ends on a goal.
    pub fn replay(&self, problem: &P, plan: &Plan<P::Action>) -> Result<Cost, String> {
        let mut here = 0;
        let mut cost = 0;
        for action in &plan.actions {
            let Some(edge) = self.edges[here].iter().find(|edge| edge.1 == *action) else {
                return Err(format!("{action:?} is not possible in {:?}", plan.actions));
            };
            (here, cost) = (edge.0, cost + edge.2);
        }
        if problem.is_goal(&self.states[here]) { Ok(cost) } else { Err("the plan ends elsewhere".to_owned()) }
    }
}

/// Checks a problem, its heuristics and all algorithms on it against the truth. `validate` replays a plan by rules of its own.
/// `Ok(false)`: the problem has more than `most` states and was not looked at.
pub fn check<P: Problem + 'static>(
    problem: &P,
    algorithms: &[Entry<P>],
    heuristics: &[HeuristicEntry<P>],
    validate: impl Fn(&Plan<P::Action>) -> Result<(), String>,
    most: usize,
) -> Result<bool, String> {
    let Some(truth) = Truth::find(problem, most)? else { return Ok(false) };
    for heuristic in heuristics {
        check_heuristic(problem, &truth, heuristic)?;
    }
    for algorithm in algorithms {
        let guides = if algorithm.info.heuristic { heuristics } else { &heuristics[..1] };
        for guide in guides {
            let words = if algorithm.info.heuristic { vec![guide.info.name.to_owned()] } else { Vec::new() };
            let spec = Spec { name: algorithm.info.name.to_owned(), words, pairs: Vec::new() };
            let solver = build(&spec, problem, algorithms, heuristics).map_err(|error| error.to_string())?;
            let outcome = solver.solve(problem, &mut Run::new(Limits::default()), None);
            let exact = algorithm.info.optimal != Guarantee::No && guide.info.admissible;
            check_outcome(problem, &truth, &outcome, exact, &validate)
                .map_err(|what| format!("{spec}: {what}"))?;
        }
    }
    Ok(true)
}

fn check_heuristic<P: Problem>(
    problem: &P,
    truth: &Truth<P>,
    entry: &HeuristicEntry<P>,
) -> Result<(), String> {
    let heuristic = (entry.build)(problem);
    let name = entry.info.name;
    let estimates: Vec<_> = truth.states.iter().map(|state| heuristic.estimate(problem, state)).collect();
    for (number, (&estimate, &distance)) in estimates.iter().zip(&truth.distances).enumerate() {
        match (estimate, distance) {
            (None, Some(distance)) => return Err(format!("{name} sees a dead end {distance} from the goal")),
            (Some(estimate), Some(distance)) if entry.info.admissible && estimate > distance => {
                return Err(format!(
                    "{name} is declared admissible and says {estimate} at distance {distance}"
                ));
            }
            _ => {}
        }
        for &(next, action, cost) in truth.edges[number].iter().filter(|_| entry.info.consistent) {
            // Nothing is demanded of the estimate where there is no way on.
            if let (Some(here), Some(there)) = (estimate, estimates[next])
                && here > cost + there
            {
                return Err(format!(
                    "{name} is declared consistent and falls from {here} to {there} by {action:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Checks an outcome against the truth; `exact` where the algorithm and its heuristic promise the optimum.
fn check_outcome<P: Problem>(
    problem: &P,
    truth: &Truth<P>,
    outcome: &Outcome<P::Action>,
    exact: bool,
    validate: impl Fn(&Plan<P::Action>) -> Result<(), String>,
) -> Result<(), String> {
    if let Some(plan) = outcome.plan() {
        let cost = truth.replay(problem, plan)?;
        validate(plan)?;
        if cost != plan.cost {
            return Err(format!("the plan costs {cost}, not {}", plan.cost));
        }
    }
    let optimum = truth.optimum();
    if let (Some(bound), Some(optimum)) = (outcome.lower_bound(), optimum)
        && bound > optimum
    {
        return Err(format!("the lower bound {bound} is above the optimum {optimum}"));
    }
    match (outcome, optimum) {
        (Outcome::Unsolvable, Some(optimum)) => Err(format!("called unsolvable; the optimum is {optimum}")),
        (Outcome::Solved { plan, lower_bound }, Some(optimum)) if exact => {
            if plan.cost == optimum && *lower_bound == optimum {
                return Ok(());
            }
            Err(format!("found {} with bound {lower_bound}; the optimum is {optimum}", plan.cost))
        }
        (Outcome::Stopped { why, .. }, _) if exact => Err(format!("stopped: {}", why.reason())),
        _ => Ok(()),
    }
}

/// Checks that the problem goes backwards exactly as it goes forwards, and that its goals are all goals and all there.
/// `Ok(false)`: the problem has more than `most` states and was not looked at.
pub fn check_backwards<P: Reversible>(problem: &P, most: usize) -> Result<bool, String> {
    let Some(truth) = Truth::find(problem, most)? else { return Ok(false) };
    let mut goals = FxHashMap::default();
    problem.goals(|goal| *goals.entry(goal).or_insert(0) += 1);
    if goals.len() as u64 > problem.goal_count() {
        return Err(format!("{} goals, but goal_count says {}", goals.len(), problem.goal_count()));
    }
    if goals.keys().any(|goal| !problem.is_goal(goal)) {
        return Err("goals() pushes a state that is no goal".to_owned());
    }
    let mut back: FxHashMap<u64, u32> = FxHashMap::default();
    for (number, state) in truth.states.iter().enumerate() {
        if problem.is_goal(state) && !goals.contains_key(state) {
            return Err("goals() leaves out a goal".to_owned());
        }
        problem.predecessors(state, |action, before, cost| {
            if let Some(&before) = truth.numbers.get(&before) {
                *back.entry(edge(before, &action, number, cost)).or_default() += 1;
            }
        });
    }
    let mut edges = 0;
    for (number, list) in truth.edges.iter().enumerate() {
        for (next, action, cost) in list {
            edges += 1;
            if back.get(&edge(number, action, *next, *cost)) != Some(&1) {
                return Err(format!("{action:?} is not found backwards, or more than once"));
            }
        }
    }
    if edges == back.len() { Ok(true) } else { Err("a way back is no way forward".to_owned()) }
}

/// A name for an edge; actions are compared by what they print.
fn edge(from: usize, action: &impl Debug, to: usize, cost: Cost) -> u64 {
    FxBuildHasher.hash_one((from, format!("{action:?}"), to, cost))
}

/// What a game of adversaries is compared with.
pub struct Referee<L, W, V> {
    /// The legal moves of a state, from the rules.
    pub legal: L,
    /// Whether the game tries all of them; else a part.
    pub exact: bool,
    /// A state in a text that tells all of it.
    pub write: W,
    /// Replays a game from its start by rules of its own.
    pub validate: V,
}

/// The longest game that is played.
const LONGEST: usize = 200;

/// Plays so many random games, and looks at every move of every state on the way. What `moves` emits is legal, no move twice,
/// and the same when asked again; `undo` restores the state; equal positions are equal states with equal hashes, whichever way
/// they came about, and others have other hashes; the validator agrees with every game. Says how often a position came about
/// again.
pub fn check_game<G, L, W, V>(game: &G, referee: &Referee<L, W, V>, games: u64) -> Result<usize, String>
where
    G: Game<State: PartialEq + Debug>,
    L: Fn(&G::State) -> Vec<G::Move>,
    W: Fn(&G::State) -> String,
    V: Fn(&[G::Move]) -> Result<(), String>,
{
    let mut met = Met {
        game,
        write: &referee.write,
        states: FxHashMap::default(),
        texts: FxHashMap::default(),
        again: 0,
    };
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut pick = |plays: &[G::Move]| plays.get(random.bits() as usize % plays.len().max(1)).copied();
        let (mut state, mut played) = (game.start(), Vec::new());
        while game.winner(&state).is_none() && played.len() < LONGEST {
            let plays = moves(game, &state);
            let legal = (referee.legal)(&state);
            let twice = (1..plays.len()).find(|&at| plays[..at].contains(&plays[at]));
            let wrong = plays.iter().find(|play| !legal.contains(play));
            let missing = legal.iter().find(|play| referee.exact && !plays.contains(play));
            if twice.is_some() || wrong.is_some() || missing.is_some() || plays.is_empty() {
                return Err(format!(
                    "moves of {state:?}: twice {twice:?}, illegal {wrong:?}, missing {missing:?}, all {plays:?}"
                ));
            }
            if plays != moves(game, &state) || game.turn(&state) >= game.players() {
                return Err(format!("{state:?} has other moves when asked again, or is nobody's turn"));
            }
            plays.iter().try_for_each(|&play| met.follow(&state, &[play]))?;
            // Two moves of one player, everybody else's between them; then the same two the other way round.
            let mut ahead = state.clone();
            let mut line = Vec::new();
            while line.len() <= game.players() && game.winner(&ahead).is_none() {
                let Some(play) = pick(&moves(game, &ahead)) else { break };
                game.play(&mut ahead, play);
                line.push(play);
            }
            met.follow(&state, &line)?;
            let last = line.len().saturating_sub(1);
            line.swap(0, last);
            met.follow(&state, &line)?;
            let Some(play) = pick(&plays) else { break };
            game.play(&mut state, play);
            played.push(play);
        }
        (referee.validate)(&played).map_err(|what| format!("the validator refuses {played:?}: {what}"))?;
    }
    Ok(met.again)
}

/// The positions that were met.
struct Met<'a, G: Game, W> {
    game: &'a G,
    write: W,
    /// By text.
    states: FxHashMap<String, (G::State, u64)>,
    /// By hash.
    texts: FxHashMap<u64, String>,
    again: usize,
}

impl<G: Game<State: PartialEq + Debug>, W: Fn(&G::State) -> String> Met<'_, G, W> {
    /// Plays a line as far as it goes, looks where it ends, and takes it back.
    fn follow(&mut self, state: &G::State, line: &[G::Move]) -> Result<(), String> {
        let game = self.game;
        let mut here = state.clone();
        let mut done = Vec::new();
        for &play in line {
            // The first move may be one of a list; whether the others are possible is looked at.
            if game.winner(&here).is_some() || (line.len() > 1 && !moves(game, &here).contains(&play)) {
                break;
            }
            done.push((play, game.play(&mut here, play)));
        }
        self.meet(&here)?;
        for (play, undo) in done.into_iter().rev() {
            game.undo(&mut here, play, undo);
        }
        let same = here == *state && game.hash(&here) == game.hash(state);
        if same && game.winner(&here) == game.winner(state) {
            return Ok(());
        }
        Err(format!("undo of {line:?} does not restore {state:?}: {here:?}"))
    }

    fn meet(&mut self, state: &G::State) -> Result<(), String> {
        let (text, hash) = ((self.write)(state), self.game.hash(state));
        match self.states.get(&text) {
            Some((known, key)) if known == state && *key == hash => self.again += 1,
            Some(_) => return Err(format!("{text} came about twice with other states or hashes: {state:?}")),
            None => {
                if let Some(other) = self.texts.insert(hash, text.clone()) {
                    return Err(format!("{other} and {text} have the same hash"));
                }
                self.states.insert(text, (state.clone(), hash));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    use crate::example::{Counter, Doublings, Step, TicTacToe};
    use crate::registry::{entries, reversible_entries};
    use crate::{Blind, Heuristic, HeuristicInfo};

    fn heuristics() -> Vec<HeuristicEntry<Counter>> {
        vec![
            HeuristicEntry { info: Doublings.info(), build: |_| Box::new(Doublings), map: None },
            HeuristicEntry { info: &Blind::INFO, build: |_| Box::new(Blind), map: None },
        ]
    }

    #[test]
    fn the_example_conforms() {
        let algorithms: Vec<_> = entries().into_iter().chain(reversible_entries()).collect();
        for (start, goal) in [(1, 1000), (3, 25), (0, 77), (7, 7), (9, 5)] {
            let problem = Counter { start, goal };
            assert_eq!(check(&problem, &algorithms, &heuristics(), |_| Ok(()), 1 << 17), Ok(true));
            assert_eq!(check_backwards(&problem, 1 << 17), Ok(true));
        }
    }

    /// The suite must be able to fail: a heuristic that lies about being admissible is found out.
    #[test]
    fn a_lie_is_found_out() {
        struct Liar;
        impl Heuristic<Counter> for Liar {
            fn info(&self) -> &'static HeuristicInfo {
                &HeuristicInfo { name: "liar", summary: "", admissible: true, consistent: true }
            }
            fn estimate(&self, problem: &Counter, state: &u32) -> Option<Cost> {
                Some(problem.goal.saturating_sub(*state))
            }
        }
        let heuristics = [HeuristicEntry { info: Liar.info(), build: |_| Box::new(Liar), map: None }];
        let found = check(&Counter { start: 1, goal: 100 }, &entries(), &heuristics, |_| Ok(()), 1 << 17);
        assert!(found.unwrap_err().contains("declared admissible"));
    }

    #[test]
    fn a_wrong_plan_is_found_out() {
        let problem = Counter { start: 1, goal: 5 };
        let truth = Truth::find(&problem, 1 << 17).unwrap().unwrap();
        let plan = |actions: &[Step]| Plan { actions: actions.to_vec(), cost: actions.len() as Cost };
        assert!(truth.replay(&problem, &plan(&[Step::Add])).is_err());
        assert_eq!(truth.replay(&problem, &plan(&[Step::Add, Step::Double, Step::Add])), Ok(3));
    }

    /// Noughts and crosses with a fault.
    struct Faulty {
        fault: &'static str,
        hashes: Cell<u64>,
    }

    impl Game for Faulty {
        type State = [u16; 2];
        type Move = u8;
        type Undo = ();

        fn players(&self) -> usize {
            2
        }

        fn start(&self) -> [u16; 2] {
            TicTacToe.start()
        }

        fn turn(&self, state: &[u16; 2]) -> usize {
            TicTacToe.turn(state)
        }

        fn moves(&self, state: &[u16; 2], mut emit: impl FnMut(u8)) {
            let late = state[0].count_ones() == 3;
            TicTacToe.moves(state, |square| {
                let times = match self.fault {
                    "missing" if late => 0,
                    "twice" if late => 2,
                    _ => 1,
                };
                (0..times).for_each(|_| emit(square));
            });
            if self.fault == "illegal" && late {
                emit(state[0].trailing_zeros() as u8);
            }
        }

        fn play(&self, state: &mut [u16; 2], square: u8) {
            TicTacToe.play(state, square);
        }

        fn undo(&self, state: &mut [u16; 2], square: u8, (): ()) {
            if self.fault != "undo" || square != 4 {
                TicTacToe.undo(state, square, ());
            }
        }

        fn winner(&self, state: &[u16; 2]) -> Option<Option<usize>> {
            TicTacToe.winner(state)
        }

        fn hash(&self, state: &[u16; 2]) -> u64 {
            self.hashes.set(self.hashes.get() + 1);
            match self.fault {
                "hash" => self.hashes.get(),
                "same hash" => TicTacToe.hash(state) & !1,
                _ => TicTacToe.hash(state),
            }
        }
    }

    /// A game without faults conforms; each fault is found out.
    #[test]
    fn a_faulty_game_is_found_out() {
        let found = |fault: &'static str| {
            let referee = Referee {
                legal: |state: &[u16; 2]| moves(&TicTacToe, state),
                exact: true,
                write: |state: &[u16; 2]| format!("{state:?}"),
                validate: |played: &[u8]| {
                    let short = fault != "validator" || played.len() < 7;
                    if short { Ok(()) } else { Err("seven moves".to_owned()) }
                },
            };
            check_game(&Faulty { fault, hashes: Cell::new(0) }, &referee, 30)
        };
        assert!(found("none").unwrap() > 100);
        for (fault, told) in [
            ("missing", "missing Some"),
            ("twice", "twice Some"),
            ("illegal", "illegal Some"),
            ("undo", "does not restore"),
            ("hash", "undo of"),
            ("same hash", "have the same hash"),
            ("validator", "the validator refuses"),
        ] {
            let error = found(fault).unwrap_err();
            assert!(error.contains(told), "{fault}: {error}");
        }
    }
}

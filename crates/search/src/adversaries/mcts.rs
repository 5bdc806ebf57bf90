//! Monte-Carlo tree search (UCT), for any number of players.
//!
//! A tree grows by one node a rollout: from the root follow the child with the highest mean reward plus a bonus for being tried
//! rarely, `c·sqrt(ln N / n)`; add a child; play on to the end (or evaluate after `cut` plies); pass the result back to every node on the way.
//! The move that was tried most often is chosen.
//!
//! Options: rollouts by chance or as the guide suggests; a prior that tries promising children as if they had won before; and
//! solver backups, by which a child that is won for the mover decides its parent, and one lost in all children is lost. Guarantee: with solver
//! backups the right move of a finite game, given the time. Memory: the tree. References: L. Kocsis, C. Szepesvári, Bandit based
//! Monte-Carlo planning, 2006; M. Winands and others, Monte-Carlo tree search solver, 2008.

use super::{Adversary, Evaluate, Look, MOST_PLAYERS, PlayerEntry, WIN, expand, moves};
use crate::game::{Choice, Game};
use crate::pieces::Pieces;
use crate::random::Random;
use crate::registry::{Guarantee, Info, OptionInfo, Takes};
use crate::{Event, ObserverIn, Order, Run, Stop, Visit, tell};

/// Monte-Carlo tree search.
#[derive(Clone, Copy, Debug)]
pub struct Mcts<E> {
    /// How many rollouts.
    pub rollouts: u64,
    /// The weight of being tried rarely.
    pub explore: f64,
    /// Whether rollouts follow the guide's suggestions.
    pub guided: bool,
    /// How many wins a promising child is given in advance.
    pub prior: f64,
    /// Whether proven results are passed up.
    pub solver: bool,
    /// After how many plies a rollout is evaluated instead.
    pub cut: u32,
    /// The evaluation that is worth 73 % of a win: the unit in which evaluations become chances.
    pub unit: f64,
    /// For the random choices.
    pub seed: u64,
    /// Suggestions, promises and evaluations.
    pub guide: E,
}

const INFO: Info = Info {
    name: "mcts",
    summary: "Monte-Carlo tree search (UCT), for any number of players",
    optimal: Guarantee::If("solver=yes and the tree is searched to its end"),
    complete: Guarantee::Yes,
    memory: "the tree: a node a rollout",
    heuristic: true,
    options: &[
        OptionInfo::new("rollouts", "how many rollouts", Takes::Whole(0, 1_000_000_000), "10000"),
        OptionInfo::new("explore", "the weight of being tried rarely", Takes::Decimal(0.0, 100.0), "0.4"),
        OptionInfo::new("policy", "how rollouts are played", Takes::Choice(&["guided", "random"]), "guided"),
        OptionInfo::new(
            "prior",
            "how many wins a promising child is given in advance",
            Takes::Decimal(0.0, 1000.0),
            "0",
        ),
        OptionInfo::new("solver", "pass proven results up", Takes::Choice(&["yes", "no"]), "yes"),
        OptionInfo::new("cut", "evaluate a rollout after so many plies", Takes::Whole(0, 10_000), "200"),
        OptionInfo::new("seed", "for the random choices", Takes::Whole(0, u64::MAX), "1"),
    ],
};

struct Node<M> {
    play: Option<M>,
    /// Who moved to come here.
    mover: usize,
    /// Children are made together, one after the other.
    children: (u32, u32),
    expanded: bool,
    visits: f64,
    /// The sum of the mover's rewards: 1 a win, ½ a draw.
    reward: f64,
    /// Who wins from here with best play, if that is proven.
    proven: Option<usize>,
}

impl<M> Node<M> {
    fn fresh(play: Option<M>, mover: usize) -> Self {
        Node { play, mover, children: (0, 0), expanded: false, visits: 0.0, reward: 0.0, proven: None }
    }
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    options: &'a Mcts<E>,
    nodes: Pieces<Node<G::Move>>,
    random: Random,
}

impl<G: Game, E: Evaluate<G>> Adversary<G> for Mcts<E> {
    fn search<O: ObserverIn<G>>(&mut self, look: Look<G, O>) -> Choice<G::Move> {
        let Look { game, state, run, observer, .. } = look;
        let state = &state;
        let first = moves(game, state).first().copied().filter(|_| game.winner(state).is_none());
        let mut choice = Choice { play: first, ..Choice::default() };
        if first.is_none() {
            return choice;
        }
        let mut tree = Tree { game, options: self, nodes: Pieces::new(), random: Random::new(self.seed) };
        if let Err(why) = tree.nodes.push(Node::fresh(None, game.players()), &mut run.memory) {
            choice.stopped = Some(why);
            return choice;
        }
        tell(observer, || Event::Order(Order::Bandit { explore: self.explore, prior: self.prior }));
        let mut done = 0;
        while done < self.rollouts && tree.nodes[0].proven.is_none() {
            if let Err(why) = tree.rollout(state, run, observer) {
                choice.stopped = Some(why);
                break;
            }
            done += 1;
            let is_last = done == self.rollouts || tree.nodes[0].proven.is_some();
            if O::ACTIVE && done.is_power_of_two() && !is_last {
                tree.report(&mut choice, observer);
            }
        }
        tree.report(&mut choice, observer);
        choice
    }
}

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let (from, to) = self.nodes[at].children;
        from as usize..to as usize
    }

    /// One way down the tree, one rollout, and back up.
    fn rollout<O: ObserverIn<G>>(
        &mut self,
        root: &G::State,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let mut state = root.clone();
        let mut way = vec![0];
        let mut at = 0;
        let mut ply = 0;
        let rewards = loop {
            if let Some(winner) = self.game.winner(&state) {
                if self.options.solver {
                    self.nodes[at].proven = winner;
                }
                break self.settled(winner);
            }
            if !self.nodes[at].expanded {
                self.expand(at, &state, ply, run, observer)?;
                if at != 0 {
                    break self.play_out(&mut state, run)?;
                }
            }
            let Some(next) = self.select(at) else {
                // Every child is proven.
                let winner = self.nodes[at].proven;
                break self.settled(winner);
            };
            if let Some(play) = self.nodes[next].play {
                self.game.play(&mut state, play);
            }
            at = next;
            ply += 1;
            way.push(at);
        };
        if O::ACTIVE {
            self.show(&way, &rewards, observer);
        }
        for (above, &at) in way.iter().enumerate().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.reward += rewards[node.mover.min(MOST_PLAYERS - 1)];
            if self.options.solver && above > 0 {
                self.prove(way[above - 1]);
            }
        }
        Ok(())
    }

    /// Tells a rollout before it is counted.
    #[cold]
    fn show<O: ObserverIn<G>>(&self, way: &[usize], rewards: &[f64], observer: &mut O) {
        let visit = |&at: &usize| {
            let Node { play, mover, visits, reward, .. } = self.nodes[at];
            // Before the first visit there is nothing but what was supposed.
            Visit { id: at as u32, action: play, mover, prior: reward / visits.max(1e-9) }
        };
        let way: Vec<_> = way.iter().map(visit).collect();
        tell(observer, || Event::Rollout { way: &way, rewards: &rewards[..self.game.players()] });
    }

    /// A parent is won by whoever moves there and has a won child; it is lost to one player if all children are.
    fn prove(&mut self, at: usize) {
        let children = self.children(at);
        if children.is_empty() {
            return;
        }
        let mover = self.nodes[children.start].mover;
        let winner = |child: usize| self.nodes[child].proven;
        let proven = if children.clone().any(|child| winner(child) == Some(mover)) {
            Some(mover)
        } else {
            let first = winner(children.start);
            first.filter(|_| children.clone().all(|child| winner(child) == first))
        };
        self.nodes[at].proven = proven;
    }

    fn expand<O: ObserverIn<G>>(
        &mut self,
        at: usize,
        state: &G::State,
        ply: u32,
        run: &mut Run,
        observer: &mut O,
    ) -> Result<(), Stop> {
        expand(state, ply, run, observer)?;
        let plays = moves(self.game, state);
        run.stats.generated += plays.len() as u64;
        let from = self.nodes.len();
        let mover = self.game.turn(state);
        for play in plays {
            let mut child = Node::fresh(Some(play), mover);
            if self.options.prior > 0.0 {
                let promise = self.options.guide.promise(self.game, state, play);
                let chance = self.chance(promise);
                child.visits = self.options.prior;
                child.reward = self.options.prior * chance;
            }
            self.nodes.push(child, &mut run.memory)?;
        }
        self.nodes[at].expanded = true;
        self.nodes[at].children = (from as u32, self.nodes.len() as u32);
        Ok(())
    }

    /// The child to follow: untried ones first, then the highest bound; not one that is proven to be lost.
    fn select(&mut self, at: usize) -> Option<usize> {
        let total = self.nodes[at].visits.max(1.0).ln();
        let mut best: Option<(f64, usize)> = None;
        let offset = self.random.bits() as usize;
        let children = self.children(at);
        let many = children.len();
        for step in 0..many {
            let child = children.start + (step + offset) % many;
            let node = &self.nodes[child];
            if node.proven.is_some_and(|winner| winner != node.mover) {
                continue;
            }
            let bound = if node.visits == 0.0 {
                f64::MAX
            } else {
                node.reward / node.visits + self.options.explore * (total / node.visits).sqrt()
            };
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Plays to the end, by suggestion or by chance.
    fn play_out(&mut self, state: &mut G::State, run: &mut Run) -> Result<[f64; MOST_PLAYERS], Stop> {
        for ply in 0..self.options.cut {
            if let Some(winner) = self.game.winner(state) {
                return Ok(self.settled(winner));
            }
            if ply % 256 == 255 {
                run.look()?;
            }
            let dice = self.random.bits();
            let guide = &self.options.guide;
            let suggested = if self.options.guided { guide.suggest(self.game, state, dice) } else { None };
            let any = || {
                let list = moves(self.game, state);
                list.get((dice >> 8) as usize % list.len().max(1)).copied()
            };
            let Some(play) = suggested.or_else(any) else { break };
            self.game.play(state, play);
        }
        if let Some(winner) = self.game.winner(state) {
            return Ok(self.settled(winner));
        }
        let mut rewards = [0.0; MOST_PLAYERS];
        for (player, reward) in rewards.iter_mut().enumerate().take(self.game.players()) {
            *reward = self.chance(self.options.guide.evaluate(self.game, state, player));
        }
        Ok(rewards)
    }

    /// An evaluation as a chance to win.
    fn chance(&self, evaluation: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(evaluation) / self.options.unit.max(1e-9)).exp())
    }

    fn settled(&self, winner: Option<usize>) -> [f64; MOST_PLAYERS] {
        let mut rewards = [0.0; MOST_PLAYERS];
        for (player, reward) in rewards.iter_mut().enumerate().take(self.game.players()) {
            *reward = match winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == player)),
            };
        }
        rewards
    }

    /// The child that is proven to win, or else was tried most often, and its score: the chance as an evaluation.
    fn favourite(&self, at: usize) -> Option<(G::Move, i32)> {
        let won = |node: &Node<G::Move>| node.proven == Some(node.mover);
        let lost = |node: &Node<G::Move>| node.proven.is_some_and(|winner| winner != node.mover);
        let rank = |node: &Node<G::Move>| (won(node), !lost(node), node.visits);
        let mut best: Option<&Node<G::Move>> = None;
        for node in self.children(at).map(|child| &self.nodes[child]) {
            if best.is_none_or(|best| rank(node) > rank(best)) {
                best = Some(node);
            }
        }
        let node = best?;
        let score = if won(node) {
            WIN - 1
        } else if lost(node) {
            1 - WIN
        } else {
            let chance = (node.reward / node.visits.max(1.0)).clamp(0.001, 0.999);
            ((chance / (1.0 - chance)).ln() * self.options.unit) as i32
        };
        Some((node.play?, score))
    }

    /// Puts the best so far into `choice` and tells it.
    fn report<O: ObserverIn<G>>(&self, choice: &mut Choice<G::Move>, observer: &mut O) {
        let Some((play, score)) = self.favourite(0) else { return };
        let line = self.line();
        let depth = line.len() as u32;
        tell(observer, || Event::Best { depth, score, line: &line });
        *choice = Choice { play: Some(play), score: Some(score), line, depth, ..*choice };
    }

    /// The favourites one after the other.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some((play, _)) = self.favourite(at) {
            line.push(play);
            let next = self.children(at).find(|&child| self.nodes[child].play == Some(play));
            match next {
                Some(next) if self.nodes[next].visits > 1.0 => at = next,
                _ => break,
            }
        }
        line
    }
}

/// For the registry.
pub fn entry<G: Game, E: Evaluate<G> + Send + 'static>() -> PlayerEntry<G, E> {
    PlayerEntry {
        info: &INFO,
        any_number: true,
        build: |args, guide| {
            Box::new(Mcts {
                rollouts: args.whole("rollouts"),
                explore: args.decimal("explore"),
                guided: args.is("policy", "guided"),
                prior: args.decimal("prior"),
                solver: args.is("solver", "yes"),
                cut: args.whole("cut") as u32,
                unit: guide.unit(),
                seed: args.whole("seed"),
                guide,
            })
        },
    }
}

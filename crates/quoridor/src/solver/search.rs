//! The search: principal variations by iterative deepening, within the limits of a run.
//!
//! Alpha-beta with null windows after the first move (PVS); a transposition table; moves in the order: the table's, steps along
//! the way, walls by what they cost the other, killers, then by history. Late walls are searched less deep (LMR) and again if
//! they surprise. One ply before the end only steps and walls across the other's way are tried, for no other move changes the
//! evaluation for the better; and after a step at the end of a line the best of such walls is still looked at, so that nobody
//! walks into one. Where there is a net (`net`), it sees such walls itself.
//!
//! Without walls left the end is known (`ends`), at any depth. So is it where one side has none and would lose the race even if the
//! other kept its own in hand.

use damier_search::{Run, Stop};

use super::ends::{Ends, key, race};
use super::eval::{Weights, evaluate, judge};
use super::net::{Net, Sums};
use super::node::{Layers, Node, Toll};
use super::table::{Bound, Known, Table};
use super::together::Mates;
use super::{LONG, RACE, WIN, WON};
use crate::board::Move;
use crate::keys;
use crate::rules::{Walls, each};

/// The most plies of a line.
pub(crate) const MOST_PLIES: usize = 96;

/// What ordering learns while searching.
pub(crate) struct Memory {
    history: [[i32; 512]; 2],
    killers: [[Option<Move>; 2]; MOST_PLIES + 2],
    counters: [[Option<Move>; 512]; 2],
    /// The moves of every position of the line, each with what it promises, one list after the other.
    moves: Vec<(i32, Move)>,
    /// The net's sums of every position of the line.
    pub(crate) sums: Vec<Sums>,
    /// What single walls cost a pawn, by walls and pawn.
    tolls: Vec<(u64, Toll)>,
    /// Races, by walls.
    races: Vec<Option<Box<(u64, Ends)>>>,
}

/// Tolls and races that are remembered, at most.
const TOLLS: usize = 1 << 15;
const RACES: usize = 512;

impl Memory {
    /// The bytes that it takes beside a table of so many.
    pub(crate) fn beside(table: usize) -> usize {
        let (tolls, races) = Self::counts(table);
        tolls * size_of::<(u64, Toll)>() + races * size_of::<(u64, Ends)>()
    }

    /// An eighth of the table's room at most for each.
    fn counts(table: usize) -> (usize, usize) {
        let tolls = (table / 8 / size_of::<(u64, Toll)>()).clamp(1, TOLLS);
        let races = (table / 8 / size_of::<(u64, Ends)>()).clamp(1, RACES);
        (1 << tolls.ilog2(), 1 << races.ilog2())
    }

    /// What goes beside a table of so many bytes.
    pub(crate) fn new(table: usize) -> Memory {
        let (tolls, races) = Self::counts(table);
        Memory {
            sums: vec![Sums::EMPTY; MOST_PLIES + 2],
            tolls: vec![(0, Toll::default()); tolls],
            races: (0..races).map(|_| None).collect(),
            history: [[0; 512]; 2],
            killers: [[None; 2]; MOST_PLIES + 2],
            counters: [[None; 512]; 2],
            moves: Vec::new(),
        }
    }

    /// For a new game.
    pub(crate) fn clear(&mut self) {
        self.history = [[0; 512]; 2];
        self.counters = [[None; 512]; 2];
    }

    /// What single walls cost a player.
    #[inline]
    fn toll(&mut self, node: &Node, player: usize) -> Toll {
        let Node { position, .. } = node;
        let other = 1 - player;
        let here = position.key
            ^ keys::turn(position.turn)
            ^ keys::pawn(other, position.pawn(other))
            ^ keys::left(0, position.left[0])
            ^ keys::left(1, position.left[1]);
        let place = here as usize & (self.tolls.len() - 1);
        let (known, toll) = self.tolls[place];
        if known == here {
            return toll;
        }
        let toll = node.toll(player);
        self.tolls[place] = (here, toll);
        toll
    }

    /// For the next move of a game.
    pub(crate) fn next_move(&mut self) {
        self.killers = [[None; 2]; MOST_PLIES + 2];
        self.history.iter_mut().flatten().for_each(|worth| *worth /= 4);
    }
}

/// A search of one position.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) memory: &'a mut Memory,
    pub(crate) run: &'a mut Run,
    pub(crate) weights: Weights,
    pub(crate) net: Option<&'static Net>,
    /// The keys of the game and of the line that is looked at, to see repetitions.
    pub(crate) keys: Vec<u64>,
    /// The best move of the root in this pass, as soon as one is better than the window's lower end.
    pub(crate) best: Option<Move>,
    /// The other threads, if there are any.
    pub(crate) mates: Option<Mates<'a>>,
}

/// What is known of the last move of a line without playing it.
#[derive(Clone, Copy)]
enum Last {
    /// It is a wall that closes a way.
    Closes,
    /// What it is worth to who plays it.
    Worth(i32),
    /// Nothing.
    Open,
}

const FIRST: i32 = 1 << 28;
const STEP: i32 = 1 << 24;
const GAIN: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;
/// A lead that a ply does not usually undo.
const AHEAD: i32 = 120;
/// What a wall can hope to gain at the end of a line.
const HOPE: i32 = 300;
/// Histories stay below this.
const HISTORY: i32 = 1 << 14;
/// From this depth on threads do not search the same move at the same time, where there are others.
const SHARED: i32 = 4;

/// Moves that other threads are searching: they are searched when the others are done.
#[derive(Default)]
struct Later {
    /// Each with what it promises and its rank among the moves.
    moves: [Option<(i32, Move, i32)>; 8],
    count: usize,
    next: usize,
}

impl Later {
    /// Whether there was room for it.
    fn put(&mut self, promise: i32, play: Move, rank: i32) -> bool {
        let room = self.count < self.moves.len();
        if room {
            self.moves[self.count] = Some((promise, play, rank));
            self.count += 1;
        }
        room
    }

    /// Moves that wait.
    fn left(&self) -> i32 {
        (self.count - self.next) as i32
    }

    fn next(&mut self) -> Option<(i32, Move, i32)> {
        let next = self.moves.get(self.next).copied().flatten();
        self.next += usize::from(next.is_some());
        next
    }
}

impl Search<'_> {
    /// One pass: the score of the root at this depth within a window. The best move is in `best`.
    pub(crate) fn root(&mut self, node: &Node, depth: i32, alpha: i32, beta: i32) -> Result<i32, Stop> {
        self.memory.moves.clear();
        self.visit(node, depth, alpha, beta, 0, None, true)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of a recursion; a struct for it was slower")]
    #[expect(clippy::too_many_lines, reason = "the loop over the moves is one thought")]
    fn visit(
        &mut self,
        node: &Node,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: i32,
        before: Option<Move>,
        may_pass: bool,
    ) -> Result<i32, Stop> {
        self.run.expand()?;
        let (me, other) = (node.me(), 1 - node.me());
        if node.ways[other].length == 0 {
            return Ok(-(WIN - ply));
        }
        let root = ply == 0;
        if !root {
            if self.repeats(node.position.key) {
                return Ok(0);
            }
            alpha = alpha.max(-(WIN - ply));
            beta = beta.min(WIN - ply - 1);
            if alpha >= beta {
                return Ok(alpha);
            }
        }
        // Without any wall, a pawn that is one step away arrives.
        if node.ways[me].length == 1 && !root && node.position.walks() & node.position.goal(me) != 0 {
            return Ok(WIN - ply - 1);
        }
        if !root
            && node.left(me).min(node.left(other)) == 0
            && let Some(score) = self.decided(node)?
        {
            return Ok(score);
        }
        if depth <= 0 || ply as usize >= MOST_PLIES {
            return Ok(self.rest(node, ply, alpha, beta));
        }
        let null = beta - alpha == 1;
        // To look into the table takes longer than to search a single ply.
        let known = if depth > 1 { self.table.get(node.position.key, ply) } else { None };
        if let Some(score) = known.filter(|_| !root && null).and_then(|known| known.cut(depth, alpha, beta)) {
            return Ok(score);
        }
        let first = known.and_then(|known| known.play);
        let worth = self.worth(node, ply);
        let quiet = null && !root && beta.abs() < WON;
        // So far ahead that a few more plies will not change it.
        if quiet && depth <= 3 && worth - AHEAD * depth >= beta {
            return Ok(worth);
        }
        if quiet {
            // Even if I did nothing, I would be ahead.
            if may_pass && depth >= 3 && worth >= beta && node.left(me) > 0 {
                let less = 3 + depth / 4;
                let passed = node.passed();
                self.memory.sums[ply as usize + 1] = self.memory.sums[ply as usize];
                self.keys.push(node.position.key);
                let score = self.visit(&passed, depth - less, -beta, 1 - beta, ply + 1, None, false);
                self.keys.pop();
                let score = -score?;
                if score >= beta {
                    return Ok(if score > WON { beta } else { score });
                }
            }
        }
        let asked = depth;
        if first.is_none() && depth >= 5 {
            depth -= 1;
        }
        let begin = self.memory.moves.len();
        self.order(node, depth, ply, first, before);
        let end = self.memory.moves.len();
        let mut layers = None;
        let (mut best, mut best_move) = (-LONG, None);
        let low = alpha;
        let mut tried = 0;
        let mut refuted = [Move::PASS; 64];
        let mates = self.mates.filter(|_| depth >= SHARED);
        let mut later = Later::default();
        self.keys.push(node.position.key);
        let mut at = begin;
        loop {
            if let Some(mates) = mates.filter(|_| tried > 0) {
                // Another thread may have found out about this position meanwhile, or be done with the whole pass.
                let known = self.table.get(node.position.key, ply).filter(|_| null && !root);
                let cut = known.and_then(|known| known.cut(asked, alpha, beta));
                if cut.is_some() || mates.are_done() {
                    mates.end(ply);
                    self.keys.pop();
                    self.memory.moves.truncate(begin);
                    return cut.ok_or(Stop::GaveUp);
                }
                if root
                    && let Some(found) = mates.best()
                    && found.score > alpha
                {
                    (best, best_move, alpha) = (found.score, found.play, found.score);
                    self.best = best_move;
                    if alpha >= beta {
                        break;
                    }
                }
            }
            let (promise, play, rank) = if at < end {
                at += 1;
                let (promise, play) = self.pick(at - 1, end);
                // Moves that wait have their places before it.
                let rank = tried + later.left();
                // Late quiet walls near the end of a line promise nothing.
                let late = promise < KILLER && rank > 3 + 3 * depth * depth;
                if late && !play.is_walk() && null && !root && best > -WON {
                    at = end;
                    continue;
                }
                if let Some(mates) = mates
                    && tried > 0
                    && mates.search(ply, node.position.key, play, depth)
                    && later.put(promise, play, rank)
                {
                    continue;
                }
                (promise, play, rank)
            } else if let Some(left) = later.next() {
                left
            } else {
                break;
            };
            let wall = !play.is_walk();
            if let Some(mates) = mates {
                mates.begin(ply, node.position.key, play, depth);
            }
            let last = if depth == 1 { self.last_wall(node, play, &mut layers) } else { Last::Open };
            let score = match last {
                Last::Closes => continue,
                Last::Worth(score) => self.run.expand().map(|()| score),
                Last::Open => {
                    let Some(next) = node.after(play) else { continue };
                    if let Some(net) = self.net {
                        let sums = &mut self.memory.sums;
                        let here = &sums[ply as usize];
                        sums[ply as usize + 1] = here.after(net, &node.position, play, &next.position);
                    }
                    let less =
                        if depth >= 3 && rank >= 3 { reduction(depth, rank, promise, wall, null) } else { 0 };
                    let window = (alpha, beta);
                    if tried == 0 {
                        self.descend(&next, depth - 1, window, ply, play)
                    } else {
                        self.prove(&next, depth - 1, less, window, ply, play)
                    }
                }
            };
            let score = match score {
                Ok(score) => score,
                Err(stop) => {
                    self.keys.pop();
                    return Err(stop);
                }
            };
            if score > best {
                best = score;
                best_move = Some(play);
                if score > alpha {
                    if root {
                        self.best = best_move;
                        if let Some(mates) = self.mates {
                            mates.tell(score, play);
                        }
                    }
                    alpha = score;
                    if alpha >= beta {
                        self.praise(me, ply, depth, play, before, &refuted[..(tried as usize).min(64)]);
                        break;
                    }
                }
            }
            if (tried as usize) < refuted.len() {
                refuted[tried as usize] = play;
            }
            tried += 1;
        }
        if let Some(mates) = mates {
            mates.end(ply);
        }
        self.keys.pop();
        self.memory.moves.truncate(begin);
        if best == -LONG {
            return Ok(worth);
        }
        if depth <= 1 && !root {
            return Ok(best);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > low {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let keep = if bound == Bound::Upper { None } else { best_move };
        self.table.put(node.position.key, Known { play: keep, score: best, depth: asked, bound }, ply);
        Ok(best)
    }

    /// What a move is worth to who plays it, as far as the window asks.
    #[inline]
    fn descend(
        &mut self,
        next: &Node,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: i32,
        play: Move,
    ) -> Result<i32, Stop> {
        Ok(-self.visit(next, depth, -beta, -alpha, ply + 1, Some(play), true)?)
    }

    /// The same for a move that is expected to be no better than `alpha`: that is tried first, less deep if it is late.
    #[inline]
    fn prove(
        &mut self,
        next: &Node,
        depth: i32,
        less: i32,
        (alpha, beta): (i32, i32),
        ply: i32,
        play: Move,
    ) -> Result<i32, Stop> {
        let mut score = self.descend(next, (depth - less).clamp(0, depth), (alpha, alpha + 1), ply, play)?;
        if less > 0 && score > alpha {
            score = self.descend(next, depth, (alpha, alpha + 1), ply, play)?;
        }
        if score > alpha && score < beta {
            score = self.descend(next, depth, (alpha, beta), ply, play)?;
        }
        Ok(score)
    }

    /// Brings the most promising of the moves from `at` on to the front.
    #[inline]
    fn pick(&mut self, at: usize, end: usize) -> (i32, Move) {
        let moves = &mut self.memory.moves[at..end];
        let (mut best, mut most) = (0, i32::MIN);
        for (place, &(promise, _)) in moves.iter().enumerate() {
            if promise > most {
                (best, most) = (place, promise);
            }
        }
        moves.swap(0, best);
        moves[0]
    }

    /// What a position is worth as it stands. `memory.sums` has those of this ply.
    #[inline]
    fn worth(&mut self, node: &Node, ply: i32) -> i32 {
        let worth = evaluate(node, &self.weights);
        let Some(net) = self.net.filter(|_| node.left(0) + node.left(1) > 0) else { return worth };
        let tolls = [self.memory.toll(node, 0), self.memory.toll(node, 1)];
        let sums = &self.memory.sums[(ply as usize).min(MOST_PLIES + 1)];
        (worth + net.worth(sums, node, tolls)).clamp(1 - RACE / 2, RACE / 2 - 1)
    }

    /// The score where at most one side has walls left, if the race decides: without walls always, and else if who holds them wins
    /// without using them.
    fn decided(&mut self, node: &Node) -> Result<Option<i32>, Stop> {
        if self.weights.noise > 0 {
            return Ok(None);
        }
        let (me, other) = (node.me(), 1 - node.me());
        let (mine, yours) = (node.steps(me), node.steps(other));
        // Who is so far ahead wins whatever jumps there are; the table is asked where it is close.
        let wins = if yours - mine > 1 {
            Some(true)
        } else if yours - mine < -2 {
            Some(false)
        } else {
            self.race(node)?
        };
        Ok(match wins {
            Some(true) if node.left(other) == 0 => Some(RACE - mine * 10 + yours),
            Some(false) if node.left(me) == 0 => Some(-RACE + yours * 10 - mine),
            None if node.left(me) + node.left(other) == 0 => Some(0),
            _ => None,
        })
    }

    /// Who wins the race with the walls that stand.
    fn race(&mut self, node: &Node) -> Result<Option<bool>, Stop> {
        let mut bare = node.position;
        let here = key(&bare) ^ keys::left(0, bare.left[0]) ^ keys::left(1, bare.left[1]);
        let place = (here >> 20) as usize & (self.memory.races.len() - 1);
        if let Some(known) = &self.memory.races[place]
            && known.0 == here
        {
            return Ok(known.1.wins(&bare));
        }
        // It takes as long as some fifty nodes.
        for _ in 0..50 {
            self.run.expand()?;
        }
        bare.left = [0; 4];
        let ends = race(&bare);
        let wins = ends.wins(&bare);
        self.memory.races[place] = Some(Box::new((here, ends)));
        Ok(wins)
    }

    /// What a position is worth at the end of a line: as it stands, or, without a net, after the wall that costs the other most.
    fn rest(&mut self, node: &Node, ply: i32, alpha: i32, beta: i32) -> i32 {
        let stand = self.worth(node, ply);
        let (me, other) = (node.me(), 1 - node.me());
        if self.net.is_some() {
            return stand;
        }
        if stand >= beta || stand + HOPE <= alpha || node.left(me) == 0 || self.weights.noise > 0 {
            return stand;
        }
        let layers = node.layers();
        let cuts = node.cuts(other, &layers);
        let walls = [node.left(other), node.left(me) - 1];
        let mut best = stand;
        node.attacks(node.position.fitting()).each(|play| {
            if best < beta
                && let Some(steps) = node.steps_after(play, &layers, cuts)
                && steps[other] > 1
            {
                let score = -judge(node.position.size, walls, [steps[other], steps[me]], &self.weights);
                best = best.max(score);
            }
        });
        best
    }

    /// What a wall is worth after which the line ends, by the numbers alone.
    #[inline]
    fn last_wall(&self, node: &Node, play: Move, layers: &mut Option<(Layers, Walls)>) -> Last {
        if play.is_walk() || self.weights.noise > 0 || self.net.is_some() {
            return Last::Open;
        }
        let (me, other) = (node.me(), 1 - node.me());
        let (layers, cuts) = layers.get_or_insert_with(|| {
            let layers = node.layers();
            let cuts = node.cuts(other, &layers);
            (layers, cuts)
        });
        let Some(steps) = node.steps_after(play, layers, *cuts) else { return Last::Closes };
        if steps[other] == 1 {
            return Last::Open;
        }
        let walls = [node.left(other), node.left(me) - 1];
        Last::Worth(-judge(node.position.size, walls, [steps[other], steps[me]], &self.weights))
    }

    /// Whether this position stood before, in the line or in the game.
    fn repeats(&self, key: u64) -> bool {
        self.keys.iter().rev().skip(1).step_by(2).take(12).any(|&earlier| earlier == key)
    }

    /// Adds the moves that are worth trying at this depth to the list, each with what it promises.
    fn order(&mut self, node: &Node, depth: i32, ply: i32, first: Option<Move>, before: Option<Move>) {
        let (me, other) = (node.me(), 1 - node.me());
        let Memory { history, killers, counters, moves, .. } = &mut *self.memory;
        let history = &history[me];
        let killers = killers[ply as usize];
        let counter = before.and_then(|before| counters[me][before.index()]);
        let special = |play: Move| {
            let is = |one: Option<Move>| i32::from(one == Some(play));
            is(first) * FIRST
                + is(killers[0]) * KILLER * 3
                + is(killers[1]) * KILLER * 2
                + is(counter) * KILLER
        };
        let (mine, yours) = (node.steps(me), node.steps(other));
        each(node.position.walks(), |to| {
            let play = Move::walk(to);
            let ahead = if node.ways[me].squares & to.bit() != 0 {
                1
            } else {
                node.steps_from(to).map_or(0, |steps| mine - steps)
            };
            moves.push((special(play) + ahead * STEP + history[play.index()], play));
        });
        if node.left(me) == 0 {
            return;
        }
        let fitting = node.position.fitting();
        let attacks = node.attacks(fitting);
        if depth <= 1 && self.net.is_none() {
            attacks.each(|play| moves.push((special(play) + GAIN, play)));
        } else {
            let layers = node.layers();
            let cuts = node.cuts(other, &layers);
            // At the end of a line only walls that cost the other something are tried.
            let tried = if depth <= 1 { cuts } else { attacks };
            tried.each(|play| {
                if let Some(steps) = node.steps_after(play, &layers, cuts) {
                    let gain = (steps[other] - yours) - (steps[me] - mine);
                    if depth > 1 || gain > 0 {
                        moves.push((special(play) + gain * GAIN + history[play.index()], play));
                    }
                }
            });
        }
        if depth >= 2 {
            node.quiet(fitting).each(|play| moves.push((special(play) + history[play.index()], play)));
        }
        if ply == 0 {
            // At the root every wall has its chance.
            let rest = fitting.without(attacks).without(node.quiet(fitting));
            rest.each(|play| moves.push((special(play) + history[play.index()] - HISTORY, play)));
        }
    }

    /// A move refuted a line: it will be tried earlier, and those before it later.
    fn praise(&mut self, me: usize, ply: i32, depth: i32, play: Move, before: Option<Move>, others: &[Move]) {
        let killers = &mut self.memory.killers[ply as usize];
        if !play.is_walk() && killers[0] != Some(play) {
            *killers = [Some(play), killers[0]];
        }
        if let Some(before) = before {
            self.memory.counters[me][before.index()] = Some(play);
        }
        let step = (depth * depth * 16).min(2000);
        let history = &mut self.memory.history[me];
        let mut learn = |play: Move, by: i32| {
            let worth = &mut history[play.index()];
            *worth += by - *worth * by.abs() / HISTORY;
        };
        learn(play, step);
        others.iter().for_each(|&other| learn(other, -step / 4));
    }
}

/// How much less deep a late move is searched.
#[inline]
fn reduction(depth: i32, tried: i32, promise: i32, wall: bool, null: bool) -> i32 {
    let mut less = (i32::from(tried >= 6) + i32::from(tried >= 16) + i32::from(depth >= 6)) + 1;
    if !wall || promise >= GAIN {
        less -= 1;
    }
    if !null {
        less -= 1;
    }
    less.clamp(0, depth - 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;
    use crate::solver::eval::WEIGHTS;
    use damier_search::Limits;

    /// What is judged by numbers is what the positions themselves are judged to be.
    #[test]
    fn walls_at_the_end_of_a_line_are_judged_right() {
        let mut run = Run::new(Limits::default());
        let table = Table::new(1 << 10, &mut run.memory).unwrap();
        let mut memory = Memory::new(1 << 10);
        let mut search = Search {
            table: &table,
            memory: &mut memory,
            run: &mut run,
            weights: WEIGHTS,
            net: None,
            keys: Vec::new(),
            best: None,
            mates: None,
        };
        let (mut gains, mut closed) = (0, 0);
        for seed in 0..200 {
            let setup = Setup::new(5 + 2 * (seed as usize % 3), 2, None).unwrap();
            let node = Node::new(*random(setup, 6 + seed as usize % 20, seed).position()).unwrap();
            let other = 1 - node.me();
            let stand = evaluate(&node, &WEIGHTS);
            let (mut best, mut layers) = (stand, None);
            if node.left(node.me()) > 0 {
                node.attacks(node.position.fitting()).each(|play| {
                    let after = node.after(play);
                    match (search.last_wall(&node, play, &mut layers), &after) {
                        (Last::Closes, None) => closed += 1,
                        (Last::Open, Some(after)) => assert_eq!(after.steps(other), 1),
                        (Last::Worth(score), Some(after)) => {
                            assert_eq!(score, -evaluate(after, &WEIGHTS));
                            best = best.max(score);
                        }
                        _ => panic!("{play} in {node:?}"),
                    }
                });
            }
            assert_eq!(search.rest(&node, 0, stand - 1, LONG), best);
            assert_eq!(search.rest(&node, 0, -LONG, stand), stand);
            gains += i32::from(best > stand);
        }
        assert!(gains > 20 && closed > 5, "{gains} {closed}");
    }
}

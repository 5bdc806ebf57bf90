//! The search: principal variations by iterative deepening, within the limits of a run.
//!
//! Alpha-beta with null windows after the first move (PVS); a transposition table; moves in the order: the table's, steps along
//! the way, walls by what they cost the other, killers, then by history. Late walls are searched less deep (LMR) and again if
//! they surprise. One ply before the end only steps and walls across the other's way are tried, for no other move changes the
//! evaluation for the better; and after a step at the end of a line the best of such walls is still looked at, so that nobody
//! walks into one.

use damier_search::{Run, Stop};

use super::eval::{Weights, evaluate, judge};
use super::node::{Layers, Node};
use super::table::{Bound, Known, Table};
use super::{LONG, WIN, WON};
use crate::board::Move;
use crate::rules::each;

/// The most plies of a line.
pub(crate) const MOST_PLIES: usize = 96;

/// What ordering learns while searching.
pub(crate) struct Memory {
    pub(crate) table: Table,
    history: [[i32; 512]; 2],
    killers: [[Option<Move>; 2]; MOST_PLIES + 2],
    counters: [[Option<Move>; 512]; 2],
    /// The moves of every position of the line, each with what it promises, one list after the other.
    moves: Vec<(i32, Move)>,
}

impl Memory {
    pub(crate) fn new(table: Table) -> Memory {
        Memory {
            table,
            history: [[0; 512]; 2],
            killers: [[None; 2]; MOST_PLIES + 2],
            counters: [[None; 512]; 2],
            moves: Vec::new(),
        }
    }

    /// For a new game.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.history = [[0; 512]; 2];
        self.counters = [[None; 512]; 2];
    }

    /// For the next move of a game.
    pub(crate) fn next_move(&mut self) {
        self.table.grow_older();
        self.killers = [[None; 2]; MOST_PLIES + 2];
        self.history.iter_mut().flatten().for_each(|worth| *worth /= 4);
    }
}

/// A search of one position.
pub(crate) struct Search<'a> {
    pub(crate) memory: &'a mut Memory,
    pub(crate) run: &'a mut Run,
    pub(crate) weights: Weights,
    /// The keys of the game and of the line that is looked at, to see repetitions.
    pub(crate) keys: Vec<u64>,
    /// The best move of the root in this pass, as soon as one is better than the window's lower end.
    pub(crate) best: Option<Move>,
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
        if depth <= 0 || ply as usize >= MOST_PLIES {
            return Ok(self.rest(node, alpha, beta));
        }
        let null = beta - alpha == 1;
        let worth = evaluate(node, &self.weights);
        let quiet = null && !root && beta.abs() < WON;
        // So far ahead that a few more plies will not change it.
        if quiet && depth <= 3 && worth - AHEAD * depth >= beta {
            return Ok(worth);
        }
        // To look into the table takes longer than to search a single ply.
        let known = if depth > 1 { self.memory.table.get(node.position.key, ply) } else { None };
        if let Some(Known { score, depth: searched, bound, .. }) = known
            && !root
            && null
            && searched >= depth
            && (bound == Bound::Exact
                || (bound == Bound::Lower && score >= beta)
                || (bound == Bound::Upper && score <= alpha))
        {
            return Ok(score);
        }
        let first = known.and_then(|known| known.play);
        if quiet {
            // Even if I did nothing, I would be ahead.
            if may_pass && depth >= 3 && worth >= beta && node.left(me) > 0 {
                let less = 3 + depth / 4;
                let passed = node.passed();
                self.keys.push(node.position.key);
                let score = self.visit(&passed, depth - less, -beta, 1 - beta, ply + 1, None, false);
                self.keys.pop();
                let score = -score?;
                if score >= beta {
                    return Ok(if score > WON { beta } else { score });
                }
            }
        }
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
        self.keys.push(node.position.key);
        for at in begin..end {
            let (promise, play) = self.pick(at, end);
            let wall = !play.is_walk();
            // Late quiet walls near the end of a line promise nothing.
            if wall && null && !root && best > -WON && promise < KILLER && tried > 3 + 3 * depth * depth {
                break;
            }
            let last = if depth == 1 { self.last_wall(node, play, &mut layers) } else { Last::Open };
            let score = match last {
                Last::Closes => continue,
                Last::Worth(score) => self.run.expand().map(|()| score),
                Last::Open => {
                    let Some(next) = node.after(play) else { continue };
                    let less = if depth >= 3 && tried >= 3 {
                        reduction(depth, tried, promise, wall, null)
                    } else {
                        0
                    };
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
        self.memory.table.put(node.position.key, Known { play: keep, score: best, depth, bound }, ply);
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

    /// What a position is worth at the end of a line: as it stands, or after the wall that costs the other most.
    fn rest(&self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let stand = evaluate(node, &self.weights);
        let (me, other) = (node.me(), 1 - node.me());
        if stand >= beta || stand + HOPE <= alpha || node.left(me) == 0 || self.weights.noise > 0 {
            return stand;
        }
        let layers = node.layers();
        let walls = [node.left(other), node.left(me) - 1];
        let mut best = stand;
        node.attacks(node.position.fitting()).each(|play| {
            if best < beta
                && let Some(steps) = node.steps_after(play, &layers)
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
    fn last_wall(&self, node: &Node, play: Move, layers: &mut Option<Layers>) -> Last {
        if play.is_walk() || self.weights.noise > 0 {
            return Last::Open;
        }
        let layers = layers.get_or_insert_with(|| node.layers());
        let Some(steps) = node.steps_after(play, layers) else { return Last::Closes };
        let (me, other) = (node.me(), 1 - node.me());
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
        if depth <= 1 {
            attacks.each(|play| moves.push((special(play) + GAIN, play)));
        } else {
            let layers = node.layers();
            attacks.each(|play| {
                if let Some(steps) = node.steps_after(play, &layers) {
                    let gain = (steps[other] - yours) - (steps[me] - mine);
                    moves.push((special(play) + gain * GAIN + history[play.index()], play));
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
        let mut memory = Memory::new(Table::new(1 << 10, &mut run.memory).unwrap());
        let search =
            Search { memory: &mut memory, run: &mut run, weights: WEIGHTS, keys: Vec::new(), best: None };
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
            assert_eq!(search.rest(&node, stand - 1, LONG), best);
            assert_eq!(search.rest(&node, -LONG, stand), stand);
            gains += i32::from(best > stand);
        }
        assert!(gains > 20 && closed > 5, "{gains} {closed}");
    }
}

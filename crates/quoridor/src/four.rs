//! The engine for more than two players: Monte-Carlo tree search in which everybody plays for themselves.
//!
//! The tree grows by a position a rollout. From the root each player takes the move with the highest mean of their own plus a bonus
//! for moves that look good and were tried rarely (PUCT); the new position is played on for some plies, quickly, and judged by
//! a chance to win for each of the four; every player on the way adds up their own (max^n). The move that was tried most often is chosen.
//!
//! What looks good is what leaves the mover the best chance at once. The others are expected to do just that, more than who thinks is:
//! deep searches that expect every other player to be as clever, or as hostile, as possible were weaker than shallow ones, and this one
//! is much stronger than both (`docs/quoridor-engine.md`). Memory: the tree; where there is no room it stops growing. References:
//! N. Sturtevant, An analysis of UCT in multi-player games, 2008; C. Rosin, Multi-armed bandits with episode context, 2011.

use damier_search::pieces::push;
use damier_search::random::{Random, mixed};
use damier_search::{Limits, Run, Stop};

use crate::board::{Lie, Move, PLAYERS, Square};
use crate::record::Record;
use crate::rules::{Walls, each};
use crate::solver::{Level, Node, Thought, WIN};

// The numbers come from matches alone against three `maxn(depth=2)`, 100 to 160 games each. The error of such a match is 8 %, so that most
// of them are known only roughly; what is certain is said.

/// What a wall counts in hundredths of a step.
const WALL: f32 = 120.0;
/// So many hundredths of a step multiply the odds of winning by e.
const UNIT: f32 = 250.0;
/// The weight of the bonus for being tried rarely.
const EXPLORE: f32 = 1.0;
/// How much more chance makes a move look e times as good, for who thinks and for the others. This matters most: with 0.15 for both it won 23 of
/// 100 games, with 0.07 for both 53 of 120.
const OWN: f32 = 0.05;
const OTHERS: f32 = 0.025;
/// Plies of a playout. With 40 it won 19 of 120 games, when it won 23 of 100 with 16.
const PLAYOUT: i32 = 16;
/// Of a hundred times, how often a playout puts a wall before a player who is ahead: one step from the goal, near it, and else.
const WALLS: [u64; 3] = [90, 50, 30];
/// How many walls it tries to find a good one.
const TRIES: u64 = 3;

/// Thinks about the position that stands, until the run stops or there have been so many rollouts as the depth is worth. The tree takes
/// at most so many bytes. `tell` hears how it stands whenever the number of rollouts has doubled.
pub(crate) fn think(
    record: &Record,
    level: &Level,
    (most, seed, bytes): (i32, u64, usize),
    run: &mut Run,
    tell: &mut dyn FnMut(&Thought, &Run),
) -> Thought {
    let position = *record.position();
    let legal = position.legal();
    let mut thought = Thought { play: legal.first().copied(), ..Thought::default() };
    let Some(table) = Table::new(position).filter(|_| !legal.is_empty()) else { return thought };
    let mut own = run.beside(Limits {
        nodes: level.nodes.into_iter().chain(run.nodes_left()).min(),
        memory: run.left().memory.into_iter().chain([bytes as u64]).min(),
        time: None,
    });
    thought.play = Some(table.step());
    let most = most.min(level.depth).max(1);
    let mut search = Search {
        me: position.turn(),
        level,
        seed,
        most,
        run: &mut own,
        random: Random::new(mixed(position.key() ^ seed)),
        tree: vec![Leaf::new(Move::PASS, 0, 1.0)],
        full: false,
    };
    for rollout in 1..=500 * most as u64 * most as u64 {
        if let Err(why) = search.rollout(&table) {
            thought.stopped = Some(why);
            break;
        }
        if rollout >= 16 && rollout.is_power_of_two() {
            search.report(&mut thought);
            search.run.stats.bound = thought.depth as u32;
            tell(&thought, search.run);
        }
        if search.tree[0].decided.is_some() {
            break;
        }
    }
    search.report(&mut thought);
    run.memory.saw(&own.memory);
    run.stats.expanded += own.stats.expanded;
    run.stats.bound = thought.depth as u32;
    run.finish();
    thought
}

/// A position with one shortest way of each player.
type Table = Node<PLAYERS>;

/// The chance of each player to win.
type Chances = [f32; PLAYERS];

impl Table {
    /// The step along the way, or the best one where somebody stands in it; a pass where there is none.
    fn step(&self) -> Move {
        let me = self.position.turn();
        let walks = self.position.walks();
        let near = self.position.around(self.position.pawn(me).bit());
        let straight = walks & near & self.ways[me].squares;
        if straight != 0 {
            return Move::walk(Square::first(straight));
        }
        let mut best: Option<(i32, Move)> = None;
        each(walks, |to| {
            let play = Move::walk(to);
            let steps = self.after(play).map_or(i32::MAX, |after| after.steps(me));
            if best.is_none_or(|(least, _)| steps < least) {
                best = Some((steps, play));
            }
        });
        best.map_or_else(|| self.position.legal().first().copied().unwrap_or(Move::PASS), |(_, play)| play)
    }

    /// In how many plies a player arrives if everybody only walks.
    fn arrival(&self, player: usize) -> i32 {
        let later = (player + PLAYERS - self.position.turn()) % PLAYERS;
        PLAYERS as i32 * (self.steps(player) - 1) + later as i32
    }

    /// The chance of each player, by the plies to the goal and the walls left.
    fn chances(&self) -> Chances {
        let mut worth = [0f32; PLAYERS];
        for (player, worth) in worth.iter_mut().enumerate() {
            let walls = self.position.walls_left(player) as f32;
            *worth = (WALL * walls - 25.0 * self.arrival(player) as f32) / UNIT;
        }
        let most = worth.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for worth in &mut worth {
            *worth = (*worth - most).exp();
            sum += *worth;
        }
        worth.map(|worth| worth / sum)
    }

    /// Who arrives first of all but one.
    fn rival(&self, me: usize) -> usize {
        (0..PLAYERS).filter(|&player| player != me).min_by_key(|&player| self.arrival(player)).unwrap_or(0)
    }
}

/// A position of the tree, by the move that leads to it.
#[derive(Clone, Copy)]
struct Leaf {
    play: Move,
    /// Who made it.
    mover: u8,
    /// Who wins, if that is known: by moves of the tree, which is not all moves.
    decided: Option<u8>,
    visits: u32,
    /// How good it looks, all of its siblings together 1.
    prior: f32,
    /// The chances of its mover, added up.
    reward: f32,
    /// The first in the tree and the one behind the last.
    children: (u32, u32),
}

impl Leaf {
    fn new(play: Move, mover: usize, prior: f32) -> Leaf {
        Leaf { play, mover: mover as u8, decided: None, visits: 0, prior, reward: 0.0, children: (0, 0) }
    }
}

struct Search<'a> {
    /// Who thinks.
    me: usize,
    level: &'a Level,
    seed: u64,
    /// How deep the tree may be.
    most: i32,
    run: &'a mut Run,
    random: Random,
    tree: Vec<Leaf>,
    /// Whether there is no room for more.
    full: bool,
}

impl Search<'_> {
    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let (from, to) = self.tree[at].children;
        from as usize..to as usize
    }

    /// From the root down the tree, one position more, and the result back up.
    fn rollout(&mut self, root: &Table) -> Result<(), Stop> {
        let mut table = *root;
        let mut path = vec![0usize];
        let mut at = 0;
        let chances = loop {
            self.run.expand()?;
            if let Some(winner) = table.position.winner() {
                self.tree[at].decided = Some(winner as u8);
                break settled(winner);
            }
            if let Some(winner) = self.tree[at].decided {
                break settled(winner as usize);
            }
            if self.tree[at].children.1 == 0 {
                if (self.tree[at].visits == 0 && at != 0) || path.len() as i32 > self.most || self.full {
                    break self.play_out(table)?;
                }
                self.grow(at, &table);
                if self.full {
                    break self.play_out(table)?;
                }
            }
            at = self.select(at);
            let Some(next) = table.after(self.tree[at].play) else { break table.chances() };
            table = next;
            path.push(at);
        };
        for &at in path.iter().rev() {
            let mover = usize::from(self.tree[at].mover);
            self.decide(at);
            let leaf = &mut self.tree[at];
            leaf.visits += 1;
            leaf.reward += chances[mover];
        }
        Ok(())
    }

    /// Who can win by force has won; where all moves lose to the same player, that one has.
    fn decide(&mut self, at: usize) {
        let children = self.children(at);
        if children.is_empty() || self.tree[at].decided.is_some() {
            return;
        }
        let mover = self.tree[children.start].mover;
        let first = self.tree[children.start].decided;
        let mut all = first.is_some();
        let mut won = false;
        for leaf in &self.tree[children] {
            won |= leaf.decided == Some(mover);
            all &= leaf.decided == first;
        }
        if won {
            self.tree[at].decided = Some(mover);
        } else if all {
            self.tree[at].decided = first;
        }
    }

    /// Adds what a player may want to do: every walk, and the walls across somebody else's way. A wall that is not cannot hold anybody up.
    fn grow(&mut self, at: usize, table: &Table) {
        let mover = table.position.turn();
        let sharp = if mover == self.me { OWN } else { OTHERS };
        let from = self.tree.len();
        let Search { tree, run, full, .. } = self;
        let mut sum = 0.0;
        let mut add = |play: Move| {
            let Some(after) = table.after(play) else { return };
            let prior = (after.chances()[mover] / sharp).exp();
            sum += prior;
            let decided = (after.steps(mover) == 0).then_some(mover as u8);
            let leaf = Leaf { decided, ..Leaf::new(play, mover, prior) };
            *full |= push(tree, leaf, &mut run.memory).is_err();
        };
        let walks = table.position.walks();
        each(walks, |to| add(Move::walk(to)));
        let mut wanted = Walls::default();
        if table.position.walls_left(mover) > 0 {
            for player in (0..PLAYERS).filter(|&player| player != mover) {
                wanted.horizontal |= table.ways[player].across.horizontal;
                wanted.vertical |= table.ways[player].across.vertical;
            }
            table.position.fitting().and(wanted).each(&mut add);
        }
        if walks == 0 {
            // Something must be done: any wall, or nothing.
            add(table.position.legal().first().copied().unwrap_or(Move::PASS));
        }
        if *full {
            tree.truncate(from);
            return;
        }
        for leaf in &mut tree[from..] {
            leaf.prior /= sum;
        }
        tree[at].children = (from as u32, tree.len() as u32);
    }

    /// The child to follow.
    fn select(&mut self, at: usize) -> usize {
        let leaf = &self.tree[at];
        let visits = leaf.visits as f32;
        let children = self.children(at);
        let explore = EXPLORE * (visits + 1.0).sqrt();
        let (mut tried, mut won) = (0.0, 0.0);
        for child in &self.tree[children.clone()] {
            tried += child.visits as f32;
            won += child.reward;
        }
        let unknown = if tried > 0.0 { won / tried } else { 0.5 };
        let mut best = (f32::MIN, children.start);
        for child in children {
            let leaf = &self.tree[child];
            let bound = if let Some(winner) = leaf.decided {
                if winner == leaf.mover { 2.0 } else { -1.0 }
            } else {
                let mean = if leaf.visits == 0 { unknown } else { leaf.reward / leaf.visits as f32 };
                mean + explore * leaf.prior / (1.0 + leaf.visits as f32)
            };
            if bound > best.0 {
                best = (bound, child);
            }
        }
        best.1
    }

    /// Plays on quickly, not further than the level sees, and judges where it stops.
    fn play_out(&mut self, mut table: Table) -> Result<Chances, Stop> {
        for _ in 0..PLAYOUT.min(self.most) {
            if let Some(winner) = table.position.winner() {
                return Ok(settled(winner));
            }
            self.run.expand()?;
            table = self.likely(&table);
        }
        if let Some(winner) = table.position.winner() {
            return Ok(settled(winner));
        }
        let mut chances = table.chances();
        let noise = self.level.noise;
        if noise > 0 {
            let dice = mixed(table.position.key() ^ self.seed);
            for (player, chance) in chances.iter_mut().enumerate() {
                let off = (dice >> (16 * player)) as i32 & 0xFFFF;
                *chance += (off % (2 * noise + 1) - noise) as f32 / (2.0 * UNIT);
            }
        }
        Ok(chances)
    }

    /// After the move that comes to mind: mostly a step along the way, sometimes a wall before who is ahead.
    fn likely(&mut self, table: &Table) -> Table {
        let me = table.position.turn();
        let dice = self.random.bits();
        let rival = table.rival(me);
        if table.position.walls_left(me) > 0 && table.arrival(rival) < table.arrival(me) {
            let often = match table.steps(rival) {
                ..=1 => WALLS[0],
                2..=3 => WALLS[1],
                _ => WALLS[2],
            };
            if dice % 100 < often {
                let walls = table.position.fitting().and(table.ways[rival].across);
                let many = walls.count();
                let mut best: Option<(i32, Table)> = None;
                if many > 0 {
                    for try_ in 0..TRIES {
                        let pick = (dice >> (8 + 12 * try_)) as u32 % many;
                        let Some(next) = table.after(nth(walls, pick)) else { continue };
                        let gain =
                            next.steps(rival) - table.steps(rival) - (next.steps(me) - table.steps(me));
                        if gain > 0 && best.as_ref().is_none_or(|(most, _)| gain > *most) {
                            best = Some((gain, next));
                        }
                    }
                }
                if let Some((_, next)) = best {
                    return next;
                }
            }
        }
        table.after(table.step()).unwrap_or(*table)
    }

    /// The child to play: one that wins, else what was tried most often, rather not one that loses.
    fn favourite(&self, at: usize) -> Option<usize> {
        let rank = |leaf: &Leaf| match leaf.decided {
            Some(winner) if winner == leaf.mover => (2, 0, 0.0),
            Some(_) => (0, leaf.visits, leaf.prior),
            None => (1, leaf.visits, leaf.prior),
        };
        self.children(at).reduce(
            |one, two| {
                if rank(&self.tree[two]) > rank(&self.tree[one]) { two } else { one }
            },
        )
    }

    /// What it thinks so far.
    fn report(&self, thought: &mut Thought) {
        let mut at = 0;
        let mut line = Vec::new();
        while let Some(next) = self.favourite(at).filter(|_| at == 0 || self.tree[at].visits > 1) {
            line.push(self.tree[next].play);
            at = next;
        }
        let Some(first) = self.favourite(0) else { return };
        let leaf = &self.tree[first];
        thought.play = Some(leaf.play);
        thought.depth = line.len() as i32;
        thought.line = line;
        // Only a win on the spot is certain. Else the chance as steps ahead of three others who are level: a quarter is none.
        thought.score = if leaf.decided == Some(leaf.mover) && leaf.children.1 == 0 {
            WIN - 1
        } else {
            let chance = leaf.reward / leaf.visits.max(1) as f32;
            let chance = if leaf.decided == Some(leaf.mover) { 1.0 } else { chance }.clamp(0.001, 0.999);
            (UNIT * (3.0 * chance / (1.0 - chance)).ln()) as i32
        };
    }
}

/// The wall with this number.
fn nth(walls: Walls, number: u32) -> Move {
    let horizontal = walls.horizontal.count_ones();
    let (mut set, lie, mut number) = if number < horizontal {
        (walls.horizontal, Lie::Horizontal, number)
    } else {
        (walls.vertical, Lie::Vertical, number - horizontal)
    };
    while number > 0 {
        set &= set - 1;
        number -= 1;
    }
    Move::wall(Square::first(set), lie)
}

/// This one has won.
fn settled(winner: usize) -> Chances {
    let mut chances = [0.0; PLAYERS];
    chances[winner] = 1.0;
    chances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;
    use crate::solver::LEVELS;
    use damier_search::Limits;

    fn asked(record: &Record, nodes: u64, depth: i32) -> (Thought, u64, Vec<Thought>) {
        let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let mut told = Vec::new();
        let level = &LEVELS[LEVELS.len() - 1];
        let thought =
            think(record, level, (depth, 0, 1 << 20), &mut run, &mut |thought, _| told.push(thought.clone()));
        (thought, run.stats.expanded, told)
    }

    /// On every board: a legal move within the nodes, told on the way, the same each time.
    #[test]
    fn it_tells_and_keeps_to_its_nodes() {
        for (size, seed) in (3..=11).zip(1..) {
            let setup = Setup::new(size, 4, None).unwrap();
            let record = random(setup, 8, seed);
            let (thought, nodes, told) = asked(&record, 3000, 12);
            assert!(nodes <= 3000, "{nodes}");
            assert!(!told.is_empty() || nodes < 300, "{size}");
            assert_eq!(thought, asked(&record, 3000, 12).0);
            for thought in told.iter().chain([&thought]) {
                assert_eq!(record.position().check(thought.play.unwrap()), Ok(()), "{size}");
                assert_eq!(thought.line.first().copied(), thought.play);
                assert!(thought.depth <= 12 && thought.depth as usize == thought.line.len());
                // The line is a game that can be played.
                let mut after = record.clone();
                thought.line.iter().for_each(|&play| after.play(play).unwrap());
            }
        }
    }

    /// A small depth comes to an end by itself; without room for a tree there is an answer too.
    #[test]
    fn it_ends_by_itself_and_in_little_room() {
        let record = random(Setup::new(9, 4, None).unwrap(), 8, 1);
        let mut run = Run::new(Limits::default());
        let level = &LEVELS[LEVELS.len() - 1];
        let thought = think(&record, level, (2, 0, 1 << 20), &mut run, &mut |_, _| ());
        assert_eq!((thought.stopped, thought.depth), (None, 2));
        assert!(run.stats.expanded > 1000);
        for bytes in [0, 1 << 10, 1 << 14] {
            let memory = Some(bytes);
            let mut run = Run::new(Limits { nodes: Some(20_000), memory, ..Limits::default() });
            let thought = think(&record, level, (12, 0, 1 << 20), &mut run, &mut |_, _| ());
            assert_eq!(record.position().check(thought.play.unwrap()), Ok(()));
            assert!(run.finish().peak_bytes <= bytes);
        }
    }

    /// One step from the goal it arrives; where the next player would arrive, it puts a wall before them.
    #[test]
    fn it_sees_what_is_near() {
        let near = crate::notation::qfen::read("/ / e8 b5 e2 h5 / 3 3 3 3 / 1").unwrap();
        let (thought, ..) = asked(&Record::from(near), 1000, 8);
        assert_eq!((thought.play, thought.score), ("e9".parse().ok(), WIN - 1));
        let threat = crate::notation::qfen::read("/ / e3 h5 e7 c5 / 3 3 3 3 / 1").unwrap();
        let (thought, ..) = asked(&Record::from(threat), 100_000, 8);
        let play = thought.play.unwrap();
        let mut after = threat;
        after.play(play).unwrap();
        assert!(after.distance(1) > threat.distance(1), "{play}");
    }
}

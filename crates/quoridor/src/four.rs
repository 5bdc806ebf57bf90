//! The engine for more than two players.
//!
//! Everybody hurries, and now and then somebody gets in my way. So the search takes a round of the table like this: I may do
//! anything that matters; each of the others takes the step along their shortest way, except that one of them, and only one a
//! round, may do something else against me. That is best-reply search with the other players' likely moves instead of
//! passes (BRS+): a tree of two sides, searched by alpha-beta, in which a round costs the sum of what the others can do and not the
//! product, so that it sees several rounds ahead where a paranoid search sees one. It deepens round by round, or ply by ply at first, and
//! tells every pass. Reference: M. Esser, M. Gras, M. Winands, M. Schadd, M. Lanctot, Improving best-reply search, 2013.

use damier_search::{Run, Stop};

use crate::board::{Move, PLAYERS, Square};
use crate::record::Record;
use crate::rules::each;
use crate::solver::{Level, Node, Thought, WIN, WON};

/// Nobody looks further.
const MOST_PLIES: i32 = 60;

/// Thinks about the position that stands, until the run stops or the depth is reached. `tell` hears every pass.
pub(crate) fn think(
    record: &Record,
    level: &Level,
    (most, seed): (i32, u64),
    run: &mut Run,
    tell: &mut dyn FnMut(&Thought, &Run),
) -> Thought {
    let position = *record.position();
    let legal = position.legal();
    let mut thought = Thought { play: legal.first().copied(), ..Thought::default() };
    let Some(table) = Table::new(position).filter(|_| !legal.is_empty()) else { return thought };
    let limits = damier_search::Limits {
        nodes: level.nodes.into_iter().chain(run.nodes_left()).min(),
        ..damier_search::Limits::default()
    };
    let mut own = run.beside(limits);
    let mut search = Search {
        me: position.turn(),
        noise: level.noise,
        seed,
        run: &mut own,
        history: Box::new([[0; 512]; PLAYERS]),
        first: None,
        line: Vec::new(),
    };
    for depth in 1..=most.min(level.depth).min(MOST_PLIES) {
        let found = search.value(&table, depth, 0, false, (-WIN, WIN));
        let (score, line) = match found {
            Ok(found) => found,
            Err(why) => {
                thought.stopped = Some(why);
                break;
            }
        };
        search.first = line.first().copied();
        search.line.clone_from(&line);
        thought = Thought { play: search.first.or(thought.play), score, depth, line, stopped: None };
        search.run.stats.bound = depth as u32;
        tell(&thought, search.run);
        if score.abs() > WON {
            break;
        }
    }
    run.stats.expanded += own.stats.expanded;
    run.stats.bound = thought.depth as u32;
    run.finish();
    thought
}

/// A position with one shortest way of each player.
type Table = Node<PLAYERS>;

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
}

struct Search<'a> {
    /// Who thinks.
    me: usize,
    noise: i32,
    seed: u64,
    run: &'a mut Run,
    /// Which moves have cut lines short, of each player.
    history: Box<[[i32; 512]; PLAYERS]>,
    /// The best move of the pass before, and the line that followed.
    first: Option<Move>,
    line: Vec<Move>,
}

type Found = (i32, Vec<Move>);

impl Search<'_> {
    /// The value for who thinks. `departed`: whether one of the others has left their way in this round already.
    fn value(
        &mut self,
        table: &Table,
        depth: i32,
        ply: i32,
        departed: bool,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<Found, Stop> {
        self.run.expand()?;
        if let Some(winner) = table.position.winner() {
            return Ok((if winner == self.me { WIN - ply } else { ply - WIN }, Vec::new()));
        }
        if depth <= 0 {
            return Ok((self.worth(table), Vec::new()));
        }
        let turn = table.position.turn();
        let mine = turn == self.me;
        let departed = departed && !mine;
        let step = table.step();
        let mut best: Option<Found> = None;
        for play in self.moves(table, step, departed, ply) {
            let Some(next) = table.after(play) else { continue };
            let leaves = departed || (!mine && play != step);
            let (score, rest) = self.value(&next, depth - 1, ply + 1, leaves, (alpha, beta))?;
            if best.as_ref().is_none_or(|(most, _)| if mine { score > *most } else { score < *most }) {
                let mut line = vec![play];
                line.extend(rest);
                best = Some((score, line));
                if mine {
                    alpha = alpha.max(score);
                } else {
                    beta = beta.min(score);
                }
                if alpha >= beta {
                    self.history[turn][play.index()] += depth * depth;
                    break;
                }
            }
        }
        Ok(best.unwrap_or_else(|| (self.worth(table), Vec::new())))
    }

    /// What is worth trying: for me every walk, and the walls across somebody's way; for the others the step along their way, and
    /// where nobody has departed yet, the walls across mine.
    fn moves(&self, table: &Table, step: Move, departed: bool, ply: i32) -> Vec<Move> {
        let turn = table.position.turn();
        let mine = turn == self.me;
        if departed {
            return vec![step];
        }
        let mut moves = vec![(i32::MAX - 1, step)];
        let worth = |play: Move| self.history[turn][play.index()];
        each(table.position.walks(), |to| {
            let play = Move::walk(to);
            if play != step && mine {
                moves.push((worth(play), play));
            }
        });
        if table.position.walls_left(turn) > 0 {
            let fitting = table.position.fitting();
            let mut wanted = crate::rules::Walls::default();
            for player in 0..table.position.players() {
                // Others put walls in my way; I put them in the way of those who may be there before me.
                let matters = if mine {
                    player != self.me && table.steps(player) <= table.steps(self.me) + 2
                } else {
                    player == self.me
                };
                if matters {
                    wanted.horizontal |= table.ways[player].across.horizontal;
                    wanted.vertical |= table.ways[player].across.vertical;
                }
            }
            fitting.and(wanted).each(|play| moves.push((worth(play), play)));
        }
        // The line of the pass before is looked at first.
        let before = self.line.get(ply as usize).copied();
        for (promise, play) in &mut moves {
            if Some(*play) == before {
                *promise = i32::MAX;
            }
        }
        moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        moves.into_iter().map(|(_, play)| play).collect()
    }

    /// Steps ahead of the others, most of all of the best of them, and walls: mine help me, those of the others hurt
    /// whoever is ahead.
    fn worth(&self, table: &Table) -> i32 {
        let position = &table.position;
        let players = position.players();
        let mine = table.steps(self.me);
        let (mut nearest, mut sum, mut walls) = (i32::MAX, 0, 0);
        for player in (0..players).filter(|&player| player != self.me) {
            // Who moves sooner is a part of a step ahead.
            let later = (player + players - position.turn()) % players;
            let steps = 100 * table.steps(player) + 100 * later as i32 / players as i32;
            nearest = nearest.min(steps);
            sum += steps;
            walls += position.walls_left(player) as i32;
        }
        let others = players as i32 - 1;
        let later = (self.me + players - position.turn()) % players;
        let mine = 100 * mine + 100 * later as i32 / players as i32;
        let mut score = (3 * (nearest - mine) + (sum / others - mine)) / 4;
        score += WALL * (position.walls_left(self.me) as i32 - walls / others);
        if self.noise > 0 {
            let mixed = (position.key() ^ self.seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
            score += mixed as i32 % (2 * self.noise + 1) - self.noise;
        }
        score.clamp(-WIN / 4, WIN / 4)
    }
}

/// A wall in hundredths of a step.
const WALL: i32 = 60;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Setup;
    use crate::generate::random;
    use crate::solver::LEVELS;
    use damier_search::Limits;

    fn asked(record: &Record, nodes: u64, depth: i32) -> (Thought, u64, Vec<i32>) {
        let mut run = Run::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let mut told = Vec::new();
        let level = &LEVELS[LEVELS.len() - 1];
        let thought = think(record, level, (depth, 0), &mut run, &mut |thought, _| told.push(thought.depth));
        (thought, run.stats.expanded, told)
    }

    /// On every board: a legal move within the nodes, passes told one by one, the same each time.
    #[test]
    fn it_deepens_tells_and_keeps_to_its_nodes() {
        for (size, seed) in (3..=11).zip(1..) {
            let setup = Setup::new(size, 4, None).unwrap();
            let record = random(setup, 8, seed);
            let (thought, nodes, told) = asked(&record, 3000, 12);
            assert_eq!(record.position().check(thought.play.unwrap()), Ok(()), "{size}");
            assert!(nodes <= 3000, "{nodes}");
            assert_eq!(told, (1..=thought.depth).collect::<Vec<_>>());
            assert_eq!(thought, asked(&record, 3000, 12).0);
            // The line is a game that can be played.
            let mut after = record.clone();
            thought.line.iter().for_each(|&play| after.play(play).unwrap());
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

//! Openings: what the engine played in games against itself, with how often, how it went, and what it thought of each move.
//!
//! The games are data (`data/quoridor/openings.txt`) that the example `openings` makes again. Positions that come about in
//! different ways are one, and so are a position and its mirror image, left for right: [`Folded`] is the one of the two that
//! is kept. Nobody plays by this; it is there to be looked at.
//!
//! A line of the file is a move of the tree: how many moves come before it, the move, in how many games it was
//! played, how many of these who played it won and drew, and its score in hundredths of a step. A position that comes about
//! a second time is not written again.

use std::fmt::Write;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Deed, Move, Setup, Square};
use crate::rules::Position;

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub play: Move,
    /// In how many games it was played.
    pub games: u32,
    /// How many of these who played it won.
    pub won: u32,
    /// How many were drawn.
    pub drawn: u32,
    /// What the engine thought of it, in hundredths of a step ahead.
    pub score: i32,
}

/// A position or its mirror image, whichever is kept, and which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The key of the one that is kept.
    pub key: u64,
    /// Whether that is the mirror image.
    mirrored: bool,
    /// Whether both are the same: then a move and its mirror image are the same, too.
    even: bool,
    size: usize,
}

impl Folded {
    /// The one that is kept.
    pub fn of(position: &Position) -> Folded {
        let other = mirror(position).key();
        let key = position.key();
        Folded { key: key.min(other), mirrored: other < key, even: other == key, size: position.size() }
    }

    /// A move here as it is kept. Applied to a move that is kept, the move as it is here.
    pub fn turn(self, play: Move) -> Move {
        let other = mirror_move(play, self.size);
        let swap = self.mirrored || (self.even && other.order() < play.order());
        if swap { other } else { play }
    }
}

/// A position with left and right exchanged.
pub fn mirror(position: &Position) -> Position {
    let size = position.size();
    let setup = Setup::new(size, position.players(), Some(0)).unwrap_or_default();
    let mut other = Position::start(setup);
    (other.left, other.turn) = (position.left, position.turn);
    for player in 0..position.players() {
        other.pawns[player] = mirror_square(position.pawn(player), size - 1);
    }
    position.walls().each(|wall| {
        if let Deed::Wall(at, lie) = mirror_move(wall, size).deed() {
            other.place(at, lie);
        }
    });
    other.key = other.full_key();
    other
}

/// A move with left and right exchanged.
pub fn mirror_move(play: Move, size: usize) -> Move {
    match play.deed() {
        Deed::Walk(to) => Move::walk(mirror_square(to, size - 1)),
        Deed::Wall(at, lie) => Move::wall(mirror_square(at, size - 2), lie),
        Deed::Pass => play,
    }
}

fn mirror_square(square: Square, last: usize) -> Square {
    Square::new(last.saturating_sub(square.column()), square.row()).unwrap_or(square)
}

/// What was tried in each position that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings(FxHashMap<u64, Vec<Tried>>);

impl Openings {
    /// The openings that come with the program.
    pub fn ours() -> &'static Openings {
        static OURS: OnceLock<Openings> = OnceLock::new();
        OURS.get_or_init(|| Openings::read(include_str!("../../../data/quoridor/openings.txt")))
    }

    /// Reads a file; what cannot be played is left out.
    pub fn read(text: &str) -> Openings {
        let mut openings = Openings::default();
        let mut line = vec![Position::start(Setup::default())];
        for words in text.lines().map(|text| text.split(' ').collect::<Vec<_>>()) {
            let [depth, play, games, won, drawn, score] = words[..] else { continue };
            let number = |text: &str| text.parse::<u32>().ok();
            let read = || {
                let (depth, play) = (depth.parse::<usize>().ok()?, play.parse::<Move>().ok()?);
                let (games, won, drawn) = (number(games)?, number(won)?, number(drawn)?);
                Some((depth, Tried { play, games, won, drawn, score: score.parse().ok()? }))
            };
            let Some((depth, tried)) = read().filter(|(depth, _)| *depth < line.len()) else { continue };
            line.truncate(depth + 1);
            let mut next = line[depth];
            let folded = Folded::of(&next);
            if next.play(tried.play).is_err() {
                continue;
            }
            openings.0.entry(folded.key).or_default().push(Tried { play: folded.turn(tried.play), ..tried });
            line.push(next);
        }
        openings
    }

    /// The games of a move are added to what is known of it.
    pub fn add(&mut self, position: &Position, tried: Tried) {
        let folded = Folded::of(position);
        let tried = Tried { play: folded.turn(tried.play), ..tried };
        let here = self.0.entry(folded.key).or_default();
        match here.iter_mut().find(|known| known.play == tried.play) {
            None => here.push(tried),
            Some(known) => {
                known.games += tried.games;
                known.won += tried.won;
                known.drawn += tried.drawn;
            }
        }
    }

    /// What was tried in a position, the most played first.
    pub fn tried(&self, position: &Position) -> Vec<Tried> {
        // A key does not tell the size of the board.
        if (position.size(), position.players()) != (9, 2) {
            return Vec::new();
        }
        let folded = Folded::of(position);
        let known = self.0.get(&folded.key).map(Vec::as_slice).unwrap_or_default();
        let here = known.iter().map(|tried| Tried { play: folded.turn(tried.play), ..*tried });
        let mut here: Vec<Tried> = here.filter(|tried| position.check(tried.play).is_ok()).collect();
        here.sort_by_key(|tried| (std::cmp::Reverse((tried.games, tried.score)), tried.play.order()));
        here
    }

    /// How many moves are known.
    pub fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As a file, with the moves that were played in so many games at least.
    pub fn write(&self, least: u32) -> String {
        let mut text = String::new();
        let mut seen = FxHashSet::default();
        self.write_from(&Position::start(Setup::default()), 0, least, &mut seen, &mut text);
        text
    }

    fn write_from(
        &self,
        position: &Position,
        depth: usize,
        least: u32,
        seen: &mut FxHashSet<u64>,
        text: &mut String,
    ) {
        if !seen.insert(Folded::of(position).key) {
            return;
        }
        for tried in self.tried(position).into_iter().filter(|tried| tried.games >= least) {
            let Tried { play, games, won, drawn, score } = tried;
            let _ = writeln!(text, "{depth} {play} {games} {won} {drawn} {score}");
            let mut next = *position;
            next.play_unchecked(play);
            self.write_from(&next, depth + 1, least, seen, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    fn after(moves: &str) -> Position {
        let mut position = Position::start(Setup::default());
        for play in moves.split_whitespace() {
            position.play(play.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn the_mirror_image_plays_the_mirror_s_moves() {
        for seed in 0..200 {
            for size in [4, 5, 9] {
                let setup = Setup::new(size, 2, None).unwrap();
                let record = generate::random(setup, seed as usize % 20, seed);
                let (here, there) = (record.position(), mirror(record.position()));
                assert_eq!(mirror(&there), *here);
                let mut ours: Vec<_> = here.legal().iter().map(|&play| mirror_move(play, size)).collect();
                let mut theirs = there.legal().to_vec();
                ours.sort_by_key(|play| play.order());
                theirs.sort_by_key(|play| play.order());
                assert_eq!(ours, theirs);
                assert_eq!(Folded::of(here).key, Folded::of(&there).key);
            }
        }
    }

    #[test]
    fn other_orders_and_mirror_images_are_one_position() {
        let mut openings = Openings::default();
        let tried = |play: &str| Tried { play: play.parse().unwrap(), games: 1, won: 1, drawn: 0, score: 5 };
        openings.add(&after("e2 e8 a3h h6h"), tried("e3"));
        openings.add(&after("a3h h6h e2 e8"), tried("e3"));
        openings.add(&after("h3h a6h e2 e8"), tried("e3"));
        openings.add(&after("h3h a6h e2 e8"), tried("a1v"));
        let here = openings.tried(&after("e2 h6h a3h e8"));
        let told: Vec<_> = here.iter().map(|one| (one.play.to_string(), one.games)).collect();
        assert_eq!(told, [("e3".to_owned(), 3), ("h1v".to_owned(), 1)]);
        // In an even position a move and its mirror image are one.
        openings.add(&after(""), tried("d1"));
        openings.add(&after(""), tried("f1"));
        assert_eq!(openings.tried(&after("")).len(), 1);
        assert_eq!(openings.tried(&after(""))[0].games, 2);
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut openings = Openings::default();
        let mut place = |moves: &str, play: &str, games| {
            let tried =
                Tried { play: play.parse().unwrap(), games, won: games / 2, drawn: games % 2, score: -7 };
            openings.add(&after(moves), tried);
        };
        place("", "e2", 9);
        place("", "h8h", 3);
        place("e2", "e8", 8);
        place("e2 e8", "g3v", 2);
        place("e2 e8 b3v", "e7", 2);
        place("e2", "d9", 1);
        let text = openings.write(1);
        assert_eq!(Openings::read(&text), openings);
        assert_eq!(text.lines().count(), 6);
        assert_eq!(openings.write(3).lines().count(), 3);
        // What is no file says nothing, and harms nobody.
        assert!(Openings::read("0 e5 1 1 1 1\n7 e2 1 1 0 0\nx\n0 e2 -1 0 0 0\n").is_empty());
    }

    /// What ships: every line can be played, the counts fit, and the moves from a position are no more than the games that came there.
    #[test]
    fn the_openings_that_ship_hold_together() {
        let text = include_str!("../../../data/quoridor/openings.txt");
        let ours = Openings::ours();
        assert_eq!(ours.len(), text.lines().count());
        let first = ours.tried(&after(""));
        assert!(first.iter().map(|tried| tried.games).sum::<u32>() >= 300, "{first:?}");
        for tried in ours.0.values().flatten() {
            assert!(tried.won + tried.drawn <= tried.games && tried.games > 0, "{tried:?}");
        }
    }
}

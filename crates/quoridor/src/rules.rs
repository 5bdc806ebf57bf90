//! The rules: how pawns walk and jump, where walls may lie, and who has won. The only statement of them.
//!
//! All sets are bits (see [`crate::board`]). `north` and `east` hold the squares from which a step north or east is open,
//! so one shift and one mask move a whole set of squares, and a breadth-first flood takes as many steps as the way is long.
//!
//! Whether a wall would close a player's last way is asked only where it could: a wall that closes anything joins two
//! things that stand already, so it touches other walls or the border at two of its three lattice points; and it must lie
//! across one known shortest way of that player. For the two or three walls that are left, a flood goes from just before
//! the wall to the rest of that way, which is mostly around the corner.
//!
//! ```
//! use damier_quoridor::{Position, Setup};
//!
//! let mut position = Position::start(Setup::default());
//! assert_eq!(position.legal().len(), 131);
//! position.play("e2".parse().unwrap()).unwrap();
//! assert!(position.play("e2h".parse().unwrap()).is_ok());
//! assert_eq!(position.distance(0), Some(8)); // one step was made, the wall costs one
//! ```

use damier_kit::{Refusal, refuse};

use crate::board::{Deed, Geometry, Lie, Move, Moves, PLAYERS, ROW, Setup, Square, Squares};
use crate::keys;

/// A position: what is on the table and whose turn it is. It knows nothing of how it came about; see [`crate::Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) north: Squares,
    pub(crate) east: Squares,
    pub(crate) walls: Walls,
    pub(crate) key: u64,
    pub(crate) pawns: [Square; PLAYERS],
    pub(crate) left: [u8; PLAYERS],
    pub(crate) turn: u8,
    pub(crate) players: u8,
    pub(crate) size: u8,
}

/// A set of walls, each by the square at its south-west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Walls {
    /// Those that lie north of two squares.
    pub horizontal: Squares,
    /// Those that lie east of two squares.
    pub vertical: Squares,
}

impl Walls {
    /// Those that are in both sets.
    #[inline]
    pub(crate) fn and(self, other: Walls) -> Walls {
        Walls { horizontal: self.horizontal & other.horizontal, vertical: self.vertical & other.vertical }
    }

    /// Those that are not in the other set.
    #[inline]
    pub(crate) fn without(self, other: Walls) -> Walls {
        Walls { horizontal: self.horizontal & !other.horizontal, vertical: self.vertical & !other.vertical }
    }

    /// Whether there is none.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Each as the move that places it.
    pub fn list(self) -> Vec<Move> {
        let mut list = Vec::new();
        self.each(|wall| list.push(wall));
        list
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// Each as the move that places it.
    #[inline]
    pub(crate) fn each(self, mut emit: impl FnMut(Move)) {
        for (set, lie) in [(self.horizontal, Lie::Horizontal), (self.vertical, Lie::Vertical)] {
            each(set, |square| emit(Move::wall(square, lie)));
        }
    }
}

/// The squares of a set, in order.
pub fn squares(set: Squares) -> Vec<Square> {
    let mut list = Vec::new();
    each(set, |square| list.push(square));
    list
}

/// Each square of a set, in order.
#[inline]
pub(crate) fn each(set: Squares, mut emit: impl FnMut(Square)) {
    // Half by half: single words are quicker to count through.
    for (mut half, base) in [(set as u64, 0), ((set >> 64) as u64, 64)] {
        while half != 0 {
            emit(Square(base + half.trailing_zeros() as u8));
            half &= half - 1;
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Somebody has won.
    Over,
    /// The pawn cannot go there.
    Unreachable {
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// No walls are left.
    NoWalls(usize),
    /// The wall would stick out.
    OffBoard(Move),
    /// Another wall is in the way.
    InTheWay(Move, Move),
    /// Somebody could no longer arrive.
    Closes {
        /// The wall.
        wall: Move,
        /// Whose way.
        player: usize,
    },
    /// There is something to do.
    MustMove,
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::Over => refuse!("quoridor.over", "the game is over"),
            Illegal::Unreachable { from, to } => refuse!(
                "quoridor.unreachable",
                "the pawn on {from} cannot go to {to}",
                from = from.to_string(),
                to = to.to_string()
            ),
            Illegal::NoWalls(player) => {
                refuse!("quoridor.no_walls", "player {player} has no walls left", player = player + 1)
            }
            Illegal::OffBoard(wall) => {
                refuse!(
                    "quoridor.off_board",
                    "the wall {wall} would leave the board",
                    wall = wall.to_string()
                )
            }
            Illegal::InTheWay(wall, other) => refuse!(
                "quoridor.in_the_way",
                "the wall {wall} would overlap or cross {other}",
                wall = wall.to_string(),
                other = other.to_string()
            ),
            Illegal::Closes { wall, player } => refuse!(
                "quoridor.closes",
                "the wall {wall} would close the last way of player {player}",
                wall = wall.to_string(),
                player = player + 1
            ),
            Illegal::MustMove => refuse!("quoridor.must_move", "a player who can move may not pass"),
        }
    }
}

/// One shortest way of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// Its steps.
    pub(crate) length: u8,
    /// Its squares, the pawn's not among them.
    pub(crate) squares: Squares,
    /// The walls that would lie across it.
    pub(crate) across: Walls,
}

/// The longest way that is looked for at first; the few longer ones are looked for again with more room.
const USUAL: usize = 24;
const LONGEST: usize = 128;

impl Position {
    /// Where a game begins.
    pub fn start(setup: Setup) -> Position {
        let size = setup.size() as u8;
        let Geometry { north, east, .. } = *Geometry::of(size);
        let mut position = Position {
            north,
            east,
            walls: Walls::default(),
            key: 0,
            pawns: [Square(0); PLAYERS],
            left: [0; PLAYERS],
            turn: 0,
            players: setup.players() as u8,
            size,
        };
        for player in 0..setup.players() {
            position.pawns[player] = setup.start(player);
            position.left[player] = setup.walls() as u8;
        }
        position.key = position.full_key();
        position
    }

    /// Squares a side.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// Whose turn it is, from 0.
    #[inline]
    pub fn turn(&self) -> usize {
        usize::from(self.turn & 3)
    }

    /// Where a player's pawn stands.
    #[inline]
    pub fn pawn(&self, player: usize) -> Square {
        self.pawns[player & 3]
    }

    /// The walls that a player still has.
    #[inline]
    pub fn walls_left(&self, player: usize) -> usize {
        usize::from(self.left[player & 3])
    }

    /// The walls that stand.
    pub fn walls(&self) -> Walls {
        self.walls
    }

    /// A key for tables: equal for equal positions.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The squares where a player wants to arrive.
    #[inline]
    pub fn goal(&self, player: usize) -> Squares {
        let side = if self.players == 2 { player * 2 } else { player };
        Geometry::of(self.size).goals[side & 3]
    }

    /// Who has arrived, if anybody has.
    #[inline]
    pub fn winner(&self) -> Option<usize> {
        (0..self.players()).find(|&player| self.goal(player) & self.pawn(player).bit() != 0)
    }

    /// The squares next to a set, through no wall.
    #[inline]
    pub(crate) fn around(&self, set: Squares) -> Squares {
        around(set, self.north, self.east)
    }

    /// The fewest steps to a player's goal, as if no pawns stood there; none if there is no way.
    #[inline]
    pub fn distance(&self, player: usize) -> Option<u32> {
        let goal = self.goal(player);
        let mut seen = self.pawn(player).bit();
        let mut steps = 0;
        while seen & goal == 0 {
            let more = seen | self.around(seen);
            if more == seen {
                return None;
            }
            seen = more;
            steps += 1;
        }
        Some(steps)
    }

    /// The squares that a player's pawn can come to, as if no pawns stood there.
    pub fn reachable(&self, player: usize) -> Squares {
        let mut seen = self.pawn(player).bit();
        loop {
            let more = seen | self.around(seen);
            if more == seen {
                return seen;
            }
            seen = more;
        }
    }

    /// The squares of one shortest way of a player, from the pawn's square to the goal; empty if there is none.
    pub fn shortest_way(&self, player: usize) -> Vec<Square> {
        let mut layers = [0; LONGEST];
        let Some(length) = self.find_way(player, &mut layers) else { return Vec::new() };
        layers[..=length].iter().rev().map(|&square| Square::first(square)).collect()
    }

    /// Floods from the goal to the pawn, then walks back. `way[k]` is the square that is `k` steps from the goal; the answer
    /// is the length. None if there is no way, or none of less than `N` steps.
    #[inline]
    fn find_way<const N: usize>(&self, player: usize, way: &mut [Squares; N]) -> Option<usize> {
        let pawn = self.pawn(player).bit();
        let mut seen = self.goal(player);
        let mut length = 0;
        way[0] = seen;
        while seen & pawn == 0 {
            let more = seen | self.around(seen);
            length += 1;
            if more == seen || length == N {
                return None;
            }
            way[length] = more;
            seen = more;
        }
        way[length] = pawn;
        let mut at = pawn;
        for square in way[..length].iter_mut().rev() {
            let closer = self.around(at) & *square;
            at = closer & closer.wrapping_neg();
            *square = at;
        }
        Some(length)
    }

    /// One shortest way of a player; none if all are closed.
    pub(crate) fn way(&self, player: usize) -> Option<Way> {
        let mut usual = [0; USUAL];
        if let Some(length) = self.find_way(player, &mut usual) {
            return Some(Way::along(&usual[..=length]));
        }
        let mut longest = [0; LONGEST];
        self.find_way(player, &mut longest).map(|length| Way::along(&longest[..=length]))
    }

    /// Where the pawn may go: next to it, over a pawn that it faces, or beside that one where a wall, the border or another
    /// pawn is behind it.
    #[inline]
    pub(crate) fn walks(&self) -> Squares {
        let me = self.pawn(self.turn()).bit();
        let mut others = 0;
        for player in 0..self.players() {
            others |= self.pawn(player).bit();
        }
        others &= !me;
        let near = self.around(me);
        let mut to = near & !others;
        let mut faced = near & others;
        while faced != 0 {
            let other = faced & faced.wrapping_neg();
            faced ^= other;
            let behind = if other == me << ROW {
                (other & self.north) << ROW
            } else if other == me >> ROW {
                (other >> ROW) & self.north
            } else if other == me << 1 {
                (other & self.east) << 1
            } else {
                (other >> 1) & self.east
            };
            to |= if behind & !others == 0 { self.around(other) & !others & !me } else { behind };
        }
        to
    }

    /// The walls that neither overlap nor cross one that stands, nor leave the board.
    #[inline]
    pub(crate) fn fitting(&self) -> Walls {
        let Walls { horizontal: h, vertical: v } = self.walls;
        let slots = Geometry::of(self.size).slots;
        let either = h | v;
        Walls {
            horizontal: !(either | h << 1 | h >> 1) & slots,
            vertical: !(either | v << ROW | v >> ROW) & slots,
        }
    }

    /// The walls that would touch others or the border at two of their three lattice points at least.
    #[inline]
    fn joining(&self) -> Walls {
        let Walls { horizontal: h, vertical: v } = self.walls;
        let Geometry { border, first_column, first_row, .. } = *Geometry::of(self.size);
        let points = h | h << 1 | h >> 1 | v | v << ROW | v >> ROW | border;
        let two = |one, middle, other| (one & other) | (one & middle) | (middle & other);
        Walls {
            horizontal: two(points << 1 | first_column, points, points >> 1),
            vertical: two(points << ROW | first_row, points, points >> ROW),
        }
    }

    /// The walls that may be placed now.
    #[inline]
    pub(crate) fn legal_walls(&self) -> Walls {
        if self.walls_left(self.turn()) == 0 {
            return Walls::default();
        }
        let mut legal = self.fitting();
        let risky = legal.and(self.joining());
        if !risky.is_empty() {
            for player in 0..self.players() {
                let mut usual = [0; USUAL];
                if let Some(length) = self.find_way(player, &mut usual) {
                    self.refuse_closing(player, &usual[..=length], risky, &mut legal);
                } else {
                    let mut longest = [0; LONGEST];
                    let length = self.find_way(player, &mut longest).unwrap_or(0);
                    self.refuse_closing(player, &longest[..=length], risky, &mut legal);
                }
            }
        }
        legal
    }

    /// Takes out of `legal` the risky walls that would leave this player, who can go along `way`, none.
    #[inline]
    fn refuse_closing(&self, player: usize, way: &[Squares], risky: Walls, legal: &mut Walls) {
        let along = Way::along(way);
        let mut ask = risky.and(along.across).and(*legal);
        let mut rest = self.goal(player);
        let mut at = 1;
        // From the goal back: of a wall that lies across the way twice, the place nearest to the goal comes first.
        while !ask.is_empty() && at < way.len() {
            let (from, to) = (way[at], way[at - 1]);
            rest |= to;
            let (low, upright) = step(from, to);
            let asked =
                if upright { (low | low >> 1) & ask.horizontal } else { (low | low >> ROW) & ask.vertical };
            each(asked, |square| {
                let wall = square.bit();
                let (mut north, mut east) = (self.north, self.east);
                let (other, set, ask) = if upright {
                    north &= !(wall | wall << 1);
                    ((wall | wall << 1) ^ low, &mut legal.horizontal, &mut ask.horizontal)
                } else {
                    east &= !(wall | wall << ROW);
                    ((wall | wall << ROW) ^ low, &mut legal.vertical, &mut ask.vertical)
                };
                *ask ^= wall;
                // What comes before the wall hangs together, unless the wall may lie across the way a second time.
                let whole = other & (along.squares | way[way.len() - 1]) == 0;
                let mut seen = if whole { from } else { way[way.len() - 1] };
                while seen & rest == 0 {
                    let more = seen | around(seen, north, east);
                    if more == seen {
                        *set ^= wall;
                        break;
                    }
                    seen = more;
                }
            });
            at += 1;
        }
    }

    /// Every legal move, in a fixed order: the pawn's, then horizontal walls, then vertical ones.
    pub fn legal(&self) -> Moves {
        let mut moves = Moves::default();
        self.legal_into(&mut moves);
        moves
    }

    /// The same, into a list that is there already.
    pub fn legal_into(&self, moves: &mut Moves) {
        moves.clear();
        if self.winner().is_some() {
            return;
        }
        each(self.walks(), |to| moves.push(Move::walk(to)));
        self.legal_walls().each(|play| moves.push(play));
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
    }

    /// How many legal moves there are.
    #[inline]
    pub fn legal_count(&self) -> u32 {
        if self.winner().is_some() {
            return 0;
        }
        (self.walks().count_ones() + self.legal_walls().count()).max(1)
    }

    /// Why a move is not legal; `Ok` if it is.
    pub fn check(&self, play: Move) -> Result<(), Illegal> {
        if self.winner().is_some() {
            return Err(Illegal::Over);
        }
        let me = self.turn();
        match play.deed() {
            Deed::Walk(to) if self.walks() & to.bit() != 0 => Ok(()),
            Deed::Walk(to) => Err(Illegal::Unreachable { from: self.pawn(me), to }),
            Deed::Pass if self.legal()[0] == Move::PASS => Ok(()),
            Deed::Pass => Err(Illegal::MustMove),
            Deed::Wall(at, lie) => self.check_wall(play, at, lie),
        }
    }

    fn check_wall(&self, play: Move, at: Square, lie: Lie) -> Result<(), Illegal> {
        if self.walls_left(self.turn()) == 0 {
            return Err(Illegal::NoWalls(self.turn()));
        }
        let wall = at.bit();
        if Geometry::of(self.size).slots & wall == 0 {
            return Err(Illegal::OffBoard(play));
        }
        let Walls { horizontal: h, vertical: v } = self.walls;
        let (along, crossing, lying) = match lie {
            Lie::Horizontal => ((wall | wall << 1 | wall >> 1) & h, wall & v, Lie::Vertical),
            Lie::Vertical => ((wall | wall << ROW | wall >> ROW) & v, wall & h, Lie::Horizontal),
        };
        if along != 0 {
            return Err(Illegal::InTheWay(play, Move::wall(Square::first(along), lie)));
        }
        if crossing != 0 {
            return Err(Illegal::InTheWay(play, Move::wall(at, lying)));
        }
        let mut after = *self;
        after.place(at, lie);
        match (0..self.players()).find(|&player| after.distance(player).is_none()) {
            None => Ok(()),
            Some(player) => Err(Illegal::Closes { wall: play, player }),
        }
    }

    /// Plays a move if it is legal.
    pub fn play(&mut self, play: Move) -> Result<(), Illegal> {
        self.check(play)?;
        self.play_unchecked(play);
        Ok(())
    }

    /// Plays a legal move. Another one gives a position that cannot be, but harms nothing else.
    #[inline]
    pub fn play_unchecked(&mut self, play: Move) {
        let me = self.turn();
        match play.deed() {
            Deed::Walk(to) => {
                self.key ^= keys::pawn(me, self.pawns[me]) ^ keys::pawn(me, to);
                self.pawns[me] = to;
            }
            Deed::Wall(at, lie) => {
                self.place(at, lie);
                self.key ^= keys::wall(play) ^ keys::left(me, self.left[me]);
                self.left[me] = self.left[me].saturating_sub(1);
                self.key ^= keys::left(me, self.left[me]);
            }
            Deed::Pass => {}
        }
        self.key ^= keys::turn(self.turn);
        self.turn = if self.turn + 1 == self.players { 0 } else { self.turn + 1 };
        self.key ^= keys::turn(self.turn);
    }

    /// Puts a wall there; whose it was and the key are the caller's affair.
    #[inline]
    pub(crate) fn place(&mut self, at: Square, lie: Lie) {
        let wall = at.bit();
        match lie {
            Lie::Horizontal => {
                self.walls.horizontal |= wall;
                self.north &= !(wall | wall << 1);
            }
            Lie::Vertical => {
                self.walls.vertical |= wall;
                self.east &= !(wall | wall << ROW);
            }
        }
    }

    /// The key from scratch.
    pub(crate) fn full_key(&self) -> u64 {
        let mut key = keys::turn(self.turn);
        for player in 0..self.players() {
            key ^= keys::pawn(player, self.pawns[player]) ^ keys::left(player, self.left[player]);
        }
        self.walls.each(|wall| key ^= keys::wall(wall));
        key
    }
}

impl Way {
    /// The way along these squares, the goal's first and the pawn's last.
    #[inline]
    fn along(way: &[Squares]) -> Way {
        let mut squares = 0;
        let mut across = Walls::default();
        for pair in way.windows(2) {
            squares |= pair[0];
            let (low, upright) = step(pair[0], pair[1]);
            if upright {
                across.horizontal |= low | low >> 1;
            } else {
                across.vertical |= low | low >> ROW;
            }
        }
        Way { length: (way.len() - 1) as u8, squares, across }
    }
}

/// The lower or left one of two squares side by side, and whether they lie above each other.
#[inline]
fn step(one: Squares, other: Squares) -> (Squares, bool) {
    let low = one.min(other);
    (low, one.max(other) == low << ROW)
}

/// The squares next to a set, through no wall.
#[inline]
pub(crate) fn around(set: Squares, north: Squares, east: Squares) -> Squares {
    (set & north) << ROW | (set >> ROW) & north | (set & east) << 1 | (set >> 1) & east
}

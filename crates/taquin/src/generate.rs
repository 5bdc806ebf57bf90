//! New boards, each repeatable from its seed on any machine (Xoshiro256++, seeded by `SplitMix64`): any board that can be solved, all
//! equally likely, or one that a walk of random moves leads to from the solved one.

use damier_search::Args;
use damier_search::registry::{OptionInfo, Takes};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::board::{Direction, Position};

const SIDE: Takes = Takes::Whole(2, 6);
const WALK: &str = "so many random moves from the solved board; 0 for any board that can be solved";

/// What can be told to [`generate`].
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo { name: "width", summary: "columns", takes: SIDE, default: "4", only: None },
    OptionInfo { name: "height", summary: "rows", takes: SIDE, default: "4", only: None },
    OptionInfo { name: "walk", summary: WALK, takes: Takes::Whole(0, 10_000), default: "0", only: None },
];

/// Makes a position as `args` say.
pub fn generate(args: &Args, seed: u64) -> Position {
    let [width, height, walk] = ["width", "height", "walk"].map(|name| args.whole(name) as usize);
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::solved(width, height);
    if walk == 0 {
        position.tiles.shuffle(rng);
        // Two tiles that change places make a board that can be solved of one that cannot.
        let (one, two) = (position.cell(1), position.cell(2));
        if !position.is_solvable() {
            position.tiles.swap(one, two);
        }
    }
    let mut last = None;
    for _ in 0..walk {
        // Never straight back, or the walk would hardly get anywhere.
        let possible = |way: &Direction| last != Some(way.opposite()) && position.mover(*way).is_some();
        let ways: Vec<Direction> = Direction::ALL.into_iter().filter(possible).collect();
        let way = ways[rng.random_range(0..ways.len() as u32) as usize];
        position.step(way);
        last = Some(way);
    }
    position
}

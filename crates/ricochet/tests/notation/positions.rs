//! Positions to write down, and what is asked of every one of them.

use damier_ricochet::generate::{OPTIONS, generate};
use damier_ricochet::notation::{FORMATS, Read, read, write};
use damier_ricochet::{Position, Setup};
use damier_search::registry::arguments;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// Runs that are the same every time, unless `PROPTEST_RNG_SEED` says otherwise; the fuzz targets look further.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    let rng_seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_shrink_iters: 2_000, ..given }
}

/// Columns and rows: often small, often the board game's, at times any that is allowed.
fn size() -> impl Strategy<Value = (usize, usize)> {
    prop_oneof![
        4 => (2..=5usize, 2..=5usize),
        2 => Just((16, 16)),
        1 => (2..=32usize, 2..=32usize),
        1 => Just((32, 32)),
    ]
}

/// Any legal position.
pub(crate) fn position() -> impl Strategy<Value = Position> {
    size().prop_flat_map(|(width, height)| position_of(width, height))
}

/// Any legal position of a size.
pub(crate) fn position_of(width: usize, height: usize) -> impl Strategy<Value = Position> {
    let cells = width * height;
    let bits = prop_oneof![3 => Just(0), 1 => 0..16i64];
    let some = |most: usize| vec(any::<Index>(), 0..=most);
    let whose = || proptest::option::weighted(0.8, 0..8i64);
    (
        vec(bits, cells),
        Just((0..cells as i64).collect::<Vec<_>>()).prop_shuffle(),
        (1..=cells.min(8), any::<Index>(), any::<bool>()),
        (some(6), some(6)),
        vec((any::<Index>(), any::<bool>(), 0..8i64), 0..=6),
        vec((any::<Index>(), whose()), 0..=20),
        (any::<Index>(), whose(), any::<bool>()),
    )
        .prop_map(move |(walls, order, (robots, shut, any_shut), marks, diagonals, listed, in_play)| {
            // The robots stand on the first cells of the order; closed cells are taken from its end.
            let shut = if any_shut { shut.index(cells - robots + 1) } else { 0 };
            let (open, closed) = order.split_at(cells - shut);
            let cell = |index: Index| open[index.index(open.len())];
            let mut bonus: Vec<i64> = marks.0.into_iter().map(cell).collect();
            let mut penalty: Vec<i64> = marks.1.into_iter().map(cell).collect();
            penalty.retain(|cell| !bonus.contains(cell));
            let mut diagonals: Vec<_> =
                diagonals.into_iter().map(|(at, rising, robot)| (cell(at), rising, robot)).collect();
            let mut targets: Vec<_> = listed.into_iter().map(|(at, robot)| (cell(at), robot)).collect();
            let (at, robot, from_the_list) = in_play;
            let mut target = (cell(at), robot.map(|robot| robot % robots as i64));
            let possible = |robot: Option<i64>| robot.is_none_or(|robot| robot < robots as i64);
            if let Some(&one) = targets.iter().find(|(_, robot)| from_the_list && possible(*robot)) {
                target = one;
            }
            keep_first(&mut bonus, |cell| *cell);
            keep_first(&mut penalty, |cell| *cell);
            keep_first(&mut diagonals, |diagonal| diagonal.0);
            keep_first(&mut targets, |target| *target);
            let setup = Setup {
                width: width as i64,
                height: height as i64,
                walls,
                closed: closed.to_vec(),
                diagonals,
                bonus,
                penalty,
                targets,
                robots: open[..robots].to_vec(),
                target,
                ricochet: None,
            };
            setup.position().expect("made to be legal")
        })
}

/// Drops what has the key of something before it.
fn keep_first<T, K: PartialEq>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut seen = Vec::new();
    items.retain(|item| {
        let new = !seen.contains(&key(item));
        seen.push(key(item));
        new
    });
}

/// A position as `damier generate` makes it.
pub(crate) fn generated(options: &[(&str, &str)], seed: u64) -> Position {
    let pairs: Vec<_> = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    generate(&arguments("generate", OPTIONS, &pairs).unwrap(), seed).unwrap()
}

/// Reads the only position of a text.
pub(crate) fn only(text: &str, format: Option<&str>) -> Result<Read, String> {
    let mut found = read(text, format).map_err(|error| format!("{format:?}: {error}\n{text}"))?;
    if found.len() == 1 { Ok(found.remove(0)) } else { Err(format!("{} positions\n{text}", found.len())) }
}

/// The formats that can be read.
pub(crate) fn formats() -> Vec<&'static str> {
    FORMATS.iter().filter(|format| format.reads).map(|format| format.name).collect()
}

/// The formats that a position goes into and comes back from, with its text.
pub(crate) fn texts(position: &Position) -> Vec<(&'static str, String)> {
    formats().into_iter().filter_map(|format| Some((format, write(position, None, format).ok()?))).collect()
}

/// Whether a position comes back from every format that holds it, named or recognised.
pub(crate) fn survives(position: &Position) -> Result<(), String> {
    let texts = texts(position);
    let board = &position.board;
    let standard = (board.width(), board.height()) == (16, 16);
    if !standard && texts.len() != formats().len() - 1 {
        return Err("all formats but codes hold every position".to_owned());
    }
    for (format, text) in texts {
        for named in [Some(format), None] {
            let back = only(&text, named)?;
            if back.position != *position {
                return Err(format!("{format}, {named:?}: {position:?} came back as {:?}", back.position));
            }
            if back.one_sided_walls != 0 {
                return Err(format!("{format}: {} walls were written on one side", back.one_sided_walls));
            }
        }
    }
    Ok(())
}

//! Inputs from inputs, for the short run of every test: slips of the pen, parts of others, numbers at the edge.

use damier_search::random::Random;

/// What often finds something.
const TOKENS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"1",
    b"255",
    b"65536",
    b"4294967296",
    b"18446744073709551615",
    b"1e400",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"\"\"",
    b"\n",
    b"\r\n",
    b"\0",
    b"\t",
    b" ",
    b",",
    b":",
    b"(",
    b")",
    b"\xff",
    "\u{feff}".as_bytes(),
    "é".as_bytes(),
    "\u{202e}".as_bytes(),
    b"\\u0000",
    b"\\n",
];

/// A number below another.
fn below(random: &mut Random, most: usize) -> usize {
    (random.bits() % most.max(1) as u64) as usize
}

/// One of the seeds, changed in a few places.
pub fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let Some(seed) = seeds.get(below(random, seeds.len())) else { return Vec::new() };
    let mut input = seed.clone();
    for _ in 0..=below(random, 4) {
        change(&mut input, seeds, random);
    }
    input
}

fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let from = below(random, input.len() + 1);
    let until = (from + 1 + below(random, 8)).min(input.len());
    match below(random, 7) {
        0 if from < input.len() => input[from] ^= 1 << below(random, 8),
        1 if from < input.len() => input[from] = random.bits() as u8,
        2 => drop(input.drain(from..until.max(from))),
        3 => {
            let again = input[from..until.max(from)].to_vec();
            drop(input.splice(from..from, again));
        }
        4 => {
            let other = &seeds[below(random, seeds.len())];
            let start = below(random, other.len());
            let end = (start + below(random, 40)).min(other.len());
            drop(input.splice(from..from, other[start..end].iter().copied()));
        }
        5 => input.truncate(from),
        _ => {
            let token = TOKENS[below(random, TOKENS.len())];
            // In place of a whole number, if there is one here.
            let digits = input[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            drop(input.splice(from..from + digits, token.iter().copied()));
        }
    }
}

/// Bytes without any order, for what is made from bytes.
pub(crate) fn noise() -> Vec<Vec<u8>> {
    let mut random = Random::new(15);
    (0..64).map(|length| (0..length * 4).map(|_| random.bits() as u8).collect()).collect()
}

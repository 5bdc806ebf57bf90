//! Whatever is read, nothing panics, and what is accepted comes back.

mod withstands;

use damier_kit::Position as _;
use damier_quoridor::Setup;
use damier_quoridor::generate::random;
use damier_quoridor::notation::{Entry, FORMATS};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use withstands::withstands;

/// Runs that are the same every time, unless `PROPTEST_RNG_SEED` says otherwise; the fuzz target looks further.
fn config() -> ProptestConfig {
    let given = ProptestConfig::default();
    let rng_seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    ProptestConfig { cases: 500, rng_seed, failure_persistence: None, ..given }
}

fn everywhere(text: &str) {
    [None, Some("json"), Some("moves"), Some("qfen")].into_iter().for_each(|format| withstands(text, format));
}

/// A random position in each format that holds it.
fn written() -> impl Strategy<Value = Vec<String>> {
    let id = proptest::option::of("\\PC{0,8}");
    (3..=11usize, any::<bool>(), 0..60usize, any::<u64>(), id).prop_map(|(size, four, plies, seed, id)| {
        let setup = Setup::new(size, if four { 4 } else { 2 }, None).unwrap();
        let entry = Entry { id, line: 1, source: None, record: random(setup, plies, seed) };
        FORMATS
            .iter()
            .filter(|format| format.reads)
            .filter_map(|format| entry.write(format.name).ok())
            .collect()
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text(text in "\\PC*|(.|\n)*") {
        everywhere(&text);
    }

    /// Words of all formats in any order.
    #[test]
    fn texts_of_the_right_words(
        words in proptest::collection::vec("[a-k][0-9]{1,2}[hv]?|pass|start|/| |\n|[0-9]{1,2}\\.?|\\{\"moves\":\"|\"\\}|,\"qfen\":\"|\"size\":3,", 0..30),
        between in prop_oneof![Just(""), Just(" ")],
    ) {
        everywhere(&words.join(between));
    }

    /// Positions come back, and so does whatever a slip of the pen leaves of them.
    #[test]
    fn positions_and_slips_of_the_pen(
        texts in written(),
        at in any::<proptest::sample::Index>(),
        put in proptest::option::of(any::<char>()),
    ) {
        for text in texts {
            everywhere(&text);
            let mut letters: Vec<char> = text.chars().collect();
            let at = at.index(letters.len());
            letters.splice(at..=at, put);
            everywhere(&letters.into_iter().collect::<String>());
        }
    }
}

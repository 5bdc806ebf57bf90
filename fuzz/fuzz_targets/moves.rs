//! Moves as text, with a position, of every game; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, moves};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(moves::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

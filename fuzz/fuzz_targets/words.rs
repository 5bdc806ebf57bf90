//! What people write on the command line; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, words};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(words::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

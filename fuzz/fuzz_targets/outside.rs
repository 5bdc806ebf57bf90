//! Outside engines: their file, and what they say; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, outside};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(outside::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

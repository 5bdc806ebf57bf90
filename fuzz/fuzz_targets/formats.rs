//! Every format of every game; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, formats};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(formats::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

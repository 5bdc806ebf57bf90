//! Legal moves against the validators; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, rules};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(rules::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

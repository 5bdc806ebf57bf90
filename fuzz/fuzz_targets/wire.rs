//! Messages of a page; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, wire};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(wire::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

//! Messages of the people in a room; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, rooms};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(rooms::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

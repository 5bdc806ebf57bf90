//! The protocols of engines; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, engine};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(engine::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

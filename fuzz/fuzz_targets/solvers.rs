//! Every algorithm against breadth-first search; the variable `TARGET` names which.
#![no_main]

use std::sync::LazyLock;

use damier_fuzz::{Target, chosen, solvers};

static TARGET: LazyLock<Target> = LazyLock::new(|| chosen(solvers::targets()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.check(input));

//! Texts whose format is recognised from how they begin.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| damier_fuzz::withstands(text, None));

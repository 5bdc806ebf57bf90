//! Texts read as `lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| damier_fuzz::withstands(text, Some("lines")));

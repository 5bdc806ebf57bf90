//! Texts read as `json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| damier_fuzz::withstands(text, Some("json")));

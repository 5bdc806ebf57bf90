//! Positions and games of Quoridor, in the format that they are recognised for and in each that is named.
#![no_main]

use damier_fuzz::quoridor::withstands;

libfuzzer_sys::fuzz_target!(|text: &str| {
    [None, Some("json"), Some("moves"), Some("qfen")].into_iter().for_each(|format| withstands(text, format));
});

//! Files of Sokoban levels, as text of any encoding, in the format that they are recognised for and in each that is named.
#![no_main]

use damier_fuzz::sokoban::withstands;
use damier_sokoban::notation::text;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = text(bytes);
    [None, Some("json"), Some("xsb"), Some("compact")].into_iter().for_each(|format| withstands(&text, format));
});

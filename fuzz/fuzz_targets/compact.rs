//! Compact strings: texts as they are, and any bytes in the alphabet of the format.
#![no_main]

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        damier_fuzz::withstands(text, Some("compact"));
    }
    damier_fuzz::withstands(&format!("rr1.{}", BASE64_URL_SAFE_NO_PAD.encode(bytes)), Some("compact"));
});

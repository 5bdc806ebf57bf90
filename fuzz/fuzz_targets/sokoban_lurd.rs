//! Solutions in LURD: what is read comes back, with run lengths or without.
#![no_main]

use damier_sokoban::notation::{lurd, xsb};

libfuzzer_sys::fuzz_target!(|text: &str| match lurd::read(text) {
    Ok(steps) => {
        assert!(steps.len() <= lurd::STEPS);
        let position = xsb::read("######\n#    #\n# @$ #\n#   .#\n######").expect("a level");
        let written = lurd::write(&position, &steps);
        assert_eq!(lurd::read(&written), Ok(steps.clone()));
        assert_eq!(lurd::read(&lurd::shorten(&written)), Ok(steps));
    }
    Err(error) => assert!(!error.what.is_empty() && error.line.is_some() && error.column.is_some()),
});

//! Algorithms as people write them, and lists of them.
#![no_main]

use damier_search::Spec;

libfuzzer_sys::fuzz_target!(|text: &str| {
    match text.parse::<Spec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse(), Ok(spec)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(list) = Spec::list(text) {
        let written: Vec<String> = list.iter().map(Spec::to_string).collect();
        assert_eq!(Spec::list(&written.join(",")), Ok(list));
    }
});

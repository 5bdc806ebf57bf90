//! Texts that try to take long, much memory, or the program down.

use std::time::{Duration, Instant};

use damier_sokoban::notation::{FORMATS, read};

/// Whatever becomes of it, it is told soon: within a second, and twenty times that on a machine that has other things to do.
fn soon(text: &str) -> bool {
    let begin = Instant::now();
    let fine = read(text, None).is_ok();
    let time = begin.elapsed();
    assert!(time < Duration::from_secs(20), "{time:?} for {text:.40}");
    fine
}

#[test]
fn long_nonsense_is_refused_soon() {
    let mega = 1 << 20;
    for text in [
        "9".repeat(mega),
        "9".repeat(mega) + "#",
        "#".repeat(mega),
        "#\n".repeat(mega / 2),
        "\n".repeat(mega),
        " ".repeat(mega) + "#",
        "|".repeat(mega) + "#",
        "(".repeat(mega) + "#",
        format!("{}#{}", "9(".repeat(mega / 4), ")".repeat(mega / 4)),
        "64#\n".repeat(mega / 4),
        "2(#".repeat(mega / 4),
        "64(64#|)\n".repeat(mega / 9),
        "#\t".repeat(mega / 2),
        "Comment:\n".repeat(mega / 9),
        "Comment:\n".repeat(mega / 18) + &"Comment-End:\n".repeat(mega / 26),
        ";\n\n".repeat(mega / 3),
        "{\"level\":".repeat(mega / 9),
        "[".repeat(mega),
        format!("{{\"level\":\"{}#\"}}", "9".repeat(mega)),
        format!("sk1.{}", "A".repeat(mega)),
        format!("sk1.{}", "_".repeat(mega)),
    ] {
        assert!(!soon(&text), "{text:.40}");
        for format in FORMATS.iter().filter(|format| format.reads) {
            assert!(read(&text, Some(format.name)).is_err(), "{text:.40}");
        }
    }
}

/// Few letters that draw much: there is a bound on all levels together.
#[test]
fn a_small_file_of_large_levels_is_refused() {
    let large = "64#|#@$.59-#|61(#62-#|)64#\n";
    assert!(soon(large));
    assert!(soon(&large.repeat(1000)));
    assert!(!soon(&large.repeat(2000)));
    let full = "64#|#@61$#|61(#62$#|)64#\n";
    assert!(soon(&full.repeat(500)));
    assert!(soon(&full.replace('$', "*").repeat(500)));
    let small = "5#|#@$.#|5#\n";
    assert!(soon(&small.repeat(50_000)));
    assert!(!soon(&small.repeat(50_001)));
}

#[test]
fn any_bytes_are_read_or_refused() {
    let mut state = 1u64;
    let letters: Vec<char> =
        "##### @$.*+-_|()0123456789\n\n\r\t;'Title:Comment-End:{}\"\\pbo\u{a0}\u{feff}é".chars().collect();
    for _ in 0..3000 {
        let text: String = (0..200)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                letters[(state >> 33) as usize % letters.len()]
            })
            .collect();
        for format in [None, Some("json"), Some("xsb"), Some("compact")] {
            match read(&text, format) {
                Ok(found) => assert!(!found.is_empty()),
                Err(error) => assert!(!error.text().contains(char::is_control), "{error:?}"),
            }
        }
    }
}

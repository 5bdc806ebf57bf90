//! Whatever the text, reading it ends in positions that come back or in a sentence.

use damier_ricochet::notation::read;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::positions::{config, formats, position_of, survives, texts};

/// Reads a text in every format and as what it is recognised for.
fn withstands(text: &str) -> Result<(), TestCaseError> {
    for format in formats().into_iter().map(Some).chain([None]) {
        match read(text, format) {
            Ok(found) => {
                prop_assert!(!found.is_empty(), "{:?} accepts {:?} but holds no position", format, text);
                for read in found {
                    survives(&read.position).map_err(TestCaseError::fail)?;
                }
            }
            Err(error) => {
                let what = error.text();
                prop_assert!(!what.trim().is_empty());
                prop_assert!(what.chars().count() < 400, "too long: {}", what);
                prop_assert!(!what.contains(char::is_control), "{:?} in {:?}", what, text);
                prop_assert_eq!(error.line.is_some(), error.column.is_some());
                if let (Some(line), Some(column)) = (error.line, error.column) {
                    // One column past the end is where something is missing.
                    let lines: Vec<&str> = text.split('\n').collect();
                    prop_assert!((1..=lines.len()).contains(&line), "{} in {:?}", error, text);
                    let columns = lines[line - 1].chars().count() + 1;
                    prop_assert!((1..=columns).contains(&column), "{} in {:?}", error, text);
                }
            }
        }
    }
    Ok(())
}

/// Something that happens to a text on its way.
#[derive(Clone, Debug)]
enum Damage {
    Delete(Index, usize),
    Insert(Index, String),
    Duplicate(Index, usize),
    Swap(Index, Index),
    DeleteLine(Index),
    DuplicateLine(Index),
    SwapLines(Index, Index),
    Number(Index, &'static str),
}

fn damage() -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    let snippets = "0 1 9 16 32 , : - + | / \\ # . [ ] { } \" N E S W R G X r g * 2,1 R:red G:any \"robots\" null rr1. é";
    let piece = prop_oneof![
        select(snippets.split(' ').map(str::to_owned).collect::<Vec<_>>()),
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    let numbers = select(vec![
        "-1", "0", "1", "2", "8", "15", "16", "31", "32", "33", "256", "65536", "1000000", "1e3", "0.5",
    ]);
    let huge =
        select(vec!["4294967296", "9223372036854775807", "-9223372036854775809", "99999999999999999999999"]);
    prop_oneof![
        (at(), 1..4usize).prop_map(|(at, many)| Damage::Delete(at, many)),
        (at(), piece).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (at(), 1..12usize).prop_map(|(at, many)| Damage::Duplicate(at, many)),
        (at(), at()).prop_map(|(a, b)| Damage::Swap(a, b)),
        at().prop_map(Damage::DeleteLine),
        at().prop_map(Damage::DuplicateLine),
        (at(), at()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        (at(), prop_oneof![3 => numbers, 1 => huge]).prop_map(|(at, number)| Damage::Number(at, number)),
    ]
}

fn damaged(text: &str, damage: &Damage) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut lines: Vec<&str> = text.lines().collect();
    if letters.is_empty() || lines.is_empty() {
        return text.to_owned();
    }
    let place = |at: &Index| at.index(letters.len());
    let many_lines = lines.len();
    let line = |at: &Index| at.index(many_lines);
    let span = |at: &Index, many: usize| (place(at), (place(at) + many).min(letters.len()));
    let joined = |parts: &[&[char]]| parts.concat().into_iter().collect::<String>();
    match damage {
        Damage::Delete(at, many) => {
            let (begin, end) = span(at, *many);
            return joined(&[&letters[..begin], &letters[end..]]);
        }
        Damage::Insert(at, piece) => {
            let piece: Vec<char> = piece.chars().collect();
            return joined(&[&letters[..place(at)], &piece, &letters[place(at)..]]);
        }
        Damage::Duplicate(at, many) => {
            let (begin, end) = span(at, *many);
            return joined(&[&letters[..end], &letters[begin..]]);
        }
        Damage::Swap(a, b) => {
            let mut swapped = letters.clone();
            swapped.swap(place(a), place(b));
            return swapped.into_iter().collect();
        }
        Damage::Number(at, number) => {
            // The first number from there on.
            let digit = |at: &usize| letters[*at].is_ascii_digit();
            let Some(begin) = (place(at)..letters.len()).find(digit) else { return text.to_owned() };
            let end = (begin..letters.len()).find(|at| !digit(at)).unwrap_or(letters.len());
            return joined(&[&letters[..begin], &number.chars().collect::<Vec<_>>(), &letters[end..]]);
        }
        Damage::DeleteLine(at) => drop(lines.remove(line(at))),
        Damage::DuplicateLine(at) => lines.insert(line(at), lines[line(at)]),
        Damage::SwapLines(a, b) => lines.swap(line(a), line(b)),
    }
    lines.join("\n") + "\n"
}

proptest! {
    #![proptest_config(config(1_500))]

    #[test]
    fn any_text(text in any::<String>()) {
        withstands(&text)?;
    }

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        withstands(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_text_of_the_letters_of_a_format(
        text in prop_oneof![
            r"([0-9]{1,2} [0-9]{1,2} [NESWRGX+-]{0,4}(R:red|G:any|/:blue)?\n){0,8}",
            r"(\+(---|   )){1,4}\+\n(\|[ rgRG*#/|+-]{0,9}\n[+ -]{0,9}\n){0,4}(targets?: (red|any) [0-3],[0-3]\n)?",
            r"([0-9]{1,2},){60,66}[0-9]{1,2}\n",
            r"rr1\.[A-Za-z0-9_-]{0,60}",
            r#"[\[\]{}":,0-9 a-z.-]{0,60}"#,
            r#"\{("(width|height|walls|robots|target_robot|target|id)":([0-4]|null|\[[0-3],[0-3]\]),?){0,7}\}"#,
        ]
    ) {
        withstands(&text)?;
    }

    #[test]
    fn damaged_texts_of_small_boards(
        position in (2..5usize, 2..5usize).prop_flat_map(|(width, height)| position_of(width, height)),
        format in any::<Index>(),
        damages in vec(damage(), 1..5),
    ) {
        let texts = texts(&position);
        let (_, text) = &texts[format.index(texts.len())];
        withstands(&damages.iter().fold(text.clone(), |text, damage| damaged(&text, damage)))?;
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn damaged_texts_of_the_board_game(
        position in position_of(16, 16),
        format in any::<Index>(),
        damages in vec(damage(), 1..5),
    ) {
        let texts = texts(&position);
        let (_, text) = &texts[format.index(texts.len())];
        withstands(&damages.iter().fold(text.clone(), |text, damage| damaged(&text, damage)))?;
    }
}

proptest! {
    #![proptest_config(config(20))]

    /// Every beginning of a text, as when a copy or a download stops.
    #[test]
    fn cut_off_texts(position in position_of(4, 3)) {
        for (_, text) in texts(&position) {
            for end in 0..text.len() {
                withstands(&text[..end])?;
            }
        }
    }
}

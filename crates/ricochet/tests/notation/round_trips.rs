//! Positions come back as they were written, from every format and through chains of them.

use damier_ricochet::notation::{read, write};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::positions::{config, formats, generated, only, position, position_of, survives, texts};

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_format_gives_the_position_back(position in position()) {
        survives(&position).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn codes_give_a_board_of_sixteen_back(position in position_of(16, 16)) {
        // Codes close a middle that is walled in, so one that is not closed does not go into them.
        let board = &position.board;
        let middle = [(7, 7), (8, 7), (7, 8), (8, 8)].map(|(x, y)| board.cell(x, y));
        let open = !middle.iter().all(|&cell| board.is_closed(cell));
        let walled_in = middle.iter().all(|&cell| board.walls(cell) == 15);
        prop_assert_eq!(write(&position, None, "codes").is_err(), walled_in && open);
        survives(&position).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn chains_of_formats_change_nothing(
        position in position(),
        chain in vec(select(formats()), 2..8),
    ) {
        let mut now = position.clone();
        for format in chain {
            if let Ok(text) = write(&now, None, format) {
                now = only(&text, None).map_err(TestCaseError::fail)?.position;
            }
        }
        prop_assert_eq!(now, position);
    }

    #[test]
    fn writing_again_gives_the_same_text(position in position()) {
        for (format, text) in texts(&position) {
            let back = only(&text, None).map_err(TestCaseError::fail)?.position;
            prop_assert_eq!(write(&back, None, format).unwrap(), text);
        }
    }

    #[test]
    fn a_setup_gives_its_position_back(position in position()) {
        prop_assert_eq!(position.setup().position().unwrap(), position);
    }

    #[test]
    fn json_keeps_any_name(position in position_of(3, 2), id in any::<String>()) {
        let text = write(&position, Some(&id), "json").unwrap();
        let back = only(&text, None).map_err(TestCaseError::fail)?;
        prop_assert_eq!(back.id, Some(id));
        prop_assert_eq!(back.source, Some(text));
        prop_assert_eq!(back.position, position);
    }

    #[test]
    fn files_of_many_positions_keep_their_order(
        positions in vec(position_of(4, 3), 1..6),
        gap in prop_oneof![Just("\n"), Just("\r\n"), Just("\n\n"), Just("\n \n")],
    ) {
        for format in ["json", "compact"] {
            let lines: Vec<_> =
                positions.iter().map(|position| write(position, None, format).unwrap()).collect();
            let back: Vec<_> =
                read(&lines.join(gap), None).unwrap().into_iter().map(|read| read.position).collect();
            prop_assert_eq!(&back, &positions);
        }
    }

    /// Windows line ends, a byte order mark and blank lines around it are no part of a position.
    #[test]
    fn line_ends_and_blank_lines_do_not_matter(position in position()) {
        for (format, text) in texts(&position) {
            let dressed = format!("\u{feff}\n{}\n\n", text.trim_end()).replace('\n', "\r\n");
            let back = only(&dressed, None).map_err(TestCaseError::fail)?.position;
            prop_assert_eq!(&back, &position, "{}", format);
        }
    }
}

#[test]
fn generated_positions_come_back() {
    for seed in 0..40 {
        for options in [
            &[("recipe", "quadrants"), ("robots", "5"), ("target", "any")][..],
            &[("recipe", "quadrants"), ("diagonals", "8"), ("bonus", "3"), ("penalty", "3")],
            &[("recipe", "corners"), ("robots", "8")],
            &[("recipe", "free"), ("width", "2"), ("height", "32"), ("robots", "1"), ("density", "1")],
            &[("recipe", "free"), ("width", "32"), ("height", "32"), ("closed", "400"), ("diagonals", "99")],
        ] {
            survives(&generated(options, seed)).unwrap();
        }
    }
}

/// The most that a position can hold: every cell a target of every colour and of any robot, half of them diagonals.
#[test]
fn the_fullest_board_comes_back() {
    let empty = generated(&[("recipe", "free"), ("width", "32"), ("height", "32"), ("robots", "8")], 1);
    let mut setup = empty.setup();
    setup.walls = vec![15; 1024];
    setup.targets =
        (0..1024).flat_map(|cell| (0..8).map(Some).chain([None]).map(move |r| (cell, r))).collect();
    setup.diagonals = (0..512).map(|cell| (2 * cell, cell % 3 == 0, cell % 8)).collect();
    setup.bonus = (0..512).collect();
    setup.penalty = (512..1024).collect();
    survives(&setup.position().unwrap()).unwrap();
}

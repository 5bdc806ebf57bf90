//! Solutions that are valid, and every way in which one is not.

use damier_validate::sokoban::{Fault, replay};

const LEVEL: &str = "#######\n#     #\n#@$ $.#\n#  . ##\n#######\n";

fn why(level: &str, solution: &str) -> String {
    replay(level, solution).expect_err(solution).to_string()
}

fn counts(level: &str, solution: &str) -> (usize, usize) {
    let replay = replay(level, solution).unwrap_or_else(|fault| panic!("{fault}\n{level}"));
    (replay.moves, replay.pushes)
}

#[test]
fn valid_solutions_are_counted() {
    assert_eq!(counts(LEVEL, "RurDR"), (5, 3));
    let easy = "########\n#@ $  .#\n########";
    for solution in ["rRRR", "r3R", "1(r)1(1(3R))", " r\nRR\r\n R ", "\u{feff}rRRR", "9()r03R"] {
        assert_eq!(counts(easy, solution), (4, 3), "{solution}");
    }
    assert_eq!(replay(easy, "r3R").map(|replay| replay.player), Ok((5, 1)));
    assert_eq!(replay("   ######\n   #@$.*#\n   ######", "R").map(|replay| replay.player), Ok((2, 1)));
}

#[test]
fn more_boxes_than_goals_and_none_to_move() {
    assert_eq!(counts("######\n#@$.$#\n######", "R"), (1, 1));
    assert_eq!(counts("####\n#@*#\n####", ""), (0, 0));
    assert_eq!(counts("#######\n#@$.#*#\n#######", "R"), (1, 1));
    assert_eq!(why("######\n#@$..#\n######", "R"), "after step 1, the last, 1 goal has no box");
}

#[test]
fn impossible_steps() {
    assert_eq!(why(LEVEL, "l"), "step 1 (l): the player cannot go there, a wall is in the way");
    assert_eq!(why(LEVEL, "uurr"), "step 2 (u): the player cannot go there, a wall is in the way");
    assert_eq!(why(LEVEL, "RR"), "step 2 (R): the box cannot be pushed, another box is behind it");
    assert_eq!(why(LEVEL, "RurDRR"), "step 6 (R): the box cannot be pushed, a wall is behind it");
    assert_eq!(why(LEVEL, "RurDRr"), "step 6 (r): the box cannot be pushed, a wall is behind it");
}

#[test]
fn letters_of_the_wrong_case() {
    assert_eq!(why(LEVEL, "r"), "step 1 (r): this step pushes a box; write it with a capital letter");
    assert_eq!(why(LEVEL, "RU"), "step 2 (U): there is no box to push; write a walk with a small letter");
}

#[test]
fn levels_that_are_not_solved() {
    assert_eq!(why(LEVEL, ""), "at the start 2 goals have no box");
    assert_eq!(why(LEVEL, "Rur"), "after step 3, the last, 2 goals have no box");
    let past = "#######\n#@$. .#\n#######";
    assert_eq!(why(past, "RRR"), "after step 3, the last, 1 goal has no box");
    let past = "#######\n#@$.  #\n#######";
    let once = "; the level was solved after step 1: leave out the steps after it";
    assert_eq!(why(past, "RR"), format!("after step 2, the last, 1 goal has no box{once}"));
    let start = "; the level was solved at the start: the empty solution solves it";
    assert_eq!(why("#####\n#@* #\n#####", "R"), format!("after step 1, the last, 1 goal has no box{start}"));
    // A walk after the last push changes nothing.
    assert_eq!(counts(past, "Rl"), (2, 1));
}

#[test]
fn solutions_that_cannot_be_read() {
    for (solution, begins) in [
        ("Rx", "solution, character 2: 'x' is not a step"),
        ("R u,r", "solution, character 4: ',' is not a step"),
        ("R3", "solution, character 2: a count must"),
        ("0R", "solution, character 1: a count must"),
        ("(R2)", "solution, character 3: a count must"),
        ("R(u", "solution, character 2: this bracket has no partner"),
        ("R)", "solution, character 2: this bracket has no partner"),
        ("999999999(R)", "solution, character 12: the solution has more than 1000000 steps"),
        ("1000001R", "solution, character 8: the solution has more than 1000000 steps"),
    ] {
        assert!(why(LEVEL, solution).starts_with(begins), "{}", why(LEVEL, solution));
        assert!(replay(LEVEL, solution).is_err_and(|fault| fault.is_bad_input()));
    }
    assert!(replay(LEVEL, "RR").is_err_and(|fault| !fault.is_bad_input()));
}

#[test]
fn levels_in_every_form() {
    for level in [
        "{\"level\":\"#####\\n#@$.#\\n#####\"}",
        "{\"id\":[],\"level\":\"5#|#@$.#|5#\",\"optimal\":null}",
        "5#|#@$.#|5#",
        "5#\n#@$.#\n5#\n",
        "5#|#@$.#|\n5#|",
        "2#(3#)|#pbo#|5(#)",
        "\u{feff}Title: a\r\n\r\n#####\r\n#m$O#\r\n#####\r\n-----\r\nthe end. # 3\r\n",
        "Comment:\n####\n#@@#\n####\nComment-End:\n#####\n#@$.#\n#####",
        "####\n\n  #####\n  #@$.#___\n  #####",
    ] {
        assert_eq!(counts(level, "R"), (1, 1), "{level}");
    }
}

#[test]
fn instances_that_are_no_level() {
    let wide = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(65), " ".repeat(60));
    let high = format!("#####\n#@$.#\n{}#####", "#   #\n".repeat(62));
    for (level, begins) in [
        ("", "instance: there is no drawing"),
        ("hello", "instance: there is no drawing"),
        ("{\"level\":3}", "instance: this JSON cannot be read"),
        ("{\"level\":\"\",\"level\":\"\"}", "instance: this JSON cannot be read: duplicate field"),
        ("{}", "instance: this JSON cannot be read: missing field"),
        ("####\n#$.#\n####", "instance: the level has no player"),
        ("#####\n#@$+#\n#####", "instance: the level has more than one player"),
        ("#####\n#@$.\n#####", "instance: the border is open"),
        ("## ##\n#@$.#\n#####", "instance: the border is open"),
        ("#####\n @$.#\n#####", "instance: the border is open"),
        ("#####\n#@$.#\n# ###", "instance: the border is open"),
        ("#####\n#@$.#\n#####\n\n#####\n#@$.#\n#####", "instance: there are several drawings"),
        ("99(99#|)", "instance: the counts draw more"),
        (wide.as_str(), "instance: the level is larger"),
        (high.as_str(), "instance: the level is larger"),
    ] {
        assert!(why(level, "R").starts_with(begins), "{}", why(level, "R"));
        assert!(matches!(replay(level, "R"), Err(Fault::Instance(_))));
    }
}

/// Nothing that a stranger writes takes long or brings the validator down.
#[test]
fn hostile_texts() {
    let mega = 1 << 20;
    let texts = [
        "9".repeat(mega),
        "9(".repeat(mega / 2),
        "(R".repeat(mega / 4) + &")".repeat(mega / 4),
        format!("{}R{}", "9(".repeat(1000), ")".repeat(1000)),
        "64(64#|)\n".repeat(mega / 9),
        "64#\n".repeat(mega / 4),
        "#\n".repeat(mega / 2),
        " ".repeat(mega) + "#@$.#",
        "{\"level\":".repeat(mega / 9),
        "[".repeat(mega),
        "Comment:\n".repeat(mega / 9),
    ];
    for text in &texts {
        let begin = std::time::Instant::now();
        assert!(replay(LEVEL, text).is_err());
        assert!(replay(text, "R").is_err());
        assert!(begin.elapsed().as_secs() < 5, "{:?} for {text:.20}", begin.elapsed());
    }
    let back_and_forth = format!("RurDR{}", "499997(lr)");
    assert_eq!(counts(LEVEL, &back_and_forth), (999_999, 3));
}

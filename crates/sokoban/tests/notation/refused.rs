//! What is not a level, and what is said about it.

use damier_sokoban::notation::{read, write};

/// Line, column and the beginning of the sentence.
fn refused(text: &str) -> (usize, usize, String) {
    match read(text, None) {
        Ok(levels) => panic!("accepted as {} levels: {text}", levels.len()),
        Err(error) => {
            assert!(error.text().contains(';'), "there is no remedy in '{error}'");
            (error.line.unwrap_or(0), error.column.unwrap_or(0), error.text().to_owned())
        }
    }
}

#[track_caller]
fn check(text: &str, line: usize, column: usize, begins: &str) {
    let (at, on, what) = refused(text);
    assert!(what.starts_with(begins), "{what}");
    assert_eq!((at, on), (line, column), "{what}");
}

#[test]
fn levels_that_break_a_rule() {
    check("\n####\n#$.#\n####", 2, 1, "level 1: there is no player");
    check("#####\n#@$@#\n#.  #\n#####", 2, 4, "level 1: there are two players");
    check("#####\n#@+$#\n#####", 2, 3, "level 1: there are two players");
    check("###\n# #\n###", 1, 1, "level 1: there is no player");
    check("#####\n#@$.\n#####", 2, 5, "level 1: the border is open");
    check("  ## ##\n  #@$.#\n  #####", 1, 5, "level 1: the border is open");
    check(" @$.\n#####", 1, 2, "level 1: the border is open");
    check("#####\n#@$.#\n##x##\n# $ #\n#####", 3, 3, "level 1: 'x' means nothing");
}

#[test]
fn the_level_is_named_by_its_number() {
    let good = "#####\n#@$.#\n#####\nTitle: x\n\n";
    check(&format!("words\n\n{good}{good}####\n#@@#\n####\n"), 14, 3, "level 3: there are two players");
    check(&format!("{good}9(999#)\n"), 6, 7, "level 2: the counts draw more");
}

#[test]
fn sizes() {
    let room = |width: usize, height: usize| {
        let wall = "#".repeat(width);
        let first = format!("#@$.{}#\n", " ".repeat(width - 5));
        let rest = format!("#{}#\n", " ".repeat(width - 2)).repeat(height - 3);
        format!("{wall}\n{first}{rest}{wall}\n")
    };
    assert!(read(&room(64, 64), None).is_ok());
    check(&room(65, 10), 1, 65, "level 1: the level has 65 columns and 10 rows");
    check(&room(10, 65), 65, 1, "level 1: the level has 10 columns and 65 rows");
    check(&room(10, 1000), 65, 1, "level 1: the level has 10 columns and ");
    // Blanks around a drawing do not count.
    assert!(read(&room(64, 64).replace('\n', "      \n   ").replacen('#', "   #", 1), None).is_ok());
}

#[test]
fn json() {
    check("{\"id\":1}", 1, 8, "level 1: not a level in JSON: missing field `level`");
    check(
        "{\"level\":\"#####\\n#@$@#\\n#####\"}",
        1,
        1,
        "level 1: line 2, column 4 of the drawing: there are two players",
    );
    check("{\"level\":\"\"}", 1, 1, "level 1: the input holds no level");
    check("{\"level\":7}", 1, 10, "level 1: not a level in JSON");
    check(
        "{\"level\":\"5#|#@$.#|5#\"}\n  {\"level\":\"####\\n####\\n####\"}",
        2,
        3,
        "level 2: line 1, column 1",
    );
    check("{\"level\":\"5#|#@$.#|5#\\n5#|#@$.#|5#\"}", 1, 1, "level 1: `level` holds 2 drawings");
    check("{\"level\":", 1, 9, "not a level in JSON: EOF");
    check("{\"level\":\"5#|#@$.#|5#\"} 7", 1, 25, "level 2: this is no level");
}

#[test]
fn codes() {
    let level = &read("5#|#@$.#|5#", None).unwrap()[0];
    let code = write(level, "compact").unwrap();
    assert!(
        code.len() < 20 && code.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c)),
        "{code}"
    );
    check(&code[..code.len() - 2], 1, 1, "level 1: the code is damaged");
    check(&format!("{code}\n {code}A"), 2, 2, "level 2: the code is damaged");
    check("sk1.????", 1, 1, "level 1: the code is damaged");
    check("sk1.", 1, 1, "level 1: the code is damaged");
}

#[test]
fn texts_without_a_level() {
    for text in
        ["", "  \n", "hello", "----\n....", "#", "###\n###", "@$.", "# 1\n# 2", "rrUUll", "[]", "999999"]
    {
        let (line, column, _) = refused(text);
        assert_eq!((line, column), (0, 0), "{text}");
    }
    assert!(read("x", Some("pddl")).unwrap_err().text().contains("only written"));
    assert!(
        read("x", Some("y"))
            .unwrap_err()
            .text()
            .contains("not known; these are read: json, xsb, rle, compact")
    );
}

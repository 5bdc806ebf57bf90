//! Files as people share them.

use damier_sokoban::notation::{Level, read, text, xsb};

const ONE: &str = "#####\n#@$.#\n#####\n";
const TWO: &str = "######\n#@ $.#\n######\n";

fn levels(text: &str) -> Vec<Level> {
    read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Every level's title, author and comment.
fn words(text: &str) -> Vec<[String; 3]> {
    let word = |word: Option<String>| word.unwrap_or_default();
    levels(text)
        .into_iter()
        .map(|level| [word(level.title), word(level.author), word(level.comment)])
        .collect()
}

fn titles(text: &str) -> Vec<String> {
    words(text).into_iter().map(|[title, ..]| title).collect()
}

#[test]
fn titles_stand_after_their_levels() {
    let file = format!("My levels\n\n{ONE}Title: One\nAuthor: A\n\n; 2\n\n{TWO}Title: Two\n");
    assert_eq!(words(&file), [["One", "A", ""], ["Two", "", ""]]);
}

#[test]
fn titles_stand_before_their_levels() {
    let file = format!("Title: One\nAuthor: A\n\n{ONE}\nTitle: Two\nAuthor: B\n{TWO}\n");
    assert_eq!(words(&file), [["One", "A", ""], ["Two", "B", ""]]);
    let file = format!("Title: The set\nAuthor: A\n\nTitle: One\n{ONE}\nTitle: Two\n\n{TWO}\nthe end\n");
    assert_eq!(words(&file), [["One", "A", ""], ["Two", "", ""]]);
}

#[test]
fn a_file_has_a_title_and_an_author_of_its_own() {
    let file = format!("Title: The set\nAuthor: A\nEmail: a@b.c\n\n; first\n{ONE}\n; second\n{TWO}");
    assert_eq!(words(&file), [["first", "A", ""], ["second", "A", ""]]);
    let file = format!("Title: The set\nAuthor: A\n\n{ONE}Title: One\n\n{TWO}Title: Two\nAuthor: B\n");
    assert_eq!(words(&file), [["One", "A", ""], ["Two", "B", ""]]);
}

#[test]
fn a_title_of_a_single_level_stands_on_either_side() {
    assert_eq!(words(&format!("Title: X\n\n{ONE}")), [["X", "", ""]]);
    assert_eq!(words(&format!("{ONE}\nTitle: X")), [["X", "", ""]]);
    assert_eq!(words(&format!("TITLE : X\n{ONE}author: Y\n")), [["X", "Y", ""]]);
}

#[test]
fn names_before_a_level() {
    for (name, title) in [
        ("; 1", "1"),
        (";The maze", "The maze"),
        ("'The maze'", "The maze"),
        ("; 7\n; 'The maze'", "The maze"),
        ("Level 3\n'The maze'\n", "The maze"),
        ("Level 3", "Level 3"),
        ("Level 3: the maze", "Level 3: the maze"),
        ("#3", "#3"),
        ("The maze\n", "The maze"),
        ("12", "12"),
    ] {
        let file = format!("{TWO}\n{name}\n{ONE}\n");
        assert_eq!(titles(&file), ["", title], "{file}");
    }
}

#[test]
fn what_is_no_name() {
    let prose = "These levels were made in a hot summer.\nI hope that you like them.\n";
    assert_eq!(titles(&format!("{prose}\n{ONE}")), [""]);
    assert_eq!(titles(&format!("{TWO}\nrrRRuullDD3(ld)\n\n{ONE}")), ["", ""]);
    assert_eq!(titles(&format!("{TWO}Solution: rR\n\n{ONE}")), ["", ""]);
    assert_eq!(titles(&format!("{TWO}that was level one\n{ONE}")), ["", ""]);
    assert_eq!(titles(&format!("-----\n{ONE}-----\n{TWO}*****\n")), ["", ""]);
}

#[test]
fn comments_may_hold_anything() {
    let file =
        format!("{ONE}Title: One\nComment: first\nsecond\n\n{TWO}Comment-End:\n\n{TWO}Comment: short\n");
    assert_eq!(
        words(&file),
        [["One", "", &format!("first\nsecond\n\n{}", TWO.trim_end())], ["", "", "short"]]
    );
    // The first comment has no end, so it is a line.
    let file = format!("{ONE}Comment: one\n\n{TWO}Comment:\ntwo\nComment-End:\n");
    assert_eq!(words(&file), [["", "", "one"], ["", "", "two"]]);
}

#[test]
fn headers_ornaments_and_trailing_words() {
    let header = "#####################\n# My best levels    #\n#####################\n\n::  1990 - 2001, see #4  ::\n\n";
    let long = "a line of a very long header: # @ $ .\n".repeat(500);
    let wide = "#".repeat(100);
    let file = format!("{header}{long}\n{wide}\n\n{ONE}\nsolved? rR!\n\n{TWO}\nThe end. # . @\n");
    let found = levels(&file);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].position, xsb::read(ONE).unwrap());
    assert_eq!(found[1].position, xsb::read(TWO).unwrap());
    assert_eq!(found[0].line, 510);
}

#[test]
fn line_ends_marks_tabs_and_bytes() {
    let plain = xsb::read(ONE).unwrap();
    let same =
        |text: &str| levels(text).into_iter().for_each(|level| assert_eq!(level.position, plain, "{text:?}"));
    same(ONE);
    same(&ONE.replace('\n', "\r\n"));
    same(&ONE.replace('\n', "\r"));
    same(&format!("\u{feff}{ONE}"));
    same(ONE.trim_end());
    same(&ONE.replace('\n', "  \t \n"));
    same(&ONE.replace("#@", "\t#@").replace("#####", "        #####"));
    same(&ONE.replace('\n', "\n  ").replacen('#', "  #", 1));
    let level = &levels("#########\n#\t#\n#########\n#@$.#\n#####")[0].position;
    assert_eq!(level.board.width(), 9);
    assert_eq!(titles(&text(b"; caf\xe9\n#####\n#@$.#\n#####\n")), ["caf\u{e9}"]);
    assert_eq!(text("caf\u{e9}".as_bytes()), "caf\u{e9}");
}

#[test]
fn run_lengths_and_one_line_forms() {
    let plain = xsb::read(ONE).unwrap();
    for text in [
        "5#\n#@$.#\n5#",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|",
        "#####|#@$.#|#####",
        "5#|#@$.#|\n5#",
        "(5#)|#@$.#|5(#)",
        "2#(3#)|#pbo#|5#",
        "||5#|#@$.#|5#||",
        "--5#|--#@$.#|2-5#4-",
    ] {
        assert_eq!(levels(text)[0].position, plain, "{text}");
    }
    let groups = levels("9#|2(4(#-)#|)#@$.4-#|9#");
    assert_eq!(
        groups[0].position,
        xsb::read("#########\n# # # # #\n# # # # #\n#@$.    #\n#########").unwrap()
    );
    // A line is a level.
    let several = levels("5#|#@$.#|5#\n5#|#@$.#|5#\n\n5#|#@$.#|5#");
    assert_eq!(several.iter().map(|level| level.line).collect::<Vec<_>>(), [1, 2, 4]);
}

#[test]
fn json_lines() {
    let found = levels(concat!(
        r##"{"id":"a","level":" #####\n #@$.#\n #####","optimal":1,"more":[1]}"##,
        "\n\n",
        r##"{"id":7,"level":"5#|#@$.#|5#","title":"T","author":"A"} "##
    ));
    assert_eq!((found[0].id.as_deref(), found[0].optimal, found[0].line), (Some("a"), Some(1), 1));
    assert_eq!((found[1].id.as_deref(), found[1].optimal, found[1].line), (Some("7"), None, 3));
    assert_eq!((found[1].title.as_deref(), found[1].author.as_deref()), (Some("T"), Some("A")));
    assert_eq!(found[0].position, found[1].position);
    assert!(
        found[1]
            .source
            .as_ref()
            .is_some_and(|source| source.starts_with("{\"id\":7") && source.ends_with('}'))
    );
}

#[test]
fn odd_levels_have_notes() {
    let notes =
        |text: &str| levels(text)[0].notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert_eq!(notes(ONE), "");
    assert_eq!(notes("######\n#@$$.#\n######"), "2 boxes for 1 goal: it is solved when every goal has a box");
    assert_eq!(notes("######\n#@$..#\n######"), "1 box for 2 goals: it can never be solved");
    assert_eq!(notes("#######\n#@$.#*#\n#######"), "1 box is out of the player's reach, and will never move");
    let away = "2 goals for 2 boxes";
    assert!(!notes("#########\n#@$ #. $#\n#########").contains(away));
    assert!(
        notes("#########\n#@$.#. $#\n#########")
            .contains("1 goal is out of the player's reach and without a box")
    );
    assert_eq!(notes("####\n#@*#\n####"), "it is solved already");
}

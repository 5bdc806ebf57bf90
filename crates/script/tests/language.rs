//! The language of scripts: what they can ask, and how mistakes are told.

use std::sync::Arc;

use damier_kit::microscope::fault;
use damier_kit::{Mark, Refusal, Scene, ScenePiece, SceneTarget};
use damier_script::{Script, summary};
use damier_search::{FAR, Placement, Scripted};

/// A board of 4×3 with a wall east of cell 1 and a closed cell 6; a robot that is to reach cell 11, and a tile with the number 7.
fn scene() -> Scene {
    let piece =
        |kind, cell, label: &str| ScenePiece { kind, cell, label: label.to_owned(), color: 0, start: cell };
    let mut walls = vec![0; 12];
    walls[1] = 2;
    walls[2] = 8;
    Scene {
        width: 4,
        height: 3,
        walls,
        marks: vec![Mark::new("closed", 6)],
        pieces: vec![piece("robot", 0, "r"), piece("tile", 5, "7")],
        targets: vec![
            SceneTarget { cell: 11, piece: Some(0), active: true, number: 1 },
            SceneTarget { cell: 3, piece: None, active: false, number: 1 },
        ],
        ..Scene::default()
    }
}

const HEURISTICS: &[&str] = &["bounces", "linear-conflict"];

fn compiled(text: &str) -> Result<Arc<Script>, Refusal> {
    Script::new(text, HEURISTICS, &scene())
}

/// What a script says of the state in which the pieces stand where the scene has them.
fn asked(text: &str) -> Result<Option<u32>, Refusal> {
    let script = compiled(text)?;
    let here = Placement { cells: vec![0, 5], tasked: vec![0] };
    let said: Vec<_> = script.asks().iter().map(|name| (name == "bounces").then_some(3)).collect();
    let estimate = script.estimate(&here, &said);
    fault(script.as_ref()).map_or(Ok(estimate), Err)
}

fn says(text: &str) -> Option<u32> {
    asked(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn wrong(text: &str) -> String {
    asked(text).expect_err(text).to_string()
}

#[test]
fn numbers_are_rounded_down_and_nothing_is_no_way() {
    assert_eq!(says("3"), Some(3));
    assert_eq!(says("3.99"), Some(3));
    assert_eq!(says("-0.0"), Some(0));
    assert_eq!(says("infinite()"), None);
    assert_eq!(says("()"), None);
    assert_eq!(says("if false { 1 }"), None);
    assert_eq!(says("9_000_000_000_000"), Some(FAR - 1));
    assert_eq!(says("return 4; 5"), Some(4));
}

#[test]
fn a_script_asks_the_heuristics_of_the_game() {
    assert_eq!(says("bounces(s) + 1"), Some(4));
    assert_eq!(says("linear_conflict(s)"), None);
    assert_eq!(says("if linear_conflict(s) == () { 9 } else { 0 }"), Some(9));
    assert_eq!(says("max(bounces(s), 2)"), Some(3));
    assert_eq!(compiled("bounces(s)").unwrap().asks(), ["bounces"]);
    assert_eq!(compiled("let bounces_more = 1; 0").unwrap().asks(), [] as [&str; 0]);
}

#[test]
fn a_script_sees_pieces_targets_and_the_board() {
    assert_eq!(says("pieces(s).len()"), Some(2));
    assert_eq!(says("let p = pieces(s)[1]; 100 * p.x + 10 * p.y + p.cell"), Some(115));
    assert_eq!(says("pieces(s)[1].number"), Some(7));
    assert_eq!(says("pieces(s)[0].number"), Some(1));
    assert_eq!(
        says(r#"if pieces(s)[0].kind == "robot" && pieces(s)[0].label == "r" { 1 } else { 0 }"#),
        Some(1)
    );
    assert_eq!(says("pieces(s).filter(|p| p.kind == \"tile\").len()"), Some(1));
    assert_eq!(says("tasked(s)[0].cell"), Some(0));
    assert_eq!(says("targets().len()"), Some(1));
    assert_eq!(says("distance(tasked(s)[0], targets()[0])"), Some(5));
    assert_eq!(says("distance(0, 11) + distance(5, pieces(s)[1])"), Some(5));
    assert_eq!(says("10 * width() + height()"), Some(43));
    // Outer walls, drawn walls, closed cells.
    let walls = r#"
        let n = 0;
        if wall(0, "N") { n += 1; }
        if wall(1, "E") { n += 10; }
        if wall(5, "E") { n += 100; }
        if wall(4, "E") { n += 1000; }
        n"#;
    assert_eq!(says(walls), Some(111));
}

#[test]
fn functions_loops_and_lists() {
    let sum =
        "fn far(p, t) { distance(p, t) }\nlet sum = 0;\nfor p in pieces(s) {\n  sum += far(p, 11);\n}\nsum";
    assert_eq!(says(sum), Some(5 + 3));
    assert_eq!(says("let a = [3, 1, 2]; a.sort(); a[0]"), Some(1));
    assert_eq!(says("if (1..5).contains(4) { 1 } else { 0 }"), Some(1));
}

#[test]
fn mistakes_have_a_line_and_a_column() {
    assert_eq!(wrong("let a = 1;\nlet b = a +;\n"), "line 2, column 12: ';' does not belong here");
    assert_eq!(wrong("let a = (1"), "line 1, column 11: ')' is missing here");
    assert!(wrong("{ 1").contains("line 1, column 4: "), "{}", wrong("{ 1"));
    assert_eq!(wrong("\n\n  bouncy(s)"), "line 3, column 3: there is no function bouncy (state)");
    assert_eq!(wrong("1 + nowhere"), "line 1, column 5: there is no variable 'nowhere'");
    assert_eq!(
        wrong("fn f(p) {\n  p.z\n}\nf(pieces(s)[0])"),
        "line 2, column 5: the script fails: unknown property 'z' - a getter is not registered for type 'piece'"
    );
    assert_eq!(
        wrong("wall(0, \"up\")"),
        "line 1, column 1: the script fails: a side is \"N\", \"E\", \"S\" or \"W\""
    );
    assert_eq!(
        wrong("distance(0, 12)"),
        "line 1, column 1: the script fails: there is no cell 12; they are numbered from 0, row by row"
    );
    assert_eq!(wrong("s = 3;"), "line 1, column 1: the script fails: cannot modify constant s");
    assert_eq!(wrong("1 / 0"), "line 1, column 3: the script fails: division by zero: 1 / 0");
    assert_eq!(wrong("throw \"no idea\""), "line 1, column 1: the script fails: no idea");
    assert_eq!(wrong("-1"), "the estimate is not a number from 0 on, but -1");
    assert_eq!(wrong("0.0 / 0.0"), "the estimate is not a number from 0 on, but NaN");
    assert_eq!(wrong("[1]"), "the estimate is a number or nothing, but this is a list");
    assert_eq!(wrong("\"1\""), "the estimate is a number or nothing, but this is a text");
    assert_eq!(wrong("true"), "the estimate is a number or nothing, but this is true or false");
}

#[test]
fn what_is_not_there_cannot_be_used() {
    for (text, word) in [
        ("eval(\"1\")", "eval"),
        ("print(1)", "print"),
        ("debug(1)", "debug"),
        ("#{a: 1}", "#{"),
        ("import \"/etc/passwd\" as x; 1", "import"),
    ] {
        assert!(wrong(text).contains(word), "{}", wrong(text));
    }
    for call in [
        "sleep(1)",
        "sleep(0.5)",
        "timestamp()",
        "open(\"/etc/passwd\")",
        "read_file(\"/etc/passwd\")",
        "parse_json(\"{}\")",
        "exit(1)",
        "blob(9)",
        "connect(\"127.0.0.1\")",
        "system(\"ls\")",
        "env(\"PATH\")",
    ] {
        assert!(wrong(call).contains("there is no function"), "{}", wrong(call));
    }
}

#[test]
fn after_a_failure_nothing_is_asked() {
    let script = compiled("if tasked(s)[0].cell == 5 { oops() } else { 2 }").unwrap();
    let at = |cell| Placement { cells: vec![cell, 1], tasked: vec![cell] };
    assert_eq!(script.estimate(&at(3), &[]), Some(2));
    assert!(!script.has_failed());
    assert_eq!(script.estimate(&at(5), &[]), None);
    assert!(script.has_failed());
    assert_eq!(script.estimate(&at(3), &[]), None);
    assert!(fault(script.as_ref()).unwrap().to_string().contains("oops"));
}

#[test]
fn a_script_may_say_what_it_is() {
    assert_eq!(summary("// the crow's way\ndistance(0, 1)"), Some("the crow's way"));
    assert_eq!(summary("1"), None);
    assert_eq!(summary("//\n1"), None);
}

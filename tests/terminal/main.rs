//! `damier play` in a terminal: keys in, a screen out, and the terminal as it was afterwards.
#![cfg(target_os = "linux")]

mod support;

use std::process::Command;

use support::*;

/// The keys of a solution that is written with the letters of directions.
fn arrows(letters: &str) -> String {
    let key = |letter: char| match letter.to_ascii_lowercase() {
        'u' => UP,
        'd' => DOWN,
        'l' => LEFT,
        _ => RIGHT,
    };
    letters.chars().map(key).collect()
}

/// What the program itself answers for a level.
fn solution(level: &str) -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/microban.xsb");
    let solved = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["solve", "sokoban", file, "--level", level, "--json"])
        .output()
        .expect("the program starts");
    let answer: serde_json::Value = serde_json::from_slice(&solved.stdout).expect("an answer");
    answer["solution"].as_str().expect("a solution").to_owned()
}

#[test]
fn a_level_to_its_end_and_what_was_done_is_there_the_next_time() {
    let data = folder("sokoban");
    let mut terminal = Terminal::new(&["play", "sokoban", "--level", "1", "--data", &data], 80, 24);
    let first = terminal.see("Microban 1 of 155");
    assert!(first.contains("moves 0") && first.contains("pushes 0"), "{first}");
    assert!(first.contains("[]") && first.contains('@'), "{first}");
    let way = solution("1");
    terminal.press(&arrows(&way));
    let solved = terminal.see("the fewest possible");
    assert!(
        solved.contains("Solved in") && solved.contains('✓') && solved.contains(&way[way.len() - 4..]),
        "{solved}"
    );
    terminal.press("n");
    terminal.see("Microban 2 of 155");
    terminal.press("l");
    terminal.see("1 of 155 solved");
    terminal.press("\x1b");
    terminal.see("Microban 2 of 155");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));

    // It is in the store that the browser sees.
    let kept = without_terminal(&["export", "--data", &data]);
    let kept = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert!(kept.contains(r#""kind":"progress""#) && kept.contains(r#""kind":"result""#), "{kept}");

    // Another time: the same level, and the first one is known to be solved.
    let mut terminal = Terminal::new(&["play", "sokoban", "--data", &data], 80, 24);
    terminal.see("Microban 2 of 155");
    terminal.press("l");
    let levels = terminal.see("1 of 155 solved");
    let line = levels.lines().find(|line| line.contains('✓')).expect("a solved level");
    assert!(line.contains(" 1 "), "{levels}");
    terminal.press("q");
    terminal.see("Microban 2 of 155");
    // What replaced the table can be undone: the level before comes back, solved.
    terminal.press("\x1a");
    terminal.see("Solved in");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn robots_are_chosen_slide_and_come_back() {
    // Red in the upper left corner, green beside it; red is wanted in the lower right one.
    let board = file(
        "robots.json",
        r#"{"id":"corner","width":3,"height":3,"walls":[0,0,0,0,0,0,0,0,0],"robots":[0,1],"target_robot":0,"target":8}"#,
    );
    let data = folder("ricochet");
    let mut terminal = Terminal::new(&["play", "ricochet", &board, "--data", &data], 80, 24);
    let first = terminal.see("Bring ▲r to △R");
    assert!(first.contains("▲r") && first.contains("●g") && first.contains("corner"), "{first}");
    terminal.press(RIGHT);
    terminal.see("Nothing can move right here.");
    terminal.press("2");
    terminal.press(DOWN);
    terminal.see("gS");
    terminal.press("R");
    terminal.press(DOWN);
    terminal.see("gS rS");
    terminal.press("\x1a");
    terminal.see("gS  (1 undone)");
    terminal.press("u");
    terminal.see("(2 undone)");
    terminal.press("u");
    terminal.see("Ctrl+Z brings back the board before this one.");
    terminal.press("\x1a");
    terminal.until("board before", |text| !text.contains("corner"));
    terminal.press("\x19");
    terminal.see("corner");
    terminal.press("\t\t");
    terminal.press(DOWN);
    terminal.see("moves 1");
    terminal.press(RIGHT);
    let solved = terminal.see("Solved in 2 moves: the fewest possible.");
    assert!(solved.contains("rS rE"), "{solved}");
    terminal.press("r");
    terminal.see("moves 0");
    terminal.press("h");
    terminal.see("The best solution from here: 2 moves");
    terminal.press("hhh");
    terminal.see("Hint 4 of 5");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn tiles_go_where_the_arrow_points() {
    let board = file("tiles.txt", "1 2 3 / 4 5 6 / 0 7 8\n");
    let data = folder("taquin");
    let mut terminal = Terminal::new(&["play", "taquin", &board, "--data", &data], 80, 24);
    let first = terminal.see("Put the tiles in order");
    assert!(first.contains("│ 1 │ 2 │ 3 │") && first.contains("│   │ 7 │ 8 │"), "{first}");
    terminal.press(LEFT);
    terminal.see("│ 7 │   │ 8 │");
    terminal.press("a");
    terminal.see("Solved in 2 moves: the fewest possible.");
    terminal.press("n");
    terminal.until("new board", |text| text.contains("Grade 1") && text.contains("moves 0"));
    terminal.press("\x1a");
    terminal.see("│ 7 │ 8 │   │");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn a_step_and_a_wall_are_answered_by_the_engine() {
    let data = folder("quoridor");
    let args = ["play", "quoridor", "--against", "fast(level=beginner)", "--data", &data];
    let mut terminal = Terminal::new(&args, 80, 24);
    let first = terminal.see("> ●1 you");
    assert!(first.contains("10 walls, 8 steps to the top") && first.contains("a   b   c"), "{first}");
    terminal.press(UP);
    let played = |moves: usize, first: &'static str| {
        move |text: &str| {
            let line = text.lines().find_map(|line| Some(line[line.find(first)?..].trim().to_owned()));
            line.is_some_and(|line| line.split(' ').count() == moves) && text.contains("> ●1 you")
        }
    };
    terminal.until("answer to the step", played(2, "e2 "));
    terminal.press("w");
    terminal.see("Enter places it");
    terminal.press(" ");
    terminal.see("║");
    terminal.press(" ");
    terminal.see("═");
    terminal.press("\r");
    let text = terminal.until("answer to the wall", played(4, "e2 "));
    assert!(text.contains("━━━━━━━") && text.contains("9 walls"), "{text}");
    // What was begun can be left.
    terminal.press("w");
    terminal.until("wall in hand", |text| text.contains('═'));
    terminal.press("\x1b");
    terminal.until("empty hand", |text| !text.contains('═'));
    terminal.press("u");
    // The wall is in hand again; the engine's first answer may have been one, too.
    terminal.until("undone wall", |text| {
        text.contains("(2 undone)") && text.contains("10 walls, 7 steps to the top")
    });
    terminal.press("o");
    terminal.see("Play against");
    terminal.press("\x1b");
    terminal.see("q leave");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn a_wall_that_cannot_lie_there_says_why() {
    let game = file("walls.txt", "e2 e8 e2h e7\n");
    let data = folder("walls");
    let args = ["play", "quoridor", &game, "--against", "person", "--data", &data];
    let mut terminal = Terminal::new(&args, 80, 24);
    terminal.see("e2 e8 e2h e7");
    terminal.press("w");
    let told = |text: &str| text.lines().rev().nth(1).is_some_and(|line| line.trim_end().ends_with('.'));
    terminal.until("reason", |text| text.contains('═') && told(text) && !text.contains("Enter places it"));
    terminal.press("\r");
    terminal.press(UP);
    terminal.see("Enter places it");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let data = folder("resize");
    let mut terminal = Terminal::new(&["play", "ricochet", "--data", &data], 120, 40);
    let large = terminal.see("Bring");
    assert!(large.contains("┌──"), "{large}");
    terminal.resize(80, 24);
    let small = terminal.until("smaller board", |text| text.contains('▁') && text.contains("q leave"));
    assert!(!small.contains("┌──"), "{small}");
    terminal.resize(40, 10);
    terminal.see("The terminal is too small for");
    let told = terminal.see("It needs");
    assert!(told.contains("It has 40 columns and 10 rows."), "{told}");
    assert!(told.contains("It needs 80 and 21, or 51 and 26."), "{told}");
    for (columns, rows) in [(80, 21), (51, 26)] {
        terminal.resize(columns, rows);
        terminal.until("board in what was asked for", |text| text.contains('▁') && text.contains("q leave"));
        terminal.resize(columns - 1, rows);
        terminal.see("too small");
    }
    terminal.press("?");
    terminal.see("any key goes back");
    terminal.press("x");
    terminal.see("too small");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

#[test]
fn the_terminal_is_given_back() {
    for (how, code) in [("q", 0), ("\x03", 40), ("TERM", 40), ("HUP", 40), ("INT", 40)] {
        let data = folder("restored");
        let mut terminal = Terminal::new(&["play", "taquin", "--data", &data], 80, 24);
        terminal.see("q leave");
        if how.len() > 1 {
            terminal.signal(how);
        } else {
            terminal.press(how);
        }
        let left = terminal.left();
        assert_eq!(left.code, Some(code), "{how:?}: {}", left.text);
        assert!(left.restored, "{how:?}: {}", left.text);
        assert!(!left.text.contains("undo"), "{}", left.text);
    }
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
    for (environment, colours) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let data = folder("colours");
        let mut terminal = Terminal::with(&["play", "sokoban", "--data", &data], 80, 24, environment);
        terminal.see("q leave");
        assert_eq!(terminal.written().contains("\x1b[38;5;"), colours);
        terminal.press("q");
        assert_eq!(terminal.left().code, Some(0));
    }
}

#[test]
fn without_a_terminal_and_with_bad_input_one_sentence_tells() {
    let data = folder("refused");
    let bad = file("bad.xsb", "#####\n#@@.#\n#####\n");
    let good = file("good.xsb", "#####\n#@$.#\n#####\n");
    let cases: [(&[&str], &str); 8] = [
        (&["play", "sokoban", &good], "needs a terminal"),
        (&["play", "sokoban", "-"], "name that"),
        (&["play", "sokoban", &bad], "line 2"),
        (&["play", "sokoban", "no-such-file.xsb"], "cannot open no-such-file.xsb"),
        (&["play", "sokoban", &good, "--level", "2"], "has no level 2"),
        (&["play", "quoridor", "--level", "2"], "quoridor has no levels"),
        (&["play", "sokoban", "--against", "fast"], "sokoban has no adversaries"),
        (&["play", "chess"], "there is no game 'chess'"),
    ];
    for (args, words) in cases {
        let said = without_terminal(&[args, &["--data", &data]].concat());
        let told = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!((said.status.code(), told.lines().count()), (Some(30), 1), "{args:?}: {told}");
        assert!(told.contains(words), "{args:?}: {told}");
        assert!(said.stdout.is_empty());
    }
    // What only the table can judge is refused before the screen is taken.
    for (args, words) in [
        (&["play", "sokoban", "--level", "999"][..], "there is no level 999 in this set"),
        (&["play", "quoridor", "--against", "nonsense"][..], "nonsense"),
    ] {
        let left = Terminal::new(&[args, &["--data", &data]].concat(), 80, 24).left();
        assert_eq!(left.code, Some(30), "{}", left.text);
        assert!(left.restored && left.text.contains(words), "{args:?}: {}", left.text);
    }
}

#[test]
fn where_nothing_can_be_kept_one_plays_on_and_is_told() {
    let no_folder = file("no-folder", "this is a file");
    let mut terminal = Terminal::new(&["play", "sokoban", "--level", "1", "--data", &no_folder], 80, 24);
    terminal.see("Nothing is kept.");
    terminal.press(RIGHT);
    terminal.see("moves 1");
    terminal.press("q");
    let left = terminal.left();
    assert!(left.code == Some(0) && left.restored, "{}", left.text);
}

#[test]
fn the_levels_of_a_file_are_a_set() {
    let levels = file("two.xsb", "; first\n\n#####\n#@$.#\n#####\n\n; second\n\n######\n#@$ .#\n######\n");
    let data = folder("file");
    let mut terminal = Terminal::new(&["play", "sokoban", &levels, "--level", "2", "--data", &data], 80, 24);
    terminal.see("The file 2 of 2");
    terminal.press("p");
    terminal.see("The file 1 of 2");
    terminal.press(RIGHT);
    terminal.see("Solved in 1 move, 1 push: the fewest");
    terminal.press("\r");
    terminal.see("The file 2 of 2");
    terminal.press("l");
    let list = terminal.see("The file: 1 of 2 solved");
    assert!(list.contains("first") && list.contains("second"), "{list}");
    terminal.press("\x1b");
    terminal.see("q leave");
    terminal.press("q");
    assert_eq!(terminal.left().code, Some(0));
}

/// What a program is started with can be seen by every user of the machine, so the key is not among it: a browser is started with a file that
/// only its owner can read.
#[test]
fn the_browser_is_not_told_the_key_on_its_command_line() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder("door");
    let (tools, told) = (folder("door-tools"), format!("{data}/told"));
    let script = format!("#!/bin/sh\nprintf %s \"$*\" > '{told}.new' && mv '{told}.new' '{told}'\n");
    let browser = format!("{tools}/xdg-open");
    std::fs::write(&browser, script).expect("a browser that is none");
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).expect("it can be started");
    let path = format!("{tools}:{}", std::env::var("PATH").unwrap_or_default());
    let around = [("PATH", path.as_str()), ("DISPLAY", ":77"), ("BROWSER", "")];
    let mut terminal = Terminal::with(&["serve", "--port", "0", "--data", &data], 120, 24, &around);
    let shown = terminal.see("?token=");
    let token =
        shown.split("?token=").nth(1).expect("a key").split_whitespace().next().expect("a key").to_owned();
    let began = std::time::Instant::now();
    let line = loop {
        if let Ok(line) = std::fs::read_to_string(&told) {
            break line;
        }
        assert!(began.elapsed().as_secs() < 30, "no browser was started: {}", terminal.text());
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(!line.contains(&token), "{line}");
    let door = line.trim_start_matches("file://");
    assert!(std::fs::read_to_string(door).expect("a page").contains(&token));
    let mode = std::fs::metadata(door).expect("a file").permissions().mode();
    assert_eq!(mode & 0o077, 0, "only its owner may read it");
    // It listens to Ctrl-C a moment after it has told its address.
    std::thread::sleep(std::time::Duration::from_millis(500));
    terminal.press("\x03");
    assert_eq!(terminal.left().code, Some(0));
}

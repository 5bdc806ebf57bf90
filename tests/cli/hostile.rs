//! What nobody should give, and some do: refused with a sentence, at once, with little memory, and never with a panic
//! (which [`support`](super::support) looks for in every run).

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::support::*;

/// What reading may take in all: the longest file that is taken in whole, twice over, and the program itself.
const LITTLE: u64 = 44 << 20;

/// Writes a line of this many MiB, or until nobody reads any more.
fn pour(mut to: ChildStdin, mebibytes: usize) {
    let chunk = vec![b'1'; 1 << 20];
    std::thread::spawn(move || (0..mebibytes).all(|_| to.write_all(&chunk).is_ok()));
}

/// Gives the program a line of 1 GiB.
fn gigabyte(args: &[&str]) -> Said {
    let mut running = start(args, Stdio::piped());
    pour(running.child.stdin.take().expect("standard input"), 1024);
    let said = running.finish();
    assert!(said.peak < LITTLE, "{} bytes: {}", said.peak, said.all());
    // One or two seconds go into the pipe alone, more where other tests run.
    assert!(said.time < Duration::from_secs(8), "{:?}: {}", said.time, said.all());
    said
}

#[test]
fn a_line_of_a_gigabyte_is_refused() {
    for args in [
        &["solve", "ricochet", "-"][..],
        &["solve", "ricochet", "-", "--json"],
        &["convert", "ricochet", "-", "--to", "json"],
        &["check", "ricochet", "-", "--solution", "rN"],
        &["race", "ricochet", "-", "--algorithms", "bfs"],
    ] {
        let said = gigabyte(args);
        assert!(said.time < Duration::from_secs(3), "{:?}: {}", said.time, said.all());
        names(&said.refuses(), &["standard input", "16 MiB"]);
    }
}

#[test]
fn a_line_of_a_gigabyte_in_a_batch_is_one_bad_line() {
    let said = gigabyte(&["solve", "ricochet", "-", "--batch", "--json"]).ends(30).silent();
    let answer = said.object();
    assert_eq!((&answer["outcome"], &answer["id"]), (&"error".into(), &"1".into()));
    names(answer["error"].as_str().expect("a sentence"), &["line 1", "1 MiB"]);
}

#[test]
fn the_lines_after_a_long_one_go_on() {
    let mut input = vec![b'1'; 3 << 20];
    input.extend(format!("\n{EASY}\n").bytes());
    let said = damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], input).ends(30).silent();
    let outcomes: Vec<_> = said.objects().iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, ["error", "solved"]);
}

/// A long line was answered only after its end, and some lines have none.
#[test]
fn a_line_without_end_in_a_batch_is_answered() {
    let mut child = command(&["solve", "ricochet", "-", "--batch", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    pour(child.stdin.take().expect("standard input"), usize::MAX);
    let mut out = BufReader::new(child.stdout.take().expect("standard output"));
    let (answered, answer) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let _ = out.read_line(&mut line);
        answered.send(line)
    });
    let answer = answer.recv_timeout(Duration::from_secs(5));
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    names(&answer.expect("an answer while the line goes on"), &["error", "1 MiB"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_end_is_refused() {
    let said = damier(&["solve", "ricochet", "/dev/zero"]);
    assert!(said.peak < LITTLE && said.time < Duration::from_secs(3), "{}", said.all());
    names(&said.refuses(), &["/dev/zero", "16 MiB"]);
}

#[test]
fn huge_boards_are_refused_by_their_size() {
    let wide = |side: &str| {
        format!(
            r#"{{"id":"wide","width":{side},"height":{side},"walls":[],"robots":[0],"target_robot":0,"target":1}}"#
        )
    };
    for side in ["1000000", "9223372036854775807", "-1", "0", "33"] {
        let board = wide(side);
        let said = damier_reads(&["solve", "ricochet", "-"], board.clone());
        assert!(said.peak < LITTLE, "{}", said.all());
        names(&said.refuses(), &["line 1", "width", "2 to 32"]);
        let answer = damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], board).ends(30).object();
        assert_eq!((&answer["outcome"], &answer["id"]), (&"error".into(), &"wide".into()));
    }
    damier_reads(&["solve", "ricochet", "-"], wide("1e400")).refuses();
    for line in ["1000000 1000000 N", "0 1000000 N", "99999999999999999999999 0 N", "32 0 N"] {
        names(&damier_reads(&["solve", "ricochet", "-"], line).refuses(), &["line 1", "32×32"]);
    }
    let drawing = format!("{}+\n", "+---".repeat(1_000_000));
    names(&damier_reads(&["solve", "ricochet", "-"], drawing).refuses(), &["line 1", "2 to 32"]);
    let codes = "15,".repeat(1_000_000);
    names(&damier_reads(&["solve", "ricochet", "-"], codes).refuses(), &["line 1"]);
    let compact = format!("rr1.{}", "A".repeat(1_000_000));
    names(&damier_reads(&["solve", "ricochet", "-"], compact).refuses(), &["line 1"]);
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let board = |robots: &str, target: &str| {
        format!(
            r#"{{"width":2,"height":2,"walls":[0,0,0,0],"robots":{robots},"target_robot":0,"target":{target}}}"#
        )
    };
    for (robots, target) in [
        ("[]", "3"),
        ("[0,0]", "3"),
        ("[4]", "3"),
        ("[-1]", "3"),
        ("[0]", "4"),
        ("[0]", "-1"),
        ("[0]", "1e9"),
        ("[0]", "null"),
        ("[0,1,2,3,0,1,2,3,0]", "3"),
        ("[\"0\"]", "3"),
        ("{}", "3"),
    ] {
        names(
            &damier_reads(&["solve", "ricochet", "-"], board(robots, target)).refuses(),
            &["line 1, column "],
        );
    }
    for target_robot in ["1", "-1", "8", "\"red\""] {
        let board =
            board("[0]", "3").replace("\"target_robot\":0", &format!("\"target_robot\":{target_robot}"));
        damier_reads(&["solve", "ricochet", "-"], board).refuses();
    }
}

#[test]
fn text_that_is_no_text_is_refused_with_its_place() {
    for (bytes, place) in [
        (&b"\xff\xfe\x00"[..], "line 1, column 1"),
        (b"0 0 R\n1 \xc3\x28 G\n", "line 2, column 3"),
        (b"\x80", "line 1, column 1"),
    ] {
        names(&damier_reads(&["solve", "ricochet", "-"], bytes).refuses(), &[place, "UTF-8"]);
        damier_reads(&["check", "ricochet", "-", "--solution", "rN"], bytes).refuses();
        damier_reads(&["convert", "ricochet", "-", "--to", "json"], bytes).refuses();
    }
    let batch = damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], &b"\xff\n\x00\n"[..]).ends(30);
    assert_eq!(batch.objects().len(), 2, "{}", batch.all());
    for noise in
        ["\u{0}", "🤖", "??", "null", "\"text\"", "NaN", "[", "}", "rr1.", "+", "0", "0 0", "#", "//"]
    {
        damier_reads(&["solve", "ricochet", "-"], noise).refuses();
    }
}

#[test]
fn empty_input_is_refused() {
    for blank in ["", "\n", " \n\t\n", "\u{feff}", "# only a comment\n"] {
        for args in [
            &["solve", "ricochet", "-"][..],
            &["convert", "ricochet", "-", "--to", "json"],
            &["check", "ricochet", "-", "--solution", "rN"],
            &["race", "ricochet", "-", "--algorithms", "bfs"],
        ] {
            names(&damier_reads(args, blank).refuses(), &["standard input"]);
        }
    }
}

#[test]
fn a_folder_and_a_missing_file_are_told_by_name() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = place("missing.json");
    for verb in [
        &["solve"][..],
        &["convert", "--to", "json"],
        &["check", "--solution", "rN"],
        &["race", "--algorithms", "bfs"],
        &["solve", "--batch", "--json"],
    ] {
        let on = |path: &str| damier(&[&verb[..1], &["ricochet", path], &verb[1..]].concat()).refuses();
        names(&on(folder), &[folder, "folder"]);
        names(&on(&missing), &[&missing]);
    }
    let board = file("hostile-board.json", EASY);
    names(&damier(&["check", "ricochet", &board, "--solutions", &missing]).refuses(), &[&missing]);
}

#[test]
fn deeply_nested_json_is_refused() {
    let deep = 200_000;
    let closed = format!("{}1{}", "{\"a\":".repeat(deep), "}".repeat(deep));
    let inside = EASY.replace("\"easy\"", &format!("{}{}", "[".repeat(deep), "]".repeat(deep)));
    for text in ["[".repeat(deep), "{\"a\":".repeat(deep), closed, inside] {
        names(
            &damier_reads(&["solve", "ricochet", "-"], text.clone()).refuses(),
            &["standard input, line 1"],
        );
        let said = damier_reads(&["solve", "ricochet", "-", "--batch", "--json"], text).ends(30).silent();
        // A line of more than 1 MiB is refused for its length, a shorter one for what it is.
        assert_eq!(said.object()["outcome"], "error");
    }
}

#[test]
fn further_keys_are_ignored_however_deep() {
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let board = EASY.replace("\"width\"", &format!("\"more\":{deep},\"width\""));
    let answer = damier_reads(&["solve", "ricochet", "-", "--json"], board).ends(0).object();
    assert_eq!(answer["outcome"], "solved");
}

/// Every verb, on something that it does in a moment.
fn every_verb(board: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["list"],
        vec!["list", "--json"],
        vec!["solve", "ricochet", board],
        vec!["solve", "ricochet", board, "--json"],
        vec!["solve", "ricochet", board, "--batch", "--json"],
        vec!["check", "ricochet", board, "--solution", "rS rE"],
        vec!["convert", "ricochet", board, "--to", "drawing"],
        vec!["generate", "ricochet", "--seed", "1", "--count", "20"],
        vec!["race", "ricochet", board, "--algorithms", "bfs,ida"],
        vec!["bench", "--suite", "standard", "--algorithms", "bfs", "--nodes", "1"],
    ]
}

#[test]
fn nobody_reading_the_output_is_no_reason_to_panic() {
    let board = file("unread.json", EASY);
    for args in every_verb(&board) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(&args).stdout(writer).stderr(Stdio::piped()).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
    }
}

/// What goes to standard error was written by a macro that panics when it cannot, and the exit code was 101.
#[test]
fn nobody_reading_the_messages_does_not_change_the_exit_code() {
    let one_sided = file("unheard.txt", "0 0 R\n1 0 GE\n3 3 S\n");
    for (args, code) in [
        (vec!["solve", "ricochet", "no such file"], 30),
        (vec!["solve", "ricochet", &one_sided, "--json"], 0),
        (vec!["convert", "ricochet", &one_sided, "--to", "json"], 0),
        (vec!["generate", "ricochet"], 0),
        (vec!["solve"], 30),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(&args).stderr(writer).output().expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
    }
}

//! Matches of Quoridor: who plays, on what clock, and what becomes of those who misbehave.

use serde_json::{Value, json};

use super::support::*;

#[test]
fn a_match_is_played_saved_and_valid() {
    let file = place("match.jsonl");
    let args = [
        "match", "quoridor", "--a", "fast", "--b", "walker", "--games", "4", "--nodes", "300", "--save",
        &file, "--json",
    ];
    let said = damier(&args).ends(0).silent();
    let all = said.objects();
    let result = &all[4]["match"];
    assert_eq!((all.len(), &result["games"], &result["won"]), (5, &json!(4), &json!(4)), "{}", said.all());
    assert!(result["elo_low"].as_f64() < result["elo_high"].as_f64());
    let checked = damier(&["check", "quoridor", &file, "--json"]).ends(0).objects();
    assert!(checked.len() == 4 && checked.iter().all(|game| game["valid"] == true));
}

#[test]
fn the_sequential_test_stops_early() {
    let args = [
        "match", "quoridor", "--a", "fast", "--b", "random", "--games", "200", "--nodes", "100", "--sprt",
        "0,100", "--json",
    ];
    let said = damier(&args).ends(0).objects();
    let result = &said[said.len() - 1]["match"];
    assert_eq!(result["sprt"]["accepted"], true, "{result}");
    assert!(result["games"].as_u64() < Some(200));
}

/// Our own engine, spoken to from outside in its protocol.
#[test]
fn an_outside_engine_plays() {
    let engine = format!("cmd:{} engine quoridor --protocol text --nodes 200", env!("CARGO_BIN_EXE_damier"));
    let args = ["match", "quoridor", "--a", &engine, "--b", "random", "--games", "2", "--json"];
    let said = damier(&args).ends(0).silent().objects();
    assert_eq!(said[2]["match"]["won"], 2);
}

/// What a fake engine does: greets, and answers a question for a move with a line.
fn fake(protocol: &str, answer: &str) -> String {
    let (asked, greets) = match protocol {
        "cmd" => ("genmove", "*) echo ok"),
        "uci" => ("go*", "uci) echo uciok;; isready) echo readyok"),
        _ => ("genmove*", "*) echo =; echo"),
    };
    format!("while read -r line; do case $line in {asked}) {answer};; {greets};; esac; done\n")
}

/// The answer of a fake engine that plays this.
fn plays(protocol: &str, what: &str) -> String {
    if protocol == "qtp" { format!("echo '= {what}'; echo") } else { format!("echo bestmove {what}") }
}

fn played(a: &str, b: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["match", "quoridor", "--a", a, "--b", b, "--games", "2", "--json"], more].concat();
    let said = damier(&args).ends(0).silent();
    let objects = said.objects();
    assert_eq!(objects.len(), 3, "{}", said.all());
    objects
}

/// Silent, illegal, crashing and flooding programs lose with the reason, in every protocol, and the match goes on.
#[cfg(unix)]
#[test]
fn bad_engines_lose_and_harm_nothing() {
    for protocol in ["cmd", "uci", "qtp"] {
        let illegal = if protocol == "qtp" { "E2" } else { "e5" };
        let bad = [
            ("silent", "sleep 30\n".to_owned(), "silent"),
            ("flood", "while true; do echo info nonsense; done\n".to_owned(), "more than"),
            ("long", "head -c 1000000 /dev/zero | tr '\\0' a; sleep 30\n".to_owned(), "too long"),
            ("crash", "exit 3\n".to_owned(), "ended"),
            ("dies", fake(protocol, "exit 3"), "ended"),
            ("stuck", fake(protocol, "sleep 30"), "silent"),
            ("illegal", fake(protocol, &plays(protocol, illegal)), "it plays e"),
            ("babble", fake(protocol, &plays(protocol, "zz")), "nonsense"),
            ("empty", fake(protocol, &plays(protocol, "")), "nonsense"),
        ];
        for (name, script, why) in bad {
            let script = file(&format!("{protocol}-{name}.sh"), script);
            let engine = format!("{protocol}:sh {script}");
            let objects = played(&engine, "walker", &["--patience", "500ms", "--opening", "0"]);
            let result = &objects[2]["match"];
            assert_eq!((&result["lost"], &result["effort_a"]["faults"]), (&json!(2), &json!(2)), "{engine}");
            names(objects[0]["game"]["why"].as_str().unwrap_or_default(), &[why]);
        }
        let missing = format!("{protocol}:/no/such/engine");
        for (a, b) in [(missing.as_str(), "walker"), ("walker", missing.as_str())] {
            let said = damier(&["match", "quoridor", "--a", a, "--b", b, "--json"]);
            names(&said.refuses(), &["/no/such/engine", "cannot be started"]);
        }
        names(
            &damier(&["match", "quoridor", "--a", &format!("{protocol}:"), "--b", "fast"]).refuses(),
            &[protocol],
        );
    }
}

/// An engine that does not go when it is told to is ended.
#[cfg(unix)]
#[test]
fn an_engine_that_never_quits_is_ended() {
    for protocol in ["cmd", "uci", "qtp"] {
        let pid = place(&format!("{protocol}-pid"));
        let script = format!("echo $$ > {pid}\n{}exec sleep 60\n", fake(protocol, &plays(protocol, "zz")));
        let script = file(&format!("{protocol}-stays.sh"), script);
        played(&format!("{protocol}:sh {script}"), "walker", &["--patience", "2s"]);
        let pid = std::fs::read_to_string(pid).expect("it was started");
        let alive = std::process::Command::new("kill").args(["-0", pid.trim()]).output().expect("kill runs");
        assert!(!alive.status.success(), "process {pid} is still there");
    }
}

/// Our own engine, spoken to in the protocols of others; a wrong mirror of the board would be an illegal move soon.
#[test]
fn our_engine_speaks_the_protocols_of_others() {
    for (protocol, more) in [("uci", &[][..]), ("qtp", &[]), ("qtp", &["--size", "5", "--walls", "4"])] {
        let program = env!("CARGO_BIN_EXE_damier");
        let engine = format!("{protocol}:{program} engine quoridor --protocol {protocol} --nodes 200");
        let objects = played(&engine, "random(seed=3)", more);
        let result = &objects[2]["match"];
        let faults = [&result["effort_a"]["faults"], &result["effort_b"]["faults"]];
        assert_eq!((&result["won"], faults), (&json!(2), [&json!(0); 2]), "{protocol}: {objects:?}");
    }
    let odd = format!("qtp:{} engine quoridor --protocol qtp", env!("CARGO_BIN_EXE_damier"));
    let objects = played(&odd, "walker", &["--size", "6"]);
    names(objects[0]["game"]["why"].as_str().unwrap_or_default(), &["odd"]);
}

/// What a fake engine is told in a game: its lines, the first ones.
#[cfg(unix)]
fn heard(protocol: &str, answer: &str, more: &[&str]) -> Vec<String> {
    let log = place(&format!("{protocol}-heard"));
    let script = fake(protocol, answer).replacen("do case", &format!("do echo $line >> {log}; case"), 1);
    let script = file(&format!("{protocol}-logs.sh"), script);
    played(&format!("{protocol}:sh {script}"), "walker", &[&["--opening", "0"], more].concat());
    let text = std::fs::read_to_string(log).expect("it was told something");
    text.lines().map(str::to_owned).collect()
}

/// The commands of each protocol, in order. The fake engine answers its first move twice, which ends the game.
#[cfg(unix)]
#[test]
fn the_protocols_are_spoken_as_documented() {
    let lines = heard("uci", "echo bestmove e2", &["--nodes", "300"]);
    let expected = ["uci", "ucinewgame", "isready", "position startpos", "go nodes 300"];
    assert_eq!(lines[..5], expected);
    assert_eq!(lines[5..7], ["position startpos moves e2 e8", "go nodes 300"]);
    let lines = heard("uci", "echo bestmove e2", &["--clock", "9s+1s"]);
    let words: Vec<&str> = lines[4].split(' ').collect();
    assert_eq!(
        (words[..4].join(" ").as_str(), words[5..].join(" ").as_str()),
        ("go wtime 9000 btime", "winc 1000 binc 1000")
    );
    let lines = heard("qtp", "echo '= E8'; echo", &[]);
    let expected =
        ["boardsize 9", "clear_board", "walls 10", "genmove black", "playmove white E2", "genmove black"];
    assert_eq!(lines[..6], expected);
    // It refuses `time`, and is not asked again.
    let lines = heard("cmd", "echo bestmove e2", &["--clock", "9s+1s"]);
    assert_eq!(lines[..4], ["newgame", "position", "time 9000 1000", "genmove"]);
    let shy = file(
        "shy.sh",
        fake("cmd", "echo bestmove e2").replace("*) echo ok", "time*) echo error;; *) echo ok"),
    );
    let log = place("shy-heard");
    let text = std::fs::read_to_string(&shy).unwrap().replacen(
        "do case",
        &format!("do echo $line >> {log}; case"),
        1,
    );
    std::fs::write(&shy, text).unwrap();
    played(&format!("cmd:sh {shy}"), "walker", &["--clock", "9s+1s", "--opening", "0"]);
    let heard = std::fs::read_to_string(log).unwrap();
    assert_eq!(heard.matches("time").count(), 1, "{heard}");
    assert!(heard.matches("genmove").count() >= 2, "{heard}");
}

#[test]
fn the_quoridor_text_protocol() {
    let script = "name\nknown_command genmove\nknown_command x\nboardsize 4\nboardsize 9\nclear_board\nwalls 3\n# a comment\n\n\
        playmove white E2\nplaymove black E8\nPLAYWALL WHITE e8 H\nplaymove black e7\nplaymove black d8\nwinner\nundo 9\nundo 2\n\
        genmove white\nshowboard\n";
    let args = ["engine", "quoridor", "--protocol", "qtp", "--nodes", "300"];
    let is_answer = |line: &str| line.starts_with(['=', '?']);
    let said = damier_answers(&args, script, (17, &is_answer), "quit\nname\n").ends(0).silent();
    let answers: Vec<&str> = said.out.trim_end().split("\n\n").collect();
    let kinds: String = answers.iter().filter_map(|answer| answer.chars().next()).collect();
    // Refused: an even board, white before black, a way through a wall, nine moves back.
    assert_eq!(kinds, "===?===?==?==?====", "{}", said.out);
    assert_eq!((answers[0], answers[1], answers[2]), ("= damier", "= true", "= false"));
    assert_eq!(answers[12], "= false");
    let board = answers[answers.len() - 2];
    assert_eq!(board.lines().filter(|line| line.contains('|')).count(), 9, "{board}");
    assert!(board.lines().any(|line| line.starts_with(" 8 ") && line.contains('1')), "{board}");
}

#[test]
fn the_universal_interface() {
    let script = "uci\nisready\nucinewgame\nposition startpos moves e2 e8\ngo depth 3\nposition startpos moves e5\nnonsense\n\
        go wtime 60000 btime 60000 winc 0 binc 0 nodes 2000\n";
    let is_answer = |line: &str| line.starts_with("bestmove");
    let args = ["engine", "quoridor", "--protocol", "uci"];
    let said = damier_answers(&args, script, (2, &is_answer), "").ends(0).silent();
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("id name damier") && lines[1..3] == ["uciok", "readyok"], "{}", said.out);
    let depths = lines.iter().filter(|line| line.starts_with("info depth")).count();
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 3 score cp ")) && depths >= 3,
        "{}",
        said.out
    );
    assert!(!said.out.contains("info depth 4 ") || depths > 4, "{}", said.out);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string ")).count(), 2, "{}", said.out);
}

#[test]
fn who_oversteps_the_clock_has_lost() {
    let slow = file("slow.sh", fake("cmd", "sleep 0.3; echo bestmove e2"));
    let objects = played(&format!("cmd:sh {slow}"), "walker", &["--clock", "200ms+10ms", "--opening", "0"]);
    names(objects[0]["game"]["why"].as_str().unwrap_or_default(), &["flag has fallen", "200.0ms"]);
    assert_eq!(
        (&objects[2]["match"]["lost"], &objects[2]["match"]["effort_a"]["faults"]),
        (&json!(2), &json!(2))
    );
    // Ours keep to it, the paced one and the one that is not.
    let objects = played("fast", "mcts(rollouts=1000000)", &["--clock", "1s+10ms", "--size", "5"]);
    let result = &objects[2]["match"];
    assert_eq!(
        (&result["effort_a"]["faults"], &result["effort_b"]["faults"]),
        (&json!(0), &json!(0)),
        "{objects:?}"
    );
    names(
        &damier(&["match", "quoridor", "--a", "fast", "--b", "fast", "--clock", "fast"]).wrong_use(),
        &["number"],
    );
}

/// A millisecond a move is all there is, except on a clock.
#[test]
fn the_engine_heeds_a_clock() {
    // The first move makes the table.
    let script = "genmove\ntime 2000 0\ngenmove\ntime x\ngenmove\n";
    let args = ["engine", "quoridor", "--protocol", "text", "--time-per-move", "1ms"];
    let said = damier_answers(&args, script, (5, &|_| true), "").ends(0).silent();
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[1] == "ok" && lines[3].starts_with("error "), "{}", said.out);
    let number = |line: usize, word: usize| -> u64 {
        lines[line].split(' ').nth(word).and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    // The second time there is no clock any more.
    assert!(number(2, 3) < 1000 && number(2, 5) > 2 * number(4, 5), "{}", said.out);
    let script = "{\"go\":{}}\n{\"go\":{\"clock_ms\":2000,\"increment_ms\":100}}\n{\"go\":{}}\n";
    let is_answer = |line: &str| line.contains("\"result\"");
    let args = ["engine", "quoridor", "--time-per-move", "1ms"];
    let said = damier_answers(&args, script, (3, &is_answer), "").ends(0).silent();
    let objects = said.objects();
    let stats: Vec<&Value> = objects.iter().filter_map(|object| object.get("result")?.get("stats")).collect();
    assert!(stats[1]["seconds"].as_f64() < Some(1.0), "{}", said.all());
    assert!(
        stats[1]["expanded"].as_u64() > stats[2]["expanded"].as_u64().map(|few| 2 * few),
        "{}",
        said.all()
    );
}

/// Four players: both seatings, every seat named, and each opening played in all of them.
#[test]
fn four_play_a_match() {
    let four = ["--players", "4", "--size", "5", "--nodes", "300"];
    let objects = played("fast", "walker", &four);
    assert_eq!(objects[0]["game"]["seats"], json!(["fast", "walker", "fast", "walker"]));
    assert_eq!(objects[1]["game"]["seats"], json!(["walker", "fast", "walker", "fast"]));
    let args =
        ["match", "quoridor", "--a", "fast", "--b", "walker", "--games", "8", "--seats", "abbb", "--json"];
    let said = damier(&[&args[..], &four].concat()).ends(0).silent();
    let objects = said.objects();
    let alone: Vec<usize> = objects[..8]
        .iter()
        .filter_map(|object| object["game"]["seats"].as_array()?.iter().position(|name| name == "fast"))
        .collect();
    assert_eq!(alone, [0, 1, 2, 3, 0, 1, 2, 3], "{}", said.all());
    let result = &objects[8]["match"];
    assert_eq!(result["games"], 8);
    assert_eq!((&result["effort_a"]["faults"], &result["effort_b"]["faults"]), (&json!(0), &json!(0)));
    names(
        &damier(&["match", "quoridor", "--a", "fast", "--b", "fast", "--seats", "abbb"]).refuses(),
        &["--players 4"],
    );
}

/// Both may think in each other's time, on a clock too, and nobody is late by it.
#[test]
fn who_ponders_plays_on() {
    if std::thread::available_parallelism().is_ok_and(|cores| cores.get() < 2) {
        names(&damier(&["match", "quoridor", "--a", "fast", "--b", "fast", "--ponder"]).refuses(), &["core"]);
        return;
    }
    let base = ["match", "quoridor", "--a", "fast", "--b", "fast(level=hard)", "--games", "2", "--json"];
    for more in [&["--ponder", "--clock", "2s+50ms"][..], &["--ponder=a", "--time-per-move", "20ms"]] {
        let said = damier(&[&base[..], more].concat()).ends(0).silent();
        let result = &said.objects()[2]["match"];
        let faults = [&result["effort_a"]["faults"], &result["effort_b"]["faults"]];
        assert_eq!((&result["games"], faults), (&json!(2), [&json!(0); 2]), "{}", said.all());
    }
    damier(&[&base[..], &["--ponder=c"]].concat()).wrong_use();
    damier(&["match", "quoridor", "--ladder", "--ponder"]).wrong_use();
}

/// The ladder: a rung for each level but the lowest, the same on every run, for two and four.
#[test]
fn the_ladder_is_climbed() {
    let args = ["match", "quoridor", "--ladder", "--games", "2", "--size", "5", "--nodes", "2000"];
    let said = damier(&[&args[..], &["--json"]].concat()).ends(0).silent();
    let rungs = said.objects();
    let names_of = |rung: &Value| format!("{} {}", rung["rung"]["a"], rung["rung"]["b"]).replace('"', "");
    assert_eq!(names_of(&rungs[0]), "easy beginner");
    assert_eq!(names_of(&rungs[rungs.len() - 1]), "full master");
    let score =
        |rung: &Value| (rung["rung"]["won"].clone(), rung["rung"]["effort_a"]["nodes_per_move"].clone());
    let again = damier(&[&args[..], &["--json"]].concat()).ends(0).objects();
    assert!(rungs.iter().map(score).eq(again.iter().map(score)), "{}", said.all());
    let table = damier(&[&args[..], &["--players", "4"]].concat()).ends(0);
    names(&table.out, &["level", "against", "Elo", "from the bottom", "beginner", "full"]);
    assert_eq!(table.out.lines().count(), rungs.len() + 1);
    damier(&["match", "quoridor", "--ladder", "--a", "fast"]).wrong_use();
    damier(&["match", "quoridor", "--a", "fast"]).wrong_use();
}

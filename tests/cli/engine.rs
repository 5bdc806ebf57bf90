//! An engine hears `stop`, `quit` and the end of its input at any moment, in every protocol.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::*;

/// The promise is 50 ms, which `DAMIER_STRICT=1` asks for; the rest is for a machine that is busy with other tests. Each search would take a
/// minute.
fn soon() -> Duration {
    Duration::from_millis(if std::env::var_os("DAMIER_STRICT").is_some() { 50 } else { 1000 })
}

/// A protocol: how the engine is started, what begins a search of a minute, and how a stop, the end and an answer look.
struct Protocol {
    args: Vec<&'static str>,
    search: String,
    stop: &'static str,
    quit: &'static str,
    answer: &'static str,
}

fn protocols() -> Vec<Protocol> {
    let quoridor = |name| vec!["engine", "quoridor", "--protocol", name, "--time-per-move", "60s"];
    let json = |args: &[&'static str], position: &Value| Protocol {
        args: [&["engine"], args].concat(),
        search: format!("{}\n{}\n", json!({ "position": position }), json!({"go": {"time_ms": 60_000}})),
        stop: "{\"stop\":{}}\n",
        quit: "{\"quit\":{}}\n",
        answer: "\"result\"",
    };
    let plain = |name, search: &str, answer| Protocol {
        args: quoridor(name),
        search: search.to_owned(),
        stop: "stop\n",
        quit: "quit\n",
        answer,
    };
    let board: Value = serde_json::from_str(hard()).expect("a board");
    vec![
        plain("text", "genmove\n", "bestmove"),
        plain("text", "perft 9\n", "cancelled"),
        plain("uci", "position startpos\ngo infinite\n", "bestmove"),
        plain("qtp", "clear_board\ngenmove black\n", "= E"),
        json(&["quoridor"], &json!({"moves": ""})),
        json(&["quoridor", "--algorithm", "mcts(rollouts=1000000000)"], &json!({"moves": ""})),
        json(&["ricochet", "--algorithm", "bfs"], &board),
    ]
}

/// Starts a search, and gives the engine once it searches.
fn searching(protocol: &Protocol) -> Talk {
    let mut talk = talk(&protocol.args);
    talk.say(&protocol.search);
    std::thread::sleep(Duration::from_millis(300));
    talk
}

#[test]
fn a_stop_is_answered_at_once() {
    for protocol in protocols() {
        let mut talk = searching(&protocol);
        talk.say(protocol.stop);
        let (_, time) = talk.hear(1, |line| line.contains(protocol.answer));
        println!("stop: {time:?}, {:?}", protocol.args);
        assert!(time < soon(), "{:?}: {time:?}", protocol.args);
        // It goes on with what comes next.
        talk.say(&format!("{}{}{}", protocol.search, protocol.stop, protocol.quit));
        talk.hear(1, |line| line.contains(protocol.answer));
        talk.finish().ends(0).silent();
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_at_once() {
    for protocol in protocols() {
        for last in [protocol.quit, ""] {
            let mut talk = searching(&protocol);
            let began = Instant::now();
            talk.say(last);
            talk.close();
            let said = talk.finish().ends(0).silent();
            let time = began.elapsed();
            println!(
                "{}: {time:?}, {:?}",
                if last.is_empty() { "end of input" } else { "quit" },
                protocol.args
            );
            assert!(time < soon(), "{:?} {last:?}: {time:?}", protocol.args);
            assert!(said.out.contains(protocol.answer), "{:?} {last:?}: {}", protocol.args, said.all());
        }
    }
}

/// `go infinite`, `stop` and `quit` in one write: the stop was read before the search began, and was lost.
#[test]
fn many_lines_in_one_write_are_all_heard() {
    for protocol in protocols() {
        for last in [
            [protocol.stop, protocol.quit].concat(),
            protocol.stop.to_owned(),
            protocol.quit.to_owned(),
            String::new(),
        ] {
            let began = Instant::now();
            let said = damier_reads(&protocol.args, protocol.search.clone() + &last).ends(0).silent();
            assert!(began.elapsed() < soon(), "{:?} {last:?}: {:?}", protocol.args, began.elapsed());
            assert!(said.out.contains(protocol.answer), "{:?} {last:?}: {}", protocol.args, said.all());
        }
    }
}

/// The reader waited for room for the 65th line, and did not hear the stop behind it.
#[test]
fn a_stop_behind_many_lines_is_heard() {
    let mut talk = talk(&["engine", "quoridor", "--protocol", "uci"]);
    talk.say(&format!("go infinite\n{}stop\n", "position startpos moves e2\n".repeat(1000)));
    let (_, time) = talk.hear(1, |line| line.starts_with("bestmove"));
    assert!(time < soon(), "{time:?}");
    talk.say("go infinite\n");
    std::thread::sleep(Duration::from_millis(300));
    talk.say("isready\n");
    let (_, time) = talk.hear(1, |line| line == "readyok");
    assert!(time < soon(), "{time:?}");
    talk.say("stop\n");
    talk.hear(1, |line| line.starts_with("bestmove"));
    talk.say("quit\n");
    talk.finish().ends(0).silent();
}

/// A stop ends the searches before it, and not those after it. What is only called so is no stop.
#[test]
fn a_stop_is_for_what_stands_before_it() {
    let script = "genmove\nstop\nplay e2\ngenmove\n";
    let args = ["engine", "quoridor", "--protocol", "text", "--nodes", "3000"];
    let said = damier_answers(&args, script, (3, &|_| true), "");
    let nodes: Vec<u64> = said
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("bestmove ")?.rsplit(' ').next()?.parse().ok())
        .collect();
    assert_eq!((nodes.len(), nodes.last()), (2, Some(&3000)), "{}", said.all());
    let script = "{\"go\":{\"nodes\":30000}}\n{\"position\":{\"id\":\"stop\",\"moves\":\"e2\"}}\n{\"go\":{\"nodes\":500}}\n";
    let is_answer = |line: &str| line.contains("\"result\"");
    let said = damier_answers(&["engine", "quoridor"], script, (2, &is_answer), "");
    let results: Vec<Value> = said
        .objects()
        .into_iter()
        .filter_map(|mut object| object.get_mut("result").map(Value::take))
        .collect();
    assert_eq!(
        (&results[0]["outcome"], &results[1]["id"]),
        (&json!("solved"), &json!("stop")),
        "{results:?}"
    );
    assert_eq!(results[0]["stats"]["expanded"], 30000);
}

//! Engines of one's own: the templates work as they are, names are known everywhere, and whatever an engine does is
//! bounded.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::outside::all_gone;
use super::support::*;

const TEMPLATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/engines");
/// A board of Taquin that takes 8 moves.
const BOARD: &str = r#"{"id":"t","width":3,"height":3,"tiles":[4,1,2,7,0,3,8,5,6]}"#;
/// The promise is the limit and a second; the rest is for a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(4);

/// Whether a program is installed; says so where it is not.
fn has(program: &str, argument: &str) -> bool {
    let run = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let has = run.is_ok_and(|status| status.success());
    if !has {
        eprintln!("skipped: {program} is not installed");
    }
    has
}

/// A file of engines, each a name, a command and more lines of its entry.
fn engines(name: &str, entries: &[(&str, &str, &str)]) -> String {
    let entry = |(name, command, more): &(&str, &str, &str)| {
        format!("[[engine]]\nname = \"{name}\"\ncommand = \"{command}\"\n{more}\n")
    };
    file(&format!("{name}.toml"), entries.iter().map(entry).collect::<String>())
}

/// A solver as a script: what it does when it is asked. It says hello first.
fn solver(name: &str, go: &str) -> String {
    let script = format!(
        "echo '{{\"hello\":{{\"name\":\"{name}\",\"game\":\"taquin\",\"roles\":[\"solver\"]}}}}'\n\
         while read -r line; do case $line in *'\"go\"'*) {go};; *'\"quit\"'*) exit 0;; esac; done\n"
    );
    format!("sh {}", file(&format!("engine-{name}.sh"), script))
}

/// What is answered by a solver like that within a time, and how long that took.
fn asked(name: &str, go: &str, more: &[&str]) -> (Value, Said) {
    let list = engines(&format!("engine-{name}"), &[("it", &solver(name, go), "game = \"taquin\"")]);
    let args = ["solve", "taquin", "-", "--algorithm", "it", "--json", "--engines", &list];
    let said = damier_reads(&[&args[..], more].concat(), BOARD).silent();
    (said.object(), said)
}

fn checked(command: &str) {
    let said = damier(&["engine", "check", command, "--time", "20s"]).ends(0).silent();
    names(
        &said.out,
        &[
            "ok       hello",
            "ok       positions",
            "ok       stop",
            "ok       bad lines",
            "keeps to the protocol",
        ],
    );
    assert!(!said.out.contains("failed"), "{}", said.out);
}

#[test]
fn the_template_in_python_works_as_it_is() {
    if has("python3", "--version") {
        checked(&format!("python3 {TEMPLATES}/solver.py"));
    }
}

#[test]
fn the_heuristic_in_python_works_as_it_is() {
    if has("python3", "--version") {
        let command = format!("python3 {TEMPLATES}/heuristic.py");
        let said = damier(&["engine", "check", &command, "--game", "taquin", "--json"]).ends(0).silent();
        let eval =
            said.objects().into_iter().find(|check| check["check"] == "eval").expect("a check of eval");
        assert_eq!(eval["result"], "ok", "{eval}");
    }
}

#[test]
fn the_template_in_javascript_works_as_it_is() {
    if has("node", "--version") {
        checked(&format!("node {TEMPLATES}/solver.js"));
    }
}

#[test]
fn the_template_in_cpp_works_as_it_is() {
    if has("g++", "--version") {
        let built = place("engine-solver-cpp");
        let source = format!("{TEMPLATES}/solver.cpp");
        let made =
            Command::new("g++").args(["-O1", "-std=c++17", "-pthread", &source, "-o", &built]).status();
        assert!(made.is_ok_and(|status| status.success()));
        checked(&built);
    }
}

#[test]
fn the_template_in_java_works_as_it_is() {
    if has("javac", "-version") {
        let built = place("engine-solver-java");
        let made = Command::new("javac").args(["-d", &built, &format!("{TEMPLATES}/Solver.java")]).status();
        assert!(made.is_ok_and(|status| status.success()));
        checked(&format!("java -Xmx256m -cp {built} Solver"));
    }
}

/// Its solution is replayed, what it claims is told as claimed, and nothing is proven by it.
#[test]
fn an_engine_is_known_by_its_name_everywhere() {
    if !has("python3", "--version") {
        return;
    }
    let list = format!("{TEMPLATES}/engines.toml");
    let ask = |algorithm: &str| {
        let args = ["solve", "taquin", "-", "--algorithm", algorithm, "--json", "--engines", &list];
        damier_reads(&args, BOARD).ends(0).silent().object()
    };
    let (theirs, ours) = (ask("python-astar"), ask("astar(manhattan)"));
    assert_eq!((&theirs["cost"], &theirs["optimal"]), (&ours["cost"], &json!(false)));
    assert_eq!(theirs["claimed"]["optimal"], true);
    assert!(
        theirs["stats"]["expanded"].as_u64() > Some(0) && theirs["stats"]["seconds"].as_f64() > Some(0.0)
    );
    // A heuristic that the host vouches for proves as ours does, node by node.
    let guided = ask("astar(python-manhattan)");
    assert_eq!((&guided["cost"], &guided["optimal"]), (&ours["cost"], &json!(true)), "{guided}");
    assert_eq!(guided["stats"]["expanded"], ours["stats"]["expanded"]);
    assert_eq!(guided["algorithm"], "astar(python-manhattan)");
    assert_eq!(ask("ida(python-manhattan)")["optimal"], true);
    for algorithm in ["beam(python-manhattan,width=50)", "greedy(python-manhattan)"] {
        assert!(ask(algorithm)["cost"].is_u64(), "{algorithm}");
    }
    let raced = ["race", "taquin", "-", "--algorithms", "python-astar,bfs", "--json", "--engines", &list];
    let lanes = damier_reads(&raced, BOARD).ends(0).objects();
    assert_eq!(lanes[0]["cost"], lanes[1]["cost"]);
    let listed = damier(&["list", "taquin", "--engines", &list]).ends(0).out;
    names(&listed, &["python-astar", "solver", "python-manhattan", "heuristic"]);
    // A batch is solved by one process.
    let batch = format!("{BOARD}\n{BOARD}\n");
    let args =
        ["solve", "taquin", "-", "--batch", "--algorithm", "python-astar", "--json", "--engines", &list];
    assert_eq!(damier_reads(&args, batch).ends(0).objects().len(), 2);
    let nobody = ["solve", "taquin", "-", "--algorithm", "nobody", "--engines", &list];
    names(&damier_reads(&nobody, BOARD).refuses(), &["nobody"]);
    let odd = ["solve", "taquin", "-", "--algorithm", "python-astar(width=3)", "--engines", &list];
    names(&damier_reads(&odd, BOARD).refuses(), &["takes no options", "width"]);
}

#[test]
fn a_campaign_asks_an_engine_by_its_name() {
    let answer = r#"echo '{"result":{"outcome":"limit","stats":{"expanded":7}}}'"#;
    let list = engines("engine-campaign", &[("it", &solver("campaign", answer), "game = \"taquin\"")]);
    for isolation in ["process", "none"] {
        let campaign = format!(
            "game = \"taquin\"\n[limits]\ntime = \"20s\"\n[run]\nisolation = \"{isolation}\"\n\
             [[instances]]\ngenerate = {{ width = 3, height = 3 }}\ncount = 2\n\
             [[algorithms]]\nengine = \"it\"\n[[algorithms]]\nspec = \"bfs\"\n"
        );
        let campaign = file(&format!("engine-campaign-{isolation}.toml"), campaign);
        damier(&["lab", "run", &campaign, "--fresh", "--engines", &list]).ends(0);
        let said = damier(&["lab", "report", &campaign, "--to", "csv"]).ends(0);
        assert_eq!(said.out.lines().filter(|line| line.contains("it,")).count(), 2, "{}", said.out);
        // It was mended: its results are made anew, the others' stay.
        let told = damier(&["lab", "run", &campaign, "--again", "it", "--json", "--engines", &list]).ends(0);
        assert_eq!((&told.object()["now"], &told.object()["done"]), (&json!(2), &json!(4)), "{}", told.out);
        names(&told.err, &["2 results of it are forgotten"]);
        let said = damier(&["lab", "run", &campaign, "--again", "nobody", "--engines", &list]).refuses();
        names(&said, &["no results of 'nobody'", "errors"]);
        // Without the list nobody is called so.
        let said = damier(&["lab", "check", &campaign, "--engines", &engines("engine-none", &[])]).refuses();
        names(&said, &["no engine of taquin is called 'it'", "line"]);
    }
}

#[test]
fn what_an_engine_tells_of_its_search_is_a_trace() {
    if !has("python3", "--version") {
        return;
    }
    let (list, kept) = (format!("{TEMPLATES}/engines.toml"), place("engine-trace.jsonl"));
    let board = file("engine-trace-board.jsonl", BOARD);
    let args = ["trace", "taquin", &board, "--algorithm", "python-astar", "-o", &kept, "--engines", &list];
    damier(&args).ends(0).silent();
    let text = std::fs::read_to_string(&kept).expect("a trace");
    let header: Value = serde_json::from_str(text.lines().next().unwrap_or_default()).expect("a header");
    let steps = text.lines().filter(|line| line.contains("\"e\":\"step\"")).count() as u64;
    assert_eq!(
        (&header["algorithm"], header["stats"]["expanded"].as_u64()),
        (&json!("python-astar"), Some(steps))
    );
    // A step of it moves a tile: the pieces stand where they stand.
    assert!(text.lines().filter(|line| line.contains("\"moved\":[[")).count() as u64 >= steps - 1, "{text}");
    names(&damier(&["trace", "show", &kept]).ends(0).out, &["python-astar", "solved"]);
}

#[test]
fn a_bad_file_of_engines_is_refused_with_its_line() {
    let head = "[[engine]]\nname = \"it\"\ncommand = \"sh\"\n";
    for (text, line, why) in [
        ("[[engine]]\nname = \"it\"\n".to_owned(), 1, "missing"),
        (format!("{head}game = \"chess\"\n"), 4, "no game is called 'chess'"),
        (format!("{head}game = \"taquin\"\ntime = \"soon\"\n"), 5, "no time"),
        (format!("{head}game = \"taquin\"\nmemory = \"1\"\n"), 5, "no size"),
        (format!("{head}game = \"taquin\"\nprotocol = \"smoke\"\n"), 5, "no protocol"),
        (format!("{head}game = \"taquin\"\nrole = \"cook\"\n"), 5, "no role"),
        (format!("{head}game = \"taquin\"\nrole = \"player\"\n"), 5, "such a role"),
        (format!("{head}game = \"quoridor\"\nprotocol = \"uci\"\nrole = \"solver\"\n"), 6, "json"),
        (format!("{head}game = \"quoridor\"\nprotocol = \"adapter\"\n"), 5, "[engine.adapter]"),
        (format!("{head}game = \"taquin\"\ncolour = \"red\"\n"), 5, "colour"),
        ("[[engine]]\nname = \"astar\"\ncommand = \"sh\"\ngame = \"taquin\"\n".to_owned(), 2, "taken"),
        ("[[engine]]\nname = \"a b\"\ncommand = \"sh\"\ngame = \"taquin\"\n".to_owned(), 2, "no name"),
        (format!("{head}game = \"taquin\"\n{head}game = \"taquin\"\n"), 6, "taken"),
        ("engine = 3".to_owned(), 1, ""),
        (
            format!(
                "{head}game = \"quoridor\"\n[engine.adapter]\nask = \"go {{x}}\"\nanswer = \"{{move}}\"\n"
            ),
            5,
            "no gap 'x'",
        ),
        (
            format!("{head}game = \"quoridor\"\n[engine.adapter]\nask = \"go\"\nanswer = \"{{move}}\"\n"),
            5,
            "never hears of a move",
        ),
        (
            format!(
                "{head}game = \"quoridor\"\n[engine.adapter]\nask = \"go {{moves}}\"\nanswer = \"! {{move}}\"\nerror = [\"!\"]\n"
            ),
            5,
            "begins as an error does",
        ),
        (
            format!(
                "{head}game = \"quoridor\"\n[engine.adapter]\nask = \"go {{moves}}\"\nanswer = \"{{move}}\"\nmoves = {{ endings = [[\"h\", \"w\"], [\"v\", \"w\"]] }}\n"
            ),
            5,
            "would read",
        ),
    ] {
        let list = file("engines-bad.toml", &text);
        let said = damier(&["list", "taquin", "--engines", &list]).refuses();
        names(&said, &["engines-bad.toml", &format!("line {line}"), why]);
    }
    names(&damier(&["list", "--engines", "/nowhere/engines.toml"]).refuses(), &["/nowhere/engines.toml"]);
}

/// The result of a solver that claims too much is an error with the reason; a claim that nobody can check stays a
/// claim.
#[test]
fn an_engine_that_lies_is_not_believed() {
    let (told, said) = asked(
        "liar",
        r#"echo '{"result":{"outcome":"solved","optimal":true,"cost":1,"solution":"l"}}'"#,
        &[],
    );
    names(&said.all(), &["not valid", "→ Some(1)"]);
    assert_eq!((&told["outcome"], &told["solution"]), (&json!("error"), &Value::Null));
    let (told, _) = asked("pessimist", r#"echo '{"result":{"outcome":"unsolvable"}}'"#, &[]);
    assert_eq!((&told["outcome"], &told["claimed"]["unsolvable"]), (&json!("limit"), &json!(true)));
    names(told["why"].as_str().unwrap_or_default(), &["not proven"]);
    let (told, _) = asked("empty", r#"echo '{"result":{"outcome":"solved"}}'"#, &[]);
    names(told["error"].as_str().unwrap_or_default(), &["gives no solution"]);
    let (told, _) = asked("odd", r#"echo '{"result":{"outcome":"perhaps"}}'"#, &[]);
    names(told["error"].as_str().unwrap_or_default(), &["perhaps"]);
}

#[test]
fn an_engine_that_hangs_is_ended_at_its_limit() {
    let pids = place("engine-hung-pids");
    let go = format!("echo $$ >> {pids}; trap '' TERM; while true; do sleep 1; done");
    let began = Instant::now();
    let (told, said) = asked("hung", &go, &["--time", "500ms"]);
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!((&told["outcome"], said.code), (&json!("limit"), Some(20)));
    names(told["why"].as_str().unwrap_or_default(), &["time limit", "was ended"]);
    all_gone(&pids);
    // One that never says hello has its own limit.
    let script = format!("sh {}", file("engine-mute.sh", "echo who are you; sleep 60\n"));
    let list = engines("engine-mute", &[("it", &script, "game = \"taquin\"\nstart = \"300ms\"")]);
    let args = ["solve", "taquin", "-", "--algorithm", "it", "--json", "--engines", &list];
    let told = damier_reads(&args, BOARD).ends(1).object();
    names(told["error"].as_str().unwrap_or_default(), &["hello", "who are you"]);
}

#[test]
fn an_engine_that_crashes_or_floods_is_told_with_what_it_said() {
    let (told, said) = asked("crash", "echo no memory for this >&2; exit 3", &[]);
    names(told["error"].as_str().unwrap_or_default(), &["has ended", "exit code 3", "no memory for this"]);
    assert_eq!(said.code, Some(1));
    let (told, _) = asked("flood", "while true; do echo la la la; done", &["--time", "20s"]);
    names(told["error"].as_str().unwrap_or_default(), &["lines a second", "la la la"]);
    // Lines of the protocol may be many, and end with the time.
    let steps = r#"while true; do echo '{"info":{"nodes":1}}'; done"#;
    let began = Instant::now();
    let (told, _) = asked("talker", steps, &["--time", "500ms"]);
    assert_eq!(told["outcome"], "limit", "{told}");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    let (told, _) = asked("nonsense", "echo '{\"error\":\"I do not know this game\"}'", &[]);
    names(told["error"].as_str().unwrap_or_default(), &["I do not know this game"]);
}

#[test]
fn what_an_engine_has_forked_ends_with_it() {
    let pids = place("engine-fork-pids");
    let go = format!(
        "for i in 1 2 3; do (trap '' TERM; echo $(exec sh -c 'echo $PPID') >> {pids}; sleep 300; sleep 300) & done; \
         setsid sh -c 'echo $$ >> {pids}; exec sleep 300' & \
         while [ $(wc -l < {pids}) -lt 4 ]; do sleep 0.01; done; \
         echo '{{\"result\":{{\"outcome\":\"limit\"}}}}'"
    );
    let (told, _) = asked("fork", &go, &["--time", "20s"]);
    assert_eq!(told["outcome"], "limit", "{told}");
    all_gone(&pids);
}

#[test]
fn an_engine_that_eats_memory_is_ended() {
    let go = "a=$(head -c 400000000 /dev/zero | tr '\\0' a); sleep 30";
    let began = Instant::now();
    let (told, _) = asked("glutton", go, &["--memory", "64MiB", "--time", "30s"]);
    let why = format!("{}{}", told["why"], told["error"]);
    assert!(why.contains("memory") || why.contains("ended"), "{told}");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_engine_that_forks_without_end_is_ended() {
    let go = "i=0; while [ $i -lt 400 ]; do sleep 4713 & i=$((i+1)); done; wait";
    let (told, _) = asked("forks", go, &["--time", "20s"]);
    names(told["error"].as_str().unwrap_or_default(), &["more than 100 processes"]);
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let left = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    assert_eq!(left.filter(|line| line.starts_with(b"sleep\x004713")).count(), 0);
}

#[test]
fn an_interrupt_ends_an_engine() {
    let pids = place("engine-interrupt-pids");
    let go = format!("echo $$ >> {pids}; trap '' TERM INT; while true; do sleep 1; done");
    let list = engines("engine-interrupt", &[("it", &solver("interrupt", &go), "game = \"taquin\"")]);
    let board = file("engine-interrupt-board.jsonl", BOARD);
    let running =
        start(&["solve", "taquin", &board, "--algorithm", "it", "--json", "--engines", &list], Stdio::null());
    assert!(running.listens());
    while std::fs::read_to_string(&pids).unwrap_or_default().is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pressed = Instant::now();
    running.interrupt();
    running.finish().ends(40);
    assert!(pressed.elapsed() < SOON, "{:?}", pressed.elapsed());
    all_gone(&pids);
}

/// A heuristic that fails is the reason, and one that hangs ends with the time.
#[test]
fn a_heuristic_that_fails_is_told() {
    let ask = |name: &str, eval: &str, time: &str| {
        let script = format!(
            "echo '{{\"hello\":{{\"name\":\"x\",\"roles\":[\"heuristic\"]}}}}'\n\
             while read -r line; do case $line in *eval*) {eval};; *quit*) exit 0;; esac; done\n"
        );
        let command = format!("sh {}", file(&format!("engine-guide-{name}.sh"), script));
        let more = "game = \"taquin\"\nrole = \"heuristic\"\nstart = \"5s\"";
        let list = engines(&format!("engine-guide-{name}"), &[("it", &command, more)]);
        let args = [
            "solve",
            "taquin",
            "-",
            "--algorithm",
            "astar(it)",
            "--json",
            "--engines",
            &list,
            "--time",
            time,
        ];
        let said = damier_reads(&args, BOARD).silent();
        said.object()
    };
    let told = ask("few", "echo '{\"values\":[]}'", "20s");
    names(told["error"].as_str().unwrap_or_default(), &["asked about 1 states and gives 0 values"]);
    let told = ask("words", "echo '{\"values\":[\"far\"]}'", "20s");
    names(told["error"].as_str().unwrap_or_default(), &["an estimate is a number"]);
    let told = ask("dead", "exit 7", "20s");
    names(told["error"].as_str().unwrap_or_default(), &["exit code 7"]);
    let began = Instant::now();
    let told = ask("hung", "sleep 100", "500ms");
    assert_eq!(told["outcome"], "limit", "{told}");
    assert!(began.elapsed() < SOON);
}

/// Titanium does not know `uci`: it was told as silent, though it had answered.
#[test]
fn an_engine_that_answers_something_else_is_told_with_what_it_said() {
    let script = file("engine-other.sh", "while read -r line; do echo \"unknown command: $line\"; done\n");
    let args =
        ["match", "quoridor", "--a", &format!("uci:sh {script}"), "--b", "walker", "--games", "2", "--json"];
    let said = damier(&[&args[..], &["--patience", "300ms"]].concat()).ends(0);
    let why = said.objects()[0]["game"]["why"].as_str().unwrap_or_default().to_owned();
    names(&why, &["unknown command: uci"]);
    assert!(!why.contains("silent"), "{why}");
}

/// A program with words of its own is plugged in by its entry alone.
#[test]
fn an_adapter_speaks_for_an_engine_with_words_of_its_own() {
    // It dies of what it does not know, wants rows counted from the other side, and walks straight on.
    let script = "row=9\nwhile read -r word rest; do case $word in\n\
        start) echo ready;;\n\
        moves) ;;\n\
        think) n=$(echo $moves | wc -w); row=$((row-1)); echo \"info thinking\"; echo \"best E$row !\";;\n\
        bye) exit 0;;\n\
        *) exit 9;; esac; moves=$rest; done\n";
    let command = format!("sh {}", file("engine-adapter.sh", script));
    let more = "game = \"quoridor\"\nprotocol = \"adapter\"\n[engine.adapter]\n\
        begin = [{ send = \"start\", until = \"ready\" }]\nposition = \"moves {moves}\"\nposition_start = \"\"\n\
        ask = \"think {ms}\"\nanswer = \"best {move} !\"\nquit = \"bye\"\nmoves = { mirror = true, upper = true }\n";
    let list = engines("engine-adapter", &[("odd", &command, more)]);
    let args =
        ["match", "quoridor", "--a", "odd", "--b", "walker", "--games", "1", "--opening", "0", "--json"];
    let said = damier(&[&args[..], &["--engines", &list]].concat()).ends(0).objects();
    let (game, result) = (&said[0]["game"], &said[1]["match"]);
    assert!(game["moves"].as_str().unwrap_or_default().starts_with("e2 "), "{game}");
    assert!(result["effort_a"]["faults"].as_u64() <= Some(1), "{result}");
}

/// The example of an adapter works as it is: it is checked, and plays without a fault.
#[test]
fn the_player_with_words_of_its_own_works_as_it_is() {
    if !has("python3", "--version") {
        return;
    }
    let list = format!("{TEMPLATES}/engines.toml");
    let said =
        damier(&["engine", "check", "walker-py", "--engines", &list, "--time", "20s"]).ends(0).silent();
    let wanted = [
        "ok       begin",
        "ok       positions",
        "ok       time",
        "ok       game",
        "ok       quit",
        "keeps to",
    ];
    names(&said.out, &wanted);
    let args = ["match", "quoridor", "--a", "walker-py", "--b", "fast(level=easy)", "--games", "2", "--json"];
    let said = damier(&[&args[..], &["--engines", &list]].concat()).ends(0).objects();
    assert_eq!(said[2]["match"]["effort_a"]["faults"], 0, "{}", said[2]);
    // What it thinks is told, too.
    let args = ["solve", "quoridor", "-", "--algorithm", "walker-py", "--json", "--engines", &list];
    let told = damier_reads(&args, r#"{"id":"1","moves":"e2 e8 e3h"}"#).ends(0).object();
    assert_eq!((&told["move"], &told["depth"]), (&json!("e7"), &json!(8)), "{told}");
}

/// A player in other words is checked by playing: what it does wrong is told with what was said.
#[test]
fn a_player_that_does_not_play_is_told_so() {
    let check = |name: &str, script: &str, more: &[&str]| {
        let command = format!("cmd:sh {}", file(&format!("engine-plays-{name}.sh"), script));
        let args = ["engine", "check", &command, "--game", "quoridor", "--time", "2s"];
        damier(&[&args[..], more].concat())
    };
    let stays = "while read -r word rest; do case $word in genmove) echo bestmove e2;; quit) exit 0;; *) echo ok;; esac; done\n";
    let said = check("stays", stays, &[]).ends(1);
    names(
        &said.out,
        &["ok       begin", "failed   positions", "it plays e2", "sent  genmove", "came  bestmove e2"],
    );
    names(&said.out, &["failed   game", "move 2 of a game", "ok       quit", "checks failed"]);
    let deaf = "echo I am here; sleep 20\n";
    let said = check("deaf", deaf, &["--json"]).ends(1).objects();
    assert_eq!((&said[0]["check"], &said[0]["result"]), (&json!("begin"), &json!("failed")), "{}", said[0]);
    assert_eq!(said[1], json!({"game": "quoridor", "ok": 0, "failed": 1}));
    damier(&["engine", "check", "qtp:", "--game", "quoridor"]).refuses();
}

/// Titanium does not know `uci`, and says so: nobody waits for half a minute to tell that.
#[test]
fn a_program_that_refuses_uci_is_told_at_once() {
    let script = file("engine-no-uci.sh", "while read -r line; do echo error unknown command; done\n");
    let began = Instant::now();
    let uci = format!("uci:sh {script}");
    let said = damier(&["match", "quoridor", "--a", &uci, "--b", "walker", "--games", "2", "--json"]).ends(0);
    let why = said.objects()[0]["game"]["why"].as_str().unwrap_or_default().to_owned();
    names(&why, &["does not speak UCI", "error unknown command"]);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

/// The JSON protocol is spoken by players, too: ours against itself, by name.
#[test]
fn a_player_speaks_json() {
    let ours = format!("{} engine quoridor --nodes 50", env!("CARGO_BIN_EXE_damier"));
    let list = engines("engine-player", &[("mirror", &ours, "game = \"quoridor\"")]);
    let args =
        ["match", "quoridor", "--a", "mirror", "--b", "walker", "--games", "2", "--json", "--nodes", "50"];
    let said = damier(&[&args[..], &["--engines", &list]].concat()).ends(0).objects();
    assert_eq!(said[2]["match"]["effort_a"]["faults"], 0, "{}", said[2]);
    let solved = damier_reads(
        &["solve", "quoridor", "-", "--algorithm", "mirror", "--nodes", "50", "--json", "--engines", &list],
        r#"{"id":"1","moves":"e2 e8"}"#,
    );
    assert!(solved.ends(0).object()["move"].is_string());
    names(
        &damier(&["engine", "check", "mirror", "--engines", &list]).ends(0).out,
        &["keeps to the protocol"],
    );
}

#[test]
fn a_program_that_does_not_keep_to_the_protocol_is_told_so() {
    let liar = solver("check-liar", r#"echo '{"result":{"outcome":"solved","solution":"lr"}}'"#);
    let said = damier(&["engine", "check", &liar, "--game", "taquin"]).ends(1);
    names(&said.out, &["ok       hello", "failed   positions", "the validator refuses", "sent", "came"]);
    let mute = format!("sh {}", file("engine-check-mute.sh", "echo hello there; sleep 20\n"));
    let said = damier(&["engine", "check", &mute, "--game", "taquin"]).ends(1);
    names(&said.out, &["failed   hello", "hello there"]);
    let deaf = solver("check-deaf", "sleep 30");
    let said = damier(&["engine", "check", &deaf, "--game", "taquin", "--time", "200ms", "--json"]).ends(1);
    let failed: Vec<_> = said.objects().into_iter().filter(|check| check["result"] == "failed").collect();
    assert!(failed.iter().any(|check| check["check"] == "positions"), "{failed:?}");
    damier(&["engine", "check", "/nowhere/at-all", "--game", "taquin"]).ends(1);
}

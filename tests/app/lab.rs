//! Campaigns of the page: run by the server, stopped and resumed, gone on with after a restart, and never more than a page may ask for.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Folder, Served, Socket};

const GAME: &str = "taquin";

/// Many short runs: enough for a while.
fn many() -> String {
    campaign("count = 2000", "")
}

fn campaign(boards: &str, more: &str) -> String {
    format!(
        "title = \"A test\"\ngame = \"{GAME}\"\n{more}\n[limits]\ntime = \"5s\"\nmemory = \"64MiB\"\n\
         [run]\nworkers = 1\n[[instances]]\ngenerate = {{ width = 3, height = 3 }}\n{boards}\n\
         [[algorithms]]\nspec = \"astar(manhattan)\"\n"
    )
}

fn look(served: &Served) -> Socket {
    let mut page = served.socket_at(GAME, "lab");
    page.ask(&json!({"type": "look"}), "view");
    page.say(&json!({"type": "lab", "ask": {"do": "look"}}));
    page
}

fn deed(page: &mut Socket, deed: &Value) {
    page.say(&json!({"type": "lab_do", "deed": deed}));
}

/// Waits until a campaign is as it should be.
fn until(page: &mut Socket, name: &str, is: impl Fn(&Value) -> bool) -> Value {
    let found = |message: &Value| {
        let all = message["campaigns"].as_array();
        all.and_then(|all| all.iter().find(|item| item["name"] == name)).cloned()
    };
    let message = page.hear_until("lab", |message| found(message).is_some_and(|item| is(&item)));
    found(&message).unwrap_or_default()
}

/// Why something is refused.
fn refused(page: &mut Socket, what: &Value) -> String {
    deed(page, what);
    let told = page.hear_until("error", |message| message["about"] == "lab_do");
    told["refusal"]["key"].as_str().unwrap_or_default().to_owned()
}

/// Processes whose command line names a folder.
fn running(folder: &Path) -> Vec<String> {
    let folder = folder.to_string_lossy().into_owned();
    let all = std::fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains("__campaign") && line.contains(&folder)).collect()
}

fn gone(folder: &Path) {
    let until = Instant::now() + Duration::from_secs(60);
    while !running(folder).is_empty() {
        assert!(Instant::now() < until, "{:?}", running(folder));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_campaign_is_run_stopped_and_resumed_across_restarts_and_nothing_is_left_running() {
    let folder = Folder::new();
    let mut served = Served::start_in(&folder.0, &["--port", "0"]);
    let mut page = look(&served);
    deed(&mut page, &json!({"do": "save", "name": "one", "text": many()}));
    until(&mut page, "one", |item| item["state"] == "new");
    deed(&mut page, &json!({"do": "start", "name": "one"}));
    let item = until(&mut page, "one", |item| item["done"].as_u64() > Some(2));
    assert_eq!((&item["state"], &item["planned"]), (&json!("running"), &json!(2000)));
    // A process that is being started looks like its parent for a moment.
    let soon = Instant::now() + Duration::from_secs(10);
    while running(&folder.0).len() != 1 {
        assert!(Instant::now() < soon, "{:?}", running(&folder.0));
        std::thread::sleep(Duration::from_millis(20));
    }
    // Nobody changes it meanwhile, and no other runs beside it.
    assert_eq!(refused(&mut page, &json!({"do": "save", "name": "one", "text": many()})), "labs.busy");
    assert_eq!(refused(&mut page, &json!({"do": "remove", "name": "one"})), "labs.busy");
    assert_eq!(refused(&mut page, &json!({"do": "start", "name": "one"})), "labs.busy");
    assert_eq!(refused(&mut page, &json!({"do": "start", "name": "ricochet-alone"})), "labs.other");
    // A page that leaves changes nothing; one that comes hears how it stands.
    drop(page);
    let mut page = look(&served);
    let before = until(&mut page, "one", |item| item["state"] == "running")["done"].as_u64();
    until(&mut page, "one", |item| item["done"].as_u64() > before);
    deed(&mut page, &json!({"do": "stop", "name": "one"}));
    let stopped = until(&mut page, "one", |item| item["state"] == "stopped");
    assert_eq!(stopped["why"], Value::Null);
    gone(&folder.0);
    deed(&mut page, &json!({"do": "start", "name": "one"}));
    until(&mut page, "one", |item| item["done"].as_u64() > stopped["done"].as_u64());
    // However the server ends, the campaign ends with it and keeps what it has.
    let _ = served.child.kill();
    let _ = served.child.wait();
    gone(&folder.0);
    let mut served = Served::start_in(&folder.0, &["--port", "0"]);
    let mut page = look(&served);
    let after = until(&mut page, "one", |_| true);
    assert_eq!(after["state"], "stopped");
    assert!(after["done"].as_u64() > stopped["done"].as_u64(), "{after}");
    deed(&mut page, &json!({"do": "start", "name": "one"}));
    until(&mut page, "one", |item| item["done"].as_u64() > after["done"].as_u64());
    rustix::process::kill_process(
        rustix::process::Pid::from_child(&served.child),
        rustix::process::Signal::TERM,
    )
    .expect("it runs");
    let _ = served.child.wait();
    // Now it has waited for its child.
    assert_eq!(running(&folder.0), Vec::<String>::new());
}

#[test]
fn a_small_campaign_is_done_and_has_a_report_for_who_has_the_key() {
    let served = Served::start();
    let mut page = look(&served);
    deed(&mut page, &json!({"do": "save", "name": "small", "text": campaign("count = 3", "repeats = 2")}));
    deed(&mut page, &json!({"do": "start", "name": "small"}));
    let item = until(&mut page, "small", |item| item["state"] == "done");
    assert_eq!((&item["done"], &item["outcomes"]), (&json!(6), &json!({"solved": 6})), "{item}");
    let path = "/lab/small/report?language=fr";
    assert!(served.get(path, &served.host, "").starts_with("HTTP/1.1 403"));
    let report = served.get(path, &served.host, &served.cookie());
    let (head, body) = report.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("sandbox allow-scripts") && head.contains("frame-ancestors 'self'"), "{head}");
    assert!(!head.contains("allow-same-origin"), "{head}");
    assert!(body.contains("A test") && !body.contains(&served.token), "the key is nobody's business");
    let csv = served.get("/lab/small/results.csv", &served.host, &served.cookie());
    assert_eq!(csv.matches(&format!(",{GAME},1,")).count(), 3, "the second repeat of each: {csv}");
    let file = served.get("/lab/small/campaign.toml", &served.host, &served.cookie());
    assert!(file.contains("attachment; filename=\"small.toml\"") && file.contains("title = \"A test\""));
    for path in ["/lab/none/report", "/lab/small/passwd", "/lab/..%2Fdamier/report", "/lab/%2e%2e/key"] {
        let answer = served.get(path, &served.host, &served.cookie());
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    deed(&mut page, &json!({"do": "remove", "name": "small"}));
    page.hear_until("lab", |message| {
        message["campaigns"].as_array().is_some_and(|all| all.iter().all(|item| item["name"] != "small"))
    });
    let left = served.folder.as_ref().map(|folder| folder.0.join("lab"));
    let left = std::fs::read_dir(left.expect("a folder")).expect("it is there").count();
    assert_eq!(left, 0);
}

#[test]
fn what_a_page_may_not_ask_for_is_refused() {
    let served = Served::start();
    let mut page = look(&served);
    let mut save =
        |name: &str, text: &str| refused(&mut page, &json!({"do": "save", "name": name, "text": text}));
    for name in ["../up", "a/b", "", "A", "a.b", "-rf"] {
        assert_eq!(save(name, &campaign("", "")), "labs.name", "{name}");
    }
    let with = |more: &str| format!("{}\n{more}\n", campaign("", ""));
    assert_eq!(save("x", &with("[[algorithms]]\ncommand = \"touch /tmp/x\"")), "labs.who");
    assert_eq!(save("x", &with("[[algorithms]]\nengine = \"mine\"")), "labs.who");
    assert_eq!(save("x", &with("[[algorithms]]\nheuristic = \"/etc/passwd\"")), "labs.who");
    assert_eq!(save("x", &with("[[instances]]\nfiles = \"/etc/*\"")), "labs.files");
    assert_eq!(save("x", &with("[slurm]\noptions = [\"--wrap=sh\"]")), "labs.cluster");
    assert_eq!(save("x", &campaign("count = 1000000", "")), "campaign.many");
    assert_eq!(save("x", &campaign("count = 10000", "repeats = 100")), "labs.runs");
    assert_eq!(save("x", &campaign("count = 1", "sed = 3")), "campaign.key");
    let lab = served.folder.as_ref().expect("its own").0.join("lab");
    // Nor is a file of the host run that is more than that.
    std::fs::create_dir_all(&lab).expect("a folder");
    std::fs::write(lab.join("mine.toml"), with("[[algorithms]]\ncommand = \"sh\"")).expect("a file");
    assert_eq!(refused(&mut page, &json!({"do": "start", "name": "mine"})), "labs.who");
    assert_eq!(refused(&mut page, &json!({"do": "start", "name": "nobody"})), "labs.none");
    assert_eq!(refused(&mut page, &json!({"do": "stop", "name": "mine"})), "labs.idle");
    // A text is told about with the line and the reason.
    page.say(
        &json!({"type": "lab", "ask": {"do": "check", "number": 7, "text": "game = \"x\"\nspeed = 1\n"}}),
    );
    let told = page.hear_until("lab_checked", |message| message["number"] == 7);
    assert_eq!((&told["refusal"]["key"], &told["refusal"]["line"]), (&json!("campaign.key"), &json!(2)));
    assert!(running(&lab).is_empty());
}

#[test]
fn a_link_from_elsewhere_opens_nothing_by_itself() {
    let served = Served::start();
    let from = |site: &str, dest: &str| {
        format!(
            "Accept: text/html\r\nSec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: {dest}\r\n"
        )
    };
    let told = served.get("/", &served.host, &from("cross-site", "document"));
    assert!(told.starts_with("HTTP/1.1 200") && told.contains("A link leads here"), "{told}");
    assert!(!told.contains("js/core/main.js") && !told.contains(&served.token), "{told}");
    for (path, site, dest) in [
        ("/", "same-origin", "document"),
        ("/", "cross-site", "iframe"),
        ("/js/core/main.js", "cross-site", "document"),
    ] {
        let told = served.get(path, &served.host, &from(site, dest));
        assert!(told.starts_with("HTTP/1.1 403"), "{path} {site} {dest}: {told}");
    }
    // Who has the key comes on from there.
    let told = served.get(
        "/?open",
        &served.host,
        &format!("{}{}", from("same-origin", "document"), served.cookie()),
    );
    assert!(told.starts_with("HTTP/1.1 200") && told.contains("js/core/main.js"), "{told}");
}

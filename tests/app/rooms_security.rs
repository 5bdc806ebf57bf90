//! Who may do what with rooms, as `docs/security.md` promises it.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::rooms_support::{Person, ask, cookie_of, get, join, make, turns};
use crate::support::{Folder, Served};

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or(answer)
}

#[test]
fn a_guest_may_be_in_their_room_and_do_nothing_else() {
    let served = Served::start();
    let (code, _) = make(&served, &turns(None));
    let (other, _) = make(&served, &turns(None));
    let guest = join(&served.host, &code);
    for path in ["/", "/js/core/main.js", "/i18n/fr.json", "/rooms"] {
        assert_eq!(status(&get(&served.host, path, &guest)), "200", "{path}");
    }
    let list = get(&served.host, "/rooms", &guest);
    assert!(list.contains(&code) && !list.contains(&other), "{list}");
    let closed =
        ["/alive", "/ws", "/trace/1/0", "/lab/x/report", "/nothing", &format!("/room/{other}/qr.svg")];
    let others = ["ws", "lessons", "lessons?language=fr"].map(|door| format!("/room/{other}/{door}"));
    for path in closed.into_iter().map(str::to_owned).chain(others) {
        assert_eq!(status(&get(&served.host, &path, &guest)), "403", "{path}");
    }
    assert!(served.try_socket(&format!("http://{}", served.host), &guest, "game=taquin").is_err());
    assert!(Person::try_enter(&served.host, &other, &guest, "p").is_err(), "another room");
    let host = &served.host;
    for path in ["/rooms", "/trace"] {
        let post = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\nCookie: {guest}\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        assert_eq!(status(&ask(host, &post)), "403", "{path}");
    }
    // Their deeds are refused in another room even where they know a number there: the socket says which room it is.
    let mut person = Person::enter(&served.host, &code, &guest, "p");
    assert_eq!(person.refused(&json!({"type": "begin"})), "room.host");
    assert_eq!(person.refused(&json!({"type": "remove", "person": 0})), "room.host");
}

#[test]
fn guests_read_lessons_without_what_is_the_teachers() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let path = format!("/room/{code}/lessons?language=fr");
    let guests = get(&served.host, &path, &join(&served.host, &code));
    let owners = get(&served.host, &path, &format!("{cookie}; {}", served.key()));
    let told = |answer: &str| -> serde_json::Value {
        assert_eq!(status(answer), "200", "{answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").expect("a body").1).expect("JSON")
    };
    let (guests, owners) = (told(&guests), told(&owners));
    assert_eq!((&guests["type"], &guests["language"]), (&json!("lessons"), &json!("fr")));
    assert_eq!(guests["lessons"][0]["language"], "fr");
    let titles = |lessons: &serde_json::Value| -> Vec<serde_json::Value> {
        lessons["lessons"].as_array().expect("lessons").iter().map(|one| one["title"].clone()).collect()
    };
    assert_eq!(titles(&guests), titles(&owners));
    let parts = |lessons: &serde_json::Value, wanted: fn(&serde_json::Value) -> bool| {
        let steps =
            lessons["lessons"].as_array().into_iter().flatten().filter_map(|one| one["steps"].as_array());
        steps
            .flatten()
            .filter_map(|step| step["parts"].as_array())
            .flatten()
            .filter(|part| wanted(part))
            .count()
    };
    for (what, wanted) in [
        ("notes", (|part| part["type"] == "notes") as fn(&serde_json::Value) -> bool),
        ("answers", |part| part["answer"].as_array().is_some_and(|answer| !answer.is_empty())),
    ] {
        assert!(parts(&owners, wanted) > 0, "{what}");
        assert_eq!(parts(&guests, wanted), 0, "{what}");
    }
    assert!(parts(&guests, |part| part["type"] == "exercise") > 0);
    assert_eq!(status(&get(&served.host, "/room/BCDFGH/lessons", &served.key())), "404");
}

#[test]
fn every_door_of_a_room_is_shut_to_bad_hosts_origins_and_cookies() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let (host, key) = (&served.host, served.key());
    let port = host.rsplit(':').next().expect("a port");
    let paths = [
        "/rooms".to_owned(),
        format!("/join/{code}"),
        format!("/room/{code}/ws"),
        format!("/room/{code}/qr.svg"),
        format!("/room/{code}/lessons?language=fr"),
    ];
    for path in &paths {
        for name in
            ["evil.example", &format!("evil.example:{port}"), &format!("10.1.2.3:{port}"), "127.0.0.1"]
        {
            let rebound = format!(
                "GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\nCookie: {cookie}; {key}\r\n\r\n"
            );
            assert_eq!(status(&ask(host, &rebound)), "421", "{path} {name}");
        }
        if !path.starts_with("/join") {
            assert_eq!(status(&get(host, path, "a=b")), "403", "{path} without a cookie");
            let name = cookie.split('=').next().expect("a name");
            let forged = format!("{name}={code}~{}~{}", "0".repeat(32), "0".repeat(64));
            assert_eq!(status(&get(host, path, &forged)), "403", "{path} with a cookie that was made up");
        }
    }
    for origin in
        ["http://evil.example", "null", &format!("https://{host}"), &format!("http://{host}.evil.example")]
    {
        assert!(Person::enter_from(host, &code, &cookie, "p", origin).is_err(), "{origin}");
        let post = format!(
            "POST /rooms HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\nCookie: {key}\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        assert_eq!(status(&ask(host, &post)), "403", "{origin}");
    }
    assert!(Person::try_enter(host, &code, &cookie, "p").is_ok());
    let line = get(host, &format!("/join/{code}"), "a=b").to_lowercase();
    assert!(line.contains("samesite=strict") && line.contains("httponly"), "{line}");
}

#[test]
fn who_guesses_codes_is_slowed_down() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let guess = |wrong: &str| status(&get(&served.host, &format!("/join/{wrong}"), "a=b")).to_owned();
    let answers: Vec<String> =
        (0..30).map(|at| guess(&format!("BCDF{}{}", at / 8 + 2, at % 8 + 2))).collect();
    assert!(answers[..8].iter().all(|status| status == "404"), "{answers:?}");
    assert!(answers[15..].iter().all(|status| status == "429"), "{answers:?}");
    assert_eq!(guess(&code), "429", "not even the right one is told any more");
    assert_eq!(status(&get(&served.host, &format!("/join/{code}"), &cookie)), "200", "who was in comes in");
    assert!(Person::try_enter(&served.host, &code, &cookie, "p").is_ok());
}

#[test]
fn a_page_from_elsewhere_neither_joins_nor_guesses_and_a_link_takes_nobodys_place() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let host = &served.host;
    let comes = |site: &str, mode: &str, dest: &str, code: &str, cookie: &str| {
        ask(
            host,
            &format!(
                "GET /join/{code} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nSec-Fetch-Site: {site}\r\n\
                 Sec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\nCookie: {cookie}\r\n\r\n"
            ),
        )
    };
    for _ in 0..30 {
        assert_eq!(status(&comes("cross-site", "no-cors", "image", "BCDFGH", "a=b")), "403");
    }
    assert_eq!(status(&comes("same-site", "navigate", "iframe", &code, &cookie)), "403");
    // The cookie does not come along with a link from elsewhere, so none is given: the page there asks again.
    let led = comes("cross-site", "navigate", "document", &code, "a=b");
    assert_eq!((status(&led), cookie_of(&led)), ("200", None), "{led}");
    let again = comes("same-origin", "navigate", "document", &code, &cookie);
    assert_eq!((status(&again), cookie_of(&again)), ("200", Some(cookie)), "{again}");
    assert_eq!(status(&get(host, &format!("/join/{code}"), "a=b")), "200", "nobody has used up the guesses");
}

/// The address of this machine on a network, if it is on one. Nothing is sent.
fn outside() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_loopback())
}

/// A program that is open to the local network, and what it has said.
fn open(folder: &Folder) -> (Child, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--no-open", "--lan", "--port", "0", "--data"])
        .arg(&folder.0)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut said = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok) {
        let blank = line.contains('█');
        said.push(line);
        if blank {
            break;
        }
    }
    (child, said)
}

#[test]
fn the_door_to_the_network_is_opened_on_purpose_and_for_guests_alone() {
    let folder = Folder::new();
    let (mut child, said) = open(&folder);
    let said = said.join("\n");
    let token = said.split("/?token=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a key");
    let port: u16 = said
        .split("http://127.0.0.1:")
        .nth(1)
        .or_else(|| said.split("http://0.0.0.0:").nth(1))
        .and_then(|rest| rest.split('/').next())
        .and_then(|port| port.parse().ok())
        .expect("a port");
    let code = said.split("the code ").nth(1).and_then(|rest| rest.get(..6)).expect("a code").to_owned();
    assert!(said.contains(&format!("/join/{code}")) && said.contains('█'), "{said}");
    // Loopback has more than one address where the system has such a thing: it stands for the network.
    let mut doors: Vec<IpAddr> = outside().into_iter().collect();
    if TcpStream::connect((Ipv4Addr::new(127, 0, 0, 2), port)).is_ok() {
        doors.push(Ipv4Addr::new(127, 0, 0, 2).into());
    }
    for door in doors {
        let host = format!("{door}:{port}");
        let asks = get(&host, "/", "a=b");
        assert_eq!(status(&asks), "403", "{asks}");
        let guest = join(&host, &code);
        assert!(Person::try_enter(&host, &code, &guest, "p").is_ok(), "{host}");
        let rebound = format!(
            "GET /rooms HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\nCookie: {guest}\r\n\r\n"
        );
        assert_eq!(status(&ask(&host, &rebound)), "421");
        if !door.is_loopback() {
            // The key is not heard from the network, not even the right one.
            let key = format!("damier-{port}={token}");
            assert_eq!(status(&get(&host, "/alive", &key)), "403");
            assert!(cookie_of(&get(&host, &format!("/?token={token}"), "a=b")).is_none());
        }
    }
    // Who has the key is the host of the room that is always there.
    let near = format!("127.0.0.1:{port}");
    let key = format!("damier-{port}={token}");
    let joined = get(&near, &format!("/join/{code}"), &key);
    let guest = cookie_of(&joined).expect("a cookie");
    let owner = Person::enter(&near, &code, &format!("{key}; {guest}"), "p");
    assert_eq!((&owner.view["host"], &owner.hello["owner"]), (&owner.hello["you"], &json!(true)));
    let _ = child.kill();
    let _ = child.wait();
    // The code stays.
    let (mut child, said) = open(&folder);
    assert!(said.join("\n").contains(&code));
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn what_makes_no_sense_in_a_room_is_refused_and_harms_nothing() {
    let served = Served::start();
    let (code, cookie) = make(&served, &turns(None));
    let mut person = Person::enter(&served.host, &code, &cookie, "p");
    let before = person.view.clone();
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    for text in [
        "",
        "null",
        "{}",
        "[1]",
        "{\"type\":\"fly\"}",
        "{\"type\":\"move\",\"n\":1}",
        "{\"type\":\"sit\"}",
        &deep,
    ] {
        person.socket.send(tungstenite::Message::text(text)).expect("it listens");
        let answer = person.try_hear(|message| message["type"] == "refused").expect("an answer");
        let key = answer["refusal"]["key"].as_str().expect("a key");
        assert!(matches!(key, "room.message" | "room.number"), "{text}: {answer}");
    }
    person.socket.send(tungstenite::Message::text("{\"type\":\"look\"}")).expect("it listens");
    person.try_hear(|message| message["type"] == "room").expect("a view");
    assert_eq!(person.view["version"], before["version"]);
}

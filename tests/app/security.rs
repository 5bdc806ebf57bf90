//! The door, as `docs/security.md` promises it.

use std::fs;
use std::net::{IpAddr, SocketAddr, TcpStream, UdpSocket};
use std::path::Path;
use std::time::Duration;

use crate::support::Served;

/// The address of this machine on a network, if it is on one. Nothing is sent.
fn outside() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_loopback())
}

#[test]
fn it_listens_on_this_machine_alone() {
    let served = Served::start();
    let here: SocketAddr = served.host.parse().expect("an address");
    assert!(here.ip().is_loopback(), "{here}");
    let reached = |ip: IpAddr| {
        TcpStream::connect_timeout(&SocketAddr::new(ip, here.port()), Duration::from_secs(2)).is_ok()
    };
    assert!(reached(here.ip()));
    // Who listens everywhere is reached at every loopback address too, where the system has more than one.
    let others = [Some([127, 0, 0, 2].into()), outside()];
    for other in others.into_iter().flatten() {
        assert!(!reached(other), "{other}");
    }
}

#[test]
fn every_page_says_what_it_may_do() {
    let served = Served::start();
    for path in ["/", "/js/core/main.js", "/nothing"] {
        let page = String::from_utf8_lossy(&served.get_bytes(path, &served.cookie())).to_lowercase();
        for line in [
            "content-security-policy: default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(page.contains(line), "{path}: {line}");
        }
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let served = Served::start();
    for path in
        ["/../Cargo.toml", "/js/../../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd"]
    {
        let answer = served.get(path, &served.host, &served.cookie());
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
}

/// Every test that `docs/security.md` names is one.
#[test]
fn every_test_that_is_named_here_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/security.md")).expect("the page");
    let mut sources = String::new();
    for folder in ["src", "tests", "crates"] {
        gather(&root.join(folder), &mut sources);
    }
    let named: Vec<&str> = text.split('`').skip(1).step_by(2).filter(|word| is_test_name(word)).collect();
    assert!(named.len() > 25, "{named:?}");
    for name in named {
        assert!(sources.contains(&format!("#[test]\nfn {name}()")), "no test is called {name}");
    }
}

/// Words with underscores between them, four at least: nothing else on that page is written so.
fn is_test_name(word: &str) -> bool {
    word.matches('_').count() >= 3
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_' || letter.is_ascii_digit())
}

/// All Rust sources below a folder, without what stands before a line.
fn gather(folder: &Path, sources: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, sources);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            // What stands between `#[test]` and the name.
            let between = |line: &&str| line.starts_with("#[cfg(") || line.starts_with("#[ignore");
            let lines = text.lines().map(str::trim_start).filter(|line| !between(line));
            sources.extend(lines.flat_map(|line| [line, "\n"]));
        }
    }
}

//! A program that serves, and pages that speak with it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A folder of its own, empty at first and gone at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("damier-app-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program that serves, until this is dropped.
pub(crate) struct Served {
    pub(crate) child: Child,
    pub(crate) host: String,
    pub(crate) token: String,
    /// Its store, where that is gone with it.
    pub(crate) folder: Option<Folder>,
    visitors: AtomicUsize,
}

impl Served {
    /// One with a store of its own.
    pub(crate) fn start() -> Self {
        let folder = Folder::new();
        let mut served = Served::start_in(&folder.0, &["--port", "0"]);
        served.folder = Some(folder);
        served
    }

    /// One with the store in a folder.
    pub(crate) fn start_in(folder: &Path, more: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_damier"));
        program.args(["serve", "--no-open", "--data"]).arg(folder).args(more);
        Served::run(program)
    }

    /// One that is started by such a command.
    pub(crate) fn run(mut program: Command) -> Self {
        let mut child = program.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("it tells its address");
        let (host, token) =
            line.split_once("http://").and_then(|(_, rest)| rest.trim().split_once("/?token=")).expect(&line);
        let visitors = AtomicUsize::new(0);
        Served { host: host.to_owned(), token: token.to_owned(), child, folder: None, visitors }
    }

    /// The answer to a GET with these header lines, as text.
    pub(crate) fn get(&self, path: &str, host: &str, more: &str) -> String {
        String::from_utf8(self.get_from(path, host, more)).expect("text")
    }

    /// The same of the program's own address, as it comes.
    pub(crate) fn get_bytes(&self, path: &str, more: &str) -> Vec<u8> {
        self.get_from(path, &self.host, more)
    }

    fn get_from(&self, path: &str, host: &str, more: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")
            .expect("it reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it answers");
        bytes
    }

    /// The cookie that this start gives.
    pub(crate) fn key(&self) -> String {
        key(&self.host, &self.token)
    }

    pub(crate) fn cookie(&self) -> String {
        format!("Cookie: {}\r\n", self.key())
    }

    /// A socket with what an address says after its question mark.
    pub(crate) fn try_socket(&self, origin: &str, cookie: &str, query: &str) -> Result<Socket, String> {
        Socket::open(&self.host, origin, cookie, query)
    }

    /// A page that comes with the number of a sitting.
    pub(crate) fn socket_of(&self, sitting: &str) -> Socket {
        self.socket_with(&format!("sitting={sitting}"))
    }

    /// A page that comes for a game, with the number of a sitting.
    pub(crate) fn socket_at(&self, game: &str, sitting: &str) -> Socket {
        self.socket_with(&format!("sitting={sitting}&game={game}"))
    }

    pub(crate) fn socket_with(&self, query: &str) -> Socket {
        self.try_socket(&format!("http://{}", self.host), &self.key(), query).expect("let in")
    }

    /// A page of somebody who comes for the first time, and looks at the table.
    pub(crate) fn page(&self) -> Socket {
        let mut page = self.socket_of(&format!("visitor-{}", self.visitors.fetch_add(1, Ordering::Relaxed)));
        page.ask(&json!({"type": "look"}), "view");
        page
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page that is connected, with the moves that it knows and those of them that weigh something.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>, Vec<Value>, Vec<Value>);

/// The cookie of a host for who has this token.
pub(crate) fn key(host: &str, token: &str) -> String {
    let port = host.rsplit(':').next().expect("a port");
    format!("damier-{port}={token}")
}

impl Socket {
    /// Comes with what an address says after its question mark; why it is not let in.
    pub(crate) fn open(host: &str, origin: &str, cookie: &str, query: &str) -> Result<Self, String> {
        let mut request = format!("ws://{host}/ws?{query}").into_client_request().expect("an address");
        request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        request.headers_mut().insert("Cookie", cookie.parse().expect("a header"));
        let stream = TcpStream::connect(host).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Socket(socket, Vec::new(), Vec::new()))
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).expect("it listens");
    }

    /// The next message of a kind; progress and others before it are passed over.
    pub(crate) fn hear(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.0.read().expect("it speaks") else { continue };
            let mut message: Value = serde_json::from_str(&text).expect("it speaks JSON");
            if message["type"] == "view" {
                self.remember(&mut message["history"]);
            }
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Puts a part of the history together with what is known of it, as a page does.
    fn remember(&mut self, history: &mut Value) {
        let part = |key: &str| history[key].as_array().expect("a list").clone();
        let (more, weighty) = (part("more"), part("weighty"));
        let keep = history["keep"].as_u64().expect("a number");
        assert!(keep as usize <= self.1.len(), "a page keeps only what it has been told");
        self.1.truncate(keep as usize);
        self.1.extend(more);
        self.2.retain(|place| place.as_u64() < Some(keep));
        self.2.extend(weighty);
        (history["moves"], history["weighty"]) = (json!(self.1), json!(self.2));
    }

    /// The key of the refusal with which a message is answered, and what it is about.
    pub(crate) fn refused(&mut self, message: &Value) -> (String, String) {
        let error = self.ask(message, "error");
        let text = |value: &Value| value.as_str().expect("a word").to_owned();
        assert!(!text(&error["refusal"]["text"]).is_empty(), "{error}");
        (text(&error["about"]), text(&error["refusal"]["key"]))
    }

    pub(crate) fn hear_until(&mut self, kind: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear(kind);
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) fn ask(&mut self, message: &Value, kind: &str) -> Value {
        self.say(message);
        self.hear(kind)
    }

    /// The code with which it is closed.
    pub(crate) fn closed(&mut self) -> Option<u16> {
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| u16::from(frame.code)),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

//! People in rooms, as their browsers speak.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use crate::support::Served;

/// The answer to a request, as text.
pub(crate) fn ask(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn get(host: &str, path: &str, cookie: &str) -> String {
    ask(
        host,
        &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"),
    )
}

/// The cookie that an answer gives.
pub(crate) fn cookie_of(answer: &str) -> Option<String> {
    let line = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
    Some(line.split(';').next()?.to_owned())
}

/// Makes a room; gives its code and the cookie of its host.
pub(crate) fn make(served: &Served, rules: &Value) -> (String, String) {
    let body = json!({"name": "Host", "rules": rules}).to_string();
    let (host, key) = (&served.host, served.key());
    let answer = ask(
        host,
        &format!(
            "POST /rooms HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\nCookie: {key}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    );
    let cookie = cookie_of(&answer).unwrap_or_else(|| panic!("{answer}"));
    let text = answer.rsplit("\r\n\r\n").next().expect("a body");
    let made: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{answer}"));
    (made["code"].as_str().expect("a code").to_owned(), cookie)
}

/// The cookie of a new guest of a room.
pub(crate) fn join(host: &str, code: &str) -> String {
    let answer = get(host, &format!("/join/{code}"), "a=b");
    cookie_of(&answer).unwrap_or_else(|| panic!("{answer}"))
}

/// Somebody in a room.
pub(crate) struct Person {
    pub(crate) socket: WebSocket<TcpStream>,
    pub(crate) hello: Value,
    /// What was seen last.
    pub(crate) view: Value,
    pub(crate) n: u64,
}

impl Person {
    /// Opens the socket of a room; why it cannot.
    pub(crate) fn try_enter(host: &str, code: &str, cookie: &str, page: &str) -> Result<Self, String> {
        Person::enter_from(host, code, cookie, page, &format!("http://{host}"))
    }

    pub(crate) fn enter_from(
        host: &str,
        code: &str,
        cookie: &str,
        page: &str,
        origin: &str,
    ) -> Result<Self, String> {
        let address = format!("ws://{host}/room/{code}/ws?page={page}");
        let mut request = address.into_client_request().expect("an address");
        request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        request.headers_mut().insert("Cookie", cookie.parse().expect("a header"));
        let stream = TcpStream::connect(host).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
        stream.set_nodelay(true).expect("a socket");
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        let mut person = Person { socket, hello: Value::Null, view: Value::Null, n: 0 };
        person.hello =
            person.try_hear(|message| message["type"] == "hello" || message["type"] == "refused")?;
        if person.hello["type"] == "refused" {
            return Err(person.hello["refusal"]["key"].to_string());
        }
        person.n = person.hello["applied"].as_u64().expect("a number");
        person.try_hear(|message| message["type"] == "room")?;
        Ok(person)
    }

    pub(crate) fn enter(host: &str, code: &str, cookie: &str, page: &str) -> Self {
        Person::try_enter(host, code, cookie, page).expect("let in")
    }

    /// The next message that is wanted; views on the way are remembered. What has not come after a minute never will: pings go on coming.
    pub(crate) fn try_hear(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, String> {
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            let text = match self.socket.read() {
                Ok(Message::Text(text)) => text,
                Ok(Message::Close(frame)) => {
                    return Err(format!("closed {:?}", frame.map(|frame| u16::from(frame.code))));
                }
                Ok(_) => continue,
                Err(error) => return Err(error.to_string()),
            };
            let message: Value = serde_json::from_str(&text).expect("it speaks JSON");
            if message["type"] == "room" {
                self.view = message.clone();
            }
            if wanted(&message) {
                return Ok(message);
            }
        }
        Err("it never came".to_owned())
    }

    /// Takes in what has come, for a moment.
    pub(crate) fn idle(&mut self) {
        let _ = self.socket.get_ref().set_read_timeout(Some(Duration::from_millis(500)));
        let _ = self.try_hear(|_| false);
        let _ = self.socket.get_ref().set_read_timeout(Some(Duration::from_secs(30)));
    }

    pub(crate) fn say(&mut self, what: &Value) -> Result<u64, String> {
        self.n += 1;
        let mut message = what.clone();
        message["n"] = json!(self.n);
        self.socket.send(Message::text(message.to_string())).map_err(|error| error.to_string())?;
        Ok(self.n)
    }

    /// Does something and waits for the answer; the key of the refusal if there is one.
    pub(crate) fn try_act(&mut self, what: &Value) -> Result<Result<(), String>, String> {
        let n = self.say(what)?;
        let answer = self.try_hear(|message| {
            (message["type"] == "done" || message["type"] == "refused") && message["n"] == n
        })?;
        Ok(match answer["type"].as_str() {
            Some("done") => {
                // The view that shows it comes after the word, unless one has just left.
                let shows = |view: &Value| view["version"].as_u64() >= answer["version"].as_u64();
                if !shows(&self.view) {
                    let _ = self.try_hear(|message| message["type"] == "room" && shows(message));
                }
                Ok(())
            }
            _ => Err(answer["refusal"]["key"].as_str().unwrap_or_default().to_owned()),
        })
    }

    pub(crate) fn act(&mut self, what: &Value) {
        let done = self.try_act(what).expect("a line");
        assert_eq!(done, Ok(()), "{what}");
    }

    pub(crate) fn refused(&mut self, what: &Value) -> String {
        self.try_act(what).expect("a line").expect_err("it is refused")
    }

    /// Waits until the room looks so; gives what is seen.
    pub(crate) fn see(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if !wanted(&self.view) {
            self.try_hear(|message| message["type"] == "room" && wanted(message)).expect("it comes");
        }
        self.view.clone()
    }
}

/// The rules of a game of turns between people.
pub(crate) fn turns(clock: Option<u64>) -> Value {
    let clock = clock.map(|base| json!({"base_ms": base, "increment_ms": 1000}));
    json!({"kind": "turns", "game": "quoridor", "clock": clock, "rated": true})
}

/// A legal move of what is seen, the last in the list, which never closes anything off for long.
pub(crate) fn a_move(view: &Value) -> Value {
    let moves = view["turns"]["scene"]["moves"].as_array().cloned().unwrap_or_default();
    moves.first().map_or(Value::Null, |step| step["name"].clone())
}

/// The move after so many in a game that does not end soon: both pawns walk along their rows, and now and then a wall is put down, so that no
/// position comes back for 270 moves.
pub(crate) fn to_and_fro(count: usize) -> Value {
    const WALLS: [&str; 8] = ["a4h", "c4h", "e4h", "g4h", "a6h", "c6h", "e6h", "g6h"];
    let walls = (count / 30).min(WALLS.len());
    if count > 0 && count.is_multiple_of(30) && count / 30 <= WALLS.len() {
        return json!(WALLS[walls - 1]);
    }
    let first = count.is_multiple_of(2);
    let (squares, row) = if first { (9, 1) } else { (8, 9) };
    let walked = count / 2 + 1 - if first { walls } else { 0 };
    let at = (4 + walked) % (2 * squares - 2);
    let column = at.min(2 * squares - 2 - at);
    json!(format!("{}{row}", char::from(b'a' + column as u8)))
}

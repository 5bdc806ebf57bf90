//! The cookie of who is in rooms: which rooms this browser was let into, and a random number by which it is the same person again. It is signed with
//! a key that comes from the program's, so that nobody makes one up, and a new key ends them all.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// As many rooms does a cookie name, the one that was entered last at the end.
const ROOMS: usize = 8;
/// How long a browser keeps it, in seconds.
const MONTH: u32 = 31 * 24 * 3600;

/// Who a browser is in rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Guest {
    codes: Vec<String>,
    secret: String,
}

/// Makes and reads cookies.
pub(in super::super) struct Signer {
    key: [u8; 32],
    /// A browser gives a cookie to every port of a host. The name tells keys apart, not ports: processes that serve one database have one
    /// key, and know each other's people.
    name: String,
}

impl Signer {
    pub(in super::super) fn new(token: &str) -> Self {
        let key: [u8; 32] = Sha256::digest(format!("rooms {token}").as_bytes()).into();
        Signer { key, name: format!("damier-rooms-{}", hex(&Sha256::digest(key)[..4])) }
    }

    fn sign(&self, text: &str) -> Option<Hmac<Sha256>> {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).ok()?;
        mac.update(text.as_bytes());
        Some(mac)
    }

    /// Who sends these headers, if that can be believed.
    pub(in super::super) fn read(&self, headers: &HeaderMap) -> Option<Guest> {
        let lines = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        lines.flat_map(|line| line.split(';')).find_map(|cookie| {
            let value = cookie.trim().strip_prefix(self.name.as_str())?.strip_prefix('=')?;
            let (text, signature) = value.rsplit_once('~')?;
            let signature: Vec<u8> = unhex(signature)?;
            self.sign(text)?.verify_slice(&signature).ok()?;
            let (codes, secret) = text.split_once('~')?;
            let codes = codes.split('.').filter(|code| !code.is_empty()).map(str::to_owned).collect();
            Some(Guest { codes, secret: secret.to_owned() })
        })
    }

    /// The line that gives a browser its cookie.
    pub(super) fn write(&self, guest: &Guest) -> String {
        let text = format!("{}~{}", guest.codes.join("."), guest.secret);
        let signature = self.sign(&text).map(|mac| hex(&mac.finalize().into_bytes())).unwrap_or_default();
        format!("{}={text}~{signature}; HttpOnly; SameSite=Strict; Path=/; Max-Age={MONTH}", self.name)
    }
}

impl Guest {
    /// Somebody who comes for the first time.
    pub(super) fn new(drawn: u128) -> Self {
        Guest { codes: Vec::new(), secret: format!("{drawn:032x}") }
    }

    /// Is let into a room.
    pub(super) fn enter(&mut self, code: &str) {
        self.codes.retain(|known| known != code);
        self.codes.push(code.to_owned());
        if self.codes.len() > ROOMS {
            self.codes.remove(0);
        }
    }

    pub(in super::super) fn may_enter(&self, code: &str) -> bool {
        self.codes.iter().any(|known| known == code)
    }

    pub(super) fn codes(&self) -> &[String] {
        &self.codes
    }

    /// What rooms know this person by: from it the cookie cannot be made.
    pub(super) fn key(&self) -> String {
        hex(&Sha256::digest(self.secret.as_bytes())[..16])
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits =
        text.len().is_multiple_of(2) && text.len() <= 64 && text.bytes().all(|c| c.is_ascii_hexdigit());
    let pairs = (0..text.len() / 2).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok());
    digits.then(|| pairs.collect::<Option<Vec<u8>>>()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookie.parse().expect("a header"));
        headers
    }

    #[test]
    fn a_cookie_that_was_made_up_or_changed_is_none() {
        let signer = Signer::new("00ff");
        let mut guest = Guest::new(7);
        guest.enter("BCDFGH");
        let line = signer.write(&guest);
        let cookie = line.split(';').next().expect("a part");
        assert_eq!(signer.read(&headers(cookie)), Some(guest.clone()));
        assert_eq!(signer.read(&headers(&format!("a=b; {cookie}"))), Some(guest));
        let other = Signer::new("00fe");
        assert_eq!(other.read(&headers(cookie)), None, "another key");
        let renamed = cookie.replace(&signer.name, &other.name);
        assert!(renamed != cookie && other.read(&headers(&renamed)).is_none(), "its signature, too");
        for (old, new) in [("BCDFGH", "BCDFGJ"), ("0007~", "0008~"), ("BCDFGH", "BCDFGH.BCDFGJ")] {
            assert!(cookie.contains(old));
            assert_eq!(signer.read(&headers(&cookie.replace(old, new))), None, "{new}");
        }
        let unsigned = cookie.rsplit_once('~').expect("a signature").0;
        for text in [unsigned.to_owned(), format!("{unsigned}~"), format!("{unsigned}~00")] {
            assert_eq!(signer.read(&headers(&text)), None, "{text}");
        }
    }

    #[test]
    fn a_cookie_names_the_last_rooms_alone() {
        let mut guest = Guest::new(1);
        (0..20).for_each(|room| guest.enter(&format!("R{room}")));
        assert_eq!(guest.codes().len(), ROOMS);
        assert!(guest.may_enter("R19") && !guest.may_enter("R0"));
    }
}

//! Who may speak to the app: a page that this program served, opened by who started it.
//!
//! The address that is printed carries a key, which lies in the data folder for its owner alone and stays the same from start to start.
//! Whoever brings it gets a cookie that the browser gives to no other site (`SameSite=Strict`), and only with the cookie is anything
//! served. The `Host` must be this machine
//! by name or number with this port, so that a foreign name that was rebound to this machine gets nothing, and a WebSocket's
//! `Origin` must be this very page.

use std::net::SocketAddr;
use std::sync::Arc;

use super::rooms::guest::Signer;
use super::rooms::routes::{Caller, asked, caller};
use super::visit::Visit;
use super::{App, assets};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

/// The key, and the names under which this program may be called.
pub(super) struct Guard {
    token: String,
    hosts: [String; 3],
    /// The name of the cookie. A browser gives a cookie to every port of a host, so each port has a name of its own.
    cookie: String,
    /// Whether others on the local network may come, by the numbers of this machine there.
    lan: bool,
    signer: Signer,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: u128, lan: bool) -> Self {
        let port = address.port();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        let token = format!("{token:032x}");
        let signer = Signer::new(&token);
        Guard { token, hosts, cookie: format!("damier-{port}"), lan, signer }
    }

    /// Makes and reads the cookies of who is in rooms.
    pub(super) fn signer(&self) -> &Signer {
        &self.signer
    }

    /// The address to open first.
    pub(super) fn entrance(&self) -> String {
        format!("{}/?token={}", self.origin(), self.token)
    }

    /// Where the app is, without its key.
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.hosts[0])
    }

    /// A name of this machine. On the network that is the very number to which the connection was made, and never a name.
    fn knows_host(&self, headers: &HeaderMap, visit: Option<&Visit>) -> bool {
        let Some(host) = single(headers, &HOST) else { return false };
        let is_local = |visit: &Visit| self.lan && visit.local().to_string() == host;
        self.hosts.iter().any(|known| known == host) || visit.is_some_and(is_local)
    }

    /// A browser names the origin of whoever opens a socket; it must be the page of this host, which is known already.
    fn knows_origin(headers: &HeaderMap) -> bool {
        let (Some(host), Some(origin)) = (single(headers, &HOST), single(headers, &ORIGIN)) else {
            return false;
        };
        origin.strip_prefix("http://") == Some(host)
    }

    fn knows_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let wanted = format!("{}={}", self.cookie, self.token);
        cookies.flat_map(|line| line.split(';')).any(|cookie| same(cookie.trim(), &wanted))
    }
}

/// A header that is there exactly once.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Equality in a time that does not tell how much was right.
fn same(given: &str, wanted: &str) -> bool {
    given.len() == wanted.len() && given.bytes().zip(wanted.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// How long a browser keeps its cookie, in seconds.
const YEAR: u32 = 365 * 24 * 3600;

/// What somebody without the key sees: what happened, and how to get in.
const LOCKED: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Damier</title>
<h1>This door needs a key</h1>
<p>This browser has no key to Damier, or the key was changed since (<code>damier serve --new-key</code>).
Nothing is lost: open the address that the program printed when it started. It carries the key, and what you did is there.
If you do not find it, end the program and start it again: it prints the address anew.</p>
<h1 lang=\"fr\">Il faut une clé</h1>
<p lang=\"fr\">Ce navigateur n’a pas la clé de Damier, ou la clé a changé depuis (<code>damier serve --new-key</code>).
Rien n’est perdu&nbsp;: ouvrez l’adresse que le programme a affichée au démarrage. Elle contient la clé, et tout est encore là.
Si vous ne la retrouvez pas, arrêtez le programme et relancez-le&nbsp;: il l’affiche de nouveau.</p>
</html>
";

/// Where a browser says it comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// A page that leads to the app, and to the same place in it.
const ON: &str = "<!doctype html>
<meta charset=\"utf-8\"><script>location.replace('/' + location.hash)</script>
<noscript><meta http-equiv=\"refresh\" content=\"0;url=/\"></noscript><title>Damier</title><p><a href=\"/\">Damier</a></p>
";

/// A page that leads to where it is.
const AGAIN: &str = "<!doctype html>
<meta charset=\"utf-8\"><script>location.replace(location.pathname + location.search)</script>
<noscript><meta http-equiv=\"refresh\" content=\"0\"></noscript><title>Damier</title><p><a href=\"\">Damier</a></p>
";

/// What somebody sees who follows a link from elsewhere, such as from a report: a browser keeps the cookie back from such a request. Nothing is in
/// it but the way on, which a person has to take: from here the browser brings the cookie along, if it has one.
const LED: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Damier</title>
<h1>A link leads here</h1>
<p><a id=\"on\" href=\"/?open\" autofocus>Open it in Damier</a> · <a lang=\"fr\" href=\"/?open\">L’ouvrir dans Damier</a></p>
<script>for (const link of document.links) link.href = '/?open' + location.hash</script>
</html>
";

/// Refuses: a page for who looks at it, a line for a program.
fn locked_out(headers: &HeaderMap, near: bool) -> Response {
    let looks = single(headers, &ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    if looks && !near {
        let why = ("Somebody here has a code for you.", "Quelqu’un ici a un code pour vous.");
        return asked(StatusCode::FORBIDDEN, why);
    }
    if looks {
        return (StatusCode::FORBIDDEN, Html(LOCKED)).into_response();
    }
    let sentence = "open the address that the program printed when it started: it carries the key\n";
    (StatusCode::FORBIDDEN, sentence).into_response()
}

/// Whether who was let into rooms may ask for this: the page's files, and what belongs to those rooms.
fn is_guests(caller: &Caller, method: &Method, path: &str) -> bool {
    let Some(guest) = &caller.guest else { return false };
    if method != Method::GET && method != Method::HEAD {
        return false;
    }
    match path.strip_prefix("/room/") {
        Some(rest) => rest.split('/').next().is_some_and(|code| guest.may_enter(&code.to_ascii_uppercase())),
        None => path == "/rooms" || assets::is_file(path),
    }
}

/// Lets a request through, gives a cookie for a token, or refuses with a sentence.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let guard = &app.guard;
    let headers = request.headers();
    let visit = request.extensions().get::<Arc<Visit>>().cloned();
    if !guard.knows_host(headers, visit.as_deref()) {
        return (StatusCode::MISDIRECTED_REQUEST, "this program answers to this machine's own name only\n")
            .into_response();
    }
    // The key is heard from this machine alone: on a network others could hear it too.
    let near = visit.as_ref().is_none_or(|visit| visit.peer().ip().is_loopback());
    let query = request.uri().query().unwrap_or_default();
    if near && query.strip_prefix("token=").is_some_and(|token| same(token, &guard.token)) {
        let cookie =
            format!("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={YEAR}", guard.cookie, guard.token);
        // A browser that comes from elsewhere, such as from the file that it was started with, does not bring this cookie along when it is sent
        // on. From a page of this program it does.
        if single(headers, &FETCH_SITE) == Some("cross-site") {
            return ([(SET_COOKIE, cookie)], Html(ON)).into_response();
        }
        return (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())]).into_response();
    }
    let caller = caller(&app, headers, near && guard.knows_cookie(headers));
    let path = request.uri().path();
    let joins = request.method() == Method::GET && (path == "/join" || path.starts_with("/join/"));
    if joins && single(headers, &FETCH_SITE).is_some_and(|site| site != "same-origin" && site != "none") {
        // A page of another origin leads people here and does nothing else: it has no guesses, and no room in a picture or a frame.
        if single(headers, &FETCH_MODE) != Some("navigate")
            || single(headers, &FETCH_DEST) != Some("document")
        {
            return (StatusCode::FORBIDDEN, "only a link leads into a room\n").into_response();
        }
        // A browser keeps its cookies back when another site leads here. From this page it brings them along: who was in the room stays who they
        // are.
        return Html(AGAIN).into_response();
    }
    if !caller.owner && !joins && !is_guests(&caller, request.method(), path) {
        if caller.guest.is_some() {
            return (StatusCode::FORBIDDEN, "who was let into a room may do no more than be in it\n")
                .into_response();
        }
        let follows = |name: HeaderName, value: &str| single(headers, &name) == Some(value);
        let link = follows(FETCH_SITE, "cross-site")
            && follows(FETCH_MODE, "navigate")
            && follows(FETCH_DEST, "document")
            && request.uri() == "/"
            && request.method() == Method::GET;
        return if link { Html(LED).into_response() } else { locked_out(headers, near) };
    }
    if let Some(visit) = visit.filter(|_| !joins) {
        visit.is_known();
    }
    let only_asks = request.method() == Method::GET || request.method() == Method::HEAD;
    let opens = path == "/ws" || (path.starts_with("/room/") && path.ends_with("/ws"));
    if (opens || !only_asks) && !Guard::knows_origin(headers) {
        return (StatusCode::FORBIDDEN, "only the program's own page may connect\n").into_response();
    }
    let mut request = request;
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    if joins {
        return response;
    }
    for (name, value) in [
        (
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        // A browser takes another port of this machine for the same site, and sends the cookie along with what a page there asks for.
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
    ] {
        // What is served in a sandbox has a policy of its own.
        let headers = response.headers_mut().entry(HeaderName::from_static(name));
        headers.or_insert(HeaderValue::from_static(value));
    }
    response
}

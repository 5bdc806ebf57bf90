//! Who may speak to the app: a page that this program served, opened by who started it.
//!
//! The address that is printed carries a key, which lies in the data folder for its owner alone and stays the same from start to start.
//! Whoever brings it gets a cookie that the browser gives to no other site (`SameSite=Strict`), and only with the cookie is anything
//! served. The `Host` must be this machine
//! by name or number with this port, so that a foreign name that was rebound to this machine gets nothing, and a WebSocket's
//! `Origin` must be this very page.

use std::net::SocketAddr;
use std::sync::Arc;

use super::App;
use super::visit::Visit;
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
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: u128) -> Self {
        let port = address.port();
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}"));
        Guard { token: format!("{token:032x}"), hosts, cookie: format!("damier-{port}") }
    }

    /// The address to open first.
    pub(super) fn entrance(&self) -> String {
        format!("{}/?token={}", self.origin(), self.token)
    }

    /// Where the app is, without its key.
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.hosts[0])
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        single(headers, &HOST).is_some_and(|host| self.hosts.iter().any(|known| known == host))
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
fn locked_out(headers: &HeaderMap) -> Response {
    let looks = single(headers, &ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    if looks {
        return (StatusCode::FORBIDDEN, Html(LOCKED)).into_response();
    }
    let sentence = "open the address that the program printed when it started: it carries the key\n";
    (StatusCode::FORBIDDEN, sentence).into_response()
}

/// Lets a request through, gives a cookie for a token, or refuses with a sentence.
pub(super) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let guard = &app.guard;
    let headers = request.headers();
    if !guard.knows_host(headers) {
        return (StatusCode::MISDIRECTED_REQUEST, "this program answers to this machine's own name only\n")
            .into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    if query.strip_prefix("token=").is_some_and(|token| same(token, &guard.token)) {
        let cookie =
            format!("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={YEAR}", guard.cookie, guard.token);
        // A browser that comes from elsewhere, such as from the file that it was started with, does not bring this cookie along when it is sent
        // on. From a page of this program it does.
        if single(headers, &FETCH_SITE) == Some("cross-site") {
            return ([(SET_COOKIE, cookie)], Html(ON)).into_response();
        }
        return (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, "/".to_owned())]).into_response();
    }
    if !guard.knows_cookie(headers) {
        let follows = |name: HeaderName, value: &str| single(headers, &name) == Some(value);
        let link = follows(FETCH_SITE, "cross-site")
            && follows(FETCH_MODE, "navigate")
            && follows(FETCH_DEST, "document")
            && request.uri() == "/"
            && request.method() == Method::GET;
        return if link { Html(LED).into_response() } else { locked_out(headers) };
    }
    if let Some(visit) = request.extensions().get::<Arc<Visit>>() {
        visit.is_known();
    }
    let only_asks = request.method() == Method::GET || request.method() == Method::HEAD;
    if (request.uri().path() == "/ws" || !only_asks) && !Guard::knows_origin(headers) {
        return (StatusCode::FORBIDDEN, "only the program's own page may connect\n").into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in [
        (
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
    ] {
        // What is served in a sandbox has a policy of its own.
        let headers = response.headers_mut().entry(HeaderName::from_static(name));
        headers.or_insert(HeaderValue::from_static(value));
    }
    response
}

//! The doors of rooms: making one, joining one, the socket, and the picture that a phone reads.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, Query, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use damier_kit::Refusal;
use damier_rooms::wire::RoomKind;
use damier_rooms::{kinds, levels};
use rand::RngExt;
use serde::Deserialize;

use super::super::lessons::{told, told_to_guests};
use super::super::visit::Visit;
use super::super::wire::{MadeRoom, NewRoom, RoomGame, RoomHello, RoomLevels};
use super::super::{App, BUFFER};
use super::guest::Guest;
use super::socket::{Coming, MESSAGE, send_on, talk};
use super::{Found, Rooms, lan, meant};
use crate::games::GAMES;

/// Who asks, as the guard has found out.
#[derive(Clone)]
pub(in super::super) struct Caller {
    /// Has the key, and speaks from this machine.
    pub(in super::super) owner: bool,
    pub(in super::super) guest: Option<Guest>,
}

/// A page that leads into a room. From here the browser brings its new cookie along, wherever it came from.
const IN: &str = "<!doctype html>
<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<script>location.replace('/#room/CODE')</script>
<noscript><meta http-equiv=\"refresh\" content=\"0;url=/#room/CODE\"></noscript><title>Damier</title><p><a href=\"/#room/CODE\">Damier</a></p>
";

/// What somebody sees who has no key, and none or a wrong code.
const ASK: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Damier</title>
<h1>Join a room</h1>
<p>WHY</p>
<form action=\"/join\"><p><label>Code <input name=\"code\" autocomplete=\"off\" autocapitalize=\"characters\" maxlength=\"6\" size=\"8\" autofocus></label>
<button>Join</button></p></form>
<h1 lang=\"fr\">Rejoindre une salle</h1>
<p lang=\"fr\">FR-POURQUOI</p>
<p lang=\"fr\">Le code a six lettres et chiffres, et s’écrit dans le champ ci-dessus.</p>
</html>
";

/// A page that asks for a code.
pub(in super::super) fn asked(status: StatusCode, why: (&str, &str)) -> Response {
    let page = ASK.replace("FR-POURQUOI", why.1).replace("WHY", why.0);
    (status, Html(page)).into_response()
}

#[derive(Deserialize)]
pub(in super::super) struct Code {
    #[serde(default)]
    code: String,
}

/// `GET /join?code=CODE`.
pub(in super::super) async fn join_by_form(
    state: State<App>,
    visit: Extension<Arc<Visit>>,
    caller: Extension<Caller>,
    Query(Code { code }): Query<Code>,
) -> Response {
    join(state, visit, caller, Path(code)).await
}

/// `GET /join/CODE`. The guard lets everybody come here.
pub(in super::super) async fn join(
    State(app): State<App>,
    Extension(visit): Extension<Arc<Visit>>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
) -> Response {
    let (from, now) = (visit.peer().ip(), Instant::now());
    let known = caller.owner
        || meant(&code).is_some_and(|code| caller.guest.as_ref().is_some_and(|guest| guest.may_enter(&code)));
    if !known && !app.rooms.addresses.may_guess(from, now) {
        let why = (
            "Too many wrong codes came from here. Wait a minute.",
            "Trop de codes faux sont venus d’ici. Attendez une minute.",
        );
        return asked(StatusCode::TOO_MANY_REQUESTS, why);
    }
    let Some(code) = meant(&code) else {
        app.rooms.addresses.guessed_wrong(from, now);
        return no_such_room();
    };
    if !app.rooms.is_there(&code).await {
        app.rooms.addresses.guessed_wrong(from, now);
        return no_such_room();
    }
    if let Some(address) = app.rooms.elsewhere(&code).await {
        visit.is_known();
        return Redirect::temporary(&format!("http://{address}/join/{code}")).into_response();
    }
    let mut guest = caller.guest.unwrap_or_else(|| Guest::new(app.rooms.draw(RngExt::random)));
    guest.enter(&code);
    visit.is_known();
    ([(SET_COOKIE, app.guard.signer().write(&guest))], Html(IN.replace("CODE", &code))).into_response()
}

fn no_such_room() -> Response {
    asked(StatusCode::NOT_FOUND, ("There is no room of this code.", "Aucune salle n’a ce code."))
}

/// `POST /rooms`: for who has the key.
pub(in super::super) async fn make(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> Response {
    if !caller.owner {
        return (StatusCode::FORBIDDEN, "only who has the key makes rooms\n").into_response();
    }
    if body.len() > MESSAGE {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let Ok(wanted) = serde_json::from_slice::<NewRoom>(&body) else {
        return (StatusCode::BAD_REQUEST, "this is not what a room is made from\n").into_response();
    };
    let mut guest = caller.guest.unwrap_or_else(|| Guest::new(app.rooms.draw(RngExt::random)));
    let made = app.rooms.make(&guest.key(), wanted.name.as_deref().unwrap_or_default(), wanted.rules).await;
    match made {
        Ok(code) => {
            guest.enter(&code);
            let text = serde_json::to_string(&MadeRoom { code }).unwrap_or_default();
            let cookie = app.guard.signer().write(&guest);
            ([(SET_COOKIE, cookie.as_str()), (CONTENT_TYPE, "application/json")], text).into_response()
        }
        Err(refusal) => refused(&refusal),
    }
}

fn refused(refusal: &Refusal) -> Response {
    let text = serde_json::to_string(refusal).unwrap_or_default();
    (StatusCode::UNPROCESSABLE_ENTITY, [(CONTENT_TYPE, "application/json")], text).into_response()
}

/// `GET /rooms`: all of them for who has the key, else those that one was let into.
pub(in super::super) async fn list(State(app): State<App>, Extension(caller): Extension<Caller>) -> Response {
    let codes = caller.guest.as_ref().map(|guest| guest.codes().to_vec()).unwrap_or_default();
    let all = app.rooms.list((!caller.owner).then_some(&codes[..])).await;
    let text = serde_json::to_string(&all).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// The addresses by which a room can be joined, the best one first.
pub(in super::super) fn addresses(app: &App, code: &str) -> Vec<String> {
    app.doors.iter().map(|door| format!("http://{door}/join/{code}")).collect()
}

/// The names of this machine by which others find it.
pub(in super::super) fn doors(address: SocketAddr, lan: bool) -> Vec<String> {
    let mut doors: Vec<String> = Vec::new();
    if lan {
        doors.extend(lan::addresses().iter().map(|ip| format!("{ip}:{}", address.port())));
    }
    if doors.is_empty() {
        doors.push(format!("127.0.0.1:{}", address.port()));
    }
    doors
}

/// `GET /room/CODE/qr.svg`. The guard has seen that one may.
pub(in super::super) async fn picture(State(app): State<App>, Path(code): Path<String>) -> Response {
    let address = meant(&code).and_then(|code| addresses(&app, &code).into_iter().next());
    match address.and_then(|address| lan::svg(&address)) {
        Some(picture) => ([(CONTENT_TYPE, "image/svg+xml")], picture).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
pub(in super::super) struct Language {
    #[serde(default)]
    language: String,
}

/// `GET /room/CODE/lessons?language=fr`. The guard has seen that one may.
pub(in super::super) async fn lessons(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    Query(Language { language }): Query<Language>,
) -> Response {
    let Some(code) = meant(&code) else { return StatusCode::NOT_FOUND.into_response() };
    if !app.rooms.is_there(&code).await {
        return StatusCode::NOT_FOUND.into_response();
    }
    let language: String = language.chars().take(8).collect();
    // Files are read.
    let told = tokio::task::spawn_blocking(move || {
        let told = if caller.owner { told(&language) } else { told_to_guests(&language) };
        told.map(|message| serde_json::to_string(&message).unwrap_or_default())
    });
    match told.await {
        Ok(Ok(text)) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        Ok(Err(refusal)) => refused(&refusal),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[derive(Deserialize)]
pub(in super::super) struct Page {
    #[serde(default)]
    page: String,
}

/// `GET /room/CODE/ws`. The guard has seen that one may.
pub(in super::super) async fn socket(
    State(app): State<App>,
    Extension(visit): Extension<Arc<Visit>>,
    Extension(caller): Extension<Caller>,
    Path(code): Path<String>,
    Query(Page { page }): Query<Page>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (Some(code), Some(guest)) = (meant(&code), caller.guest) else {
        return (StatusCode::FORBIDDEN, "join the room first\n").into_response();
    };
    let Some(opened) = app.rooms.addresses.open(visit.peer().ip(), Instant::now()) else {
        return (StatusCode::TOO_MANY_REQUESTS, "too many connections from this address\n").into_response();
    };
    let live = match Rooms::find(&app.rooms, &code).await {
        Found::Here(live) => live,
        Found::Elsewhere => return upgrade.on_upgrade(send_on),
        Found::Nowhere => {
            return (StatusCode::NOT_FOUND, "there is no room of this code\n").into_response();
        }
    };
    visit.is_talking();
    let hello = RoomHello {
        addresses: addresses(&app, &code),
        code,
        you: 0,
        applied: 0,
        lan: app.lan,
        owner: caller.owner,
        levels: RoomLevels {
            turns: GAMES.iter().map(|game| (game.name(), levels(*game, RoomKind::Turns))).collect(),
            others: levels(GAMES[0], RoomKind::Race),
        },
        games: (GAMES.iter())
            .map(|game| RoomGame {
                name: game.name(),
                kinds: kinds(*game),
                players: game.kit.about().players,
            })
            .collect(),
    };
    let coming = Coming {
        inbox: live.inbox.clone(),
        key: guest.key(),
        page: page.chars().take(64).collect(),
        hello,
        ending: app.ending.clone(),
        talking: app.talking.clone(),
        opened,
    };
    let upgrade = upgrade
        .max_message_size(2 * MESSAGE)
        .max_frame_size(2 * MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0);
    upgrade.on_upgrade(move |socket| talk(socket, coming))
}

/// Who asks, for requests that the guard has let through.
pub(in super::super) fn caller(app: &App, headers: &HeaderMap, owner: bool) -> Caller {
    Caller { owner, guest: app.guard.signer().read(headers) }
}

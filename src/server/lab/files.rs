//! What the Lab has as files: a report as a page, the results for other programs, and the campaign itself.
//!
//! A report is a page with scripts of its own, made from what campaigns say. It is served in a sandbox: it cannot read what the app has,
//! loads nothing, and may be framed by the app alone.

use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use damier_campaign::{Campaign, Store, export};
use damier_kit::{Refusal, refuse};
use damier_report::{Digest, Page, html};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::super::App;
use super::{Labs, bounds};
use crate::lab::verify::questions;

/// What a report may do: run its own script, and open boards in the app.
const SANDBOX: &str = "sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox \
    allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
/// The most algorithms times instances that a report gathers here: ten times what a page may run.
const CELLS: usize = 1_000_000;
/// A large report takes a while and some memory: one is made at a time.
static ROOM: Semaphore = Semaphore::const_new(1);

/// How a report is wanted.
#[derive(Deserialize)]
pub(in super::super) struct Wanted {
    #[serde(default)]
    language: String,
}

/// `GET /lab/NAME/report`, `results.csv` or `campaign.toml`.
pub(in super::super) async fn serve(
    State(app): State<App>,
    Path((name, what)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Response {
    let Ok(_room) = ROOM.acquire().await else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let labs = app.machine.labs.clone();
    let address = format!("{}/", app.guard.origin());
    let made = tokio::task::spawn_blocking(move || make(&labs, &name, &what, address, wanted.language));
    match made.await {
        Ok(Ok((text, kind, more))) => {
            let mut response = ([(CONTENT_TYPE, kind)], text).into_response();
            for (header, value) in more {
                if let Ok(value) = HeaderValue::from_str(&value) {
                    response.headers_mut().insert(header, value);
                }
            }
            response
        }
        Ok(Err(refusal)) => (StatusCode::NOT_FOUND, format!("{refusal}\n")).into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "the report could not be made\n").into_response(),
    }
}

type Made = (String, &'static str, Vec<(axum::http::HeaderName, String)>);

fn make(labs: &Labs, name: &str, what: &str, app: String, language: String) -> Result<Made, Refusal> {
    let name = bounds::name(name)?;
    let saved = |file: &str| vec![(CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\""))];
    if what == "campaign.toml" {
        let file = format!("{name}.toml");
        return Ok((labs.text(name)?, "application/toml; charset=utf-8", saved(&file)));
    }
    let results = Store::open(&labs.results(name)?)?.load()?;
    if results.algorithms.len().saturating_mul(results.instances.len()) > CELLS {
        return Err(refuse!(
            "labs.large",
            "this is too much for a report in the page; `damier lab report` makes one"
        ));
    }
    match what {
        "report" => {
            let mut digest = Digest::asking(&results, &questions(&results));
            // What is to be shown may have been changed since the runs.
            if let Ok(campaign) = labs.text(name).and_then(|text| Campaign::parse(&text, name)) {
                digest.wishes = campaign.report;
            }
            let page = Page { app, language: Some(language) };
            let policy = vec![(CONTENT_SECURITY_POLICY, SANDBOX.to_owned())];
            Ok((html(&digest, &page), "text/html; charset=utf-8", policy))
        }
        "results.csv" => {
            Ok((export::csv_text(&results), "text/csv; charset=utf-8", saved(&format!("{name}.csv"))))
        }
        _ => Err(refuse!("labs.page", "there is no such page")),
    }
}

//! The page's files, inside the binary. They are sent compressed to whoever takes that, which is every browser.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// Whether there is such a file of the page.
pub(super) fn is_file(path: &str) -> bool {
    path == "/" || path.strip_prefix('/').is_some_and(|path| Files::get(path).is_some())
}

pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let takes = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // `gzip;q=0` would be a way to refuse it that nobody uses; who does gets the plain file.
    let packed = takes.split(',').any(|word| word.trim() == "gzip");
    if let Some(packed) = packed.then(|| compressed(path, &file.data)).flatten() {
        let headers = [(CONTENT_TYPE, kind), (CONTENT_ENCODING, "gzip"), (VARY, "accept-encoding")];
        return (headers, packed.to_vec()).into_response();
    }
    ([(CONTENT_TYPE, kind), (VARY, "accept-encoding")], file.data.into_owned()).into_response()
}

/// A file's bytes, compressed once. A file that has changed on disk, while the page is worked on, is compressed anew.
fn compressed(path: &str, bytes: &[u8]) -> Option<Arc<[u8]>> {
    type Packed = HashMap<String, (Vec<u8>, Arc<[u8]>)>;
    static KEPT: Mutex<Option<Packed>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some((_, packed)) = kept.get(path).filter(|(plain, _)| plain == bytes) {
        return Some(packed.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    let packed: Arc<[u8]> = encoder.finish().ok()?.into();
    kept.insert(path.to_owned(), (bytes.to_vec(), packed.clone()));
    Some(packed)
}

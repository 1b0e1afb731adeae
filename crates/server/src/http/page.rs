//! The page's files: served compressed and cacheable, with a strict Content-Security-Policy.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use trid_protocol::GameId;

use super::App;
use super::error::HttpError;
use super::not_found;

/// A file of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its path below the root, without the leading slash.
    pub path: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// The start of its SHA-256, in quotes. All encodings share it.
    pub etag: &'static str,
    /// Its bytes.
    pub plain: &'static [u8],
    /// Compressed with gzip, if that is shorter.
    pub gzip: Option<&'static [u8]>,
    /// Compressed with Brotli, if the web build provides it.
    pub brotli: Option<&'static [u8]>,
}

const NOT_BUILT: &str = "<!doctype html><meta charset=\"utf-8\"><title>Tri-D</title>\
    <p>The server is running, but it was built without the page. Run <code>cargo xtask play</code> to build both.</p>\n";

/// The link to a game that people share: redirects to the page, which opens the game.
pub(crate) async fn game_link(Path(id): Path<String>, headers: HeaderMap) -> Response {
    match id.parse::<GameId>() {
        Ok(id) => Redirect::to(&format!("/#online={id}")).into_response(),
        // The page shows people that their link is incomplete.
        Err(_) if not_found::accepts_html(&headers) => {
            let rest: String = id.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
            Redirect::to(&format!("/#online={rest:0>1}")).into_response()
        }
        Err(_) => HttpError::no_game().into_response(),
    }
}

/// Serves a file of the page.
pub(crate) async fn file(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET,HEAD")];
        return (allowed, HttpError::wrong_method()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match app.settings.page.iter().find(|asset| asset.path == path) {
        Some(asset) => asset.response(&headers),
        None if path == "index.html" => {
            let content_type = (header::CONTENT_TYPE, "text/html; charset=utf-8");
            (StatusCode::OK, [content_type], NOT_BUILT).into_response()
        }
        None => not_found::response(&headers),
    }
}

impl Asset {
    fn response(&self, headers: &HeaderMap) -> Response {
        let mut response = if matches_etag(headers, self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            match self.encoded_for(headers) {
                Some((encoding, compressed)) => {
                    ([(header::CONTENT_ENCODING, encoding)], compressed).into_response()
                }
                None => self.plain.into_response(),
            }
        };
        // File names below assets/ contain a hash of the content, so these files never change.
        let cache_control = if self.path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let response_headers = response.headers_mut();
        response_headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
        response_headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        let etag = HeaderValue::from_str(&format!("W/{}", self.etag));
        response_headers.insert(header::ETAG, etag.expect("an ETag is ASCII"));
        response_headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response_headers.insert(header::CONTENT_SECURITY_POLICY, content_security_policy(headers));
        response_headers
            .insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
        response
    }

    /// The compressed form with the highest quality in `Accept-Encoding`; Brotli wins a tie.
    fn encoded_for(&self, headers: &HeaderMap) -> Option<(&'static str, &'static [u8])> {
        let mut best = None;
        let mut best_quality = explicit_quality(headers, "identity").unwrap_or(0);
        for (coding, compressed) in [("gzip", self.gzip), ("br", self.brotli)] {
            let quality = quality(headers, coding);
            if let Some(compressed) = compressed.filter(|_| quality > 0 && quality >= best_quality)
            {
                best = Some((coding, compressed));
                best_quality = quality;
            }
        }
        best
    }
}

/// The items of a comma-separated list that may span several headers.
fn list_items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether the browser has this version of the file. A proxy that compresses makes the ETag weak.
fn matches_etag(headers: &HeaderMap, etag: &str) -> bool {
    list_items(headers, header::IF_NONE_MATCH)
        .any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == etag)
}

/// The quality of a content coding in `Accept-Encoding`, in thousandths; 0 if it is not acceptable.
fn quality(headers: &HeaderMap, coding: &str) -> u16 {
    explicit_quality(headers, coding).or_else(|| explicit_quality(headers, "*")).unwrap_or(0)
}

fn explicit_quality(headers: &HeaderMap, wanted: &str) -> Option<u16> {
    list_items(headers, header::ACCEPT_ENCODING).find_map(|item| {
        let (coding, parameters) = item.split_once(';').unwrap_or((item, ""));
        coding.trim().eq_ignore_ascii_case(wanted).then(|| parse_quality(parameters))
    })
}

/// The `q` parameter in thousandths; 0 if it is invalid.
fn parse_quality(parameters: &str) -> u16 {
    let parameters = parameters.trim();
    if parameters.is_empty() {
        return 1000;
    }
    let Some((name, value)) = parameters.split_once('=') else {
        return 0;
    };
    let (whole, part) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    if !name.trim().eq_ignore_ascii_case("q") || part.len() > 3 {
        return 0;
    }
    match (whole, format!("{part:0<3}").parse::<u16>()) {
        ("0", Ok(thousandths)) => thousandths,
        ("1", Ok(0)) => 1000,
        _ => 0,
    }
}

/// Allows the page's own files and WebAssembly. Sockets are listed because some browsers do not count them as `'self'`.
fn content_security_policy(headers: &HeaderMap) -> HeaderValue {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .filter(|host| host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c)));
    let sockets = host.map(|host| format!(" ws://{host} wss://{host}")).unwrap_or_default();
    let text = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         media-src blob:; font-src 'self'; connect-src 'self'{sockets}; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&text).expect("the policy is ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    const SCRIPT: Asset = Asset {
        path: "assets/main.js",
        content_type: "text/javascript; charset=utf-8",
        etag: "\"a\"",
        plain: b"plain",
        gzip: Some(b"gzip"),
        brotli: Some(b"br"),
    };

    #[test]
    fn file_is_sent_in_the_preferred_encoding() {
        let encoding = |asset: &Asset, headers: &HeaderMap| {
            asset.encoded_for(headers).map_or("plain", |(encoding, compressed)| {
                assert_eq!(encoding.as_bytes(), compressed);
                encoding
            })
        };
        let check = |value, both, gzip_only| {
            let headers = headers(header::ACCEPT_ENCODING, value);
            assert_eq!(encoding(&SCRIPT, &headers), both, "{value}");
            let without_brotli = Asset { brotli: None, ..SCRIPT };
            assert_eq!(encoding(&without_brotli, &headers), gzip_only, "{value}");
        };
        check("gzip, deflate, br, zstd", "br", "gzip");
        check("gzip", "gzip", "gzip");
        check("br", "br", "plain");
        check("br;q=0, gzip", "gzip", "gzip");
        check("br;q=0.000, gzip;q=0.001", "gzip", "gzip");
        check("br;q=0.5, gzip;q=0.9", "gzip", "gzip");
        check("br;q=0.9, gzip;q=0.5", "br", "gzip");
        check("br, gzip;q=0", "br", "plain");
        check("gzip;q=0.0, *", "br", "plain");
        check("BR; Q=0.5", "br", "plain");
        check("br ; q=1.000", "br", "plain");
        check("*", "br", "gzip");
        check("*;q=0", "plain", "plain");
        check("identity", "plain", "plain");
        check("identity, gzip;q=0.5, br;q=0.5", "plain", "plain");
        check("identity;q=0.5, gzip", "gzip", "gzip");
        check("", "plain", "plain");
        for invalid in
            ["br;q=2", "br;q=1.1", "br;q=0.1234", "br;q=NaN", "br;q=", "br;level=9", "br;q"]
        {
            check(invalid, "plain", "plain");
        }
        assert_eq!(encoding(&SCRIPT, &HeaderMap::new()), "plain");
        let mut two = headers(header::ACCEPT_ENCODING, "gzip");
        two.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(encoding(&SCRIPT, &two), "br", "a list may span several headers");
    }

    #[test]
    fn response_headers_describe_the_encoding() {
        for (value, encoding) in [("br", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
            let response = SCRIPT.response(&headers(header::ACCEPT_ENCODING, value));
            let value_of = |name| response.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(value_of(header::CONTENT_ENCODING), encoding);
            assert_eq!(value_of(header::VARY), Some("accept-encoding"));
            assert_eq!(value_of(header::CONTENT_TYPE), Some(SCRIPT.content_type));
            // A weak ETag: the encodings are the same file, but not the same bytes.
            assert_eq!(value_of(header::ETAG), Some("W/\"a\""));
        }
        let mut known = headers(header::IF_NONE_MATCH, "W/\"a\"");
        known.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        let response = SCRIPT.response(&known);
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(response.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
    }

    #[test]
    fn matching_etag_avoids_sending_the_file_again() {
        let check = |value, expected| {
            assert_eq!(
                matches_etag(&headers(header::IF_NONE_MATCH, value), "\"a\""),
                expected,
                "{value}"
            );
        };
        check("\"a\"", true);
        check("\"b\", W/\"a\"", true);
        check("*", true);
        check("\"b\"", false);
        check("a", false);
        assert!(!matches_etag(&HeaderMap::new(), "\"a\""));
    }

    #[test]
    fn policy_contains_the_host_only_if_it_is_valid() {
        let text = |value| {
            content_security_policy(&headers(header::HOST, value)).to_str().unwrap().to_owned()
        };
        assert!(text("chess.example:8080").contains("ws://chess.example:8080 wss://"));
        assert!(!text("x; script-src *").contains("script-src *"));
    }
}

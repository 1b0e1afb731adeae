//! The page: embedded at build time, sent compressed, cached by hash, under a strict Content-Security-Policy.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::problem::Problem;
use crate::identity::GameId;

/// A file of the built page.
struct Asset {
    /// Its path below the root, without the leading slash.
    path: &'static str,
    kind: &'static str,
    /// The beginning of its SHA-256, in quotes: what is sent compressed or not is the same file.
    tag: &'static str,
    plain: &'static [u8],
    /// Compressed by gzip, where that is shorter.
    packed: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const NOT_BUILT: &str = "<!doctype html><meta charset=\"utf-8\"><title>Tri-D</title>\
    <p>The server runs, but it was built without the page. <code>cargo xtask play</code> builds both.</p>\n";

/// A game's address, as people send it to each other: the page opens the game.
pub(crate) async fn game_link(Path(id): Path<String>) -> Response {
    match id.parse::<GameId>() {
        Ok(id) => Redirect::to(&format!("/#online={id}")).into_response(),
        Err(_) => Problem::no_game().into_response(),
    }
}

/// A file of the page.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET,HEAD")];
        return (allowed, super::wrong_method().await).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match ASSETS.iter().find(|asset| asset.path == path) {
        Some(asset) => asset.response(&headers),
        None if path == "index.html" => {
            let kind = (header::CONTENT_TYPE, "text/html; charset=utf-8");
            (StatusCode::OK, [kind], NOT_BUILT).into_response()
        }
        None => {
            Problem::new(StatusCode::NOT_FOUND, "E_NO_PAGE", "there is nothing at this address")
                .into_response()
        }
    }
}

impl Asset {
    fn response(&self, headers: &HeaderMap) -> Response {
        let mut response = if knows(headers, self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            match self.packed.filter(|_| accepts_gzip(headers)) {
                Some(packed) => ([(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
                None => self.plain.into_response(),
            }
        };
        // The builder puts a hash of the content into the names below assets/, so those never change.
        let lifetime = if self.path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let answer = response.headers_mut();
        answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(lifetime));
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let tag = HeaderValue::from_str(&format!("W/{}", self.tag));
        answer.insert(header::ETAG, tag.expect("a tag is plain text"));
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        answer.insert(header::CONTENT_SECURITY_POLICY, policy(headers));
        answer.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
        response
    }
}

/// The members of a list that may be spread over several headers.
fn members(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether the browser has the file already. Proxies that compress weaken the tag.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    members(headers, header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let weight = |wanted: &str| {
        members(headers, header::ACCEPT_ENCODING).find_map(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let is_it = parts.next()?.eq_ignore_ascii_case(wanted);
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
            is_it.then_some(weight.unwrap_or(1.0_f32))
        })
    };
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

/// Only our own files, and WebAssembly. Sockets are named, since not every browser counts them as `'self'`.
fn policy(headers: &HeaderMap) -> HeaderValue {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .filter(|host| host.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c)));
    let sockets = host.map(|host| format!(" ws://{host} wss://{host}")).unwrap_or_default();
    let text = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'{sockets}; worker-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&text).expect("the policy is plain text")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn gzip_is_sent_to_whoever_takes_it() {
        let check = |value, expected| {
            assert_eq!(accepts_gzip(&headers(header::ACCEPT_ENCODING, value)), expected, "{value}");
        };
        check("gzip", true);
        check("br, gzip;q=0.8", true);
        check("br, gzip;q=0", false);
        check("gzip;q=0.0, *", false);
        check("GZIP; q=0.5", true);
        check("*", true);
        check("*;q=0", false);
        check("identity", false);
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_file_that_is_known_is_not_sent_again() {
        let check = |value, expected| {
            assert_eq!(knows(&headers(header::IF_NONE_MATCH, value), "\"a\""), expected, "{value}");
        };
        check("\"a\"", true);
        check("\"b\", W/\"a\"", true);
        check("*", true);
        check("\"b\"", false);
        check("a", false);
        assert!(!knows(&HeaderMap::new(), "\"a\""));
    }

    #[test]
    fn the_policy_names_the_host_only_if_it_looks_like_one() {
        let text = |value| policy(&headers(header::HOST, value)).to_str().unwrap().to_owned();
        assert!(text("chess.example:8080").contains("ws://chess.example:8080 wss://"));
        assert!(!text("x; script-src *").contains("script-src *"));
    }
}

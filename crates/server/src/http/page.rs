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
    gzip: Option<&'static [u8]>,
    /// Compressed by Brotli, where the page's builder has done so.
    brotli: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const NOT_BUILT: &str = "<!doctype html><meta charset=\"utf-8\"><title>Tri-D</title>\
    <p>The server runs, but it was built without the page. <code>cargo xtask play</code> builds both.</p>\n";

/// A game's address, as people send it to each other: the page opens the game.
pub(crate) async fn game_link(Path(id): Path<String>, headers: HeaderMap) -> Response {
    match id.parse::<GameId>() {
        Ok(id) => Redirect::to(&format!("/#online={id}")).into_response(),
        // A person whose link was cut short is told so by the page, which asks for what is left of it.
        Err(_) if members(&headers, header::ACCEPT).any(|kind| kind.starts_with("text/html")) => {
            let left: String = id.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
            Redirect::to(&format!("/#online={left:0>1}")).into_response()
        }
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
            match self.encoded_for(headers) {
                Some((encoding, packed)) => {
                    ([(header::CONTENT_ENCODING, encoding)], packed).into_response()
                }
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

    /// The compressed form that the browser likes best, the shortest of those that it likes equally.
    fn encoded_for(&self, headers: &HeaderMap) -> Option<(&'static str, &'static [u8])> {
        let weight = |coding| weight(headers, coding).unwrap_or(0);
        let mut best = None;
        let mut best_weight = named_weight(headers, "identity").unwrap_or(0);
        // Of two that are liked equally the later one is taken.
        for (coding, packed) in [("gzip", self.gzip), ("br", self.brotli)] {
            let weight = weight(coding);
            if let Some(packed) = packed.filter(|_| weight > 0 && weight >= best_weight) {
                best = Some((coding, packed));
                best_weight = weight;
            }
        }
        best
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

/// How much the browser likes a content coding, in thousandths; `None` where it does not say.
fn weight(headers: &HeaderMap, coding: &str) -> Option<u16> {
    named_weight(headers, coding).or_else(|| named_weight(headers, "*"))
}

fn named_weight(headers: &HeaderMap, wanted: &str) -> Option<u16> {
    members(headers, header::ACCEPT_ENCODING).find_map(|member| {
        let (coding, parameters) = member.split_once(';').unwrap_or((member, ""));
        coding.trim().eq_ignore_ascii_case(wanted).then(|| read_weight(parameters))
    })
}

/// The `q` of a member, in thousandths. What cannot be read is not taken.
fn read_weight(parameters: &str) -> u16 {
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

    const SCRIPT: Asset = Asset {
        path: "assets/main.js",
        kind: "text/javascript; charset=utf-8",
        tag: "\"a\"",
        plain: b"plain",
        gzip: Some(b"gzip"),
        brotli: Some(b"br"),
    };

    #[test]
    fn a_file_is_sent_in_the_form_that_is_liked_best() {
        let encoding = |asset: &Asset, headers: &HeaderMap| {
            asset.encoded_for(headers).map_or("plain", |(encoding, packed)| {
                assert_eq!(encoding.as_bytes(), packed);
                encoding
            })
        };
        let check = |value, both, gzip_only| {
            let headers = headers(header::ACCEPT_ENCODING, value);
            assert_eq!(encoding(&SCRIPT, &headers), both, "{value}");
            let old = Asset { brotli: None, ..SCRIPT };
            assert_eq!(encoding(&old, &headers), gzip_only, "{value}");
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
        for unreadable in
            ["br;q=2", "br;q=1.1", "br;q=0.1234", "br;q=NaN", "br;q=", "br;level=9", "br;q"]
        {
            check(unreadable, "plain", "plain");
        }
        assert_eq!(encoding(&SCRIPT, &HeaderMap::new()), "plain");
        let mut two = headers(header::ACCEPT_ENCODING, "gzip");
        two.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(encoding(&SCRIPT, &two), "br", "a list may be spread over several headers");
    }

    #[test]
    fn every_form_says_what_it_is_and_that_another_may_differ() {
        for (value, encoding) in [("br", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
            let response = SCRIPT.response(&headers(header::ACCEPT_ENCODING, value));
            let said = |name| response.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(said(header::CONTENT_ENCODING), encoding);
            assert_eq!(said(header::VARY), Some("accept-encoding"));
            assert_eq!(said(header::CONTENT_TYPE), Some(SCRIPT.kind));
            // A weak tag: the forms are the same file, but not the same bytes.
            assert_eq!(said(header::ETAG), Some("W/\"a\""));
        }
        let mut known = headers(header::IF_NONE_MATCH, "W/\"a\"");
        known.append(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
        let response = SCRIPT.response(&known);
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(response.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
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

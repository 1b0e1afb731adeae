//! Reading requests: JSON bodies, queries and ids, every failure being a [`Problem`] that says what is wrong.

use std::time::Duration;

use axum::RequestExt;
use axum::body::{Bytes, HttpBody as _};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::identity::GameId;
use crate::limits::LONGEST_BODY;

/// A body that does not come within this time is waited for no longer.
const BODY_WITHIN: Duration = Duration::from_secs(10);

/// A JSON body. Its length is limited before it is read.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| {
                value
                    .split(';')
                    .next()
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
            });
        if !is_json {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "E_NOT_JSON",
                "send the body as application/json",
            ));
        }
        if request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "E_NOT_JSON",
                "send the body as it is, without a content encoding",
            ));
        }
        if request.body().size_hint().lower() > LONGEST_BODY as u64 {
            return Err(too_long());
        }
        let sent = tokio::time::timeout(BODY_WITHIN, request.extract()).await.map_err(|_| {
            Problem::new(StatusCode::REQUEST_TIMEOUT, "E_TOO_SLOW", "the body does not come")
        })?;
        let bytes: Bytes =
            sent.map_err(|rejection: axum::extract::rejection::BytesRejection| {
                match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => too_long(),
                    _ => Problem::bad_request("the body broke off"),
                }
            })?;
        // A list would be read as the fields in order.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Problem::bad_request("bad body: no JSON object"));
        }
        serde_json::from_slice(&bytes)
            .map(Body)
            .map_err(|error| Problem::bad_request(format!("bad body: {error}")))
    }
}

fn too_long() -> Problem {
    let message = format!("body longer than {LONGEST_BODY} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "E_TOO_LONG", message)
}

/// The query of the address; unknown names are refused.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        if !parts.uri.query().is_none_or(is_text) {
            return Err(Problem::bad_request("bad query: it is not UTF-8"));
        }
        Query::<T>::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(|rejection| {
            let text = rejection.body_text();
            let why = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            Problem::bad_request(format!("bad query: {why}"))
        })
    }
}

/// Whether a query stands for text: else it would be read with something in the place of what is none.
fn is_text(query: &str) -> bool {
    let mut bytes = Vec::with_capacity(query.len());
    let mut rest = query.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let coded = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let coded = coded.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match coded.filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    std::str::from_utf8(&bytes).is_ok()
}

/// The game that the address names.
pub(crate) struct Named(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::bad_request("the address names no game"))?;
        text.parse().map(Self).map_err(|error| Problem::bad_request(format!("{error}")))
    }
}

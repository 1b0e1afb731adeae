//! Extractors for JSON bodies, query strings, game ids, event numbers and idempotency keys that fail with an
//! [`HttpError`].

use std::time::Duration;

use axum::RequestExt;
use axum::body::{Bytes, HttpBody as _};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use trid_protocol::{ErrorCode, GameId};

use super::error::HttpError;
use crate::limits::{MAX_BODY_BYTES, MAX_EVENT_NUMBER};

/// How long a client may take to send a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A JSON object in the body, at most [`MAX_BODY_BYTES`] long.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, _: &S) -> Result<Self, HttpError> {
        if !has_json_content_type(&request) {
            return Err(not_json("send the body as application/json"));
        }
        if request.headers().contains_key(header::CONTENT_ENCODING) {
            return Err(not_json("send the body without a content encoding"));
        }
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_long());
        }
        let body: Result<Bytes, BytesRejection> =
            tokio::time::timeout(BODY_TIMEOUT, request.extract()).await.map_err(|_| {
                let message = "the body did not arrive in time";
                HttpError::new(StatusCode::REQUEST_TIMEOUT, ErrorCode::TooSlow, message)
            })?;
        let bytes = body.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_long(),
            _ => HttpError::bad_request("the body ended early"),
        })?;
        // Serde would accept an array as the fields in order.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(HttpError::bad_request("bad body: expected a JSON object"));
        }
        serde_json::from_slice(&bytes)
            .map(JsonBody)
            .map_err(|error| HttpError::bad_request(format!("bad body: {error}")))
    }
}

fn has_json_content_type(request: &Request) -> bool {
    let value = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.split(';').next())
        .is_some_and(|media_type| media_type.trim().eq_ignore_ascii_case("application/json"))
}

fn not_json(message: &str) -> HttpError {
    HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson, message)
}

fn too_long() -> HttpError {
    let message = format!("body longer than {MAX_BODY_BYTES} bytes");
    HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorCode::TooLong, message)
}

/// The query string. Unknown parameters are rejected.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        // `Query` would replace invalid UTF-8 instead of rejecting it.
        let query = percent_encoding::percent_decode_str(parts.uri.query().unwrap_or_default());
        if query.decode_utf8().is_err() {
            return Err(HttpError::bad_request("bad query: not UTF-8"));
        }
        Query::<T>::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(|rejection| {
            let text = rejection.body_text();
            let why = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            HttpError::bad_request(format!("bad query: {why}"))
        })
    }
}

/// The number of the last event that a client has, at most [`MAX_EVENT_NUMBER`]; 0 for none.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(try_from = "u32")]
pub(crate) struct LastEvent(pub(crate) u32);

impl TryFrom<u32> for LastEvent {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        if number > MAX_EVENT_NUMBER {
            return Err(format!("after of {number}, expected 0 to {MAX_EVENT_NUMBER}"));
        }
        Ok(Self(number))
    }
}

/// The game id in the path.
pub(crate) struct GamePath(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Path(text) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| HttpError::bad_request("the path contains no game id"))?;
        text.parse().map(Self).map_err(|error| HttpError::bad_request(format!("{error}")))
    }
}

/// The `Idempotency-Key` header: 1 to 64 visible ASCII characters.
pub(crate) struct IdempotencyKeyHeader(pub(crate) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKeyHeader {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        let mut values = parts.headers.get_all("idempotency-key").iter();
        let (key, other) = (values.next(), values.next());
        let is_valid = |bytes: &[u8]| {
            (1..=64).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic)
        };
        match key.map(|key| String::from_utf8_lossy(key.as_bytes())) {
            None => Ok(Self(None)),
            Some(key) if other.is_none() && is_valid(key.as_bytes()) => {
                Ok(Self(Some(key.into_owned())))
            }
            Some(_) => Err(HttpError::bad_request(
                "expected one Idempotency-Key of 1 to 64 visible ASCII characters",
            )),
        }
    }
}

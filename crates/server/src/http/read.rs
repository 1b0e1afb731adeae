//! Reading requests: JSON bodies, queries and ids, every failure being a [`Problem`] that says what is wrong.

use std::time::Duration;

use axum::RequestExt;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::identity::GameId;

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
        let sent = tokio::time::timeout(BODY_WITHIN, request.extract()).await.map_err(|_| {
            Problem::new(StatusCode::REQUEST_TIMEOUT, "E_TOO_SLOW", "the body does not come")
        })?;
        let bytes: Bytes =
            sent.map_err(|rejection: axum::extract::rejection::BytesRejection| {
                match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                        StatusCode::PAYLOAD_TOO_LARGE,
                        "E_TOO_LONG",
                        format!("body longer than {} bytes", crate::limits::LONGEST_BODY),
                    ),
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

/// The query of the address; unknown names are refused.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Query::<T>::try_from_uri(&parts.uri).map(|Query(query)| Self(query)).map_err(|rejection| {
            let text = rejection.body_text();
            let why = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            Problem::bad_request(format!("bad query: {why}"))
        })
    }
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

//! How a request is refused: a status, and the same JSON everywhere.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa::IntoResponses;

use crate::hub::HubError;
use crate::storage::StorageError;
use crate::wire::Refusal;

/// Why a request was refused.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    refusal: Refusal,
    retry_after: Option<u64>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self { status, refusal: Refusal::new(code, message), retry_after: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "E_BAD_REQUEST", message)
    }

    pub(crate) fn no_identity() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "E_NO_IDENTITY",
            "ask for an identity at /api/identities first",
        )
    }

    pub(crate) fn no_game() -> Self {
        Self::new(StatusCode::NOT_FOUND, "E_NO_GAME", "there is no such game, or it has expired")
    }

    pub(crate) fn too_many(what: &str, seconds: f64) -> Self {
        let seconds = seconds.ceil().clamp(1.0, 3600.0) as u64;
        let message = format!("too many {what}, try again in {seconds} s");
        let mut problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "E_RATE", message);
        problem.retry_after = Some(seconds);
        problem
    }

    /// Our own fault: the log says what, the client does not learn it.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "E_INTERNAL",
            "something went wrong here, try again",
        )
    }
}

/// What whoever makes too many connections is told, before anything is read from them.
pub(crate) fn too_many_connections() -> String {
    let Problem { status, refusal, retry_after } = Problem::too_many("connections", 30.0);
    let body = serde_json::to_string(&refusal).expect("a refusal can be written as JSON");
    let retry_after = retry_after.unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: {retry_after}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

impl From<HubError> for Problem {
    fn from(error: HubError) -> Self {
        match error {
            HubError::NoGame => Self::no_game(),
            HubError::Refused(refusal) => {
                Self { status: StatusCode::CONFLICT, refusal, retry_after: None }
            }
            HubError::Internal(error) => Self::internal(&error),
        }
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        Self::internal(&error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.refusal)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The refusals that any request may meet.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "it stands in the OpenAPI document only")]
pub(crate) enum AnyProblem {
    /// The request cannot be read; the message says where.
    #[response(status = 400)]
    BadRequest(Refusal),
    /// Too many requests; `Retry-After` says when to try again.
    #[response(status = 429)]
    TooMany(Refusal),
}

/// The refusals that a request in someone's name may meet.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "it stands in the OpenAPI document only")]
pub(crate) enum NamedProblem {
    /// The request cannot be read; the message says where.
    #[response(status = 400)]
    BadRequest(Refusal),
    /// No identity was given, or it is not known.
    #[response(status = 401)]
    NoIdentity(Refusal),
    /// The request comes from another site.
    #[response(status = 403)]
    Foreign(Refusal),
    /// The body does not come.
    #[response(status = 408)]
    TooSlow(Refusal),
    /// The body is too long.
    #[response(status = 413)]
    TooLong(Refusal),
    /// The body is not JSON.
    #[response(status = 415)]
    NotJson(Refusal),
    /// Too many requests; `Retry-After` says when to try again.
    #[response(status = 429)]
    TooMany(Refusal),
}

/// The refusals of a request for one game.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "it stands in the OpenAPI document only")]
pub(crate) enum GameProblem {
    /// The id or the query cannot be read.
    #[response(status = 400)]
    BadRequest(Refusal),
    /// There is no such game.
    #[response(status = 404)]
    NoGame(Refusal),
    /// Too many requests; `Retry-After` says when to try again.
    #[response(status = 429)]
    TooMany(Refusal),
}

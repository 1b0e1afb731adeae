//! Errors of HTTP requests: a status and the JSON body that all errors share.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use trid_protocol::{ApiError, ErrorCode};

use crate::hub::{DAMAGED, HubError};
use crate::storage::{StorageError, StorageErrorKind};

/// Why a request failed.
#[derive(Debug)]
pub(crate) struct HttpError {
    status: StatusCode,
    body: ApiError,
    /// Seconds until a retry makes sense.
    retry_after: Option<u64>,
}

impl HttpError {
    pub(crate) fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { status, body: ApiError::new(code, message), retry_after: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, ErrorCode::BadRequest, message)
    }

    pub(crate) fn no_identity() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            ErrorCode::NoIdentity,
            "no identity, create one with POST /api/identities first",
        )
    }

    pub(crate) fn no_game() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            ErrorCode::NoGame,
            "there is no such game, or it has expired",
        )
    }

    pub(crate) fn no_page() -> Self {
        Self::new(StatusCode::NOT_FOUND, ErrorCode::NoPage, "nothing found at this address")
    }

    pub(crate) fn wrong_method() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            ErrorCode::Method,
            "this address does not support that method",
        )
    }

    pub(crate) fn foreign_origin() -> Self {
        Self::new(StatusCode::FORBIDDEN, ErrorCode::Origin, "the request comes from another site")
    }

    pub(crate) fn wrong_host() -> Self {
        let message =
            "this server does not serve that host name; its operator can allow it with --host";
        Self::new(StatusCode::MISDIRECTED_REQUEST, ErrorCode::Host, message)
    }

    pub(crate) fn too_many(what: &str, seconds: f64) -> Self {
        let seconds = seconds.ceil().clamp(1.0, 3600.0) as u64;
        let message = format!("too many {what}, try again in {seconds} s");
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::Rate, message);
        Self { retry_after: Some(seconds), ..error }
    }

    /// A failure of the storage. The log gets the details, the client does not.
    fn storage(error: &StorageError) -> Self {
        tracing::error!(%error, "request failed");
        let (status, retry_after) = match error.kind() {
            StorageErrorKind::Unavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, Some(STORAGE_RETRY_SECONDS))
            }
            StorageErrorKind::Damaged | StorageErrorKind::Unknown => {
                (StatusCode::INTERNAL_SERVER_ERROR, None)
            }
        };
        Self { status, body: error.to_api_error(), retry_after }
    }

    /// The JSON body.
    pub(crate) fn into_body(self) -> ApiError {
        self.body
    }

    /// A failure of the server itself. The log gets the details, the client does not.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::Internal,
            "internal error, try again",
        )
    }
}

/// Seconds after which a client should retry when the storage is not available.
const STORAGE_RETRY_SECONDS: u64 = 5;

/// The raw response to a connection over the limit, sent before anything is read from it.
pub(crate) fn too_many_connections() -> String {
    let HttpError { status, body, retry_after } = HttpError::too_many("connections", 30.0);
    let body = serde_json::to_string(&body).expect("an error serializes to JSON");
    let retry_after = retry_after.unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: {retry_after}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
}

impl From<HubError> for HttpError {
    fn from(error: HubError) -> Self {
        match error {
            HubError::NoGame => Self::no_game(),
            HubError::Rejected(body) => {
                let status = match body.code {
                    ErrorCode::NoIdentity => StatusCode::UNAUTHORIZED,
                    ErrorCode::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
                    _ => StatusCode::CONFLICT,
                };
                Self { status, body, retry_after: None }
            }
            HubError::Storage(error) => Self::storage(&error),
            HubError::Rate(seconds) => Self::too_many("new games", seconds),
            HubError::Damaged => Self::new(StatusCode::CONFLICT, ErrorCode::Damaged, DAMAGED),
            HubError::Internal(error) => Self::internal(&error),
        }
    }
}

impl From<StorageError> for HttpError {
    fn from(error: StorageError) -> Self {
        Self::storage(&error)
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

//! Middleware: request ids, logging, metrics, rate limits, the checks of host and origin, and security headers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::auth::{ClientAddress, is_same_origin, public_is_https};
use super::error::HttpError;
use crate::identity::random_text;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// What pages may use, and what they may not even ask for. Sharing is theirs by default: Chromium for Linux does not
/// have it and would warn.
const PERMISSIONS: &str = "accelerometer=(self), autoplay=(self), clipboard-write=(self), \
    fullscreen=(self), gyroscope=(self), xr-spatial-tracking=(self), \
    browsing-topics=(), camera=(), clipboard-read=(), display-capture=(), \
    encrypted-media=(), gamepad=(), geolocation=(), hid=(), idle-detection=(), keyboard-map=(), \
    local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
    publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), \
    storage-access=(), sync-xhr=(), usb=(), window-management=()";
/// For a year, browsers ask this host only over TLS.
const ONLY_TLS: &str = "max-age=31536000";

/// Counts and logs every request under a new id, which the response repeats.
pub(crate) async fn log_request(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = random_text(16);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    app.hub.metrics.count_request(status);
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::info!(request = %id, %method, path, status, micros, "request");
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Rejects requests for hosts that the server does not serve.
pub(crate) async fn check_host(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let is_valid = hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11);
    if !is_valid {
        return HttpError::bad_request("expected one Host header").into_response();
    }
    if !app.hosts.allow(&request) {
        return HttpError::wrong_host().into_response();
    }
    next.run(request).await
}

/// Tells browsers what the responses may be used for.
pub(crate) async fn add_security_headers(
    State(app): State<Arc<App>>,
    mut response: Response,
) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // Other files have no permissions, and the first visit loads many of them.
    if headers.get(header::CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"text/html")) {
        headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS));
    }
    if public_is_https(&app) {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(ONLY_TLS));
    }
    response
}

/// Applies the rate limit for requests outside the API.
pub(crate) async fn limit_file_requests(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    match app.files.take(address, app.hub.now()) {
        Ok(()) => next.run(request).await,
        Err(wait) => too_many_requests(&app, wait),
    }
}

fn too_many_requests(app: &App, wait: f64) -> Response {
    app.hub.metrics.rate_limited.fetch_add(1, Ordering::Relaxed);
    HttpError::too_many("requests", wait).into_response()
}

/// Applies the API's rate limit and rejects state-changing requests from other sites.
pub(crate) async fn guard_api(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    request: Request,
    next: Next,
) -> Response {
    if let Err(wait) = app.requests.take(address, app.hub.now()) {
        return too_many_requests(&app, wait);
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !is_safe && !is_same_origin(&app, request.headers()) {
        return HttpError::foreign_origin().into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

//! What every request passes: an id for the log, the count, the rate limit, the origin check, and safe headers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::problem::Problem;
use super::visitor::{Address, is_our_origin};
use crate::identity::PlayerId;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Counts and logs a request under an id of its own, which the answer repeats.
pub(crate) async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = PlayerId::random();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let names_host = hosts == 1 || (hosts == 0 && request.version() < Version::HTTP_11);
    let mut response = if names_host {
        next.run(request).await
    } else {
        Problem::bad_request("expected one Host header").into_response()
    };
    let status = response.status().as_u16();
    app.hub.metrics.count_request(status);
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    tracing::info!(request = %id, %method, path, status, micros, "request");
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::from_str(id.as_str()) {
        headers.insert(REQUEST_ID, id);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// Limits the rate of requests for files of the page and the like.
pub(crate) async fn pace(
    State(app): State<Arc<App>>,
    Address(address): Address,
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
    Problem::too_many("requests", wait).into_response()
}

/// Limits the rate of requests, and refuses those that another site makes a browser send.
pub(crate) async fn admit(
    State(app): State<Arc<App>>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    if let Err(wait) = app.requests.take(address, app.hub.now()) {
        return too_many_requests(&app, wait);
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !is_our_origin(&app, request.headers()) {
        return Problem::new(
            StatusCode::FORBIDDEN,
            "E_ORIGIN",
            "the request comes from another site",
        )
        .into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

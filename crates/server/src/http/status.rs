//! Handlers for operators: liveness, readiness and metrics.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use trid_protocol::ApiError;

use super::App;

/// Reports that the process is alive.
#[utoipa::path(get, path = "/healthz", operation_id = "health", tag = "status",
    responses((status = 200, description = "Alive", content_type = "text/plain", body = String),
              (status = 429, description = "Too many requests", body = ApiError)))]
pub(crate) async fn health() -> &'static str {
    "alive\n"
}

/// Reports whether the server accepts requests: the storage works and no shutdown is in progress.
#[utoipa::path(get, path = "/readyz", operation_id = "ready", tag = "status",
    responses((status = 200, description = "Ready", content_type = "text/plain", body = String),
              (status = 429, description = "Too many requests", body = ApiError),
              (status = 503, description = "Not ready", content_type = "text/plain", body = String)))]
pub(crate) async fn ready(State(app): State<Arc<App>>) -> Response {
    if *app.shutting_down.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match app.hub.storage.ready(app.hub.now()).await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "readiness check failed");
            (StatusCode::SERVICE_UNAVAILABLE, "storage unavailable\n").into_response()
        }
    }
}

/// Metrics in the Prometheus text format.
#[utoipa::path(get, path = "/metrics", operation_id = "metrics", tag = "status",
    responses((status = 200, description = "Metrics", content_type = "text/plain", body = String),
              (status = 429, description = "Too many requests", body = ApiError)))]
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.hub.metrics.render(app.hub.sizes(), app.hub.storage.metrics());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

//! The server's addresses, all on this page, and what their handlers share.

mod games;
mod guard;
mod identities;
mod page;
mod problem;
mod read;
mod socket;
mod status;
mod visitor;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, patch, post};
use axum::{Json, Router, middleware};
use tokio::sync::watch;
use utoipa::OpenApi;

use crate::hub::Hub;
use crate::identity::PlayerId;
use crate::limits::{Buckets, LONGEST_BODY, Places};
use crate::record::Form;
use crate::settings::Settings;
use crate::wire::{ClientMessage, ClockKind, ServerMessage};
use problem::Problem;

pub(crate) use problem::too_many_connections;
pub use socket::read_message;

/// What all handlers share.
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) settings: Settings,
    pub(crate) requests: Buckets<IpAddr>,
    files: Buckets<IpAddr>,
    identities: Buckets<IpAddr>,
    games: Buckets<IpAddr>,
    sockets: Places<PlayerId>,
    sockets_by_address: Places<IpAddr>,
    /// True once the server is to stop.
    pub(crate) stopping: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(hub: Arc<Hub>, settings: Settings) -> Self {
        let limits = settings.limits;
        Self {
            hub,
            requests: Buckets::new(limits.requests),
            files: Buckets::new(limits.files),
            identities: Buckets::new(limits.identities),
            games: Buckets::new(limits.games),
            sockets: Places::new(limits.sockets_per_player),
            sockets_by_address: Places::new(limits.connections_per_address),
            settings,
            stopping: watch::Sender::new(false),
        }
    }

    /// Forgets what limits no longer need to know.
    pub(crate) fn tidy_limits(&self) {
        let now = self.hub.now();
        for buckets in [&self.requests, &self.files, &self.identities, &self.games] {
            buckets.forget_full(now);
        }
    }
}

/// Waits until the server is to stop.
pub(crate) async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server; without it there is nothing to serve either.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// The OpenAPI document, generated from the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tri-D",
        description = "Tridimensional chess between people and programs. docs/protocol.md tells the story."
    ),
    paths(
        identities::create,
        identities::show,
        identities::rename,
        games::create,
        games::list,
        games::show,
        games::join,
        games::act,
        games::events,
        games::snapshot,
        games::export,
        socket::open,
        status::health,
        status::ready,
        status::metrics
    ),
    components(schemas(ClientMessage, ServerMessage, ClockKind, Form))
)]
struct Document;

/// The OpenAPI document as JSON.
#[must_use]
pub fn openapi() -> String {
    Document::openapi().to_pretty_json().expect("the document can be written as JSON")
}

/// Every address.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/identities", post(identities::create))
        .route("/api/me", get(identities::show))
        .route("/api/me", patch(identities::rename))
        .route("/api/games", get(games::list))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/snapshot", get(games::snapshot))
        .route("/api/games/{id}/record", get(games::export))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/actions", post(games::act))
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/api/openapi.json", get(|| async { Json(Document::openapi()) }))
        .route("/api/{*rest}", get(nothing_here).post(nothing_here))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::admit));
    let files = Router::new()
        .route("/healthz", get(status::health))
        .route("/readyz", get(status::ready))
        .route("/metrics", get(status::metrics))
        .route("/g/{id}", get(page::game_link))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::pace));
    Router::new()
        .merge(api)
        .merge(files)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::observe))
        .with_state(app)
}

async fn nothing_here() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "E_NO_PAGE", "there is nothing at this address")
}

pub(crate) async fn wrong_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "E_METHOD",
        "this address does not take that method",
    )
}

//! All routes of the server, and the state that handlers share.

mod auth;
mod cookie;
mod display_name;
mod error;
mod extract;
mod games;
mod host;
mod identities;
mod middleware;
mod not_found;
mod openapi;
mod page;
mod revocation;
mod socket;
mod status;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn_with_state, map_response_with_state};
use axum::routing::{delete, get, patch, post};
use axum::{Json, Router};
use tokio::sync::{mpsc, watch};

use crate::hub::Hub;
use crate::limits::{ConcurrencyLimiter, KeyedRateLimiter, MAX_BODY_BYTES};
use crate::record::Exports;
use crate::settings::Settings;
use crate::storage::Change;
use error::HttpError;
use host::AllowedHosts;
use revocation::Revocations;
use trid_protocol::PlayerId;

pub(crate) use error::too_many_connections;
pub use openapi::openapi;
pub use page::Asset;
pub use socket::read_message;

/// How many players are compared with the storage by one query.
const PLAYERS_PER_QUERY: usize = 500;

/// The state that all handlers share.
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) settings: Settings,
    pub(crate) requests: KeyedRateLimiter<IpAddr>,
    files: KeyedRateLimiter<IpAddr>,
    identities: KeyedRateLimiter<IpAddr>,
    sockets: ConcurrencyLimiter<PlayerId>,
    sockets_by_address: ConcurrencyLimiter<IpAddr>,
    revocations: Revocations,
    exports: Exports,
    hosts: AllowedHosts,
    /// True once shutdown has started.
    pub(crate) shutting_down: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(hub: Arc<Hub>, settings: Settings) -> Self {
        let limits = settings.limits;
        Self {
            hub,
            requests: KeyedRateLimiter::new(limits.requests),
            files: KeyedRateLimiter::new(limits.files),
            identities: KeyedRateLimiter::new(limits.identities),
            sockets: ConcurrencyLimiter::new(limits.sockets_per_player),
            sockets_by_address: ConcurrencyLimiter::new(limits.connections_per_address),
            revocations: Revocations::default(),
            exports: Exports::new(),
            hosts: AllowedHosts::new(&settings),
            settings,
            shutting_down: watch::Sender::new(false),
        }
    }

    /// Applies the changes that other processes make, until the storage is closed.
    pub(crate) async fn follow_changes(
        self: Arc<Self>,
        mut changes: mpsc::UnboundedReceiver<Change>,
    ) {
        while let Some(change) = changes.recv().await {
            match change {
                Change::Player(player) => {
                    let app = Arc::clone(&self);
                    tokio::spawn(async move { app.compare(&BTreeSet::from([player])).await });
                }
                Change::Missed => {
                    self.hub.apply_change(Change::Missed);
                    let app = Arc::clone(&self);
                    tokio::spawn(async move { app.compare_players().await });
                }
                change => self.hub.apply_change(change),
            }
        }
    }

    /// Compares the tokens of open sockets and the names in loaded games with the storage, in case the change of
    /// another process was missed.
    pub(crate) async fn compare_players(&self) {
        let mut players = self.hub.loaded_players().await;
        players.extend(self.revocations.tokens().into_iter().map(|(player, _)| player));
        self.compare(&players).await;
    }

    /// Compares what is stored of these players with their open sockets and their names in loaded games.
    async fn compare(&self, players: &BTreeSet<PlayerId>) {
        let mut in_use = self.revocations.tokens();
        in_use.retain(|(player, _)| players.contains(player));
        let mut tokens = HashMap::new();
        let all: Vec<PlayerId> = players.iter().cloned().collect();
        for some in all.chunks(PLAYERS_PER_QUERY) {
            match self.hub.storage.tokens(some.to_vec()).await {
                Ok(Some(found)) => tokens.extend(found),
                Ok(None) => return,
                Err(error) => return tracing::warn!(%error, "tokens not compared"),
            }
        }
        for (player, token) in &in_use {
            if tokens.get(player) != Some(token) {
                self.revocations.revoke_token(token);
            }
        }
        for player in players.iter().filter(|player| !tokens.contains_key(player)) {
            self.hub.remove_loaded_name(player).await;
        }
    }

    /// Frees the rate limiters of clients that have been quiet.
    pub(crate) fn drop_unused_limiters(&self) {
        let now = self.hub.now();
        for limiter in [&self.requests, &self.files, &self.identities] {
            limiter.drop_unused(now);
        }
        self.hub.drop_unused_limiters();
        self.revocations.drop_unused();
    }
}

/// Waits until shutdown starts.
pub(crate) async fn wait_for_shutdown(shutting_down: &mut watch::Receiver<bool>) {
    // An error means that the server itself is gone.
    let _ = shutting_down.wait_for(|shutting_down| *shutting_down).await;
}

/// All routes. The metrics are among them unless they have their own address.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/api/identities", post(identities::create))
        .route("/api/me", get(identities::show))
        .route("/api/me", patch(identities::rename))
        .route("/api/me", delete(identities::delete))
        .route("/api/me/token", post(identities::replace_token))
        .route("/api/games", get(games::list))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/events", get(games::events))
        .route("/api/games/{id}/snapshot", get(games::snapshot))
        .route("/api/games/{id}/record", get(games::export))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/actions", post(games::act))
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/api/openapi.json", get(|| async { Json(&*openapi::DOCUMENT) }))
        .route("/api/{*rest}", get(no_page).post(no_page))
        .layer(from_fn_with_state(Arc::clone(&app), middleware::guard_api));
    let mut files = Router::new()
        .route("/healthz", get(status::health))
        .route("/readyz", get(status::ready))
        .route("/g/{id}", get(page::game_link));
    if app.settings.metrics_listen.is_none() {
        files = files.route("/metrics", get(status::metrics));
    }
    let files = files
        .fallback(page::file)
        .layer(from_fn_with_state(Arc::clone(&app), middleware::limit_file_requests));
    Router::new()
        .merge(api)
        .merge(files)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(Arc::clone(&app), middleware::check_host))
        .layer(map_response_with_state(Arc::clone(&app), middleware::add_security_headers))
        .layer(from_fn_with_state(Arc::clone(&app), middleware::log_request))
        .with_state(app)
}

/// The routes of the address for operators.
pub(crate) fn metrics_router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(status::health))
        .route("/readyz", get(status::ready))
        .route("/metrics", get(status::metrics))
        .fallback(no_page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
}

async fn no_page() -> HttpError {
    HttpError::no_page()
}

async fn wrong_method() -> HttpError {
    HttpError::wrong_method()
}

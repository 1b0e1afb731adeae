//! The running server: takes connections, keeps time, tidies up, and stops without losing anything.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::{Router, response::Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tower_service::Service;

use crate::clock::{Clock, Millis};
use crate::http::{App, router, told_to_stop, too_many_connections};
use crate::hub::{Hub, HubError};
use crate::impatient::Impatient;
use crate::limits::{Held, Places, household};
use crate::settings::Settings;
use crate::storage::Storage;

/// A connection that does not send a request's head within this time is closed.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// Connections have so long to end when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(10);
const DAY: Millis = 86_400_000;

/// A running server.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    accepting: JoinHandle<()>,
    keeping: JoinSet<()>,
}

impl Server {
    /// Resumes the games in the storage and begins to serve.
    ///
    /// # Errors
    /// A sentence, if the storage or the address cannot be used.
    pub async fn start(
        listener: TcpListener,
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        settings: Settings,
    ) -> Result<Self, String> {
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let hub = Arc::new(Hub::new(storage, clock));
        hub.resume().await.map_err(|error: HubError| error.to_string())?;
        let app = Arc::new(App::new(hub, settings));
        let accepting = tokio::spawn(accept_all(listener, Arc::clone(&app)));
        let mut keeping = JoinSet::new();
        keeping.spawn(Arc::clone(&app.hub).watch_alarms());
        keeping.spawn(keep_every(Duration::from_secs(1), Arc::clone(&app), async |app| {
            app.hub.tell_watchers();
            app.hub.note_absences().await;
            app.hub.note_alive().await;
        }));
        keeping.spawn(keep_every(Duration::from_secs(30), Arc::clone(&app), async |app| {
            app.hub.forget_unused();
            app.tidy_limits();
        }));
        keeping.spawn(keep_every(Duration::from_secs(3600), Arc::clone(&app), expire));
        tracing::info!(%address, "serving");
        Ok(Self { app, address, accepting, keeping })
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no more connections, says goodbye to those that are open, and closes the storage.
    ///
    /// # Errors
    /// A sentence, if the storage could not be closed.
    pub async fn stop(mut self) -> Result<(), String> {
        self.app.stopping.send_replace(true);
        if tokio::time::timeout(STOP_WITHIN, &mut self.accepting).await.is_err() {
            tracing::warn!("connections were cut off");
            self.accepting.abort();
        }
        self.keeping.shutdown().await;
        self.app.hub.note_absences().await;
        self.app.hub.note_alive().await;
        self.app.hub.storage.close().await.map_err(|error| error.to_string())?;
        tracing::info!("stopped");
        Ok(())
    }
}

async fn keep_every(every: Duration, app: Arc<App>, work: impl AsyncFn(&App)) {
    let mut ticks = tokio::time::interval(every);
    loop {
        ticks.tick().await;
        work(&app).await;
    }
}

async fn expire(app: &App) {
    let now = app.hub.now();
    let days_ago = |days: u32| now - Millis::from(days) * DAY;
    let Settings { idle_days, open_days, identity_days, .. } = app.settings;
    let [idle, open, unseen] = [idle_days, open_days, identity_days].map(days_ago);
    if let Err(error) = app.hub.expire(idle, open, unseen).await {
        tracing::error!(%error, "nothing was expired");
    }
}

/// Takes connections until the server stops, then waits for them to end.
async fn accept_all(listener: TcpListener, app: Arc<App>) {
    let router = router(Arc::clone(&app));
    let limits = app.settings.limits;
    let places = Places::new(limits.connections);
    let places_by_address = Places::new(limits.connections_per_address);
    let refusal = too_many_connections();
    let mut stopping = app.stopping.subscribe();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = told_to_stop(&mut stopping) => break,
        };
        while connections.try_join_next().is_some() {}
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Behind a proxy all connections come from one address; the proxy limits them.
        let by_address = if app.settings.trust_proxy {
            Some(None)
        } else {
            places_by_address.take(household(peer.ip())).map(Some)
        };
        let (Some(place), Some(by_address)) = (places.take(()), by_address) else {
            // Whether it arrives is not waited for.
            let _ = stream.try_write(refusal.as_bytes());
            continue;
        };
        let held = Held::new(place, by_address);
        let router = router.clone();
        let app = Arc::clone(&app);
        connections.spawn(async move { serve(stream, peer, held, router, &app).await });
    }
    drop(listener);
    connections.join_all().await;
    // Sockets have left their connections, and say goodbye by themselves.
    while !places.are_free() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn serve(stream: TcpStream, peer: SocketAddr, held: Held, router: Router, app: &App) {
    // Moves are small and must not wait for more.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(held.clone());
        let mut router = router.clone();
        async move { answer(&mut router, request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(Impatient::new(stream)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut stopping = app.stopping.subscribe();
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told_to_stop(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection broke");
    }
}

async fn answer(router: &mut Router, request: Request<Incoming>) -> Result<Response, Infallible> {
    router.call(request).await
}

//! The running server: accepts connections, runs the periodic tasks and shuts down without losing anything.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::{Router, response::Response};
use futures_util::future::OptionFuture;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWrite;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;
use trid_protocol::Millis;

use crate::clock::TimeSource;
use crate::http::{App, metrics_router, router, too_many_connections, wait_for_shutdown};
use crate::hub::{Hub, HubError};
use crate::limits::{ConcurrencyLimiter, ConnectionPermit, client_network};
use crate::settings::Settings;
use crate::storage::{Change, Storage};
use crate::throttle::Throttle;

/// How long a client may take to send the head of a request.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client may accept no bytes while the server has something to send.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long connections may take to end at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
const DAY: Millis = 86_400_000;

/// A running server.
pub struct Server {
    app: Arc<App>,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    accepting: JoinHandle<()>,
    periodic: JoinSet<()>,
}

impl Server {
    /// Resumes the stored games and starts to serve.
    ///
    /// # Errors
    /// A sentence, if the storage or the listener cannot be used.
    pub async fn start(
        listener: TcpListener,
        storage: Arc<Storage>,
        clock: Arc<dyn TimeSource>,
        settings: Settings,
    ) -> Result<Self, String> {
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let hub = Arc::new(Hub::new(storage, clock, &settings.limits));
        hub.resume().await.map_err(|error: HubError| error.to_string())?;
        let app = Arc::new(App::new(hub, settings));
        let metrics_listener = match app.settings.metrics_listen {
            Some(address) => Some(listen_for_metrics(address).await?),
            None => None,
        };
        let metrics_address = metrics_listener.as_ref().and_then(|it| it.local_addr().ok());
        let public = accept_connections(listener, router(Arc::clone(&app)), Arc::clone(&app));
        let for_metrics = metrics_listener.map(|listener| {
            accept_connections(listener, metrics_router(Arc::clone(&app)), Arc::clone(&app))
        });
        let accepting = tokio::spawn(async move {
            tokio::join!(public, OptionFuture::from(for_metrics));
        });
        let mut periodic = JoinSet::new();
        periodic.spawn(Arc::clone(&app.hub).run_alarms());
        periodic.spawn(Arc::clone(&app.hub).watch_time());
        periodic.spawn(run_every(Duration::from_secs(1), Arc::clone(&app), async |app| {
            app.hub.broadcast_spectators();
            app.hub.note_absences().await;
            app.hub.heartbeat().await;
        }));
        if let Some(changes) = app.hub.storage.changes() {
            spawn_cluster_tasks(&mut periodic, &app, changes);
        }
        periodic.spawn(run_every(Duration::from_secs(30), Arc::clone(&app), async |app| {
            app.hub.unload_unused();
            app.drop_unused_limiters();
        }));
        periodic.spawn(run_every(Duration::from_secs(3600), Arc::clone(&app), expire));
        tracing::info!(%address, "server started");
        Ok(Self { app, address, metrics_address, accepting, periodic })
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the metrics, if they have their own.
    #[must_use]
    pub const fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Stops accepting connections, closes those that are open, and closes the storage.
    ///
    /// # Errors
    /// A sentence, if the storage could not be closed.
    pub async fn stop(mut self) -> Result<(), String> {
        self.app.shutting_down.send_replace(true);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut self.accepting).await.is_err() {
            tracing::warn!("shutdown timed out, aborting open connections");
            self.accepting.abort();
        }
        self.periodic.shutdown().await;
        self.app.hub.broadcast_spectators();
        self.app.hub.note_absences().await;
        self.app.hub.note_alive().await;
        self.app.hub.storage.close().await.map_err(|error| error.to_string())?;
        tracing::info!("server stopped");
        Ok(())
    }
}

/// What a process does because others serve the same games.
fn spawn_cluster_tasks(
    tasks: &mut JoinSet<()>,
    app: &Arc<App>,
    changes: mpsc::UnboundedReceiver<Change>,
) {
    tasks.spawn(Arc::clone(app).follow_changes(changes));
    tasks.spawn(run_every(Duration::from_secs(1), Arc::clone(app), async |app| {
        app.hub.end_overdue_games().await;
    }));
    tasks.spawn(run_every(Duration::from_secs(5), Arc::clone(app), async |app| {
        app.hub.remove_lost_processes().await;
    }));
    tasks.spawn(run_every(Duration::from_secs(10), Arc::clone(app), async |app| {
        app.hub.compare_rooms().await;
        app.compare_players().await;
    }));
}

async fn listen_for_metrics(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|error| {
        format!("cannot listen on {address}: {error}; choose another with --metrics-listen")
    })
}

async fn run_every(period: Duration, app: Arc<App>, task: impl AsyncFn(&App)) {
    let mut ticks = tokio::time::interval(period);
    // What a stalled process missed is not made up for.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        task(&app).await;
    }
}

async fn expire(app: &App) {
    let now = app.hub.now();
    let days_ago = |days: u32| now - Millis::from(days) * DAY;
    let Settings { idle_days, open_days, identity_days, .. } = app.settings;
    let [idle, open, unseen] = [idle_days, open_days, identity_days].map(days_ago);
    if let Err(error) = app.hub.expire(idle, open, unseen).await {
        tracing::error!(%error, "expiry failed");
    }
}

/// Accepts connections until shutdown, then waits for all of them to end.
async fn accept_connections(listener: TcpListener, router: Router, app: Arc<App>) {
    let limits = app.settings.limits;
    let total = ConcurrencyLimiter::new(limits.connections);
    let by_address = ConcurrencyLimiter::new(limits.connections_per_address);
    let rejection = too_many_connections();
    let (open, mut all_closed) = mpsc::channel(1);
    let mut shutting_down = app.shutting_down.subscribe();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = wait_for_shutdown(&mut shutting_down) => break,
        };
        while connections.try_join_next().is_some() {}
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "accepting a connection failed");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Behind a proxy all connections come from one address; the proxy limits them.
        let by_address = if app.settings.trust_proxy {
            Some(None)
        } else {
            by_address.acquire(client_network(peer.ip())).map(Some)
        };
        let (Some(total), Some(by_address)) = (total.acquire(()), by_address) else {
            // Best effort: a rejected client gets no task that waits for it.
            let _ = stream.try_write(rejection.as_bytes());
            continue;
        };
        let permit = ConnectionPermit::new(total, by_address, open.clone());
        let router = router.clone();
        let app = Arc::clone(&app);
        connections.spawn(async move { serve(stream, peer, permit, router, &app).await });
    }
    drop(listener);
    connections.join_all().await;
    // Upgraded sockets have left their connection tasks and close by themselves.
    drop(open);
    all_closed.recv().await;
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    permit: ConnectionPermit,
    router: Router,
    app: &App,
) {
    // Moves are small and must not wait for more data.
    let _ = stream.set_nodelay(true);
    let (reader, writer) = stream.into_split();
    let stream = tokio::io::join(Throttle::new(reader), with_write_timeout(writer));
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(permit.clone());
        let mut router = router.clone();
        async move { respond(&mut router, request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut shutting_down = app.shutting_down.subscribe();
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = wait_for_shutdown(&mut shutting_down) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection failed");
    }
}

/// Makes writes fail when the peer accepts nothing for [`WRITE_TIMEOUT`], so that it cannot hold the connection open.
fn with_write_timeout<Writer: AsyncWrite>(writer: Writer) -> Pin<Box<TimeoutWriter<Writer>>> {
    let mut writer = TimeoutWriter::new(writer);
    writer.set_timeout(Some(WRITE_TIMEOUT));
    Box::pin(writer)
}

async fn respond(router: &mut Router, request: Request<Incoming>) -> Result<Response, Infallible> {
    router.call(request).await
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn write_times_out_only_when_the_peer_reads_nothing() {
        let (ours, mut theirs) = tokio::io::duplex(4);
        let mut ours = with_write_timeout(ours);
        let writing = tokio::spawn(async move { (ours.write_all(&[7; 20]).await, ours) });
        for _ in 0..4 {
            tokio::time::sleep(WRITE_TIMEOUT - Duration::from_secs(1)).await;
            theirs.read_exact(&mut [0; 4]).await.unwrap();
        }
        let (written, mut ours) = writing.await.unwrap();
        written.unwrap();
        let error = ours.write_all(&[7; 20]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }
}

//! The connection that listens: it receives the changes of other processes, follows the database's clock, and holds
//! the lock by which processes know of each other.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

use super::clock::DatabaseClock;
use super::config::PostgresConfig;
use super::error::QueryError;
use super::migrations::MigrationError;
use super::notification::{CHANNEL, Notification};
use super::tls::Tls;
use crate::clock::TimeSource as _;
use crate::storage::shared::{Change, StartedAs};

/// How often the database's clock is read, which also shows that the connection works.
const CLOCK_INTERVAL: Duration = Duration::from_secs(2);
/// How long the connection may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a new connection may take until it can be used.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_RECONNECT_INTERVAL: Duration = Duration::from_secs(2);
/// How long one attempt to reconnect may take.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// The advisory lock that every process holds, shared: "TRID" and 2. The first process holds it alone while it
/// resumes the games.
const PROCESS_LOCK: i64 = 0x5452_4944_0000_0002;

/// A connection that listens.
pub(super) struct Listening {
    client: Arc<Client>,
    notifications: mpsc::UnboundedReceiver<String>,
    connection: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.connection.abort();
    }
}

impl Listening {
    /// Connects, lets `prepare` use the connection, and listens.
    pub(super) async fn start(
        config: &PostgresConfig,
        tls: &Tls,
        clock: &DatabaseClock,
        prepare: impl AsyncFnOnce(&mut Client) -> Result<(), MigrationError>,
    ) -> Result<Self, MigrationError> {
        let connecting = timeout(CONNECT_TIMEOUT, config.connection.connect(tls.clone())).await;
        let (mut client, mut connection) = connecting.map_err(|_| {
            let advice = "PostgreSQL does not answer; check that it runs there and is not stopped";
            MigrationError::Refused(advice.to_owned())
        })??;
        let (sender, notifications) = mpsc::unbounded_channel();
        let connection = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
                if let AsyncMessage::Notification(notification) = message
                    && sender.send(notification.payload().to_owned()).is_err()
                {
                    return;
                }
            }
        });
        let prepared = prepare(&mut client).await;
        let listening = Self { client: Arc::new(client), notifications, connection };
        prepared?;
        // No timeout: the first process may need long to resume the games.
        let sql = format!("SET statement_timeout = 0; SET lock_timeout = 0; LISTEN {CHANNEL}");
        listening.client.batch_execute(&sql).await?;
        read_clock(&listening.client, clock).await?;
        Ok(listening)
    }
}

async fn read_clock(client: &Client, clock: &DatabaseClock) -> Result<(), tokio_postgres::Error> {
    let sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    let asked = clock.monotonic();
    let row = client.query_one(sql, &[]).await?;
    clock.note(row.try_get(0)?, asked, clock.monotonic());
    Ok(())
}

async fn hold_process_lock(client: &Client) -> Result<(), tokio_postgres::Error> {
    client.execute("SELECT pg_advisory_lock_shared($1)", &[&PROCESS_LOCK]).await?;
    Ok(())
}

/// What the listener reports, and its connection for others to use.
#[derive(Default)]
pub(super) struct ListenerState {
    /// `None` while the connection is lost.
    client: Mutex<Option<Arc<Client>>>,
    pub(super) notifications: AtomicU64,
    pub(super) reconnections: AtomicU64,
    /// The time from sending the last notification to receiving it, in milliseconds.
    pub(super) lag: AtomicU64,
}

impl ListenerState {
    /// Joins the other processes. Waits while the first one resumes the games.
    pub(super) async fn join(&self) -> Result<StartedAs, QueryError> {
        let client = self.client().ok_or(QueryError::Closed)?;
        let sql = "SELECT pg_try_advisory_lock($1)";
        if client.query_one(sql, &[&PROCESS_LOCK]).await?.try_get(0)? {
            return Ok(StartedAs::First);
        }
        hold_process_lock(&client).await?;
        Ok(StartedAs::Another)
    }

    /// From holding the lock alone to sharing it.
    pub(super) async fn share_process_lock(&self) -> Result<(), QueryError> {
        // A new connection shares the lock from the start.
        if let Some(client) = self.client() {
            hold_process_lock(&client).await?;
            client.execute("SELECT pg_advisory_unlock($1)", &[&PROCESS_LOCK]).await?;
        }
        Ok(())
    }

    fn client(&self) -> Option<Arc<Client>> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Client>>> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Listens, and reconnects when the connection is lost.
pub(super) struct Listener {
    pub(super) config: PostgresConfig,
    pub(super) tls: Tls,
    pub(super) node: Arc<str>,
    pub(super) clock: Arc<DatabaseClock>,
    pub(super) changes: mpsc::UnboundedSender<Change>,
    pub(super) state: Arc<ListenerState>,
}

impl Listener {
    /// Makes the connection available to others. Must be called before `run`.
    pub(super) fn use_connection(&self, listening: &Listening) {
        *self.state.lock() = Some(Arc::clone(&listening.client));
    }

    /// Listens until the task is cancelled.
    pub(super) async fn run(self, mut listening: Listening) {
        loop {
            self.use_connection(&listening);
            let error = self.serve(&mut listening).await;
            tracing::warn!(%error, "listening connection lost");
            self.state.lock().take();
            listening = self.reconnect().await;
            self.state.reconnections.fetch_add(1, Ordering::Relaxed);
            tracing::info!("listening again");
            if self.changes.send(Change::Missed).is_err() {
                return;
            }
        }
    }

    /// Passes on notifications until the connection is lost.
    async fn serve(&self, listening: &mut Listening) -> QueryError {
        let mut ticks = tokio::time::interval(CLOCK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                received = listening.notifications.recv() => match received {
                    Some(payload) => self.receive(&payload),
                    None => return QueryError::Closed,
                },
                _ = ticks.tick() => {
                    // The answer also shows that the connection works.
                    match timeout(ANSWER_TIMEOUT, read_clock(&listening.client, &self.clock)).await {
                        Ok(Ok(())) => {}
                        Ok(Err(error)) => return error.into(),
                        Err(_) => return QueryError::Timeout,
                    }
                }
            }
        }
    }

    fn receive(&self, payload: &str) {
        let Some(notification) = Notification::parse(payload) else {
            return;
        };
        let lag =
            u64::try_from(self.clock.wall().0.saturating_sub(notification.sent.0)).unwrap_or(0);
        self.state.lag.store(lag, Ordering::Relaxed);
        self.state.notifications.fetch_add(1, Ordering::Relaxed);
        if notification.node == &*self.node {
            return;
        }
        for change in notification.changes() {
            // The server may be stopping.
            let _ = self.changes.send(change);
        }
    }

    async fn reconnect(&self) -> Listening {
        let mut wait = Duration::from_millis(100);
        loop {
            match timeout(RECONNECT_TIMEOUT, self.try_reconnect()).await {
                Ok(Ok(listening)) => return listening,
                Ok(Err(error)) => tracing::debug!(%error, "listening connection not restored"),
                Err(_) => tracing::debug!("listening connection not restored in time"),
            }
            sleep(wait).await;
            wait = (2 * wait).min(MAX_RECONNECT_INTERVAL);
        }
    }

    async fn try_reconnect(&self) -> Result<Listening, MigrationError> {
        let listening =
            Listening::start(&self.config, &self.tls, &self.clock, async |_| Ok(())).await?;
        hold_process_lock(&listening.client).await?;
        Ok(listening)
    }
}

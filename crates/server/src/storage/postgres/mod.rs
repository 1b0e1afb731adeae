//! The PostgreSQL storage, which any number of processes can use at the same time.
//!
//! Each process has one connection that writes in groups, a pool of connections that read, and one that listens.

mod append;
mod clock;
mod config;
mod error;
mod listener;
mod locked_state;
mod migrations;
mod notification;
mod operations;
mod presence;
mod queries;
mod rows;
mod server_check;
mod sharing;
mod tls;
mod transfer;
mod writer;

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};
use tokio_postgres::Client;
use trid_protocol::{GameId, GameSummary, Millis, Player, PlayerId};

use self::append::AppendGroup;
use self::error::{QueryError, with_advice};
use self::listener::{Listener, ListenerState, Listening};
use self::migrations::{MIGRATIONS, MigrationError, migrate};
use self::operations::{EXPIRED_PER_WRITE, Operation, Output};
use self::server_check::check_server;
use self::tls::Tls;
use self::writer::{PendingWrite, Writer, WriterState};
use super::shared::{Change, SharedStorage};
use super::{
    Absence, Append, Appended, Created, Deadline, Deletion, Expired, History, IdempotencyKey,
    KeyUse, ListQuery, OpenError, SEEN_PRECISION, SharedMetrics, Storage, StorageError,
    StorageFuture, StorageMetrics,
};
use crate::identity::{TokenHash, random_text};

pub use self::clock::DatabaseClock;
pub use self::config::{PostgresConfig, read_password_file};

/// The number of connections that read.
const READERS: usize = 8;
/// How long a read may take, with waiting for a connection.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

type Query<'a, T> = Pin<Box<dyn Future<Output = Result<T, QueryError>> + Send + 'a>>;

/// Games and players in a PostgreSQL database.
pub struct Postgres {
    node: Arc<str>,
    readers: Pool,
    writer_pool: Pool,
    /// `None` once closed.
    writer: Mutex<Option<mpsc::UnboundedSender<PendingWrite>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    clock: Arc<DatabaseClock>,
    writer_state: Arc<WriterState>,
    listener_state: Arc<ListenerState>,
    change_sender: mpsc::UnboundedSender<Change>,
    changes: Mutex<Option<mpsc::UnboundedReceiver<Change>>>,
    failed_reads: AtomicU64,
    /// The players whose `seen` is being updated.
    updating_seen: Arc<Mutex<HashSet<PlayerId>>>,
}

impl Postgres {
    /// Connects and migrates the database. `node` names this process for people; a random suffix makes it unique.
    ///
    /// # Errors
    /// [`OpenError`] if the database cannot be reached, used or migrated, or is from a newer version.
    pub async fn open(config: PostgresConfig, node: Option<&str>) -> Result<Self, OpenError> {
        Self::open_with_migrations(config, node, MIGRATIONS).await
    }

    /// As `open`, for a program with these migrations.
    async fn open_with_migrations(
        mut config: PostgresConfig,
        node: Option<&str>,
        migrations: &[&str],
    ) -> Result<Self, OpenError> {
        let node = format!("{}-{}", node.unwrap_or("node"), random_text(6));
        config.name_sessions(&node);
        let location = config.location();
        let cannot_open = |error: &dyn std::fmt::Display| {
            OpenError::Storage(StorageError::new(&format!("open the database {location}"), error))
        };
        let tls =
            Tls::new(config.root_certificates.as_deref()).map_err(|error| cannot_open(&error))?;
        let clock = Arc::new(DatabaseClock::default());
        let prepare = async |client: &mut Client| {
            check_server(client).await?;
            migrate(client, migrations).await
        };
        let listening = Listening::start(&config, &tls, &clock, prepare).await.map_err(
            |error| match error {
                MigrationError::Postgres(error) => cannot_open(&with_advice(&error)),
                other => cannot_open(&other),
            },
        )?;
        Self::start(config, &tls, listening, clock, &node).map_err(|error| cannot_open(&error))
    }

    /// Opens the database as the next version of the program would, which has this migration in addition.
    #[cfg(test)]
    pub(in crate::storage) async fn open_upgraded(
        config: PostgresConfig,
        migration: &str,
    ) -> Result<Self, OpenError> {
        Self::open_with_migrations(config, None, &[MIGRATIONS, &[migration]].concat()).await
    }

    fn start(
        config: PostgresConfig,
        tls: &Tls,
        listening: Listening,
        clock: Arc<DatabaseClock>,
        node: &str,
    ) -> Result<Self, deadpool_postgres::BuildError> {
        let pool = |size| {
            let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
            let manager = Manager::from_config(config.connection.clone(), tls.clone(), recycling);
            Pool::builder(manager).max_size(size).build()
        };
        let (readers, writer_pool) = (pool(READERS)?, pool(1)?);
        let node: Arc<str> = node.into();
        let (change_sender, changes) = mpsc::unbounded_channel();
        let listener = Listener {
            config,
            tls: tls.clone(),
            node: Arc::clone(&node),
            clock: Arc::clone(&clock),
            changes: change_sender.clone(),
            state: Arc::default(),
        };
        let listener_state = Arc::clone(&listener.state);
        listener.use_connection(&listening);
        let writer_state = Arc::new(WriterState::default());
        let writer = Writer {
            pool: writer_pool.clone(),
            node: Arc::clone(&node),
            clock: Arc::clone(&clock),
            state: Arc::clone(&writer_state),
        };
        let (writes, queue) = mpsc::unbounded_channel();
        let tasks = vec![tokio::spawn(writer.run(queue)), tokio::spawn(listener.run(listening))];
        Ok(Self {
            node,
            readers,
            writer_pool,
            writer: Mutex::new(Some(writes)),
            tasks: Mutex::new(tasks),
            clock,
            writer_state,
            listener_state,
            change_sender,
            changes: Mutex::new(Some(changes)),
            failed_reads: AtomicU64::new(0),
            updating_seen: Arc::default(),
        })
    }

    /// The database's clock, which dates the events of all processes.
    #[must_use]
    pub fn clock(&self) -> Arc<DatabaseClock> {
        Arc::clone(&self.clock)
    }

    async fn write(
        &self,
        name: &'static str,
        operation: Operation,
    ) -> Result<Output, StorageError> {
        let (caller, received) = oneshot::channel();
        let write = PendingWrite { name, operation, caller, queued: Instant::now() };
        // A write that nobody takes any more is dropped with its channel.
        match &*lock(&self.writer) {
            Some(writes) => drop(writes.send(write)),
            None => drop(write),
        }
        received.await.unwrap_or_else(|_| Err(QueryError::Closed.to_storage_error(name)))
    }

    async fn write_flag(
        &self,
        name: &'static str,
        operation: Operation,
    ) -> Result<bool, StorageError> {
        match self.write(name, operation).await? {
            Output::Flag(flag) => Ok(flag),
            output => Err(unexpected(name, &output)),
        }
    }

    /// A connection of the pool; after a loss only one that is newer, because the others may be lost too.
    async fn reader(&self, lost_at: Option<std::time::Instant>) -> Result<Object, QueryError> {
        loop {
            let client = self.readers.get().await?;
            if lost_at.is_none_or(|lost_at| Object::metrics(&client).created > lost_at) {
                return Ok(client);
            }
            drop(Object::take(client));
        }
    }

    /// Runs a query on a connection of the pool, and again if that connection had been lost while it was idle.
    async fn read<T>(
        &self,
        name: &'static str,
        query: impl for<'a> Fn(&'a Object) -> Query<'a, T> + Send + Sync,
    ) -> Result<T, StorageError> {
        let attempt = async |lost_at| {
            let client = self.reader(lost_at).await?;
            let result = query(&client).await;
            if result.as_ref().is_err_and(QueryError::lost_connection) {
                drop(Object::take(client));
            }
            result
        };
        let result = timeout(READ_TIMEOUT, async {
            match attempt(None).await {
                Err(error) if error.lost_connection() => {
                    attempt(Some(std::time::Instant::now())).await
                }
                result => result,
            }
        });
        let result = result.await.unwrap_or(Err(QueryError::Timeout));
        result.map_err(|error| {
            self.failed_reads.fetch_add(1, Ordering::Relaxed);
            error.to_storage_error(name)
        })
    }

    /// Stores in the background when a player was seen. Best effort: nobody waits for it.
    fn update_seen(&self, player: PlayerId, now: Millis) {
        let Some(writes) = lock(&self.writer).clone() else { return };
        if !lock(&self.updating_seen).insert(player.clone()) {
            return;
        }
        let (caller, received) = oneshot::channel();
        let operation = Operation::UpdateSeen { player: player.clone(), now };
        let name = "update a player";
        let _ = writes.send(PendingWrite { name, operation, caller, queued: Instant::now() });
        let updating = Arc::clone(&self.updating_seen);
        tokio::spawn(async move {
            if let Ok(Err(error)) = received.await {
                tracing::warn!(%error, "time of the last visit not stored");
            }
            lock(&updating).remove(&player);
        });
    }
}

fn unexpected(name: &str, output: &Output) -> StorageError {
    StorageError::new(name, format!("unexpected result {output:?}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Storage for Postgres {
    fn append(&self, appends: Vec<Append>) -> StorageFuture<'_, Appended> {
        Box::pin(async move {
            let operation = Operation::Append(AppendGroup { appends, key: None });
            match self.write("store events", operation).await? {
                Output::Created(Created::New(appended)) => Ok(appended),
                output => Err(unexpected("store events", &output)),
            }
        })
    }

    fn create(&self, game: Append, key: Option<IdempotencyKey>) -> StorageFuture<'_, Created> {
        Box::pin(async move {
            let operation = Operation::Append(AppendGroup { appends: vec![game], key });
            match self.write("store a game", operation).await? {
                Output::Created(created) => Ok(created),
                output => Err(unexpected("store a game", &output)),
            }
        })
    }

    fn find_key(&self, key: IdempotencyKey, now: Millis) -> StorageFuture<'_, Option<KeyUse>> {
        Box::pin(self.read("read a key", move |client| {
            let key = key.clone();
            Box::pin(async move { queries::find_key(client, &key, now).await })
        }))
    }

    fn history(&self, game: &GameId, after: u32) -> StorageFuture<'_, Option<History>> {
        let game = game.clone();
        Box::pin(self.read("read events", move |client| {
            let game = game.clone();
            Box::pin(async move { queries::history(client, &game, after).await })
        }))
    }

    fn list(&self, query: ListQuery) -> StorageFuture<'_, Vec<GameSummary>> {
        Box::pin(self.read("list games", move |client| {
            let query = query.clone();
            Box::pin(async move { queries::list(client, &query).await })
        }))
    }

    fn deadlines(&self) -> StorageFuture<'_, Vec<Deadline>> {
        self.overdue(Millis::MAX)
    }

    fn stale(&self, since: Millis) -> StorageFuture<'_, Vec<GameId>> {
        Box::pin(
            self.read("find stale games", move |client| Box::pin(queries::stale(client, since))),
        )
    }

    fn add_player(&self, hash: TokenHash, player: Player, now: Millis) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            self.write("store a player", Operation::AddPlayer { hash, player, now }).await.map(drop)
        })
    }

    fn find_player(&self, hash: TokenHash, now: Millis) -> StorageFuture<'_, Option<Player>> {
        Box::pin(async move {
            let found = self
                .read("find a player", move |client| Box::pin(queries::find_player(client, hash)));
            let Some((player, seen)) = found.await? else {
                return Ok(None);
            };
            if seen + SEEN_PRECISION < now {
                self.update_seen(player.id.clone(), now);
            }
            Ok(Some(player))
        })
    }

    fn rename_player(&self, player: Player) -> StorageFuture<'_, bool> {
        Box::pin(self.write_flag("rename a player", Operation::RenamePlayer(player)))
    }

    fn replace_token(&self, old: TokenHash, new: TokenHash) -> StorageFuture<'_, bool> {
        Box::pin(self.write_flag("replace a token", Operation::ReplaceToken { old, new }))
    }

    fn delete_player(
        &self,
        player: &PlayerId,
        ignored: Vec<GameId>,
    ) -> StorageFuture<'_, Deletion> {
        let operation = Operation::DeletePlayer { player: player.clone(), ignored };
        Box::pin(async move {
            match self.write("delete a player", operation).await? {
                Output::Deletion(deletion) => Ok(deletion),
                output => Err(unexpected("delete a player", &output)),
            }
        })
    }

    fn expire(
        &self,
        open_since: Millis,
        seen_since: Millis,
        now: Millis,
    ) -> StorageFuture<'_, Expired> {
        Box::pin(async move {
            let name = "expire games and players";
            let mut total = Expired::default();
            loop {
                let operation = Operation::Expire { open_since, seen_since, now };
                let Expired { open_games, players } = match self.write(name, operation).await? {
                    Output::Expired(expired) => expired,
                    output => return Err(unexpected(name, &output)),
                };
                let is_last = open_games.len().max(players) < EXPIRED_PER_WRITE;
                total.open_games.extend(open_games);
                total.players += players;
                if is_last {
                    return Ok(total);
                }
            }
        })
    }

    fn note_alive(&self, now: Millis) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            self.write("store the time", Operation::NoteAlive(now)).await?;
            if self.writer_state.is_forgotten.swap(false, Ordering::Relaxed) {
                // The server may be stopping.
                let _ = self.change_sender.send(Change::Forgotten);
            }
            Ok(())
        })
    }

    fn last_alive(&self) -> StorageFuture<'_, Option<Millis>> {
        Box::pin(self.read("read the time", |client| Box::pin(queries::last_alive(client))))
    }

    fn note_absences(&self, absences: Vec<Absence>) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            self.write("store absences", Operation::NoteAbsences(absences)).await.map(drop)
        })
    }

    fn absence(&self, game: &GameId) -> StorageFuture<'_, Option<[Option<Millis>; 2]>> {
        let game = game.clone();
        Box::pin(self.read("read absences", move |client| {
            let game = game.clone();
            Box::pin(async move { queries::absence(client, &game).await })
        }))
    }

    fn resume_absences(&self, last_alive: Millis, now: Millis) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let operation = Operation::ResumeAbsences { last_alive, now };
            self.write("resume absences", operation).await.map(drop)
        })
    }

    fn ready(&self, now: Millis) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            if self.writer_state.failing.load(Ordering::Relaxed) {
                return self.note_alive(now).await;
            }
            self.last_alive().await.map(drop)
        })
    }

    fn metrics(&self) -> StorageMetrics {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let pool = self.readers.status();
        StorageMetrics {
            failed_commits: read(&self.writer_state.failed_commits),
            commits: read(&self.writer_state.commits),
            writes: read(&self.writer_state.writes),
            shared: Some(SharedMetrics {
                connections: pool.size as u64,
                connections_available: pool.available as u64,
                waiting_reads: pool.waiting as u64,
                failed_reads: read(&self.failed_reads),
                notifications: read(&self.listener_state.notifications),
                notification_lag: read(&self.listener_state.lag),
                reconnections: read(&self.listener_state.reconnections),
            }),
            ..StorageMetrics::default()
        }
    }

    fn shared(&self) -> Option<&dyn SharedStorage> {
        Some(self)
    }

    fn close(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            lock(&self.writer).take();
            let mut tasks = std::mem::take(&mut *lock(&self.tasks)).into_iter();
            // The writer stores what waits, then ends.
            if let Some(writer) = tasks.next() {
                let _ = writer.await;
            }
            tasks.for_each(|listener| listener.abort());
            self.readers.close();
            self.writer_pool.close();
            Ok(())
        })
    }
}

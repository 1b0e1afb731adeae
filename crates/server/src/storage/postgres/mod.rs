//! The PostgreSQL storage, which any number of processes can use at the same time.
//!
//! Each process has one connection that writes in groups, a pool of connections that read, and one that listens.

mod append;
mod clock;
mod config;
mod error;
mod expiry;
mod listener;
mod locked_state;
mod migrations;
mod notification;
mod opening;
mod players;
mod presence;
mod queries;
mod rows;
mod server_check;
mod tls;
mod transfer;
mod write;
mod writer;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use trid_protocol::{GameId, GameSummary, Player, PlayerId, Time};

use self::append::AppendGroup;
use self::clock::DatabaseClock;
use self::error::QueryError;
use self::expiry::{EXPIRED_PER_WRITE, Expire};
use self::listener::ListenerState;
use self::players::{AddPlayer, DeletePlayer, RenamePlayer, ReplaceToken, UpdateSeen};
use self::presence::{NoteAbsences, NoteAlive, RemoveLostProcesses, ResumeAbsences};
use self::transfer::ImportPlayers;
use self::write::{PendingWrite, Write};
use self::writer::WriterState;
use super::shared::{Change, LostPresence, RemotePresence, StartedAs, Tip};
use super::transfer::PlayerRow;
use super::{
    Absence, Append, Appended, Created, Deadline, Deletion, Expired, History, IdempotencyKey,
    KeyUse, ListQuery, SEEN_PRECISION, SharedMetrics, StorageMetrics, StorageResult,
};
use crate::identity::TokenHash;

pub use self::config::{PostgresConfig, read_password_file};

/// The number of connections that read.
const READERS: usize = 8;
/// How long a read may take, with waiting for a connection.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

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
    /// The database's clock, which dates the events of all processes.
    #[must_use]
    pub fn clock(&self) -> Arc<DatabaseClock> {
        Arc::clone(&self.clock)
    }

    /// Queues a write and waits for its result.
    fn write<W: Write>(&self, write: W) -> impl Future<Output = StorageResult<W::Output>> + use<W> {
        let (caller, received) = oneshot::channel();
        self.queue(PendingWrite::new(write, caller));
        answer(W::NAME, received)
    }

    async fn store(&self, name: &'static str, group: AppendGroup) -> StorageResult<Created> {
        let (caller, received) = oneshot::channel();
        self.queue(PendingWrite::append(name, group, caller));
        answer(name, received).await
    }

    /// A write that nobody takes any more is dropped with its channel.
    fn queue(&self, write: PendingWrite) {
        if let Some(writes) = &*lock(&self.writer) {
            let _ = writes.send(write);
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
    async fn read<T, Reading: Future<Output = Result<T, QueryError>>>(
        &self,
        name: &'static str,
        query: impl Fn(Arc<Object>) -> Reading,
    ) -> StorageResult<T> {
        let attempt = async |lost_at| {
            let client = Arc::new(self.reader(lost_at).await?);
            let result = query(Arc::clone(&client)).await;
            if result.as_ref().is_err_and(QueryError::lost_connection) {
                Arc::into_inner(client).map(Object::take);
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
    fn update_seen(&self, player: PlayerId, now: Time) {
        if !lock(&self.updating_seen).insert(player.clone()) {
            return;
        }
        let updated = self.write(UpdateSeen { player: player.clone(), now });
        let updating = Arc::clone(&self.updating_seen);
        tokio::spawn(async move {
            if let Err(error) = updated.await {
                tracing::warn!(%error, "time of the last visit not stored");
            }
            lock(&updating).remove(&player);
        });
    }
}

async fn answer<T>(
    name: &'static str,
    received: oneshot::Receiver<StorageResult<T>>,
) -> StorageResult<T> {
    received.await.unwrap_or_else(|_| Err(QueryError::Closed.to_storage_error(name)))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What `Storage` offers.
impl Postgres {
    pub(super) async fn append(&self, appends: Vec<Append>) -> StorageResult<Appended> {
        match self.store("store events", AppendGroup { appends, key: None }).await? {
            Created::New(appended) => Ok(appended),
            Created::Known(_) => unreachable!("there is no key"),
        }
    }

    pub(super) async fn create(
        &self,
        game: Append,
        key: Option<IdempotencyKey>,
    ) -> StorageResult<Created> {
        self.store("store a game", AppendGroup { appends: vec![game], key }).await
    }

    pub(super) async fn find_key(
        &self,
        key: IdempotencyKey,
        now: Time,
    ) -> StorageResult<Option<KeyUse>> {
        let key = &key;
        self.read("read a key", |client| async move { queries::find_key(&*client, key, now).await })
            .await
    }

    pub(super) async fn history(
        &self,
        game: &GameId,
        after: u32,
    ) -> StorageResult<Option<History>> {
        self.read(
            "read events",
            |client| async move { queries::history(&client, game, after).await },
        )
        .await
    }

    pub(super) async fn list(&self, query: ListQuery) -> StorageResult<Vec<GameSummary>> {
        let query = &query;
        self.read("list games", |client| async move { queries::list(&client, query).await }).await
    }

    pub(super) async fn deadlines(&self, until: Time) -> StorageResult<Vec<Deadline>> {
        self.read(
            "read deadlines",
            |client| async move { queries::deadlines(&client, until).await },
        )
        .await
    }

    pub(super) async fn stale(&self, since: Time) -> StorageResult<Vec<GameId>> {
        self.read("find stale games", |client| async move { queries::stale(&client, since).await })
            .await
    }

    pub(super) async fn add_player(
        &self,
        hash: TokenHash,
        player: Player,
        now: Time,
    ) -> StorageResult<()> {
        self.write(AddPlayer { hash, player, now }).await
    }

    pub(super) async fn find_player(
        &self,
        hash: TokenHash,
        now: Time,
    ) -> StorageResult<Option<Player>> {
        let found = self.read("find a player", |client| async move {
            queries::find_player(&client, hash).await
        });
        let Some((player, seen)) = found.await? else {
            return Ok(None);
        };
        if seen + SEEN_PRECISION < now {
            self.update_seen(player.id.clone(), now);
        }
        Ok(Some(player))
    }

    pub(super) async fn rename_player(&self, player: Player) -> StorageResult<bool> {
        self.write(RenamePlayer(player)).await
    }

    pub(super) async fn replace_token(
        &self,
        old: TokenHash,
        new: TokenHash,
    ) -> StorageResult<bool> {
        self.write(ReplaceToken { old, new }).await
    }

    pub(super) async fn delete_player(
        &self,
        player: &PlayerId,
        ignored: Vec<GameId>,
    ) -> StorageResult<Deletion> {
        self.write(DeletePlayer { player: player.clone(), ignored }).await
    }

    pub(super) async fn expire(
        &self,
        open_since: Time,
        seen_since: Time,
        now: Time,
    ) -> StorageResult<Expired> {
        let mut total = Expired::default();
        loop {
            let Expired { open_games, players } =
                self.write(Expire { open_since, seen_since, now }).await?;
            let is_last = open_games.len().max(players) < EXPIRED_PER_WRITE;
            total.open_games.extend(open_games);
            total.players += players;
            if is_last {
                return Ok(total);
            }
        }
    }

    pub(super) async fn note_alive(&self, now: Time) -> StorageResult<()> {
        self.write(NoteAlive(now)).await?;
        if self.writer_state.is_forgotten.swap(false, Ordering::Relaxed) {
            // The server may be stopping.
            let _ = self.change_sender.send(Change::Forgotten);
        }
        Ok(())
    }

    pub(super) async fn last_alive(&self) -> StorageResult<Option<Time>> {
        self.read("read the time", |client| async move { queries::last_alive(&client).await }).await
    }

    pub(super) async fn note_absences(&self, absences: Vec<Absence>) -> StorageResult<()> {
        self.write(NoteAbsences(absences)).await
    }

    pub(super) async fn absence(&self, game: &GameId) -> StorageResult<Option<[Option<Time>; 2]>> {
        self.read("read absences", |client| async move { queries::absence(&client, game).await })
            .await
    }

    pub(super) async fn resume_absences(&self, last_alive: Time, now: Time) -> StorageResult<()> {
        self.write(ResumeAbsences { last_alive, now }).await
    }

    pub(super) async fn ready(&self, now: Time) -> StorageResult<()> {
        if self.writer_state.failing.load(Ordering::Relaxed) {
            return self.note_alive(now).await;
        }
        self.last_alive().await.map(drop)
    }

    pub(super) fn changes(&self) -> Option<mpsc::UnboundedReceiver<Change>> {
        lock(&self.changes).take()
    }

    pub(super) async fn join(&self) -> StorageResult<StartedAs> {
        let joined = self.listener_state.join().await;
        joined.map_err(|error| error.to_storage_error("join the other processes"))
    }

    pub(super) async fn resumed(&self) -> StorageResult<()> {
        let shared = self.listener_state.share_process_lock().await;
        shared.map_err(|error| error.to_storage_error("let other processes start"))
    }

    pub(super) async fn tips(&self, games: Vec<GameId>) -> StorageResult<Option<Vec<Tip>>> {
        let games = &games;
        let tips =
            self.read("compare games", |client| async move { queries::tips(&client, games).await });
        tips.await.map(Some)
    }

    pub(super) async fn tokens(
        &self,
        players: Vec<PlayerId>,
    ) -> StorageResult<Option<Vec<(PlayerId, TokenHash)>>> {
        let players = &players;
        let tokens = self
            .read("read tokens", |client| async move { queries::tokens(&client, players).await });
        tokens.await.map(Some)
    }

    pub(super) async fn remote_presence(&self, game: &GameId) -> StorageResult<RemotePresence> {
        let node = &*self.node;
        self.read("read presence", |client| async move {
            queries::remote_presence(&client, game, node).await
        })
        .await
    }

    pub(super) async fn remove_lost_processes(
        &self,
        now: Time,
    ) -> StorageResult<Vec<LostPresence>> {
        self.write(RemoveLostProcesses(now)).await
    }

    pub(super) async fn players_after(
        &self,
        id: String,
        limit: usize,
    ) -> StorageResult<Vec<PlayerRow>> {
        let id = &id;
        self.read("read players", |client| async move {
            transfer::players_after(&client, id, limit as i64).await
        })
        .await
    }

    pub(super) async fn games_after(&self, id: String, limit: usize) -> StorageResult<Vec<String>> {
        let id = &id;
        self.read("read games", |client| async move {
            transfer::games_after(&client, id, limit as i64).await
        })
        .await
    }

    pub(super) async fn import_players(&self, players: Vec<PlayerRow>) -> StorageResult<()> {
        self.write(ImportPlayers(players)).await
    }

    pub(super) fn metrics(&self) -> StorageMetrics {
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

    pub(super) async fn close(&self) -> StorageResult<()> {
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
    }
}

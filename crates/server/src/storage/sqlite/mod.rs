//! The SQLite storage and its threads: one writer with group commit, two readers, one for lists, one for checkpoints.

mod checkpoints;
mod connection;
#[cfg(test)]
mod faults;
mod idempotency;
mod identity;
mod list_index;
mod lock;
mod migrations;
mod permissions;
mod queries;
mod same_file;
mod seats;
mod threads;
mod transfer;
mod version;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;
use trid_protocol::{GameId, GameSummary, Player, PlayerId, Time};

use self::checkpoints::LogState;
use self::connection::{Database, READ_TIMEOUT, cannot_open};
use self::lock::{DatabaseLock, cannot_write, resolve};
use self::threads::{answer, lock, read_with, run_reader, run_writer, send, spawn};
use self::writer::{PendingWrite, Write, Writer};
use super::shared::{LostPresence, RemotePresence, StartedAs, Tip};
use super::transfer::PlayerRow;
use super::{
    Absence, Append, Appended, Created, Deadline, Deletion, Expired, History, IdempotencyKey,
    KeyUse, ListQuery, OpenError, SEEN_PRECISION, StorageError, StorageMetrics, StorageResult,
};
use crate::identity::TokenHash;

const READERS: usize = 2;

type Read = Box<dyn FnOnce(&Connection) + Send>;

/// What tests change.
#[derive(Clone, Copy, Debug)]
struct Options {
    /// How long all waiting writes together wait for another program's lock.
    lock_timeout: Duration,
    /// A write-ahead log of more pages than this is shortened: 64 MiB.
    max_log_pages: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { lock_timeout: Duration::from_secs(5), max_log_pages: 16_384 }
    }
}

/// Games and players in a SQLite file.
pub struct Sqlite {
    /// `None` once closed.
    writer: Mutex<Option<Sender<Box<dyn Write>>>>,
    readers: Mutex<Option<Sender<Read>>>,
    /// Lists may be slow, so they have their own thread.
    lister: Mutex<Option<Sender<Read>>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    state: Arc<WriterState>,
    /// The players whose `seen` is being updated.
    updating_seen: Arc<Mutex<HashSet<PlayerId>>>,
    /// `None` once closed, and in tests without a file.
    lock: Mutex<Option<Arc<DatabaseLock>>>,
}

/// What the writer reports.
#[derive(Default)]
struct WriterState {
    log: LogState,
    /// Whether the last commit failed, for example because the disk is full.
    failing: AtomicBool,
    failed_commits: AtomicU64,
    commits: AtomicU64,
    /// The number of writes in all commits.
    writes: AtomicU64,
}

impl Sqlite {
    /// Opens the file, creating and migrating it if needed, and locks it until it is closed.
    ///
    /// # Errors
    /// [`OpenError`] if another server uses the file, it cannot be opened, or it is from a newer version or another
    /// program. Such a file is left as it is.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::open_with(path, Options::default())
    }

    fn open_with(path: &Path, options: Options) -> Result<Self, OpenError> {
        version::check(rusqlite::version_number())?;
        let path = resolve(path);
        let check = || identity::check(&path, migrations::VERSION);
        let check = || check().map_err(|error| cannot_open(&path, error).into());
        let mut lock = DatabaseLock::acquire(&path, check)?;
        permissions::restrict(&path).map_err(|error| cannot_write(&path, &error))?;
        let database = Database::new(path);
        let writer = database.open()?;
        lock.lock_log(&database.path)?;
        Ok(Self::start(&database, writer, Some(Arc::new(lock)), options)?)
    }

    /// Starts the threads.
    fn start(
        database: &Database,
        writer: Connection,
        lock: Option<Arc<DatabaseLock>>,
        options: Options,
    ) -> Result<Self, StorageError> {
        let (write_sender, writes) = mpsc::channel();
        let (reader, reads) = mpsc::channel::<Read>();
        let (lister, lists) = mpsc::channel::<Read>();
        let [reads, lists] = [reads, lists].map(|jobs| Arc::new(Mutex::new(jobs)));
        let mut threads = Vec::new();
        for reads in [vec![reads; READERS], vec![lists]].concat() {
            let connection = database.connect(READ_TIMEOUT)?;
            threads.push(spawn("reader", &lock, move || run_reader(&connection, &reads))?);
        }
        let state = Arc::new(WriterState::default());
        let (stop, stopped) = mpsc::channel();
        let connection = database.connect(Duration::ZERO)?;
        let shared = Arc::clone(&state);
        threads.push(spawn("checkpoint", &lock, move || {
            checkpoints::run(&connection, &stopped, &shared.log, options.max_log_pages);
        })?);
        let mut writer = Writer::new(writer, options.lock_timeout, lock.clone());
        let shared = Arc::clone(&state);
        threads.push(spawn("writer", &lock, move || {
            run_writer(&mut writer, &writes, &shared);
            drop(stop);
        })?);
        Ok(Self {
            writer: Mutex::new(Some(write_sender)),
            readers: Mutex::new(Some(reader)),
            lister: Mutex::new(Some(lister)),
            threads: Mutex::new(threads),
            state,
            updating_seen: Arc::default(),
            lock: Mutex::new(lock),
        })
    }

    /// Writes the server's address to the lock file, for the error message of a second server.
    pub fn write_address(&self, address: &str) {
        if let Some(lock) = &*lock(&self.lock) {
            lock.write_address(address);
        }
    }

    /// Queues a write and waits for its result.
    fn write<T, Work>(
        &self,
        operation: &'static str,
        work: Work,
    ) -> impl Future<Output = StorageResult<T>> + use<T, Work>
    where
        T: Send + 'static,
        Work: FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    {
        let (caller, received) = oneshot::channel();
        send(&self.writer, Box::new(PendingWrite { operation, work, value: None, caller }));
        answer(operation, received)
    }

    async fn read<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StorageResult<T> {
        read_with(&self.readers, operation, work).await
    }

    /// Stores in the background when a player was seen. Best effort: nobody waits for it.
    fn update_seen(&self, player: PlayerId, now: Time) {
        if !lock(&self.updating_seen).insert(player.clone()) {
            return;
        }
        let id = player.clone();
        let updated = self
            .write("update a player", move |connection| queries::update_seen(connection, &id, now));
        let updating = Arc::clone(&self.updating_seen);
        tokio::spawn(async move {
            if let Err(error) = updated.await {
                tracing::warn!(%error, "time of the last visit not stored");
            }
            lock(&updating).remove(&player);
        });
    }
}

/// What `Storage` offers.
impl Sqlite {
    pub(super) async fn append(&self, appends: Vec<Append>) -> StorageResult<Appended> {
        self.write("store events", move |connection| queries::append_all(connection, &appends))
            .await
    }

    pub(super) async fn create(
        &self,
        game: Append,
        key: Option<IdempotencyKey>,
    ) -> StorageResult<Created> {
        let created = self.write("store a game", move |connection| {
            let now = game.summary.created;
            if let Some(key) = &key {
                if let Some(known) = idempotency::find(connection, key, now)? {
                    return Ok(Created::Known(known));
                }
                idempotency::insert(connection, key, &game.game, now)?;
            }
            queries::append_all(connection, std::slice::from_ref(&game)).map(Created::New)
        });
        created.await
    }

    pub(super) async fn find_key(
        &self,
        key: IdempotencyKey,
        now: Time,
    ) -> StorageResult<Option<KeyUse>> {
        self.read("read a key", move |connection| idempotency::find(connection, &key, now)).await
    }

    pub(super) async fn history(
        &self,
        game: &GameId,
        after: u32,
    ) -> StorageResult<Option<History>> {
        let game = game.clone();
        self.read("read events", move |connection| queries::history(connection, &game, after)).await
    }

    pub(super) async fn list(&self, query: ListQuery) -> StorageResult<Vec<GameSummary>> {
        let list = move |connection: &Connection| list_index::list(connection, &query);
        read_with(&self.lister, "list games", list).await
    }

    pub(super) async fn deadlines(&self, until: Time) -> StorageResult<Vec<Deadline>> {
        self.read("read deadlines", move |connection| queries::deadlines(connection, until)).await
    }

    pub(super) async fn stale(&self, since: Time) -> StorageResult<Vec<GameId>> {
        self.read("find stale games", move |connection| queries::stale(connection, since)).await
    }

    pub(super) async fn add_player(
        &self,
        hash: TokenHash,
        player: Player,
        now: Time,
    ) -> StorageResult<()> {
        self.write("store a player", move |connection| {
            queries::add_player(connection, hash, &player, now)
        })
        .await
    }

    pub(super) async fn find_player(
        &self,
        hash: TokenHash,
        now: Time,
    ) -> StorageResult<Option<Player>> {
        let found =
            self.read("find a player", move |connection| queries::find_player(connection, hash));
        let Some((player, seen)) = found.await? else {
            return Ok(None);
        };
        if seen + SEEN_PRECISION < now {
            self.update_seen(player.id.clone(), now);
        }
        Ok(Some(player))
    }

    pub(super) async fn rename_player(&self, player: Player) -> StorageResult<bool> {
        self.write("rename a player", move |connection| queries::rename_player(connection, &player))
            .await
    }

    pub(super) async fn replace_token(
        &self,
        old: TokenHash,
        new: TokenHash,
    ) -> StorageResult<bool> {
        self.write("replace a token", move |connection| {
            queries::replace_token(connection, old, new)
        })
        .await
    }

    pub(super) async fn delete_player(
        &self,
        player: &PlayerId,
        ignored: Vec<GameId>,
    ) -> StorageResult<Deletion> {
        let player = player.clone();
        self.write("delete a player", move |connection| {
            seats::delete_player(connection, &player, &ignored)
        })
        .await
    }

    pub(super) async fn expire(
        &self,
        open_since: Time,
        seen_since: Time,
        now: Time,
    ) -> StorageResult<Expired> {
        self.write("expire games and players", move |connection| {
            queries::expire(connection, open_since, seen_since, now)
        })
        .await
    }

    pub(super) async fn note_alive(&self, now: Time) -> StorageResult<()> {
        self.write("store the time", move |connection| queries::set_alive(connection, now)).await
    }

    pub(super) async fn last_alive(&self) -> StorageResult<Option<Time>> {
        self.read("read the time", queries::last_alive).await
    }

    pub(super) async fn note_absences(&self, absences: Vec<Absence>) -> StorageResult<()> {
        self.write("store absences", move |connection| {
            absences.iter().try_for_each(|absence| queries::set_absence(connection, absence))
        })
        .await
    }

    pub(super) async fn absence(&self, game: &GameId) -> StorageResult<Option<[Option<Time>; 2]>> {
        let game = game.clone();
        self.read("read absences", move |connection| queries::absence(connection, &game)).await
    }

    pub(super) async fn resume_absences(&self, last_alive: Time, now: Time) -> StorageResult<()> {
        self.write("resume absences", move |connection| {
            queries::resume_absences(connection, last_alive, now)
        })
        .await
    }

    pub(super) async fn ready(&self, now: Time) -> StorageResult<()> {
        let files = lock(&self.lock).as_ref().map_or(Ok(()), |lock| lock.check());
        if self.state.failing.load(Ordering::Relaxed) || files.is_err() {
            return self.note_alive(now).await;
        }
        self.last_alive().await.map(drop)
    }

    pub(super) async fn players_after(
        &self,
        id: String,
        limit: usize,
    ) -> StorageResult<Vec<PlayerRow>> {
        self.read("read players", move |connection| transfer::players_after(connection, &id, limit))
            .await
    }

    pub(super) async fn games_after(&self, id: String, limit: usize) -> StorageResult<Vec<String>> {
        self.read("read games", move |connection| transfer::games_after(connection, &id, limit))
            .await
    }

    pub(super) async fn import_players(&self, players: Vec<PlayerRow>) -> StorageResult<()> {
        self.write("store players", move |connection| {
            transfer::import_players(connection, &players)
        })
        .await
    }

    pub(super) fn metrics(&self) -> StorageMetrics {
        let failed_commits = self.state.failed_commits.load(Ordering::Relaxed);
        let commits = self.state.commits.load(Ordering::Relaxed);
        let writes = self.state.writes.load(Ordering::Relaxed);
        StorageMetrics { failed_commits, commits, writes, ..self.state.log.metrics() }
    }

    pub(super) async fn close(&self) -> StorageResult<()> {
        lock(&self.writer).take();
        lock(&self.readers).take();
        lock(&self.lister).take();
        let threads = std::mem::take(&mut *lock(&self.threads));
        tokio::task::spawn_blocking(move || {
            for thread in threads {
                let _ = thread.join();
            }
        })
        .await
        .map_err(|error| StorageError::new("close the database", error))?;
        lock(&self.lock).take();
        Ok(())
    }
}

/// A file has one server at a time, so no other process uses it.
impl Sqlite {
    pub(super) async fn join(&self) -> StorageResult<StartedAs> {
        Ok(StartedAs::First)
    }

    pub(super) async fn resumed(&self) -> StorageResult<()> {
        Ok(())
    }

    pub(super) async fn tips(&self, _: Vec<GameId>) -> StorageResult<Option<Vec<Tip>>> {
        Ok(None)
    }

    pub(super) async fn tokens(
        &self,
        _: Vec<PlayerId>,
    ) -> StorageResult<Option<Vec<(PlayerId, TokenHash)>>> {
        Ok(None)
    }

    pub(super) async fn remote_presence(&self, _: &GameId) -> StorageResult<RemotePresence> {
        Ok(RemotePresence::default())
    }

    pub(super) async fn remove_lost_processes(&self, _: Time) -> StorageResult<Vec<LostPresence>> {
        Ok(Vec::new())
    }
}

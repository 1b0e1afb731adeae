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
mod transfer;
mod version;
mod writer;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;
use trid_protocol::{GameId, GameSummary, Millis, Player, PlayerId};

use self::checkpoints::LogState;
use self::connection::{Database, READ_TIMEOUT, cannot_open, storage_error};
use self::lock::{DatabaseLock, cannot_write, resolve};
use self::writer::{PendingWrite, Write, Writer};
use super::transfer::{GameRow, PlayerRow, TransferStorage};
use super::{
    Absence, Append, Appended, Created, Deadline, Deletion, Expired, History, IdempotencyKey,
    KeyUse, ListQuery, OpenError, SEEN_PRECISION, Storage, StorageError, StorageFuture,
    StorageMetrics,
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

    fn write<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnMut(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StorageFuture<'static, T> {
        let (caller, received) = oneshot::channel();
        send(&self.writer, Box::new(PendingWrite { operation, work, value: None, caller }));
        wait(operation, received)
    }

    fn read<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StorageFuture<'_, T> {
        Self::read_with(&self.readers, operation, work)
    }

    fn read_with<T: Send + 'static>(
        readers: &Mutex<Option<Sender<Read>>>,
        operation: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StorageFuture<'static, T> {
        let (sender, received) = oneshot::channel();
        let job: Read = Box::new(move |connection| {
            let result = work(connection);
            // The caller may have been cancelled.
            let _ = sender.send(result.map_err(|error| storage_error(operation, &error)));
        });
        send(readers, job);
        wait(operation, received)
    }

    /// Stores in the background when a player was seen. Best effort: nobody waits for it.
    fn update_seen(&self, player: PlayerId, now: Millis) {
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

impl Storage for Sqlite {
    fn append(&self, appends: Vec<Append>) -> StorageFuture<'_, Appended> {
        self.write("store events", move |connection| queries::append_all(connection, &appends))
    }

    fn create(&self, game: Append, key: Option<IdempotencyKey>) -> StorageFuture<'_, Created> {
        self.write("store a game", move |connection| {
            let now = game.summary.created;
            if let Some(key) = &key {
                if let Some(known) = idempotency::find(connection, key, now)? {
                    return Ok(Created::Known(known));
                }
                idempotency::insert(connection, key, &game.game, now)?;
            }
            queries::append_all(connection, std::slice::from_ref(&game)).map(Created::New)
        })
    }

    fn find_key(&self, key: IdempotencyKey, now: Millis) -> StorageFuture<'_, Option<KeyUse>> {
        self.read("read a key", move |connection| idempotency::find(connection, &key, now))
    }

    fn history(&self, game: &GameId, after: u32) -> StorageFuture<'_, Option<History>> {
        let game = game.clone();
        self.read("read events", move |connection| queries::history(connection, &game, after))
    }

    fn list(&self, query: ListQuery) -> StorageFuture<'_, Vec<GameSummary>> {
        Self::read_with(&self.lister, "list games", move |connection| {
            list_index::list(connection, &query)
        })
    }

    fn deadlines(&self) -> StorageFuture<'_, Vec<Deadline>> {
        self.read("read deadlines", queries::deadlines)
    }

    fn stale(&self, since: Millis) -> StorageFuture<'_, Vec<GameId>> {
        self.read("find stale games", move |connection| queries::stale(connection, since))
    }

    fn add_player(&self, hash: TokenHash, player: Player, now: Millis) -> StorageFuture<'_, ()> {
        self.write("store a player", move |connection| {
            queries::add_player(connection, hash, &player, now)
        })
    }

    fn find_player(&self, hash: TokenHash, now: Millis) -> StorageFuture<'_, Option<Player>> {
        let found =
            self.read("find a player", move |connection| queries::find_player(connection, hash));
        Box::pin(async move {
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
        self.write("rename a player", move |connection| queries::rename_player(connection, &player))
    }

    fn replace_token(&self, old: TokenHash, new: TokenHash) -> StorageFuture<'_, bool> {
        self.write("replace a token", move |connection| {
            queries::replace_token(connection, old, new)
        })
    }

    fn delete_player(
        &self,
        player: &PlayerId,
        ignored: Vec<GameId>,
    ) -> StorageFuture<'_, Deletion> {
        let player = player.clone();
        self.write("delete a player", move |connection| {
            seats::delete_player(connection, &player, &ignored)
        })
    }

    fn expire(
        &self,
        open_since: Millis,
        seen_since: Millis,
        now: Millis,
    ) -> StorageFuture<'_, Expired> {
        self.write("expire games and players", move |connection| {
            queries::expire(connection, open_since, seen_since, now)
        })
    }

    fn note_alive(&self, now: Millis) -> StorageFuture<'_, ()> {
        self.write("store the time", move |connection| queries::set_alive(connection, now))
    }

    fn last_alive(&self) -> StorageFuture<'_, Option<Millis>> {
        self.read("read the time", queries::last_alive)
    }

    fn note_absences(&self, absences: Vec<Absence>) -> StorageFuture<'_, ()> {
        self.write("store absences", move |connection| {
            absences.iter().try_for_each(|absence| queries::set_absence(connection, absence))
        })
    }

    fn absence(&self, game: &GameId) -> StorageFuture<'_, Option<[Option<Millis>; 2]>> {
        let game = game.clone();
        self.read("read absences", move |connection| queries::absence(connection, &game))
    }

    fn resume_absences(&self, last_alive: Millis, now: Millis) -> StorageFuture<'_, ()> {
        self.write("resume absences", move |connection| {
            queries::resume_absences(connection, last_alive, now)
        })
    }

    fn ready(&self, now: Millis) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let files = lock(&self.lock).as_ref().map_or(Ok(()), |lock| lock.check());
            if self.state.failing.load(Ordering::Relaxed) || files.is_err() {
                return self.note_alive(now).await;
            }
            self.last_alive().await.map(drop)
        })
    }

    fn metrics(&self) -> StorageMetrics {
        let failed_commits = self.state.failed_commits.load(Ordering::Relaxed);
        let commits = self.state.commits.load(Ordering::Relaxed);
        let writes = self.state.writes.load(Ordering::Relaxed);
        StorageMetrics { failed_commits, commits, writes, ..self.state.log.metrics() }
    }

    fn close(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
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
        })
    }
}

impl TransferStorage for Sqlite {
    fn players_after(&self, id: String, limit: usize) -> StorageFuture<'_, Vec<PlayerRow>> {
        self.read("read players", move |connection| transfer::players_after(connection, &id, limit))
    }

    fn games_after(&self, id: String, limit: usize) -> StorageFuture<'_, Vec<GameRow>> {
        self.read("read games", move |connection| transfer::games_after(connection, &id, limit))
    }

    fn import_players(&self, players: Vec<PlayerRow>) -> StorageFuture<'_, ()> {
        self.write("store players", move |connection| {
            transfer::import_players(connection, &players)
        })
    }

    fn import_games(&self, games: Vec<GameRow>) -> StorageFuture<'_, ()> {
        self.write("store games", move |connection| transfer::import_games(connection, &games))
    }
}

/// The lock is held until the thread has closed its connection.
fn spawn(
    name: &str,
    lock: &Option<Arc<DatabaseLock>>,
    work: impl FnOnce() + Send + 'static,
) -> Result<thread::JoinHandle<()>, StorageError> {
    let lock = lock.clone();
    let work = move || {
        work();
        drop(lock);
    };
    thread::Builder::new()
        .name(format!("sqlite {name}"))
        .spawn(work)
        .map_err(|error| StorageError::new("start a thread", error))
}

/// A job sent after closing is dropped with its response channel, so that the caller gets an error.
fn send<Job>(jobs: &Mutex<Option<Sender<Job>>>, job: Job) {
    if let Some(jobs) = lock(jobs).as_ref() {
        let _ = jobs.send(job);
    }
}

fn wait<T: Send + 'static>(
    operation: &'static str,
    received: oneshot::Receiver<Result<T, StorageError>>,
) -> StorageFuture<'static, T> {
    Box::pin(async move {
        received
            .await
            .unwrap_or_else(|_| Err(StorageError::new(operation, "the database is closed")))
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn run_writer(writer: &mut Writer, writes: &Receiver<Box<dyn Write>>, state: &WriterState) {
    while let Ok(first) = writes.recv() {
        let mut first = Some(first);
        let report = |works: bool| state.failing.store(!works, Ordering::Relaxed);
        let mut taken = 0;
        let mut next = || {
            let write = first.take().or_else(|| writes.try_recv().ok());
            taken += u64::from(write.is_some());
            write
        };
        let works = writer.commit_group(&mut next, &report);
        state.commits.fetch_add(u64::from(works), Ordering::Relaxed);
        state.writes.fetch_add(if works { taken } else { 0 }, Ordering::Relaxed);
        state.failed_commits.fetch_add(u64::from(!works), Ordering::Relaxed);
        checkpoints::shorten_log(writer.connection(), &state.log);
    }
}

fn run_reader(connection: &Connection, reads: &Mutex<Receiver<Read>>) {
    loop {
        let next = lock(reads).recv();
        match next {
            Ok(read) => read(connection),
            Err(_) => return,
        }
    }
}

//! The SQLite storage and its threads: one writer with group commit, two readers, one for lists, one for checkpoints.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;
use trid_protocol::{Event, GameId, GameSummary, Millis, Player, PlayerId};

use super::connection::{connect, open, storage_error};
use super::lock::DatabaseLock;
use super::{
    Absence, Append, Appended, Created, Deadline, Deletion, Expired, IdempotencyKey, KeyUse,
    ListQuery, OpenError, Storage, StorageError, StorageFuture, idempotency, list_index, queries,
    seats,
};
use crate::identity::TokenHash;

const READERS: usize = 2;
/// The maximum number of writes per commit.
const MAX_GROUP: usize = 512;
/// Frequent checkpoints are short, so that no commit waits long for one.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(200);
/// A write-ahead log of more pages than this is truncated, even if the writer has to wait for it.
const MAX_LOG_PAGES: i64 = 16_384;
/// The precision of the time a player was last seen: one hour.
const SEEN_PRECISION: Millis = 3_600_000;

type Finish = Box<dyn FnOnce(Result<(), &rusqlite::Error>) + Send>;
type Write = Box<dyn FnOnce(&Connection) -> Finish + Send>;
type Read = Box<dyn FnOnce(&Connection) + Send>;

/// Games and players in a SQLite file.
pub struct Sqlite {
    /// `None` once closed.
    writer: Mutex<Option<Sender<Write>>>,
    readers: Mutex<Option<Sender<Read>>>,
    /// Lists may be slow, so they have their own thread.
    lister: Mutex<Option<Sender<Read>>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    /// Whether the last commit failed, for example because the disk is full.
    failing: Arc<AtomicBool>,
    /// `None` once closed.
    lock: Mutex<Option<DatabaseLock>>,
}

impl Sqlite {
    /// Opens the file, creating and migrating it if needed, and locks it until it is closed.
    ///
    /// # Errors
    /// [`OpenError`] if another server uses the file, it cannot be opened, or it is from a newer version.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let lock = DatabaseLock::acquire(path)?;
        let write_connection = open(path)?;
        let (writer, writes) = mpsc::channel();
        let (reader, reads) = mpsc::channel::<Read>();
        let (lister, lists) = mpsc::channel::<Read>();
        let [reads, lists] = [reads, lists].map(|jobs| Arc::new(Mutex::new(jobs)));
        let mut threads = Vec::new();
        for reads in [vec![reads; READERS], vec![lists]].concat() {
            let connection = connect(path)?;
            threads.push(spawn("reader", move || run_reader(&connection, &reads))?);
        }
        let wrote = Arc::new(AtomicBool::new(false));
        let failing = Arc::new(AtomicBool::new(false));
        let failed = Arc::clone(&failing);
        let (stop, stopped) = mpsc::channel();
        let checkpoint_connection = connect(path)?;
        let wrote_since = Arc::clone(&wrote);
        threads.push(spawn("checkpoint", move || {
            run_checkpoints(&checkpoint_connection, &stopped, &wrote_since);
        })?);
        threads.push(spawn("writer", move || {
            run_writer(&write_connection, &writes, &wrote, &failed);
            drop(stop);
        })?);
        Ok(Self {
            writer: Mutex::new(Some(writer)),
            readers: Mutex::new(Some(reader)),
            lister: Mutex::new(Some(lister)),
            threads: Mutex::new(threads),
            failing,
            lock: Mutex::new(Some(lock)),
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
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> StorageFuture<'_, T> {
        let (sender, received) = oneshot::channel();
        let job: Write = Box::new(move |connection| {
            let result = in_savepoint(connection, work);
            Box::new(move |committed| {
                let result = match (result, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    (Err(error), _) => Err(storage_error(operation, &error)),
                    (Ok(_), Err(error)) => Err(storage_error(operation, error)),
                };
                // The caller may have been cancelled.
                let _ = sender.send(result);
            })
        });
        send(&self.writer, job);
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
}

impl Storage for Sqlite {
    fn append(&self, appends: Vec<Append>) -> StorageFuture<'_, Appended> {
        self.write("store events", move |connection| {
            for append in &appends {
                let appended = queries::append(connection, append)?;
                if appended != Appended::Stored {
                    connection.prepare_cached("ROLLBACK TO one")?.execute(())?;
                    return Ok(appended);
                }
            }
            Ok(Appended::Stored)
        })
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
            let appended = queries::append(connection, &game)?;
            if appended != Appended::Stored {
                connection.prepare_cached("ROLLBACK TO one")?.execute(())?;
            }
            Ok(Created::New(appended))
        })
    }

    fn find_key(&self, key: IdempotencyKey, now: Millis) -> StorageFuture<'_, Option<KeyUse>> {
        self.read("read a key", move |connection| idempotency::find(connection, &key, now))
    }

    fn events(&self, game: &GameId, after: u32) -> StorageFuture<'_, Option<Vec<Event>>> {
        let game = game.clone();
        self.read("read events", move |connection| queries::events(connection, &game, after))
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
                let id = player.id.clone();
                self.write("update a player", move |connection| {
                    queries::update_seen(connection, &id, now)
                })
                .await?;
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
            if self.failing.load(Ordering::Relaxed) {
                return self.note_alive(now).await;
            }
            self.last_alive().await.map(drop)
        })
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

fn spawn(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> Result<thread::JoinHandle<()>, StorageError> {
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

/// Runs part of a transaction, rolled back if it fails.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("SAVEPOINT one")?.execute(())?;
    let result = work(connection);
    if result.is_err() {
        connection.prepare_cached("ROLLBACK TO one")?.execute(())?;
    }
    connection.prepare_cached("RELEASE one")?.execute(())?;
    result
}

/// Commits all waiting writes together, then responds to each.
fn run_writer(
    connection: &Connection,
    writes: &Receiver<Write>,
    wrote: &AtomicBool,
    failing: &AtomicBool,
) {
    while let Ok(first) = writes.recv() {
        let mut finish: Vec<Finish> = Vec::new();
        let committed = connection.execute_batch("BEGIN IMMEDIATE").and_then(|()| {
            finish.push(first(connection));
            while finish.len() < MAX_GROUP
                && let Ok(next) = writes.try_recv()
            {
                finish.push(next(connection));
            }
            connection.execute_batch("COMMIT")
        });
        if let Err(error) = &committed {
            tracing::error!(%error, writes = finish.len(), "commit failed");
            if !connection.is_autocommit() {
                let _ = connection.execute_batch("ROLLBACK");
            }
        }
        wrote.store(true, Ordering::Relaxed);
        failing.store(committed.is_err(), Ordering::Relaxed);
        for finish in finish {
            finish(committed.as_ref().copied());
        }
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

fn run_checkpoints(connection: &Connection, stopped: &Receiver<()>, wrote: &AtomicBool) {
    let checkpoint = |mode: &str| {
        connection
            .query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| row.get::<_, i64>(1))
    };
    loop {
        if stopped.recv_timeout(CHECKPOINT_INTERVAL) != Err(RecvTimeoutError::Timeout) {
            let _ = checkpoint("TRUNCATE");
            return;
        }
        if wrote.swap(false, Ordering::Relaxed) {
            match checkpoint("PASSIVE") {
                Ok(pages) if pages > MAX_LOG_PAGES => drop(checkpoint("TRUNCATE")),
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "checkpoint failed"),
            }
        }
    }
}

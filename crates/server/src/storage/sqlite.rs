//! Games and players in a SQLite file: one thread writes, in groups; two read; one lists; one tidies the write-ahead log.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::lock::Lock;
use super::opening::{connect, open, with_way_out};
use super::{
    Absence, Answer, Append, Appended, Deadline, Expired, Listing, OpenError, Storage,
    StorageError, queries, shelves,
};
use crate::clock::Millis;
use crate::identity::{GameId, PlayerId, TokenHash};
use crate::wire::{Event, GameSummary, Player};

const READERS: usize = 2;
/// The most writes that share one commit.
const GROUP: usize = 512;
/// How often what the log holds is moved into the file: often, so that each time is short and no commit waits long for it.
const CHECKPOINT_EVERY: Duration = Duration::from_millis(200);
/// A log of more pages than this is cut, even if the writer has to wait for it.
const LONGEST_LOG: i64 = 16_384;
/// Whether a player was seen is noted to the hour.
const SEEN_PRECISION: Millis = 3_600_000;

type Finish = Box<dyn FnOnce(Result<(), &rusqlite::Error>) + Send>;
type Write = Box<dyn FnOnce(&Connection) -> Finish + Send>;
type Read = Box<dyn FnOnce(&Connection) + Send>;

/// Games and players in a SQLite file.
pub struct Sqlite {
    /// `None` once closed.
    writer: Mutex<Option<Sender<Write>>>,
    readers: Mutex<Option<Sender<Read>>>,
    /// Lists may take long; what players wait for does not wait for them.
    lister: Mutex<Option<Sender<Read>>>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
    /// Whether the last commit failed: a full disk, for one.
    failing: Arc<AtomicBool>,
    /// `None` once closed.
    lock: Mutex<Option<Lock>>,
}

impl Sqlite {
    /// Opens the file, which is made if it is not there, and brings it up to date. No one else can, until it is closed.
    ///
    /// # Errors
    /// [`OpenError`] if another server uses it, it cannot be opened, or comes from a newer program.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let lock = Lock::take(path)?;
        let writing = open(path)?;
        let (writer, writes) = mpsc::channel();
        let (reader, reads) = mpsc::channel::<Read>();
        let (lister, lists) = mpsc::channel::<Read>();
        let [reads, lists] = [reads, lists].map(|jobs| Arc::new(Mutex::new(jobs)));
        let mut threads = Vec::new();
        for reads in [vec![reads; READERS], vec![lists]].concat() {
            let connection = connect(path)?;
            threads.push(spawn("reader", move || read_all(&connection, &reads))?);
        }
        let wrote = Arc::new(AtomicBool::new(false));
        let failing = Arc::new(AtomicBool::new(false));
        let failed = Arc::clone(&failing);
        let (stop, stopped) = mpsc::channel();
        let tidying = connect(path)?;
        let seen = Arc::clone(&wrote);
        threads.push(spawn("checkpoint", move || checkpoint_all(&tidying, &stopped, &seen))?);
        threads.push(spawn("writer", move || {
            write_all(&writing, &writes, &wrote, &failed);
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

    /// Leaves word where the server is, for whoever finds the database in use.
    pub fn note_address(&self, address: &str) {
        if let Some(lock) = &*lock(&self.lock) {
            lock.note(address);
        }
    }

    fn write<T: Send + 'static>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        let (answer, answered) = oneshot::channel();
        let job: Write = Box::new(move |connection| {
            let result = in_savepoint(connection, work);
            Box::new(move |committed| {
                let result = match (result, committed) {
                    (Ok(value), Ok(())) => Ok(value),
                    (Err(error), _) => Err(StorageError::new(doing, with_way_out(&error))),
                    (Ok(_), Err(error)) => Err(StorageError::new(doing, with_way_out(error))),
                };
                // Whoever asked may have gone away meanwhile.
                let _ = answer.send(result);
            })
        });
        send(&self.writer, job);
        wait(doing, answered)
    }

    fn read<T: Send + 'static>(
        &self,
        doing: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'_, T> {
        Self::read_by(&self.readers, doing, work)
    }

    fn read_by<T: Send + 'static>(
        readers: &Mutex<Option<Sender<Read>>>,
        doing: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Answer<'static, T> {
        let (answer, answered) = oneshot::channel();
        let job: Read = Box::new(move |connection| {
            // Whoever asked may have gone away meanwhile.
            let result = work(connection);
            let _ =
                answer.send(result.map_err(|error| StorageError::new(doing, with_way_out(&error))));
        });
        send(readers, job);
        wait(doing, answered)
    }
}

impl Storage for Sqlite {
    fn append(&self, appends: Vec<Append>) -> Answer<'_, Appended> {
        self.write("store events", move |connection| {
            for append in &appends {
                if queries::append(connection, append)? == Appended::Conflict {
                    connection.prepare_cached("ROLLBACK TO one")?.execute(())?;
                    return Ok(Appended::Conflict);
                }
            }
            Ok(Appended::Stored)
        })
    }

    fn events(&self, game: &GameId, after: u32) -> Answer<'_, Option<Vec<Event>>> {
        let game = game.clone();
        self.read("read events", move |connection| queries::events(connection, &game, after))
    }

    fn list(&self, listing: Listing) -> Answer<'_, Vec<GameSummary>> {
        Self::read_by(&self.lister, "list games", move |connection| {
            shelves::list(connection, &listing)
        })
    }

    fn count_unfinished(&self, player: &PlayerId) -> Answer<'_, u32> {
        let player = player.clone();
        self.read("count games", move |connection| queries::count_unfinished(connection, &player))
    }

    fn deadlines(&self) -> Answer<'_, Vec<Deadline>> {
        self.read("read deadlines", queries::deadlines)
    }

    fn stale(&self, since: Millis) -> Answer<'_, Vec<GameId>> {
        self.read("find stale games", move |connection| queries::stale(connection, since))
    }

    fn add_player(&self, hash: TokenHash, player: Player, now: Millis) -> Answer<'_, ()> {
        self.write("store a player", move |connection| {
            queries::add_player(connection, hash, &player, now)
        })
    }

    fn find_player(&self, hash: TokenHash, now: Millis) -> Answer<'_, Option<Player>> {
        let found =
            self.read("find a player", move |connection| queries::find_player(connection, hash));
        Box::pin(async move {
            let Some((player, seen)) = found.await? else {
                return Ok(None);
            };
            if seen + SEEN_PRECISION < now {
                let id = player.id.clone();
                self.write("note a player", move |connection| {
                    queries::note_seen(connection, &id, now)
                })
                .await?;
            }
            Ok(Some(player))
        })
    }

    fn rename_player(&self, player: Player) -> Answer<'_, ()> {
        self.write("rename a player", move |connection| queries::rename_player(connection, &player))
    }

    fn expire(&self, open_since: Millis, seen_since: Millis) -> Answer<'_, Expired> {
        self.write("expire what is old", move |connection| {
            queries::expire(connection, open_since, seen_since)
        })
    }

    fn note_alive(&self, now: Millis) -> Answer<'_, ()> {
        self.write("note the time", move |connection| queries::note_alive(connection, now))
    }

    fn last_alive(&self) -> Answer<'_, Option<Millis>> {
        self.read("read the time", queries::last_alive)
    }

    fn note_absences(&self, absences: Vec<Absence>) -> Answer<'_, ()> {
        self.write("note who is gone", move |connection| {
            absences.iter().try_for_each(|absence| queries::note_absence(connection, absence))
        })
    }

    fn absence(&self, game: &GameId) -> Answer<'_, Option<[Option<Millis>; 2]>> {
        let game = game.clone();
        self.read("read who is gone", move |connection| queries::absence(connection, &game))
    }

    fn resume_absences(&self, last_alive: Millis, now: Millis) -> Answer<'_, ()> {
        self.write("resume who is gone", move |connection| {
            queries::resume_absences(connection, last_alive, now)
        })
    }

    fn ready(&self, now: Millis) -> Answer<'_, ()> {
        Box::pin(async move {
            if self.failing.load(Ordering::Relaxed) {
                return self.note_alive(now).await;
            }
            self.last_alive().await.map(drop)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
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

/// A job sent after closing is dropped, and with it the channel of its answer, which says so.
fn send<Job>(jobs: &Mutex<Option<Sender<Job>>>, job: Job) {
    if let Some(jobs) = lock(jobs).as_ref() {
        let _ = jobs.send(job);
    }
}

fn wait<T: Send + 'static>(
    doing: &'static str,
    answered: oneshot::Receiver<Result<T, StorageError>>,
) -> Answer<'static, T> {
    Box::pin(async move {
        answered.await.unwrap_or_else(|_| Err(StorageError::new(doing, "the database is closed")))
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs a part of a transaction that leaves nothing behind if it fails.
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

/// Takes all writes that wait, commits them together, and only then answers each.
fn write_all(
    connection: &Connection,
    writes: &Receiver<Write>,
    wrote: &AtomicBool,
    failing: &AtomicBool,
) {
    while let Ok(first) = writes.recv() {
        let mut finish: Vec<Finish> = Vec::new();
        let committed = connection.execute_batch("BEGIN IMMEDIATE").and_then(|()| {
            finish.push(first(connection));
            while finish.len() < GROUP
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

fn read_all(connection: &Connection, reads: &Mutex<Receiver<Read>>) {
    loop {
        let next = lock(reads).recv();
        match next {
            Ok(read) => read(connection),
            Err(_) => return,
        }
    }
}

fn checkpoint_all(connection: &Connection, stopped: &Receiver<()>, wrote: &AtomicBool) {
    let checkpoint = |mode: &str| {
        connection
            .query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| row.get::<_, i64>(1))
    };
    loop {
        let more = stopped.recv_timeout(CHECKPOINT_EVERY) == Err(RecvTimeoutError::Timeout);
        if !more {
            let _ = checkpoint("TRUNCATE");
            return;
        }
        if wrote.swap(false, Ordering::Relaxed) {
            match checkpoint("PASSIVE") {
                Ok(pages) if pages > LONGEST_LOG => drop(checkpoint("TRUNCATE")),
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "checkpoint failed"),
            }
        }
    }
}

//! The writer: commits waiting writes together, and answers each one only when its outcome is certain.
//!
//! A write is acknowledged if and only if it is stored:
//! - A failed statement can roll back the whole transaction (a full disk, for example). No write of that group is
//!   stored then. Each runs again in a transaction of its own, so that one failing write does not affect the others.
//! - A failed `COMMIT` can leave a complete transaction at the end of the log, which a restart would recover. The
//!   end of the log is overwritten before anything else is written and before these writes are answered.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, ffi};
use tokio::sync::oneshot;

use super::connection::{storage_error, with_advice};
use super::lock::DatabaseLock;
use crate::storage::StorageError;

/// The maximum number of writes per commit.
const MAX_GROUP: usize = 512;
/// Every write runs in a savepoint, so that it can be undone without affecting the group.
const SAVEPOINT: &str = "SAVEPOINT one";
pub(super) const ROLL_BACK_TO_SAVEPOINT: &str = "ROLLBACK TO one";
const RELEASE_SAVEPOINT: &str = "RELEASE one";
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// A write that waits to be committed.
pub(super) trait Write: Send {
    /// Runs inside a transaction. Runs again if that transaction was rolled back.
    fn run(&mut self, connection: &Connection) -> rusqlite::Result<()>;
    /// Answers the caller.
    fn respond(self: Box<Self>, result: Result<(), &WriteError>);
}

/// Why a write failed.
#[derive(Debug)]
pub(super) enum WriteError {
    /// Nothing was stored.
    NotStored(rusqlite::Error),
    /// The commit failed, and so does every attempt to undo it: a restart may find the write stored.
    Unknown(rusqlite::Error),
}

impl WriteError {
    fn to_storage_error(&self, operation: &str) -> StorageError {
        match self {
            Self::NotStored(error) => storage_error(operation, error),
            Self::Unknown(error) => StorageError::unknown(operation, with_advice(error)),
        }
    }
}

/// A write, and the channel to its caller.
pub(super) struct PendingWrite<T, Work> {
    pub(super) operation: &'static str,
    pub(super) work: Work,
    /// The value of the last run.
    pub(super) value: Option<T>,
    pub(super) caller: oneshot::Sender<Result<T, StorageError>>,
}

impl<T, Work> Write for PendingWrite<T, Work>
where
    T: Send,
    Work: FnMut(&Connection) -> rusqlite::Result<T> + Send,
{
    fn run(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.value = None;
        self.value = Some((self.work)(connection)?);
        Ok(())
    }

    fn respond(self: Box<Self>, result: Result<(), &WriteError>) {
        let Self { operation, value, caller, .. } = *self;
        let result = match (result, value) {
            (Ok(()), Some(value)) => Ok(value),
            (Ok(()), None) => Err(StorageError::new(operation, "it did not run")),
            (Err(error), _) => Err(error.to_storage_error(operation)),
        };
        // The caller may have been cancelled.
        let _ = caller.send(result);
    }
}

/// A write of a group, and its own error if it failed without affecting the others.
struct Member {
    write: Box<dyn Write>,
    error: Option<rusqlite::Error>,
}

impl Member {
    fn respond(self, committed: Result<(), &WriteError>) {
        match (committed, self.error) {
            (Ok(()), Some(error)) => self.write.respond(Err(&WriteError::NotStored(error))),
            (committed, _) => self.write.respond(committed),
        }
    }
}

/// Commits writes on one connection.
pub(super) struct Writer {
    connection: Connection,
    lock_timeout: Duration,
    lock: Option<Arc<DatabaseLock>>,
    /// Whether the end of the log may hold a transaction whose commit failed.
    is_log_end_unclear: bool,
}

impl Writer {
    /// `lock_timeout` bounds how long all waiting writes together wait for another program's lock.
    pub(super) const fn new(
        connection: Connection,
        lock_timeout: Duration,
        lock: Option<Arc<DatabaseLock>>,
    ) -> Self {
        Self { connection, lock_timeout, lock, is_log_end_unclear: false }
    }

    pub(super) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Commits the writes that `next` returns as one group and answers them. Returns whether the storage works.
    /// `report` gets that too, before anyone is answered.
    pub(super) fn commit_group(
        &mut self,
        next: &mut dyn FnMut() -> Option<Box<dyn Write>>,
        report: &dyn Fn(bool),
    ) -> bool {
        let deadline = Instant::now() + self.lock_timeout;
        let mut members = std::iter::from_fn(next).map(|write| Member { write, error: None });
        if let Err(error) = self.begin(deadline) {
            report(false);
            // Everything that waits fails together, so that nobody waits longer than the timeout.
            refuse_all(members, error);
            return false;
        }
        let mut group: Vec<Member> = members.by_ref().take(MAX_GROUP).collect();
        let result = self.run_and_commit(&mut group);
        let error = match result {
            Ok(()) => {
                report(true);
                group.into_iter().for_each(|member| member.respond(Ok(())));
                return true;
            }
            Err(error) => error,
        };
        tracing::error!(error = ?error, writes = group.len(), "commit failed");
        if let WriteError::Unknown(_) = error
            && !self.clear_log_end(deadline)
        {
            report(false);
            group.into_iter().for_each(|member| member.respond(Err(&error)));
            return false;
        }
        self.commit_each(group, deadline, report)
    }

    /// Commits each write of a failed group in a transaction of its own and answers it.
    fn commit_each(
        &mut self,
        group: Vec<Member>,
        deadline: Instant,
        report: &dyn Fn(bool),
    ) -> bool {
        let mut works = true;
        for mut member in group {
            let result = self
                .begin(deadline)
                .map_err(WriteError::NotStored)
                .and_then(|()| self.run_and_commit(std::slice::from_mut(&mut member)));
            let result = match result {
                Err(WriteError::Unknown(error)) if self.clear_log_end(deadline) => {
                    Err(WriteError::NotStored(error))
                }
                result => result,
            };
            works = result.is_ok();
            report(works);
            member.respond(result.as_ref().copied());
        }
        works
    }

    /// Starts a transaction. Waits for another program's lock until the deadline.
    fn begin(&mut self, deadline: Instant) -> rusqlite::Result<()> {
        self.lock.as_ref().map_or(Ok(()), |lock| lock.check())?;
        self.roll_back()?;
        if self.is_log_end_unclear {
            self.overwrite_log_end(deadline)?;
        }
        begin_immediate(&self.connection, deadline)
    }

    /// Runs the writes in the open transaction and commits it. On an error the transaction is rolled back.
    fn run_and_commit(&mut self, group: &mut [Member]) -> Result<(), WriteError> {
        for member in &mut *group {
            member.error = match run_in_savepoint(&self.connection, member.write.as_mut()) {
                Ok(result) => result.err(),
                Err(error) => return Err(self.not_stored(error)),
            };
        }
        let Err(error) = self.connection.execute_batch("COMMIT") else {
            return Ok(());
        };
        if failed_before_the_end_of_the_transaction(&error) {
            return Err(self.not_stored(error));
        }
        self.is_log_end_unclear = true;
        Err(WriteError::Unknown(error))
    }

    fn not_stored(&self, error: rusqlite::Error) -> WriteError {
        // A transaction that stays open is rolled back before the next one starts.
        let _ = self.roll_back();
        WriteError::NotStored(error)
    }

    fn roll_back(&self) -> rusqlite::Result<()> {
        if self.connection.is_autocommit() {
            return Ok(());
        }
        self.connection.execute_batch("ROLLBACK")
    }

    /// Makes sure that a restart does not recover the transaction whose commit failed. Retries until the deadline.
    fn clear_log_end(&mut self, deadline: Instant) -> bool {
        loop {
            match self.overwrite_log_end(deadline) {
                Ok(()) => return true,
                Err(error) if Instant::now() + RETRY_INTERVAL >= deadline => {
                    tracing::error!(%error, "the outcome of a failed commit is unknown");
                    return false;
                }
                Err(_) => thread::sleep(RETRY_INTERVAL),
            }
        }
    }

    /// Commits a transaction that changes nothing. Its frame replaces the first one of the failed transaction, which
    /// makes the checksums of the others invalid.
    fn overwrite_log_end(&mut self, deadline: Instant) -> rusqlite::Result<()> {
        begin_immediate(&self.connection, deadline)?;
        let committed = self
            .connection
            .query_row("PRAGMA user_version", (), |row| row.get::<_, i64>(0))
            // SQLite writes the first page even if the value is the same.
            .and_then(|version| self.connection.pragma_update(None, "user_version", version))
            .and_then(|()| self.connection.execute_batch("COMMIT"));
        match committed {
            Ok(()) => self.is_log_end_unclear = false,
            Err(_) => self.roll_back()?,
        }
        committed
    }
}

fn refuse_all(members: impl Iterator<Item = Member>, error: rusqlite::Error) {
    let error = WriteError::NotStored(error);
    // Collected first: a write that follows an answer is tried again.
    let members: Vec<Member> = members.collect();
    tracing::error!(?error, writes = members.len(), "writes refused");
    members.into_iter().for_each(|member| member.respond(Err(&error)));
}

fn begin_immediate(connection: &Connection, deadline: Instant) -> rusqlite::Result<()> {
    connection.busy_timeout(deadline.saturating_duration_since(Instant::now()))?;
    connection.execute_batch("BEGIN IMMEDIATE")
}

/// Whether a failed commit wrote no complete transaction: it did not get to the last frame, because the system
/// accepted only part of a write, or to the first one.
fn failed_before_the_end_of_the_transaction(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| {
        matches!(error.code, ErrorCode::DiskFull | ErrorCode::DatabaseBusy)
            || error.extended_code == ffi::SQLITE_IOERR_WRITE
    })
}

/// Runs one write of a group. The inner error is the write's own, which changed nothing; the outer one affects the
/// whole transaction.
fn run_in_savepoint(
    connection: &Connection,
    write: &mut dyn Write,
) -> rusqlite::Result<rusqlite::Result<()>> {
    check_transaction(connection)?;
    connection.prepare_cached(SAVEPOINT)?.execute(())?;
    let result = match write.run(connection) {
        // An error of SQLite, such as a full disk, can have undone more than this write.
        Err(error @ rusqlite::Error::SqliteFailure(..)) => return Err(error),
        result => result,
    };
    check_transaction(connection)?;
    if result.is_err() {
        connection.prepare_cached(ROLL_BACK_TO_SAVEPOINT)?.execute(())?;
    }
    connection.prepare_cached(RELEASE_SAVEPOINT)?.execute(())?;
    Ok(result)
}

/// Fails if the transaction was rolled back. A `SAVEPOINT` would then silently start a new one.
fn check_transaction(connection: &Connection) -> rusqlite::Result<()> {
    if connection.is_autocommit() {
        let error = ffi::Error::new(ffi::SQLITE_ABORT_ROLLBACK);
        return Err(rusqlite::Error::SqliteFailure(error, None));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};

    use trid_protocol::{Millis, Player, Time};

    use crate::identity::{Token, random_player_id};
    use crate::storage::sqlite::Options;
    use crate::storage::{SEEN_PRECISION, Sqlite, StorageErrorKind};

    use super::*;

    /// Stores whether the storage was known to work when the write was answered.
    struct Probe {
        works: Arc<AtomicBool>,
        when_answered: Arc<AtomicBool>,
    }

    impl Write for Probe {
        fn run(&mut self, _: &Connection) -> rusqlite::Result<()> {
            Ok(())
        }

        fn respond(self: Box<Self>, _: Result<(), &WriteError>) {
            self.when_answered.store(self.works.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    #[test]
    fn a_failure_is_reported_before_the_writes_are_answered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trid.db");
        let other = Connection::open(&path).unwrap();
        let mut writer = Writer::new(Connection::open(&path).unwrap(), Duration::ZERO, None);
        let (works, when_answered) = (Arc::new(AtomicBool::new(true)), Arc::default());
        for (statement, expected) in [("BEGIN IMMEDIATE", false), ("ROLLBACK", true)] {
            other.execute_batch(statement).unwrap();
            let probe =
                Probe { works: Arc::clone(&works), when_answered: Arc::clone(&when_answered) };
            let next = Cell::new(Some(Box::new(probe) as Box<dyn Write>));
            let report = |value| works.store(value, Ordering::Relaxed);
            assert_eq!(writer.commit_group(&mut || next.take(), &report), expected);
            assert_eq!(when_answered.load(Ordering::Relaxed), expected, "{statement}");
        }
    }

    #[tokio::test]
    async fn writes_that_wait_for_a_lock_fail_together_and_reads_do_not_wait() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trid.db");
        let options = Options { lock_timeout: Duration::from_secs(1), ..Options::default() };
        let storage = Arc::new(Sqlite::open_with(&path, options).unwrap());
        let player = Player { id: random_player_id(), name: "Ada".to_owned() };
        let hash = Token::random().hash();
        storage.add_player(hash, player.clone(), Time(1)).await.unwrap();

        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let later = 1 + 2 * SEEN_PRECISION;
        let found = storage.find_player(hash, Time(later)).await.unwrap();
        assert_eq!(found.as_ref(), Some(&player), "a read needs no lock");
        let started = Instant::now();
        let writes: Vec<_> = (0..40)
            .map(|number| {
                let (storage, player) = (Arc::clone(&storage), player.clone());
                let renamed = Player { name: number.to_string(), ..player };
                tokio::spawn(async move { storage.rename_player(renamed).await })
            })
            .collect();
        for write in writes {
            let error = write.await.unwrap().unwrap_err();
            assert_eq!(error.kind(), StorageErrorKind::Unavailable, "{error}");
        }
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());

        other.execute_batch("ROLLBACK").unwrap();
        let seen = || {
            other.query_row("SELECT name, seen FROM players", (), |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, Millis>(1)?))
            })
        };
        assert_eq!(seen().unwrap(), ("Ada".to_owned(), 1), "nothing that was refused is stored");
        storage.find_player(hash, Time(later)).await.unwrap();
        while seen().unwrap().1 != later {
            assert!(started.elapsed() < Duration::from_secs(30), "`seen` is not updated");
            tokio::time::sleep(Duration::from_millis(10)).await;
            storage.find_player(hash, Time(later)).await.unwrap();
        }
        storage.close().await.unwrap();
    }
}

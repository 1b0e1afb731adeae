//! Checkpoints: copy the write-ahead log into the database without making a write wait.
//!
//! A thread copies what it can every moment and backs off while a reader of another program prevents it. Only the
//! writer shortens a log over the limit, between two commits, and only when hardly anything is left to copy.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::storage::StorageMetrics;

/// Frequent checkpoints are short.
const INTERVAL: Duration = Duration::from_millis(200);
/// The longest pause while checkpoints are blocked.
const MAX_INTERVAL: Duration = Duration::from_secs(10);
/// The pause after a failure. It is short: once a full disk has space again, the log must not fill it.
const FAILURE_INTERVAL: Duration = Duration::from_secs(1);
/// A log over the limit is shortened when at most this many pages remain to be copied, which takes milliseconds.
const MAX_REMAINING_PAGES: u64 = 1_000;
const WARNING_INTERVAL: Duration = Duration::from_secs(60);

/// What the writer, the checkpoint thread and the metrics share.
#[derive(Default)]
pub(super) struct LogState {
    /// Whether the writer should shorten the log.
    shorten: AtomicBool,
    pages: AtomicU64,
    remaining: AtomicU64,
    blocked: AtomicU64,
}

impl LogState {
    pub(super) fn metrics(&self) -> StorageMetrics {
        StorageMetrics {
            log_pages: self.pages.load(Ordering::Relaxed),
            log_pages_remaining: self.remaining.load(Ordering::Relaxed),
            blocked_checkpoints: self.blocked.load(Ordering::Relaxed),
            ..StorageMetrics::default()
        }
    }
}

/// The log after a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Progress {
    pages: u64,
    copied: u64,
}

/// Runs checkpoints until the sender of `stopped` is dropped. The connection must not have a busy timeout.
pub(super) fn run(
    connection: &Connection,
    stopped: &Receiver<()>,
    log: &LogState,
    max_log_pages: u64,
) {
    let mut interval = INTERVAL;
    let mut before = Progress::default();
    let mut last_warning: Option<Instant> = None;
    let mut may_warn = move || {
        let may_warn = last_warning.is_none_or(|last| last.elapsed() > WARNING_INTERVAL);
        if may_warn {
            last_warning = Some(Instant::now());
        }
        may_warn
    };
    loop {
        if stopped.recv_timeout(interval) != Err(RecvTimeoutError::Timeout) {
            let _ = checkpoint(connection, "TRUNCATE");
            return;
        }
        let progress = copy_new_pages(connection).unwrap_or_else(|error| {
            if may_warn() {
                tracing::warn!(%error, "checkpoint failed");
            }
            None
        });
        let Some(progress) = progress else {
            interval = FAILURE_INTERVAL;
            continue;
        };
        let Progress { pages, copied } = progress;
        let remaining = pages.saturating_sub(copied);
        let is_blocked = remaining > 0 && copied == before.copied && pages >= before.pages;
        before = progress;
        log.pages.store(pages, Ordering::Relaxed);
        log.remaining.store(remaining, Ordering::Relaxed);
        interval = if is_blocked { (interval * 2).min(MAX_INTERVAL) } else { INTERVAL };
        if is_blocked {
            log.blocked.fetch_add(1, Ordering::Relaxed);
        }
        if pages <= max_log_pages {
            continue;
        }
        log.shorten.store(!is_blocked && remaining <= MAX_REMAINING_PAGES, Ordering::Relaxed);
        if is_blocked && may_warn() {
            tracing::warn!(
                pages,
                remaining,
                "the write-ahead log is over its limit, because another program keeps a read transaction open"
            );
        }
    }
}

/// Shortens the log if it is over the limit. For the writer between two commits: never waits for a reader.
pub(super) fn shorten_log(connection: &Connection, log: &LogState) {
    if !log.shorten.swap(false, Ordering::Relaxed) {
        return;
    }
    let shortened =
        connection.busy_timeout(Duration::ZERO).and_then(|()| checkpoint(connection, "TRUNCATE"));
    if let Err(error) = shortened {
        tracing::warn!(%error, "shortening the write-ahead log failed");
    }
}

/// Asks the log first: a checkpoint with nothing to copy could only meet a commit that starts the log again.
fn copy_new_pages(connection: &Connection) -> rusqlite::Result<Option<Progress>> {
    match checkpoint(connection, "NOOP")? {
        Some(log) if log.copied < log.pages => checkpoint(connection, "PASSIVE"),
        nothing_new => Ok(nothing_new),
    }
}

/// `None` if another program runs a checkpoint.
fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<Option<Progress>> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| {
        let [pages, copied] = [row.get::<_, i64>(1)?, row.get(2)?].map(u64::try_from);
        Ok(pages.ok().zip(copied.ok()).map(|(pages, copied)| Progress { pages, copied }))
    })
}

#[cfg(test)]
mod tests {
    use trid_protocol::Time;

    use crate::storage::Sqlite;
    use crate::storage::sqlite::Options;
    use crate::storage::sqlite::identity::log_path;

    use super::*;

    #[tokio::test]
    async fn an_idle_reader_delays_no_write_and_the_log_shrinks_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trid.db");
        let options = Options { max_log_pages: 50, ..Options::default() };
        let storage = Sqlite::open_with(&path, options).unwrap();
        let reader = Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM events").unwrap();
        let mut now = 0;
        while storage.metrics().blocked_checkpoints < 2 || now < 200 {
            now += 1;
            let started = Instant::now();
            storage.note_alive(Time(now)).await.unwrap();
            // A checkpoint that waits for the reader would take five seconds.
            assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let metrics = storage.metrics();
        assert!(metrics.log_pages > 50 && metrics.log_pages_remaining > 0, "{metrics:?}");

        reader.execute_batch("COMMIT").unwrap();
        let started = Instant::now();
        while log_path(&path).metadata().unwrap().len() > 50 * 4096 {
            assert!(started.elapsed() < Duration::from_secs(60), "the log is not shortened");
            storage.note_alive(Time(now)).await.unwrap();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        storage.close().await.unwrap();
    }
}

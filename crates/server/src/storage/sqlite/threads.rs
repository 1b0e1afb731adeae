//! The threads of the SQLite storage: how they start, what they run, and how callers send them jobs.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::checkpoints::shorten_log;
use super::connection::storage_error;
use super::lock::DatabaseLock;
use super::writer::{Write, Writer};
use super::{Read, WriterState};
use crate::storage::{StorageError, StorageResult};

/// The lock is held until the thread has closed its connection.
pub(super) fn spawn(
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
pub(super) fn send<Job>(jobs: &Mutex<Option<Sender<Job>>>, job: Job) {
    if let Some(jobs) = lock(jobs).as_ref() {
        let _ = jobs.send(job);
    }
}

pub(super) async fn read_with<T: Send + 'static>(
    readers: &Mutex<Option<Sender<Read>>>,
    operation: &'static str,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
) -> StorageResult<T> {
    let (sender, received) = oneshot::channel();
    let job: Read = Box::new(move |connection| {
        let result = work(connection);
        // The caller may have been cancelled.
        let _ = sender.send(result.map_err(|error| storage_error(operation, &error)));
    });
    send(readers, job);
    answer(operation, received).await
}

pub(super) async fn answer<T>(
    operation: &'static str,
    received: oneshot::Receiver<StorageResult<T>>,
) -> StorageResult<T> {
    received.await.unwrap_or_else(|_| Err(StorageError::new(operation, "the database is closed")))
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(super) fn run_writer(
    writer: &mut Writer,
    writes: &Receiver<Box<dyn Write>>,
    state: &WriterState,
) {
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
        shorten_log(writer.connection(), &state.log);
    }
}

pub(super) fn run_reader(connection: &Connection, reads: &Mutex<Receiver<Read>>) {
    loop {
        let next = lock(reads).recv();
        match next {
            Ok(read) => read(connection),
            Err(_) => return,
        }
    }
}

//! Locks that admit one server at a time to a database. The system releases them when the process ends.
//!
//! The first is on a lock file next to the database, which also names the server's address. Anyone can delete that
//! file, so a second lock is on the write-ahead log, which exists while a server runs. It is not on the database
//! itself, because on some systems it would conflict with SQLite's own locks there.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::identity::log_path;
use super::permissions::owner_only;
use crate::storage::OpenError;
use crate::storage::StorageError;

/// How long to wait for the previous holder to exit.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
const RETRY_INTERVAL: Duration = Duration::from_millis(20);
/// Longer than any address.
const MAX_ADDRESS_BYTES: u64 = 200;

/// The locks on a database, held until dropped.
pub(super) struct DatabaseLock {
    file: File,
    /// The write-ahead log, once SQLite has created it.
    log: Option<File>,
}

impl DatabaseLock {
    /// Locks a database, which need not exist yet. A lock file left by a killed server does no harm.
    pub(super) fn acquire(database: &Path) -> Result<Self, OpenError> {
        lock_log(database)?;
        let path = lock_path(database);
        let file = owner_only()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| cannot_write(&path, &error))?;
        if !try_lock(&file, &path) {
            return Err(in_use(database));
        }
        let lock = Self { file, log: None };
        lock.write_address("");
        Ok(lock)
    }

    /// Locks the write-ahead log too. SQLite must have opened the database.
    pub(super) fn lock_log(&mut self, database: &Path) -> Result<(), OpenError> {
        self.log = lock_log(database)?;
        Ok(())
    }

    /// Writes the server's address for the error message of a second server.
    pub(super) fn write_address(&self, address: &str) {
        let mut file = &self.file;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(address.as_bytes()));
        if let Err(error) = written {
            tracing::warn!(%error, "writing the address to the lock file failed");
        }
    }
}

/// Retries for a moment: a server that was just stopped may still be exiting.
fn retry(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    let started = Instant::now();
    loop {
        match try_lock() {
            Err(TryLockError::WouldBlock) if started.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(RETRY_INTERVAL)
            }
            result => return result,
        }
    }
}

/// False if another process holds the lock.
fn try_lock(file: &File, path: &Path) -> bool {
    match retry(|| file.try_lock()) {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        // Some file systems do not support locks. Running without one is better than not running.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, path = %path.display(), "the file system does not support locks, a second server could use the same database");
            true
        }
    }
}

/// Locks the write-ahead log if there is one. SQLite itself never locks that file.
#[cfg(unix)]
fn lock_log(database: &Path) -> Result<Option<File>, OpenError> {
    let path = log_path(database);
    match File::open(&path) {
        Ok(log) if try_lock(&log, &path) => Ok(Some(log)),
        Ok(_) => Err(in_use(database)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_write(&path, &error).into()),
    }
}

/// RemotePresence, locks are mandatory, and SQLite could not use its own file.
#[cfg(not(unix))]
fn lock_log(_database: &Path) -> Result<Option<File>, OpenError> {
    Ok(None)
}

fn in_use(database: &Path) -> OpenError {
    let address = File::open(lock_path(database)).ok().and_then(read_address);
    OpenError::InUse { database: database.to_owned(), address }
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> StorageError {
    let advice = match error.kind() {
        io::ErrorKind::StorageFull => "free some disk space",
        _ => "the folder must be writable by the user who runs the server",
    };
    StorageError::new(&format!("write {}", path.display()), format!("{error}; {advice}"))
}

/// The address that the holder of the lock wrote.
fn read_address(file: File) -> Option<String> {
    let mut address = String::new();
    file.take(MAX_ADDRESS_BYTES).read_to_string(&mut address).ok()?;
    let is_valid = !address.is_empty() && address.chars().all(|c| c.is_ascii_graphic());
    is_valid.then_some(address)
}

fn lock_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-lock");
    path.into()
}

/// The path of a database without symbolic links, the same for all links to it. It need not exist.
pub(super) fn resolve(database: &Path) -> PathBuf {
    let resolved = database.canonicalize().or_else(|error| {
        let folder = match database.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => return Err(error),
        };
        let folder = folder.canonicalize()?;
        Ok(database.file_name().map_or(folder.clone(), |name| folder.join(name)))
    });
    resolved.unwrap_or_else(|_| database.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_is_held_once_and_names_the_holder() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("trid.db");
        let held = DatabaseLock::acquire(&database).unwrap();
        held.write_address("http://127.0.0.1:12345");
        held.write_address("http://127.0.0.1:8080");
        let Err(error) = DatabaseLock::acquire(&database) else { panic!("locked twice") };
        assert!(
            matches!(&error, OpenError::InUse { address: Some(address), .. } if address == "http://127.0.0.1:8080")
        );
        drop(held);
        let _again = DatabaseLock::acquire(&database).unwrap();
        let Err(error) = DatabaseLock::acquire(&database) else { panic!("locked twice") };
        assert!(matches!(error, OpenError::InUse { address: None, .. }), "old address remains");
    }

    #[test]
    fn acquire_waits_for_a_server_that_is_exiting() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("trid.db");
        let held = DatabaseLock::acquire(&database).unwrap();
        let exiting = thread::spawn(move || {
            thread::sleep(LOCK_TIMEOUT / 4);
            drop(held);
        });
        assert!(DatabaseLock::acquire(&database).is_ok());
        exiting.join().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn lock_covers_symbolic_links_to_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let [database, link] = ["trid.db", "link.db"].map(|name| folder.path().join(name));
        std::fs::write(&database, "").unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let _held = DatabaseLock::acquire(&resolve(&database)).unwrap();
        assert_eq!(resolve(&link), resolve(&database));
        assert!(DatabaseLock::acquire(&resolve(&link)).is_err());
    }
}

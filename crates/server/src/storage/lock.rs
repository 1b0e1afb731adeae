//! A lock file next to the database that admits one server at a time. The system releases it when the process ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{OpenError, StorageError};

/// How long to wait for the previous holder to exit.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
const RETRY_INTERVAL: Duration = Duration::from_millis(20);
/// Longer than any address.
const MAX_ADDRESS_BYTES: u64 = 200;

/// The lock on a database, held until dropped.
pub(super) struct DatabaseLock {
    file: File,
}

impl DatabaseLock {
    /// Locks a database, which need not exist yet. A lock file left by a killed server does no harm.
    pub(super) fn acquire(database: &Path) -> Result<Self, OpenError> {
        let path = lock_path(database);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| {
                let operation = format!("write {}", path.display());
                let advice = "the folder must be writable by the user who runs the server";
                StorageError::new(&operation, format!("{error}; {advice}"))
            })?;
        match retry(|| file.try_lock()) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let address = read_address(&mut file);
                return Err(OpenError::InUse { database: database.to_owned(), address });
            }
            // Some file systems do not support locks. Running without one is better than not running.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, path = %path.display(), "the file system does not support locks, a second server could use the same database");
            }
        }
        let lock = Self { file };
        lock.write_address("");
        Ok(lock)
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

/// The address that the holder of the lock wrote.
fn read_address(file: &mut File) -> Option<String> {
    let mut address = String::new();
    file.take(MAX_ADDRESS_BYTES).read_to_string(&mut address).ok()?;
    let is_valid = !address.is_empty() && address.chars().all(|c| c.is_ascii_graphic());
    is_valid.then_some(address)
}

/// The path of a database's lock file, the same for all links to the database.
fn lock_path(database: &Path) -> PathBuf {
    let mut path = database
        .canonicalize()
        .or_else(|error| {
            let folder = match database.parent() {
                Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
                Some(folder) => folder,
                None => return Err(error),
            };
            let folder = folder.canonicalize()?;
            Ok(database.file_name().map_or(folder.clone(), |name| folder.join(name)))
        })
        .unwrap_or_else(|_| database.to_owned())
        .into_os_string();
    path.push("-lock");
    path.into()
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
        let _held = DatabaseLock::acquire(&database).unwrap();
        assert!(DatabaseLock::acquire(&link).is_err());
    }
}

//! Locks that admit one server at a time to a database. The system releases them when the process ends.
//!
//! One is on a lock file next to the database, which also names the server's address. Anyone can delete or replace
//! that file, so a second lock is on the write-ahead log, which exists while a server runs, and a third on a byte of
//! the database itself, which covers all names of the file. While it runs, a server makes a deleted lock file again
//! and stores nothing while another file is in the place of its database or log: a restart would not find it.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::ffi;

use super::connection::cannot_open;
use super::identity::log_path;
use super::permissions::{check_regular, files, lock_path, owner_only};
use super::same_file::{FileId, count_names, try_lock_byte};
use crate::storage::OpenError;
use crate::storage::StorageError;

/// How long to wait for the previous holder to exit.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
const RETRY_INTERVAL: Duration = Duration::from_millis(20);
/// Longer than any address.
const MAX_ADDRESS_BYTES: u64 = 200;
const MAX_LINKS: usize = 40;

/// The locks on a database, held until dropped. Drop them after the last connection of this process to the database:
/// closing a file releases all locks that SQLite holds on it.
pub(super) struct DatabaseLock {
    /// Only held.
    _database: File,
    lock_file: Mutex<LockFile>,
    /// The write-ahead log, once SQLite has created it. Only held.
    log: Option<File>,
    /// The files that SQLite uses, once it has opened them.
    used: Vec<(PathBuf, Option<FileId>)>,
}

/// The lock file and what it holds.
struct LockFile {
    path: PathBuf,
    file: File,
    id: Option<FileId>,
    address: String,
}

impl DatabaseLock {
    /// Locks a database and creates it if needed. A lock file left by a killed server does no harm. Whatever is
    /// refused, also by `check`, stays as it is.
    pub(super) fn acquire(
        database: &Path,
        check: impl FnOnce() -> Result<(), OpenError>,
    ) -> Result<Self, OpenError> {
        check_regular(database).map_err(|(path, error)| {
            if path == database {
                cannot_open(database, format!("{error}; choose another file"))
            } else {
                cannot_write(&path, &error)
            }
        })?;
        let existing = if database.exists() { Some(lock_database(database)?) } else { None };
        lock_log(database)?;
        check()?;
        let lock_file = LockFile::open(lock_path(database))?;
        if !try_lock(|| lock_file.file.try_lock(), &lock_file.path) {
            return Err(in_use(database));
        }
        let file = match existing {
            Some(file) => file,
            None => lock_database(database)?,
        };
        lock_file.write_address();
        Ok(Self { _database: file, lock_file: Mutex::new(lock_file), log: None, used: Vec::new() })
    }

    /// Locks the write-ahead log too, and remembers which files SQLite uses. SQLite must have opened the database.
    pub(super) fn lock_log(&mut self, database: &Path) -> Result<(), OpenError> {
        self.log = lock_log(database)?;
        let used = files(database).filter(|path| *path != lock_path(database));
        self.used = used.map(|path| (path.clone(), FileId::at(&path))).collect();
        Ok(())
    }

    /// Writes the server's address for the error message of a second server.
    pub(super) fn write_address(&self, address: &str) {
        let mut lock_file = self.lock_file.lock().unwrap_or_else(PoisonError::into_inner);
        address.clone_into(&mut lock_file.address);
        lock_file.write_address();
    }

    /// Fails if a restart would not find what is stored now. Makes a deleted lock file again.
    pub(super) fn check(&self) -> rusqlite::Result<()> {
        if let Some((path, _)) = self.used.iter().find(|(path, id)| FileId::at(path) != *id) {
            return Err(moved(path));
        }
        self.lock_file.lock().unwrap_or_else(PoisonError::into_inner).renew()
    }
}

impl LockFile {
    fn open(path: PathBuf) -> Result<Self, StorageError> {
        let file = owner_only()
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| cannot_write(&path, &error))?;
        let id = FileId::at(&path);
        Ok(Self { path, file, id, address: String::new() })
    }

    /// Makes the file again if another one or none is in its place.
    fn renew(&mut self) -> rusqlite::Result<()> {
        if FileId::at(&self.path) == self.id {
            return Ok(());
        }
        let new = Self::open(self.path.clone()).map_err(|_| moved(&self.path))?;
        if matches!(new.file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(moved(&self.path));
        }
        tracing::warn!(path = %self.path.display(), "the lock file was deleted or replaced, it is made again");
        *self = Self { address: std::mem::take(&mut self.address), ..new };
        self.write_address();
        Ok(())
    }

    fn write_address(&self) {
        let mut file = &self.file;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(self.address.as_bytes()));
        if let Err(error) = written {
            tracing::warn!(%error, "writing the address to the lock file failed");
        }
    }
}

/// The error of a write while a file is not in its place.
fn moved(path: &Path) -> rusqlite::Error {
    let message =
        format!("{} was moved, deleted or replaced while the server uses it", path.display());
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_READONLY_DBMOVED), Some(message))
}

/// Locks the database itself and creates it if needed.
fn lock_database(database: &Path) -> Result<File, OpenError> {
    let file = owner_only()
        .create(true)
        .truncate(false)
        .open(database)
        .map_err(|error| cannot_write(database, &error))?;
    if !try_lock(|| try_lock_byte(&file), database) {
        // If it is this process that uses the database, closing the file would release SQLite's locks.
        std::mem::forget(file);
        return Err(in_use(database));
    }
    match count_names(&file) {
        0 | 1 => Ok(file),
        names => {
            let error = format!(
                "the file has {names} names (hard links), and its log belongs to one of them; \
                 remove the others, or copy the file"
            );
            Err(cannot_open(database, error).into())
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
fn try_lock(lock: impl Fn() -> Result<(), TryLockError>, path: &Path) -> bool {
    match retry(lock) {
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
        Ok(log) if try_lock(|| log.try_lock(), &path) => Ok(Some(log)),
        Ok(_) => Err(in_use(database)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_write(&path, &error).into()),
    }
}

/// Elsewhere locks are mandatory, and SQLite could not use its own file.
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
        _ => "it and its folder must be writable by the user who runs the server",
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

/// The path of a database without symbolic links, the same for all links to it. It need not exist.
pub(super) fn resolve(database: &Path) -> PathBuf {
    let mut path = database.to_owned();
    // A link can lead to a file that does not exist yet, and links in a circle to none.
    for _ in 0..MAX_LINKS {
        if let Ok(resolved) = path.canonicalize() {
            return resolved;
        }
        let folder = match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => break,
        };
        let (Ok(folder), Some(name)) = (folder.canonicalize(), path.file_name()) else { break };
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return folder.join(name),
        }
    }
    database.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acquire(database: &Path) -> Result<DatabaseLock, OpenError> {
        DatabaseLock::acquire(database, || Ok(()))
    }

    #[test]
    fn lock_is_held_once_and_names_the_holder() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("trid.db");
        let held = acquire(&database).unwrap();
        held.write_address("http://127.0.0.1:12345");
        held.write_address("http://127.0.0.1:8080");
        let Err(error) = acquire(&database) else { panic!("locked twice") };
        assert!(
            matches!(&error, OpenError::InUse { address: Some(address), .. } if address == "http://127.0.0.1:8080")
        );
        drop(held);
        let _again = acquire(&database).unwrap();
        let Err(error) = acquire(&database) else { panic!("locked twice") };
        assert!(matches!(error, OpenError::InUse { address: None, .. }), "old address remains");
    }

    #[test]
    fn acquire_waits_for_a_server_that_is_exiting() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("trid.db");
        let held = acquire(&database).unwrap();
        let exiting = thread::spawn(move || {
            thread::sleep(LOCK_TIMEOUT / 4);
            drop(held);
        });
        assert!(acquire(&database).is_ok());
        exiting.join().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn lock_covers_symbolic_links_to_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let [database, link] = ["trid.db", "link.db"].map(|name| folder.path().join(name));
        std::fs::write(&database, "").unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let _held = acquire(&resolve(&database)).unwrap();
        assert_eq!(resolve(&link), resolve(&database));
        assert!(acquire(&resolve(&link)).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_a_file_that_does_not_exist_yet_are_resolved() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        std::fs::create_dir(folder.join("disk")).unwrap();
        symlink("disk/trid.db", folder.join("link.db")).unwrap();
        symlink("link.db", folder.join("trid.db")).unwrap();
        assert_eq!(resolve(&folder.join("trid.db")), folder.join("disk/trid.db"));
        symlink("a", folder.join("b")).unwrap();
        symlink("b", folder.join("a")).unwrap();
        assert_eq!(resolve(&folder.join("a")), folder.join("a"));
    }
}

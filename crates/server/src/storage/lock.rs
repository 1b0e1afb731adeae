//! One server to a file: a lock beside the database, which ends with the process that holds it, however that ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::{OpenError, StorageError};

/// So long whoever holds the lock may take to end.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(20);
/// More than any address takes.
const LONGEST_NOTE: u64 = 200;

/// The right to use a database, until it is dropped.
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock of a database, whether or not that is there yet. What is left of a killed server does not hinder.
    pub(super) fn take(database: &Path) -> Result<Self, OpenError> {
        let path = path_beside(database);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| {
                let doing = format!("write {}", path.display());
                let way_out = "the folder must be writable for the user who runs the server";
                StorageError::new(&doing, format!("{error}; {way_out}"))
            })?;
        match patiently(|| file.try_lock()) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let by = read_note(&mut file);
                return Err(OpenError::InUse { database: database.to_owned(), by });
            }
            // Some file systems know no such locks: better without one than without a server.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, path = %path.display(), "no lock: nothing keeps a second server away");
            }
        }
        let lock = Self { file };
        lock.note("");
        Ok(lock)
    }

    /// Leaves word for whoever finds the database in use.
    pub(super) fn note(&self, text: &str) {
        let mut file = &self.file;
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(text.as_bytes()));
        // The note is a kindness; the lock holds without it.
        if let Err(error) = written {
            tracing::warn!(%error, "the lock has no note");
        }
    }
}

/// Tries for a moment: a server that was just killed, or is being replaced, may still be ending.
fn patiently(try_lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    let began = Instant::now();
    loop {
        match try_lock() {
            Err(TryLockError::WouldBlock) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            tried => return tried,
        }
    }
}

/// What the holder of the lock has left word of.
fn read_note(file: &mut File) -> Option<String> {
    let mut note = String::new();
    file.take(LONGEST_NOTE).read_to_string(&mut note).ok()?;
    let shows = !note.is_empty() && note.chars().all(|c| c.is_ascii_graphic());
    shows.then_some(note)
}

/// Where the lock of a database is, by whatever links it is reached.
fn path_beside(database: &Path) -> PathBuf {
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
    use crate::identity::GameId;

    fn a_path() -> PathBuf {
        std::env::temp_dir().join(format!("trid-lock-{}.db", GameId::random()))
    }

    #[test]
    fn a_lock_is_held_once_and_says_by_whom() {
        let database = a_path();
        let held = Lock::take(&database).unwrap();
        held.note("http://127.0.0.1:12345");
        held.note("http://127.0.0.1:8080");
        let Err(refused) = Lock::take(&database) else { panic!("it was taken twice") };
        assert!(
            matches!(&refused, OpenError::InUse { by: Some(by), .. } if by == "http://127.0.0.1:8080")
        );
        drop(held);
        let again = Lock::take(&database).unwrap();
        let Err(refused) = Lock::take(&database) else { panic!("it was taken twice") };
        assert!(matches!(refused, OpenError::InUse { by: None, .. }), "the old note is gone");
        drop(again);
        std::fs::remove_file(path_beside(&database)).unwrap();
    }

    #[test]
    fn a_server_that_is_just_ending_is_waited_for() {
        let database = a_path();
        let held = Lock::take(&database).unwrap();
        let ending = thread::spawn(move || {
            thread::sleep(PATIENCE / 4);
            drop(held);
        });
        assert!(Lock::take(&database).is_ok());
        ending.join().unwrap();
        std::fs::remove_file(path_beside(&database)).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_database_is_the_same_by_a_link() {
        let [database, link] = [a_path(), a_path()];
        std::fs::write(&database, "").unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let _held = Lock::take(&database).unwrap();
        assert!(Lock::take(&link).is_err());
        for path in [path_beside(&database), database, link] {
            std::fs::remove_file(path).unwrap();
        }
    }
}

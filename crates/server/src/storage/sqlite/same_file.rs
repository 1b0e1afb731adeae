//! Files by identity instead of by name: a lock that covers every name, and whether a name still leads to the same file.

use std::fs::{File, TryLockError};
use std::path::Path;

/// The device and the number of a file.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileId(u64, u64);

#[cfg(unix)]
impl FileId {
    /// The file that a path leads to, if any.
    pub(super) fn at(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;

        path.metadata().ok().map(|file| Self(file.dev(), file.ino()))
    }
}

/// Elsewhere, an open file cannot be replaced.
#[cfg(not(unix))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FileId;

#[cfg(not(unix))]
impl FileId {
    pub(super) fn at(_path: &Path) -> Option<Self> {
        Some(Self)
    }
}

/// How many names (hard links) a file has.
#[cfg(unix)]
pub(super) fn count_names(file: &File) -> u64 {
    file.metadata().map_or(1, |file| std::os::unix::fs::MetadataExt::nlink(&file))
}

#[cfg(not(unix))]
pub(super) fn count_names(_file: &File) -> u64 {
    1
}

/// Locks a byte of the database until this `File` is closed. It conflicts with no lock of SQLite, not even on systems
/// where a lock on the whole file would: SQLite never reads, writes or locks this byte.
#[cfg(target_os = "linux")]
pub(super) fn try_lock_byte(database: &File) -> Result<(), TryLockError> {
    use nix::errno::Errno;
    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc;

    /// In the page of SQLite's own locks, after them.
    const BYTE: libc::off_t = 0x4000_0000 + 1024;
    let byte = libc::flock {
        l_type: libc::F_WRLCK as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: BYTE,
        l_len: 1,
        l_pid: 0,
    };
    match fcntl(database, FcntlArg::F_OFD_SETLK(&byte)) {
        Ok(_) => Ok(()),
        Err(Errno::EAGAIN | Errno::EACCES) => Err(TryLockError::WouldBlock),
        Err(error) => Err(TryLockError::Error(error.into())),
    }
}

/// Elsewhere there is no such lock. A database with several names is refused there, too.
#[cfg(not(target_os = "linux"))]
pub(super) fn try_lock_byte(_database: &File) -> Result<(), TryLockError> {
    Ok(())
}

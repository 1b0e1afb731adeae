//! File permissions: only the owner reads and writes the database and the files next to it.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

/// Options that create a file for its owner only.
pub(super) fn owner_only() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates the database for its owner only, or takes the access of others away. SQLite creates the files next to it
/// with the same permissions.
///
/// Call it before SQLite opens the file: closing a file releases the locks that this process holds on it.
pub(super) fn restrict(database: &Path) -> io::Result<()> {
    owner_only().write(true).create(true).truncate(false).open(database)?;
    #[cfg(unix)]
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        restrict_existing(&PathBuf::from(path))?;
    }
    Ok(())
}

#[cfg(unix)]
fn restrict_existing(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let mut permissions = match path.metadata() {
        Ok(file) => file.permissions(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mode = permissions.mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    permissions.set_mode(mode & 0o700);
    match std::fs::set_permissions(path, permissions) {
        Ok(()) => {
            tracing::warn!(path = %path.display(), "the file was accessible to other users, now only to its owner");
        }
        // Only the owner can change them; the server may run as a member of the group.
        Err(error) => {
            tracing::warn!(path = %path.display(), %error, "the file is accessible to other users");
        }
    }
    Ok(())
}

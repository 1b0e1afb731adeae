//! The database and the files next to it are regular files that only the owner reads and writes.

use std::fs::{FileType, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The database and the files that belong to it.
pub(super) fn files(database: &Path) -> impl Iterator<Item = PathBuf> {
    ["", "-wal", "-shm", "-lock"].into_iter().map(|suffix| {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        path.into()
    })
}

/// The lock file of a database.
pub(super) fn lock_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-lock");
    path.into()
}

/// Fails with the path of what is not a regular file, such as a folder, a device or a link. Opens nothing.
pub(super) fn check_regular(database: &Path) -> Result<(), (PathBuf, io::Error)> {
    for path in files(database) {
        let what = match path.symlink_metadata().map(|file| file.file_type()) {
            Ok(kind) if kind.is_file() => continue,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err((path, error)),
            Ok(kind) => name(kind),
        };
        let error =
            io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}, not a file"));
        return Err((path, error));
    }
    Ok(())
}

fn name(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "a folder"
    } else if kind.is_symlink() {
        "a link"
    } else {
        "a device, pipe or socket"
    }
}

/// Options that open a file, but no link to one, to read and write. They create it for its owner only.
pub(super) fn owner_only() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600).custom_flags(nix::libc::O_NOFOLLOW);
    }
    options
}

/// Takes the access of others to the existing files away. SQLite creates further ones with the database's permissions.
#[cfg(unix)]
pub(super) fn restrict(database: &Path) -> io::Result<()> {
    files(database).try_for_each(|path| restrict_existing(&path))
}

#[cfg(not(unix))]
pub(super) fn restrict(_database: &Path) -> io::Result<()> {
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

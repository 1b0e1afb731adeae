//! Temporary folders that disappear with the process that made them, even if it is killed.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::program::unprivileged_user;

/// A temporary folder. It is removed when it is dropped or when this process ends; a program that wrote its process id
/// to the file `postmaster.pid` in a subfolder is killed first.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Waits for the end of its input, then cleans up.
    cleaner: Child,
}

/// Runs when the other end of the pipe is closed. Ctrl-C reaches it too, and must not end it before it has cleaned up.
const CLEAN_UP: &str = r#"trap '' INT TERM HUP; cat > /dev/null
for file in "$0"/*/postmaster.pid; do [ -f "$file" ] && kill -9 $(head -n 1 "$file"); done
sleep 0.2; umount --lazy "$0" 2> /dev/null; rm -rf "$0"; sleep 1; rm -rf "$0""#;

impl TemporaryFolder {
    /// Makes a folder that the user who runs the database can write to.
    ///
    /// # Errors
    /// The system's error.
    pub fn new(name: &str) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("trid-{name}-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        if let Some(user) = unprivileged_user() {
            Command::new("chown").arg(user).arg(&path).status()?;
        }
        let cleaner = Command::new("sh")
            .args(["-c", CLEAN_UP])
            .arg(&path)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { path, cleaner })
    }

    /// Makes it a file system of its own, of this many MiB, which can be filled. False without the right to do so.
    #[must_use]
    pub fn mount(&self, mebibytes: u32) -> bool {
        let owner = unprivileged_user().unwrap_or("root");
        let size = format!("size={mebibytes}m,uid={owner},mode=0755");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&self.path);
        mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        drop(self.cleaner.stdin.take());
        let _ = self.cleaner.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_removed_although_ctrl_c_reaches_the_cleaner() {
        let folder = TemporaryFolder::new("folder-test").unwrap();
        let path = folder.path().to_owned();
        // `cat` runs once the signals are ignored.
        let id = folder.cleaner.id().to_string();
        while !Command::new("pgrep").args(["-P", &id, "cat"]).output().unwrap().status.success() {}
        for signal in ["-INT", "-TERM", "-HUP"] {
            assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        }
        assert!(path.exists());
        drop(folder);
        assert!(!path.exists());
    }
}

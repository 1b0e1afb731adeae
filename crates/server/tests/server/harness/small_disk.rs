//! A small file system that tests fill up.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A file system of this many MiB, unmounted when dropped.
pub(crate) struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    /// `None` without the right to mount.
    pub(crate) fn mount(mebibytes: u32) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={mebibytes}m");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self { folder }),
            other => {
                eprintln!("skipped: mounting a small file system needs root: {other:?}");
                None
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file until nothing fits any more, except this many bytes.
    pub(crate) fn fill(&self, except: usize) {
        let (ballast, reserve) = (self.path().join("ballast"), self.path().join("reserve"));
        fs::write(&reserve, vec![0; except]).unwrap();
        let _ = fs::write(ballast, vec![0; 1 << 30]);
        fs::remove_file(reserve).unwrap();
    }

    pub(crate) fn free(&self) {
        fs::remove_file(self.path().join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, because a storage that was not closed may still have the files open.
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}

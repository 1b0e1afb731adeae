//! The wall clock of a server process, which a test can step.

use std::fs;
use std::path::{Path, PathBuf};

/// Where Debian and Fedora install libfaketime.
const LIBRARIES: [&str; 3] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
];

/// The offset of a process's wall clock. Its monotonic clock is left alone.
pub(crate) struct WallClock {
    library: &'static str,
    folder: tempfile::TempDir,
}

impl WallClock {
    /// `None` without libfaketime.
    pub(crate) fn new() -> Option<Self> {
        let Some(library) = LIBRARIES.into_iter().find(|library| Path::new(library).exists())
        else {
            eprintln!(
                "the wall clock is not stepped: libfaketime is missing (apt-get install faketime)"
            );
            return None;
        };
        let clock = Self { library, folder: tempfile::tempdir().unwrap() };
        clock.step(0);
        Some(clock)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("offset")
    }

    /// Sets the distance to the true time.
    pub(crate) fn step(&self, seconds: i64) {
        let written = self.folder.path().join("written");
        fs::write(&written, format!("{seconds:+}s\n")).unwrap();
        fs::rename(written, self.file()).unwrap();
    }

    /// The variables that give a process this clock.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.to_owned()),
            ("FAKETIME_TIMESTAMP_FILE", self.file().to_str().unwrap().to_owned()),
            ("FAKETIME_CACHE_DURATION", "1".to_owned()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ]
    }
}

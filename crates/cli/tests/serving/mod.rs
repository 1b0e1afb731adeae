//! A `trid serve` of one's own, as the tests of what talks to a server need it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A program that ends with the test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Ends it as a crash or a power cut would, and waits until it is gone.
    #[allow(dead_code, reason = "each test file uses its part")]
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A folder for a server's games that is gone when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("trid-cli-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server with its games in this folder, on a free port and without limits; and its address.
pub(crate) fn serve(folder: &Path) -> (Running, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "quiet", "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut url).unwrap();
    (Running(server), url.trim().to_owned())
}

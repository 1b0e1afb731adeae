//! Starts a `trid serve` process for tests of its clients.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A child process that is killed when the test ends.
pub(crate) struct ChildGuard(pub(crate) Child);

impl ChildGuard {
    /// Kills the process, as a crash would, and waits for its end.
    #[allow(dead_code, reason = "each test file uses a part")]
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server on a free port, without limits, with its database in this folder. Returns its URL too.
#[allow(dead_code, reason = "each test file uses a part")]
pub(crate) fn start_server(folder: &Path) -> (ChildGuard, String) {
    start_server_with(folder, Vec::new())
}

/// As `start_server`, with these environment variables.
pub(crate) fn start_server_with(
    folder: &Path,
    environment: Vec<(&'static str, String)>,
) -> (ChildGuard, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "quiet", "--data"])
        .arg(folder)
        .envs(environment)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut url).unwrap();
    (ChildGuard(server), url.trim().to_owned())
}

//! A temporary HAProxy in front of several servers.

use std::fmt::Write as _;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::folder::TemporaryFolder;
use crate::program::find_program;

/// A running HAProxy. It stops when it is dropped.
#[derive(Debug)]
pub struct HaProxy {
    process: Child,
    port: u16,
    _folder: TemporaryFolder,
}

impl HaProxy {
    /// Distributes connections on this port among the servers that are ready, without sticky sessions.
    ///
    /// # Errors
    /// A sentence, if HAProxy is not installed or does not start.
    pub fn start(port: u16, servers: &[u16]) -> Result<Self, String> {
        let program = find_program("haproxy")
            .ok_or("HAProxy is not installed; install it with: apt-get install haproxy")?;
        let folder = TemporaryFolder::new("haproxy").map_err(|error| error.to_string())?;
        let path = folder.path().join("haproxy.cfg");
        std::fs::write(&path, configuration(port, servers)).map_err(|error| error.to_string())?;
        let mut process = Command::new(program)
            .arg("-f")
            .arg(&path)
            .arg("-db")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start haproxy: {error}"))?;
        // Checks of the servers take a moment more.
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if let Ok(Some(status)) = process.try_wait() {
                return Err(format!("haproxy ended with {status}"));
            }
            sleep(Duration::from_millis(20));
        }
        Ok(Self { process, port, _folder: folder })
    }

    /// The address of the cluster.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for HaProxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The configuration. A server that is not ready gets no new connections, and its open ones are closed.
fn configuration(port: u16, servers: &[u16]) -> String {
    let mut text = format!(
        "defaults\n  mode http\n  timeout connect 3s\n  timeout client 60s\n  timeout server 60s\n  \
         timeout tunnel 1h\n  option redispatch\n  retries 3\n\
         frontend public\n  bind 127.0.0.1:{port}\n  default_backend trid\n\
         backend trid\n  balance roundrobin\n  option httpchk GET /readyz\n  option forwardfor\n  \
         default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions\n"
    );
    for (server, number) in servers.iter().zip(1..) {
        let _ = writeln!(text, "  server node{number} 127.0.0.1:{server} check");
    }
    text
}

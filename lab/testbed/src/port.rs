//! Free ports on the loopback interface.

use std::io;
use std::net::TcpListener;

/// A port on which nothing listens now.
///
/// # Errors
/// The system's error, if it has no free port.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

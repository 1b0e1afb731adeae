//! The address of a server: `https://chess.example`, `http://127.0.0.1:8080`.

use std::fmt;
use std::str::FromStr;

use crate::ClientError;

/// The address of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    pub(crate) tls: bool,
    /// A name, or an IP address without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Address {
    /// Host and port as the `Host` header names them.
    pub(crate) fn authority(&self) -> String {
        let Self { tls, host, port } = self;
        let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        if *port == default_port(*tls) { host } else { format!("{host}:{port}") }
    }

    /// The URL of a WebSocket.
    pub(crate) fn socket(&self, path: &str) -> String {
        format!("{}://{}{path}", if self.tls { "wss" } else { "ws" }, self.authority())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls { "https" } else { "http" }, self.authority())
    }
}

impl FromStr for Address {
    type Err = ClientError;

    fn from_str(url: &str) -> Result<Self, ClientError> {
        let bad =
            |why: &str| ClientError::Address(format!("{url:?} is not a server's address: {why}"));
        let (tls, rest) = match url.split_once("://") {
            Some(("http", rest)) => (false, rest),
            Some(("https", rest)) => (true, rest),
            _ => return Err(bad("expected one such as https://chess.example")),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#', '@', ' ']) {
            return Err(bad("expected only a host and a port"));
        }
        let (host, port) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']').ok_or_else(|| bad("the [ has no ]"))?;
                match port.strip_prefix(':') {
                    None if !port.is_empty() => return Err(bad("expected a port after the ]")),
                    port => (host, port),
                }
            }
            None => match rest.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (rest, None),
            },
        };
        if host.is_empty() {
            return Err(bad("it has no host"));
        }
        let port = match port {
            None => default_port(tls),
            Some(port) => port
                .parse()
                .ok()
                .filter(|port| *port > 0)
                .ok_or_else(|| bad("the port is not between 1 and 65535"))?,
        };
        Ok(Self { tls, host: host.to_owned(), port })
    }
}

const fn default_port(tls: bool) -> u16 {
    if tls { 443 } else { 80 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, tls: bool, host: &str, port: u16, authority: &str) {
        let address: Address = url.parse().unwrap();
        assert_eq!(address, Address { tls, host: host.to_owned(), port });
        assert_eq!(address.authority(), authority);
    }

    #[test]
    fn valid_addresses_are_parsed_and_others_rejected() {
        check("http://localhost:8080/", false, "localhost", 8080, "localhost:8080");
        check("http://chess.example", false, "chess.example", 80, "chess.example");
        check("https://chess.example", true, "chess.example", 443, "chess.example");
        check("https://chess.example:80", true, "chess.example", 80, "chess.example:80");
        check("http://[::1]:8080", false, "::1", 8080, "[::1]:8080");
        check("https://[::1]", true, "::1", 443, "[::1]");
        for bad in [
            "",
            "localhost:8080",
            "ftp://a",
            "http://",
            "https://",
            "http://a/b",
            "http://u@h",
            "http://a:",
            "http://a:0",
            "http://a:65536",
            "http://a:b:1",
            "http://[::1",
            "http://[::1]x",
            "http://a b",
        ] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}

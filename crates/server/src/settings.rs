//! The server's settings.

use std::net::SocketAddr;

use crate::Asset;
use crate::limits::ClientLimits;

/// The server's settings.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The files of the page; none where the program was built without it.
    pub page: &'static [Asset],
    /// The URL at which people reach the server, such as `https://chess.example`.
    pub public_url: Option<String>,
    /// Further host names under which clients reach the server. IP addresses and `localhost` need not be listed.
    pub hosts: Vec<String>,
    /// Where to serve the metrics; `None` for the public address.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether to trust the `X-Forwarded-For` and `X-Forwarded-Proto` headers of a reverse proxy.
    pub trust_proxy: bool,
    /// Limits per client and in total.
    pub limits: ClientLimits,
    /// Open games without an opponent are removed after this many days.
    pub open_days: u32,
    /// Games without a clock are aborted after this many days without an event.
    pub idle_days: u32,
    /// Identities without a game are removed after this many days without a request.
    pub identity_days: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            page: &[],
            public_url: None,
            hosts: Vec::new(),
            metrics_listen: None,
            trust_proxy: false,
            limits: ClientLimits::default(),
            open_days: 14,
            idle_days: 90,
            identity_days: 365,
        }
    }
}

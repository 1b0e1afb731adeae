//! Which host names the server answers for.
//!
//! A page on the internet can make its own name resolve to the address of a server in the visitor's network (DNS
//! rebinding). The browser then takes that server for the page's own site, but still sends the page's name as `Host`.
//! An IP address cannot be rebound, so any is accepted.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{Request, header};

use crate::settings::Settings;

/// Answered for any host: probes and scrapers reach the server by names of their own, and nothing there is private.
const OPEN_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// The host names that the server answers for.
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(settings: &Settings) -> Self {
        let public = settings.public_url.as_deref();
        let public = public.and_then(|url| url.split_once("://")).map(|(_, authority)| authority);
        let hosts = settings.hosts.iter().map(String::as_str).chain(public);
        Self(hosts.map(|host| normalize(without_port(host))).collect())
    }

    /// Whether a request is for this server.
    pub(crate) fn allow<Body>(&self, request: &Request<Body>) -> bool {
        // HTTP/2 and requests to a proxy have the host in the URI; HTTP/1.0 may have none at all.
        let in_uri = request.uri().authority().map(|authority| authority.as_str().as_bytes());
        let in_header = request.headers().get(header::HOST).map(|host| host.as_bytes());
        let mut hosts = in_uri.into_iter().chain(in_header);
        OPEN_PATHS.contains(&request.uri().path())
            || hosts.all(|host| str::from_utf8(host).is_ok_and(|host| self.allows(host)))
    }

    fn allows(&self, authority: &str) -> bool {
        let host = without_port(authority);
        if let Some(address) = host.strip_prefix('[') {
            return address.strip_suffix(']').is_some_and(|it| it.parse::<Ipv6Addr>().is_ok());
        }
        let host = normalize(host);
        host.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4())
            || host == "localhost"
            || host.ends_with(".localhost")
            || self.0.contains(&host)
    }
}

fn without_port(authority: &str) -> &str {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    match authority.rsplit_once(':') {
        Some((host, port)) if is_port(port) && !host.is_empty() => host,
        _ => authority,
    }
}

fn normalize(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_localhost_and_configured_names_are_allowed() {
        let settings = Settings {
            public_url: Some("https://Chess.example:8443".to_owned()),
            hosts: vec!["board.local".to_owned()],
            ..Settings::default()
        };
        let hosts = AllowedHosts::new(&settings);
        for host in [
            "127.0.0.1:8080",
            "192.168.1.20",
            "[::1]:8080",
            "[fe80::1]",
            "localhost",
            "LOCALHOST.:80",
            "app.localhost:3000",
            "chess.example",
            "CHESS.EXAMPLE:8443",
            "chess.example.",
            "board.local:8080",
        ] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "chess.example.evil",
            "xchess.example",
            "evil.example:127",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[::1",
            "::1",
            "[evil]",
            "user@localhost",
            "chess.example/",
        ] {
            assert!(!hosts.allows(host), "{host}");
        }
    }
}

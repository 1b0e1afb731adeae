//! Hosts and addresses: DNS rebinding, forwarded addresses, the separate address of the metrics.

mod harness;

use std::sync::Arc;

use harness::{DataFolder, request, start, start_with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trid_server::Settings;
use trid_server::clock::{PausedClock, SystemClock};
use trid_server::limits::{ClientLimits, Rate};

#[tokio::test]
async fn rebound_host_names_are_rejected() {
    let folder = DataFolder::new();
    let settings = Settings {
        public_url: Some("https://chess.example".to_owned()),
        hosts: vec!["board.local".to_owned()],
        limits: ClientLimits::none(),
        ..Settings::default()
    };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    for (host, status) in [
        ("evil.example", 421),
        ("evil.example:8080", 421),
        ("chess.example.evil.example", 421),
        ("chess.example", 200),
        ("Chess.Example:443", 200),
        ("board.local:8080", 200),
        ("localhost:1", 200),
        ("192.168.1.20:8080", 200),
        ("[fe80::1]:8080", 200),
    ] {
        let header = format!("host: {host}");
        for path in ["GET /api/games", "GET /", "GET /api/openapi.json"] {
            let response = request(&url, path, &[&header], "").await;
            assert_eq!(response.status, status, "{path} {host}");
            assert_eq!(response.code() == "E_HOST", status == 421, "{path} {host}");
        }
        for path in ["GET /healthz", "GET /readyz", "GET /metrics"] {
            assert_eq!(request(&url, path, &[&header], "").await.status, 200, "{path} {host}");
        }
    }
    // The name in an absolute request target counts too.
    let rebound =
        request(&url, "GET http://evil.example/api/games", &["host: localhost"], "").await;
    assert_eq!(rebound.status, 421);
    // Without DNS rebinding, `Origin` gives such a page away; with it, only `Host` does.
    let headers = ["host: evil.example", "origin: http://evil.example"];
    assert_eq!(request(&url, "POST /api/identities", &headers, "{}").await.status, 421);
    let upgrade = [
        "host: evil.example",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    let socket = request(&url, "GET /api/games/3vXKq0hTn5cYbL2a/socket", &upgrade, "").await;
    assert_eq!(socket.status, 421);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn http_1_0_needs_no_host() {
    let folder = DataFolder::new();
    let (server, url) = start(&folder).await;
    let mut stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).await.unwrap();
    stream.write_all(b"GET /api/games HTTP/1.0\r\n\r\n").await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.0 200"), "{response}");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn forwarded_addresses_with_ports_are_limited_separately() {
    let folder = DataFolder::new();
    let identities = Rate { burst: 1.0, per_second: 0.001 };
    let limits = ClientLimits { identities, ..ClientLimits::none() };
    let settings = Settings { limits, trust_proxy: true, ..Settings::default() };
    let clock = Arc::new(PausedClock::at(1_800_000_000_000));
    let (server, url) = start_with(&folder, settings, clock).await;
    for (address, status) in [
        ("192.0.2.1:1000", 201),
        ("192.0.2.1:2000", 429),
        ("192.0.2.1", 429),
        ("192.0.2.2:1000", 201),
        ("[2001:db8:1::1]:1000", 201),
        ("[2001:db8:1::2]:2000", 429),
        ("[2001:db8:2::1]", 201),
    ] {
        let header = format!("x-forwarded-for: 203.0.113.9, {address}");
        let response = request(&url, "POST /api/identities", &[&header], "{}").await;
        assert_eq!(response.status, status, "{address}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn metrics_can_have_their_own_address() {
    let folder = DataFolder::new();
    let settings = Settings {
        metrics_listen: Some("127.0.0.1:0".parse().unwrap()),
        limits: ClientLimits::none(),
        ..Settings::default()
    };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let metrics = format!("http://{}", server.metrics_address().unwrap());
    let response = request(&metrics, "GET /metrics", &["host: prometheus"], "").await;
    assert_eq!(response.status, 200);
    assert!(response.body.contains("trid_"), "{response:?}");
    for (path, public, private) in [
        ("GET /metrics", 404, 200),
        ("GET /healthz", 200, 200),
        ("GET /readyz", 200, 200),
        ("GET /api/games", 200, 404),
        ("GET /", 200, 404),
    ] {
        assert_eq!(request(&url, path, &[], "").await.status, public, "{path}");
        assert_eq!(request(&metrics, path, &[], "").await.status, private, "{path}");
    }
    server.stop().await.unwrap();
    let gone = TcpStream::connect(metrics.strip_prefix("http://").unwrap()).await;
    assert!(gone.is_err(), "the metrics are still served");

    let (server, url) = start(&folder).await;
    assert_eq!(server.metrics_address(), None);
    assert_eq!(request(&url, "GET /metrics", &[], "").await.status, 200);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn pages_are_bound_to_tls_and_to_what_they_use() {
    let folder = DataFolder::new();
    for (public_url, expected) in [
        (None, vec![]),
        (Some("http://chess.example"), vec![]),
        (Some("https://chess.example"), vec!["max-age=31536000"]),
    ] {
        let settings =
            Settings { public_url: public_url.map(str::to_owned), ..Settings::default() };
        let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
        for (path, is_page) in [("/", true), ("/missing", true), ("/api/games", false)] {
            let path = format!("GET {path}");
            let response = request(&url, &path, &["accept: text/html"], "").await;
            assert_eq!(response.header("strict-transport-security"), expected, "{path}");
            let policies = response.header("permissions-policy");
            assert_eq!(policies.len(), usize::from(is_page), "{path}: {response:?}");
            for policy in policies {
                for allowed in ["clipboard-write=(self)", "fullscreen=(self)", "autoplay=(self)"] {
                    assert!(policy.contains(allowed), "{policy}");
                }
                for denied in ["camera=()", "microphone=()", "geolocation=()", "payment=()"] {
                    assert!(policy.contains(denied), "{policy}");
                }
            }
        }
        server.stop().await.unwrap();
    }
}

#[tokio::test]
async fn invisible_names_are_rejected() {
    let folder = DataFolder::new();
    let (server, url) = start(&folder).await;
    for name in ["\u{200b}", "\u{3164}", "\u{301}", "\u{a0}", "a\u{202e}b", "\u{fe0f}"] {
        let body = format!(r#"{{"name":"{name}"}}"#);
        let response = request(&url, "POST /api/identities", &[], &body).await;
        assert_eq!(response.status, 400, "{}", name.escape_unicode());
    }
    let created = request(&url, "POST /api/identities", &[], r#"{"name":"Ada"}"#).await;
    assert_eq!(created.status, 201);
    let cookie = format!("cookie: {}", created.header("set-cookie")[0].split(';').next().unwrap());
    let invalid =
        request(&url, "POST /api/identities", &[&cookie], "{\"name\":\"\u{200b}\"}").await;
    assert_eq!(invalid.status, 400, "also for an identity that exists");
    server.stop().await.unwrap();
}

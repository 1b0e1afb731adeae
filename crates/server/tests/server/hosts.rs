//! Hosts and addresses: DNS rebinding, forwarded addresses, the separate address of the metrics.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trid_server::Settings;
use trid_server::limits::{ClientLimits, Rate};

use crate::harness::{TestServer, request};

#[tokio::test]
async fn rebound_host_names_are_rejected() {
    let settings = Settings {
        public_url: Some("https://chess.example".to_owned()),
        hosts: vec!["board.local".to_owned()],
        limits: ClientLimits::none(),
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
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
            let response = server.request(path, &[&header], "").await;
            assert_eq!(response.status, status, "{path} {host}");
            assert_eq!(response.code() == "E_HOST", status == 421, "{path} {host}");
        }
        for path in ["GET /healthz", "GET /readyz", "GET /metrics"] {
            assert_eq!(server.request(path, &[&header], "").await.status, 200, "{path} {host}");
        }
    }
    // The name in an absolute request target counts too.
    let rebound =
        server.request("GET http://evil.example/api/games", &["host: localhost"], "").await;
    assert_eq!(rebound.status, 421);
    // Without DNS rebinding, `Origin` gives such a page away; with it, only `Host` does.
    let headers = ["host: evil.example", "origin: http://evil.example"];
    assert_eq!(server.request("POST /api/identities", &headers, "{}").await.status, 421);
    let upgrade = [
        "host: evil.example",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ];
    let socket = server.request("GET /api/games/3vXKq0hTn5cYbL2a/socket", &upgrade, "").await;
    assert_eq!(socket.status, 421);
}

#[tokio::test]
async fn http_1_0_needs_no_host() {
    let server = TestServer::start().await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /api/games HTTP/1.0\r\n\r\n").await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.0 200"), "{response}");
}

#[tokio::test]
async fn forwarded_addresses_with_ports_are_limited_separately() {
    let identities = Rate { burst: 1.0, per_second: 0.001 };
    let limits = ClientLimits { identities, ..ClientLimits::none() };
    let settings = Settings { limits, trust_proxy: true, ..Settings::default() };
    let server = TestServer::with(settings).await;
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
        let response = server.request("POST /api/identities", &[&header], "{}").await;
        assert_eq!(response.status, status, "{address}");
    }
}

#[tokio::test]
async fn metrics_can_have_their_own_address() {
    let settings = Settings {
        metrics_listen: Some("127.0.0.1:0".parse().unwrap()),
        limits: ClientLimits::none(),
        ..Settings::default()
    };
    let mut server = TestServer::with(settings).await;
    let metrics = server.metrics_url().unwrap();
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
        assert_eq!(server.request(path, &[], "").await.status, public, "{path}");
        assert_eq!(request(&metrics, path, &[], "").await.status, private, "{path}");
    }
    server.stop().await;
    let gone = TcpStream::connect(metrics.strip_prefix("http://").unwrap()).await;
    assert!(gone.is_err(), "the metrics are still served");

    let server = TestServer::start().await;
    assert_eq!(server.metrics_url(), None);
    assert_eq!(server.request("GET /metrics", &[], "").await.status, 200);
}

#[tokio::test]
async fn pages_are_bound_to_tls_and_to_what_they_use() {
    for (public_url, expected) in [
        (None, vec![]),
        (Some("http://chess.example"), vec![]),
        (Some("https://chess.example"), vec!["max-age=31536000"]),
    ] {
        let settings =
            Settings { public_url: public_url.map(str::to_owned), ..Settings::default() };
        let server = TestServer::with(settings).await;
        for (path, is_page) in [("/", true), ("/missing", true), ("/api/games", false)] {
            let path = format!("GET {path}");
            let response = server.request(&path, &["accept: text/html"], "").await;
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
    }
}

#[tokio::test]
async fn invisible_names_are_rejected() {
    let server = TestServer::start().await;
    for name in ["\u{200b}", "\u{3164}", "\u{301}", "\u{a0}", "a\u{202e}b", "\u{fe0f}"] {
        let body = format!(r#"{{"name":"{name}"}}"#);
        let response = server.request("POST /api/identities", &[], &body).await;
        assert_eq!(response.status, 400, "{}", name.escape_unicode());
    }
    let created = server.request("POST /api/identities", &[], r#"{"name":"Ada"}"#).await;
    assert_eq!(created.status, 201);
    let cookie = format!("cookie: {}", created.header("set-cookie")[0].split(';').next().unwrap());
    let invalid =
        server.request("POST /api/identities", &[&cookie], "{\"name\":\"\u{200b}\"}").await;
    assert_eq!(invalid.status, 400, "also for an identity that exists");
}

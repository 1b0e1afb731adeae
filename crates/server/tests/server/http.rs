//! Raw HTTP and WebSocket input that no browser sends: odd methods, headers, tokens and frames.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trid_client::Client;
use trid_protocol::NewGame;
use trid_server::limits::{ClientLimits, Rate};
use trid_server::{Asset, Settings};

use crate::harness::{TestServer, unlimited};

/// Sends raw bytes; returns the response until the server closes or sends nothing for 500 ms.
async fn send(server: &TestServer, bytes: &[u8]) -> String {
    let mut stream = server.connect().await;
    stream.write_all(bytes).await.unwrap();
    String::from_utf8_lossy(&read_all(&mut stream).await).into_owned()
}

async fn read_all(stream: &mut TcpStream) -> Vec<u8> {
    let mut received = Vec::new();
    let mut part = [0; 4096];
    while let Ok(Ok(count @ 1..)) =
        tokio::time::timeout(Duration::from_millis(500), stream.read(&mut part)).await
    {
        received.extend_from_slice(&part[..count]);
    }
    received
}

fn get(path: &str, accept: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: {accept}\r\nconnection: close\r\n\r\n"
    )
}

#[tokio::test]
async fn unknown_address_is_a_page_for_browsers_and_json_for_programs() {
    const BROWSER: &str = "text/html,application/xhtml+xml,*/*;q=0.8";
    let server = TestServer::start().await;
    for path in ["/foo", "/foo/bar?x=1", "/g/", "/assets/gone.js", "/index.htm"] {
        let received = send(&server, get(path, BROWSER).as_bytes()).await;
        assert!(received.starts_with("HTTP/1.1 404"), "{path}: {received}");
        assert!(received.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"), "{received}");
        assert!(received.contains("\r\nvary: accept\r\n"), "{received}");
        assert!(received.contains("<a href=\"/\">Go to Tri-D</a>"), "{received}");
        assert!(!received.contains("E_NO_PAGE"), "{received}");
    }
    for (path, accept) in [("/foo", "*/*"), ("/foo", "application/json"), ("/api/foo", BROWSER)] {
        let received = send(&server, get(path, accept).as_bytes()).await;
        assert!(received.starts_with("HTTP/1.1 404"), "{path}: {received}");
        assert!(received.contains("\r\ncontent-type: application/json\r\n"), "{received}");
        assert!(received.contains("E_NO_PAGE"), "{received}");
    }
    let head = get("/foo", BROWSER).replace("GET ", "HEAD ");
    let received = send(&server, head.as_bytes()).await;
    assert!(received.starts_with("HTTP/1.1 404") && received.ends_with("\r\n\r\n"), "{received}");
}

#[tokio::test]
async fn truncated_game_link_redirects_browsers_and_fails_for_programs() {
    let server = TestServer::start().await;
    for (path, place) in [
        ("/g/3vXKq0hTn5cYbL2a", "/#online=3vXKq0hTn5cYbL2a"),
        ("/g/3vXKq0h", "/#online=3vXKq0h"),
        ("/g/a%20b%3Cscript%3E", "/#online=abscript"),
        ("/g/%20", "/#online=0"),
    ] {
        let received = send(&server, get(path, "text/html,*/*;q=0.8").as_bytes()).await;
        assert!(received.starts_with("HTTP/1.1 303"), "{received}");
        assert!(received.contains(&format!("\r\nlocation: {place}\r\n")), "{received}");
    }
    let received = send(&server, get("/g/3vXKq0h", "*/*").as_bytes()).await;
    assert!(received.starts_with("HTTP/1.1 404") && received.contains("E_NO_GAME"), "{received}");
}

#[tokio::test]
async fn all_errors_have_the_same_json_shape() {
    let server = TestServer::start().await;
    for (request, status, code) in [
        ("POST / HTTP/1.1\r\nhost: localhost", 405, "E_METHOD"),
        ("DELETE /healthz HTTP/1.1\r\nhost: localhost", 405, "E_METHOD"),
        ("PUT /api/games HTTP/1.1\r\nhost: localhost", 405, "E_METHOD"),
        ("GET /../../etc/passwd HTTP/1.1\r\nhost: localhost", 404, "E_NO_PAGE"),
        ("GET /api/nothing HTTP/1.1\r\nhost: localhost", 404, "E_NO_PAGE"),
        ("GET /api/games?form=x HTTP/1.1\r\nhost: localhost", 400, "E_BAD_REQUEST"),
        ("GET /healthz HTTP/1.1", 400, "E_BAD_REQUEST"),
        ("GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: y", 400, "E_BAD_REQUEST"),
        (
            "GET /api/me HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer zz",
            401,
            "E_NO_IDENTITY",
        ),
        (
            "GET /api/games HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer zz",
            401,
            "E_NO_IDENTITY",
        ),
        ("POST /api/games HTTP/1.1\r\nhost: localhost\r\norigin: http://y", 403, "E_ORIGIN"),
        ("GET /api/games?name=%ff HTTP/1.1\r\nhost: localhost", 400, "E_BAD_REQUEST"),
        (
            "POST /api/identities HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 16385",
            413,
            "E_TOO_LONG",
        ),
        (
            "POST /api/identities HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-encoding: gzip",
            415,
            "E_NOT_JSON",
        ),
    ] {
        let response =
            send(&server, format!("{request}\r\nconnection: close\r\n\r\n").as_bytes()).await;
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {response}");
        assert!(
            response.contains(&format!("\r\n\r\n{{\"code\":\"{code}\",")),
            "{request}: {response}"
        );
    }
}

#[tokio::test]
async fn authorization_scheme_ignores_case() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let header = format!("authorization: bearer {}", ada.token());
    assert_eq!(server.request("GET /api/me", &[&header], "").await.status, 200);
}

#[tokio::test]
async fn returning_browser_gets_its_cookie_extended() {
    let server = TestServer::start().await;
    let create = async |headers: &[&str]| {
        let response = server.request("POST /api/identities", headers, "{}").await;
        (response.status, response.header("set-cookie").join("; "))
    };
    let (status, first) = create(&[]).await;
    assert_eq!(status, 201);
    assert!(first.contains("; Max-Age=31536000; HttpOnly; SameSite=Lax"), "{first}");
    let pair = first.split_once(';').unwrap().0;
    assert_eq!(create(&[&format!("cookie: {pair}")]).await, (200, first.clone()));
    let header = format!("authorization: Bearer {}", pair.split_once('=').unwrap().1);
    let kept = (200, String::new());
    assert_eq!(create(&[&header]).await, kept, "programs keep their token themselves");
}

/// Opens a socket, sends a raw frame and returns everything the server sends afterwards.
async fn send_frame(server: &TestServer, game: &str, frame: &[u8]) -> Vec<u8> {
    let mut stream = server.connect().await;
    let host = server.host();
    let handshake = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(handshake.as_bytes()).await.unwrap();
    let handshake = read_all(&mut stream).await;
    assert!(handshake.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&handshake));
    stream.write_all(frame).await.unwrap();
    read_all(&mut stream).await
}

#[tokio::test]
async fn invalid_frame_closes_the_socket_with_a_reason() {
    let server = TestServer::start().await;
    let (white, _black) = server.start_game(NewGame::default()).await;
    let game = white.game.to_string();
    let part = [&b"\0\xfe\x08\0\0\0\0\0"[..], &[b' '; 2_048]].concat();
    let fragments = [&b"\x01\x80\0\0\0\0"[..], &part.repeat(3)].concat();
    for (what, frame, code, reason) in [
        ("bad UTF-8", &b"\x81\x82\0\0\0\0\xff\xfe"[..], 1007_u16, "unreadable"),
        ("unmasked", b"\x81\x02{}", 1007, "unreadable"),
        ("reserved opcode", b"\x83\x80\0\0\0\0", 1007, "unreadable"),
        ("too long", b"\x81\xfe\x20\x00\0\0\0\0", 1009, "tooLong"),
        ("too long in all", &fragments, 1009, "tooLong"),
    ] {
        let received = send_frame(&server, &game, frame).await;
        let text = String::from_utf8_lossy(&received).into_owned();
        assert!(
            text.contains(&format!(r#"{{"type":"closing","reason":"{reason}"}}"#)),
            "{what}: {text}"
        );
        let close = [&code.to_be_bytes()[..], reason.as_bytes()].concat();
        assert!(received.ends_with(&close), "{what}: {text}");
    }
}

#[tokio::test]
async fn flooding_with_any_message_type_closes_the_socket() {
    let limits =
        ClientLimits { messages: Rate { burst: 3.0, per_second: 0.001 }, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let (white, _black) = server.start_game(NewGame::default()).await;
    let pings = b"\x89\x80\0\0\0\0".repeat(30);
    let binary = b"\x82\x80\0\0\0\0".repeat(30);
    for (what, frames) in [("pings", pings), ("binary messages", binary)] {
        let received = send_frame(&server, &white.game.to_string(), &frames).await;
        let text = String::from_utf8_lossy(&received);
        assert!(text.contains(r#"{"type":"closing","reason":"rate"}"#), "{what}: {text}");
    }
}

#[tokio::test]
async fn fragmented_message_is_read() {
    let server = TestServer::start().await;
    let (white, _black) = server.start_game(NewGame::default()).await;
    let message = br#"{"type":"ping","ref":7}"#;
    let frame =
        |first: u8, part: &[u8]| [&[first, 0x80 | part.len() as u8, 0, 0, 0, 0][..], part].concat();
    let frames = [frame(1, &message[..9]), frame(0, &message[9..]), frame(0x80, b"")].concat();
    let received = send_frame(&server, &white.game.to_string(), &frames).await;
    let text = String::from_utf8_lossy(&received);
    assert!(text.contains(r#"{"type":"pong","ref":7,"#), "{text}");
}

#[tokio::test]
async fn missing_body_times_out() {
    let server = TestServer::start().await;
    let mut stream = server.connect().await;
    let head = "POST /api/identities HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut response = [0; 12];
    tokio::time::timeout(Duration::from_secs(20), stream.read_exact(&mut response))
        .await
        .expect("no response within 20 s")
        .unwrap();
    assert_eq!(&response, b"HTTP/1.1 408");
}

#[tokio::test]
async fn readiness_follows_storage_writes() {
    let server = TestServer::start().await;
    if server.folder.is_postgres() {
        return;
    }
    let ready = async || server.request("GET /readyz", &[], "").await.status;
    assert_eq!(ready().await, 200);
    let other = rusqlite::Connection::open(server.folder.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = Client::register(&server.url, "Ada").await.unwrap_err().to_string();
    assert!(error.contains("503, E_STORAGE"), "{error}");
    assert!(!error.contains("locked"), "internal details leak: {error}");
    assert_eq!(ready().await, 503);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(ready().await, 200);
    server.register("Ada").await;
}

#[tokio::test]
async fn files_of_the_page_are_served_below_the_root() {
    const PAGE: &[Asset] = &[Asset {
        path: "index.html",
        content_type: "text/html; charset=utf-8",
        etag: "\"1\"",
        plain: b"<!doctype html>",
        gzip: None,
        brotli: None,
    }];
    let server = TestServer::with(Settings { page: PAGE, ..unlimited() }).await;
    for path in ["/", "/index.html"] {
        let received = send(&server, get(path, "text/html").as_bytes()).await;
        assert!(received.starts_with("HTTP/1.1 200"), "{path}: {received}");
        assert!(received.contains("\r\netag: W/\"1\"\r\n"), "{path}: {received}");
        assert!(received.ends_with("\r\n\r\n<!doctype html>"), "{path}: {received}");
    }
}

#[tokio::test]
async fn file_requests_are_rate_limited() {
    let limits =
        ClientLimits { files: Rate { burst: 2.0, per_second: 0.01 }, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let mut statuses = Vec::new();
    for path in ["/", "/healthz", "/metrics", "/g/3vXKq0hTn5cYbL2a", "/none", "/api/games"] {
        statuses.push(server.request(&format!("GET {path}"), &[], "").await.status);
    }
    assert_eq!(statuses, [200, 200, 429, 429, 429, 200]);
}

#[tokio::test]
async fn connection_over_the_limit_gets_a_429() {
    for limits in [
        ClientLimits { connections: 2, ..ClientLimits::none() },
        ClientLimits { connections_per_address: 2, ..ClientLimits::none() },
    ] {
        let server = TestServer::limited(limits).await;
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let held = [server.connect().await, server.connect().await];
        // The server rejects the connection before it reads anything.
        let rejected = String::from_utf8(read_all(&mut server.connect().await).await);
        let rejected = rejected.unwrap();
        assert!(rejected.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{rejected}");
        assert!(rejected.contains("\r\nretry-after: 30\r\n"), "{rejected}");
        let (head, body) = rejected.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{rejected}");
        assert!(body.contains("too many connections"), "{rejected}");
        drop(held);
        let retry = async { while !send(&server, request).await.starts_with("HTTP/1.1 200 ") {} };
        tokio::time::timeout(Duration::from_secs(10), retry)
            .await
            .expect("no connection was freed");
    }
}

#[tokio::test]
async fn open_sockets_count_as_connections() {
    for limits in [
        ClientLimits { connections: 3, ..ClientLimits::none() },
        ClientLimits { connections_per_address: 3, ..ClientLimits::none() },
    ] {
        let server = TestServer::limited(limits).await;
        let ada = server.register("Ada").await;
        let game = ada.create(&NewGame::default()).await.unwrap().id;
        let mut sockets = Vec::new();
        while sockets.len() < 4
            && let Ok(socket) = ada.socket(&game, 0).await
        {
            sockets.push(socket);
        }
        assert!((2..=3).contains(&sockets.len()), "{} sockets", sockets.len());
        let mut statuses = String::new();
        for _ in 0..3 {
            let mut stream = server.connect().await;
            statuses += &String::from_utf8_lossy(&read_all(&mut stream).await);
        }
        assert!(statuses.contains("HTTP/1.1 429 "), "{statuses}");
        drop(sockets);
    }
}

#[tokio::test]
async fn behind_a_proxy_sockets_are_limited_per_forwarded_address() {
    let limits = ClientLimits { connections_per_address: 2, ..ClientLimits::none() };
    let settings = Settings { limits, trust_proxy: true, ..Settings::default() };
    let server = TestServer::with(settings).await;
    let ada = server.register("Ada").await;
    let game = ada.create(&NewGame::default()).await.unwrap().id;
    let host = server.host();
    let open = async |address: &str| {
        let mut stream = server.connect().await;
        let handshake = format!(
            "GET /api/games/{game}/socket HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {address}\r\n\
             connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(handshake.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    let [one, two] = [open("192.0.2.1").await, open("192.0.2.1").await];
    assert_eq!((one.1.as_str(), two.1.as_str()), ("HTTP/1.1 101", "HTTP/1.1 101"));
    assert_eq!(open("192.0.2.1").await.1, "HTTP/1.1 429");
    assert_eq!(open("192.0.2.2").await.1, "HTTP/1.1 101");
    drop(one);
    let retry = async {
        while open("192.0.2.1").await.1 != "HTTP/1.1 101" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), retry).await.expect("no connection was freed");
    drop(two);
}

//! What strange programs send: methods, heads, tokens and frames that no browser would.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Folder, begin, start, start_with};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trid_server::Settings;
use trid_server::client::Client;
use trid_server::clock::SystemClock;
use trid_server::limits::{Limits, Rate};
use trid_server::wire::NewGame;

/// Sends bytes as they are; returns all that comes back until the server closes or is silent.
async fn send(url: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    String::from_utf8_lossy(&hear(&mut stream).await).into_owned()
}

async fn hear(stream: &mut TcpStream) -> Vec<u8> {
    let mut heard = Vec::new();
    let mut part = [0; 4096];
    while let Ok(Ok(count @ 1..)) =
        tokio::time::timeout(Duration::from_millis(500), stream.read(&mut part)).await
    {
        heard.extend_from_slice(&part[..count]);
    }
    heard
}

#[tokio::test]
async fn a_link_cut_short_brings_a_person_to_the_page_and_a_program_a_refusal() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let get = |path: &str, accept: &str| {
        format!("GET {path} HTTP/1.1\r\nhost: x\r\naccept: {accept}\r\nconnection: close\r\n\r\n")
    };
    for (path, place) in [
        ("/g/3vXKq0hTn5cYbL2a", "/#online=3vXKq0hTn5cYbL2a"),
        ("/g/3vXKq0h", "/#online=3vXKq0h"),
        ("/g/a%20b%3Cscript%3E", "/#online=abscript"),
        ("/g/%20", "/#online=0"),
    ] {
        let heard = send(&url, get(path, "text/html,*/*;q=0.8").as_bytes()).await;
        assert!(heard.starts_with("HTTP/1.1 303"), "{heard}");
        assert!(heard.contains(&format!("\r\nlocation: {place}\r\n")), "{heard}");
    }
    let heard = send(&url, get("/g/3vXKq0h", "*/*").as_bytes()).await;
    assert!(heard.starts_with("HTTP/1.1 404") && heard.contains("E_NO_GAME"), "{heard}");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn every_refusal_is_the_same_json() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    for (request, status, code) in [
        ("POST / HTTP/1.1\r\nhost: x", 405, "E_METHOD"),
        ("DELETE /healthz HTTP/1.1\r\nhost: x", 405, "E_METHOD"),
        ("PUT /api/games HTTP/1.1\r\nhost: x", 405, "E_METHOD"),
        ("GET /../../etc/passwd HTTP/1.1\r\nhost: x", 404, "E_NO_PAGE"),
        ("GET /api/nothing HTTP/1.1\r\nhost: x", 404, "E_NO_PAGE"),
        ("GET /api/games?form=x HTTP/1.1\r\nhost: x", 400, "E_BAD_REQUEST"),
        ("GET /healthz HTTP/1.1", 400, "E_BAD_REQUEST"),
        ("GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y", 400, "E_BAD_REQUEST"),
        ("GET /api/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer zz", 401, "E_NO_IDENTITY"),
        ("GET /api/games HTTP/1.1\r\nhost: x\r\nauthorization: Bearer zz", 401, "E_NO_IDENTITY"),
        ("POST /api/games HTTP/1.1\r\nhost: x\r\norigin: http://y", 403, "E_ORIGIN"),
        ("GET /api/games?name=%ff HTTP/1.1\r\nhost: x", 400, "E_BAD_REQUEST"),
        (
            "POST /api/identities HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16385",
            413,
            "E_TOO_LONG",
        ),
        (
            "POST /api/identities HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-encoding: gzip",
            415,
            "E_NOT_JSON",
        ),
    ] {
        let answer = send(&url, format!("{request}\r\nconnection: close\r\n\r\n").as_bytes()).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
        assert!(answer.contains(&format!("\r\n\r\n{{\"code\":\"{code}\",")), "{request}: {answer}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_name_of_the_scheme_may_be_written_as_one_likes() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let ada = Client::register(&url, "Ada").await.unwrap();
    let token = ada.token();
    let request = format!(
        "GET /api/me HTTP/1.1\r\nhost: x\r\nauthorization: bearer {token}\r\nconnection: close\r\n\r\n"
    );
    assert!(send(&url, request.as_bytes()).await.starts_with("HTTP/1.1 200 "));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_browser_that_comes_again_keeps_its_cookie_for_another_year() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let ask = async |kept: &str| {
        let request = format!(
            "POST /api/identities HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{kept}\
             content-length: 2\r\nconnection: close\r\n\r\n{{}}"
        );
        let answer = send(&url, request.as_bytes()).await;
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        (answer[9..12].to_owned(), cookie.map(str::to_owned))
    };
    let (status, first) = ask("").await;
    let first = first.unwrap();
    assert_eq!(status, "201");
    assert!(first.contains("; Max-Age=31536000; HttpOnly; SameSite=Lax"), "{first}");
    let pair = first.split_once(';').unwrap().0;
    assert_eq!(ask(&format!("cookie: {pair}\r\n")).await, ("200".to_owned(), Some(first.clone())));
    let token = pair.split_once('=').unwrap().1;
    let header = format!("authorization: Bearer {token}\r\n");
    assert_eq!(ask(&header).await, ("200".to_owned(), None), "a program keeps its own");
    server.stop().await.unwrap();
}

/// Opens a socket by hand and says this frame; returns how the server ends it.
async fn say_frame(url: &str, game: &str, frame: &[u8]) -> Vec<u8> {
    let host = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).await.unwrap();
    let hello = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(hello.as_bytes()).await.unwrap();
    let hello = hear(&mut stream).await;
    assert!(hello.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&hello));
    stream.write_all(frame).await.unwrap();
    hear(&mut stream).await
}

#[tokio::test]
async fn a_frame_that_is_no_message_is_answered_by_why_it_ends() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (white, _black) = begin(&url, NewGame::default()).await;
    let game = white.game.to_string();
    for (what, frame, code, reason) in [
        ("bad UTF-8", &b"\x81\x82\0\0\0\0\xff\xfe"[..], 1007_u16, "unreadable"),
        ("unmasked", b"\x81\x02{}", 1007, "unreadable"),
        ("a reserved kind", b"\x83\x80\0\0\0\0", 1007, "unreadable"),
        ("too long", b"\x81\xfe\x20\x00\0\0\0\0", 1009, "tooLong"),
    ] {
        let heard = say_frame(&url, &game, frame).await;
        let said = String::from_utf8_lossy(&heard).into_owned();
        assert!(
            said.contains(&format!(r#"{{"type":"closing","reason":"{reason}"}}"#)),
            "{what}: {said}"
        );
        let close = [&code.to_be_bytes()[..], reason.as_bytes()].concat();
        assert!(heard.ends_with(&close), "{what}: {said}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn noise_is_cut_off_whatever_kind_it_is() {
    let folder = Folder::new();
    let limits = Limits { messages: Rate { burst: 3.0, per_second: 0.001 }, ..Limits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let (white, _black) = begin(&url, NewGame::default()).await;
    for (what, frame) in
        [("pings", &b"\x89\x80\0\0\0\0"[..]), ("binary messages", b"\x82\x80\0\0\0\0")]
    {
        let heard = say_frame(&url, &white.game.to_string(), &frame.repeat(30)).await;
        let said = String::from_utf8_lossy(&heard);
        assert!(said.contains(r#"{"type":"closing","reason":"rate"}"#), "{what}: {said}");
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let mut stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).await.unwrap();
    let head = "POST /api/identities HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(Duration::from_secs(20), stream.read_exact(&mut answer))
        .await
        .expect("an answer comes")
        .unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_storage_that_cannot_be_written_is_not_ready_until_it_can() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let ready = async || {
        let asked = b"GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let mut stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).await.unwrap();
        stream.write_all(asked).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    assert!(ready().await.starts_with("HTTP/1.1 200 "));
    let other = rusqlite::Connection::open(folder.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = Client::register(&url, "Ada").await.unwrap_err().to_string();
    assert!(refused.contains("E_INTERNAL"), "{refused}");
    assert!(!refused.contains("database"), "nothing internal leaks: {refused}");
    assert!(ready().await.starts_with("HTTP/1.1 503 "));
    other.execute_batch("ROLLBACK").unwrap();
    assert!(ready().await.starts_with("HTTP/1.1 200 "));
    Client::register(&url, "Ada").await.unwrap();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_page_is_asked_for_at_a_limited_rate_too() {
    let folder = Folder::new();
    let limits = Limits { files: Rate { burst: 2.0, per_second: 0.01 }, ..Limits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let mut statuses = Vec::new();
    for path in ["/", "/healthz", "/metrics", "/g/3vXKq0hTn5cYbL2a", "/none", "/api/games"] {
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        statuses.push(send(&url, request.as_bytes()).await[9..12].to_owned());
    }
    assert_eq!(statuses, ["200", "200", "429", "429", "429", "200"]);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    for limits in [
        Limits { connections: 2, ..Limits::none() },
        Limits { connections_per_address: 2, ..Limits::none() },
    ] {
        let folder = Folder::new();
        let settings = Settings { limits, ..Settings::default() };
        let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
        let host = url.strip_prefix("http://").unwrap();
        let asked = b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let held =
            [TcpStream::connect(host).await.unwrap(), TcpStream::connect(host).await.unwrap()];
        // Whatever is refused is refused before anything is read.
        let refused = String::from_utf8(hear(&mut TcpStream::connect(host).await.unwrap()).await);
        let refused = refused.unwrap();
        assert!(refused.starts_with("HTTP/1.1 429 Too Many Requests\r\n"), "{refused}");
        assert!(refused.contains("\r\nretry-after: 30\r\n"), "{refused}");
        let (head, body) = refused.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{refused}");
        assert!(body.contains("too many connections"), "{refused}");
        drop(held);
        let again = async { while !send(&url, asked).await.starts_with("HTTP/1.1 200 ") {} };
        tokio::time::timeout(Duration::from_secs(10), again).await.expect("there is room again");
        server.stop().await.unwrap();
    }
}

#[tokio::test]
async fn an_open_socket_counts_as_a_connection() {
    for limits in [
        Limits { connections: 3, ..Limits::none() },
        Limits { connections_per_address: 3, ..Limits::none() },
    ] {
        let folder = Folder::new();
        let settings = Settings { limits, ..Settings::default() };
        let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
        let ada = Client::register(&url, "Ada").await.unwrap();
        let game = ada.create(&NewGame::default()).await.unwrap().id;
        let mut sockets = Vec::new();
        while sockets.len() < 4
            && let Ok(socket) = ada.socket(&game, 0).await
        {
            sockets.push(socket);
        }
        assert!((2..=3).contains(&sockets.len()), "{} sockets", sockets.len());
        let host = url.strip_prefix("http://").unwrap();
        let mut statuses = String::new();
        for _ in 0..3 {
            let mut stream = TcpStream::connect(host).await.unwrap();
            statuses += &String::from_utf8_lossy(&hear(&mut stream).await);
        }
        assert!(statuses.contains("HTTP/1.1 429 "), "{statuses}");
        drop(sockets);
        server.stop().await.unwrap();
    }
}

#[tokio::test]
async fn behind_a_proxy_each_address_has_its_share_of_sockets() {
    let folder = Folder::new();
    let limits = Limits { connections_per_address: 2, ..Limits::none() };
    let settings = Settings { limits, trust_proxy: true, ..Settings::default() };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let ada = Client::register(&url, "Ada").await.unwrap();
    let game = ada.create(&NewGame::default()).await.unwrap().id;
    let host = url.strip_prefix("http://").unwrap();
    let open = async |address: &str| {
        let mut stream = TcpStream::connect(host).await.unwrap();
        let hello = format!(
            "GET /api/games/{game}/socket HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {address}\r\n\
             connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(hello.as_bytes()).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    let [one, two] = [open("192.0.2.1").await, open("192.0.2.1").await];
    assert_eq!((one.1.as_str(), two.1.as_str()), ("HTTP/1.1 101", "HTTP/1.1 101"));
    assert_eq!(open("192.0.2.1").await.1, "HTTP/1.1 429");
    assert_eq!(open("192.0.2.2").await.1, "HTTP/1.1 101");
    drop(one);
    let again = async {
        while open("192.0.2.1").await.1 != "HTTP/1.1 101" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again).await.expect("there is room again");
    drop(two);
    server.stop().await.unwrap();
}

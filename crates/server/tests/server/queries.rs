//! Query parameters at and beyond their bounds: the answer is the same on both databases.

use futures_util::future::join_all;
use trid_protocol::NewGame;

use crate::harness::{TestServer, bearer};

#[tokio::test]
async fn numbers_out_of_bounds_are_rejected() {
    let server = TestServer::start().await;
    let (white, _black) = server.start_game(NewGame::default()).await;
    let token = bearer(&white.client);
    let game = format!("/api/games/{}", white.game);
    for (path, is_valid) in [
        (format!("{game}/events?after=0"), true),
        (format!("{game}/events?after=2147483646"), true),
        (format!("{game}/events?after=2147483647"), true),
        (format!("{game}/events?after=2147483648"), false),
        (format!("{game}/events?after=4294967295"), false),
        (format!("{game}/events?after=4294967296"), false),
        (format!("{game}/events?after=-1"), false),
        ("/api/games?from=0&until=999999999999999".to_owned(), true),
        ("/api/games?from=1000000000000000".to_owned(), false),
        ("/api/games?until=9223372036854775807".to_owned(), false),
        ("/api/games?until=9223372036854775808".to_owned(), false),
        ("/api/games?from=-1".to_owned(), false),
        ("/api/games?limit=0".to_owned(), false),
        ("/api/games?limit=4294967295".to_owned(), false),
        ("/api/games?cursor=999999999999999-3vXKq0hTn5cYbL2a".to_owned(), true),
        ("/api/games?cursor=1000000000000000-3vXKq0hTn5cYbL2a".to_owned(), false),
    ] {
        let response = server.request(&format!("GET {path}"), &[&token], "").await;
        let expected = if is_valid { (200, "") } else { (400, "E_BAD_REQUEST") };
        assert_eq!((response.status, &*response.code()), expected, "{path}: {}", response.body);
    }
    let socket = server.request(&format!("GET {game}/socket?after=2147483648"), &[], "").await;
    assert!(socket.body.contains("expected 0 to 2147483647"), "{socket:?}");
    for (body, status) in [
        (r#"{"type":"move","move":"b2Wb4N","ply":4294967295}"#, 409),
        (r#"{"type":"move","move":"b2Wb4N","ply":4294967296}"#, 400),
        (r#"{"type":"move","move":"b2Wb4N","ply":0,"seen":4294967295}"#, 200),
    ] {
        let response = server.request(&format!("POST {game}/actions"), &[&token], body).await;
        assert_eq!(response.status, status, "{body}: {}", response.body);
    }
}

#[tokio::test]
async fn names_with_control_characters_are_rejected() {
    let server = TestServer::start().await;
    let names = ["%00", "a%00", "%00a", "a%00b", "a%0Ab", "a%7Fb", "a%C2%85b"];
    let requests = names.map(async |name| {
        let path = format!("GET /api/games?name={name}");
        (name, server.request(&path, &[], "").await)
    });
    for (name, response) in join_all(requests).await {
        assert_eq!((response.status, &*response.code()), (400, "E_BAD_REQUEST"), "{name}");
        assert!(response.body.contains("the name contains control characters"), "{response:?}");
    }
    assert_eq!(server.request("GET /api/games?name=%20Ada%0A", &[], "").await.status, 200);
    let metrics = server.request("GET /metrics", &[], "").await;
    if server.folder.is_postgres() {
        assert!(metrics.body.contains("\ntrid_reads_failed_total 0\n"), "{metrics:?}");
    }
}

//! `Idempotency-Key`: a repeated request to create a game, also in parallel or after a restart, creates one game.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use trid_client::Client;
use trid_protocol::NewGame;
use trid_server::limits::{ClientLimits, Rate};

use crate::harness::{RawResponse, TestServer, bearer, request};

const BODY: &str = r#"{"color":"white","clock":{"type":"days","days":3}}"#;

async fn create(url: &str, player: &Client, key: &str, body: &str) -> RawResponse {
    let key = format!("idempotency-key: {key}");
    request(url, "POST /api/games", &[&bearer(player), &key], body).await
}

async fn count_games(player: &Client) -> usize {
    player.list("mine=true&limit=100").await.unwrap().games.len()
}

#[tokio::test]
async fn repeated_request_creates_one_game_and_gets_the_same_response() {
    let mut server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let first = create(&server.url, &ada, "k1", BODY).await;
    assert_eq!(first.status, 201, "{first:?}");
    let bob = server.register("Bob").await;
    let game = serde_json::from_str::<serde_json::Value>(&first.body).unwrap()["id"].clone();
    bob.join(&game.as_str().unwrap().parse().unwrap()).await.unwrap();

    let again = create(&server.url, &ada, "k1", BODY).await;
    assert_eq!((again.status, &again.body), (201, &first.body), "the game has started meanwhile");
    // The defaults are spelled out: it is the same request.
    let spelled =
        r#"{"access":"link","rules":"revised","color":"white","clock":{"days":3,"type":"days"}}"#;
    assert_eq!(create(&server.url, &ada, "k1", spelled).await.body, first.body);
    assert_eq!(count_games(&ada).await, 1);

    server.restart().await;
    let ada = server.sign_in(&ada).await;
    let later = create(&server.url, &ada, "k1", BODY).await;
    assert_eq!((later.status, &later.body), (201, &first.body), "after a restart");
    assert_eq!(count_games(&ada).await, 1);
}

#[tokio::test]
async fn parallel_requests_with_one_key_create_one_game() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let sending: Vec<_> = (0..20)
        .map(|_| {
            let (url, ada) = (server.url.clone(), ada.clone());
            tokio::spawn(async move { create(&url, &ada, "same", BODY).await })
        })
        .collect();
    let mut bodies = std::collections::BTreeSet::new();
    for sent in sending {
        let response = sent.await.unwrap();
        assert_eq!(response.status, 201, "{response:?}");
        bodies.insert(response.body);
    }
    assert_eq!(bodies.len(), 1, "{bodies:?}");
    assert_eq!(count_games(&ada).await, 1);
}

#[tokio::test]
async fn key_belongs_to_one_request_of_one_player() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let bob = server.register("Bob").await;
    assert_eq!(create(&server.url, &ada, "k", BODY).await.status, 201);
    let other = create(&server.url, &ada, "k", r#"{"color":"black"}"#).await;
    assert_eq!((other.status, other.code().as_str()), (422, "E_KEY_REUSED"));
    assert_eq!(create(&server.url, &bob, "k", r#"{"color":"black"}"#).await.status, 201);
    assert_eq!((count_games(&ada).await, count_games(&bob).await), (1, 1));

    // A refused request does not use up its key.
    let invalid = r#"{"clock":{"type":"days","days":99}}"#;
    assert_eq!(create(&server.url, &ada, "k2", invalid).await.code(), "E_BAD_GAME");
    assert_eq!(create(&server.url, &ada, "k2", BODY).await.status, 201);
}

#[tokio::test]
async fn invalid_keys_are_rejected() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    for key in ["", "a b", "é", &"k".repeat(65), "k\r\nidempotency-key: other"] {
        let response = create(&server.url, &ada, key, BODY).await;
        assert_eq!((response.status, response.code().as_str()), (400, "E_BAD_REQUEST"), "{key:?}");
    }
    for key in ["k", &"k".repeat(64), "\"8e03978e-40d5-43e8-bc93-6894a57f9324\""] {
        assert_eq!(create(&server.url, &ada, key, BODY).await.status, 201, "{key:?}");
    }
    assert_eq!(count_games(&ada).await, 3);
}

#[tokio::test]
async fn key_expires_after_a_day_and_repeats_cost_nothing() {
    let games = Rate { burst: 1.0, per_second: 1.0 };
    let limits = ClientLimits { games, unfinished_per_player: 2, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let ada = server.register("Ada").await;
    let first = create(&server.url, &ada, "k", BODY).await.body;
    assert_eq!(create(&server.url, &ada, "k", BODY).await.body, first, "the rate does not matter");
    assert_eq!(create(&server.url, &ada, "other", BODY).await.code(), "E_RATE");
    server.clock.advance(86_399_999);
    assert_eq!(create(&server.url, &ada, "k", BODY).await.body, first);
    assert_eq!(create(&server.url, &ada, "other", BODY).await.status, 201);
    assert_eq!(create(&server.url, &ada, "k", BODY).await.body, first, "neither does the limit");
    server.clock.advance(1);
    assert_eq!(create(&server.url, &ada, "k", BODY).await.code(), "E_RATE", "the key has expired");
}

/// Forwards connections to a server, but drops this many responses after the first one.
async fn lossy_proxy(url: &str, lost: usize) -> String {
    let server = url.strip_prefix("http://").unwrap().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        for number in 0.. {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut server = TcpStream::connect(&server).await.unwrap();
            if number == 0 || number > lost {
                tokio::spawn(async move {
                    tokio::io::copy_bidirectional(&mut client, &mut server).await
                });
                continue;
            }
            let mut buffer = vec![0; 65_536];
            let count = client.read(&mut buffer).await.unwrap();
            server.write_all(&buffer[..count]).await.unwrap();
            // The server has answered, so the game is stored.
            assert!(server.read(&mut buffer).await.unwrap() > 0);
        }
    });
    format!("http://{address}")
}

#[tokio::test]
async fn client_repeats_a_lost_request_without_creating_another_game() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    for lost in [1, 2] {
        let proxy = lossy_proxy(&server.url, lost).await;
        let client = Client::with_token(&proxy, ada.token()).await.unwrap();
        client.create(&NewGame::default()).await.unwrap();
        assert_eq!(count_games(&ada).await, lost);
    }
}

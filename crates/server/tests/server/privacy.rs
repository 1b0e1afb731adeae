//! Deleting an identity, replacing its token, and the cookie behind TLS.

use trid_client::{Client, ClientError};
use trid_protocol::{
    Access, Action, CloseReason, EventKind, GameState, NewGame, OnlineEndReason, ServerMessage,
};
use trid_rules::{Color, GameResult, Status};
use trid_server::Settings;
use trid_server::limits::ClientLimits;

use crate::harness::{Player, RawResponse, TestServer, bearer, is_ended};

const LOBBY: NewGame = NewGame {
    rules: trid_rules::RuleBook::Revised,
    start: None,
    color: trid_protocol::ColorChoice::White,
    access: Access::Lobby,
    clock: trid_protocol::TimeControl::Unlimited {},
};

async fn delete(server: &TestServer, client: &Client) -> RawResponse {
    server.request("DELETE /api/me", &[&bearer(client)], "").await
}

async fn closing(player: &mut Player) -> CloseReason {
    loop {
        if let ServerMessage::Closing { reason } = player.receive().await {
            return reason;
        }
    }
}

fn is_unauthorized<T>(result: &Result<T, ClientError>) -> bool {
    matches!(result, Err(ClientError::Api { status: 401, .. }))
}

#[tokio::test]
async fn deleted_player_leaves_no_name_and_no_token() {
    let mut server = TestServer::start().await;
    let eve = server.register("Evangeline").await;
    let eva = server.register("Evander").await;
    // A finished game and a loaded room with a spectator.
    let finished = eve.create(&LOBBY).await.unwrap().id;
    eva.join(&finished).await.unwrap();
    eva.act(&finished, &Action::Abort {}).await.unwrap();
    let mut opponent = Player::connect(&eva, &finished).await;
    opponent.wait_for(is_ended).await;
    let mut tab = Player::connect(&eve, &finished).await;
    tab.wait_for(is_ended).await;

    assert_eq!(delete(&server, &eve).await.status, 204);
    assert_eq!(closing(&mut tab).await, CloseReason::Identity);
    assert!(is_unauthorized(&Client::with_token(&server.url, eve.token()).await));
    assert!(is_unauthorized(&eve.create(&LOBBY).await));
    assert!(is_unauthorized(&eve.socket(&finished, 0).await));
    assert_eq!(delete(&server, &eve).await.status, 401);

    let check = async |server: &TestServer| {
        let eva = server.sign_in(&eva).await;
        let summary = eva.show(&finished).await.unwrap();
        assert_eq!(
            (summary.by.id.as_str(), summary.by.name.as_str()),
            (eve.player.id.as_str(), "")
        );
        assert_eq!(summary.white.unwrap().name, "");
        assert_eq!(summary.black.unwrap().name, "Evander");
        let texts = [
            serde_json::to_string(&eva.events(&finished, 0).await.unwrap()).unwrap(),
            eva.text(hyper::Method::GET, &format!("/api/games/{finished}/record"), None)
                .await
                .unwrap(),
            eva.text(hyper::Method::GET, "/api/games", None).await.unwrap(),
        ];
        for text in texts {
            assert!(text.contains("Evander") && !text.contains("Evangeline"), "{text}");
        }
        let mut spectator = Player::connect(&eva, &finished).await;
        spectator.wait_for(is_ended).await;
        let names = format!("{:?}", spectator.events);
        assert!(names.contains("Evander") && !names.contains("Evangeline"), "{names}");
        for (query, count) in [("name=evan", 1), ("name=evang", 0), ("name=evangeline", 0)] {
            assert_eq!(eva.list(query).await.unwrap().games.len(), count, "{query}");
        }
        let by_id = format!("player={}", eve.player.id);
        assert_eq!(eva.list(&by_id).await.unwrap().games.len(), 1, "the games remain");
    };
    check(&server).await;
    server.stop().await;
    let file = std::fs::read(server.folder.database()).unwrap();
    let file = String::from_utf8_lossy(&file).to_lowercase();
    assert!(file.contains("evander") && !file.contains("evangeline"), "the file keeps the name");

    server.resume().await;
    check(&server).await;
}

#[tokio::test]
async fn deleting_an_identity_ends_its_games() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(LOBBY).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    let unplayed = white.client.create(&LOBBY).await.unwrap().id;
    black.client.join(&unplayed).await.unwrap();
    let open = white.client.create(&LOBBY).await.unwrap().id;
    assert_eq!(delete(&server, &white.client).await.status, 204);

    let end = black.wait_for(is_ended).await.kind;
    let expected = EventKind::Ended {
        status: Status::Resigned,
        result: GameResult::win(Color::Black),
        reason: None,
    };
    assert_eq!(end, expected);
    for game in [&unplayed, &open] {
        let summary = black.client.show(game).await.unwrap();
        assert_eq!(
            (summary.state, summary.status),
            (GameState::Finished, Some(Status::Aborted)),
            "{summary:?}"
        );
    }
    let summary = black.client.show(&open).await.unwrap();
    assert_eq!(summary.reason, Some(OnlineEndReason::Cancelled));
    let rematch = black.act(Action::OfferRematch {}).await;
    assert!(rematch.is_ok(), "{rematch:?}");
}

#[tokio::test]
async fn rematch_offered_by_a_deleted_player_cannot_start() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(LOBBY).await;
    black.act(Action::Resign {}).await.unwrap();
    white.act(Action::OfferRematch {}).await.unwrap();
    assert_eq!(delete(&server, &white.client).await.status, 204);
    let accepted = black.act(Action::OfferRematch {}).await;
    assert_eq!(accepted, Err("E_NO_IDENTITY".to_owned()));
    assert_eq!(black.client.list("state=live").await.unwrap().games, []);
}

#[tokio::test]
async fn games_started_while_an_identity_is_deleted_end_too() {
    let server = TestServer::start().await;
    let bob = server.register("Bob").await;
    for _ in 0..5 {
        let ada = server.register("Ada").await;
        let creating: Vec<_> = (0..10)
            .map(|_| {
                let ada = ada.clone();
                tokio::spawn(async move { ada.create(&LOBBY).await.map(|game| game.id) })
            })
            .collect();
        assert_eq!(delete(&server, &ada).await.status, 204);
        for created in creating {
            if let Ok(game) = created.await.unwrap() {
                let summary = bob.show(&game).await.unwrap();
                assert_eq!(summary.state, GameState::Finished, "{summary:?}");
                assert_eq!(summary.by.name, "");
            }
        }
    }
    assert_eq!(bob.list("name=ada").await.unwrap().games, []);
}

#[tokio::test]
async fn replaced_token_is_dead_and_the_new_one_is_the_same_player() {
    let server = TestServer::start().await;
    let (mut white, _black) = server.start_game(LOBBY).await;
    let old = bearer(&white.client);
    let response = server.request("POST /api/me/token", &[&old], "").await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.header("set-cookie"), Vec::<&str>::new(), "programs get no cookie");
    let identity: serde_json::Value = serde_json::from_str(&response.body).unwrap();
    let token = identity["token"].as_str().unwrap();
    assert_eq!(closing(&mut white).await, CloseReason::Identity);
    assert_eq!(server.request("GET /api/me", &[&old], "").await.status, 401);
    assert_eq!(server.request("POST /api/me/token", &[&old], "").await.status, 401);
    let renewed = Client::with_token(&server.url, token).await.unwrap();
    assert_eq!(renewed.player, white.client.player);
    renewed.act(&white.game, &Action::OfferDraw {}).await.unwrap();
}

/// The `name=value` parts of the cookies that a response sets.
fn cookies(response: &RawResponse) -> Vec<String> {
    let cookies = response.header("set-cookie");
    cookies.iter().map(|cookie| cookie.split(';').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn browser_without_tls_gets_plain_cookies() {
    let server = TestServer::start().await;
    let created = server.request("POST /api/identities", &[], "{}").await;
    let cookie = format!("cookie: {}", cookies(&created)[0]);
    assert!(cookie.starts_with("cookie: trid_identity="), "{cookie}");
    let replaced = server.request("POST /api/me/token", &[&cookie], "").await;
    assert!(replaced.body.contains(r#""token":null"#), "scripts cannot read it: {replaced:?}");
    let new = format!("cookie: {}", cookies(&replaced)[0]);
    assert_eq!(server.request("GET /api/me", &[&cookie], "").await.status, 401);
    assert_eq!(server.request("GET /api/me", &[&new], "").await.status, 200);
    let deleted = server.request("DELETE /api/me", &[&new], "").await;
    assert_eq!((deleted.status, cookies(&deleted)), (204, vec!["trid_identity=".to_owned()]));
    assert!(deleted.header("set-cookie")[0].contains("Max-Age=0"), "{deleted:?}");
    assert_eq!(server.request("GET /api/me", &[&new], "").await.status, 401);
}

#[tokio::test]
async fn behind_tls_the_plain_cookie_is_not_adopted() {
    let settings = Settings {
        public_url: Some("https://chess.example".to_owned()),
        limits: ClientLimits::none(),
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    let created = server.request("POST /api/identities", &[], r#"{"name":"Mallory"}"#).await;
    let [set] = created.header("set-cookie")[..] else { panic!("{created:?}") };
    assert!(set.ends_with("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure"), "{set}");
    assert!(!set.contains("Domain"), "{set}");
    let host_cookie = format!("cookie: {}", cookies(&created)[0]);
    let token = host_cookie.strip_prefix("cookie: __Host-trid_identity=").unwrap();
    // What a page of evil.example can set for all of example: the cookie of an identity that its owner knows.
    let plain = format!("cookie: trid_identity={token}");

    for (cookie, status) in [(&host_cookie, 200), (&plain, 401)] {
        for start in ["GET /api/me", "GET /api/games?mine=true"] {
            let response = server.request(start, &[cookie], "").await;
            assert_eq!((response.status, cookies(&response)), (status, Vec::new()), "{start}");
        }
    }
    let extended = server.request("POST /api/identities", &[&host_cookie], "{}").await;
    assert_eq!(extended.status, 200);
    assert_eq!(format!("cookie: {}", cookies(&extended)[0]), host_cookie);
    let victim = server.request("POST /api/identities", &[&plain], "{}").await;
    assert_eq!(victim.status, 201, "a new identity");
    assert!(!cookies(&victim)[0].contains(token), "{victim:?}");
    let deleted = server.request("DELETE /api/me", &[&host_cookie], "").await;
    assert_eq!(cookies(&deleted), ["__Host-trid_identity="]);
}

//! Faults and races: gaps, duplicates, two tabs, concurrent actions, invalid messages, limits, shutdown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use trid_client::{Client, ClientError};
use trid_protocol::{Action, ClientMessage, CloseReason, EventKind, NewGame, ServerMessage};
use trid_rules::{Color, Game, Position, RuleBook};
use trid_server::clock::SystemClock;
use trid_server::limits::{ClientLimits, Rate};
use trid_server::storage::Storage;

use crate::harness::{DataFolder, Player, TestServer, is_ended, new_game, start_on, unlimited};

#[tokio::test]
async fn resume_fills_gaps_and_a_new_socket_continues() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    white.wait_for(|kind| matches!(kind, EventKind::Moved { mv, .. } if mv == "b7Bb5N")).await;
    white.socket.send(&ClientMessage::Resume { after: 2 }).await.unwrap();
    white.events.clear();
    while white.events.len() < 2 {
        white.receive().await;
    }
    let seqs: Vec<u32> = white.events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [3, 4]);
    let mut later = white.client.socket(&white.game, 3).await.unwrap();
    let mut seqs = Vec::new();
    while let Some(message) = later.receive().await.unwrap() {
        match message {
            ServerMessage::Event { event } => seqs.push(event.seq),
            ServerMessage::Presence(_) => break,
            _ => {}
        }
    }
    assert_eq!(seqs, [4]);
}

#[tokio::test]
async fn two_tabs_of_one_player_agree() {
    let server = TestServer::start().await;
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    let mut tab = Player::connect(&white.client, &white.game).await;
    let seq = white.play("b2Wb4N", 0).await.unwrap();
    assert_eq!(
        tab.play("b2Wb4N", 0).await,
        Ok(seq),
        "the same move from another tab is accepted once"
    );
    assert_eq!(tab.play("c2Wc3W", 0).await, Err("E_STALE".to_owned()));
    assert_eq!(tab.events, white.events);
}

#[tokio::test]
async fn concurrent_actions_get_one_order() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    let (one, other) =
        tokio::join!(white.act(Action::OfferDraw {}), black.act(Action::OfferDraw {}));
    one.unwrap();
    other.unwrap();
    let end = white.wait_for(is_ended).await;
    black.wait_for(is_ended).await;
    assert_eq!(white.events, black.events);
    assert_eq!(end.seq, 4, "the second offer accepts the first");
}

#[tokio::test]
async fn servers_sharing_a_storage_agree_on_every_event() {
    let folder = DataFolder::new();
    let storage = Arc::new(Storage::open_file(&folder.database()).unwrap());
    let clock = Arc::new(SystemClock);
    let (_first, url) = start_on(Arc::clone(&storage) as _, unlimited(), clock.clone()).await;
    let (_second, other_url) = start_on(storage, unlimited(), clock).await;
    let (game, white, black) = new_game(&url, NewGame::default()).await;
    let mut white = Player::connect(&white, &game).await;
    let elsewhere = Client::with_token(&other_url, black.token()).await.unwrap();
    assert_eq!(elsewhere.show(&white.game).await.unwrap().plies, 0);
    white.play("b2Wb4N", 0).await.unwrap();
    let reply = Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 };
    // The second server does not know the move: it gets a conflict, reads the new event and decides again.
    let offered = elsewhere.act(&white.game, &Action::OfferDraw {}).await.unwrap();
    assert_eq!(offered, 4);
    elsewhere.act(&white.game, &reply).await.unwrap();
    // Now the first server misses two events and catches up the same way.
    let end = white.act(Action::Resign {}).await.unwrap();
    assert_eq!(end, 6);
    let events = white.client.events(&white.game, 0).await.unwrap();
    let seqs: Vec<u32> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=events.len() as u32).collect::<Vec<u32>>());
}

#[tokio::test]
async fn invalid_messages_are_rejected_and_change_nothing() {
    let server = TestServer::start().await;
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    for (text, expected) in [
        ("", "expected a JSON object"),
        ("{", "EOF"),
        (r#"["ping",1]"#, "expected a JSON object"),
        (r#"{"type":"shout"}"#, "unknown variant `shout`"),
        (r#"{"type":"ping","ref":1,"x":2}"#, "unknown field `x`"),
        (r#"{"type":"act","ref":1,"action":{"type":"resign","now":true}}"#, "unknown field `now`"),
        (r#"{"type":"act","ref":1,"action":{"type":"fly"}}"#, "unknown variant `fly`"),
        (r#"{"type":"ping","ref":-1}"#, "invalid value"),
        (r#"{"type":"resume","after":4294967296}"#, "invalid value"),
    ] {
        white.socket.send_text(text).await.unwrap();
        loop {
            if let ServerMessage::Refused { reference, error } = white.receive().await {
                assert_eq!((reference, error.code.name()), (None, "E_BAD_MESSAGE"));
                assert!(error.message.contains(expected), "{text}: {}", error.message);
                break;
            }
        }
    }
    assert_eq!(white.client.show(&white.game).await.unwrap().seq, 2);
}

#[tokio::test]
async fn overlong_message_closes_the_socket() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    let _ = white.socket.send_text("x".repeat(5_000)).await;
    while let Ok(Some(_)) = white.socket.receive().await {}
    black.act(Action::OfferDraw {}).await.unwrap();
}

#[tokio::test]
async fn flooding_client_is_warned_then_closed() {
    let limits =
        ClientLimits { messages: Rate { burst: 3.0, per_second: 0.001 }, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    // Not more than needed: data sent after the close may reset the connection and lose what was received.
    for reference in 0..24 {
        if white.socket.send(&ClientMessage::Ping { reference }).await.is_err() {
            break;
        }
    }
    let (mut pongs, mut refused, mut closing) = (0, 0, None);
    while let Ok(Some(message)) = white.socket.receive().await {
        match message {
            ServerMessage::Pong { .. } => pongs += 1,
            ServerMessage::Refused { error, .. } if error.code.name() == "E_RATE" => refused += 1,
            ServerMessage::Closing { reason } => closing = Some(reason),
            _ => {}
        }
    }
    assert_eq!((pongs, refused, closing), (3, 20, Some(CloseReason::Rate)));
}

#[tokio::test]
async fn limit_errors_say_when_to_retry() {
    let limits = ClientLimits {
        identities: Rate { burst: 2.0, per_second: 0.01 },
        unfinished_per_player: 1,
        sockets_per_player: 1,
        ..ClientLimits::none()
    };
    let server = TestServer::limited(limits).await;
    let ada = server.register("Ada").await;
    server.register("Bob").await;
    let error = Client::register(&server.url, "Eve").await.unwrap_err();
    assert!(matches!(&error, ClientError::Api { status: 429, .. }), "{error}");
    assert!(error.to_string().contains("try again in 100 s"), "{error}");
    let game = ada.create(&NewGame::default()).await.unwrap().id;
    let error = ada.create(&NewGame::default()).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Api { error, .. } if error.code.name() == "E_TOO_MANY_GAMES")
    );
    let held = ada.socket(&game, 0).await.unwrap();
    assert!(ada.socket(&game, 0).await.is_err());
    drop(held);
}

#[tokio::test]
async fn slow_reader_delays_nobody_and_is_dropped() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    let id = white.game.clone();
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut play = async |plies: u32| {
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let mv = moves[game.ply() * 7 % moves.len()];
            let ply = u32::try_from(game.ply()).unwrap();
            let mover = match game.position().turn() {
                Color::White => &mut white,
                Color::Black => &mut black,
            };
            mover.play(&mv.to_string(), ply).await.unwrap();
            game.play(mv).unwrap();
        }
        white.client.show(&id).await.unwrap().plies
    };
    play(40).await;
    let client = server.register("").await;
    let mut slow_reader = client.socket(&id, 0).await.unwrap();
    // More than all buffers on the way can hold.
    let flood =
        async { while slow_reader.send(&ClientMessage::Resume { after: 0 }).await.is_ok() {} };
    let filling = tokio::time::timeout(Duration::from_secs(3), flood).await;
    assert!(filling.is_err(), "the server keeps reading from a client that does not read");
    let started = Instant::now();
    assert_eq!(play(40).await, 80);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let dropped = async {
        loop {
            if let ServerMessage::Presence(presence) = black.receive().await
                && presence.spectators == 0
            {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), dropped)
        .await
        .expect("the slow reader was not dropped");
}

#[tokio::test]
async fn shutdown_closes_sockets_and_loses_nothing() {
    let mut server = TestServer::start().await;
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let stopping = tokio::spawn(async move {
        server.restart().await;
        server
    });
    let reason = loop {
        if let ServerMessage::Closing { reason } = white.receive().await {
            break reason;
        }
    };
    assert_eq!(reason, CloseReason::Stopping);
    let server = stopping.await.unwrap();
    let back = server.sign_in(&white.client).await;
    let events = back.events(&white.game, 0).await.unwrap();
    assert!(matches!(&events[2].kind, EventKind::Moved { mv, .. } if mv == "b2Wb4N"));
}

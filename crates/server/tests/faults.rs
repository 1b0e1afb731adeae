//! What goes wrong on the way: gaps, duplicates, two tabs, two players at once, rubbish, strangers, noise.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Folder, Seat, begin, start, start_on, start_with};
use trid_rules::{Color, Game, Position, RuleBook};
use trid_server::client::{Client, ClientError};
use trid_server::clock::SystemClock;
use trid_server::limits::{Limits, Rate};
use trid_server::storage::Sqlite;
use trid_server::wire::{Action, ClientMessage, Happening, NewGame, ServerMessage};
use trid_server::{Server, Settings};

#[tokio::test]
async fn a_gap_is_filled_and_a_socket_begins_where_it_was() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = begin(&url, NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    white.until(|what| matches!(what, Happening::Moved { mv, .. } if mv == "b7Bb5N")).await;
    white.socket.say(&ClientMessage::Resume { after: 2 }).await.unwrap();
    white.events.clear();
    while white.events.len() < 2 {
        white.hear().await;
    }
    let seqs: Vec<u32> = white.events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, [3, 4]);
    let mut later = white.client.socket(&white.game, 3).await.unwrap();
    let mut heard = Vec::new();
    while let Some(message) = later.hear().await.unwrap() {
        match message {
            ServerMessage::Event { event } => heard.push(event.seq),
            ServerMessage::Presence(_) => break,
            _ => {}
        }
    }
    assert_eq!(heard, [4]);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn two_tabs_of_one_player_agree() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, _black) = begin(&url, NewGame::default()).await;
    let mut tab = Seat::open(&white.client, &white.game).await;
    let seq = white.play("b2Wb4N", 0).await.unwrap();
    assert_eq!(
        tab.play("b2Wb4N", 0).await,
        Ok(seq),
        "the same move from the other tab is the same move"
    );
    assert_eq!(tab.play("c2Wc3W", 0).await, Err("E_STALE".to_owned()));
    assert_eq!(tab.events, white.events);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn two_players_at_once_get_one_order() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = begin(&url, NewGame::default()).await;
    let (one, other) =
        tokio::join!(white.act(Action::OfferDraw {}), black.act(Action::OfferDraw {}));
    one.unwrap();
    other.unwrap();
    let end = white.until(common::ended).await;
    black.until(common::ended).await;
    assert_eq!(white.events, black.events);
    assert_eq!(end.seq, 4, "the second offer accepts the first");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn servers_that_share_a_storage_agree_on_every_event() {
    let folder = Folder::new();
    let storage = Arc::new(Sqlite::open(&folder.database()).unwrap());
    let settings = Settings { limits: Limits::none(), ..Settings::default() };
    let (first, url) =
        start_on(Arc::clone(&storage) as _, settings.clone(), Arc::new(SystemClock)).await;
    let (second, other_url) = start_on(storage, settings, Arc::new(SystemClock)).await;
    let (mut white, black) = begin(&url, NewGame::default()).await;
    let elsewhere = Client::with_token(&other_url, black.client.token()).await.unwrap();
    assert_eq!(elsewhere.show(&white.game).await.unwrap().plies, 0);
    white.play("b2Wb4N", 0).await.unwrap();
    let reply = Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 };
    // The second server has not heard of the move: it loses the race for the number, reads, and decides again.
    let offered = elsewhere.act(&white.game, &Action::OfferDraw {}).await.unwrap();
    assert_eq!(offered, 4);
    elsewhere.act(&white.game, &reply).await.unwrap();
    // Now the first one has not heard of two events, and learns of them the same way.
    let end = white.act(Action::Resign {}).await.unwrap();
    assert_eq!(end, 6);
    let events = white.client.events(&white.game, 0).await.unwrap();
    let seqs: Vec<u32> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=events.len() as u32).collect::<Vec<u32>>());
    first.stop().await.unwrap();
    second.stop().await.unwrap();
}

#[tokio::test]
async fn rubbish_on_a_socket_is_refused_by_name_and_changes_nothing() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, _black) = begin(&url, NewGame::default()).await;
    for (text, expected) in [
        ("", "no JSON object"),
        ("{", "EOF"),
        (r#"["ping",1]"#, "no JSON object"),
        (r#"{"type":"shout"}"#, "unknown variant `shout`"),
        (r#"{"type":"ping","ref":1,"x":2}"#, "unknown field `x`"),
        (r#"{"type":"act","ref":1,"action":{"type":"resign","now":true}}"#, "unknown field `now`"),
        (r#"{"type":"act","ref":1,"action":{"type":"fly"}}"#, "unknown variant `fly`"),
        (r#"{"type":"ping","ref":-1}"#, "invalid value"),
        (r#"{"type":"resume","after":4294967296}"#, "invalid value"),
    ] {
        white.socket.say_text(text).await.unwrap();
        loop {
            if let ServerMessage::Refused { reference, refusal } = white.hear().await {
                assert_eq!((reference, refusal.code.as_str()), (None, "E_BAD_MESSAGE"));
                assert!(refusal.message.contains(expected), "{text}: {}", refusal.message);
                break;
            }
        }
    }
    assert_eq!(white.client.show(&white.game).await.unwrap().seq, 2);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_message_too_long_closes_the_socket() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = begin(&url, NewGame::default()).await;
    let _ = white.socket.say_text("x".repeat(5_000)).await;
    while let Ok(Some(_)) = white.socket.hear().await {}
    black.act(Action::OfferDraw {}).await.unwrap();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn noise_is_refused_and_then_cut_off() {
    let folder = Folder::new();
    let limits = Limits { messages: Rate { burst: 3.0, per_second: 0.001 }, ..Limits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let (mut white, _black) = begin(&url, NewGame::default()).await;
    // As many as it takes: what is sent after the end may cost what was said before it.
    for reference in 0..24 {
        if white.socket.say(&ClientMessage::Ping { reference }).await.is_err() {
            break;
        }
    }
    let (mut pongs, mut refused, mut closing) = (0, 0, None);
    while let Ok(Some(message)) = white.socket.hear().await {
        match message {
            ServerMessage::Pong { .. } => pongs += 1,
            ServerMessage::Refused { refusal, .. } if refusal.code == "E_RATE" => refused += 1,
            ServerMessage::Closing { reason } => closing = Some(reason),
            _ => {}
        }
    }
    assert_eq!((pongs, refused, closing.as_deref()), (3, 20, Some("rate")));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn limits_say_when_to_come_back() {
    let folder = Folder::new();
    let limits = Limits {
        identities: Rate { burst: 2.0, per_second: 0.01 },
        unfinished_per_player: 1,
        sockets_per_player: 1,
        ..Limits::none()
    };
    let settings = Settings { limits, ..Settings::default() };
    let (server, url) = start_with(&folder, settings, Arc::new(SystemClock)).await;
    let ada = Client::register(&url, "Ada").await.unwrap();
    Client::register(&url, "Bob").await.unwrap();
    let refused = Client::register(&url, "Eve").await.unwrap_err();
    assert!(matches!(&refused, ClientError::Refused { status: 429, .. }), "{refused}");
    assert!(refused.to_string().contains("try again in 100 s"), "{refused}");
    let game = ada.create(&NewGame::default()).await.unwrap().id;
    let refused = ada.create(&NewGame::default()).await.unwrap_err();
    assert!(
        matches!(&refused, ClientError::Refused { refusal, .. } if refusal.code == "E_TOO_MANY_GAMES")
    );
    let held = ada.socket(&game, 0).await.unwrap();
    assert!(ada.socket(&game, 0).await.is_err());
    drop(held);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_slow_reader_holds_no_one_back_and_is_dropped() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = begin(&url, NewGame::default()).await;
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
    let watcher = Client::register(&url, "").await.unwrap();
    let mut never_read = watcher.socket(&id, 0).await.unwrap();
    // So much that it fits into no buffer on the way.
    let asking =
        async { while never_read.say(&ClientMessage::Resume { after: 0 }).await.is_ok() {} };
    let filling = tokio::time::timeout(Duration::from_secs(3), asking).await;
    assert!(filling.is_err(), "the server takes no more from whoever takes nothing");
    let began = Instant::now();
    assert_eq!(play(40).await, 80);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let gone = async {
        loop {
            if let ServerMessage::Presence(presence) = black.hear().await
                && presence.watchers == 0
            {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("the slow reader is dropped");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn stopping_says_goodbye_and_loses_nothing() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, _black) = begin(&url, NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let stopping = tokio::spawn(Server::stop(server));
    let reason = loop {
        if let ServerMessage::Closing { reason } = white.hear().await {
            break reason;
        }
    };
    assert_eq!(reason, "stopping");
    stopping.await.unwrap().unwrap();
    let (server, url) = start(&folder).await;
    let back = Client::with_token(&url, white.client.token()).await.unwrap();
    let events = back.events(&white.game, 0).await.unwrap();
    assert!(matches!(&events[2].what, Happening::Moved { mv, .. } if mv == "b2Wb4N"));
    server.stop().await.unwrap();
}

//! A game whose stored events are damaged, missing or illegal is shown up to there and accepts nothing more.

use trid_protocol::{Action, EventKind, ServerMessage, TimeControl};
use trid_rules::Color;

use crate::harness::{Player, START, TestServer, store_event};

/// A stopped server with a game of five events.
async fn five_events() -> (TestServer, Player) {
    let mut server = TestServer::start().await;
    let clock = TimeControl::RealTime { initial: 600, increment: 0 };
    let (mut white, _black) = server.start_clocks(clock).await;
    assert_eq!(white.act(Action::OfferDraw {}).await, Ok(5));
    server.stop().await;
    (server, white)
}

/// Starts the server and checks that only the first events of the game are shown, to readers and to players, and that
/// nothing is stored behind them, not even after a restart.
async fn check_shown(mut server: TestServer, player: &Player, legal: u32) {
    for _ in 0..2 {
        server.resume().await;
        let client = server.sign_in(&player.client).await;
        let events = client.events(&player.game, 0).await.unwrap();
        assert!(events.iter().map(|event| event.seq).eq(1..=legal), "{events:?}");
        assert_eq!(client.show(&player.game).await.unwrap().seq, legal);
        for part in ["snapshot", "record", "record?form=json"] {
            let path = format!("GET /api/games/{}/{part}", player.game);
            assert_eq!(server.request(&path, &[], "").await.status, 200, "{part}");
        }
        let mut player = Player::connect(&client, &player.game).await;
        let ServerMessage::Welcome { seq, damaged, .. } = player.receive().await else { panic!() };
        assert_eq!((seq, damaged), (legal, true));
        assert_eq!(player.act(Action::Resign {}).await, Err("E_DAMAGED".to_owned()));
        server.clock.advance(700_000);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_game_is_shown_up_to_damaged_or_missing_events() {
    for (damage, legal) in [
        ("UPDATE events SET at = at + 1 WHERE seq = 4", 3),
        ("UPDATE events SET body = replace(body, 'b2Wb4N', 'b2Wb3W') WHERE seq = 3", 2),
        ("DELETE FROM events WHERE seq = 3", 2),
        ("DELETE FROM events WHERE seq = 5", 4),
        ("DELETE FROM events WHERE seq > 2", 2),
    ] {
        let (server, white) = five_events().await;
        server.folder.run_sql(damage);
        check_shown(server, &white, legal).await;
    }
}

#[tokio::test]
async fn a_game_is_shown_up_to_an_event_that_does_not_follow() {
    let moved = |mv: &str| EventKind::Moved { mv: mv.to_owned(), clocks: None, lag: None };
    let took_back = EventKind::TookBack { by: Color::White, ply: 99, clocks: None };
    for kind in [moved("b2Wb4N"), moved("nonsense"), took_back] {
        let (mut server, white) = five_events().await;
        server.resume().await;
        let client = server.sign_in(&white.client).await;
        // The clocks go on with an event.
        let summary = client.show(&white.game).await.unwrap();
        let legal = summary.seq;
        server.stop().await;
        let storage = server.folder.open().await;
        store_event(&storage, summary, START, kind).await;
        storage.close().await.unwrap();
        check_shown(server, &white, legal).await;
    }
}

//! Whole games over real sockets: every action that players have, and every error.

use trid_client::{Client, ClientError};
use trid_protocol::{
    Access, Action, ActionRequest, ColorChoice, EventKind, GameState, GoneClaim, NewGame,
    OnlineEndReason, ServerMessage, TimeControl,
};
use trid_rules::{
    Color, GameResult, RuleBook, Status,
    game::{DrawReason, EndReason},
};

use crate::harness::{Player, TestServer, is_ended};

#[tokio::test]
async fn two_players_play_a_game() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    assert_eq!(white.play("c2Wc3W", 1).await, Err("E_NOT_YOUR_TURN".to_owned()));
    assert_eq!(black.play("b2Wb4N", 1).await, Err("E_NO_PIECE".to_owned()));
    assert_eq!(black.play("nonsense", 1).await, Err("E_SYNTAX".to_owned()));
    assert_eq!(black.play("b5N", 1).await, Err("E_SYNTAX".to_owned()), "coordinates only");
    assert_eq!(black.play("b7Bb5N", 0).await, Err("E_STALE".to_owned()));
    let seq = black.play("b7Bb5N", 1).await.unwrap();
    assert_eq!(black.play("b7Bb5N", 1).await, Ok(seq), "a repeated move is played once");
    black.act(Action::Resign {}).await.unwrap();
    let end = white.wait_for(is_ended).await;
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Resigned, result: GameResult::White, reason: None }
    );
    let seqs: Vec<u32> = white.events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (1..=end.seq).collect::<Vec<u32>>());
    assert_eq!(white.client.events(&white.game, 0).await.unwrap(), white.events);
}

#[tokio::test]
async fn spectator_sees_all_events_and_cannot_act() {
    let server = TestServer::start().await;
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    let client = server.register("").await;
    let mut spectator = Player::connect(&client, &white.game).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let moved = spectator.wait_for(|kind| matches!(kind, EventKind::Moved { .. })).await;
    assert_eq!(moved.seq, 3);
    for action in [Action::Resign {}, Action::Abort {}, Action::OfferDraw {}] {
        assert_eq!(spectator.act(action).await, Err("E_NOT_SEATED".to_owned()));
    }
    assert_eq!(spectator.play("b7Bb5N", 1).await, Err("E_NOT_SEATED".to_owned()));
    let error = spectator.client.join(&spectator.game).await.unwrap_err();
    assert!(
        matches!(error, ClientError::Api { status: 409, error } if error.code.name() == "E_SEATS_TAKEN")
    );
}

#[tokio::test]
async fn seat_belongs_to_one_identity() {
    let server = TestServer::start().await;
    let (white, _black) = server.start_game(NewGame::default()).await;
    let stolen = "0".repeat(64);
    let error = Client::with_token(&server.url, &stolen).await.unwrap_err();
    assert!(matches!(error, ClientError::Api { status: 401, .. }), "{error}");
    let back = server.sign_in(&white.client).await;
    assert_eq!(back.player, white.client.player);
}

#[tokio::test]
async fn draw_offer_declined_then_agreed() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    assert_eq!(black.act(Action::DeclineDraw {}).await, Err("E_NOTHING_TO_ANSWER".to_owned()));
    white.act(Action::OfferDraw {}).await.unwrap();
    assert_eq!(white.act(Action::OfferDraw {}).await, Err("E_OFFERED".to_owned()));
    black.act(Action::DeclineDraw {}).await.unwrap();
    assert_eq!(white.act(Action::OfferDraw {}).await, Err("E_REPEATED".to_owned()));
    black.act(Action::OfferDraw {}).await.unwrap();
    white.act(Action::OfferDraw {}).await.unwrap();
    let end = black.wait_for(is_ended).await;
    let reason = Some(OnlineEndReason::Rules(EndReason::Draw(DrawReason::Agreement)));
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Draw, result: GameResult::Draw, reason }
    );
    assert_eq!(white.play("b2Wb4N", 0).await, Err("E_GAME_OVER".to_owned()));
}

#[tokio::test]
async fn draw_offer_lapses_when_the_opponent_moves() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    white.act(Action::OfferDraw {}).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    assert_eq!(black.act(Action::DeclineDraw {}).await, Err("E_NOTHING_TO_ANSWER".to_owned()));
    assert_eq!(white.act(Action::OfferDraw {}).await, Err("E_REPEATED".to_owned()));
    white.play("c2Wc3W", 2).await.unwrap();
    white.act(Action::OfferDraw {}).await.unwrap();
}

#[tokio::test]
async fn takeback_undoes_the_requesters_last_move() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    assert_eq!(white.act(Action::AskTakeback {}).await, Err("E_NOTHING_TO_ANSWER".to_owned()));
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    white.act(Action::AskTakeback {}).await.unwrap();
    black.act(Action::DeclineTakeback {}).await.unwrap();
    assert_eq!(white.act(Action::AskTakeback {}).await, Err("E_REPEATED".to_owned()));
    white.play("c2Wc3W", 2).await.unwrap();
    white.act(Action::AskTakeback {}).await.unwrap();
    black.act(Action::DeclineTakeback {}).await.unwrap();
    black.act(Action::AskTakeback {}).await.unwrap();
    white.act(Action::AskTakeback {}).await.unwrap();
    let back = white.wait_for(|kind| matches!(kind, EventKind::TookBack { .. })).await;
    assert!(matches!(back.kind, EventKind::TookBack { ply: 1, .. }), "{back:?}");
    black.play("b7Bb5N", 1).await.unwrap();
    white.play("c2Wc3W", 2).await.unwrap();
    white.act(Action::AskTakeback {}).await.unwrap();
    black.act(Action::AskTakeback {}).await.unwrap();
    white.wait_for(|kind| matches!(kind, EventKind::TookBack { ply: 2, .. })).await;
    white.play("d2Wd3W", 2).await.unwrap();
    let shown = white.client.show(&white.game).await.unwrap();
    assert_eq!((shown.plies, shown.last.as_deref()), (3, Some("d2Wd3W")));
}

/// Two requests that cross on the wire.
#[tokio::test]
async fn simultaneous_takeback_requests_do_not_grant_each_other() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let seen = black.play("b7Bb5N", 1).await.unwrap();
    let (one, other) = tokio::join!(
        white.act_having_seen(seen, Action::AskTakeback {}),
        black.act_having_seen(seen, Action::AskTakeback {})
    );
    let stale = Err("E_STALE".to_owned());
    assert!([(Ok(5), stale.clone()), (stale, Ok(5))].contains(&(one, other)));
    assert_eq!(white.client.show(&white.game).await.unwrap().plies, 2);
    // By HTTP too; having seen the request, the player grants it.
    let asked = white.wait_for(|kind| matches!(kind, EventKind::TakebackAsked { .. })).await;
    let EventKind::TakebackAsked { by } = asked.kind else { unreachable!() };
    let granting = if by == Color::White { &black.client } else { &white.client };
    let grant = |seen| ActionRequest { seen: Some(seen), action: Action::AskTakeback {} };
    let error = granting.request_action(&white.game, &grant(seen)).await.unwrap_err();
    assert!(
        matches!(&error, ClientError::Api { status: 409, error } if error.code.name() == "E_STALE")
    );
    assert_eq!(granting.request_action(&white.game, &grant(5)).await.unwrap(), 6);
}

#[tokio::test]
async fn game_can_be_aborted_only_before_the_second_move() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    assert_eq!(white.act(Action::Abort {}).await, Err("E_TOO_LATE".to_owned()));
    let (mut white, _black) = server.start_game(NewGame::default()).await;
    white.act(Action::Abort {}).await.unwrap();
    let end = white.wait_for(is_ended).await;
    assert!(matches!(
        end.kind,
        EventKind::Ended { status: Status::Aborted, result: GameResult::None, .. }
    ));
}

#[tokio::test]
async fn rematch_swaps_colors() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    assert_eq!(white.act(Action::OfferRematch {}).await, Err("E_NOT_OVER".to_owned()));
    white.act(Action::Resign {}).await.unwrap();
    black.act(Action::OfferRematch {}).await.unwrap();
    white.act(Action::DeclineRematch {}).await.unwrap();
    assert_eq!(black.act(Action::OfferRematch {}).await, Err("E_REPEATED".to_owned()));
    white.act(Action::OfferRematch {}).await.unwrap();
    black.act(Action::OfferRematch {}).await.unwrap();
    let next = white.wait_for(|kind| matches!(kind, EventKind::RematchStarted { .. })).await;
    let EventKind::RematchStarted { game } = next.kind else { unreachable!() };
    let shown = white.client.show(&game).await.unwrap();
    assert_eq!(shown.state, GameState::Live);
    assert_eq!(shown.white, Some(black.client.player.clone()));
    assert_eq!(shown.black, Some(white.client.player.clone()));
    let mut new_white = Player::connect(&black.client, &game).await;
    new_white.play("b2Wb4N", 0).await.unwrap();
}

#[tokio::test]
async fn present_opponent_cannot_be_claimed_against() {
    let server = TestServer::start().await;
    let clock = TimeControl::RealTime { initial: 300, increment: 0 };
    let (mut white, black) = server.start_game(NewGame { clock, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let claim = Action::ClaimGone { outcome: GoneClaim::Win };
    assert_eq!(white.act(claim.clone()).await, Err("E_NOT_GONE".to_owned()));
    drop(black);
    loop {
        if let ServerMessage::Presence(presence) = white.receive().await
            && !presence.black.here
        {
            assert!(presence.black.gone_since.is_some());
            break;
        }
    }
    assert_eq!(white.act(claim).await, Err("E_NOT_GONE".to_owned()), "not absent long enough");
}

#[tokio::test]
async fn lobby_lists_open_games_but_not_private_ones() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let listed = NewGame { access: Access::Lobby, color: ColorChoice::Black, ..NewGame::default() };
    let mut created = Vec::new();
    for _ in 0..5 {
        created.push(ada.create(&listed).await.unwrap().id);
    }
    ada.create(&NewGame::default()).await.unwrap();
    let first = ada.list("state=open&limit=3").await.unwrap();
    let rest =
        ada.list(&format!("state=open&limit=3&cursor={}", first.next.unwrap())).await.unwrap();
    assert_eq!(rest.next, None);
    let mut seen: Vec<_> = first.games.into_iter().chain(rest.games).map(|game| game.id).collect();
    seen.sort();
    created.sort();
    assert_eq!(seen, created);
    assert_eq!(ada.list("mine=true").await.unwrap().games.len(), 6);
    assert_eq!(ada.list("state=open&rules=meder").await.unwrap().games.len(), 0);
    let bob = server.register("Bob").await;
    let joined = bob.join(&created[0]).await.unwrap();
    assert_eq!(joined.white, Some(bob.player.clone()));
    assert_eq!(ada.list("state=open").await.unwrap().games.len(), 4);
    assert_eq!(ada.list("state=live").await.unwrap().games.len(), 1);
    assert_eq!(bob.list("mine=true").await.unwrap().games.len(), 1);
    for bad in ["state=odd", "limit=0", "limit=101", "cursor=x", "colour=white"] {
        let error = ada.list(bad).await.unwrap_err();
        assert!(matches!(error, ClientError::Api { status: 400, .. }), "{bad}: {error}");
    }
}

#[tokio::test]
async fn custom_start_must_be_a_playable_position() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let error = ada
        .create(&NewGame { start: Some("rubbish".to_owned()), ..NewGame::default() })
        .await
        .unwrap_err();
    assert!(
        matches!(error, ClientError::Api { status: 409, error } if error.code.name() == "E_BAD_GAME")
    );
    let clock = TimeControl::Days { days: 99 };
    let error = ada.create(&NewGame { clock, ..NewGame::default() }).await.unwrap_err();
    assert!(error.to_string().contains("expected 1 to 14"), "{error}");
    for over in [
        "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1",
        "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/KR,QL6b:2/2,KL6b:k1/2 b - - - - - 150 90",
    ] {
        let new = NewGame { start: Some(over.to_owned()), ..NewGame::default() };
        let error = ada.create(&new).await.unwrap_err();
        assert!(error.to_string().contains("would be over before it starts"), "{error}");
    }
    let start = trid_rules::Position::start(trid_rules::RuleBook::Revised)
        .play("b2Wb4N".parse().unwrap())
        .unwrap()
        .to_tfen();
    let game =
        ada.create(&NewGame { start: Some(start.clone()), ..NewGame::default() }).await.unwrap();
    assert_eq!((game.tfen, game.custom_start), (start, true));
}

#[tokio::test]
async fn finished_games_are_listed_by_filters() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for (rules, clock) in [
        (RuleBook::Revised, TimeControl::Unlimited {}),
        (RuleBook::Meder, TimeControl::RealTime { initial: 300, increment: 0 }),
        (RuleBook::Revised, TimeControl::Days { days: 2 }),
    ] {
        let new = NewGame { rules, clock, access: Access::Lobby, ..NewGame::default() };
        let (mut white, _black) = server.start_game(new).await;
        if ids.is_empty() {
            white.act(Action::Resign {}).await.unwrap();
        } else {
            white.act(Action::Abort {}).await.unwrap();
        }
        ids.push(white.game);
        server.clock.advance(1);
    }
    let asker = server.register("Ägidius").await;
    let game =
        asker.create(&NewGame { access: Access::Lobby, ..NewGame::default() }).await.unwrap();
    let created = asker.show(&ids[1]).await.unwrap().created;
    let after = created + 1;
    for (query, expected) in [
        ("state=finished".to_owned(), vec![&ids[2], &ids[1], &ids[0]]),
        ("state=finished&rules=meder".to_owned(), vec![&ids[1]]),
        ("state=finished&clock=days".to_owned(), vec![&ids[2]]),
        ("state=finished&result=0-1".to_owned(), vec![&ids[0]]),
        ("name=whi".to_owned(), vec![&ids[2], &ids[1], &ids[0]]),
        ("name=WHITE&clock=none".to_owned(), vec![&ids[0]]),
        ("name=hite".to_owned(), vec![]),
        ("name=%C3%A4gi".to_owned(), vec![&game.id]),
        ("mine=true&name=white".to_owned(), vec![]),
        (format!("state=finished&from={created}&until={after}"), vec![&ids[1]]),
        (format!("state=finished&until={created}"), vec![&ids[0]]),
    ] {
        let found = asker.list(&query).await.unwrap().games;
        assert_eq!(found.iter().map(|game| &game.id).collect::<Vec<_>>(), expected, "{query}");
    }
    for bad in ["name=", "name=%20", "from=-1", "until=x", "result=win"] {
        let error = asker.list(bad).await.unwrap_err();
        assert!(matches!(error, ClientError::Api { status: 400, .. }), "{bad}: {error}");
    }
}

#[tokio::test]
async fn paging_is_stable_while_games_are_created() {
    let server = TestServer::start().await;
    let ada = server.register("Ada").await;
    let listed = NewGame { access: Access::Lobby, ..NewGame::default() };
    let mut created = Vec::new();
    for _ in 0..7 {
        created.push(ada.create(&listed).await.unwrap().id);
    }
    let mut seen = Vec::new();
    let mut query = "state=open&limit=2".to_owned();
    loop {
        let page = ada.list(&query).await.unwrap();
        seen.extend(page.games.into_iter().map(|game| game.id));
        server.clock.advance(1);
        ada.create(&listed).await.unwrap();
        let Some(next) = page.next else { break };
        query = format!("state=open&limit=2&cursor={next}");
    }
    seen.sort();
    created.sort();
    assert_eq!(seen, created, "every game once, without those created meanwhile");
}

#[tokio::test]
async fn game_is_exported_in_every_format() {
    let server = TestServer::start().await;
    let clock = TimeControl::RealTime { initial: 300, increment: 3 };
    let (mut white, mut black) = server.start_game(NewGame { clock, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    white.act(Action::Resign {}).await.unwrap();
    let record = async |form: &str| {
        let path = format!("/api/games/{}/record?form={form}", white.game);
        white.client.text(hyper::Method::GET, &path, None).await.unwrap()
    };
    let saved = record("json").await;
    let file: trid_records::SavedGame = serde_json::from_str(&saved).unwrap();
    let read = file.record().unwrap();
    assert_eq!(read.to_tpgn(), record("tpgn").await, "both formats hold the same game");
    let saved: serde_json::Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(saved["version"], 3);
    assert_eq!((&saved["status"], &saved["result"]), (&"resigned".into(), &"0-1".into()));
    assert_eq!(saved["tags"]["White"], "White");
    assert_eq!(saved["moves"][1]["clock"], 300_000);
    assert_eq!(record("moves").await, "b2Wb4N\nb7Bb5N\n");
    assert!(record("tfen").await.ends_with(" revised\n"));
}

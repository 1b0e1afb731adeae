//! Game clocks, tested with a clock that only the test advances.

mod harness;

use std::sync::Arc;
use std::time::Duration;

use harness::{DataFolder, is_ended, start_game, start_with};
use trid_client::Client;
use trid_protocol::{
    Action, EventKind, GoneClaim, LAG_BOUND, NewGame, OnlineEndReason, Remaining, ServerMessage,
    TimeControl,
};
use trid_rules::{GameResult, Status};
use trid_server::Settings;
use trid_server::clock::PausedClock;
use trid_server::limits::Limits;

const START: i64 = 1_800_000_000_000;

fn settings() -> Settings {
    Settings { limits: Limits::none(), ..Settings::default() }
}

fn left(kind: &EventKind) -> Remaining {
    match kind {
        EventKind::Moved { clocks: Some(left), .. }
        | EventKind::TookBack { clocks: Some(left), .. }
        | EventKind::Resumed { clocks: left } => *left,
        other => panic!("{other:?} has no clocks"),
    }
}

/// The sockets' real lag is compensated up to the bound.
#[track_caller]
fn check_left(kind: &EventKind, expected: Remaining) {
    let found = left(kind);
    for (found, expected) in [(found.white, expected.white), (found.black, expected.black)] {
        assert!(
            (expected..=expected + LAG_BOUND).contains(&found),
            "{found} instead of {expected}"
        );
    }
}

#[tokio::test]
async fn real_time_clock_starts_with_the_third_ply() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let control = TimeControl::RealTime { initial: 60, increment: 2 };
    let (mut white, mut black) =
        start_game(&url, NewGame { clock: control, ..NewGame::default() }).await;
    clock.advance(20_000);
    white.play("b2Wb4N", 0).await.unwrap();
    clock.advance(20_000);
    black.play("b7Bb5N", 1).await.unwrap();
    let first = black.events.last().unwrap().clone();
    check_left(&first.kind, Remaining { white: 60_000, black: 60_000 });
    clock.advance(10_000);
    white.play("c2Wc3W", 2).await.unwrap();
    check_left(&white.events.last().unwrap().kind, Remaining { white: 52_000, black: 60_000 });
    clock.advance(15_000);
    white.act(Action::AskTakeback {}).await.unwrap();
    black.act(Action::AskTakeback {}).await.unwrap();
    check_left(&black.events.last().unwrap().kind, Remaining { white: 52_000, black: 45_000 });
    clock.advance(52_000 + 2 * LAG_BOUND);
    assert_eq!(white.play("c2Wc3W", 2).await, Err("E_GAME_OVER".to_owned()), "the time is up");
    let end = black.wait_for(is_ended).await;
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Timeout, result: GameResult::Black, reason: None }
    );
    server.stop().await.unwrap();
}

/// Black's pawn on a1W is below the board on QL1, which White is about to move.
const FREES_A_PAWN: &str =
    "4/4/4/p3|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

#[tokio::test]
async fn forced_promotion_belongs_to_its_owner_and_is_not_a_turn() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let new = NewGame {
        clock: TimeControl::RealTime { initial: 60, increment: 2 },
        start: Some(FREES_A_PAWN.to_owned()),
        ..NewGame::default()
    };
    let (mut white, mut black) = start_game(&url, new.clone()).await;
    white.play("QL1-QL2", 0).await.unwrap();
    assert_eq!(white.play("a1W=Q", 1).await, Err("E_NOT_YOUR_TURN".to_owned()));
    assert_eq!(white.play("d0KL1e0KL1", 1).await, Err("E_NOT_YOUR_TURN".to_owned()));
    assert_eq!(black.play("d9KL6e9KL6", 1).await, Err("E_ILLEGAL_DELAY".to_owned()));
    clock.advance(20_000);
    black.play("a1W=Q", 1).await.unwrap();
    let full = Remaining { white: 60_000, black: 60_000 };
    check_left(&black.events.last().unwrap().kind, full);
    clock.advance(20_000);
    black.play("d9KL6e9KL6", 2).await.unwrap();
    check_left(&black.events.last().unwrap().kind, full);
    clock.advance(10_000);
    white.play("d0KL1e0KL1", 3).await.unwrap();
    check_left(&white.events.last().unwrap().kind, Remaining { white: 52_000, black: 60_000 });
    // A takeback undoes the promotion together with the move it belongs to.
    black.act(Action::AskTakeback {}).await.unwrap();
    white.act(Action::AskTakeback {}).await.unwrap();
    let back = white.wait_for(|kind| matches!(kind, EventKind::TookBack { .. })).await;
    assert!(matches!(back.kind, EventKind::TookBack { ply: 1, .. }), "{back:?}");
    black.play("a1W=N", 1).await.unwrap();
    // Black has not moved yet.
    white.act(Action::Abort {}).await.unwrap();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn downtime_does_not_count_on_real_time_clocks() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let control = TimeControl::RealTime { initial: 60, increment: 0 };
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let (mut white, mut black) =
        start_game(&url, NewGame { clock: control, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    clock.advance(7_000);
    server.stop().await.unwrap();
    clock.advance(3_600_000);
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let client = Client::with_token(&url, white.client.token()).await.unwrap();
    let events = client.events(&white.game, 0).await.unwrap();
    let resumed = events.last().unwrap();
    assert!(matches!(resumed.kind, EventKind::Resumed { .. }), "{resumed:?}");
    check_left(&resumed.kind, Remaining { white: 53_000, black: 60_000 });
    assert_eq!(resumed.at, START + 3_607_000);
    clock.advance(1_000);
    client.act(&white.game, &Action::Move { mv: "c2Wc3W".to_owned(), ply: 2 }).await.unwrap();
    let events = client.events(&white.game, 0).await.unwrap();
    check_left(&events.last().unwrap().kind, Remaining { white: 52_000, black: 60_000 });
    server.stop().await.unwrap();
}

#[tokio::test]
async fn absent_opponent_can_be_claimed_against() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let (mut white, black) =
        start_game(&url, NewGame { clock: control, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    drop(black);
    loop {
        if let ServerMessage::Presence(presence) = white.receive().await
            && !presence.black.here
        {
            break;
        }
    }
    clock.advance(59_999);
    let claim = Action::ClaimGone { outcome: GoneClaim::Win };
    assert_eq!(white.act(claim.clone()).await, Err("E_NOT_GONE".to_owned()));
    clock.advance(1);
    white.act(claim).await.unwrap();
    let end = white.wait_for(is_ended).await;
    let reason = Some(OnlineEndReason::Abandoned);
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Timeout, result: GameResult::White, reason }
    );
    server.stop().await.unwrap();
}

#[tokio::test]
async fn correspondence_clock_runs_out_after_its_days() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let control = TimeControl::Days { days: 1 };
    let (mut white, mut black) =
        start_game(&url, NewGame { clock: control, ..NewGame::default() }).await;
    clock.advance(86_399_000);
    white.play("b2Wb4N", 0).await.unwrap();
    clock.advance(86_400_000);
    assert_eq!(black.play("b7Bb5N", 1).await, Err("E_GAME_OVER".to_owned()));
    let end = white.wait_for(is_ended).await;
    assert!(matches!(end.kind, EventKind::Ended { result: GameResult::White, .. }), "{end:?}");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn correspondence_clock_runs_while_the_server_is_down() {
    let folder = DataFolder::new();
    let clock = Arc::new(PausedClock::at(START));
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let control = TimeControl::Days { days: 1 };
    let (mut white, _black) =
        start_game(&url, NewGame { clock: control, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    server.stop().await.unwrap();
    clock.advance(86_400_001);
    let (server, url) = start_with(&folder, settings(), clock.clone()).await;
    let client = Client::with_token(&url, white.client.token()).await.unwrap();
    let ended = async {
        loop {
            let game = client.show(&white.game).await.unwrap();
            if let Some(status) = game.status {
                break (status, game.result);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let ended = tokio::time::timeout(Duration::from_secs(10), ended).await;
    assert_eq!(ended.expect("the clock did not run out"), (Status::Timeout, GameResult::White));
    server.stop().await.unwrap();
}

//! Game clocks, tested with a clock that only the test advances.

use std::time::Duration;
use trid_protocol::Time;

use trid_client::Client;
use trid_protocol::{
    Action, CreditReason, Event, EventKind, GoneClaim, LAG_BOUND, NewGame, OnlineEndReason,
    OnlineGame, Remaining, ServerMessage, TimeControl,
};
use trid_rules::{Color, GameResult, Status};

use crate::harness::{Player, START, TestServer, is_ended};

const HOUR: i64 = 3_600_000;

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
    let server = TestServer::start().await;
    let control = TimeControl::RealTime { initial: 60, increment: 2 };
    let (mut white, mut black) =
        server.start_game(NewGame { clock: control, ..NewGame::default() }).await;
    server.clock.advance(20_000);
    white.play("b2Wb4N", 0).await.unwrap();
    server.clock.advance(20_000);
    black.play("b7Bb5N", 1).await.unwrap();
    let first = black.events.last().unwrap().clone();
    check_left(&first.kind, Remaining { white: 60_000, black: 60_000 });
    server.clock.advance(10_000);
    white.play("c2Wc3W", 2).await.unwrap();
    check_left(&white.events.last().unwrap().kind, Remaining { white: 52_000, black: 60_000 });
    server.clock.advance(15_000);
    white.act(Action::AskTakeback {}).await.unwrap();
    black.act(Action::AskTakeback {}).await.unwrap();
    check_left(&black.events.last().unwrap().kind, Remaining { white: 52_000, black: 45_000 });
    server.clock.advance(52_000 + 2 * LAG_BOUND);
    assert_eq!(white.play("c2Wc3W", 2).await, Err("E_GAME_OVER".to_owned()), "the time is up");
    let end = black.wait_for(is_ended).await;
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Timeout, result: GameResult::Black, reason: None }
    );
}

/// Black's pawn on a1W is below the board on QL1, which White is about to move.
const FREES_A_PAWN: &str =
    "4/4/4/p3|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

#[tokio::test]
async fn forced_promotion_belongs_to_its_owner_and_is_not_a_turn() {
    let server = TestServer::start().await;
    let new = NewGame {
        clock: TimeControl::RealTime { initial: 60, increment: 2 },
        start: Some(FREES_A_PAWN.to_owned()),
        ..NewGame::default()
    };
    let (mut white, mut black) = server.start_game(new.clone()).await;
    white.play("QL1-QL2", 0).await.unwrap();
    assert_eq!(white.play("a1W=Q", 1).await, Err("E_NOT_YOUR_TURN".to_owned()));
    assert_eq!(white.play("d0KL1e0KL1", 1).await, Err("E_NOT_YOUR_TURN".to_owned()));
    assert_eq!(black.play("d9KL6e9KL6", 1).await, Err("E_ILLEGAL_DELAY".to_owned()));
    server.clock.advance(20_000);
    black.play("a1W=Q", 1).await.unwrap();
    let full = Remaining { white: 60_000, black: 60_000 };
    check_left(&black.events.last().unwrap().kind, full);
    server.clock.advance(20_000);
    black.play("d9KL6e9KL6", 2).await.unwrap();
    check_left(&black.events.last().unwrap().kind, full);
    server.clock.advance(10_000);
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
}

#[tokio::test]
async fn downtime_does_not_count_on_real_time_clocks() {
    let control = TimeControl::RealTime { initial: 60, increment: 0 };
    let mut server = TestServer::start().await;
    let (white, _black) = server.start_clocks(control).await;
    server.clock.advance(7_000);
    server.stop().await;
    server.clock.advance(3_600_000);
    server.resume().await;
    let client = server.sign_in(&white.client).await;
    let events = client.events(&white.game, 0).await.unwrap();
    let resumed = events.last().unwrap();
    assert!(matches!(resumed.kind, EventKind::Resumed { .. }), "{resumed:?}");
    check_left(&resumed.kind, Remaining { white: 53_000, black: 60_000 });
    assert_eq!(resumed.at, START + 3_607_000);
    server.clock.advance(1_000);
    client.act(&white.game, &Action::Move { mv: "c2Wc3W".to_owned(), ply: 2 }).await.unwrap();
    let events = client.events(&white.game, 0).await.unwrap();
    check_left(&events.last().unwrap().kind, Remaining { white: 52_000, black: 60_000 });
}

/// Starts a game of ten minutes. Black plays by HTTP from here on and has no socket.
async fn start_game_with_black_gone(server: &TestServer) -> (Player, Client) {
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let (mut white, black) =
        server.start_game(NewGame { clock: control, ..NewGame::default() }).await;
    let client = black.client.clone();
    drop(black);
    wait_until_black_is_gone(&mut white).await;
    (white, client)
}

/// Returns since when Black is gone.
async fn wait_until_black_is_gone(white: &mut Player) -> Time {
    loop {
        if let ServerMessage::Presence(presence) = white.receive().await
            && let Some(since) = presence.black.gone_since
        {
            return since;
        }
    }
}

const CLAIM: Action = Action::ClaimGone { outcome: GoneClaim::Win };

#[tokio::test]
async fn absent_opponent_can_be_claimed_against() {
    let server = TestServer::start().await;
    let (mut white, black) = start_game_with_black_gone(&server).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.act(&white.game, &Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 }).await.unwrap();
    white.play("c2Wc3W", 2).await.unwrap();
    server.clock.advance(59_999);
    assert_eq!(white.act(CLAIM).await, Err("E_NOT_GONE".to_owned()));
    server.clock.advance(1);
    white.act(CLAIM).await.unwrap();
    let end = white.wait_for(is_ended).await;
    let reason = Some(OnlineEndReason::Abandoned);
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Timeout, result: GameResult::White, reason }
    );
}

#[tokio::test]
async fn absence_counts_only_within_the_opponents_own_turn() {
    let server = TestServer::start().await;
    let (mut white, black) = start_game_with_black_gone(&server).await;
    white.play("b2Wb4N", 0).await.unwrap();
    black.act(&white.game, &Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 }).await.unwrap();
    // White thinks for five minutes. Black is gone, but has had no time for a move.
    server.clock.advance(300_000);
    white.play("c2Wc3W", 2).await.unwrap();
    assert_eq!(white.act(CLAIM).await, Err("E_NOT_GONE".to_owned()));
    server.clock.advance(59_999);
    assert_eq!(white.act(CLAIM).await, Err("E_NOT_GONE".to_owned()));
    server.clock.advance(1);
    white.act(CLAIM).await.unwrap();
}

#[tokio::test]
async fn claim_before_both_have_moved_calls_the_game_off() {
    let server = TestServer::start().await;
    let (mut white, _black) = start_game_with_black_gone(&server).await;
    white.play("b2Wb4N", 0).await.unwrap();
    server.clock.advance(60_000);
    white.act(CLAIM).await.unwrap();
    let end = white.wait_for(is_ended).await;
    let reason = Some(OnlineEndReason::Abandoned);
    assert_eq!(
        end.kind,
        EventKind::Ended { status: Status::Aborted, result: GameResult::None, reason }
    );
}

#[tokio::test]
async fn acting_by_http_counts_as_presence() {
    let server = TestServer::start().await;
    let (mut white, black) = start_game_with_black_gone(&server).await;
    white.play("b2Wb4N", 0).await.unwrap();
    server.clock.advance(50_000);
    black.act(&white.game, &Action::OfferDraw {}).await.unwrap();
    // A message on the time before may still be on its way.
    while wait_until_black_is_gone(&mut white).await != START + 50_000 {}
    server.clock.advance(59_999);
    assert_eq!(white.act(CLAIM).await, Err("E_NOT_GONE".to_owned()));
    server.clock.advance(1);
    white.act(CLAIM).await.unwrap();
}

/// Waits until jumps of the system clock of this length in total are credited. Returns the events.
async fn wait_for_credit(player: &Player, expected: i64) -> Vec<Event> {
    let credited = |events: &[Event]| -> i64 {
        events
            .iter()
            .map(|event| match event.kind {
                EventKind::TimeCredited { ms, reason: CreditReason::ClockStep, .. } => ms,
                _ => 0,
            })
            .sum()
    };
    let waiting = async {
        loop {
            let events = player.client.events(&player.game, 0).await.unwrap();
            if credited(&events) == expected {
                return events;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("the jump is not credited")
}

/// Events never go back in time, and give the same clocks when they are replayed.
#[track_caller]
fn check_replay(white: &Player, events: &[Event]) {
    assert!(events.is_sorted_by_key(|event| event.at), "{events:?}");
    let game = OnlineGame::replay(white.game.clone(), events).unwrap();
    let last = events.iter().rev().find(|event| matches!(event.kind, EventKind::Moved { .. }));
    assert_eq!(game.clocks().remaining(), Some(left(&last.unwrap().kind)));
}

#[tokio::test]
async fn jump_of_the_system_clock_is_charged_to_nobody() {
    let control = TimeControl::RealTime { initial: 60, increment: 0 };
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_clocks(control).await;
    server.clock.advance(5_000);
    server.clock.step_wall(HOUR);
    server.clock.advance(2_000);
    white.play("c2Wc3W", 2).await.unwrap();
    check_left(&white.events.last().unwrap().kind, Remaining { white: 53_000, black: 60_000 });
    server.clock.step_wall(-3 * HOUR);
    server.clock.advance(4_000);
    black.play("c7Bc6B", 3).await.unwrap();
    check_left(&black.events.last().unwrap().kind, Remaining { white: 53_000, black: 56_000 });
    server.clock.advance(1_000);
    server.clock.step_wall(5 * HOUR);
    white.play("d2Wd3W", 4).await.unwrap();
    check_left(&white.events.last().unwrap().kind, Remaining { white: 52_000, black: 56_000 });
    // One hour ahead, three back and five ahead again are three hours ahead.
    check_replay(&white, &wait_for_credit(&white, 3 * HOUR).await);
}

#[tokio::test]
async fn jump_of_the_system_clock_ends_no_game() {
    let server = TestServer::start().await;
    let mut players = Vec::new();
    for control in
        [TimeControl::RealTime { initial: 60, increment: 0 }, TimeControl::Days { days: 1 }]
    {
        players.push(server.start_clocks(control).await);
    }
    server.clock.step_wall(1_000 * HOUR);
    for (white, _) in &mut players {
        // Nobody acts: the server credits the time by itself.
        let credit = white.wait_for(|kind| matches!(kind, EventKind::TimeCredited { .. })).await;
        assert_eq!(
            credit.kind,
            EventKind::TimeCredited {
                to: Some(Color::White),
                ms: 1_000 * HOUR,
                reason: CreditReason::ClockStep
            }
        );
        white.play("c2Wc3W", 2).await.unwrap();
    }
}

#[tokio::test]
async fn clocks_run_after_a_restart_with_the_system_clock_set_back() {
    let control = TimeControl::RealTime { initial: 60, increment: 0 };
    let mut server = TestServer::start().await;
    let (white, _black) = server.start_clocks(control).await;
    server.clock.advance(7_000);
    server.stop().await;
    server.clock.step_wall(-HOUR);
    server.resume().await;
    let client = server.sign_in(&white.client).await;
    server.clock.advance(3_000);
    client.act(&white.game, &Action::Move { mv: "c2Wc3W".to_owned(), ply: 2 }).await.unwrap();
    let events = client.events(&white.game, 0).await.unwrap();
    check_left(&events.last().unwrap().kind, Remaining { white: 50_000, black: 60_000 });
    check_replay(&white, &events);
}

#[tokio::test]
async fn correspondence_clock_runs_out_after_its_days() {
    let server = TestServer::start().await;
    let control = TimeControl::Days { days: 1 };
    let (mut white, mut black) =
        server.start_game(NewGame { clock: control, ..NewGame::default() }).await;
    server.clock.advance(86_399_000);
    white.play("b2Wb4N", 0).await.unwrap();
    server.clock.advance(86_400_000);
    assert_eq!(black.play("b7Bb5N", 1).await, Err("E_GAME_OVER".to_owned()));
    let end = white.wait_for(is_ended).await;
    assert!(matches!(end.kind, EventKind::Ended { result: GameResult::White, .. }), "{end:?}");
}

#[tokio::test]
async fn correspondence_clock_runs_while_the_server_is_down() {
    let mut server = TestServer::start().await;
    let control = TimeControl::Days { days: 1 };
    let (mut white, _black) =
        server.start_game(NewGame { clock: control, ..NewGame::default() }).await;
    white.play("b2Wb4N", 0).await.unwrap();
    server.stop().await;
    server.clock.advance(86_400_001);
    server.resume().await;
    let client = server.sign_in(&white.client).await;
    let ended = async {
        loop {
            let game = client.show(&white.game).await.unwrap();
            if let Some(status) = game.status {
                break (status, game.result);
            }
            // A process of a cluster waits a little, in case another one judges the player's time.
            server.clock.advance(20);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let ended = tokio::time::timeout(Duration::from_secs(10), ended).await;
    assert_eq!(ended.expect("the clock did not run out"), (Status::Timeout, GameResult::White));
}

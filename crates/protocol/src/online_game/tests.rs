//! The fold against stored games, and decisions that games over real sockets do not reach.

use trid_rules::Color;

use super::decide::MAX_EVENTS;
use super::*;
use crate::{Action, Event, EventKind, NewGame};

/// Games of every kind, stored by an earlier version, with the summary it reported for each.
const STORED: &str = include_str!("../../../server/tests/fixtures/games.json");

fn player(id: &str) -> Player {
    Player { id: id.parse().unwrap(), name: String::new() }
}

fn numbered(kinds: impl IntoIterator<Item = EventKind>) -> Vec<Event> {
    kinds.into_iter().zip(1..).map(|(kind, seq)| Event { seq, at: 0, kind }).collect()
}

#[test]
fn stored_games_fold_into_the_reported_summaries() {
    let stored: serde_json::Value = serde_json::from_str(STORED).unwrap();
    let games = stored["games"].as_object().unwrap();
    assert_eq!(games.len(), 15);
    for (name, game) in games {
        let id = game["summary"]["id"].as_str().unwrap().parse().unwrap();
        let events: Vec<Event> = serde_json::from_value(game["events"].clone()).unwrap();
        let summary = OnlineGame::replay(id, &events).unwrap().summary();
        assert_eq!(serde_json::to_value(summary).unwrap(), game["summary"], "{name}");
    }
}

#[test]
fn an_event_out_of_order_is_rejected() {
    let created = create(NewGame::default(), player("whiteplayer1")).unwrap();
    let id: GameId = "3vXKq0hTn5cYbL2a".parse().unwrap();
    let events = numbered([created.clone(), created.clone()]);
    assert!(OnlineGame::replay(id.clone(), &[]).is_err());
    assert!(OnlineGame::replay(id.clone(), &events[1..]).is_err());
    assert!(OnlineGame::replay(id.clone(), &events).is_err());
    let gap = [events[0].clone(), Event { seq: 3, at: 0, kind: created }];
    let error = OnlineGame::replay(id, &gap).unwrap_err().to_string();
    assert_eq!(error, "event 3 does not fit: it follows event 1");
}

#[test]
fn a_very_long_game_accepts_no_more_requests() {
    let [white, black] = [player("whiteplayer1"), player("blackplayer1")];
    let created = create(NewGame::default(), white.clone()).unwrap();
    let started = EventKind::Started { white: white.clone(), black: black.clone() };
    let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None };
    let events = numbered([created, started, moved]);
    let mut game = OnlineGame::replay("3vXKq0hTn5cYbL2a".parse().unwrap(), &events).unwrap();
    let decide = |game: &OnlineGame, player: &Player, action: Action| {
        game.decide(&player.id, &action, Circumstances::default()).map_err(|error| error.code)
    };
    assert!(decide(&game, &white, Action::AskTakeback {}).is_ok());
    let mut asked = game.clone();
    asked.takeback = Some(Color::White);
    asked.seq = MAX_EVENTS;
    assert!(decide(&asked, &black, Action::AskTakeback {}).is_ok(), "a request can be granted");
    game.seq = MAX_EVENTS;
    for action in [Action::AskTakeback {}, Action::OfferDraw {}] {
        assert_eq!(decide(&game, &white, action), Err(crate::ErrorCode::TooLong));
    }
    let reply = Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 };
    assert!(decide(&game, &black, reply).is_ok(), "it can be played to its end");
    assert!(decide(&game, &white, Action::Resign {}).is_ok());
}

#[test]
fn an_absent_opponent_can_be_claimed_against_in_their_turn_only() {
    let [white, black] = [player("whiteplayer1"), player("blackplayer1")];
    let begin = |clock: TimeControl| {
        let created = create(NewGame { clock, ..NewGame::default() }, white.clone()).unwrap();
        let started = EventKind::Started { white: white.clone(), black: black.clone() };
        let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None };
        let events = numbered([created, started, moved]);
        OnlineGame::replay("3vXKq0hTn5cYbL2a".parse().unwrap(), &events).unwrap()
    };
    let real_time = begin(TimeControl::RealTime { initial: 60, increment: 0 });
    assert_eq!(real_time.claim_gone_at(Color::White, Some(1_000)), Some(61_000));
    assert_eq!(real_time.claim_gone_at(Color::White, None), None);
    assert_eq!(real_time.claim_gone_at(Color::Black, Some(1_000)), None, "it is Black's turn");
    let unlimited = begin(TimeControl::Unlimited {});
    assert_eq!(unlimited.claim_gone_at(Color::White, Some(1_000)), Some(OVERDUE_AFTER));
    let days = begin(TimeControl::Days { days: 1 });
    assert_eq!(days.claim_gone_at(Color::White, Some(1_000)), None, "the clock decides");
}

//! The fold against stored games, and decisions that games over real sockets do not reach.

use trid_rules::Color;

use super::decide::MAX_EVENTS;
use super::*;
use crate::{Action, CreditReason, ErrorCode, Event, EventKind, NewGame};

/// Games of every kind, stored by an earlier version, with the summary it reported for each.
const STORED: &str = include_str!("../../../server/tests/fixtures/games.json");

fn player(id: &str) -> Player {
    Player { id: id.parse().unwrap(), name: String::new() }
}

fn numbered(kinds: impl IntoIterator<Item = EventKind>) -> Vec<Event> {
    kinds.into_iter().zip(1..).map(|(kind, seq)| Event { seq, at: Time(0), kind }).collect()
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
fn stored_games_fold_to_the_stored_clocks() {
    let stored: serde_json::Value = serde_json::from_str(STORED).unwrap();
    let mut checked = 0;
    for (name, game) in stored["games"].as_object().unwrap() {
        let id = game["summary"]["id"].as_str().unwrap().parse().unwrap();
        let mut events: Vec<Event> = serde_json::from_value(game["events"].clone()).unwrap();
        // The fold up to each event that says what both have left.
        while let Some(event) = events.last() {
            let clocks = match &event.kind {
                EventKind::Moved { clocks, .. } | EventKind::TookBack { clocks, .. } => *clocks,
                EventKind::Resumed { clocks } => Some(*clocks),
                _ => None,
            };
            if let Some(clocks) = clocks {
                let shown = OnlineGame::replay(GameId::clone(&id), &events).unwrap();
                let shown = shown.clocks().shown().unwrap();
                assert_eq!((shown.remaining, shown.since), (clocks, event.at), "{name}");
                checked += 1;
            }
            events.pop();
        }
    }
    assert!(checked >= 10, "{checked}");
}

#[test]
fn an_event_out_of_order_is_rejected() {
    let created = create(NewGame::default(), player("whiteplayer1")).unwrap();
    let id: GameId = "3vXKq0hTn5cYbL2a".parse().unwrap();
    let events = numbered([created.clone(), created.clone()]);
    assert!(OnlineGame::replay(id.clone(), &[]).is_err());
    assert!(OnlineGame::replay(id.clone(), &events[1..]).is_err());
    assert!(OnlineGame::replay(id.clone(), &events).is_err());
    let gap = [events[0].clone(), Event { seq: 3, at: Time(0), kind: created }];
    let error = OnlineGame::replay(id, &gap).unwrap_err().to_string();
    assert_eq!(error, "event 3 does not fit: it follows event 1");
}

#[test]
fn a_very_long_game_accepts_no_more_requests() {
    let [white, black] = [player("whiteplayer1"), player("blackplayer1")];
    let created = create(NewGame::default(), white.clone()).unwrap();
    let started = EventKind::Started { white: white.clone(), black: black.clone() };
    let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None, lag: None };
    let events = numbered([created, started, moved]);
    let mut game = OnlineGame::replay("3vXKq0hTn5cYbL2a".parse().unwrap(), &events).unwrap();
    let decide = |game: &OnlineGame, player: &Player, action: Action| {
        game.decide(&player.id, &action, ActionContext::default()).map_err(|error| error.code)
    };
    assert!(decide(&game, &white, Action::AskTakeback {}).is_ok());
    let mut asked = game.clone();
    asked.takeback = Some(Offer { by: Color::White, seq: 4 });
    asked.seq = MAX_EVENTS;
    assert!(decide(&asked, &black, Action::AskTakeback {}).is_ok(), "a request can be granted");
    game.seq = MAX_EVENTS;
    for action in [Action::AskTakeback {}, Action::OfferDraw {}] {
        assert_eq!(decide(&game, &white, action), Err(ErrorCode::TooLong));
    }
    let reply = Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 };
    assert!(decide(&game, &black, reply).is_ok(), "it can be played to its end");
    assert!(decide(&game, &white, Action::Resign {}).is_ok());
}

/// A game with this clock, created at 0, with these events afterwards.
fn game_of(clock: TimeControl, later: impl IntoIterator<Item = (Millis, EventKind)>) -> OnlineGame {
    let [white, black] = [player("whiteplayer1"), player("blackplayer1")];
    let created = create(NewGame { clock, ..NewGame::default() }, white.clone()).unwrap();
    let mut events = numbered([created, EventKind::Started { white, black }]);
    for ((at, kind), seq) in later.into_iter().zip(3..) {
        events.push(Event { seq, at: Time(at), kind });
    }
    OnlineGame::replay("3vXKq0hTn5cYbL2a".parse().unwrap(), &events).unwrap()
}

fn moved(mv: &str) -> EventKind {
    EventKind::Moved { mv: mv.to_owned(), clocks: None, lag: None }
}

fn decide(game: &OnlineGame, seat: Color, action: &Action, seen: u32) -> Result<(), ErrorCode> {
    let player = game.player(seat).unwrap().id.clone();
    let context = ActionContext { seen: Some(seen), ..ActionContext::default() };
    game.decide(&player, action, context).map(|_| ()).map_err(|error| error.code)
}

/// An answer needs to have seen the offer; without `seen` it counts as before.
#[track_caller]
fn check_answer<const COUNT: usize>(game: &OnlineGame, offer: u32, answers: [Action; COUNT]) {
    assert_eq!(game.seq(), offer);
    for answer in answers {
        let stale = decide(game, Color::Black, &answer, offer - 1);
        assert_eq!(stale, Err(ErrorCode::Stale), "{}", answer.name());
        assert_eq!(decide(game, Color::Black, &answer, offer), Ok(()), "{}", answer.name());
        let black = game.player(Color::Black).unwrap().id.clone();
        assert!(game.decide(&black, &answer, ActionContext::default()).is_ok());
    }
}

#[test]
fn an_answer_to_an_offer_that_was_not_seen_is_stale() {
    let begin = |kind| {
        let events = [moved("b2Wb4N"), moved("b7Bb5N"), kind].map(|kind| (0, kind));
        game_of(TimeControl::Unlimited {}, events)
    };
    let draw = begin(EventKind::DrawOffered { by: Color::White });
    check_answer(&draw, 5, [Action::OfferDraw {}, Action::DeclineDraw {}]);
    let takeback = begin(EventKind::TakebackAsked { by: Color::White });
    check_answer(&takeback, 5, [Action::AskTakeback {}, Action::DeclineTakeback {}]);
    let mut over = begin(End::from(trid_rules::Ending::Resigned(Color::Black)).into());
    let offered = EventKind::RematchOffered { by: Color::White };
    over.apply(&Event { seq: 6, at: Time(0), kind: offered }).unwrap();
    check_answer(&over, 6, [Action::DeclineRematch {}]);
    // Both want a rematch if both offer one, also at the same time.
    let black = over.player(Color::Black).unwrap().id.clone();
    let unseen = ActionContext { seen: Some(5), ..ActionContext::default() };
    let decided = over.decide(&black, &Action::OfferRematch {}, unseen);
    assert!(matches!(decided, Ok(Decision::Rematch)));
    // An action that answers nothing does not depend on what was seen.
    for action in [Action::OfferDraw {}, Action::Resign {}] {
        assert_eq!(decide(&takeback, Color::White, &action, 2), Ok(()));
    }
}

#[test]
fn a_move_decided_before_a_takeback_is_stale() {
    let back = EventKind::TookBack { by: Color::Black, ply: 0, clocks: None };
    let asked = EventKind::TakebackAsked { by: Color::White };
    let events = [moved("b2Wb4N"), asked, back].map(|kind| (0, kind));
    let game = game_of(TimeControl::Unlimited {}, events);
    let mv = Action::Move { mv: "c2Wc3W".to_owned(), ply: 0 };
    assert_eq!(decide(&game, Color::White, &mv, 4), Err(ErrorCode::Stale));
    assert_eq!(decide(&game, Color::White, &mv, 5), Ok(()));
}

#[test]
fn credited_time_is_charged_to_nobody_and_delays_every_deadline() {
    let control = TimeControl::RealTime { initial: 60, increment: 0 };
    let credit = |to| EventKind::TimeCredited { to, ms: 5_000, reason: CreditReason::Stall };
    let waiting = game_of(control, [(1_000, moved("b2Wb4N")), (7_000, credit(None))]);
    assert_eq!(waiting.deadline(), Some((Time(6_000) + FIRST_MOVE_TIMEOUT, Due::NoFirstMove)));
    assert_eq!(waiting.claim_gone_at(Color::White, Some(Time(0))), Some(Time(6_000) + GONE_AFTER));
    let full = Some(crate::Remaining { white: 60_000, black: 60_000 });
    let reply = EventKind::Moved { mv: "b7Bb5N".to_owned(), clocks: full, lag: None };
    let to = Some(Color::White);
    let events = [(1_000, moved("b2Wb4N")), (2_000, reply), (10_000, credit(to))];
    let game = game_of(control, events);
    assert_eq!(game.deadline(), Some((Time(67_000), Due::Flag(Color::White))));
    assert_eq!(game.clocks().charged(Time(12_000), 0).unwrap().white, 55_000);
    assert_eq!(game.credit(5_000, CreditReason::Stall), Some(credit(to)));
    let unlimited = game_of(TimeControl::Unlimited {}, [(1_000, moved("b2Wb4N"))]);
    assert_eq!(unlimited.credit(5_000, CreditReason::Stall), None, "nothing runs");
}

#[test]
fn a_client_passes_over_an_event_of_a_newer_server() {
    let mut game = game_of(TimeControl::Unlimited {}, []);
    let unknown = Event { seq: 3, at: Time(9), kind: EventKind::Unknown };
    assert!(game.clone().apply(&unknown).is_err(), "the server stores what it understands");
    game.follow(&unknown).unwrap();
    game.follow(&Event { seq: 4, at: Time(9), kind: moved("b2Wb4N") }).unwrap();
    assert_eq!((game.seq(), game.plies()), (4, 1));
}

#[test]
fn a_claim_before_both_sides_have_moved_calls_the_game_off() {
    let game = game_of(TimeControl::RealTime { initial: 60, increment: 0 }, []);
    let gone = ActionContext {
        now: Time(GONE_AFTER),
        opponent_gone_since: Some(Time(0)),
        ..ActionContext::default()
    };
    let black = game.player(Color::Black).unwrap().id.clone();
    for outcome in [crate::GoneClaim::Win, crate::GoneClaim::Draw] {
        let decision = game.decide(&black, &Action::ClaimGone { outcome }, gone).unwrap();
        let ended = EventKind::Ended {
            status: trid_rules::Status::Aborted,
            result: GameResult::None,
            reason: Some(crate::OnlineEndReason::Abandoned),
        };
        assert_eq!(decision, Decision::Append(vec![ended.clone()]));
        game.clone().apply(&Event { seq: 3, at: Time(0), kind: ended }).unwrap();
    }
}

#[test]
fn an_absent_opponent_can_be_claimed_against_in_their_turn_only() {
    let begin = |clock: TimeControl| game_of(clock, [(0, moved("b2Wb4N"))]);
    let real_time = begin(TimeControl::RealTime { initial: 60, increment: 0 });
    assert_eq!(real_time.claim_gone_at(Color::White, Some(Time(1_000))), Some(Time(61_000)));
    assert_eq!(real_time.claim_gone_at(Color::White, None), None);
    let later = game_of(real_time.terms().clock, [(5_000, moved("b2Wb4N"))]);
    assert_eq!(
        later.claim_gone_at(Color::White, Some(Time(1_000))),
        Some(Time(65_000)),
        "from their turn on"
    );
    assert_eq!(
        real_time.claim_gone_at(Color::Black, Some(Time(1_000))),
        None,
        "it is Black's turn"
    );
    let unlimited = begin(TimeControl::Unlimited {});
    assert_eq!(unlimited.claim_gone_at(Color::White, Some(Time(1_000))), Some(Time(OVERDUE_AFTER)));
    let days = begin(TimeControl::Days { days: 1 });
    assert_eq!(days.claim_gone_at(Color::White, Some(Time(1_000))), None, "the clock decides");
}

#[test]
fn an_overrun_that_the_moves_own_channel_does_not_cover_ends_the_game() {
    let control = TimeControl::RealTime { initial: 5, increment: 0 };
    let left = Some(crate::Remaining { white: 5_000, black: 5_000 });
    let reply = EventKind::Moved { mv: "b7Bb5N".to_owned(), clocks: left, lag: None };
    let game = game_of(control, [(0, moved("b2Wb4N")), (0, reply)]);
    let white = game.player(Color::White).unwrap().id.clone();
    let play = |mv: &str, now, lag| {
        let action = Action::Move { mv: mv.to_owned(), ply: 2 };
        game.decide(&white, &action, ActionContext { now, lag, ..ActionContext::default() })
    };
    for (now, lag, in_time) in
        [(4_999, 0, true), (5_000, 0, false), (5_400, 401, true), (5_400, 400, false)]
    {
        match play("c2Wc3W", Time(now), lag).unwrap() {
            Decision::Append(events) => {
                assert!(in_time, "{now} {lag}");
                let EventKind::Moved { lag: spent, .. } = events[0] else { panic!("{events:?}") };
                assert_eq!(spent.unwrap_or(0), lag, "the grace is taken from the quota");
            }
            Decision::OutOfTime(EventKind::Ended { status, .. }) => {
                assert!(!in_time, "{now} {lag}");
                assert_eq!(status, trid_rules::Status::Timeout);
            }
            other => panic!("{other:?}"),
        }
    }
    // A move that cannot be played, or is not the player's, ends nobody's time.
    assert!(play("c2Wc5W", Time(5_400), 0).is_err());
    let black = game.player(Color::Black).unwrap().id.clone();
    let action = Action::Move { mv: "c7Bc6B".to_owned(), ply: 2 };
    let late = ActionContext { now: Time(5_400), ..ActionContext::default() };
    assert!(game.decide(&black, &action, late).is_err());
}

/// A player who uses several channels with random lags as cleverly or foolishly as chance has it, under the rules by
/// which a server ends games: at the deadline by the longest lag, at a move by the lag of its own channel.
#[test]
fn moves_over_all_channels_of_a_player_gain_no_more_than_documented() {
    let mut random = fastrand::Rng::with_seed(37);
    let mut most_gained = 0;
    for _ in 0..300 {
        let (initial, increment) = (random.i64(5..=10), random.i64(0..=1));
        let control =
            TimeControl::RealTime { initial: initial as u32, increment: increment as u32 };
        let mut game = game_of(control, [(0, moved("b2Wb4N")), (0, moved("b7Bb5N"))]);
        let lags: Vec<Millis> = (0..random.usize(1..=4)).map(|_| random.i64(0..=700)).collect();
        let worst = lags.iter().copied().max().unwrap();
        let (mut now, mut thought, mut turns) = (0, 0, 0);
        while game.end().is_none() && turns < 60 {
            let seat = game.turn();
            let player = game.player(seat).unwrap().id.clone();
            let legal = game.game().position().legal_moves();
            let mv = legal[random.usize(..legal.len())].to_string();
            let left = game.clocks().remaining().unwrap().white;
            let (thinking, lag) = match seat {
                // With an empty clock, as long as some channel could excuse.
                Color::White if left < 900 => {
                    (left + random.i64(0..=worst.min(500)), random.choice(&lags))
                }
                Color::White => (random.i64(0..=900), random.choice(&lags)),
                Color::Black => (0, None),
            };
            let lag = lag.copied().unwrap_or(0);
            now += thinking;
            let deadline = ActionContext { now: Time(now), lag: worst, ..ActionContext::default() };
            let action = Action::Move { mv, ply: game.plies() };
            let context = ActionContext { now: Time(now), lag, ..ActionContext::default() };
            let kinds = match game.due(deadline) {
                Some(flag) => vec![flag],
                None => match game.decide(&player, &action, context).unwrap() {
                    Decision::Append(kinds) => kinds,
                    Decision::OutOfTime(flag) => vec![flag],
                    other => panic!("{other:?}"),
                },
            };
            let is_move = matches!(kinds[0], EventKind::Moved { .. });
            for kind in kinds {
                game.apply(&Event { seq: game.seq() + 1, at: Time(now), kind }).unwrap();
            }
            if is_move && seat == Color::White {
                thought += thinking;
                turns += i64::from(game.turn() != seat);
                let time = 1_000 * (initial + turns * increment);
                let gained = thought - time + game.clocks().remaining().unwrap().white;
                most_gained = most_gained.max(gained);
                let bound = crate::LAG_QUOTA + (turns - 1).max(0) * crate::LAG_REFILL;
                assert!(gained <= bound, "{gained} > {bound} in {turns} turns");
            }
        }
    }
    assert!(most_gained > 2 * crate::LAG_QUOTA, "the games reach the bound: {most_gained}");
}

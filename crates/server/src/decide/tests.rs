//! What is decided at a table that no game over real sockets comes to.

use super::*;
use crate::identity::GameId;
use crate::wire::Event;

#[test]
fn a_game_is_not_made_longer_for_ever() {
    let [white, black] =
        [PlayerId::random(), PlayerId::random()].map(|id| Player { id, name: String::new() });
    let created = create(NewGame::default(), white.clone()).unwrap();
    let started = Happening::Started { white: white.clone(), black: black.clone() };
    let moved = Happening::Moved { mv: "b2Wb4N".to_owned(), clocks: None };
    let events = [created, started, moved].into_iter().zip(1..);
    let events: Vec<Event> = events.map(|(what, seq)| Event { seq, at: 0, what }).collect();
    let mut table = Table::replay(GameId::random(), &events).unwrap();
    let decide = |table: &Table, player: &Player, action: Action| {
        table.decide(&player.id, &action, Moment::default()).map_err(|refusal| refusal.code)
    };
    assert!(decide(&table, &white, Action::AskTakeback {}).is_ok());
    let mut asked = table.clone();
    asked.takeback = Some(Color::White);
    asked.seq = MOST_EVENTS;
    assert!(decide(&asked, &black, Action::AskTakeback {}).is_ok(), "what was asked is answered");
    table.seq = MOST_EVENTS;
    for action in [Action::AskTakeback {}, Action::OfferDraw {}] {
        assert_eq!(decide(&table, &white, action), Err("E_TOO_LONG".to_owned()));
    }
    let reply = Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 };
    assert!(decide(&table, &black, reply).is_ok(), "it can be played to its end");
    assert!(decide(&table, &white, Action::Resign {}).is_ok());
}

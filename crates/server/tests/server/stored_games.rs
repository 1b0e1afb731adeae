//! Opens a database written by an earlier version: every game reads as it was stored, and play continues.
//!
//! `fixtures/games.db` holds games of every kind, `fixtures/games.json` what that version reported about them over HTTP.

use std::path::Path;
use trid_protocol::Time;

use serde_json::{Value, json};
use trid_client::Client;
use trid_protocol::{Action, GameId};
use trid_server::storage::Storage;

use crate::harness::{DataFolder, TestServer, unlimited};

/// A copy of the stored games, and what was reported about them.
fn open_fixture() -> (DataFolder, Value) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let folder = DataFolder::new();
    std::fs::copy(fixtures.join("games.db"), folder.database()).unwrap();
    let reported = std::fs::read_to_string(fixtures.join("games.json")).unwrap();
    (folder, serde_json::from_str(&reported).unwrap())
}

fn id_of(game: &Value) -> GameId {
    game["summary"]["id"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn every_stored_event_reads_as_it_was_written() {
    let (folder, reported) = open_fixture();
    let storage = Storage::open_file(&folder.database()).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for (name, game) in reported["games"].as_object().unwrap() {
        let events = storage.history(&id_of(game), 0).await.unwrap().unwrap().events;
        assert_eq!(serde_json::to_value(&events).unwrap(), game["events"], "{name}");
        for event in game["events"].as_array().unwrap() {
            kinds.insert(event["type"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(kinds.len(), 13, "the fixture has every kind of event: {kinds:?}");
    storage.close().await.unwrap();
}

#[tokio::test]
async fn stored_games_are_listed_and_continue() {
    let (folder, reported) = open_fixture();
    let at = Time(reported["at"].as_i64().unwrap());
    let server = TestServer::serve(folder, unlimited(), at).await;
    let token = |name: &str| reported["tokens"][name].as_str().unwrap();
    let ada = Client::with_token(&server.url, token("ada")).await.unwrap();
    let bob = Client::with_token(&server.url, token("bob")).await.unwrap();
    assert_eq!((ada.player.name.as_str(), bob.player.name.as_str()), ("Ada", "Bob"));

    for (name, game) in reported["games"].as_object().unwrap() {
        let (id, before) = (id_of(game), &game["summary"]);
        let mut now = serde_json::to_value(ada.show(&id).await.unwrap()).unwrap();
        let resumes = before["state"] == "live" && before["clock"]["type"] == "realTime";
        let seq = before["seq"].as_u64().unwrap() + u64::from(resumes);
        assert_eq!(now["seq"], seq, "{name}");
        now["seq"] = before["seq"].clone();
        now["updated"] = before["updated"].clone();
        assert_eq!(now, *before, "{name}");

        let mut events = serde_json::to_value(ada.events(&id, 0).await.unwrap()).unwrap();
        if resumes {
            let last = events.as_array_mut().unwrap().pop().unwrap();
            assert_eq!(last["type"], "resumed", "{name}");
        }
        assert_eq!(events, game["events"], "{name}");
    }
    for (query, count) in [
        ("mine=true&limit=100", 14),
        ("state=open&limit=100", 1),
        ("state=live&limit=100", 3),
        ("rules=meder&limit=100", 1),
        ("name=engine&limit=100", 2),
        ("state=finished&result=1/2-1/2&limit=100", 2),
    ] {
        let games = ada.list(query).await.unwrap().games;
        assert_eq!(games.len(), count, "{query}: {games:?}");
    }

    let live = id_of(&reported["games"]["live"]);
    let after = ada.show(&live).await.unwrap().seq;
    server.clock.advance(10_000);
    ada.act(&live, &Action::Move { mv: "d1Wc3N".to_owned(), ply: 4 }).await.unwrap();
    bob.act(&live, &Action::AskTakeback {}).await.unwrap();
    ada.act(&live, &Action::AskTakeback {}).await.unwrap();
    let events = serde_json::to_value(ada.events(&live, after).await.unwrap()).unwrap();
    let kinds: Vec<&Value> =
        events.as_array().unwrap().iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, [&json!("moved"), &json!("takebackAsked"), &json!("tookBack")]);
}

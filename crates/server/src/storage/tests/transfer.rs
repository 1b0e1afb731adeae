//! Copying a database to another one and back.

use std::time::Duration;
use trid_protocol::Time;

use rusqlite::Connection;
use trid_protocol::{Decision, EventKind};
use trid_rules::Color;

use super::far_away::far_away;
use super::{TestGame, add_player, create, new_database, open_url, store};
use crate::storage::{Absence, Copied, CopyError, Deletion, ListQuery, Storage, copy};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_and_players_survive_a_copy_to_postgres_and_back() {
    let Some(url) = new_database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let original = Storage::open_file(&folder.path().join("original.db")).unwrap();
    let (ada, token) = add_player(&original, "Ada \u{c4}").await;
    let (bob, _) = add_player(&original, "Bob").await;
    for created in 0..250 {
        let (mut game, first) = TestGame::new(&ada, Time(created));
        create(&original, first).await;
        if created % 2 == 0 {
            store(&original, game.join(Time(1_000), &bob)).await;
            let offer = EventKind::DrawOffered { by: Color::White };
            store(&original, game.apply(Time(1_001), vec![offer])).await;
        }
    }
    original.note_alive(Time(2_000)).await.unwrap();
    // A game that goes on, and one that has ended and whose creator has left.
    let (mut live, first) = TestGame::new(&ada, Time(300));
    create(&original, first).await;
    store(&original, live.join(Time(1_000), &bob)).await;
    let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None, lag: None };
    store(&original, live.apply(Time(1_002), vec![moved])).await;
    let game = live.game.id().clone();
    let since = [Some(Time(7)), None];
    let absence = Absence { game: game.clone(), since, here: [false; 2], spectators: 0 };
    original.note_absences(vec![absence]).await.unwrap();
    let (cleo, _) = add_player(&original, "Cleo").await;
    let (mut ended, first) = TestGame::new(&cleo, Time(301));
    create(&original, first).await;
    store(&original, ended.join(Time(1_000), &bob)).await;
    let Decision::Append(end) = ended.game.leave(&cleo.id).unwrap() else { panic!() };
    store(&original, ended.apply(Time(1_003), end)).await;
    assert_eq!(original.delete_player(&cleo.id, Vec::new()).await.unwrap(), Deletion::Done);
    let copied = Copied { players: 2, games: 252, events: 506, damaged: Vec::new() };
    let postgres = open_url(&url).await;
    assert_eq!(copy(&original, &postgres).await.unwrap(), copied);
    assert_eq!(postgres.find_player(token, Time(1)).await.unwrap(), Some(ada));
    assert_eq!(postgres.last_alive().await.unwrap(), Some(Time(2_000)));
    let again = copy(&original, &postgres).await;
    assert!(matches!(again, Err(CopyError::NotEmpty)), "{again:?}");
    let back = Storage::open_file(&folder.path().join("back.db")).unwrap();
    assert_eq!(copy(&postgres, &back).await.unwrap(), copied);
    for storage in [&postgres, &back] {
        assert_eq!(storage.absence(&game).await.unwrap(), Some(since));
    }
    for name in [None, Some("ada \u{e4}".to_owned()), Some("b".to_owned())] {
        let query = ListQuery { name, unlisted: true, limit: 300, ..ListQuery::default() };
        let lists = [
            original.list(query.clone()).await.unwrap(),
            postgres.list(query.clone()).await.unwrap(),
            back.list(query).await.unwrap(),
        ];
        assert!(!lists[0].is_empty());
        assert_eq!(lists[0], lists[1]);
        assert_eq!(lists[0], lists[2]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_far_away_can_be_copied_to() {
    let Some(url) = new_database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let original = Storage::open_file(&folder.path().join("original.db")).unwrap();
    let (ada, _) = add_player(&original, "Ada").await;
    for created in 0..60 {
        create(&original, TestGame::new(&ada, Time(created)).1).await;
    }
    let far = open_url(&far_away(&url, Duration::from_millis(10)).await).await;
    let copied = Copied { players: 1, games: 60, events: 60, damaged: Vec::new() };
    assert_eq!(copy(&original, &far).await.unwrap(), copied);
    far.close().await.unwrap();
}

#[tokio::test]
async fn a_damaged_game_is_named_and_the_others_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("original.db");
    let original = Storage::open_file(&path).unwrap();
    let (ada, _) = add_player(&original, "Ada").await;
    let (intact, damaged) = (TestGame::new(&ada, Time(1)), TestGame::new(&ada, Time(2)));
    let damaged_id = damaged.0.game.id().to_string();
    create(&original, intact.1).await;
    create(&original, damaged.1).await;
    let damage = "UPDATE events SET at = at + 1 WHERE game = ?1";
    Connection::open(&path).unwrap().execute(damage, [&damaged_id]).unwrap();
    let other = Storage::open_file(&folder.path().join("other.db")).unwrap();
    let copied = Copied { players: 1, games: 1, events: 1, damaged: vec![damaged_id] };
    assert_eq!(copy(&original, &other).await.unwrap(), copied);
    let all = ListQuery { unlisted: true, limit: 9, ..ListQuery::default() };
    assert_eq!(other.list(all).await.unwrap(), [intact.0.summary()]);
}

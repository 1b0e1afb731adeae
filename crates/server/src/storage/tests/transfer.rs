//! Copying a database to another one and back.

use std::time::Duration;

use trid_protocol::EventKind;
use trid_rules::Color;

use super::far_away::far_away;
use super::{TestGame, add_player, create, new_database, open_url, store};
use crate::storage::{Absence, Copied, CopyError, ListQuery, Storage, copy};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_and_players_survive_a_copy_to_postgres_and_back() {
    let Some(url) = new_database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let original = Storage::open_file(&folder.path().join("original.db")).unwrap();
    let (ada, token) = add_player(&original, "Ada \u{c4}").await;
    let (bob, _) = add_player(&original, "Bob").await;
    for created in 0..250 {
        let (mut game, first) = TestGame::new(&ada, created);
        create(&original, first).await;
        if created % 2 == 0 {
            store(&original, game.join(1_000, &bob)).await;
            let offer = EventKind::DrawOffered { by: Color::White };
            store(&original, game.apply(1_001, vec![offer])).await;
            let game = game.game.id().clone();
            let absence = Absence { game, since: [Some(7), None], here: [false; 2], spectators: 0 };
            original.note_absences(vec![absence]).await.unwrap();
        }
    }
    original.note_alive(2_000).await.unwrap();
    let copied = Copied { players: 2, games: 250, events: 250 + 2 * 125 };
    let postgres = open_url(&url).await;
    assert_eq!(copy(&original, &postgres).await.unwrap(), copied);
    assert_eq!(postgres.find_player(token, 1).await.unwrap(), Some(ada));
    assert_eq!(postgres.last_alive().await.unwrap(), Some(2_000));
    let again = copy(&original, &postgres).await;
    assert!(matches!(again, Err(CopyError::NotEmpty)), "{again:?}");
    let back = Storage::open_file(&folder.path().join("back.db")).unwrap();
    assert_eq!(copy(&postgres, &back).await.unwrap(), copied);
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
    for created in 0..150 {
        create(&original, TestGame::new(&ada, created).1).await;
    }
    let far = open_url(&far_away(&url, Duration::from_millis(10)).await).await;
    let copied = Copied { players: 1, games: 150, events: 150 };
    assert_eq!(copy(&original, &far).await.unwrap(), copied);
    far.close().await.unwrap();
}

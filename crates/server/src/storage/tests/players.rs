//! Players: tokens, names, and deletion.

use super::{TestGame, TestStorage, add_player, create, for_each_storage, read_events, store};
use crate::identity::Token;
use crate::storage::{Deletion, ListQuery, SEEN_PRECISION};
use trid_protocol::Player;
use trid_protocol::Time;

for_each_storage!(
    tokens_are_found_and_replaced,
    a_new_name_counts_for_future_games,
    a_deleted_player_leaves_no_name,
);

async fn tokens_are_found_and_replaced(storage: TestStorage) {
    let storage = &*storage;
    let (ada, hash) = add_player(storage, "Ada").await;
    assert_eq!(storage.find_player(hash, Time(1)).await.unwrap(), Some(ada.clone()));
    assert_eq!(
        storage.find_player(hash, Time(1 + 2 * SEEN_PRECISION)).await.unwrap(),
        Some(ada.clone())
    );
    let new = Token::random().hash();
    assert!(storage.replace_token(hash, new).await.unwrap());
    assert!(!storage.replace_token(hash, Token::random().hash()).await.unwrap());
    assert_eq!(storage.find_player(hash, Time(1)).await.unwrap(), None);
    assert_eq!(storage.find_player(new, Time(1)).await.unwrap(), Some(ada));
}

async fn a_new_name_counts_for_future_games(storage: TestStorage) {
    let storage = &*storage;
    let (ada, hash) = add_player(storage, "Ada").await;
    let (game, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    let renamed = Player { name: "Adele".to_owned(), ..ada };
    assert!(storage.rename_player(renamed.clone()).await.unwrap());
    assert_eq!(storage.find_player(hash, Time(1)).await.unwrap(), Some(renamed));
    let listed = storage.list(ListQuery { limit: 10, ..ListQuery::default() }).await.unwrap();
    assert_eq!(listed, [game.summary()], "the game keeps the old name");
    let nobody = Player { id: crate::identity::random_player_id(), name: "X".to_owned() };
    assert!(!storage.rename_player(nobody).await.unwrap());
}

async fn a_deleted_player_leaves_no_name(storage: TestStorage) {
    let storage = &*storage;
    let (ada, hash) = add_player(storage, "Ada").await;
    let (adam, _) = add_player(storage, "Adam").await;
    let (mut game, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    store(storage, game.join(Time(20), &adam)).await;
    let id = game.game.id().clone();
    let unfinished = Deletion::Unfinished(vec![id.clone()]);
    assert_eq!(storage.delete_player(&ada.id, vec![]).await.unwrap(), unfinished);
    assert!(storage.find_player(hash, Time(1)).await.unwrap().is_some());
    let ended = match game.game.leave(&ada.id).unwrap() {
        trid_protocol::Decision::Append(kinds) => game.apply(Time(30), kinds),
        other => panic!("{other:?}"),
    };
    store(storage, ended).await;
    assert_eq!(storage.delete_player(&ada.id, vec![]).await.unwrap(), Deletion::Done);
    assert_eq!(storage.find_player(hash, Time(1)).await.unwrap(), None);
    let names = async |name: &str| {
        let name = Some(name.to_owned());
        storage.list(ListQuery { name, limit: 10, ..ListQuery::default() }).await.unwrap()
    };
    let found = names("ad").await;
    assert_eq!(found.len(), 1, "Adam's name begins so too");
    assert_eq!(found[0].by, Player { id: ada.id.clone(), name: String::new() });
    assert_eq!(names("adam").await.len(), 1);
    assert_eq!(storage.delete_player(&adam.id, vec![]).await.unwrap(), Deletion::Done);
    assert_eq!(names("ad").await, []);
    let text = format!("{:?}", read_events(storage, &id, 0).await);
    assert!(!text.contains("Ada"), "{text}");
}

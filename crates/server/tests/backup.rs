//! Backup and restore as `docs/operations.md` tells it: a copy taken while the server runs is a whole server.

mod common;

use common::{Folder, begin, start};
use rusqlite::Connection;
use trid_server::client::Client;
use trid_server::wire::{Action, NewGame};

#[tokio::test]
async fn a_backup_taken_while_it_runs_is_restored_whole() {
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = begin(&url, NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let copy = Folder::new();
    // What the `.backup` of the sqlite3 program does.
    let running = Connection::open(folder.database()).unwrap();
    running.execute("VACUUM INTO ?1", [copy.database().to_str().unwrap()]).unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    server.stop().await.unwrap();

    let (restored, url) = start(&copy).await;
    let white = Client::with_token(&url, white.client.token()).await.unwrap();
    let black = Client::with_token(&url, black.client.token()).await.unwrap();
    let game = white.list("mine=true").await.unwrap().games.remove(0);
    assert_eq!((game.plies, game.seq), (1, 3), "what happened after the backup is not in it");
    let reply = Action::Move { mv: "b7Bb6N".to_owned(), ply: 1 };
    assert_eq!(black.act(&game.id, &reply).await.unwrap(), 4, "and the game goes on from there");
    restored.stop().await.unwrap();
}

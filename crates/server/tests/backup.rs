//! Backup and restore as described in `docs/use/operations.md`.

mod harness;

use harness::{DataFolder, start, start_game};
use rusqlite::Connection;
use trid_client::Client;
use trid_protocol::{Action, NewGame};

#[tokio::test]
async fn backup_of_a_running_server_restores_completely() {
    let folder = DataFolder::new();
    let (server, url) = start(&folder).await;
    let (mut white, mut black) = start_game(&url, NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let copy = DataFolder::new();
    // Like `.backup` in the sqlite3 shell.
    let running = Connection::open(folder.database()).unwrap();
    running.execute("VACUUM INTO ?1", [copy.database().to_str().unwrap()]).unwrap();
    black.play("b7Bb5N", 1).await.unwrap();
    server.stop().await.unwrap();

    let (restored, url) = start(&copy).await;
    let white = Client::with_token(&url, white.client.token()).await.unwrap();
    let black = Client::with_token(&url, black.client.token()).await.unwrap();
    let game = white.list("mine=true").await.unwrap().games.remove(0);
    assert_eq!((game.plies, game.seq), (1, 3), "later events are not in the backup");
    let reply = Action::Move { mv: "b7Bb6N".to_owned(), ply: 1 };
    assert_eq!(black.act(&game.id, &reply).await.unwrap(), 4, "the restored game continues");
    restored.stop().await.unwrap();
}

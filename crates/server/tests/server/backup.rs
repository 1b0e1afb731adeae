//! Backup and restore as described in `docs/use/operations.md`.

use rusqlite::Connection;
use trid_protocol::{Action, NewGame};

use crate::harness::{DataFolder, START, TestServer, unlimited};

#[tokio::test]
async fn backup_of_a_running_server_restores_completely() {
    let server = TestServer::start().await;
    let (mut white, mut black) = server.start_game(NewGame::default()).await;
    white.play("b2Wb4N", 0).await.unwrap();
    let copy = DataFolder::new();
    // Like `.backup` in the sqlite3 shell.
    let running = Connection::open(server.folder.database()).unwrap();
    running.execute("VACUUM INTO ?1", [copy.database().to_str().unwrap()]).unwrap();
    black.play("b7Bb5N", 1).await.unwrap();

    let restored = TestServer::serve(copy, unlimited(), START).await;
    let white = restored.sign_in(&white.client).await;
    let black = restored.sign_in(&black.client).await;
    let game = white.list("mine=true").await.unwrap().games.remove(0);
    assert_eq!((game.plies, game.seq), (1, 3), "later events are not in the backup");
    let reply = Action::Move { mv: "b7Bb6N".to_owned(), ply: 1 };
    assert_eq!(black.act(&game.id, &reply).await.unwrap(), 4, "the restored game continues");
}

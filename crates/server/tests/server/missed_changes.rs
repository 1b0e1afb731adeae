//! What another process did while this one could not listen is noticed afterwards.

use std::time::Duration;

use trid_protocol::NewGame;

use crate::harness::postgres::{end_connections, new_database, server, start_process};
use crate::harness::{Player, new_game};

/// Changes the database without a notification, as if it had been missed. Then all connections are lost.
fn change_unnoticed(database: &str, sql: &str) {
    let name = database.rsplit('/').next().unwrap();
    server().run_sql(name, sql).unwrap();
    end_connections(database);
}

async fn wait_until_closed(player: &mut Player) {
    let closed = async { while let Ok(Some(_)) = player.socket.receive().await {} };
    tokio::time::timeout(Duration::from_secs(20), closed).await.expect("the socket stays open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_was_replaced_unnoticed_closes_its_sockets() {
    let Some(database) = new_database() else { return };
    let (_server, url) = start_process(&database, None).await;
    let (game, white, black) = new_game(&url, NewGame::default()).await;
    let mut sockets = [Player::connect(&white, &game).await, Player::connect(&black, &game).await];
    change_unnoticed(
        &database,
        "UPDATE trid.players SET token_hash = sha256('another') WHERE name = 'White'",
    );
    wait_until_closed(&mut sockets[0]).await;
    // Black's token is still valid.
    sockets[1].act(trid_protocol::Action::OfferDraw {}).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_notification_changes_nothing() {
    let Some(database) = new_database() else { return };
    let (_server, url) = start_process(&database, None).await;
    let (game, white, black) = new_game(&url, NewGame::default()).await;
    let mut socket = Player::connect(&white, &game).await;
    let name = database.rsplit('/').next().unwrap();
    let player = &white.player.id;
    let events = format!("e{game}:4294967295 p{game} x{game} u{player} z");
    for sent in [0, i64::MAX, i64::MIN] {
        let forge = format!("SELECT pg_notify('trid', 'forged {sent} {events}')");
        server().run_sql(name, &forge).unwrap();
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    socket.act(trid_protocol::Action::OfferDraw {}).await.unwrap();
    assert_eq!(black.show(&game).await.unwrap().white.unwrap().name, "White");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_was_deleted_unnoticed_loses_socket_and_name() {
    let Some(database) = new_database() else { return };
    let (_server, url) = start_process(&database, None).await;
    let (game, white, black) = new_game(&url, NewGame::default()).await;
    let mut socket = Player::connect(&white, &game).await;
    change_unnoticed(
        &database,
        "UPDATE trid.seats SET name = '', display_name = '' WHERE display_name = 'White';
         DELETE FROM trid.players WHERE name = 'White'",
    );
    wait_until_closed(&mut socket).await;
    while !black.show(&game).await.unwrap().white.unwrap().name.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

//! A replica without the last events becomes the primary: servers that are ahead fall back to what is stored.

use std::time::Duration;

use trid_client::Client;
use trid_protocol::{Action, Event, EventKind, NewGame, OnlineGame, ServerMessage, TimeControl};
use trid_testbed::TemporaryPostgres;

use crate::harness::postgres::start_process;
use crate::harness::{Player, new_game};

/// Receives until the message about lost events. Returns the last event that counts and the lost moves.
async fn wait_for_rollback(player: &mut Player) -> (u32, Vec<String>) {
    loop {
        if let ServerMessage::RolledBack { seq, lost } = player.receive().await {
            return (seq, lost);
        }
    }
}

/// Lets the replica receive everything so far and nothing of what follows.
async fn cut_off(primary: &TemporaryPostgres, replica: &TemporaryPostgres) {
    let end = primary.run_sql("postgres", "SELECT pg_current_wal_lsn()").unwrap();
    let has_all = format!("SELECT pg_last_wal_replay_lsn() >= '{end}'");
    while replica.run_sql("postgres", &has_all).unwrap() != "t" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    replica.run_sql("postgres", "ALTER SYSTEM SET primary_conninfo = ''").unwrap();
    replica.run_sql("postgres", "SELECT pg_reload_conf()").unwrap();
    let receiving = "SELECT count(*) FROM pg_stat_wal_receiver";
    while replica.run_sql("postgres", receiving).unwrap() != "0" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn moves(events: &[Event]) -> Vec<&str> {
    let played = events.iter().filter_map(|event| match &event.kind {
        EventKind::Moved { mv, .. } => Some(mv.as_str()),
        _ => None,
    });
    played.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_fall_back_to_a_replica_that_lacks_the_last_move() {
    let Some(primary) = TemporaryPostgres::start_for_test(&["wal_level=replica"]) else { return };
    let replica = primary.start_replica("standby").unwrap();
    let url = format!(
        "postgres://postgres@127.0.0.1:{},127.0.0.1:{}/trid",
        primary.port(),
        replica.port()
    );
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(start_process(&url, None).await);
    }
    let at = async |server: usize, client: &Client| {
        Client::with_token(&servers[server].1, client.token()).await.unwrap()
    };
    let clock = TimeControl::RealTime { initial: 600, increment: 0 };
    let new = NewGame { clock, ..NewGame::default() };
    let (game, white, black) = new_game(&servers[0].1, new).await;
    let mut players =
        [Player::connect(&white, &game).await, Player::connect(&at(1, &black).await, &game).await];
    for (mv, ply) in [("b2Wb4N", 0), ("b7Bb5N", 1)] {
        let seq = players[ply as usize].play(mv, ply).await.unwrap();
        for player in &mut players {
            while player.events.last().is_none_or(|event| event.seq < seq) {
                player.receive().await;
            }
        }
    }
    cut_off(&primary, &replica).await;
    let seq = players[0].play("c2Wc3W", 2).await.unwrap();
    while players[1].events.last().is_none_or(|event| event.seq < seq) {
        players[1].receive().await;
    }
    primary.kill();
    replica.promote().unwrap();

    for player in &mut players {
        let lost = vec!["c2Wc3W".to_owned()];
        assert_eq!(wait_for_rollback(player).await, (seq - 1, lost));
        player.events.truncate(seq as usize - 1);
    }
    // Play goes on from there, on servers that were ahead and on one that was not.
    while players[0].play("d2Wd3W", 2).await.is_err() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let black = at(2, &black).await;
    black.act(&game, &Action::Move { mv: "c7Bc6B".to_owned(), ply: 3 }).await.unwrap();
    for (_, url) in &servers {
        let client = Client::with_token(url, white.token()).await.unwrap();
        let events = client.events(&game, 0).await.unwrap();
        assert_eq!(moves(&events), ["b2Wb4N", "b7Bb5N", "d2Wd3W", "c7Bc6B"], "{url}");
        let left = OnlineGame::replay(game.clone(), &events).unwrap().clocks().remaining().unwrap();
        assert!(left.white > 590_000, "the time of the lost move is not charged: {left:?}");
    }
}

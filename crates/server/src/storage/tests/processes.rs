//! Several processes with one PostgreSQL database.

use trid_protocol::GameId;

use super::{TestGame, add_player, create, new_database, open_url, server, store};
use crate::storage::{Absence, Storage};

/// Games that have started.
async fn start_games(storage: &dyn Storage, count: usize) -> Vec<GameId> {
    let (white, _) = add_player(storage, "White").await;
    let (black, _) = add_player(storage, "Black").await;
    let mut games = Vec::new();
    for _ in 0..count {
        let (mut game, created) = TestGame::new(&white, 10);
        create(storage, created).await;
        store(storage, game.join(20, &black)).await;
        games.push(game.summary().id);
    }
    games
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_note_the_same_absences_do_not_wait_for_each_other() {
    let Some(url) = new_database() else { return };
    let processes = [open_url(&url).await, open_url(&url).await];
    let games = start_games(&processes[0], 100).await;
    let absences = |games: &[GameId], white: bool| -> Vec<Absence> {
        let absence = |game: &GameId| Absence {
            game: game.clone(),
            since: [(!white).then_some(30), white.then_some(30)],
            here: [white, !white],
            spectators: 0,
        };
        games.iter().map(absence).collect()
    };
    let reversed: Vec<GameId> = games.iter().rev().cloned().collect();
    for _ in 0..10 {
        let (first, second) = tokio::join!(
            processes[0].note_absences(absences(&games, true)),
            processes[1].note_absences(absences(&reversed, false)),
        );
        first.unwrap();
        second.unwrap();
    }
    for process in &processes {
        process.close().await.unwrap();
    }
    let name = url.rsplit('/').next().unwrap();
    let deadlocks = format!("SELECT deadlocks FROM pg_stat_database WHERE datname = '{name}'");
    assert_eq!(server().run_sql("postgres", &deadlocks).unwrap(), "0");
}

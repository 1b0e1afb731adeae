//! Several processes with one PostgreSQL database.

use trid_protocol::{Decision, EventKind, GameId, Time};
use trid_rules::Color;

use super::{TestGame, add_player, create, new_database, open_url, read_events, server, store};
use crate::storage::postgres::Postgres;
use crate::storage::{Absence, Change, Deletion, PostgresConfig, Storage};

/// Games that have started.
async fn start_games(storage: &Storage, count: usize) -> Vec<GameId> {
    let (white, _) = add_player(storage, "White").await;
    let (black, _) = add_player(storage, "Black").await;
    let mut games = Vec::new();
    for _ in 0..count {
        let (mut game, created) = TestGame::new(&white, Time(10));
        create(storage, created).await;
        store(storage, game.join(Time(20), &black)).await;
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
            since: [(!white).then_some(Time(30)), white.then_some(Time(30))],
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_succeed_after_the_loss_of_all_connections() {
    let Some(url) = new_database() else { return };
    let storage = open_url(&url).await;
    let (ada, hash) = add_player(&storage, "Ada").await;
    let name = url.rsplit('/').next().unwrap();
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    );
    for _ in 0..20 {
        // At once, so that they use several connections.
        let reads = (0..8).map(|_| storage.find_player(hash, Time(1)));
        for found in futures_util::future::join_all(reads).await {
            assert_eq!(found.unwrap().as_ref(), Some(&ada));
        }
        server().run_sql("postgres", &end).unwrap();
        assert_eq!(storage.find_player(hash, Time(1)).await.unwrap().as_ref(), Some(&ada));
        server().run_sql("postgres", &end).unwrap();
        assert!(storage.rename_player(ada.clone()).await.unwrap());
    }
    storage.close().await.unwrap();
}

/// Stores who is connected to a process.
async fn note(process: &Storage, games: &[GameId], white_is_here: bool, now: Time) {
    let absence = |game: &GameId| Absence {
        game: game.clone(),
        since: [(!white_is_here).then_some(now), Some(now)],
        here: [white_is_here, false],
        spectators: 0,
    };
    process.note_absences(games.iter().map(absence).collect()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_leaves_two_processes_at_once_is_absent() {
    let Some(url) = new_database() else { return };
    let [first, second] = [open_url(&url).await, open_url(&url).await];
    let games = start_games(&first, 20).await;
    for now in (100..110).map(Time) {
        note(&first, &games, true, now).await;
        note(&second, &games, true, now).await;
        tokio::join!(note(&first, &games, false, now), note(&second, &games, false, now));
        for game in &games {
            assert_eq!(first.absence(game).await.unwrap(), Some([Some(now), Some(now)]));
        }
    }
    first.close().await.unwrap();
    second.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_stays_connected_to_a_process_that_is_gone() {
    let Some(url) = new_database() else { return };
    let [first, second] = [open_url(&url).await, open_url(&url).await];
    let games = start_games(&second, 1).await;
    let mut changes = first.changes().unwrap();
    first.note_alive(Time(1_000)).await.unwrap();
    // It is new.
    while changes.recv().await.unwrap() != Change::Forgotten {}
    note(&first, &games, true, Time(1_000)).await;
    // The first process stands still, and others take it for lost.
    second.remove_lost_processes(Time(100_000)).await.unwrap();
    assert_eq!(second.remote_presence(&games[0]).await.unwrap().here, [false; 2]);
    assert_eq!(
        second.absence(&games[0]).await.unwrap(),
        Some([Some(Time(100_000)), Some(Time(1_000))])
    );
    // It goes on, and ends before its next heartbeat.
    note(&first, &games, true, Time(101_000)).await;
    assert_eq!(second.remote_presence(&games[0]).await.unwrap().here, [true, false]);
    second.remove_lost_processes(Time(i64::MAX / 2)).await.unwrap();
    assert_eq!(second.remote_presence(&games[0]).await.unwrap().here, [false; 2]);
    first.note_alive(Time(102_000)).await.unwrap();
    while changes.recv().await.unwrap() != Change::Forgotten {}
    first.close().await.unwrap();
    second.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_does_not_return_with_an_event_that_another_process_stores() {
    let Some(url) = new_database() else { return };
    let [first, second] = [open_url(&url).await, open_url(&url).await];
    let (ada, _) = add_player(&first, "Ada").await;
    let (bob, _) = add_player(&first, "Bob").await;
    let (mut game, created) = TestGame::new(&ada, Time(10));
    create(&first, created).await;
    store(&first, game.join(Time(20), &bob)).await;
    let Decision::Append(ended) = game.game.leave(&ada.id).unwrap() else { panic!() };
    store(&first, game.apply(Time(30), ended)).await;
    let offer = game.apply(Time(40), vec![EventKind::RematchOffered { by: Color::Black }]);
    // No event can be stored for two seconds: the first process waits after it has read the names.
    let name = url.rsplit('/').next().unwrap().to_owned();
    let database = name.clone();
    let blocking = tokio::task::spawn_blocking(move || {
        let sql = "BEGIN; LOCK TABLE trid.events IN SHARE MODE; SELECT pg_sleep(2); COMMIT";
        server().run_sql(&database, sql).unwrap();
    });
    let waits_for = |event: &str| {
        let sql = format!(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND {event}"
        );
        server().run_sql(&name, &sql).unwrap() == "1"
    };
    while !waits_for("wait_event = 'PgSleep'") {}
    let ((), deleted) = tokio::join!(store(&first, offer), async {
        while !waits_for("wait_event_type = 'Lock'") {}
        second.delete_player(&ada.id, Vec::new()).await.unwrap()
    });
    assert_eq!(deleted, Deletion::Done);
    blocking.await.unwrap();
    let labels = "SELECT count(*) FROM trid.list_entries WHERE label LIKE '%ada%'";
    assert_eq!(server().run_sql(&name, labels).unwrap(), "0");
    first.close().await.unwrap();
    second.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expiry_leaves_players_with_games_alone() {
    let Some(url) = new_database() else { return };
    let storage = open_url(&url).await;
    start_games(&storage, 1).await;
    let name = url.rsplit('/').next().unwrap();
    let run_sql = |sql: &str| server().run_sql(name, sql).unwrap();
    // More than one write removes. A row that was locked shows it.
    run_sql(
        "INSERT INTO trid.players SELECT 'p' || number, sha256(number::text::bytea), '', 1, 1
         FROM generate_series(1, 1200) AS number",
    );
    let players = "SELECT id, xmax FROM trid.players WHERE name <> '' ORDER BY id";
    let before = run_sql(players);
    let expired = storage.expire(Time(0), Time(100), Time(100)).await.unwrap();
    assert_eq!((expired.open_games.len(), expired.players), (0, 1_200));
    assert_eq!(run_sql(players), before);
    storage.close().await.unwrap();
}

/// What a later version may do while this one serves on.
const NEXT_MIGRATION: &str = "ALTER TABLE trid.games ADD COLUMN tournament text;
     ALTER TABLE trid.players ADD COLUMN country text NOT NULL DEFAULT '';
     CREATE TABLE trid.tournaments (id text PRIMARY KEY);
     CREATE INDEX games_by_tournament ON trid.games (tournament)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_versions_serve_the_same_games_during_an_upgrade() {
    let Some(url) = new_database() else { return };
    let old = open_url(&url).await;
    let (white, white_token) = add_player(&old, "White").await;
    let (black, _) = add_player(&old, "Black").await;
    let (mut game, created) = TestGame::new(&white, Time(10));
    create(&old, created).await;
    store(&old, game.join(Time(20), &black)).await;
    // Statements that the old version has prepared meet the new schema.
    read_events(&old, game.game.id(), 0).await;
    old.find_player(white_token, Time(20)).await.unwrap();

    let config = || PostgresConfig::parse(&url, None).unwrap();
    let new =
        Postgres::open_upgraded(config(), NEXT_MIGRATION).await.map(Storage::Postgres).unwrap();
    let moves = ["b2Wb4N", "b7Bb5N", "c2Wc3W", "c7Bc6B"];
    for (mv, at) in moves.into_iter().zip(30..) {
        let moved = EventKind::Moved { mv: mv.to_owned(), clocks: None, lag: None };
        let process = if at % 2 == 0 { &old } else { &new };
        store(process, game.apply(Time(at), vec![moved])).await;
    }
    for process in [&old, &new] {
        let events = read_events(process, game.game.id(), 0).await.unwrap();
        assert_eq!(events.len(), 2 + moves.len());
        let found = process.find_player(white_token, Time(40)).await.unwrap();
        assert_eq!(found.as_ref(), Some(&white));
        add_player(process, "Another").await;
        start_games(process, 2).await;
    }

    // The old version is replaced. It cannot come back.
    old.close().await.unwrap();
    let error = Storage::connect(config(), None).await.err().unwrap().to_string();
    assert!(error.contains("schema version 2, this program supports up to 1"), "{error}");
    assert_eq!(read_events(&new, game.game.id(), 0).await.unwrap().len(), 2 + moves.len());
    new.close().await.unwrap();
}

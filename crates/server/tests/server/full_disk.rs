//! A disk that fills up under load: every confirmed write is stored, every refused one is not, and play continues when
//! there is space again. Needs root, to mount a small file system.

#![cfg(target_os = "linux")]

#[path = "harness/small_disk.rs"]
mod small_disk;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rusqlite::Connection;
use small_disk::SmallDisk;
use tokio::task::JoinSet;
use trid_client::ClientError;
use trid_protocol::{ErrorCode, EventKind, GameId, NewGame};
use trid_rules::{Game, Position, RuleBook};
use trid_server::Server;
use trid_server::clock::SystemClock;
use trid_server::storage::Storage;

use crate::harness::{Player, new_game, start_on, unlimited};

/// How often the disk fills up.
const ROUNDS: usize = 12;

fn database(disk: &SmallDisk) -> PathBuf {
    disk.path().join("trid.db")
}

async fn serve(disk: &SmallDisk) -> (Server, String) {
    let storage = Arc::new(Storage::open_file(&database(disk)).unwrap());
    start_on(storage, unlimited(), Arc::new(SystemClock)).await
}

/// What the clients of a server were told.
#[derive(Default)]
struct Confirmed {
    moves: BTreeSet<(GameId, usize)>,
    games: BTreeSet<GameId>,
}

/// How many requests were confirmed and refused so far.
#[derive(Debug, Default)]
struct Counts {
    confirmed: AtomicUsize,
    refused: AtomicUsize,
    stop: AtomicBool,
}

impl Counts {
    /// Waits until this many more requests were refused or confirmed.
    async fn wait_for_more(&self, count: impl Fn(&Self) -> &AtomicUsize, more: usize) {
        let before = count(self).load(Ordering::Relaxed);
        let waiting = async {
            while count(self).load(Ordering::Relaxed) < before + more {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let done = tokio::time::timeout(Duration::from_secs(60), waiting).await;
        assert!(done.is_ok(), "no progress in 60 s: {self:?}");
    }
}

/// Plays one game and creates others until told to stop. A refused move is sent again.
async fn play(mut players: [Player; 2], counts: Arc<Counts>, seed: u64) -> Confirmed {
    let id = players[0].game.clone();
    let games = BTreeSet::from([id.clone()]);
    let mut confirmed = Confirmed { games, ..Confirmed::default() };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(Position::start(RuleBook::Revised));
    while !counts.stop.load(Ordering::Relaxed) {
        let moves = game.position().legal_moves();
        let player = &mut players[game.position().turn() as usize];
        if let Some(&mv) = rng.choice(&moves) {
            match player.play(&mv.to_string(), u32::try_from(game.ply()).unwrap()).await {
                Ok(_) => {
                    counts.confirmed.fetch_add(1, Ordering::Relaxed);
                    confirmed.moves.insert((id.clone(), game.ply()));
                    game.play(mv).unwrap();
                }
                Err(code) if code == "E_GAME_OVER" => {}
                Err(code) => {
                    assert_eq!(code, "E_STORAGE");
                    counts.refused.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        match player.client.create(&NewGame::default()).await {
            Ok(created) => {
                counts.confirmed.fetch_add(1, Ordering::Relaxed);
                confirmed.games.insert(created.id);
            }
            Err(ClientError::Api { error, status: 503 }) => {
                assert_eq!(error.code, ErrorCode::Storage);
                counts.refused.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
    confirmed
}

fn stored(database: &Path) -> (BTreeSet<(GameId, usize)>, BTreeSet<GameId>) {
    let file = Connection::open(database).unwrap();
    let integrity: String = file.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(integrity, "ok");
    let mut moves = BTreeSet::new();
    let mut events = file.prepare("SELECT game, body FROM events ORDER BY game, seq").unwrap();
    let mut rows = events.query(()).unwrap();
    let mut games = BTreeSet::new();
    while let Some(row) = rows.next().unwrap() {
        let game: GameId = row.get_ref(0).unwrap().as_str().unwrap().parse().unwrap();
        let kind: EventKind =
            serde_json::from_str(row.get_ref(1).unwrap().as_str().unwrap()).unwrap();
        if matches!(kind, EventKind::Moved { .. }) {
            let ply = moves.range((game.clone(), 0)..=(game.clone(), usize::MAX)).count();
            moves.insert((game.clone(), ply));
        }
        games.insert(game);
    }
    (moves, games)
}

#[track_caller]
fn check(database: &Path, confirmed: &Confirmed) {
    let (moves, games) = stored(database);
    let lost: Vec<_> = confirmed.moves.difference(&moves).collect();
    let refused: Vec<_> = moves.difference(&confirmed.moves).collect();
    assert!(lost.is_empty() && refused.is_empty(), "lost {lost:?}, refused but stored {refused:?}");
    let lost = confirmed.games.difference(&games).count();
    let refused = games.difference(&confirmed.games).count();
    assert_eq!((lost, refused), (0, 0), "games lost, games refused but stored");
}

/// Fills the disk under load, again and again. The last time, the clients stop before there is space again.
async fn fill_repeatedly(disk: &SmallDisk) {
    let (server, url) = serve(disk).await;
    let counts = Arc::new(Counts::default());
    let mut clients = JoinSet::new();
    for seed in 0..6 {
        let (game, white, black) = new_game(&url, NewGame::default()).await;
        let players = [Player::connect(&white, &game).await, Player::connect(&black, &game).await];
        clients.spawn(play(players, Arc::clone(&counts), seed));
    }
    for round in 0..ROUNDS {
        counts.wait_for_more(|counts| &counts.confirmed, 200).await;
        disk.fill(round * 37_000);
        counts.wait_for_more(|counts| &counts.refused, 50).await;
        if round + 1 < ROUNDS {
            disk.free();
        }
    }
    counts.stop.store(true, Ordering::Relaxed);
    let mut all = Confirmed::default();
    for Confirmed { moves, games } in clients.join_all().await {
        all.moves.extend(moves);
        all.games.extend(games);
    }
    let totals = [&counts.confirmed, &counts.refused].map(|count| count.load(Ordering::Relaxed));
    eprintln!("{} confirmed, {} refused", totals[0], totals[1]);

    // What a process finds that starts after this one was killed.
    let copy = tempfile::tempdir().unwrap();
    for name in ["trid.db", "trid.db-wal"] {
        fs::copy(disk.path().join(name), copy.path().join(name)).unwrap();
    }
    check(&copy.path().join("trid.db"), &all);
    disk.free();
    server.stop().await.unwrap();
    check(&database(disk), &all);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs root and takes a minute; cargo xtask test --long runs it"]
async fn a_full_disk_under_load_loses_nothing_and_stores_nothing_that_was_refused() {
    let Some(disk) = SmallDisk::mount(256) else { return };
    fill_repeatedly(&disk).await;
}

#[tokio::test]
#[ignore = "needs root; cargo xtask test --long runs it"]
async fn a_full_disk_at_startup_is_named() {
    let Some(disk) = SmallDisk::mount(2) else { return };
    // From no space at all to nearly enough for a new database.
    for except in (0..300_000).step_by(4096) {
        disk.fill(except);
        match Storage::open_file(&database(&disk)) {
            Ok(storage) => {
                assert!(except > 100_000, "a database needs more space than {except} bytes");
                storage.close().await.unwrap();
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("disk"), "{error}");
            }
        }
        disk.free();
        for file in fs::read_dir(disk.path()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
}

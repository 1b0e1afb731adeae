//! The database file: whose it is, who can read it, what is refused, and damaged rows in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::SystemTime;
use trid_protocol::Time;

use rusqlite::Connection;
use tokio::net::TcpListener;
use trid_protocol::{Access, ColorChoice, GameId, NewGame, TimeControl};
use trid_server::clock::SystemClock;
use trid_server::storage::{ListQuery, Storage};
use trid_server::{Server, Settings};

use crate::harness::{DataFolder, TestServer};

/// Every file of a folder: its contents, and when it was last modified.
fn files(folder: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let modified = entry.metadata().unwrap().modified().unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, (fs::read(entry.path()).unwrap(), modified))
        })
        .collect()
}

/// Checks that a server does not start with this file and leaves no trace.
#[track_caller]
fn check_refused(database: &Path, reason: &str) {
    let folder = database.parent().unwrap();
    let before = files(folder);
    let error = Storage::open_file(database).err().expect("the file must be refused").to_string();
    assert!(error.contains(reason), "{error}");
    assert!(files(folder) == before, "a file changed: {reason}");
}

fn foreign_file(journal_mode: &str, application_id: i64, version: i64) -> DataFolder {
    let folder = DataFolder::new();
    let file = Connection::open(folder.database()).unwrap();
    file.pragma_update(None, "journal_mode", journal_mode).unwrap();
    file.execute_batch("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('x')").unwrap();
    file.pragma_update(None, "application_id", application_id).unwrap();
    file.pragma_update(None, "user_version", version).unwrap();
    folder
}

#[test]
fn files_of_other_programs_are_left_as_they_are() {
    for journal_mode in ["delete", "wal"] {
        for (application_id, version) in [(0, 0), (0, 3), (0, 99), (7, 0), (7, 3), (0, -1)] {
            let folder = foreign_file(journal_mode, application_id, version);
            check_refused(&folder.database(), "belongs to another program");
        }
    }
    // An empty file with the mark of another program.
    let folder = DataFolder::new();
    let file = Connection::open(folder.database()).unwrap();
    file.pragma_update(None, "application_id", 7).unwrap();
    drop(file);
    check_refused(&folder.database(), "belongs to another program");

    let folder = DataFolder::new();
    fs::write(folder.database(), "this is not a database".repeat(100)).unwrap();
    check_refused(&folder.database(), "not a database");
}

#[test]
fn the_log_of_another_program_is_read_and_left_as_it_is() {
    let folder = DataFolder::new();
    let file = Connection::open(folder.database()).unwrap();
    file.pragma_update(None, "journal_mode", "wal").unwrap();
    // The table is only in the log.
    file.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    let before = files(folder.database().parent().unwrap());
    let error = Storage::open_file(&folder.database()).err().unwrap().to_string();
    assert!(error.contains("belongs to another program"), "{error}");
    let after = files(folder.database().parent().unwrap());
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    for name in ["trid.db", "trid.db-wal"] {
        assert_eq!(after[name], before[name], "{name}");
    }
    file.execute_batch("INSERT INTO songs VALUES ('x')").unwrap();
}

#[tokio::test]
async fn files_of_a_newer_version_are_left_as_they_are() {
    let folder = DataFolder::new();
    Storage::open_file(&folder.database()).unwrap().close().await.unwrap();
    fs::remove_file(folder.database().with_extension("db-lock")).unwrap();
    let file = Connection::open(folder.database()).unwrap();
    file.pragma_update(None, "user_version", 999).unwrap();
    drop(file);
    check_refused(&folder.database(), "use a newer program");
}

/// A new database with this change, all of which is only in the log that its program left behind.
async fn file_with_log(change: &str, has_index: bool) -> DataFolder {
    let (original, copy) = (DataFolder::new(), DataFolder::new());
    Storage::open_file(&original.database()).unwrap().close().await.unwrap();
    let file = Connection::open(original.database()).unwrap();
    file.execute_batch(change).unwrap();
    for name in ["trid.db", "trid.db-wal", "trid.db-shm"] {
        if has_index || name != "trid.db-shm" {
            let original = original.database().with_file_name(name);
            fs::copy(original, copy.database().with_file_name(name)).unwrap();
        }
    }
    copy
}

#[tokio::test]
async fn a_refused_file_keeps_its_log_and_the_index_of_the_log() {
    for (change, reason) in [
        ("PRAGMA application_id = 7", "belongs to another program"),
        ("PRAGMA user_version = 999", "use a newer program"),
        ("DROP TABLE events", "it has no table events; restore a backup"),
    ] {
        for has_index in [false, true] {
            check_refused(&file_with_log(change, has_index).await.database(), reason);
        }
    }
}

#[tokio::test]
async fn a_file_without_a_table_or_column_is_refused_in_words() {
    let folder = DataFolder::new();
    Storage::open_file(&folder.database()).unwrap().close().await.unwrap();
    let whole = fs::read(folder.database()).unwrap();
    let change = |sql: &str| {
        fs::write(folder.database(), &whole).unwrap();
        Connection::open(folder.database()).unwrap().execute_batch(sql).unwrap();
    };
    let tables: Vec<String> = Connection::open(folder.database())
        .unwrap()
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .unwrap()
        .query_map((), |row| row.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    assert!(tables.len() > 5, "{tables:?}");
    for table in tables {
        change(&format!("DROP TABLE {table}"));
        check_refused(&folder.database(), &format!("it has no table {table}; restore a backup"));
    }
    change("ALTER TABLE players DROP COLUMN seen");
    check_refused(&folder.database(), "its table players has no column seen; restore a backup");
}

#[tokio::test]
async fn an_empty_file_is_a_new_database_unless_a_log_belongs_to_it() {
    let folder = DataFolder::new();
    fs::write(folder.database(), "").unwrap();
    Storage::open_file(&folder.database()).unwrap().close().await.unwrap();

    let folder = file_with_log("PRAGMA user_version = 1", true).await;
    fs::write(folder.database(), "").unwrap();
    check_refused(&folder.database(), "it is missing or empty, but");
    fs::remove_file(folder.database()).unwrap();
    check_refused(&folder.database(), "it is missing or empty, but");
}

#[tokio::test]
async fn a_damaged_file_that_is_refused_stays_as_it_is() {
    let mut server = TestServer::start().await;
    server.register("Ada").await.create(&NewGame::default()).await.unwrap();
    server.stop().await;
    let folder = &server.folder;
    let whole = fs::read(folder.database()).unwrap();
    fs::write(folder.database(), &whole[..whole.len() / 2]).unwrap();
    check_refused(&folder.database(), "the file is damaged, restore a backup");

    let mut refused = 0;
    for page in 0..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..][..4096].fill(0x5a);
        fs::write(folder.database(), &damaged).unwrap();
        let storage = match Storage::open_file(&folder.database()) {
            Ok(storage) => Arc::new(storage),
            Err(_) => {
                assert!(fs::read(folder.database()).unwrap() == damaged, "page {page}");
                refused += 1;
                continue;
            }
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let clock = Arc::new(SystemClock);
        let server = Server::start(listener, storage.clone(), clock, Settings::default()).await;
        match server {
            Ok(server) => server.stop().await.unwrap(),
            Err(_) => {
                storage.close().await.unwrap();
                assert!(fs::read(folder.database()).unwrap() == damaged, "page {page}");
                refused += 1;
            }
        }
    }
    assert!(refused > 2, "{refused}");
}

#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_refused_and_stays_as_it_is() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = DataFolder::new();
    let place = folder.database().with_file_name("place");
    fs::create_dir(&place).unwrap();
    let [kept, pipe, socket] = ["kept", "pipe", "socket"].map(|name| place.join(name));
    fs::write(&kept, "kept").unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (target, name, words) in [
        (&place, "trid.db", "it is a folder, not a file; choose another file"),
        (&pipe, "trid.db", "it is a device, pipe or socket, not a file"),
        (&socket, "trid.db", "it is a device, pipe or socket, not a file"),
        (&kept, "trid.db-lock", "it is a link, not a file"),
        (&kept, "trid.db-wal", "it is a link, not a file"),
        (&kept, "trid.db-shm", "it is a link, not a file"),
    ] {
        fs::set_permissions(target, fs::Permissions::from_mode(0o755)).unwrap();
        let link = folder.database().with_file_name(name);
        symlink(target, &link).unwrap();
        let error = Storage::open_file(&folder.database()).err().expect(name).to_string();
        assert!(error.contains(words), "{name}: {error}");
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o755, "{name}");
        fs::remove_file(link).unwrap();
        let names = fs::read_dir(place.parent().unwrap()).unwrap().count();
        assert_eq!(names, 1, "{name}: nothing is made");
    }
    assert_eq!(fs::read(&kept).unwrap(), b"kept");
    fs::create_dir(folder.database()).unwrap();
    let error = Storage::open_file(&folder.database()).err().unwrap().to_string();
    assert!(error.contains("it is a folder, not a file; choose another file"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let modes = |folder: &DataFolder| -> BTreeMap<String, u32> {
        let folder = folder.database();
        let entries = fs::read_dir(folder.parent().unwrap()).unwrap();
        entries
            .map(|entry| {
                let entry = entry.unwrap();
                let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
                (entry.file_name().into_string().unwrap(), mode)
            })
            .collect()
    };
    let folder = DataFolder::new();
    let storage = Storage::open_file(&folder.database()).unwrap();
    storage.note_alive(Time(1)).await.unwrap();
    let found = modes(&folder);
    assert_eq!(found.len(), 4, "the database, its log, its index and its lock: {found:?}");
    assert!(found.values().all(|mode| *mode == 0o600), "{found:?}");
    storage.close().await.unwrap();

    for name in found.keys() {
        let path = folder.database().with_file_name(name);
        if path.exists() {
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        }
    }
    let storage = Storage::open_file(&folder.database()).unwrap();
    let found = modes(&folder);
    assert!(found.values().all(|mode| *mode == 0o600), "{found:?}");
    storage.close().await.unwrap();
}

/// Three games of each kind, one of which is then damaged.
async fn damage_one_of_each(
    server: &mut TestServer,
    damage: impl Fn(&Connection, &GameId),
) -> [Vec<GameId>; 2] {
    let white = server.register("White").await;
    let black = server.register("Black").await;
    let clock = TimeControl::Days { days: 1 };
    let access = Access::Lobby;
    let new = NewGame { clock, access, color: ColorChoice::White, ..NewGame::default() };
    let [mut open, mut live] = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        open.push(white.create(&new).await.unwrap().id);
        live.push(white.create(&new).await.unwrap().id);
        black.join(live.last().unwrap()).await.unwrap();
    }
    server.stop().await;
    let file = Connection::open(server.folder.database()).unwrap();
    for games in [&mut open, &mut live] {
        damage(&file, &games.remove(1));
    }
    [open, live]
}

fn sorted(mut games: Vec<GameId>) -> Vec<GameId> {
    games.sort();
    games
}

#[tokio::test]
async fn a_damaged_game_at_the_end_of_a_page_hides_no_other() {
    let mut server = TestServer::start().await;
    let player = server.register("White").await;
    let new = NewGame { access: Access::Lobby, ..NewGame::default() };
    for _ in 0..5 {
        player.create(&new).await.unwrap();
    }
    let listed = player.list("limit=5").await.unwrap().games;
    let games: Vec<GameId> = listed.into_iter().map(|game| game.id).collect();
    server.stop().await;
    let file = Connection::open(server.folder.database()).unwrap();
    for damaged in [&games[1], &games[3]] {
        let damage = "UPDATE games SET summary = '{' WHERE id = ?1";
        assert_eq!(file.execute(damage, [damaged.as_str()]).unwrap(), 1);
    }
    let storage = Storage::open_file(&server.folder.database()).unwrap();
    let query = ListQuery { limit: 3, ..ListQuery::default() };
    let left: Vec<GameId> =
        storage.list(query).await.unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(left, [games[0].clone(), games[2].clone(), games[4].clone()]);
    storage.close().await.unwrap();
}

#[tokio::test]
async fn a_damaged_row_affects_only_its_own_game() {
    let mut server = TestServer::start().await;
    let [open, live] = damage_one_of_each(&mut server, |file, game| {
        let damage = "UPDATE games SET summary = '{', clock = 'sundial' WHERE id = ?1";
        assert_eq!(file.execute(damage, [game.as_str()]).unwrap(), 1);
    })
    .await;
    server.resume().await;
    let client = server.register("").await;
    let mut listed = Vec::new();
    let mut page = client.list("limit=3").await.unwrap();
    assert_eq!(page.games.len(), 3, "a page is full although a game is skipped");
    loop {
        listed.extend(page.games.into_iter().map(|game| game.id));
        let Some(next) = page.next else { break };
        page = client.list(&format!("limit=3&cursor={next}")).await.unwrap();
    }
    assert_eq!(sorted(listed), sorted([open.clone(), live.clone()].concat()));
    server.stop().await;

    let storage = Storage::open_file(&server.folder.database()).unwrap();
    let deadlines = storage.deadlines(Time::MAX).await.unwrap();
    let deadlines = deadlines.into_iter().map(|each| each.game).collect();
    assert_eq!(sorted(deadlines), sorted(live.clone()));
    let expired = storage.expire(Time(i64::MAX), Time(0), Time(0)).await.unwrap();
    assert_eq!(sorted(expired.open_games), sorted(open));
    let query = ListQuery { limit: 100, ..ListQuery::default() };
    let left = storage.list(query).await.unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(sorted(left), sorted(live));
    storage.close().await.unwrap();
}

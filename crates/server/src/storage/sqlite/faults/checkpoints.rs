//! Checkpoints start only for new pages, and commits while one starts are kept: SQLite before 3.51.3 can lose them.

use std::ops::Range;
use std::time::Duration;
use trid_protocol::Time;

use rusqlite::Connection;

use super::disk::{Disk, Survival};
use super::vfs::MountedDisk;
use super::{FILE, base_image, database, player, reopen};
use crate::identity::TokenHash;
use crate::storage::Sqlite;
use crate::storage::sqlite::Options;
use crate::storage::sqlite::connection::READ_TIMEOUT;
use crate::storage::sqlite::queries;

fn add_players(connection: &Connection, numbers: Range<u8>) {
    for number in numbers {
        queries::add_player(connection, TokenHash([number; 32]), &player(number), Time(1)).unwrap();
    }
}

fn checkpoint(connection: &Connection, mode: &str) {
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |_| Ok(())).unwrap();
}

#[test]
fn commits_while_a_checkpoint_starts_are_kept() {
    let disk = MountedDisk::new(Disk::with(base_image()));
    let database = database(&disk, None);
    let [writer, other] = [(); 2].map(|()| database.connect(READ_TIMEOUT).unwrap());
    add_players(&writer, 3..43);
    // The whole log is copied, so the next commit starts it again.
    checkpoint(&writer, "PASSIVE");
    let third = database.connect(READ_TIMEOUT).unwrap();
    disk.disk.state().interruption = Some(Box::new(move || add_players(&third, 43..47)));
    checkpoint(&other, "PASSIVE");
    assert!(disk.disk.state().interruption.is_none(), "the commits came between");
    add_players(&writer, 47..51);
    checkpoint(&writer, "TRUNCATE");
    drop((writer, other));

    let (_disk, connection) = reopen(disk.disk.image(Survival::Synced));
    let players = connection.query_row("SELECT count(*) FROM players", (), |row| row.get(0));
    assert_eq!(players, Ok(50));
}

async fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn no_checkpoint_starts_when_nothing_new_is_stored() {
    let disk = MountedDisk::new(Disk::with(base_image()));
    let database = database(&disk, None);
    let options = Options { lock_timeout: Duration::ZERO, ..Options::default() };
    let writer = database.connect(READ_TIMEOUT).unwrap();
    let storage = Sqlite::start(&database, writer, None, options).unwrap();
    let checkpoints = || disk.disk.state().files[FILE].locks.checkpoints;
    storage.note_alive(Time(1)).await.unwrap();
    wait_until(|| storage.metrics().log_pages > 0).await;
    assert_eq!((checkpoints(), storage.metrics().log_pages_remaining), (1, 0));

    // A write that fails, and one that changes nothing. Checkpoints would start within 0.2 s.
    let other = database.connect(READ_TIMEOUT).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    storage.note_alive(Time(2)).await.unwrap_err();
    other.execute_batch("ROLLBACK").unwrap();
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(!storage.rename_player(player(99)).await.unwrap());
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(checkpoints(), 1, "nothing was stored");

    storage.note_alive(Time(3)).await.unwrap();
    wait_until(|| checkpoints() > 1).await;
    storage.close().await.unwrap();
}

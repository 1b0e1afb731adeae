//! Commits while another connection starts a checkpoint, which SQLite before 3.51.3 can lose without an error.

use std::ops::Range;

use rusqlite::Connection;

use super::disk::{Disk, Survival};
use super::vfs::MountedDisk;
use super::{base_image, database, player, reopen};
use crate::identity::TokenHash;
use crate::storage::sqlite::connection::READ_TIMEOUT;
use crate::storage::sqlite::queries;

fn add_players(connection: &Connection, numbers: Range<u8>) {
    for number in numbers {
        queries::add_player(connection, TokenHash([number; 32]), &player(number), 1).unwrap();
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

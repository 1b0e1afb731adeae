//! Storage faults: whichever operation of the disk fails, a write is acknowledged if and only if it is stored.

mod checkpoints;
mod disk;
mod locks;
mod script;
mod server;
mod vfs;

use std::time::Duration;
use trid_protocol::Time;

use rusqlite::Connection;
use tokio::sync::oneshot;

use super::connection::{Database, READ_TIMEOUT};
use super::queries;
use super::writer::{PendingWrite, Write, Writer};
use crate::identity::TokenHash;
use crate::storage::{Appended, StorageError, StorageErrorKind};
use disk::{Disk, Fault, Image, Survival};
use script::{Reply, ScriptedWrite, Step, check, last_write, player, script};
use vfs::MountedDisk;

const FILE: &str = "trid.db";

fn database(disk: &MountedDisk, cache_pages: Option<u32>) -> Database {
    Database { path: disk.path(FILE).into(), vfs: Some(vfs::NAME), cache_pages }
}

/// A migrated database with two players.
fn base_image() -> Image {
    let disk = MountedDisk::new(Disk::with(Image::new()));
    let connection = database(&disk, None).open().unwrap();
    for number in [1, 2] {
        queries::add_player(&connection, TokenHash([number; 32]), &player(number), Time(1))
            .unwrap();
    }
    drop(connection);
    disk.disk.image(Survival::Synced)
}

/// The database that a server finds when it starts with this image.
fn reopen(image: Image) -> (MountedDisk, Connection) {
    let disk = MountedDisk::new(Disk::with(image));
    let connection = database(&disk, None).connect(READ_TIMEOUT).unwrap();
    (disk, connection)
}

/// Runs a group and returns how each of its writes was answered.
fn commit(writer: &mut Writer, group: Vec<ScriptedWrite>) -> Vec<(ScriptedWrite, Reply)> {
    let (writes, callers): (Vec<Box<dyn Write>>, Vec<_>) = group
        .iter()
        .cloned()
        .map(|write| {
            let (caller, received) = oneshot::channel();
            let work = move |connection: &Connection| write.run(connection);
            let pending = PendingWrite { operation: "write", work, value: None, caller };
            (Box::new(pending) as Box<dyn Write>, received)
        })
        .unzip();
    let mut writes = writes.into_iter();
    writer.commit_group(&mut || writes.next(), &|_| {});
    let reply = |mut received: oneshot::Receiver<Result<Appended, StorageError>>| match received
        .try_recv()
        .expect("every write is answered")
    {
        Ok(Appended::Stored) => Reply::Stored,
        Ok(Appended::Conflict) => Reply::Conflict,
        Ok(Appended::Rejected(error)) => panic!("{error:?}"),
        Err(error) => match error.kind() {
            StorageErrorKind::Unavailable => Reply::NotStored,
            StorageErrorKind::Unknown => Reply::Unknown,
            StorageErrorKind::Damaged => panic!("{error}"),
        },
    };
    group.into_iter().zip(callers.into_iter().map(reply)).collect()
}

/// Checks what a process or a machine finds when it starts now.
#[track_caller]
fn check_survivors(disk: &Disk, replies: &[(ScriptedWrite, Reply)], context: &str) {
    let mut checked = Vec::new();
    for survival in [Survival::Written, Survival::Synced, Survival::Some(1), Survival::Some(2)] {
        let image = disk.image(survival);
        if checked.contains(&image) {
            continue;
        }
        let (_disk, connection) = reopen(image.clone());
        check(&connection, replies, &format!("{context}, after a restart with {survival:?}"));
        checked.push(image);
    }
}

/// Runs the script on a disk that fails at its n-th operation. Returns the replies and the number of operations.
fn run_script(base: &Image, fault: Fault, at: u64, cache_pages: Option<u32>) -> (Vec<Reply>, u64) {
    let context = format!("{fault:?} at operation {at}, cache of {cache_pages:?} pages");
    let disk = MountedDisk::new(Disk::with(base.clone()));
    let database = database(&disk, cache_pages);
    let mut writer = Writer::new(database.connect(READ_TIMEOUT).unwrap(), Duration::ZERO, None);
    disk.disk.fail(fault, at);
    let mut replies = Vec::new();
    for step in script() {
        let failures = disk.disk.failures();
        match step {
            Step::Group(group) => replies.append(&mut commit(&mut writer, group)),
            Step::Checkpoint(mode) => {
                let sql = format!("PRAGMA wal_checkpoint({mode})");
                let _ = writer.connection().query_row(&sql, (), |_| Ok(()));
            }
        }
        if failures == 0 && disk.disk.failures() > 0 {
            check_survivors(&disk.disk, &replies, &context);
        }
    }
    if disk.disk.failures() > 0 {
        check_survivors(&disk.disk, &replies, &context);
    }
    let operations = disk.disk.repair();
    replies.append(&mut commit(&mut writer, vec![last_write()]));
    assert_eq!(replies.last().unwrap().1, Reply::Stored, "works again: {context}");
    check(writer.connection(), &replies, &context);
    drop(writer);
    check_survivors(&disk.disk, &replies, &format!("{context}, closed"));
    (replies.into_iter().map(|(_, reply)| reply).collect(), operations)
}

/// Fails at every operation of the script in every way. Returns the number of cases.
fn fail_everywhere(cache_pages: Option<u32>) -> u64 {
    let base = base_image();
    let (expected, operations) = run_script(&base, Fault::Once, u64::MAX, cache_pages);
    for fault in Fault::ALL {
        for at in 1..=operations {
            let (replies, _) = run_script(&base, fault, at, cache_pages);
            match fault {
                Fault::Once | Fault::ShortWrite | Fault::FullOnce => {
                    assert_eq!(replies, expected, "one failure is retried: {fault:?} at {at}");
                }
                Fault::Full | Fault::ShortWriteThenFull => {
                    let is_known = !replies.contains(&Reply::Unknown);
                    assert!(is_known, "the outcome on a full disk is known: {fault:?} at {at}");
                }
                // A disk that fails for good can have stored a commit that it did not confirm.
                Fault::Lasting | Fault::Sync | Fault::SyncThenAll => {}
            }
        }
    }
    operations * Fault::ALL.len() as u64
}

#[test]
fn a_write_is_acknowledged_if_and_only_if_it_is_stored() {
    let cases = fail_everywhere(None);
    assert!(cases > 1_000, "{cases} cases");
}

/// A full disk in the middle of a transaction rolls it back.
#[test]
fn the_same_holds_when_a_transaction_does_not_fit_the_cache() {
    let cases = fail_everywhere(Some(10));
    assert!(cases > 1_400, "{cases} cases");
}

//! One server at a time uses a database, whatever happens to its files.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use trid_protocol::Time;

use trid_server::storage::{OpenError, Storage};

use crate::harness::DataFolder;

#[track_caller]
fn check_in_use(database: &Path) {
    let error = Storage::open_file(database).err().expect("a second server started");
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
}

async fn check_writes_are_refused(storage: &Storage, moved: &str) {
    for result in [storage.note_alive(Time(7)).await, storage.ready(Time(7)).await] {
        let error = result.expect_err(moved).to_string();
        assert!(error.contains(&format!("/{moved} was moved")), "{error}");
        let advice =
            "was moved, deleted or replaced while the server uses it; nothing is stored until";
        assert!(error.contains(advice), "{error}");
    }
}

#[tokio::test]
async fn a_second_server_is_refused_even_without_the_lock_file() {
    let folder = DataFolder::new();
    let storage = Storage::open_file(&folder.database()).unwrap();
    storage.note_alive(Time(1)).await.unwrap();
    fs::remove_file(folder.database().with_extension("db-lock")).unwrap();
    let error = Storage::open_file(&folder.database()).err().expect("a second server started");
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    storage.note_alive(Time(2)).await.unwrap();
    storage.close().await.unwrap();
    let storage = Storage::open_file(&folder.database()).unwrap();
    assert_eq!(storage.last_alive().await.unwrap(), Some(Time(2)));
    storage.close().await.unwrap();
}

#[tokio::test]
async fn a_hard_link_leads_to_the_same_lock() {
    let [folder, other] = [(); 2].map(|()| DataFolder::new());
    let storage = Storage::open_file(&folder.database()).unwrap();
    storage.note_alive(Time(1)).await.unwrap();
    fs::hard_link(folder.database(), other.database()).unwrap();
    if cfg!(target_os = "linux") {
        check_in_use(&other.database());
    } else {
        Storage::open_file(&other.database()).err().expect("a second server started");
    }
    storage.note_alive(Time(2)).await.unwrap();
    storage.close().await.unwrap();

    // After a crash, the log would be found by one name only.
    let error = Storage::open_file(&other.database()).err().unwrap().to_string();
    assert!(error.contains("the file has 2 names (hard links)"), "{error}");
    assert_eq!(fs::read_dir(other.database().parent().unwrap()).unwrap().count(), 1);
    fs::remove_file(folder.database()).unwrap();
    let storage = Storage::open_file(&other.database()).unwrap();
    assert_eq!(storage.last_alive().await.unwrap(), Some(Time(2)));
    storage.close().await.unwrap();
}

#[tokio::test]
async fn nothing_is_lost_after_lock_and_log_were_deleted() {
    for deleted in [&["-lock", "-wal"][..], &["-lock", "-wal", "-shm"]] {
        let folder = DataFolder::new();
        let storage = Storage::open_file(&folder.database()).unwrap();
        storage.note_alive(Time(1)).await.unwrap();
        for suffix in deleted {
            let name = format!("trid.db{suffix}");
            fs::remove_file(folder.database().with_file_name(name)).unwrap();
        }
        check_in_use(&folder.database());
        check_writes_are_refused(&storage, "trid.db-wal").await;
        assert_eq!(storage.last_alive().await.unwrap(), Some(Time(1)), "reads go on");
        storage.close().await.unwrap();
        let storage = Storage::open_file(&folder.database()).unwrap();
        assert_eq!(storage.last_alive().await.unwrap(), Some(Time(1)));
        storage.note_alive(Time(2)).await.unwrap();
        storage.close().await.unwrap();
    }
}

#[tokio::test]
async fn writes_wait_until_a_moved_file_is_back() {
    let folder = DataFolder::new();
    let storage = Storage::open_file(&folder.database()).unwrap();
    for name in ["trid.db", "trid.db-wal", "trid.db-shm"] {
        let [place, away] = [name, "away"].map(|name| folder.database().with_file_name(name));
        fs::rename(&place, &away).unwrap();
        check_writes_are_refused(&storage, name).await;
        fs::write(&place, "another file").unwrap();
        check_writes_are_refused(&storage, name).await;
        if name == "trid.db" && cfg!(target_os = "linux") {
            check_in_use(&away);
        }
        fs::rename(&away, &place).unwrap();
        storage.ready(Time(1)).await.unwrap();
        storage.note_alive(Time(1)).await.unwrap();
    }
    storage.close().await.unwrap();
}

#[tokio::test]
async fn a_deleted_lock_file_is_made_again() {
    let folder = DataFolder::new();
    let storage = Storage::open_file(&folder.database()).unwrap();
    storage.write_address("http://127.0.0.1:8080");
    let file = folder.database().with_file_name("trid.db-lock");
    fs::remove_file(&file).unwrap();
    storage.note_alive(Time(1)).await.unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "http://127.0.0.1:8080");
    let error = Storage::open_file(&folder.database()).err().unwrap().to_string();
    assert!(error.contains("another server uses it, at http://127.0.0.1:8080"), "{error}");
    storage.close().await.unwrap();
}

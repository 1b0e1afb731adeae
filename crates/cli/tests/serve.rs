//! Starts `trid serve` under bad conditions and checks that the error says what is wrong and what to do.

mod server_process;
mod trid;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use server_process::start_server;
use trid::trid;
use trid_server::storage::Storage;

/// The error of a server that cannot start with this folder.
#[track_caller]
fn start_error(folder: &Path) -> String {
    start_error_at("127.0.0.1:0", folder)
}

#[track_caller]
fn start_error_at(address: &str, folder: &Path) -> String {
    let folder = folder.to_str().unwrap();
    let output = trid(&["serve", "--addr", address, "--data", folder], "");
    assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{}", output.stderr);
    output.stderr
}

#[track_caller]
fn check(error: &str, parts: &[&str]) {
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_second_server_is_refused_until_the_first_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (first, url) = start_server(folder.path());
    let error = start_error(folder.path());
    check(&error, &["another server uses it", &url, "stop that one", "--data"]);
    first.kill();
    // The lock ends with the process, even if it is killed.
    let (second, other_url) = start_server(folder.path());
    assert_ne!(url, other_url);
    let error = start_error(folder.path());
    check(&error, &[&other_url]);
    assert!(!error.contains(&url), "{error}");
    second.kill();
}

#[cfg(target_os = "linux")]
#[test]
fn neither_a_hard_link_nor_deleted_files_let_a_second_server_in() {
    let [folder, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (first, _) = start_server(folder.path());
    fs::hard_link(folder.path().join("trid.db"), other.path().join("trid.db")).unwrap();
    check(&start_error(other.path()), &["another server uses it"]);
    for name in ["trid.db-lock", "trid.db-wal", "trid.db-shm"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    check(&start_error(folder.path()), &["another server uses it"]);
    first.kill();
}

#[cfg(target_os = "linux")]
#[test]
fn trid_started_twice_opens_the_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let (_first, url) = start_server(&folder.path().join("trid"));
    let second = Command::new(env!("CARGO_BIN_EXE_trid"))
        .env("XDG_DATA_HOME", folder.path())
        .env("CI", "1")
        .output()
        .unwrap();
    assert!(second.status.success(), "{second:?}");
    assert_eq!(String::from_utf8(second.stdout).unwrap().trim(), url);
    check(&String::from_utf8(second.stderr).unwrap(), &["the game runs already, at", &url]);
}

#[test]
fn a_port_in_use_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = start_error_at(&address, folder.path());
    check(&error, &[&format!("cannot listen on {address}"), "in use", "--addr"]);
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = start_error(&file.join("games"));
    check(&error, &["cannot make the folder", file.to_str().unwrap(), "--data"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    // Not even root can write to a folder in place of the lock file.
    fs::create_dir(folder.path().join("trid.db-lock")).unwrap();
    let error = start_error(folder.path());
    check(&error, &["cannot write", folder.path().to_str().unwrap(), "must be writable"]);
}

#[test]
fn a_folder_in_place_of_the_database_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("trid.db")).unwrap();
    let error = start_error(folder.path());
    check(&error, &["cannot open the database", "it is a folder, not a file; choose another file"]);
}

#[test]
fn a_file_that_is_not_a_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("trid.db");
    fs::write(&database, "this is not a database".repeat(100)).unwrap();
    let before = fs::read(&database).unwrap();
    let error = start_error(folder.path());
    check(&error, &["not a database", database.to_str().unwrap(), "restore a backup"]);
    assert_eq!(fs::read(&database).unwrap(), before);
}

#[test]
fn a_damaged_database_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("trid.db");
    drop(Storage::open_file(&database).unwrap());
    // A thread may close the last connection. Without the write-ahead log the file is complete.
    let whole = loop {
        if !folder.path().join("trid.db-wal").exists() {
            break fs::read(&database).unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    fs::write(&database, &whole[..whole.len() / 2]).unwrap();
    let error = start_error(folder.path());
    check(&error, &["malformed", "the file is damaged, restore a backup"]);
    fs::write(&database, &whole).unwrap();
    let (server, _) = start_server(folder.path());
    server.kill();
}

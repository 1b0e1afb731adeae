//! Starting a server where something is in the way: every refusal says what it is and what to do.

mod program;
mod serving;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use program::run;
use serving::{Folder, serve};
use trid_server::storage::Sqlite;

/// Tries to serve games from this folder, and returns why it fails.
#[track_caller]
fn complaint(folder: &Path, more: &[&str]) -> String {
    let folder = folder.to_str().unwrap();
    let words = [&["serve", "--addr", "127.0.0.1:0", "--data", folder], more].concat();
    let run = run(&words, b"");
    assert_eq!((run.status, run.output.as_str()), (2, ""), "{}", run.messages);
    run.messages
}

#[track_caller]
fn check(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_second_server_on_the_same_games_is_refused_until_the_first_is_gone() {
    let folder = Folder::new();
    let (first, url) = serve(folder.path());
    let said = complaint(folder.path(), &[]);
    check(&said, &["another server uses it", &url, "stop that one", "--data"]);
    first.kill();
    // A killed server leaves its files behind, and nothing that hinders the next.
    let (second, other_url) = serve(folder.path());
    assert_ne!(url, other_url);
    let said = complaint(folder.path(), &[]);
    check(&said, &[&other_url]);
    assert!(!said.contains(&url), "{said}");
    second.kill();
}

#[cfg(target_os = "linux")]
#[test]
fn the_game_started_twice_is_opened_where_it_runs() {
    let folder = Folder::new();
    let (_first, url) = serve(&folder.path().join("trid"));
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
fn a_port_that_is_taken_is_named() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = run(&["serve", "--addr", &address, "--data", folder.path().to_str().unwrap()], b"");
    assert_eq!(run.status, 2);
    check(&run.messages, &[&format!("cannot listen on {address}"), "in use", "--addr"]);
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = Folder::new();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let said = complaint(&file.join("games"), &[]);
    check(&said, &["cannot make the folder", file.to_str().unwrap(), "--data"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    // What no one may write to, whoever runs the tests: a folder where the file should be.
    fs::create_dir(folder.path().join("trid.db-lock")).unwrap();
    let said = complaint(folder.path(), &[]);
    check(&said, &["cannot write", folder.path().to_str().unwrap(), "must be writable"]);
}

#[test]
fn what_is_no_database_is_left_alone() {
    let folder = Folder::new();
    let database = folder.path().join("trid.db");
    fs::write(&database, "this is no database, whatever its name says".repeat(100)).unwrap();
    let before = fs::read(&database).unwrap();
    let said = complaint(folder.path(), &[]);
    check(&said, &["not a database", database.to_str().unwrap(), "restore a backup"]);
    assert_eq!(fs::read(&database).unwrap(), before);
}

#[test]
fn a_damaged_database_is_told_from_a_good_one() {
    let folder = Folder::new();
    let database = folder.path().join("trid.db");
    drop(Sqlite::open(&database).unwrap());
    // The last connection to close may be a thread's: once the log is gone, all is in the file.
    let whole = loop {
        if !folder.path().join("trid.db-wal").exists() {
            break fs::read(&database).unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    fs::write(&database, &whole[..whole.len() / 2]).unwrap();
    let said = complaint(folder.path(), &[]);
    check(&said, &["malformed", "the file is damaged, restore a backup"]);
    fs::write(&database, &whole).unwrap();
    let (server, _) = serve(folder.path());
    server.kill();
}

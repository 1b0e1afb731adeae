//! `trid database copy` between SQLite and PostgreSQL, and what it says when it cannot copy.

mod server_process;

use std::path::Path;
use std::process::{Command, Output};

use server_process::start_server;
use trid_client::Client;
use trid_protocol::{Action, ColorChoice, NewGame};
use trid_testbed::{TemporaryPostgres, free_port};

const COPIED: &str = "copied and verified 2 players, 1 games, 3 events\n";

fn copy(from: &str, to: &str, environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["database", "copy", "--from", from, "--to", to])
        .env_remove("PGPASSWORD")
        .envs(environment.iter().copied())
        .output()
        .unwrap()
}

#[track_caller]
fn copies(from: &str, to: &str) {
    let Output { status, stdout, stderr } = copy(from, to, &[]);
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    assert_eq!(String::from_utf8(stdout).unwrap(), COPIED);
}

/// Runs a copy that must fail. The message contains the text and no password.
#[track_caller]
fn refuses(from: &str, to: &str, environment: &[(&str, &str)], expected: &str) {
    let Output { status, stdout, stderr } = copy(from, to, environment);
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{message}");
    assert!(stdout.is_empty());
    assert!(message.contains(expected), "{from} to {to}: {message}");
    assert!(!message.contains("hunter2"), "a password is printed: {message}");
}

fn sqlite_url(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}

/// A SQLite database with a game of one move.
async fn fill(folder: &Path) -> String {
    let (server, url) = start_server(folder);
    let white = Client::register(&url, "Ada").await.unwrap();
    let black = Client::register(&url, "Bob").await.unwrap();
    let new = NewGame { color: ColorChoice::White, ..NewGame::default() };
    let game = white.create(&new).await.unwrap().id;
    black.join(&game).await.unwrap();
    white.act(&game, &Action::Move { mv: "b2Wb4N".to_owned(), ply: 0 }).await.unwrap();
    server.kill();
    sqlite_url(folder, "trid.db")
}

fn start_database() -> Option<TemporaryPostgres> {
    TemporaryPostgres::start_for_test(&["wal_level=replica"])
}

#[tokio::test]
async fn everything_is_copied_there_and_back_once() {
    let Some(database) = start_database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let original = fill(folder.path()).await;
    let postgres = database.url("trid");
    copies(&original, &postgres);
    refuses(&original, &postgres, &[], "is not empty");
    let back = sqlite_url(folder.path(), "back.db");
    copies(&postgres, &back);
    refuses(&postgres, &back, &[], "is not empty");
    // Nothing was lost on the way.
    database.run_sql("postgres", "CREATE DATABASE second").unwrap();
    copies(&back, &database.url("second"));
}

#[tokio::test]
async fn a_database_that_cannot_be_copied_to_is_refused_with_advice() {
    let Some(database) = start_database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let original = fill(folder.path()).await;
    let sql = |name: &str, sql: &str| database.run_sql(name, sql).unwrap();
    sql("postgres", "CREATE ROLE app LOGIN PASSWORD 'hunter2'");
    let rules = database.data().join("pg_hba.conf");
    let trusted = std::fs::read_to_string(&rules).unwrap();
    std::fs::write(&rules, format!("host all app 127.0.0.1/32 scram-sha-256\n{trusted}")).unwrap();
    sql("postgres", "SELECT pg_reload_conf()");
    let app = format!("postgres://app@127.0.0.1:{}/trid", database.port());
    let password = [("PGPASSWORD", "hunter2")];

    refuses(&original, &app, &[], "--database-password-file");
    refuses(&original, &app, &[("PGPASSWORD", "hunter2x")], "check the user and the password");
    refuses(&original, &app, &password, "CREATE SCHEMA trid AUTHORIZATION");
    refuses(&original, &app.replace("/trid", "/missing"), &password, "createdb");
    let closed = format!("postgres://app@127.0.0.1:{}/trid", free_port().unwrap());
    refuses(&original, &closed, &password, "check that PostgreSQL runs there");

    let replica = database.start_replica("standby").unwrap();
    refuses(&original, &replica.url("trid"), &[], "read-only replica");
    drop(replica);

    let postgres = database.url("trid");
    copies(&original, &postgres);
    sql("trid", "UPDATE trid.schema SET version = 99");
    for (from, to) in [(&original, &postgres), (&postgres, &sqlite_url(folder.path(), "x.db"))] {
        refuses(from, to, &[], "schema version 99");
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_copied_from_is_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let original = fill(folder.path()).await;
    let new = sqlite_url(folder.path(), "new.db");
    for (from, expected) in [
        ("mysql://ada:hunter2@localhost/trid", "expected sqlite:PATH or postgres://"),
        ("postgres://trid:hunter2@localhost/trid", "set PGPASSWORD"),
        ("postgres:///trid", "names no host"),
        ("sqlite:", "expected sqlite:PATH"),
        (&sqlite_url(folder.path(), "missing.db"), "does not exist"),
    ] {
        refuses(from, &new, &[], expected);
    }
    assert!(!folder.path().join("missing.db").exists());
    refuses(&original, &original, &[], "stop that one first");
}

#[test]
fn a_database_that_is_in_use_is_refused() {
    let Some(database) = start_database() else { return };
    let postgres = database.url("trid");
    refuses(&postgres, &postgres, &[], "stop all of them first");
}

//! `trid serve` with PostgreSQL: what it needs, and what it says when it cannot start.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use trid_testbed::{TemporaryPostgres, free_port};

/// `trid serve` with a database and these environment variables.
fn serve(database: &str, environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trid"));
    command
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "quiet", "--database", database])
        .env_remove("PGPASSWORD")
        .envs(environment.iter().copied());
    command
}

/// Runs a server that must not start. Returns what it says.
#[track_caller]
fn refused(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{message}");
    assert!(stdout.is_empty());
    assert!(!message.contains("hunter2"), "a password is printed: {message}");
    message
}

/// Starts a server, which must be ready, and stops it.
#[track_caller]
fn starts(mut command: Command) {
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let id = server.id().to_string();
    Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(server.wait().unwrap().success());
    assert!(url.starts_with("http://"), "{url}");
}

#[test]
fn a_bad_url_is_refused() {
    for (url, expected) in [
        ("mysql://hunter2@localhost/trid", "expected sqlite:PATH or postgres://"),
        ("postgres://trid:hunter2@localhost/trid", "set PGPASSWORD"),
        ("postgres:///trid", "names no host"),
        ("postgres://trid@localhost/trid?speed=11", "cannot be read"),
    ] {
        let message = refused(serve(url, &[]));
        assert!(message.contains(expected), "{url}: {message}");
    }
    let nothing = free_port().unwrap();
    let message = refused(serve(&format!("postgres://trid@127.0.0.1:{nothing}/trid"), &[]));
    assert!(message.contains("check that PostgreSQL runs there"), "{message}");
}

#[test]
fn a_database_that_does_not_answer_is_refused() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let message = refused(serve(&format!("postgres://trid@{address}/trid"), &[]));
    assert!(message.contains("does not answer"), "{message}");
}

#[test]
fn a_database_that_cannot_be_used_is_refused_with_advice() {
    let Some(server) = TemporaryPostgres::start_for_test(&[]) else { return };
    let sql = |database: &str, sql: &str| server.run_sql(database, sql).unwrap();
    let rules = server.data().join("pg_hba.conf");
    let trusted = std::fs::read_to_string(&rules).unwrap();
    std::fs::write(&rules, format!("host all app 127.0.0.1/32 scram-sha-256\n{trusted}")).unwrap();
    sql("postgres", "SELECT pg_reload_conf()");
    sql("postgres", "CREATE ROLE app LOGIN PASSWORD 'hunter2'");
    let url = |database: &str| format!("postgres://app@127.0.0.1:{}/{database}", server.port());
    let password = [("PGPASSWORD", "hunter2")];

    let stranger = format!("postgres://stranger@127.0.0.1:{}/trid", server.port());
    let message = refused(serve(&stranger, &[]));
    assert!(message.contains("create the role with createuser"), "{message}");
    let message = refused(serve(&url("trid?sslmode=verify-full"), &password));
    assert!(message.contains("ssl = on"), "{message}");
    let message = refused(serve(&url("trid"), &[]));
    assert!(message.contains("--database-password-file"), "{message}");
    let message = refused(serve(&url("trid"), &[("PGPASSWORD", "wrong")]));
    assert!(message.contains("check the user and the password"), "{message}");
    let message = refused(serve(&url("missing"), &password));
    assert!(message.contains("createdb"), "{message}");
    let message = refused(serve(&url("trid"), &password));
    assert!(message.contains("CREATE SCHEMA trid AUTHORIZATION"), "{message}");

    // What the advice says is enough: the role needs its own schema and nothing else.
    sql("trid", "CREATE SCHEMA trid AUTHORIZATION app");
    starts(serve(&url("trid"), &password));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    std::fs::write(&file, "hunter2\n").unwrap();
    starts(serve(&url("trid"), &[("TRID_DATABASE_PASSWORD_FILE", file.to_str().unwrap())]));

    sql("postgres", "ALTER ROLE app SET synchronous_commit = off");
    let message = refused(serve(&url("trid"), &password));
    assert!(message.contains("synchronous_commit is off"), "{message}");
    sql("postgres", "ALTER ROLE app RESET synchronous_commit");
    sql("postgres", "ALTER DATABASE trid SET default_transaction_read_only = on");
    let message = refused(serve(&url("trid"), &password));
    assert!(message.contains("read-only replica"), "{message}");
    sql("postgres", "ALTER DATABASE trid RESET default_transaction_read_only");
    sql("trid", "UPDATE trid.schema SET version = 99");
    let message = refused(serve(&url("trid"), &password));
    assert!(message.contains("schema version 99"), "{message}");
    assert!(message.contains("use a newer program"), "{message}");
}

#[test]
fn tls_verifies_the_certificate_of_the_database() {
    let Some(server) = TemporaryPostgres::start_for_test(&[]) else { return };
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls");
    // PostgreSQL reads a key only if nobody else can.
    for name in ["certificate.pem", "key.pem"] {
        let content = std::fs::read_to_string(format!("{files}/{name}")).unwrap();
        let write = format!(
            "CREATE TABLE file (line text); INSERT INTO file SELECT unnest(string_to_array($t${content}$t$, E'\\n'));
             COPY file TO PROGRAM 'umask 077; cat > {name}'; DROP TABLE file"
        );
        server.run_sql("postgres", &write).unwrap();
    }
    for setting in ["ssl = on", "ssl_cert_file = 'certificate.pem'", "ssl_key_file = 'key.pem'"] {
        server.run_sql("postgres", &format!("ALTER SYSTEM SET {setting}")).unwrap();
    }
    server.run_sql("postgres", "SELECT pg_reload_conf()").unwrap();
    let url = |rest: &str| {
        format!(
            "postgres://postgres@localhost:{}/trid?hostaddr=127.0.0.1&sslmode={rest}",
            server.port()
        )
    };
    let message = refused(serve(&url("require"), &[]));
    assert!(message.contains("sslrootcert=FILE"), "{message}");
    let message = refused(serve(&url(&format!("require&sslrootcert={files}/key.pem")), &[]));
    assert!(message.contains("it holds none"), "{message}");
    starts(serve(&url(&format!("require&sslrootcert={files}/certificate.pem")), &[]));
    starts(serve(&url("disable"), &[]));
}

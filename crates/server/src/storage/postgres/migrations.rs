//! Numbered schema migrations of the PostgreSQL database, applied by one process at a time.

use tokio_postgres::{Client, Error, Transaction};

/// Never change a released migration: add a new one. A migration must leave the schema usable for the previous
/// version of the program, which serves on while the processes are replaced one by one.
pub(super) const MIGRATIONS: &[&str] = &[
    // 1: everything that the SQLite schema has, and who is connected to which process. Texts compare by bytes.
    r#"CREATE TABLE trid.players (
         id text COLLATE "C" PRIMARY KEY,
         token_hash bytea NOT NULL UNIQUE,
         name text NOT NULL,
         created bigint NOT NULL,
         seen bigint NOT NULL
     );
     CREATE INDEX players_by_visit ON trid.players (seen);
     CREATE TABLE trid.games (
         id text COLLATE "C" PRIMARY KEY,
         seq integer NOT NULL,
         head bytea NOT NULL,
         state text NOT NULL,
         access text NOT NULL,
         rules text NOT NULL,
         clock text NOT NULL,
         result text NOT NULL,
         created bigint NOT NULL,
         updated bigint NOT NULL,
         deadline bigint,
         summary text NOT NULL
     );
     CREATE INDEX games_due ON trid.games (deadline) WHERE state = 'live';
     CREATE INDEX games_waiting ON trid.games (updated) WHERE state = 'open';
     CREATE TABLE trid.events (
         game text COLLATE "C" NOT NULL,
         seq integer NOT NULL,
         at bigint NOT NULL,
         body text NOT NULL,
         head bytea NOT NULL,
         PRIMARY KEY (game, seq)
     );
     CREATE TABLE trid.seats (
         game text COLLATE "C" NOT NULL,
         player text COLLATE "C" NOT NULL,
         finished boolean NOT NULL,
         created bigint NOT NULL,
         name text COLLATE "C" NOT NULL,
         display_name text NOT NULL,
         PRIMARY KEY (game, player)
     );
     CREATE INDEX seats_unfinished ON trid.seats (player) WHERE NOT finished;
     CREATE INDEX seats_with_name ON trid.seats (player) WHERE display_name <> '';
     CREATE INDEX seats_of_player ON trid.seats (player);
     CREATE TABLE trid.list_entries (
         label text COLLATE "C" NOT NULL,
         bucket text COLLATE "C" NOT NULL,
         created bigint NOT NULL,
         game text COLLATE "C" NOT NULL,
         PRIMARY KEY (label, bucket, created, game)
     );
     CREATE TABLE trid.idempotency_keys (
         player text COLLATE "C" NOT NULL,
         key text COLLATE "C" NOT NULL,
         request bytea NOT NULL,
         game text COLLATE "C" NOT NULL,
         created bigint NOT NULL,
         PRIMARY KEY (player, key)
     );
     CREATE INDEX idempotency_keys_by_age ON trid.idempotency_keys (created);
     CREATE INDEX idempotency_keys_by_game ON trid.idempotency_keys (game);
     CREATE TABLE trid.absences (game text COLLATE "C" PRIMARY KEY, white bigint, black bigint);
     CREATE TABLE trid.nodes (node text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);
     CREATE TABLE trid.presence (
         game text COLLATE "C" NOT NULL,
         node text COLLATE "C" NOT NULL,
         white boolean NOT NULL,
         black boolean NOT NULL,
         spectators integer NOT NULL,
         PRIMARY KEY (game, node)
     );
     CREATE INDEX presence_by_node ON trid.presence (node);"#,
];

/// The advisory lock of migrations: "TRID" and 1.
const MIGRATION_LOCK: i64 = 0x5452_4944_0000_0001;

/// Why a database was not migrated.
#[derive(Debug)]
pub(super) enum MigrationError {
    Postgres(Error),
    /// The schema is newer than this program.
    Newer {
        version: i32,
        supported: usize,
    },
    /// The server does not fit; the text says why and what to do.
    Refused(String),
}

impl From<Error> for MigrationError {
    fn from(error: Error) -> Self {
        Self::Postgres(error)
    }
}

impl std::fmt::Display for MigrationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Postgres(error) => error.fmt(f),
            Self::Refused(message) => f.write_str(message),
            Self::Newer { version, supported } => write!(
                f,
                "it has schema version {version}, this program supports up to {supported}; \
                 use a newer program"
            ),
        }
    }
}

/// Migrates the database to the schema that these migrations make. Processes that start at the same time wait for each other.
pub(super) async fn migrate(
    client: &mut Client,
    migrations: &[&str],
) -> Result<(), MigrationError> {
    let transaction = client.transaction().await?;
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        .await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
    let version = schema_version(&transaction).await?;
    let Some(pending) = usize::try_from(version).ok().and_then(|done| migrations.get(done..))
    else {
        return Err(MigrationError::Newer { version, supported: migrations.len() });
    };
    for migration in pending {
        transaction.batch_execute(migration).await?;
    }
    if !pending.is_empty() {
        let version = i32::try_from(migrations.len()).expect("migrations are few");
        transaction.execute("UPDATE trid.schema SET version = $1", &[&version]).await?;
    }
    Ok(transaction.commit().await?)
}

async fn schema_version(transaction: &Transaction<'_>) -> Result<i32, Error> {
    let exists = |name: &'static str| transaction.query_one(name, &[]);
    // Without these checks, a role that may not create schemas could not use one that exists.
    if !exists("SELECT to_regnamespace('trid') IS NOT NULL").await?.get::<_, bool>(0) {
        transaction.batch_execute("CREATE SCHEMA trid").await?;
    }
    if !exists("SELECT to_regclass('trid.schema') IS NOT NULL").await?.get::<_, bool>(0) {
        transaction
            .batch_execute(
                "CREATE TABLE trid.schema (version integer NOT NULL);
                 INSERT INTO trid.schema VALUES (0)",
            )
            .await?;
    }
    Ok(transaction.query_one("SELECT version FROM trid.schema", &[]).await?.get(0))
}

//! Numbered schema migrations of the SQLite file, applied in order in one transaction.

use rusqlite::{Connection, TransactionBehavior};

use super::connection::MigrationError;
use super::identity::{self, APPLICATION_ID, Identity};

/// Never change a released migration: add a new one.
const MIGRATIONS: &[&str] = &[
    // 1: players, games and their events, seats with names, the index of lists, idempotency keys, and when the server
    // was last alive.
    "CREATE TABLE players (
         id TEXT PRIMARY KEY,
         token_hash BLOB NOT NULL UNIQUE,
         name TEXT NOT NULL,
         created INTEGER NOT NULL,
         seen INTEGER NOT NULL
     ) WITHOUT ROWID;
     CREATE TABLE games (
         id TEXT PRIMARY KEY,
         state TEXT NOT NULL,
         access TEXT NOT NULL,
         rules TEXT NOT NULL,
         clock TEXT NOT NULL,
         result TEXT NOT NULL,
         created INTEGER NOT NULL,
         updated INTEGER NOT NULL,
         deadline INTEGER,
         summary TEXT NOT NULL
     );
     CREATE INDEX games_due ON games (deadline, updated) WHERE state = 'live';
     CREATE INDEX games_waiting ON games (updated) WHERE state = 'open';
     CREATE TABLE events (
         game TEXT NOT NULL,
         seq INTEGER NOT NULL,
         at INTEGER NOT NULL,
         body TEXT NOT NULL,
         head BLOB NOT NULL,
         PRIMARY KEY (game, seq)
     ) WITHOUT ROWID;
     CREATE TABLE seats (
         game TEXT NOT NULL,
         player TEXT NOT NULL,
         finished INTEGER NOT NULL,
         created INTEGER NOT NULL,
         name TEXT NOT NULL,
         display_name TEXT NOT NULL,
         PRIMARY KEY (game, player)
     ) WITHOUT ROWID;
     CREATE INDEX seats_of_player ON seats (player, finished, created, game);
     CREATE INDEX seats_with_name ON seats (player) WHERE display_name <> '';
     CREATE TABLE absences (game TEXT PRIMARY KEY, white INTEGER, black INTEGER) WITHOUT ROWID;
     CREATE TABLE list_entries (
         label TEXT NOT NULL,
         bucket TEXT NOT NULL,
         created INTEGER NOT NULL,
         game TEXT NOT NULL,
         PRIMARY KEY (label, bucket, created, game)
     ) WITHOUT ROWID;
     CREATE TABLE idempotency_keys (
         player TEXT NOT NULL,
         key TEXT NOT NULL,
         request BLOB NOT NULL,
         game TEXT NOT NULL,
         created INTEGER NOT NULL,
         PRIMARY KEY (player, key)
     ) WITHOUT ROWID;
     CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created);
     CREATE INDEX idempotency_keys_by_game ON idempotency_keys (game);
     CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);",
];

/// The current schema version.
pub(super) const VERSION: usize = MIGRATIONS.len();

/// Migrates the file to the current schema. Fails for a file of a newer version or of another program.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    migrate_with(connection, MIGRATIONS)
}

fn migrate_with(connection: &mut Connection, migrations: &[&str]) -> Result<(), MigrationError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = match identity::identify(&transaction)? {
        Identity::Empty => 0,
        Identity::Ours { version } => version,
        Identity::Foreign => return Err(MigrationError::Foreign),
    };
    let Some(pending) = migrations.get(version..) else {
        return Err(MigrationError::Newer { version, supported: migrations.len() });
    };
    if pending.is_empty() {
        return Ok(());
    }
    for migration in pending {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", migrations.len())?;
    Ok(transaction.commit()?)
}

/// A new database of this version in memory, to compare files with.
pub(super) fn new_database(version: usize) -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    MIGRATIONS[..version].iter().try_for_each(|migration| connection.execute_batch(migration))?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_apply_once_and_newer_files_are_rejected() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.execute("INSERT INTO alive VALUES (1, 7)", ()).unwrap();
        migrate(&mut connection).unwrap();
        let kept: i64 = connection.query_row("SELECT at FROM alive", (), |row| row.get(0)).unwrap();
        assert_eq!(kept, 7);

        // The next version of the program adds a migration. From then on this one leaves the file alone.
        let next = "ALTER TABLE alive ADD COLUMN node TEXT NOT NULL DEFAULT 'first'";
        migrate_with(&mut connection, &[MIGRATIONS, &[next]].concat()).unwrap();
        let kept = connection.query_row("SELECT at, node FROM alive", (), |row| row.try_into());
        assert_eq!(kept, Ok((7, "first".to_owned())));
        let error = migrate(&mut connection).unwrap_err().to_string();
        assert!(error.contains("use a newer program"), "{error}");
    }

    #[test]
    fn files_of_other_programs_are_left_unchanged() {
        for version in [0, 1, MIGRATIONS.len() + 1] {
            let mut connection = Connection::open_in_memory().unwrap();
            connection.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
            connection.pragma_update(None, "user_version", version).unwrap();
            let error = migrate(&mut connection).unwrap_err();
            assert!(matches!(error, MigrationError::Foreign), "{error}");
            let tables = "SELECT count(*) FROM sqlite_schema";
            assert_eq!(connection.query_row(tables, (), |row| row.get(0)), Ok(1));
        }
    }
}

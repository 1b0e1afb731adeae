//! Numbered schema migrations of the SQLite file, applied in order in one transaction.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, TransactionBehavior};

use super::connection::MigrationError;
use super::identity::{self, APPLICATION_ID, Identity};
use crate::storage::list_buckets::fold_case;

/// Never change a released migration: add a new one.
const MIGRATIONS: &[&str] = &[
    // 1: players, games, events, seats, and when the server was last alive.
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
     CREATE INDEX games_listed ON games (state, access, created, id);
     CREATE TABLE events (
         game TEXT NOT NULL,
         seq INTEGER NOT NULL,
         at INTEGER NOT NULL,
         body TEXT NOT NULL,
         PRIMARY KEY (game, seq)
     ) WITHOUT ROWID;
     CREATE TABLE seats (
         game TEXT NOT NULL,
         player TEXT NOT NULL,
         finished INTEGER NOT NULL,
         created INTEGER NOT NULL,
         PRIMARY KEY (game, player)
     ) WITHOUT ROWID;
     CREATE INDEX seats_of_player ON seats (player, finished, created, game);
     CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);",
    // 2: covering indexes for lists, search by player name, and absences that survive a restart.
    "DROP INDEX games_listed;
     CREATE INDEX games_listed ON games (state, access, created, id, rules, clock, result);
     CREATE INDEX games_by_age ON games (access, created, id, rules, clock, result);
     CREATE INDEX games_due ON games (deadline, updated) WHERE state = 'live';
     ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT '';
     UPDATE seats SET name = folded(coalesce((
         SELECT CASE seats.player WHEN summary ->> '$.by.id' THEN summary ->> '$.by.name'
                                  WHEN summary ->> '$.white.id' THEN summary ->> '$.white.name'
                                  ELSE summary ->> '$.black.name' END
         FROM games WHERE games.id = seats.game), ''));
     CREATE INDEX seats_by_name ON seats (name, game) WHERE name <> '';
     CREATE TABLE absences (game TEXT PRIMARY KEY, white INTEGER, black INTEGER) WITHOUT ROWID;",
    // 3: the list index, which finds every filtered list in its order.
    "CREATE TABLE shelves (
         label TEXT NOT NULL,
         shelf TEXT NOT NULL,
         created INTEGER NOT NULL,
         game TEXT NOT NULL,
         PRIMARY KEY (label, shelf, created, game)
     ) WITHOUT ROWID;
     CREATE TEMP TABLE kept AS
         SELECT concat_ws(' ', state, access, rules, clock, result) AS shelf, created, id FROM games;
     INSERT INTO shelves SELECT 'a', shelf, created, id FROM kept;
     INSERT INTO shelves
         SELECT 'p' || player, shelf, kept.created, id FROM kept JOIN seats ON seats.game = kept.id;
     WITH RECURSIVE lengths(length) AS (SELECT 1 UNION ALL SELECT length + 1 FROM lengths WHERE length < 8)
     INSERT OR IGNORE INTO shelves
         SELECT 'n' || substr(name, 1, length), shelf, kept.created, id
         FROM kept JOIN seats ON seats.game = kept.id JOIN lengths ON length <= length(name);
     DROP TABLE kept;
     DROP INDEX games_listed;
     DROP INDEX games_by_age;
     DROP INDEX seats_by_name;
     CREATE INDEX games_waiting ON games (updated) WHERE state = 'open';",
    // 4: names only in seats, so that a player can remove theirs, and idempotency keys. Rows that are not JSON are
    // left as they are: their games cannot be read, but all others can.
    "ALTER TABLE seats ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
     UPDATE seats SET display_name = coalesce((
         SELECT CASE seats.player WHEN summary ->> '$.by.id' THEN summary ->> '$.by.name'
                                  WHEN summary ->> '$.white.id' THEN summary ->> '$.white.name'
                                  ELSE summary ->> '$.black.name' END
         FROM games WHERE games.id = seats.game AND json_valid(summary)), '');
     UPDATE games SET summary =
         iif(json_valid(summary),
             json_replace(summary, '$.by.name', '', '$.white.name', '', '$.black.name', ''), summary);
     UPDATE events SET body =
         iif(json_valid(body),
             json_replace(body, '$.by.name', '', '$.white.name', '', '$.black.name', ''), body)
     WHERE seq <= 2;
     CREATE INDEX seats_with_name ON seats (player) WHERE display_name <> '';
     CREATE TABLE idempotency_keys (
         player TEXT NOT NULL,
         key TEXT NOT NULL,
         request BLOB NOT NULL,
         game TEXT NOT NULL,
         created INTEGER NOT NULL,
         PRIMARY KEY (player, key)
     ) WITHOUT ROWID;
     CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created);
     CREATE INDEX idempotency_keys_by_game ON idempotency_keys (game);",
];

/// The current schema version.
pub(super) const VERSION: usize = MIGRATIONS.len();

/// Migrates the file to the current schema. Fails for a file of a newer version or of another program.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), MigrationError> {
    add_functions(connection)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = match identity::identify(&transaction)? {
        Identity::Empty => 0,
        Identity::Ours { version } => version,
        Identity::Foreign => return Err(MigrationError::Foreign),
    };
    let Some(pending) = MIGRATIONS.get(version..) else {
        return Err(MigrationError::Newer { version, supported: MIGRATIONS.len() });
    };
    for migration in pending {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", MIGRATIONS.len())?;
    Ok(transaction.commit()?)
}

/// Adds the SQL functions that migrations call: `folded`.
fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    connection.create_scalar_function("folded", 1, FunctionFlags::SQLITE_DETERMINISTIC, |context| {
        Ok(fold_case(context.get_raw(0).as_str()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_schema_version_1_are_indexed() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        let summary = r#"{"by":{"id":"a","name":"ÄDA"},"white":{"id":"b","name":"Bob"},"black":{"id":"a","name":"ÄDA"}}"#;
        connection
            .execute("INSERT INTO games VALUES ('g', 'live', 'lobby', 'revised', 'none', '*', 1, 1, NULL, ?1)", [summary])
            .unwrap();
        connection
            .execute_batch(
                "INSERT INTO seats VALUES ('g', 'a', 0, 1), ('g', 'b', 0, 1), ('gone', 'c', 0, 1)",
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let mut names = connection.prepare("SELECT name FROM seats ORDER BY player").unwrap();
        let names: rusqlite::Result<Vec<String>> =
            names.query_map((), |row| row.get(0)).unwrap().collect();
        assert_eq!(names.unwrap(), ["äda", "bob", ""]);
        let mut labels = connection.prepare("SELECT label, shelf, created FROM shelves").unwrap();
        let labels = labels.query_map((), |row| {
            let (shelf, created): (String, i64) = (row.get(1)?, row.get(2)?);
            assert_eq!((shelf.as_str(), created), ("live lobby revised none *", 1));
            row.get(0)
        });
        let labels: rusqlite::Result<Vec<String>> = labels.unwrap().collect();
        assert_eq!(labels.unwrap(), ["a", "nb", "nbo", "nbob", "nä", "näd", "näda", "pa", "pb"]);
    }

    #[test]
    fn names_of_schema_version_3_move_to_seats() {
        let mut connection = Connection::open_in_memory().unwrap();
        add_functions(&connection).unwrap();
        for migration in &MIGRATIONS[..3] {
            connection.execute_batch(migration).unwrap();
        }
        connection.pragma_update(None, "user_version", 3).unwrap();
        // A player who was renamed between two games, and rows that are not JSON.
        connection
            .execute_batch(
                r#"INSERT INTO games VALUES
                       ('g', 'live', 'lobby', 'revised', 'none', '*', 1, 1, NULL,
                        '{"id":"g","by":{"id":"a","name":"A\"da"},"white":{"id":"b","name":"Bob"},"black":{"id":"a","name":"A\"da"}}'),
                       ('h', 'open', 'lobby', 'revised', 'none', '*', 2, 2, NULL,
                        '{"id":"h","by":{"id":"a","name":"Adele"},"white":null,"black":null}'),
                       ('damaged', 'open', 'lobby', 'revised', 'none', '*', 3, 3, NULL, '{"by":');
                   INSERT INTO seats (game, player, finished, created, name) VALUES
                       ('g', 'a', 0, 1, 'a"da'), ('g', 'b', 0, 1, 'bob'), ('h', 'a', 0, 2, 'adele'),
                       ('damaged', 'a', 0, 3, '');
                   INSERT INTO events VALUES
                       ('g', 1, 1, '{"type":"created","by":{"id":"a","name":"A\"da"},"color":"black"}'),
                       ('g', 2, 1, '{"type":"started","white":{"id":"b","name":"Bob"},"black":{"id":"a","name":"A\"da"}}'),
                       ('g', 3, 1, '{"type":"drawOffered","by":"white"}'),
                       ('h', 1, 2, '{"type":"created","by":{"id":"a","name":"Adele"},"color":"white"}'),
                       ('h', 2, 2, '{"type":"ended","reason":"cancelled"}'),
                       ('damaged', 1, 3, 'x{"name":"Adele"');"#,
            )
            .unwrap();
        migrate(&mut connection).unwrap();
        let column = |sql: &str| -> Vec<String> {
            let mut statement = connection.prepare(sql).unwrap();
            statement.raw_query().mapped(|row| row.get(0)).collect::<rusqlite::Result<_>>().unwrap()
        };
        assert_eq!(
            column("SELECT game || ' ' || player || ' ' || display_name FROM seats ORDER BY 1"),
            ["damaged a ", "g a A\"da", "g b Bob", "h a Adele"]
        );
        assert_eq!(
            column("SELECT body FROM events ORDER BY game, seq"),
            [
                r#"x{"name":"Adele""#,
                r#"{"type":"created","by":{"id":"a","name":""},"color":"black"}"#,
                r#"{"type":"started","white":{"id":"b","name":""},"black":{"id":"a","name":""}}"#,
                r#"{"type":"drawOffered","by":"white"}"#,
                r#"{"type":"created","by":{"id":"a","name":""},"color":"white"}"#,
                r#"{"type":"ended","reason":"cancelled"}"#,
            ]
        );
        assert_eq!(
            column("SELECT summary FROM games ORDER BY id"),
            [
                r#"{"by":"#,
                r#"{"id":"g","by":{"id":"a","name":""},"white":{"id":"b","name":""},"black":{"id":"a","name":""}}"#,
                r#"{"id":"h","by":{"id":"a","name":""},"white":null,"black":null}"#,
            ]
        );
    }

    #[test]
    fn migrations_apply_once_and_newer_files_are_rejected() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.execute("INSERT INTO alive VALUES (1, 7)", ()).unwrap();
        migrate(&mut connection).unwrap();
        let kept: i64 = connection.query_row("SELECT at FROM alive", (), |row| row.get(0)).unwrap();
        assert_eq!(kept, 7);

        connection.pragma_update(None, "user_version", MIGRATIONS.len() + 1).unwrap();
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

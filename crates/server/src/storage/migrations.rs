//! The numbered steps that bring a SQLite file up to date; each is applied once, in order, whole or not at all.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, TransactionBehavior};

use super::opening::Unfit;
use super::queries;

/// Never change a step that was released: add another.
const MIGRATIONS: &[&str] = &[
    // 1: players, games, their events and seats, and when the server was alive.
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
    // 2: lists are found by their filters alone, games by the names of their players; and who is gone outlives a restart.
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
    // 3: every list is found in its order, whatever it is narrowed down by.
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
];

/// Brings the file up to date. A file from a newer program is refused, and one of another program.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), Unfit> {
    connection.create_scalar_function(
        "folded",
        1,
        FunctionFlags::SQLITE_DETERMINISTIC,
        |context| Ok(queries::folded(context.get_raw(0).as_str()?)),
    )?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: usize = transaction.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    let (empty, ours): (bool, bool) = transaction.query_row(
        "SELECT count(*) = 0, coalesce(sum(name = 'alive'), 0) > 0 FROM sqlite_schema",
        (),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let new = empty && version == 0;
    if !ours && !new {
        return Err(Unfit::Foreign);
    }
    let Some(missing) = MIGRATIONS.get(version..) else {
        return Err(Unfit::Newer { version, known: MIGRATIONS.len() });
    };
    for step in missing {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len())?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_the_first_version_are_found_in_every_way() {
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
    fn migrations_apply_once_and_a_newer_file_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.execute("INSERT INTO alive VALUES (1, 7)", ()).unwrap();
        migrate(&mut connection).unwrap();
        let kept: i64 = connection.query_row("SELECT at FROM alive", (), |row| row.get(0)).unwrap();
        assert_eq!(kept, 7);

        connection.pragma_update(None, "user_version", MIGRATIONS.len() + 1).unwrap();
        let refused = migrate(&mut connection).unwrap_err().to_string();
        assert!(refused.contains("use a newer program"), "{refused}");
    }

    #[test]
    fn another_program_s_file_is_left_alone() {
        for version in [0, 1, MIGRATIONS.len() + 1] {
            let mut connection = Connection::open_in_memory().unwrap();
            connection.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
            connection.pragma_update(None, "user_version", version).unwrap();
            let refused = migrate(&mut connection).unwrap_err();
            assert!(matches!(refused, Unfit::Foreign), "{refused}");
            let tables = "SELECT count(*) FROM sqlite_schema";
            assert_eq!(connection.query_row(tables, (), |row| row.get(0)), Ok(1));
        }
    }
}

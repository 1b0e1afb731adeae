//! The oldest SQLite that keeps every commit: a build can link another one than the bundled one.

use crate::storage::StorageError;

/// Before 3.51.3, commits can be lost if another connection starts a checkpoint at the same moment.
const MINIMUM: i32 = 3_051_003;

/// Fails for a version, such as 3051003, that is too old.
pub(super) fn check(version: i32) -> Result<(), StorageError> {
    if version >= MINIMUM {
        return Ok(());
    }
    let [used, minimum] = [version, MINIMUM].map(text);
    let error = format!(
        "it can lose stored moves; link SQLite {minimum} or newer, or build with the bundled one"
    );
    Err(StorageError::new(&format!("use SQLite {used}"), error))
}

fn text(version: i32) -> String {
    format!("{}.{}.{}", version / 1_000_000, version / 1_000 % 1_000, version % 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_sqlite_is_new_enough() {
        let version = rusqlite::version_number();
        assert!(version >= 3_051_003, "{version}");
        check(version).unwrap();
    }

    #[test]
    fn the_document_lists_the_bundled_c_libraries() {
        let lock = include_str!("../../../../../Cargo.lock");
        let ring = lock.split_once("name = \"ring\"\nversion = \"").unwrap().1;
        let ring = ring.split_once('"').unwrap().0;
        let document = include_str!("../../../../../docs/use/operations.md");
        for (library, version) in [("SQLite", rusqlite::version()), ("ring", ring)] {
            let row = format!("| {library} | {version} |");
            assert!(
                document.contains(&row),
                "check the known defects, then update the table: {row}"
            );
        }
    }

    #[test]
    fn versions_that_can_lose_commits_are_refused() {
        for (version, name) in
            [(3_051_002, "3.51.2"), (3_050_999, "3.50.999"), (3_009_002, "3.9.2")]
        {
            let error = check(version).unwrap_err().to_string();
            assert!(error.contains(&format!("cannot use SQLite {name}: it can lose")), "{error}");
            assert!(error.contains("SQLite 3.51.3 or newer"), "{error}");
        }
        for version in [3_051_003, 3_051_004, 3_052_000, 4_000_000] {
            check(version).unwrap();
        }
    }
}

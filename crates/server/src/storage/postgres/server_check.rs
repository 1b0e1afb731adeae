//! Refuses a PostgreSQL server that is too old or would lose acknowledged events.

use tokio_postgres::Client;

use super::migrations::MigrationError;

/// The oldest version that is tested.
const MIN_VERSION: i32 = 15;

pub(super) async fn check_server(client: &Client) -> Result<(), MigrationError> {
    let sql = "SELECT current_setting('server_version_num')::integer / 10000,
                      current_setting('synchronous_commit'), current_setting('fsync')";
    let row = client.query_one(sql, &[]).await?;
    check(row.try_get(0)?, row.try_get(1)?, row.try_get(2)?).map_err(MigrationError::Refused)
}

/// A sentence that says what to do, if the server cannot be used.
fn check(version: i32, synchronous_commit: &str, fsync: &str) -> Result<(), String> {
    if version < MIN_VERSION {
        return Err(format!(
            "it runs PostgreSQL {version}, at least {MIN_VERSION} is needed; upgrade it"
        ));
    }
    if synchronous_commit == "off" {
        return Err(
            "synchronous_commit is off, so a crash could lose moves; turn it on for this role with: \
             ALTER ROLE USER SET synchronous_commit = on"
                .to_owned(),
        );
    }
    if fsync == "off" {
        tracing::warn!("PostgreSQL runs with fsync = off: a power cut can lose games");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_or_careless_server_is_refused() {
        assert_eq!(check(MIN_VERSION, "on", "on"), Ok(()));
        assert_eq!(check(MIN_VERSION + 3, "remote_apply", "off"), Ok(()));
        let error = check(MIN_VERSION - 1, "on", "on").unwrap_err();
        assert_eq!(error, "it runs PostgreSQL 14, at least 15 is needed; upgrade it");
        assert!(check(MIN_VERSION, "off", "on").is_err());
    }
}

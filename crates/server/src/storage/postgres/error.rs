//! Errors of PostgreSQL, with advice.

use std::error::Error as _;
use std::fmt;

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use crate::storage::StorageError;

/// Why a query failed.
#[derive(Debug)]
pub(super) enum QueryError {
    Postgres(Error),
    /// A row does not hold what it should.
    Damaged(String),
    /// The storage is closed.
    Closed,
    /// It took too long.
    Timeout,
}

impl From<Error> for QueryError {
    fn from(error: Error) -> Self {
        Self::Postgres(error)
    }
}

impl From<PoolError> for QueryError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => Self::Postgres(error),
            PoolError::Timeout(_) => Self::Timeout,
            PoolError::Closed | PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => {
                Self::Closed
            }
        }
    }
}

impl QueryError {
    /// The code, if PostgreSQL itself reported the error.
    pub(super) fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Postgres(error) => error.code(),
            Self::Damaged(_) | Self::Closed | Self::Timeout => None,
        }
    }

    /// Whether the connection is gone, so that the same query may succeed on another one.
    pub(super) fn lost_connection(&self) -> bool {
        match self {
            Self::Postgres(error) => match error.code() {
                // Shutting down, crashed, or idle for too long.
                Some(code) => {
                    code.code().starts_with("57P")
                        || *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
                }
                None => error.is_closed() || error.source().is_some(),
            },
            Self::Damaged(_) | Self::Closed | Self::Timeout => false,
        }
    }

    pub(super) fn to_storage_error(&self, operation: &str) -> StorageError {
        match self {
            Self::Damaged(message) => StorageError::damaged(operation, message),
            error => StorageError::new(operation, error),
        }
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(error) => f.write_str(&with_advice(error)),
            Self::Damaged(message) => f.write_str(message),
            Self::Closed => f.write_str("the database is closed"),
            Self::Timeout => f.write_str("PostgreSQL does not answer in time"),
        }
    }
}

/// PostgreSQL's error message, with advice if there is any.
pub(super) fn with_advice(error: &Error) -> String {
    if let Some(reported) = error.as_db_error() {
        let advice = advice_for(reported.code());
        return format!("{}{advice}", reported.message());
    }
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message = format!("{message}: {cause}");
        source = cause.source();
    }
    format!("{message}{}", advice_for_message(&message))
}

/// What to do about an error that PostgreSQL did not report.
fn advice_for_message(message: &str) -> &'static str {
    if message.contains("does not allow writes") {
        "; this is a read-only replica, name the primary (or all hosts, separated by commas)"
    } else if message.contains("password") || message.contains("authentication") {
        "; set PGPASSWORD or use --database-password-file"
    } else if message.contains("does not support TLS") {
        "; turn it on there (ssl = on), or turn it off with sslmode=disable in the URL if the network \
         is trusted"
    } else if message.contains("certificate") || message.contains("TLS") {
        "; name the issuer's certificate with sslrootcert=FILE in the URL, or turn TLS off with \
         sslmode=disable if the network is trusted"
    } else if message.contains("connecting") {
        "; check that PostgreSQL runs there and accepts connections"
    } else {
        ""
    }
}

fn advice_for(code: &SqlState) -> &'static str {
    match code.code() {
        "08P01" => "; connect to PostgreSQL directly, not through a pooler",
        "28P01" => "; check the user and the password (PGPASSWORD or --database-password-file)",
        "28000" => {
            "; create the role with createuser, and allow it from this address in pg_hba.conf"
        }
        "3D000" => "; create it with: createdb --owner USER DATABASE",
        "42501" => "; give the role its schema with: CREATE SCHEMA trid AUTHORIZATION USER",
        "25006" => "; this is a read-only replica, name the primary",
        "53300" => "; raise max_connections or run fewer processes",
        "53100" => "; free some disk space on the database server",
        "57P03" => "; PostgreSQL is starting or stopping, try again soon",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_fits_the_error() {
        for (message, expected) in [
            ("error performing TLS handshake: server does not support TLS", "sslmode=disable"),
            (
                "error performing TLS handshake: invalid peer certificate: UnknownIssuer",
                "sslrootcert",
            ),
            ("invalid configuration: password missing", "PGPASSWORD"),
            ("database does not allow writes", "name the primary"),
            ("error connecting to server: Connection refused", "check that PostgreSQL runs there"),
        ] {
            let advice = advice_for_message(message);
            assert!(advice.contains(expected), "{message}{advice}");
        }
        let advice =
            advice_for_message("error performing TLS handshake: server does not support TLS");
        assert!(!advice.contains("sslrootcert"), "a certificate does not help: {advice}");
        // The role does not exist, or pg_hba.conf does not allow it.
        assert!(advice_for(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION).contains("createuser"));
    }
}

//! The database that a command uses: a SQLite file or a PostgreSQL database.

use std::fs;
use std::path::{Path, PathBuf};

use trid_server::storage::{PostgresConfig, read_password_file};

use crate::error::CliError;

/// Which database to use.
pub(crate) enum Database {
    /// A SQLite file. Its folder exists.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(Box<PostgresConfig>),
}

impl Database {
    /// Parses `sqlite:PATH` or a URL such as `postgres://USER@HOST/DATABASE`.
    pub(crate) fn parse(text: &str, password_file: Option<&Path>) -> Result<Self, CliError> {
        let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
        match scheme {
            "sqlite" if !rest.is_empty() => Self::sqlite(PathBuf::from(rest)),
            _ if is_postgres(text) => {
                let password = password_file.map(read_password_file).transpose();
                let config = password.and_then(|password| PostgresConfig::parse(text, password));
                config.map(|config| Self::Postgres(Box::new(config))).map_err(CliError::input)
            }
            // The text may contain a password.
            _ => Err(CliError::input(
                "unsupported database, expected sqlite:PATH or postgres://USER@HOST/DATABASE",
            )),
        }
    }

    /// A SQLite file. Creates its folder.
    pub(crate) fn sqlite(path: PathBuf) -> Result<Self, CliError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                let folder = folder.display();
                CliError::input(format!(
                    "cannot make the folder {folder}: {error}; name another with --data"
                ))
            })?;
        }
        Ok(Self::Sqlite(path))
    }
}

/// Whether this is the URL of a PostgreSQL database.
pub(crate) fn is_postgres(text: &str) -> bool {
    text.starts_with("postgres:") || text.starts_with("postgresql:")
}

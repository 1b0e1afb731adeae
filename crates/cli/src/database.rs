//! The database that a command uses: a SQLite file or a PostgreSQL database.

use std::fs;
use std::path::{Path, PathBuf};

use trid_server::storage::{OpenError, Storage};
#[cfg(feature = "postgres")]
use trid_server::storage::{PostgresConfig, read_password_file};

use crate::error::CliError;

/// Which database to use.
pub(crate) enum Database {
    /// A SQLite file. Its folder exists.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    #[cfg(feature = "postgres")]
    Postgres(Box<PostgresConfig>),
}

impl Database {
    /// Parses `sqlite:PATH` or a URL such as `postgres://USER@HOST/DATABASE`.
    pub(crate) fn parse(text: &str, password_file: Option<&Path>) -> Result<Self, CliError> {
        let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
        match scheme {
            "sqlite" if !rest.is_empty() => Self::sqlite(PathBuf::from(rest)),
            _ if is_postgres(text) => Self::postgres(text, password_file),
            // The text may contain a password.
            _ => Err(CliError::input(
                "unsupported database, expected sqlite:PATH or postgres://USER@HOST/DATABASE",
            )),
        }
    }

    #[cfg(feature = "postgres")]
    fn postgres(url: &str, password_file: Option<&Path>) -> Result<Self, CliError> {
        let password = password_file.map(read_password_file).transpose();
        let config = password.and_then(|password| PostgresConfig::parse(url, password));
        config.map(|config| Self::Postgres(Box::new(config))).map_err(CliError::input)
    }

    #[cfg(not(feature = "postgres"))]
    fn postgres(_: &str, _: Option<&Path>) -> Result<Self, CliError> {
        Err(CliError::input(
            "this program was built without PostgreSQL; use sqlite:PATH, or build it with \
             cargo build --release --package trid",
        ))
    }

    /// Opens it. `node` names this process in PostgreSQL.
    pub(crate) async fn open(self, node: Option<&str>) -> Result<Storage, OpenError> {
        #[cfg(not(feature = "postgres"))]
        let _ = node;
        match self {
            Self::Sqlite(path) => Storage::open_file(&path),
            #[cfg(feature = "postgres")]
            Self::Postgres(config) => Storage::connect(*config, node).await,
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

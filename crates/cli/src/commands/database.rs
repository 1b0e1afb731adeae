//! `trid database copy`: moves a server's games and players to another database.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use tokio::time::timeout;
use trid_server::storage::{Copied, OpenError, StartedAs, Storage, copy};

use crate::database::Database;
use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Used by the help of the command and of its subcommand.
const EXAMPLE: &str = "Example:\n  \
                       trid database copy --from sqlite:trid.db --to postgres://trid@localhost/trid\n\n\
                       Stop all servers that use either database first. Idempotency keys, which last\n\
                       a day, are not copied.";

/// How long to wait for the right to use a PostgreSQL database alone.
const JOIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Copy a server's games and players to another database
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Copy(CopyArguments),
}

/// Copy everything to an empty database and verify the copy
#[derive(Args)]
#[command(after_help = EXAMPLE)]
struct CopyArguments {
    /// Database to copy: sqlite:PATH or postgres://USER@HOST/NAME
    #[arg(long, value_name = "URL")]
    from: String,
    /// Empty database to copy to
    #[arg(long, value_name = "URL")]
    to: String,
    /// File with PostgreSQL's password [default: use PGPASSWORD]
    #[arg(long, value_name = "FILE", env = "TRID_DATABASE_PASSWORD_FILE")]
    database_password_file: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let Action::Copy(arguments) = self.action;
        arguments.run(output)
    }
}

impl CopyArguments {
    fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let password_file = self.database_password_file.as_deref();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| CliError::input(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            if !sqlite_exists(&self.from) {
                return Err(CliError::input(format!("{} does not exist", self.from)));
            }
            let from = open(&self.from, password_file).await?;
            let to = open(&self.to, password_file).await?;
            let copied = copy(&from, &to).await.map_err(CliError::input)?;
            for storage in [from, to] {
                storage.close().await.map_err(CliError::input)?;
            }
            let Copied { players, games, events, damaged } = copied;
            writeln!(
                output,
                "copied and verified {players} players, {games} games, {events} events"
            )?;
            if damaged.is_empty() {
                return Ok(ExitStatus::Success);
            }
            Err(CliError::input(format!(
                "games with damaged events were not copied, keep the original: {}",
                damaged.join(", ")
            )))
        })
    }
}

/// Whether the database is not a SQLite file that is missing and would be created empty.
fn sqlite_exists(url: &str) -> bool {
    // A URL without a path is refused with advice when it is opened.
    url.strip_prefix("sqlite:").is_none_or(|path| path.is_empty() || Path::new(path).exists())
}

/// Opens a database that no server uses.
async fn open(url: &str, password_file: Option<&Path>) -> Result<Storage, CliError> {
    let opened = Database::parse(url, password_file)?.open(Some("copy")).await;
    let storage = opened.map_err(|error| match error {
        OpenError::InUse { .. } => CliError::input(format!("{error}; stop that one first")),
        OpenError::Storage(_) => CliError::input(error),
    })?;
    // It waits for as long as another process is starting or copying.
    match timeout(JOIN_TIMEOUT, storage.join()).await {
        Ok(Ok(StartedAs::First)) => Ok(storage),
        Ok(Err(error)) => Err(CliError::input(error)),
        Ok(Ok(StartedAs::Another)) | Err(_) => Err(CliError::input(
            "servers or another copy use the PostgreSQL database; stop all of them first",
        )),
    }
}

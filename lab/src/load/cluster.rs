//! Several servers with one PostgreSQL database.

use std::path::PathBuf;

use tokio_postgres::{Client, NoTls};
use trid_testbed::{Durability, TemporaryPostgres};

use super::LoadResult;
use super::server_process::{ServerProcess, cpu_time};

/// Servers and their database, with the same guarantees as in production. The servers stop first.
pub(crate) struct Cluster {
    pub(crate) servers: Vec<ServerProcess>,
    pub(crate) database: TemporaryPostgres,
}

impl Cluster {
    pub(crate) fn start(program: &str, servers: usize) -> LoadResult<Self> {
        let database = TemporaryPostgres::start(Durability::Full, &[])?;
        let url = database.url("trid");
        let start = || {
            let none = PathBuf::from("/nonexistent/trid-load");
            ServerProcess::start_with(program, &["--database", &url], none)
        };
        let servers = (0..servers).map(|_| start()).collect::<LoadResult<_>>()?;
        Ok(Self { servers, database })
    }
}

/// The CPU time of all processes of a database that run now, in seconds.
pub(crate) fn database_cpu_time(database: &TemporaryPostgres) -> LoadResult<f64> {
    let main = database.process_id().ok_or("the database does not run")?;
    let mut total = cpu_time(&main)?;
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(id) = name.to_str().filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
        else {
            continue;
        };
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let parent = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1));
        if parent == Some(main.as_str()) {
            total += cpu_time(id).unwrap_or_default();
        }
    }
    Ok(total)
}

/// A connection to a database of [`Cluster`].
pub(crate) async fn connect(url: &str) -> LoadResult<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    // Reads answers, and discards notifications.
    tokio::spawn(connection);
    Ok(client)
}

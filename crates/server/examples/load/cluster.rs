//! Several servers with one PostgreSQL database.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use trid_client::{Client, GameSocket};
use trid_protocol::{EventKind, ServerMessage};
use trid_testbed::{Durability, TemporaryPostgres};

use super::{LoadResult, Pair, ServerProcess, cpu_time};

/// Servers and their database, with the same guarantees as in production.
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

/// Idle spectators of one game, spread over all servers. Measures when the last one has received a move.
pub(crate) async fn watch(cluster: &Cluster, count: usize) -> LoadResult<()> {
    let servers = &cluster.servers;
    let mut pair = Pair::open(&[servers[0].url.clone(), servers[0].url.clone()], 3).await?;
    let game = pair.id.clone();
    let mut watchers = Vec::new();
    for server in servers {
        watchers.push(Client::register(&server.url, "").await?);
    }
    let mut sockets: Vec<GameSocket> = Vec::new();
    for number in 0..count {
        sockets.push(watchers[number % watchers.len()].socket(&game, 0).await?);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut waiting = tokio::task::JoinSet::new();
    for mut socket in sockets {
        waiting.spawn(async move {
            loop {
                match socket.receive().await? {
                    Some(ServerMessage::Event { event })
                        if matches!(event.kind, EventKind::Moved { .. }) =>
                    {
                        return LoadResult::Ok((Instant::now(), socket));
                    }
                    Some(_) => {}
                    None => return Err("a socket is closed".into()),
                }
            }
        });
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let sent = Instant::now();
    pair.play_one().await?;
    let mut last = sent;
    while let Some(received) = waiting.join_next().await {
        last = last.max(received??.0);
    }
    let memory = servers.iter().map(ServerProcess::memory).sum::<LoadResult<f64>>()?;
    println!(
        "watchers {count} on {} servers | a move reached all after {:.0} ms | memory of all servers {memory:.0} MiB",
        servers.len(),
        (last - sent).as_secs_f64() * 1000.0
    );
    Ok(())
}

//! Idle spectators.

use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trid_client::{Client, GameSocket};
use trid_protocol::{EventKind, NewGame, ServerMessage};

use super::LoadResult;
use super::cluster::Cluster;
use super::pair::{NewPair, Pair};
use super::server_process::{ServerProcess, folder};

/// How often progress is printed, in sockets.
const PROGRESS_STEP: usize = 1000;
/// How long the servers get to send the number of spectators.
const SETTLE_TIME: Duration = Duration::from_secs(5);

/// Idle spectators of one game on one server. Measures a move in another game.
pub(crate) async fn watch_other_game(program: &str, count: usize) -> LoadResult<()> {
    let server = ServerProcess::start(program, folder("watchers"))?;
    let mut pair = Pair::open(&[server.url.clone(), server.url.clone()], 3).await?;
    let before = server.memory()?;
    let watcher = Client::register(&server.url, "").await?;
    let game = watcher.create(&NewGame::default()).await?.id;
    let mut sockets = Vec::new();
    for _ in 0..count {
        sockets.push(watcher.socket(&game, 0).await?);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let delay = pair.play_one().await?;
    println!(
        "watchers {count} | server memory {:.0} MiB, before them {before:.0} | a move elsewhere took {:.2} ms",
        server.memory()?,
        delay.as_secs_f64() * 1000.0
    );
    Ok(())
}

/// Spectators of one game, spread over all servers. Measures when the last one has received a move.
pub(crate) async fn watch_one_game(cluster: &Cluster, count: usize) -> LoadResult<()> {
    let servers = &cluster.servers;
    let new = NewPair::create(&[servers[0].url.clone(), servers[0].url.clone()]).await?;
    let before = memory(servers)?;
    let mut watchers = Vec::new();
    for server in servers {
        watchers.push(Client::register(&server.url, "").await?);
    }
    let mut waiting = JoinSet::new();
    for number in 0..count {
        let socket = watchers[number % watchers.len()].socket(&new.id, 0).await?;
        // Read from the start, because a socket that is not read for long is closed.
        waiting.spawn(receive_move(socket));
        if (number + 1) % PROGRESS_STEP == 0 {
            eprintln!("{} watchers of {count} are connected", number + 1);
        }
    }
    let mut pair = new.connect(3).await?;
    tokio::time::sleep(SETTLE_TIME).await;
    let sent = Instant::now();
    pair.play_one().await?;
    let mut last = sent;
    while let Some(received) = waiting.join_next().await {
        last = last.max(received??.0);
    }
    println!(
        "watchers {count} on {} servers | a move reached all after {:.0} ms | memory of all servers {:.0} MiB, before them {before:.0}",
        servers.len(),
        (last - sent).as_secs_f64() * 1000.0,
        memory(servers)?
    );
    Ok(())
}

/// Reads until the first move. Returns when it came, and the socket, which stays open.
async fn receive_move(mut socket: GameSocket) -> LoadResult<(Instant, GameSocket)> {
    loop {
        match socket.receive().await? {
            Some(ServerMessage::Event { event })
                if matches!(event.kind, EventKind::Moved { .. }) =>
            {
                return Ok((Instant::now(), socket));
            }
            Some(_) => {}
            None => return Err("a socket is closed".into()),
        }
    }
}

fn memory(servers: &[ServerProcess]) -> LoadResult<f64> {
    servers.iter().map(ServerProcess::memory).sum()
}

//! Many games at once, one move per second each.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trid_testbed::TemporaryPostgres;

use super::LoadResult;
use super::cluster::{connect, database_cpu_time};
use super::pair::Pair;
use super::server_process::{ServerProcess, cpu_time};

/// How many games are opened at the same time.
const OPENED_AT_ONCE: usize = 100;
/// How often progress is printed, in games.
const PROGRESS_STEP: usize = 500;

/// Plays games in which the players use different servers, if there are several.
pub(crate) async fn play(
    servers: &[ServerProcess],
    database: Option<&TemporaryPostgres>,
    games: usize,
    seconds: u64,
) -> LoadResult<()> {
    let urls =
        |number: usize| [0, 1].map(|side| servers[(number + side) % servers.len()].url.clone());
    let mut pairs = Vec::new();
    while pairs.len() < games {
        // At the same time, because a socket that is not read for long is closed.
        let mut opening = JoinSet::new();
        for number in pairs.len()..games.min(pairs.len() + OPENED_AT_ONCE) {
            let urls = urls(number);
            opening.spawn(async move { Pair::open(&urls, number as u64 + 1).await });
        }
        pairs.extend(opening.join_all().await.into_iter().collect::<LoadResult<Vec<Pair>>>()?);
        if pairs.len().is_multiple_of(PROGRESS_STEP) {
            eprintln!("{} games of {games} are open", pairs.len());
        }
    }
    eprintln!("playing for {seconds} s");
    let delays = Arc::new(Mutex::new(Vec::new()));
    let before = CpuTimes::read(servers, database)?;
    let log_before = log_position(database).await?;
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for (number, mut pair) in pairs.into_iter().enumerate() {
        let delays = Arc::clone(&delays);
        let urls = urls(number);
        playing.spawn(async move {
            // Spread the games over a second.
            tokio::time::sleep(Duration::from_micros(number as u64 * 1_000_000 / games as u64))
                .await;
            let mut ticks = tokio::time::interval(Duration::from_secs(1));
            let mut own = Vec::new();
            while Instant::now() < until {
                ticks.tick().await;
                if pair.is_over() {
                    pair = Pair::open(&urls, number as u64 + 7).await?;
                }
                own.push(pair.play_one().await?);
            }
            delays.lock().map_err(|_| "a task broke")?.append(&mut own);
            LoadResult::Ok(())
        });
    }
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    let took = began.elapsed().as_secs_f64();
    let used = CpuTimes::read(servers, database)?.since(before);
    let mut delays = std::mem::take(&mut *delays.lock().map_err(|_| "a task broke")?);
    delays.sort();
    let storage = if database.is_some() { "PostgreSQL" } else { "SQLite" };
    println!("{storage}, servers {} games {games} {}", servers.len(), summary(&delays, took));
    let memory = servers.iter().map(ServerProcess::memory).sum::<LoadResult<f64>>()?;
    println!(
        "processor, cores in use: servers {:.2} database {:.2} driver {:.2} | server memory {memory:.0} MiB",
        used.servers / took,
        used.database / took,
        used.driver / took,
    );
    println!(
        "processor per move, ms: servers {:.3} database {:.3}",
        used.servers * 1000.0 / delays.len() as f64,
        used.database * 1000.0 / delays.len() as f64
    );
    if let Some(before) = log_before {
        let written = log_position(database).await?.unwrap_or(before) - before;
        println!("write-ahead log per move, bytes: {}", written / delays.len() as i64);
    }
    Ok(())
}

/// The number of moves, their speed and how long they took to the opponent.
fn summary(delays: &[Duration], took: f64) -> String {
    let at = |part: f64| delays[((delays.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    format!(
        "moves {} per second {:.0} | from sending to the opponent's receipt, ms: \
         median {:.2} p99 {:.2} p99.9 {:.2} most {:.2}",
        delays.len(),
        delays.len() as f64 / took,
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

/// How many bytes of write-ahead log PostgreSQL has written.
async fn log_position(database: Option<&TemporaryPostgres>) -> LoadResult<Option<i64>> {
    let Some(database) = database else {
        return Ok(None);
    };
    let client = connect(&database.url("trid")).await?;
    let query = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint";
    Ok(Some(client.query_one(query, &[]).await?.get(0)))
}

/// CPU time used so far, in seconds.
#[derive(Clone, Copy)]
struct CpuTimes {
    servers: f64,
    database: f64,
    driver: f64,
}

impl CpuTimes {
    fn read(servers: &[ServerProcess], database: Option<&TemporaryPostgres>) -> LoadResult<Self> {
        let servers = servers.iter().map(|server| cpu_time(&server.child.id().to_string()));
        let database = database.map_or(Ok(0.0), database_cpu_time)?;
        Ok(Self { servers: servers.sum::<LoadResult<f64>>()?, database, driver: cpu_time("self")? })
    }

    fn since(self, before: Self) -> Self {
        Self {
            servers: self.servers - before.servers,
            database: self.database - before.database,
            driver: self.driver - before.driver,
        }
    }
}

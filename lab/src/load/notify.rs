//! What `NOTIFY` costs at commit: the same groups of events, stored with and without it.
//!
//! Each writer stands for the writer of one server, and each server listens. PostgreSQL lets only one transaction
//! with notifications commit at a time, so the cost shows with several writers.

use std::time::{Duration, Instant};

use serde_json::to_string;
use tokio::task::JoinSet;
use tokio_postgres::Client;
use trid_protocol::{EventKind, Remaining};
use trid_server::identity::random_game_id;
use trid_server::storage::{PostgresConfig, Storage};
use trid_testbed::{Durability, TemporaryPostgres};

use super::LoadResult;
use super::cluster::{connect, database_cpu_time};

/// The number of moves that are stored together.
const GROUP: usize = 10;
/// Runs with and without notifications take turns, so that both see the same noise.
const ROUNDS: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Notifications {
    Without,
    With,
}

#[derive(Default)]
struct Totals {
    commits: u64,
    seconds: f64,
    database: f64,
}

/// Measures for this time with notifications, and as long without.
pub(crate) async fn compare(writers: usize, seconds: u64) -> LoadResult<()> {
    let database = TemporaryPostgres::start(Durability::Full, &[])?;
    let url = database.url("trid");
    // Creates the tables.
    Storage::connect(PostgresConfig::parse(&url, None)?, None).await?.close().await?;
    let mut clients = Vec::new();
    let mut listeners = Vec::new();
    for _ in 0..writers {
        clients.push(connect(&url).await?);
        let listener = connect(&url).await?;
        listener.batch_execute("LISTEN trid").await?;
        listeners.push(listener);
    }
    let length = Duration::from_secs(seconds) / ROUNDS;
    let mut totals = [Totals::default(), Totals::default()];
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for notifications in [Notifications::Without, Notifications::With] {
            let total = &mut totals[notifications as usize];
            let (began, before) = (Instant::now(), database_cpu_time(&database)?);
            let mut writing = JoinSet::new();
            for client in clients.drain(..) {
                writing.spawn(write(client, notifications, began + length));
            }
            while let Some(ended) = writing.join_next().await {
                let (client, commits) = ended??;
                clients.push(client);
                total.commits += commits;
            }
            total.seconds += began.elapsed().as_secs_f64();
            total.database += database_cpu_time(&database)? - before;
        }
    }
    for (total, name) in totals.iter().zip(["without", "with"]) {
        let commits = total.commits as f64;
        println!(
            "{name} NOTIFY, writers {writers} moves per commit {GROUP} | commits per second {:.0} | one commit {:.2} ms | database per commit {:.3} ms of processor",
            commits / total.seconds,
            total.seconds * 1000.0 * writers as f64 / commits,
            total.database * 1000.0 / commits
        );
    }
    Ok(())
}

/// Commits groups of moves in new games until the deadline. Returns how many.
async fn write(
    mut client: Client,
    notifications: Notifications,
    deadline: Instant,
) -> LoadResult<(Client, u64)> {
    let insert = client
        .prepare(
            "INSERT INTO trid.events (game, seq, at, body, head)
             SELECT game, $2, $3, $4, decode(md5(game), 'hex') FROM unnest($1::text[]) AS new (game)",
        )
        .await?;
    let notify = client.prepare("SELECT pg_notify('trid', $1)").await?;
    let clocks = Some(Remaining { white: 600_000, black: 600_000 });
    let body = to_string(&EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks, lag: None })?;
    let games: Vec<String> = (0..GROUP).map(|_| random_game_id().to_string()).collect();
    let mut commits = 0;
    for seq in 1_i32.. {
        if Instant::now() >= deadline {
            break;
        }
        let transaction = client.transaction().await?;
        transaction.execute(&insert, &[&games, &seq, &1_800_000_000_000_i64, &body]).await?;
        if notifications == Notifications::With {
            let lengths: Vec<String> = games.iter().map(|game| format!("e{game}:{seq}")).collect();
            let payload = format!("load 1800000000000 {}", lengths.join(" "));
            transaction.execute(&notify, &[&payload]).await?;
        }
        transaction.commit().await?;
        commits += 1;
    }
    Ok((client, commits))
}

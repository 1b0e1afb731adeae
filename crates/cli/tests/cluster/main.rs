//! A cluster under load survives the loss of servers, of connections and of the database: nothing that a client was
//! told is lost or changed.

mod checker;
mod players;
mod proxy;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use checker::Checker;
use fastrand::Rng;
use players::Pair;
use proxy::Proxy;
use tokio::task::JoinSet;
use trid_client::Client;
use trid_testbed::{Durability, TemporaryPostgres, free_port};

const PAIRS: usize = 6;
const SERVERS: usize = 3;

/// How long faults last.
#[derive(Clone, Copy)]
struct Lengths {
    /// How long a process is stopped.
    stop: Duration,
    /// How long the database or the network is away.
    outage: Duration,
}

const SHORT: Lengths = Lengths { stop: Duration::from_secs(2), outage: Duration::from_millis(500) };
const LONG: Lengths = Lengths { stop: Duration::from_secs(30), outage: Duration::from_secs(5) };

#[test]
fn ten_faults_lose_nothing() {
    run(10, SHORT, 0x51_7E57);
}

#[test]
#[ignore = "takes hours; cargo xtask test --long runs it"]
fn many_long_faults_lose_nothing() {
    let faults = std::env::var("TRID_FAULTS").map_or(200, |number| number.parse().unwrap());
    run(faults, LONG, 0x51_7E58);
}

/// What happens to the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    KillServer,
    KillDatabase,
    CutConnections,
    DelayConnections,
    CloseConnections,
    DropData,
    StopServer,
    FullDisk,
    Failover,
}

impl Fault {
    const ALL: [Self; 9] = [
        Self::KillServer,
        Self::KillDatabase,
        Self::CutConnections,
        Self::DelayConnections,
        Self::CloseConnections,
        Self::DropData,
        Self::StopServer,
        Self::FullDisk,
        Self::Failover,
    ];
}

/// A server, which is killed when it is dropped.
struct Server {
    process: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    fn start(database: &str, port: u16) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_trid"))
            .args(["serve", "--addr", &format!("127.0.0.1:{port}"), "--no-limits"])
            .args(["--log", "quiet", "--database", database])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://"), "a server does not start");
        Self { process, port }
    }

    fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }
}

/// A primary with a synchronous replica, a proxy in front of each, and servers.
struct Cluster {
    primary: TemporaryPostgres,
    replica: Option<TemporaryPostgres>,
    proxies: [Proxy; 2],
    database: String,
    servers: Vec<Server>,
    lengths: Lengths,
    rng: Rng,
}

impl Cluster {
    async fn start(lengths: Lengths, seed: u64) -> Self {
        let settings = ["wal_level=replica", "min_wal_size=32MB", "max_wal_size=64MB"];
        let primary =
            TemporaryPostgres::start_on_small_disk(Durability::None, 400, &settings).unwrap();
        let replica = primary.start_replica("standby").unwrap();
        let synchronous = "ALTER SYSTEM SET synchronous_standby_names = 'standby'";
        primary.run_sql("postgres", synchronous).unwrap();
        primary.run_sql("postgres", "SELECT pg_reload_conf()").unwrap();
        let proxies = [Proxy::start(primary.port()).await, Proxy::start(replica.port()).await];
        let [first, second] = [&proxies[0], &proxies[1]].map(|proxy| proxy.port);
        let database = format!("postgres://postgres@127.0.0.1:{first},127.0.0.1:{second}/trid");
        let servers =
            (0..SERVERS).map(|_| Server::start(&database, free_port().unwrap())).collect();
        let rng = Rng::with_seed(seed);
        Self { primary, replica: Some(replica), proxies, database, servers, lengths, rng }
    }

    fn urls(&self) -> Vec<String> {
        self.servers.iter().map(|server| format!("http://127.0.0.1:{}", server.port)).collect()
    }

    async fn inflict(&mut self, fault: Fault) {
        let victim = self.rng.usize(..SERVERS);
        let Lengths { stop, outage } = self.lengths;
        match fault {
            Fault::KillServer => {
                let port = self.servers[victim].port;
                drop(self.servers.swap_remove(victim));
                tokio::time::sleep(outage).await;
                self.servers.push(Server::start(&self.database, port));
            }
            Fault::KillDatabase => {
                self.primary.kill();
                tokio::time::sleep(outage).await;
                self.primary.resume().unwrap();
            }
            Fault::CutConnections => self.proxies.iter().for_each(Proxy::cut),
            Fault::DelayConnections => {
                self.proxies.iter().for_each(|proxy| proxy.set_delay(Duration::from_millis(200)));
                tokio::time::sleep(2 * outage).await;
                self.proxies.iter().for_each(|proxy| proxy.set_delay(Duration::ZERO));
            }
            Fault::CloseConnections => {
                self.proxies.iter().for_each(|proxy| proxy.set_closed(true));
                self.proxies.iter().for_each(Proxy::cut);
                tokio::time::sleep(outage).await;
                self.proxies.iter().for_each(|proxy| proxy.set_closed(false));
            }
            Fault::DropData => {
                self.proxies.iter().for_each(|proxy| proxy.set_drops(true));
                tokio::time::sleep(2 * outage).await;
                self.proxies.iter().for_each(|proxy| proxy.set_drops(false));
                // What was lost is not sent again: these connections cannot go on.
                self.proxies.iter().for_each(Proxy::cut);
            }
            Fault::StopServer => {
                self.servers[victim].signal("-STOP");
                tokio::time::sleep(stop).await;
                self.servers[victim].signal("-CONT");
            }
            Fault::FullDisk => {
                if self.primary.fill_disk() {
                    tokio::time::sleep(2 * outage).await;
                    self.primary.free_disk().unwrap();
                }
            }
            Fault::Failover => {
                let Some(replica) = self.replica.take() else { return };
                self.primary.kill();
                replica.promote().unwrap();
                self.primary = replica;
            }
        }
    }
}

fn run(faults: usize, lengths: Lengths, seed: u64) {
    if TemporaryPostgres::find_programs().is_none() {
        eprintln!("skipped: PostgreSQL is not installed; apt-get install postgresql");
        return;
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let mut cluster = Cluster::start(lengths, seed).await;
        let urls = Arc::new(cluster.urls());
        let checker = Checker::default();
        let stop = Arc::new(AtomicBool::new(false));
        let mut playing = JoinSet::new();
        for number in 0..PAIRS {
            let white = Client::register(&urls[0], "").await.unwrap();
            let black = Client::register(&urls[1], "").await.unwrap();
            let pair = Pair {
                urls: Arc::clone(&urls),
                tokens: [white, black].map(|client| client.token().to_owned()),
                checker: checker.clone(),
                stop: Arc::clone(&stop),
                rng: Rng::with_seed(seed + number as u64),
                unknown: None,
                disconnected: None,
            };
            playing.spawn(pair.run());
        }
        let mut order = Fault::ALL.to_vec();
        for number in 0..faults {
            // Every fault happens before one happens again. The small disk goes with the first primary.
            if number % order.len() == 0 {
                cluster.rng.shuffle(&mut order);
                order.sort_by_key(|fault| *fault == Fault::Failover);
            }
            let pause = cluster.rng.u64(200..1_000);
            tokio::time::sleep(Duration::from_millis(pause)).await;
            let fault = order[number % order.len()];
            println!("fault {}: {fault:?} {}", number + 1, checker::now());
            cluster.inflict(fault).await;
            wait_for_progress(&checker).await;
            assert!(playing.try_join_next().is_none(), "a pair has stopped playing");
        }
        stop.store(true, Ordering::Relaxed);
        while let Some(ended) = playing.join_next().await {
            ended.unwrap();
        }
        checker.check(&cluster.urls()).await;
    });
}

/// Waits until moves are acknowledged again: everything goes on without a restart.
async fn wait_for_progress(checker: &Checker) {
    let (before, started) = (checker.acknowledged(), Instant::now());
    while checker.acknowledged() < before + 2 * PAIRS {
        assert!(started.elapsed() < Duration::from_secs(90), "the cluster does not recover");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

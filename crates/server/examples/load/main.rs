//! Load tests: games of legal moves over sockets, spectators, a start with many stored games, and what `NOTIFY` costs.
//!
//! `load PROGRAM games N SECONDS`, `load PROGRAM watchers N`, `load PROGRAM start N` with SQLite, and `load PROGRAM
//! cluster SERVERS games N SECONDS`, `load PROGRAM cluster SERVERS watchers N` with PostgreSQL; PROGRAM is `trid`.
//! `load PROGRAM notify WRITERS SECONDS` uses PostgreSQL alone.

mod cluster;
mod games;
mod notify;
mod pair;
mod server_process;
mod start;
mod watchers;

use std::error::Error;

use cluster::Cluster;
use server_process::{ServerProcess, folder};

type LoadResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> LoadResult<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    eprintln!("\n{}", words.get(1..).unwrap_or_default().join(" "));
    match words[..] {
        [program, "games", games, seconds] => {
            let server = ServerProcess::start(program, folder("games"))?;
            runtime.block_on(games::play(&[server], None, games.parse()?, seconds.parse()?))
        }
        [program, "cluster", servers, "games", games, seconds] => {
            let cluster = Cluster::start(program, servers.parse()?)?;
            let (games, seconds) = (games.parse()?, seconds.parse()?);
            runtime.block_on(games::play(&cluster.servers, Some(&cluster.database), games, seconds))
        }
        [program, "cluster", servers, "watchers", count] => {
            let cluster = Cluster::start(program, servers.parse()?)?;
            runtime.block_on(watchers::watch_one_game(&cluster, count.parse()?))
        }
        [program, "watchers", count] => {
            runtime.block_on(watchers::watch_other_game(program, count.parse()?))
        }
        [program, "start", games] => runtime.block_on(start::start(program, games.parse()?)),
        [_, "notify", writers, seconds] => {
            runtime.block_on(notify::compare(writers.parse()?, seconds.parse()?))
        }
        _ => Err("usage: load PROGRAM [cluster SERVERS] games N SECONDS | watchers N | start N | \
                  notify WRITERS SECONDS"
            .into()),
    }
}

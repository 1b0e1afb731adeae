//! Load tests: games of legal moves over sockets, spectators, a start with many stored games, and what `NOTIFY` costs.

mod cluster;
mod games;
mod notify;
mod pair;
mod server_process;
mod start;
mod watchers;

use std::error::Error;

use clap::{Args, Subcommand};
use cluster::Cluster;
use server_process::{ServerProcess, folder};

use crate::LabResult;

type LoadResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

#[derive(Args)]
pub(crate) struct Load {
    /// The server: `trid`
    program: String,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games with one move per second each
    Games {
        games: usize,
        seconds: u64,
        /// This many servers with PostgreSQL instead of one with SQLite
        #[arg(long)]
        servers: Option<usize>,
    },
    /// Measures a move beside idle spectators
    Watchers {
        watchers: usize,
        /// This many servers with PostgreSQL; all spectators watch the game
        #[arg(long)]
        servers: Option<usize>,
    },
    /// Starts on a database with many games
    Start { games: usize },
    /// Stores groups of moves in PostgreSQL, with and without `NOTIFY`
    Notify { writers: usize, seconds: u64 },
}

impl Load {
    pub(crate) fn run(self) -> LabResult {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let program = &*self.program;
        match self.command {
            Command::Games { games, seconds, servers: None } => {
                let server = ServerProcess::start(program, folder("games"))?;
                runtime.block_on(games::play(&[server], None, games, seconds))
            }
            Command::Games { games, seconds, servers: Some(servers) } => {
                let cluster = Cluster::start(program, servers)?;
                let database = Some(&cluster.database);
                runtime.block_on(games::play(&cluster.servers, database, games, seconds))
            }
            Command::Watchers { watchers, servers: None } => {
                runtime.block_on(watchers::watch_other_game(program, watchers))
            }
            Command::Watchers { watchers, servers: Some(servers) } => {
                let cluster = Cluster::start(program, servers)?;
                runtime.block_on(watchers::watch_one_game(&cluster, watchers))
            }
            Command::Start { games } => runtime.block_on(start::start(program, games)),
            Command::Notify { writers, seconds } => {
                runtime.block_on(notify::compare(writers, seconds))
            }
        }
    }
}

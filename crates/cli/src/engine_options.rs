//! The options of commands that search: threads and size of the transposition table.

use clap::Args;
use trid_engine::{MAX_HASH, MAX_THREADS, Options};

/// Resources of the engine.
#[derive(Args)]
pub(crate) struct EngineOptions {
    /// Number of search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=MAX_HASH as i64))]
    hash: u32,
}

impl EngineOptions {
    /// The engine's options, with defaults for all others.
    pub(crate) fn options(&self) -> Options {
        Options {
            hash: self.hash as usize,
            threads: usize::from(self.threads),
            ..Options::default()
        }
    }
}

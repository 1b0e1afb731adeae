//! Tunes the evaluation weights on self-play games and writes `tuned_weights.rs`.
//!
//! For each rule book: plays games from random openings, collects their quiet positions with the results,
//! and fits the weights by gradient descent (Texel tuning).

mod fit;
mod games;
mod weights_file;

use std::{
    fs::{self, File},
    path::PathBuf,
    time::Instant,
};

use clap::Args;
use trid_engine::evaluation::tuned_weights;
use trid_rules::RuleBook;

use crate::{LabResult, all_threads};

/// The weights that the engine is built with.
const ENGINE_WEIGHTS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/engine/src/evaluation/tuned_weights.rs");

#[derive(Args)]
pub(crate) struct Tuning {
    /// Games per rule book
    #[arg(long, default_value_t = 4_000)]
    games: usize,
    /// Time limit for the games of each rule book [default: none]
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    seconds: u64,
    /// Nodes per move
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Number of threads
    #[arg(long, default_value_t = all_threads())]
    threads: usize,
    /// Epochs of the fit
    #[arg(long, default_value_t = 1_500)]
    epochs: usize,
    /// Output file [default: the engine's tuned_weights.rs]
    #[arg(long, default_value = ENGINE_WEIGHTS, hide_default_value = true)]
    out: PathBuf,
}

impl Tuning {
    pub(crate) fn run(&self) -> LabResult {
        Ok(run(self)?)
    }
}

fn run(arguments: &Tuning) -> Result<(), String> {
    // Check that the output is writable before hours of play, and replace it only when complete.
    let draft = arguments.out.with_extension("draft");
    let cannot_write = |error| format!("cannot write {}: {error}", draft.display());
    File::create(&draft).map_err(cannot_write)?;
    let fitted = fit_both(arguments);
    let written = fitted.and_then(|fitted| {
        fs::write(&draft, weights_file::text(&fitted)).map_err(cannot_write)?;
        fs::rename(&draft, &arguments.out)
            .map_err(|error| format!("cannot write {}: {error}", arguments.out.display()))
    });
    if let Err(message) = written {
        let _ = fs::remove_file(&draft);
        return Err(message);
    }
    eprintln!(
        "wrote {}\nnow update the bench count in docs/notes/engine.md (`cargo run --release -p trid -- bench`) \
         and run `cargo xtask test`",
        arguments.out.display()
    );
    Ok(())
}

fn fit_both(arguments: &Tuning) -> Result<[Vec<(i16, i16)>; 2], String> {
    let Tuning { games, seconds, nodes, threads, epochs, .. } = *arguments;
    let mut fitted = RuleBook::ALL.map(tuned_weights);
    for (book, weights) in RuleBook::ALL.into_iter().zip(&mut fitted) {
        let started = Instant::now();
        let samples = games::play(book, games, seconds, nodes, threads);
        eprintln!("{book}: {} positions in {:.0?}", samples.len(), started.elapsed());
        if samples.is_empty() {
            return Err(format!(
                "{book}: no game was finished, so there is nothing to fit; increase --games or --seconds"
            ));
        }
        *weights = fit::fit(&samples, weights, epochs, threads);
    }
    Ok(fitted)
}

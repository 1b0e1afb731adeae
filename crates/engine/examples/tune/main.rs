//! Tunes the evaluation weights on self-play games and writes `tuned_weights.rs`.
//!
//! For each rule book: plays games from random openings, collects their quiet positions with the results,
//! and fits the weights by gradient descent (Texel tuning).

mod fit;
mod games;
mod weights_file;

use std::{
    env,
    fs::{self, File},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

use trid_engine::evaluation::tuned_weights;
use trid_rules::RuleBook;

const USAGE: &str = "\
Usage: cargo xtask tune [OPTIONS]

  --games N     games per rule book [default: 4000]
  --seconds N   time limit for the games of each rule book
  --nodes N     nodes per move [default: 4000]
  --threads N   threads [default: number of CPUs]
  --epochs N    epochs of the fit [default: 1500]
  --out FILE    output file [default: the engine's tuned_weights.rs]";

/// The weights that the engine is built with.
const ENGINE_WEIGHTS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/src/evaluation/tuned_weights.rs");

struct Arguments {
    /// Games per rule book.
    games: usize,
    /// Time limit for the games of each rule book.
    seconds: u64,
    /// Nodes per move.
    nodes: u64,
    threads: usize,
    epochs: usize,
    out: PathBuf,
}

fn main() -> ExitCode {
    if env::args().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let arguments = match arguments(env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments {
        games: 4_000,
        seconds: u64::MAX,
        nodes: 4_000,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        epochs: 1_500,
        out: PathBuf::from(ENGINE_WEIGHTS),
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number =
            || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value:?}"));
        match word.as_str() {
            "--games" => arguments.games = number()? as usize,
            "--seconds" => arguments.seconds = number()?,
            "--nodes" => arguments.nodes = number()?,
            "--threads" => arguments.threads = number()?.max(1) as usize,
            "--epochs" => arguments.epochs = number()? as usize,
            "--out" => arguments.out = PathBuf::from(value),
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(arguments)
}

fn run(arguments: &Arguments) -> Result<(), String> {
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
        "wrote {}\nnow update the bench count in docs/engine.md (`cargo run --release -p trid -- bench`) \
         and run `cargo xtask test`",
        arguments.out.display()
    );
    Ok(())
}

fn fit_both(arguments: &Arguments) -> Result<[Vec<(i16, i16)>; 2], String> {
    let Arguments { games, seconds, nodes, threads, epochs, .. } = *arguments;
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

//! Fits the weights of the evaluation to the engine's own games, and writes the table anew.
//!
//! For each rule book: games from random openings, every quiet position of them with the result of its
//! game, then a logistic fit by gradient descent (Texel's method).

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

  --games N     games for each rule book, 4000 unless given
  --seconds N   play no longer than this for each rule book
  --nodes N     positions searched for each move, 4000 unless given
  --threads N   games at a time, one for each processor unless given
  --epochs N    features of the fit, 1500 unless given
  --out FILE    where the table goes, the engine's own unless given";

/// The table that the engine is built with.
const OWN_TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/evaluation/tuned_weights.rs");

struct Arguments {
    /// Games for each rule book.
    games: usize,
    /// The longest that games are played for each rule book.
    seconds: u64,
    /// Positions searched for each move.
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
        out: PathBuf::from(OWN_TABLE),
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
    // Found out before hours of play. The table itself changes only when the new one is whole.
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
        "wrote {}\nnow bring the count in docs/engine.md up to date (`cargo run --release -p trid -- bench`) \
         and run `cargo xtask test`",
        arguments.out.display()
    );
    Ok(())
}

fn fit_both(arguments: &Arguments) -> Result<[Vec<(i16, i16)>; 2], String> {
    let Arguments { games, seconds, nodes, threads, epochs, .. } = *arguments;
    let mut fitted = RuleBook::ALL.map(tuned_weights);
    for (book, weights) in RuleBook::ALL.into_iter().zip(&mut fitted) {
        let began = Instant::now();
        let samples = games::play(book, games, seconds, nodes, threads);
        eprintln!("{book}: {} positions in {:.0?}", samples.len(), began.elapsed());
        if samples.is_empty() {
            return Err(format!(
                "{book}: no game was finished, so there is nothing to fit; give --games or --seconds more room"
            ));
        }
        *weights = fit::fit(&samples, weights, epochs, threads);
    }
    Ok(fitted)
}

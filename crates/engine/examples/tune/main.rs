//! Fits the weights of the evaluation to the engine's own games, and writes the table anew.
//!
//! For each rule book: games from random openings, every quiet position of them with the result of its
//! game, then a logistic fit by gradient descent (Texel's method).

mod fit;
mod games;
mod table;

use std::{env, fs, process::ExitCode, time::Instant};

use trid_engine::evaluation::table_weights;
use trid_rules::RuleBook;

const USAGE: &str =
    "usage: tune [--games N] [--seconds N] [--nodes N] [--threads N] [--epochs N] [--out FILE]";

struct Arguments {
    /// Games for each rule book.
    games: usize,
    /// The longest that games are played for each rule book.
    seconds: u64,
    /// Positions searched for each move.
    nodes: u64,
    threads: usize,
    epochs: usize,
    out: String,
}

fn main() -> ExitCode {
    match arguments(env::args().skip(1)) {
        Ok(arguments) => run(&arguments),
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            ExitCode::from(2)
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
        out: "crates/engine/src/evaluation/table.rs".to_owned(),
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
            "--out" => arguments.out = value,
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    Ok(arguments)
}

fn run(arguments: &Arguments) -> ExitCode {
    let fitted = RuleBook::ALL.map(|book| {
        let began = Instant::now();
        let samples = games::play(
            book,
            arguments.games,
            arguments.seconds,
            arguments.nodes,
            arguments.threads,
        );
        eprintln!("{book}: {} positions in {:.0?}", samples.len(), began.elapsed());
        fit::fit(&samples, &table_weights(book), arguments.epochs, arguments.threads)
    });
    match fs::write(&arguments.out, table::text(&fitted)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write {}: {error}", arguments.out);
            ExitCode::FAILURE
        }
    }
}

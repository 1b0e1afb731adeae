//! The laboratory: training data, tuning, matches of versions, puzzles and load tests. `cargo lab help` lists the
//! commands.

mod compare;
mod datagen;
mod job_file;
mod load;
mod mates;
mod openings;
mod puzzles;
mod speed;
mod sprt;
mod tune;

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Training data, tuning, matches of versions, puzzles and load tests
#[derive(Parser)]
#[command(name = "lab")]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games for training the network, and packs them into training rows
    #[command(subcommand)]
    Datagen(datagen::command::Command),
    /// Plays games and fits the weights of the classical evaluation to them
    Tune(tune::Tuning),
    /// Tests whether a change makes the engine stronger
    Sprt(sprt::Test),
    /// Plays a match under both rule books at several time controls
    Compare(compare::Match),
    /// Generates match openings: random moves to a roughly even position, one opening per line
    Openings(openings::Openings),
    /// Generates the mate test suite: distance, key move and T-FEN per line
    Mates(mates::Mates),
    /// Measures nodes per second on the bench positions, with output like Stockfish's `bench`
    Speed(speed::Speed),
    /// Finds puzzles in engine games, and selects those that the page ships
    #[command(subcommand)]
    Puzzles(puzzles::command::Command),
    /// Plays games against a server and measures it
    Load(load::Load),
}

/// The result of a command. The error says what to do.
type LabResult = Result<(), Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    let result = match Lab::parse().command {
        Command::Datagen(command) => command.run(),
        Command::Tune(tuning) => tuning.run(),
        Command::Sprt(test) => test.run(),
        Command::Compare(match_) => match_.run(),
        Command::Openings(openings) => openings.run(),
        Command::Mates(mates) => mates.run(),
        Command::Speed(speed) => speed.run(),
        Command::Puzzles(command) => command.run(),
        Command::Load(load) => load.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// An error with the file that it concerns.
fn failed(path: &Path, error: impl Display) -> Box<dyn Error + Send + Sync> {
    format!("{}: {error}", path.display()).into()
}

/// The number of threads that run at the same time.
fn all_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Lab::command().debug_assert();
    }
}

//! The project's own commands: `cargo xtask play | cluster | test | bench | wasm | site | licenses | screenshots`.

mod bench;
mod browser;
mod cluster;
mod fuzz;
mod licenses;
mod play;
mod schema;
mod screenshots;
mod shell;
mod site;
mod steps;
mod test;
mod wasm;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
The project's own commands.

usage: cargo xtask COMMAND

  play                        build the game, serve it on this machine and open it in the browser
  cluster [--nodes N]         run PostgreSQL, several servers and HAProxy on this machine
  test [--long] [NAME...]     check everything, or only the steps whose name begins with NAME;
                              --long adds what takes hours
  test --list                 name the steps
  bench perft                 nodes per second beside cozy-chess
  bench instructions          instructions per node beside cozy-chess, under callgrind
  bench records               reading and writing games beside pgn-reader and shakmaty
  bench server                games, watchers and a start of 100,000 games on one server
  bench cluster               the same games on SQLite and on PostgreSQL with several servers,
                              the cost of NOTIFY, and 10,000 watchers of one game
  bench web                   first load, first interaction, paints, and perft beside native
  bench engine                nodes per second beside Stockfish with its classical evaluation
  wasm                        build the WebAssembly modules for the page
  site                        build a folder that any static host can serve
  licenses                    collect the licenses of all dependencies that ship
  screenshots                 take the screenshots in docs/pictures in a real browser
  help, --help, -h            print this
";

/// Why a command failed.
enum CommandError {
    /// The arguments are wrong.
    Usage(String),
    /// The command failed; the text says why and what to do.
    Failed(String),
    /// The command has already printed the reason.
    Reported,
}

impl From<String> for CommandError {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(CommandError::Usage(message)) => {
            eprintln!("xtask: {message}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Err(CommandError::Failed(message)) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
        Err(CommandError::Reported) => ExitCode::FAILURE,
    }
}

fn run(words: &[&str]) -> Result<(), CommandError> {
    match words {
        ["play"] => Ok(play::play()?),
        ["cluster", rest @ ..] => Ok(cluster::cluster(rest)?),
        ["test", rest @ ..] => test::test(rest),
        ["bench", rest @ ..] => bench::bench(rest),
        ["wasm"] => Ok(wasm::build()?),
        ["site"] => Ok(site::build()?),
        ["licenses"] => Ok(licenses::update()?),
        ["screenshots"] => Ok(screenshots::take()?),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        [] => Err(CommandError::Usage("which command?".into())),
        ["play" | "wasm" | "site" | "licenses" | "screenshots", extra, ..] => {
            Err(CommandError::Usage(format!("unexpected argument '{extra}'")))
        }
        [command, ..] => Err(CommandError::Usage(format!("no command '{command}'"))),
    }
}

/// The repository's root folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the repository's root")
        .to_path_buf()
}

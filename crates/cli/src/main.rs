//! `trid`: tridimensional chess from a terminal.

mod commands;
mod data_folder;
mod database;
mod engine_options;
mod error;
mod exit_status;
mod input;
mod interrupt;
mod json;
#[cfg(test)]
mod man_pages;
mod output;
mod position;
mod progress;
mod records;
mod text_board;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::error::CliError;

/// Tridimensional chess: play, analyse, convert and serve games
#[derive(Parser)]
#[command(
    name = "trid",
    version,
    after_help = "Without a command, `trid` starts a local server and opens the game in the browser.\n\n\
                  Results go to standard output, messages to standard error. The exit status is 0,\n\
                  1 if the answer is no (an illegal move), 2 for wrong usage or invalid input.\n\
                  `trid help COMMAND` shows a command's options and an example."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = BufWriter::new(io::stdout());
    let result = match arguments.command {
        Some(command) => command.run(&mut output),
        None => commands::serve::serve_locally(&mut output),
    };
    let result = result.and_then(|status| Ok(output.flush().map(|()| status)?));
    match result {
        Ok(status) => status.into(),
        Err(CliError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            // The reader has gone, as in `trid moves | head`. Discard the rest.
            std::mem::forget(output);
            ExitCode::SUCCESS
        }
        Err(error) => {
            // Results written before the error are kept.
            let _ = output.flush();
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

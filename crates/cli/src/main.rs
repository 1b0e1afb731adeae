//! `trid`: tridimensional chess from a terminal.

mod answer;
mod commands;
mod data_folder;
mod diff;
mod drawing;
mod json;
mod position;
mod records;
mod source;
mod target;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::answer::{Answer, Failure};
use crate::commands::Command;

/// Tridimensional chess: its moves, its positions, its trees.
#[derive(Parser)]
#[command(
    name = "trid",
    version,
    after_help = "Without a command the game is served on this machine and opened in the browser.\n\n\
                  Results go to standard output, messages to standard error. The exit status is 0,\n\
                  1 for a \"no\" (an illegal move), 2 for bad usage or bad input.\n\
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
        None => commands::serve::serve_here(&mut output),
    };
    let result = result.and_then(|answer| Ok(output.flush().map(|()| answer)?));
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            // Whoever read us (`trid moves | head`) has seen enough; what is left goes nowhere.
            std::mem::forget(output);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            // What was found before the failure still counts.
            let _ = output.flush();
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

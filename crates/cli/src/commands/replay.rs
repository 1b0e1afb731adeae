//! `trid replay`: plays a list of moves or a whole game record, and prints where it ends.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use crate::answer::{Answer, Failure};
use crate::position::PositionArguments;
use crate::records::{Unread, for_each_record};

/// Play moves or a game record, and print the final T-FEN
#[derive(Args)]
#[command(after_help = "Example: echo '1. b4N Nb6N 2. a3W' | trid replay -\n\n\
                        Reads moves in either notation, with or without numbers, T-PGN, or a saved game.\n\
                        A file of several games gives a line for each. The exit status is 1 when a move\n\
                        is not legal; which one and why goes to standard error.")]
pub(crate) struct Arguments {
    /// The file to read, - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        let replayed = for_each_record(&self.file, &self.position, &mut |record| {
            writeln!(output, "{}", record.game.position().to_tfen())?;
            Ok(ControlFlow::Continue(()))
        });
        answer(replayed)
    }
}

/// The answer of a command that reads records: an illegal move is a "no".
pub(crate) fn answer(read: Result<(), Unread>) -> Result<Answer, Failure> {
    match read {
        Ok(()) => Ok(Answer::Yes),
        Err(Unread::Illegal(message)) => {
            eprintln!("{message}");
            Ok(Answer::No)
        }
        Err(Unread::Failure(failure)) => Err(failure),
    }
}

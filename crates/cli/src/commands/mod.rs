//! The commands of `trid`, one file each.

mod analyse;
mod annotate;
mod apply;
mod bench;
mod board;
mod bot;
mod completions;
mod convert;
mod database;
mod explain;
mod film;
mod licenses;
mod r#match;
mod moves;
mod perft;
mod play;
mod replay;
pub(crate) mod serve;
mod snapshot;
mod uci;
mod world;

use std::io::Write;

use clap::Subcommand;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::Arguments),
    Moves(moves::Arguments),
    Explain(explain::Arguments),
    Apply(apply::Arguments),
    Replay(replay::Arguments),
    Convert(convert::Arguments),
    Board(board::Arguments),
    Film(film::Arguments),
    World(world::Arguments),
    Snapshot(snapshot::Arguments),
    Play(play::Arguments),
    Analyse(analyse::Arguments),
    Annotate(annotate::Arguments),
    Match(r#match::Arguments),
    Bench(bench::Arguments),
    Uci(uci::Arguments),
    Serve(serve::Arguments),
    Database(database::Arguments),
    Bot(bot::Arguments),
    Completions(completions::Arguments),
    Licenses(licenses::Arguments),
}

impl Command {
    /// Runs the command and writes its result to `output`.
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        match self {
            Self::Perft(arguments) => arguments.run(output),
            Self::Moves(arguments) => arguments.run(output),
            Self::Explain(arguments) => arguments.run(output),
            Self::Apply(arguments) => arguments.run(output),
            Self::Replay(arguments) => arguments.run(output),
            Self::Convert(arguments) => arguments.run(output),
            Self::Board(arguments) => arguments.run(output),
            Self::Film(arguments) => arguments.run(output),
            Self::World(arguments) => arguments.run(output),
            Self::Snapshot(arguments) => arguments.run(output),
            Self::Play(arguments) => arguments.run(output),
            Self::Analyse(arguments) => arguments.run(output),
            Self::Annotate(arguments) => arguments.run(output),
            Self::Match(arguments) => arguments.run(output),
            Self::Bench(arguments) => arguments.run(output),
            Self::Uci(arguments) => arguments.run(output),
            Self::Serve(arguments) => arguments.run(output),
            Self::Database(arguments) => arguments.run(output),
            Self::Bot(arguments) => arguments.run(output),
            Self::Completions(arguments) => arguments.run(output),
            Self::Licenses(arguments) => arguments.run(output),
        }
    }
}

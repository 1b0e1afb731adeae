//! Reads the games and positions of a file in any format, one at a time: T-PGN, move lists, saved games, T-FEN.

use std::ops::ControlFlow;
use std::path::Path;

use trid_records::{Record, read_all};
use trid_rules::{Color, notation::ReadMoveError};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;

/// Why a record could not be read.
pub(crate) enum RecordError {
    /// A move is illegal. The exit status is 1.
    IllegalMove(String),
    /// The file cannot be read, or it is not a record. The exit status is 2.
    Cli(CliError),
}

impl From<CliError> for RecordError {
    fn from(error: CliError) -> RecordError {
        RecordError::Cli(error)
    }
}

impl RecordError {
    fn report(&self) {
        match self {
            Self::IllegalMove(message) => eprintln!("{message}"),
            Self::Cli(error) => eprintln!("error: {error}"),
        }
    }

    /// Reports an illegal move on standard error; passes other errors on.
    pub(crate) fn exit_status(result: Result<ExitStatus, Self>) -> Result<ExitStatus, CliError> {
        match result {
            Ok(status) => Ok(status),
            Err(Self::IllegalMove(message)) => {
                eprintln!("{message}");
                Ok(ExitStatus::Negative)
            }
            Err(Self::Cli(error)) => Err(error),
        }
    }

    fn input(path: &Path, message: impl std::fmt::Display) -> RecordError {
        RecordError::Cli(CliError::Input(format!("{}: {message}", input::name(path))))
    }

    fn empty(path: &Path) -> RecordError {
        RecordError::input(path, "there is no game and no position in it")
    }

    /// An illegal move with its reasons, one per row.
    fn illegal(path: &Path, place: &str, error: &ReadMoveError) -> RecordError {
        let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
        RecordError::IllegalMove(format!(
            "{}: {place}: {:?} cannot be played\n{}",
            input::name(path),
            error.text,
            reasons.join("\n")
        ))
    }
}

/// Called with each record, or why it could not be read; returns whether to read the next one.
type RecordCallback<'a> =
    dyn FnMut(Result<Record, RecordError>) -> Result<ControlFlow<()>, RecordError> + 'a;

/// The first record of a file. `arguments` gives the start position and rule book of a record that names none.
pub(crate) fn first_record(
    path: &Path,
    arguments: &PositionArguments,
) -> Result<Record, RecordError> {
    let mut first = None;
    for_each_record(path, arguments, &mut |record| {
        first = Some(record?);
        Ok(ControlFlow::Break(()))
    })?;
    first.ok_or_else(|| RecordError::empty(path))
}

/// Calls `visit` with each record of a file that can be read, and reports the others on standard error. Fails if no record
/// can be read. A position counts as a game without moves.
pub(crate) fn for_each_readable_record(
    path: &Path,
    arguments: &PositionArguments,
    progress: &ProgressRow,
    visit: &mut dyn FnMut(&Record) -> Result<(), CliError>,
) -> Result<ExitStatus, RecordError> {
    let mut readable = 0;
    let mut errors = 0;
    // Reported only when another record follows, because a single bad record is the error of the command.
    let mut last_error: Option<RecordError> = None;
    let read = for_each_record(path, arguments, &mut |record| {
        progress.show(format_args!("{} games", readable + errors));
        if let Some(error) = last_error.take() {
            error.report();
        }
        match record {
            Ok(record) => {
                readable += 1;
                visit(&record)?;
            }
            Err(error) => {
                errors += 1;
                last_error = Some(error);
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    progress.clear();
    read?;
    match last_error {
        Some(error) if readable == 0 => return Err(error),
        Some(error) => error.report(),
        None => {}
    }
    Ok(if errors == 0 { ExitStatus::Success } else { ExitStatus::Negative })
}

/// Calls `visit` with each record of a file until it breaks or fails.
fn for_each_record(
    path: &Path,
    arguments: &PositionArguments,
    visit: &mut RecordCallback<'_>,
) -> Result<(), RecordError> {
    let input = input::open(path)?;
    let start = arguments.read()?;
    let mut is_empty = true;
    for entry in read_all(input).from_position(start) {
        is_empty = false;
        let place = if entry.line == 1 { String::new() } else { format!("line {}: ", entry.line) };
        for warning in &entry.warnings {
            eprintln!("{}: {place}{warning}", input::name(path));
        }
        let record = entry.record.map_err(|error| match error.illegal_move() {
            Some((place, illegal)) => RecordError::illegal(path, &place, illegal),
            None => RecordError::input(path, error),
        });
        let record = record.and_then(|record| {
            arguments
                .check_book(record.game.book())
                .map_err(|error| RecordError::input(path, format!("{place}{error}")))?;
            Ok(record)
        });
        if visit(record)?.is_break() {
            break;
        }
    }
    if is_empty { Err(RecordError::empty(path)) } else { Ok(()) }
}

/// The tag with the name of a side's player.
pub(crate) fn player_tag(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

//! Reads the games and positions of a file in any format, one at a time: T-PGN, move lists, saved games, T-FEN.

use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use trid_rules::saved::{SavedFile, SavedGameError, SavedReader, SavedText};
use trid_rules::tpgn::{GameText, TpgnError, TpgnErrorKind, TpgnReader};
use trid_rules::{BYTE_ORDER_MARK, Color, Game, Position, ReadMoveError, Record, RecordFormat};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::input;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;

/// Maximum length of a T-FEN line, in bytes.
const MAX_TFEN_BYTES: u64 = 4096;

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
    let mut input = BufReader::with_capacity(1 << 16, input::open(path)?);
    let start = arguments.read()?;
    // `read_to_end`, because a pipe may return one byte at a time.
    let mut beginning = Vec::new();
    let read = (&mut input).take(MAX_TFEN_BYTES).read_to_end(&mut beginning);
    read.map_err(|error| RecordError::input(path, error))?;
    if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
        let message = "line 1, column 1: text in UTF-16, expected UTF-8: save it in that encoding";
        return Err(RecordError::input(path, message));
    }
    let beginning = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&beginning);
    let input = beginning.chain(input);
    let count = match RecordFormat::detect(beginning) {
        RecordFormat::Json => read_saved(path, input, arguments, visit)?,
        RecordFormat::Tfen => read_positions(path, input, arguments, visit)?,
        RecordFormat::Tpgn => read_tpgn(path, input, &start, arguments, visit)?,
    };
    if count == 0 {
        return Err(RecordError::empty(path));
    }
    Ok(())
}

/// The tag with the name of a side's player.
pub(crate) fn player_tag(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn read_tpgn(
    path: &Path,
    mut input: impl BufRead,
    start: &Position,
    arguments: &PositionArguments,
    visit: &mut RecordCallback<'_>,
) -> Result<usize, RecordError> {
    let mut reader = TpgnReader::new();
    let mut count = 0;
    while !reader.is_finished() {
        if let Some(game) = reader.next_game() {
            count += 1;
            let record = match game {
                Ok(game) => tpgn_record(path, &game, start, arguments),
                Err(error) => Err(tpgn_error(path, error)),
            };
            if visit(record)?.is_break() {
                break;
            }
            continue;
        }
        with_chunk(path, &mut input, |chunk| match chunk {
            Some(bytes) => reader.feed(bytes),
            None => reader.finish(),
        })?;
    }
    Ok(count)
}

fn tpgn_record(
    path: &Path,
    game: &GameText<'_>,
    start: &Position,
    arguments: &PositionArguments,
) -> Result<Record, RecordError> {
    let record = game.record_from(start).map_err(|error| tpgn_error(path, error))?;
    arguments
        .check_book(record.game.book())
        .map_err(|error| RecordError::input(path, format!("line {}: {error}", game.line())))?;
    Ok(record)
}

fn tpgn_error(path: &Path, error: TpgnError) -> RecordError {
    match &error.kind {
        TpgnErrorKind::Move(illegal) => RecordError::illegal(
            path,
            &format!("line {}, column {}", error.line, error.column),
            illegal,
        ),
        _ => RecordError::input(path, error),
    }
}

/// Calls `feed` with the next bytes, or None at the end.
fn with_chunk(
    path: &Path,
    input: &mut impl BufRead,
    feed: impl FnOnce(Option<&[u8]>),
) -> Result<(), RecordError> {
    let chunk = input.fill_buf().map_err(|error| RecordError::input(path, error))?;
    let length = chunk.len();
    feed((length > 0).then_some(chunk));
    input.consume(length);
    Ok(())
}

fn read_positions(
    path: &Path,
    mut input: impl BufRead,
    arguments: &PositionArguments,
    visit: &mut RecordCallback<'_>,
) -> Result<usize, RecordError> {
    let mut count = 0;
    for number in 1.. {
        let mut line = Vec::new();
        let length = (&mut input)
            .take(MAX_TFEN_BYTES)
            .read_until(b'\n', &mut line)
            .map_err(|error| RecordError::input(path, format!("line {number}: {error}")))?;
        if length == 0 {
            break;
        }
        let Some(position) = read_position(&line, arguments) else { continue };
        let record = position
            .map(|position| Record::new(Game::new(position)))
            .map_err(|message| RecordError::input(path, format!("line {number}{message}")));
        count += 1;
        if visit(record)?.is_break() {
            break;
        }
    }
    Ok(count)
}

/// The position of a line, or the rest of the message that says what is wrong with it. None if the line is empty.
fn read_position(line: &[u8], arguments: &PositionArguments) -> Option<Result<Position, String>> {
    let text = match str::from_utf8(line) {
        Ok(text) => text.trim_start_matches('\u{feff}').trim(),
        Err(error) => {
            let column = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1;
            return Some(Err(format!(", column {column}: not text in UTF-8")));
        }
    };
    let position = || arguments.parse(text).map_err(|error| format!(": {error}"));
    (!text.is_empty()).then(position)
}

fn read_saved(
    path: &Path,
    mut input: impl BufRead,
    arguments: &PositionArguments,
    visit: &mut RecordCallback<'_>,
) -> Result<usize, RecordError> {
    let mut reader = SavedReader::new();
    let mut count = 0;
    while !reader.is_finished() {
        if let Some(game) = reader.next_game() {
            count += 1;
            let record = match game {
                Ok(text) => saved_record(path, &text, count, arguments),
                Err(error) => Err(RecordError::input(path, error)),
            };
            if visit(record)?.is_break() {
                break;
            }
            continue;
        }
        with_chunk(path, &mut input, |chunk| match chunk {
            Some(bytes) => reader.feed(bytes),
            None => reader.finish(),
        })?;
    }
    Ok(count)
}

/// The record of the game with this number, from 1. A warning goes to standard error.
fn saved_record(
    path: &Path,
    text: &SavedText<'_>,
    number: usize,
    arguments: &PositionArguments,
) -> Result<Record, RecordError> {
    let file: SavedFile = serde_json::from_slice(text.bytes()).map_err(|error| {
        let error = text.error(error.line(), error.column(), &error.to_string());
        RecordError::input(path, error)
    })?;
    let place = match (number, text.line()) {
        (1, 1) => String::new(),
        (number, line) => format!("line {line}: game {number}: "),
    };
    let read = file.record_with_warning(arguments.book());
    let (record, warning) = read.map_err(|error| match error {
        SavedGameError::Move { number, error } => {
            RecordError::illegal(path, &format!("{place}move {number}"), &error)
        }
        error => RecordError::input(path, format!("{place}{error}")),
    })?;
    arguments
        .check_book(record.game.book())
        .map_err(|error| RecordError::input(path, format!("{place}{error}")))?;
    if let Some(warning) = warning {
        eprintln!("{}: {place}{warning}", input::name(path));
    }
    Ok(record)
}

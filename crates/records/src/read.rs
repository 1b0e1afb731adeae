//! Reads the records of a file in any format, one at a time.

use std::fmt;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use trid_rules::{
    Game, Position,
    notation::{ReadMoveError, Tfen, TfenError},
};

use crate::json::{Splitter, TextError};
use crate::tpgn::{GameText, TpgnError, TpgnErrorKind, TpgnReader};
use crate::{JsonError, Record, RecordFormat, SavedGameError};

/// The maximum length of a T-FEN line, in bytes.
const MAX_TFEN_BYTES: u64 = 4096;

/// Reads every game and position of a file in any format: T-PGN, lists of moves, saved games, exports of the original
/// program, and T-FEN, one per line. A position counts as a game without moves. Buffers no more than one game.
pub fn read_all<R: Read>(input: R) -> Records<R> {
    let mut input = BufReader::new(input);
    let mut beginning = Vec::new();
    // `read_to_end`, because a pipe may return one byte at a time.
    let read = (&mut input).take(MAX_TFEN_BYTES).read_to_end(&mut beginning);
    let source = match read {
        Err(error) => Source::Failed(ReadError::Io(error)),
        Ok(_) if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") => {
            Source::Failed(ReadError::Utf16)
        }
        Ok(_) => match RecordFormat::detect(&beginning) {
            RecordFormat::Tpgn => Source::Tpgn(TpgnReader::new()),
            RecordFormat::Json => Source::Json(Splitter::default()),
            RecordFormat::Tfen => Source::Tfen(0),
        },
    };
    Records {
        input: Cursor::new(beginning).chain(input),
        source,
        start: Position::default(),
        keeps_bad_variations: false,
        count: 0,
    }
}

/// The records of a file. See [`read_all`].
pub struct Records<R> {
    input: Chain<Cursor<Vec<u8>>, BufReader<R>>,
    source: Source,
    start: Position,
    keeps_bad_variations: bool,
    count: usize,
}

enum Source {
    Failed(ReadError),
    Tpgn(TpgnReader),
    Json(Splitter),
    /// The number of the line that was read last.
    Tfen(usize),
    /// Nothing more can be read.
    Ended,
}

/// A game or position of a file.
#[derive(Debug)]
pub struct Entry {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line on which it starts, or that of its error; from 1.
    pub line: usize,
    /// The record, or why it cannot be read. Later ones can be read after an error.
    pub record: Result<Record, ReadError>,
    /// What is missing in the record.
    pub warnings: Vec<Warning>,
}

/// What could not be read of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// The moves of an export, for this reason. The record has only its last position.
    OnlyPosition(String),
    /// A variation, which is kept as text.
    Variation(TpgnError),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::OnlyPosition(message) => f.write_str(message),
            Warning::Variation(error) => error.fmt(f),
        }
    }
}

/// A game or position that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// The file is in UTF-16.
    #[error("line 1, column 1: text in UTF-16, expected UTF-8: save it in that encoding")]
    Utf16,
    /// A game in T-PGN.
    #[error(transparent)]
    Tpgn(TpgnError),
    /// JSON that is not a record.
    #[error(transparent)]
    Json(JsonError),
    /// A saved game or export.
    #[error("{}{error}", place(*line))]
    Saved {
        /// The line on which it starts, from 1.
        line: usize,
        /// What is wrong.
        error: SavedGameError,
    },
    /// A position.
    #[error("{}{error}", place(*line))]
    Tfen {
        /// Its line, from 1.
        line: usize,
        /// What is wrong.
        error: TfenError,
    },
    /// A line that is not text.
    #[error("line {line}, column {column}: not text in UTF-8")]
    NotUtf8 {
        /// The line, from 1.
        line: usize,
        /// The character in the line, from 1.
        column: usize,
    },
}

impl ReadError {
    /// The line of the error, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        match self {
            ReadError::Io(_) | ReadError::Utf16 => 1,
            ReadError::Tpgn(error) => error.line,
            ReadError::Json(error) => error.line,
            ReadError::Saved { line, .. }
            | ReadError::Tfen { line, .. }
            | ReadError::NotUtf8 { line, .. } => *line,
        }
    }

    /// The illegal move and its place in the file, if that is the error.
    #[must_use]
    pub fn illegal_move(&self) -> Option<(String, &ReadMoveError)> {
        match self {
            ReadError::Tpgn(TpgnError { line, column, kind: TpgnErrorKind::Move(error) }) => {
                Some((format!("line {line}, column {column}"), error))
            }
            ReadError::Saved { line, error: SavedGameError::Move { number, error } } => {
                Some((format!("{}move {number}", place(*line)), error))
            }
            _ => None,
        }
    }
}

/// Most files hold one game, so line 1 is not mentioned.
fn place(line: usize) -> String {
    if line == 1 { String::new() } else { format!("line {line}: ") }
}

impl<R: Read> Records<R> {
    /// Reads games that name no start position from this one, and those that name no rule book under its.
    #[must_use]
    pub fn from_position(mut self, start: Position) -> Records<R> {
        self.start = start;
        self
    }

    /// Keeps variations with illegal moves as text, with a warning, instead of refusing the game.
    #[must_use]
    pub const fn keep_bad_variations(mut self) -> Records<R> {
        self.keeps_bad_variations = true;
        self
    }

    fn read_next(&mut self) -> Result<Option<Entry>, ReadError> {
        let number = self.count + 1;
        match &mut self.source {
            Source::Ended => Ok(None),
            Source::Failed(_) => match std::mem::replace(&mut self.source, Source::Ended) {
                Source::Failed(error) => Err(error),
                _ => Ok(None),
            },
            Source::Tpgn(reader) => {
                let lenient = self.keeps_bad_variations;
                while !reader.is_finished() {
                    if let Some(game) = reader.next_game() {
                        return Ok(Some(tpgn_entry(number, game, &self.start, lenient)));
                    }
                    let chunk = self.input.fill_buf().map_err(ReadError::Io)?;
                    let length = chunk.len();
                    if length == 0 {
                        reader.finish()
                    } else {
                        reader.feed(chunk)
                    }
                    self.input.consume(length);
                }
                Ok(None)
            }
            Source::Json(splitter) => {
                let Some(text) = splitter.next(&mut self.input).map_err(ReadError::Io)? else {
                    return Ok(None);
                };
                Ok(Some(json_entry(number, text, &self.start)))
            }
            Source::Tfen(line) => loop {
                let mut bytes = Vec::new();
                let read = (&mut self.input).take(MAX_TFEN_BYTES).read_until(b'\n', &mut bytes);
                if read.map_err(ReadError::Io)? == 0 {
                    return Ok(None);
                }
                *line += 1;
                if let Some(record) = read_position(&bytes, *line, &self.start) {
                    return Ok(Some(Entry { number, line: *line, record, warnings: Vec::new() }));
                }
            },
        }
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        let entry = self.read_next().unwrap_or_else(|error| {
            self.source = Source::Ended;
            let number = self.count + 1;
            Some(Entry { number, line: 1, record: Err(error), warnings: Vec::new() })
        });
        self.count += usize::from(entry.is_some());
        entry
    }
}

fn tpgn_entry(
    number: usize,
    game: Result<GameText<'_>, TpgnError>,
    start: &Position,
    lenient: bool,
) -> Entry {
    let mut bad_variations = Vec::new();
    let line = match &game {
        Ok(game) => game.line(),
        Err(error) => error.line,
    };
    let record = game.and_then(|game| game.build(start, lenient.then_some(&mut bad_variations)));
    Entry {
        number,
        line,
        record: record.map_err(ReadError::Tpgn),
        warnings: bad_variations.into_iter().map(Warning::Variation).collect(),
    }
}

fn json_entry(
    number: usize,
    text: Result<crate::json::JsonText, JsonError>,
    start: &Position,
) -> Entry {
    let line = match &text {
        Ok(text) => text.line,
        Err(error) => error.line,
    };
    let read = match &text {
        Ok(text) => crate::json::read(text, start.book()).map_err(|error| match error {
            TextError::Json(error) => ReadError::Json(error),
            TextError::Game(error) => ReadError::Saved { line, error },
        }),
        Err(error) => Err(ReadError::Json(error.clone())),
    };
    let (record, warning) = match read {
        Ok((record, warning)) => (Ok(record), warning),
        Err(error) => (Err(error), None),
    };
    Entry {
        number,
        line,
        record,
        warnings: warning.map(Warning::OnlyPosition).into_iter().collect(),
    }
}

/// The position of a line. None if the line is empty.
fn read_position(bytes: &[u8], line: usize, start: &Position) -> Option<Result<Record, ReadError>> {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').trim(),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let column = before.chars().count() + 1;
            return Some(Err(ReadError::NotUtf8 { line, column }));
        }
    };
    let read = || {
        let tfen: Tfen = text.parse().map_err(TfenError::Parse)?;
        tfen.position(start.book()).map_err(TfenError::Position)
    };
    let record = || {
        let position = read().map_err(|error| ReadError::Tfen { line, error })?;
        Ok(Record::new(Game::new(position)))
    };
    (!text.is_empty()).then(record)
}

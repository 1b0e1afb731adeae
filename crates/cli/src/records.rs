//! Reads games and positions in any form (T-PGN, lists of moves, saved games, T-FEN), one after the other.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use trid_rules::saved::{SaveError, SavedFile};
use trid_rules::tpgn::{LONGEST_GAME, TpgnError, TpgnProblem, TpgnReader};
use trid_rules::{Game, Position, ReadMoveError, Record};

use crate::answer::Failure;
use crate::position::PositionArguments;
use crate::source;

/// The longest line of a T-FEN that is looked at, in bytes.
const LONGEST_TFEN: u64 = 4096;

/// What some programs put before text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Why a record could not be read.
pub(crate) enum Unread {
    /// A move in it is not legal: the answer is "no".
    Illegal(String),
    /// It is no record, or cannot be read at all.
    Failure(Failure),
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Unread {
        Unread::Failure(failure)
    }
}

impl Unread {
    fn input(path: &Path, message: impl std::fmt::Display) -> Unread {
        Unread::Failure(Failure::Input(format!("{}: {message}", path.display())))
    }

    /// A move that is refused, with every reason on a line of its own.
    fn illegal(path: &Path, place: &str, error: &ReadMoveError) -> Unread {
        let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
        Unread::Illegal(format!(
            "{}: {place}: {:?} cannot be played\n{}",
            path.display(),
            error.text,
            reasons.join("\n")
        ))
    }
}

/// What is done with each game: go on, or leave the rest unread.
pub(crate) type Visit<'a> = dyn FnMut(Record) -> Result<ControlFlow<()>, Failure> + 'a;

/// Calls back with each game of a file, until one is refused or enough were seen. A position counts as a game without moves.
/// Records that name no position or rule book begin with the one that was asked for.
pub(crate) fn for_each_record(
    path: &Path,
    asked: &PositionArguments,
    visit: &mut Visit<'_>,
) -> Result<(), Unread> {
    let mut input = BufReader::with_capacity(1 << 16, source::open(path)?);
    let start = asked.read()?;
    // Read to its end, since a pipe may give a byte at a time.
    let mut beginning = Vec::new();
    let read = (&mut input).take(LONGEST_TFEN).read_to_end(&mut beginning);
    read.map_err(|error| Unread::input(path, error))?;
    if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
        let message = "line 1, column 1: text in UTF-16, expected UTF-8: save it in that encoding";
        return Err(Unread::input(path, message));
    }
    let beginning = beginning.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&beginning);
    let input = beginning.chain(input);
    let count = match Form::of(beginning) {
        Form::Saved => read_saved(path, input, visit)?,
        Form::Tfen => read_positions(path, input, asked, visit)?,
        Form::Tpgn => read_tpgn(path, input, &start, visit)?,
    };
    if count == 0 {
        return Err(Unread::input(path, "there is no game and no position in it"));
    }
    Ok(())
}

/// The forms that are told apart by how they begin.
enum Form {
    Saved,
    Tfen,
    Tpgn,
}

impl Form {
    fn of(beginning: &[u8]) -> Form {
        let text = beginning.trim_ascii_start();
        let first_word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match text {
            [b'{', rest @ ..] if matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')) => {
                Form::Saved
            }
            [b'{' | b'[', ..] => Form::Tpgn,
            _ if first_word.contains(&b'|') => Form::Tfen,
            _ => Form::Tpgn,
        }
    }
}

fn read_tpgn(
    path: &Path,
    mut input: impl BufRead,
    start: &Position,
    visit: &mut Visit<'_>,
) -> Result<usize, Unread> {
    let mut reader = TpgnReader::new();
    let mut count = 0;
    while !reader.is_finished() {
        if let Some(game) = reader.next_game() {
            let game = game.and_then(|game| game.record_from(start));
            count += 1;
            if visit(game.map_err(|error| tpgn_error(path, error))?)?.is_break() {
                break;
            }
            continue;
        }
        let chunk = input.fill_buf().map_err(|error| Unread::input(path, error))?;
        let length = chunk.len();
        if length == 0 {
            reader.finish()
        } else {
            reader.feed(chunk)
        }
        input.consume(length);
    }
    Ok(count)
}

fn tpgn_error(path: &Path, error: TpgnError) -> Unread {
    match &error.problem {
        TpgnProblem::Move(refused) => {
            Unread::illegal(path, &format!("line {}, column {}", error.line, error.column), refused)
        }
        _ => Unread::input(path, error),
    }
}

fn read_positions(
    path: &Path,
    mut input: impl BufRead,
    asked: &PositionArguments,
    visit: &mut Visit<'_>,
) -> Result<usize, Unread> {
    let mut count = 0;
    for number in 1.. {
        let mut line = Vec::new();
        let length = (&mut input)
            .take(LONGEST_TFEN)
            .read_until(b'\n', &mut line)
            .map_err(|error| Unread::input(path, format!("line {number}: {error}")))?;
        if length == 0 {
            break;
        }
        let text = str::from_utf8(&line).map_err(|error| {
            let column = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1;
            Unread::input(path, format!("line {number}, column {column}: not text in UTF-8"))
        })?;
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let position = asked
            .parse(text)
            .map_err(|failure| Unread::input(path, format!("line {number}: {failure}")))?;
        count += 1;
        if visit(Record::new(Game::new(position)))?.is_break() {
            break;
        }
    }
    Ok(count)
}

fn read_saved(path: &Path, input: impl Read, visit: &mut Visit<'_>) -> Result<usize, Unread> {
    let left = Rc::new(Cell::new(LONGEST_GAME));
    let limited = Limited { input, left: Rc::clone(&left) };
    let mut count = 0;
    for file in
        serde_json::Deserializer::from_reader(BufReader::new(limited)).into_iter::<SavedFile>()
    {
        let file = file.map_err(|error| Unread::input(path, error))?;
        let record = file.record().map_err(|error| match error {
            SaveError::Move { number, error } => {
                Unread::illegal(path, &format!("move {number}"), &error)
            }
            error => Unread::input(path, error),
        })?;
        count += 1;
        if visit(record)?.is_break() {
            break;
        }
        left.set(LONGEST_GAME);
    }
    Ok(count)
}

/// Reads no more than is left, so that a single value cannot fill the memory.
struct Limited<R> {
    input: R,
    left: Rc<Cell<usize>>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        match self.left.get().checked_sub(length) {
            Some(left) => self.left.set(left),
            None => {
                return Err(io::Error::other(format!(
                    "a single game of more than {LONGEST_GAME} bytes"
                )));
            }
        }
        Ok(length)
    }
}

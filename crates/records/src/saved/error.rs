//! Errors of saved games and exports that are well-formed JSON.

use std::fmt;

use trid_rules::{
    Ending, GameResult, RuleBook, Status,
    game::EndReason,
    notation::{ReadMoveError, TfenError},
    position::PositionError,
};

use crate::tpgn::MAX_MOVES;

/// A saved game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the messages below explain them")]
pub enum SavedGameError {
    /// The version is unknown.
    Version(String),
    /// There is no version, and none of the fields of older formats.
    NoVersion,
    Missing(&'static str),
    Start(Box<TfenError>),
    BookConflict {
        rules: RuleBook,
        start: RuleBook,
    },
    TooManyMoves,
    Move {
        number: usize,
        error: Box<ReadMoveError>,
    },
    TextMismatch {
        number: usize,
        mv: String,
        text: String,
    },
    From {
        variation: usize,
        from: usize,
    },
    Ending {
        status: Status,
        result: GameResult,
        reason: Option<EndReason>,
    },
    EndedDifferently(Ending),
    Board {
        name: String,
        message: &'static str,
    },
    Piece {
        number: usize,
        message: String,
    },
    Position(Box<PositionError>),
}

impl fmt::Display for SavedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SavedGameError::Version(version) => write!(
                f,
                "saved game of unknown version {version}, expected 3, or an older one with pieces and attack boards"
            ),
            SavedGameError::NoVersion => f.write_str(
                "not a saved game: expected \"version\": 3, or attackBoardPositions, attackBoardStates or trackStates, also in a payload",
            ),
            SavedGameError::Missing(field) => write!(f, "the field {field:?} is missing"),
            SavedGameError::BookConflict { rules, start } => {
                write!(f, "the field \"rules\" names the rule book {rules}, the start {start}")
            }
            SavedGameError::Start(error) => write!(f, "the start is impossible: {error}"),
            SavedGameError::TooManyMoves => write!(f, "more than {MAX_MOVES} moves"),
            SavedGameError::Move { number, error } => write!(f, "move {number}: {error}"),
            SavedGameError::TextMismatch { number, mv, text } => {
                write!(f, "move {number}: {mv} is not what its text {text:?} says")
            }
            SavedGameError::From { variation, from } => {
                write!(f, "variation {variation} follows move {from}, which does not come before it")
            }
            SavedGameError::Ending { status, result, reason } => {
                write!(f, "status \"{status}\", result \"{result}\" and ")?;
                match reason {
                    Some(reason) => write!(f, "reason \"{reason}\"")?,
                    None => f.write_str("no reason")?,
                }
                f.write_str(" contradict the game or each other")
            }
            SavedGameError::EndedDifferently(ending) => write!(f, "the game ended differently: {ending}"),
            SavedGameError::Board { name, message } => write!(f, "attack board {name}: {message}"),
            SavedGameError::Piece { number, message } => write!(f, "piece {number}: {message}"),
            SavedGameError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SavedGameError {}

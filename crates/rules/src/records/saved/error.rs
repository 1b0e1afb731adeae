//! What can be wrong with a saved game that is well-formed JSON.

use core::fmt;

use crate::{Ending, PositionError, ReadMoveError, TfenError, tpgn::MOST_MOVES};

/// A saved game that cannot be taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the texts below say it")]
pub enum SavedGameError {
    /// It is of a version that is not known.
    Version(String),
    /// It has no version, and none of the fields by which older forms are known.
    NoVersion,
    Missing(&'static str),
    Unknown(String),
    Start(Box<TfenError>),
    TooManyMoves,
    Move {
        number: usize,
        error: Box<ReadMoveError>,
    },
    OtherText {
        number: usize,
        mv: String,
        text: String,
    },
    From {
        variation: usize,
        from: usize,
    },
    Result(String),
    Ending {
        status: String,
        result: String,
        reason: Option<String>,
    },
    EndedOtherwise(Ending),
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
                "no saved game: expected \"version\": 3, or attackBoardPositions, attackBoardStates or trackStates",
            ),
            SavedGameError::Missing(field) => write!(f, "the field {field:?} is missing"),
            SavedGameError::Unknown(field) => write!(f, "unknown field {field:?}"),
            SavedGameError::Start(error) => write!(f, "the start is impossible: {error}"),
            SavedGameError::TooManyMoves => write!(f, "more than {MOST_MOVES} moves"),
            SavedGameError::Move { number, error } => write!(f, "move {number}: {error}"),
            SavedGameError::OtherText { number, mv, text } => {
                write!(f, "move {number}: {mv} is not what its text {text:?} says")
            }
            SavedGameError::From { variation, from } => {
                write!(f, "variation {variation} follows move {from}, which does not stand before it")
            }
            SavedGameError::Result(text) => write!(f, "{text:?} is no result, expected 1-0, 0-1, 1/2-1/2 or *"),
            SavedGameError::Ending { status, result, reason } => {
                write!(f, "status {status:?}, result {result:?} and ")?;
                match reason {
                    Some(reason) => write!(f, "reason {reason:?}")?,
                    None => f.write_str("no reason")?,
                }
                f.write_str(" do not fit the game, or each other")
            }
            SavedGameError::EndedOtherwise(ending) => write!(f, "the game ended otherwise: {ending}"),
            SavedGameError::Board { name, message } => write!(f, "attack board {name}: {message}"),
            SavedGameError::Piece { number, message } => write!(f, "piece {number}: {message}"),
            SavedGameError::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SavedGameError {}

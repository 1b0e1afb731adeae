//! Errors of saved games and exports that are well-formed JSON.

use trid_rules::{
    Ending, GameResult, RuleBook, Status,
    game::EndReason,
    notation::{ReadMoveError, TfenError},
    position::PositionError,
};

use crate::tpgn::MAX_MOVES;

/// A saved game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain them")]
pub enum SavedGameError {
    #[error(
        "saved game of unknown version {0}, expected 3, or an older one with pieces and attack boards"
    )]
    Version(String),
    #[error(
        "not a saved game: expected \"version\": 3, or attackBoardPositions, attackBoardStates or \
         trackStates, also in a payload"
    )]
    NoVersion,
    #[error("the field {0:?} is missing")]
    Missing(&'static str),
    #[error("the start is impossible: {0}")]
    Start(Box<TfenError>),
    #[error("the field \"rules\" names the rule book {rules}, the start {start}")]
    BookConflict { rules: RuleBook, start: RuleBook },
    #[error("more than {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("move {number}: {error}")]
    Move { number: usize, error: Box<ReadMoveError> },
    #[error("move {number}: {mv} is not what its text {text:?} says")]
    TextMismatch { number: usize, mv: String, text: String },
    #[error("variation {variation} follows move {from}, which does not come before it")]
    From { variation: usize, from: usize },
    #[error(
        "status \"{status}\", result \"{result}\" and {} contradict the game or each other",
        reason.map_or_else(|| "no reason".to_owned(), |reason| format!("reason \"{reason}\""))
    )]
    Ending { status: Status, result: GameResult, reason: Option<EndReason> },
    #[error("the game ended differently: {0}")]
    EndedDifferently(Ending),
    #[error("attack board {name}: {message}")]
    Board { name: String, message: &'static str },
    #[error("piece {number}: {message}")]
    Piece { number: usize, message: String },
    #[error(transparent)]
    Position(Box<PositionError>),
}

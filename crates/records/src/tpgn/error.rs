//! Errors of T-PGN texts.

use super::{MAX_GAME_BYTES, MAX_MOVES, MAX_VARIATION_DEPTH};
use trid_rules::{
    Ending, GameResult, RuleBook,
    notation::{ReadMoveError, TfenError},
};

/// A T-PGN that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct TpgnError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: TpgnErrorKind,
}

/// What is wrong with a T-PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain them")]
pub enum TpgnErrorKind {
    #[error("not text in UTF-8")]
    NotUtf8,
    #[error("a single game of more than {MAX_GAME_BYTES} bytes")]
    TooLong,
    #[error("a single game of more than {MAX_MOVES} moves")]
    TooManyMoves,
    #[error("variations nest more than {MAX_VARIATION_DEPTH} deep")]
    TooDeep,
    #[error("this comment is not closed with }}")]
    UnclosedComment,
    #[error("this variation is not closed with )")]
    UnclosedVariation,
    #[error("this ) closes no variation")]
    UnopenedVariation,
    #[error("a variation must follow the move it replaces, and there is none")]
    VariationOfNothing,
    #[error("{0:?} is not a tag, expected one such as [White \"name\"]")]
    Tag(String),
    #[error("the tag {0} appears twice")]
    RepeatedTag(String),
    #[error("there is a tag among the moves, expected a result such as 1-0 or * before it")]
    LateTag,
    #[error("{0:?} is not an annotation glyph, expected $0 to $255")]
    Nag(String),
    #[error("{0:?} is not allowed here")]
    Stray(String),
    #[error("{0:?} comes after the result")]
    AfterResult(String),
    #[error(transparent)]
    Move(Box<ReadMoveError>),
    #[error("{0:?} is not a variant, expected \"Tri-D revised\" or \"Tri-D meder\"")]
    Variant(String),
    #[error("the tag Variant names the rule book {variant}, the tag TFEN {tfen}")]
    BookConflict { variant: RuleBook, tfen: RuleBook },
    #[error(transparent)]
    Tfen(Box<TfenError>),
    #[error("the tag FEN must hold a T-FEN, as the tag TFEN does: {0}")]
    Fen(Box<TfenError>),
    #[error("the tags FEN and TFEN give different start positions")]
    StartConflict,
    #[error("{0:?} is not a result, expected 1-0, 0-1, 1/2-1/2 or *")]
    ResultTag(String),
    #[error("the tag Result says {tag}, the moves end with {found}")]
    ResultConflict { tag: GameResult, found: GameResult },
    #[error("the result is {found}, but the game ended differently: {ending}")]
    EndingConflict { ending: Ending, found: GameResult },
    #[error("the tag Termination says {0:?}, which contradicts the game and its result")]
    Termination(String),
}

//! Errors of T-PGN texts.

use std::fmt;

use super::{MAX_GAME_BYTES, MAX_MOVES, MAX_VARIATION_DEPTH};
use trid_rules::{
    Ending, GameResult, RuleBook,
    notation::{ReadMoveError, TfenError},
};

/// A T-PGN that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TpgnError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: TpgnErrorKind,
}

/// What is wrong with a T-PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the messages below explain them")]
pub enum TpgnErrorKind {
    NotUtf8,
    TooLong,
    TooManyMoves,
    TooDeep,
    UnclosedComment,
    UnclosedVariation,
    UnopenedVariation,
    VariationOfNothing,
    Tag(String),
    RepeatedTag(String),
    LateTag,
    Nag(String),
    Stray(String),
    AfterResult(String),
    Move(Box<ReadMoveError>),
    Variant(String),
    BookConflict { variant: RuleBook, tfen: RuleBook },
    Tfen(Box<TfenError>),
    Fen(Box<TfenError>),
    StartConflict,
    ResultTag(String),
    ResultConflict { tag: GameResult, found: GameResult },
    EndingConflict { ending: Ending, found: GameResult },
    Termination(String),
}

impl fmt::Display for TpgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for TpgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TpgnErrorKind::NotUtf8 => f.write_str("not text in UTF-8"),
            TpgnErrorKind::TooLong => {
                write!(f, "a single game of more than {MAX_GAME_BYTES} bytes")
            }
            TpgnErrorKind::TooManyMoves => {
                write!(f, "a single game of more than {MAX_MOVES} moves")
            }
            TpgnErrorKind::TooDeep => {
                write!(f, "variations nest more than {MAX_VARIATION_DEPTH} deep")
            }
            TpgnErrorKind::UnclosedComment => f.write_str("this comment is not closed with }"),
            TpgnErrorKind::UnclosedVariation => f.write_str("this variation is not closed with )"),
            TpgnErrorKind::UnopenedVariation => f.write_str("this ) closes no variation"),
            TpgnErrorKind::VariationOfNothing => {
                f.write_str("a variation must follow the move it replaces, and there is none")
            }
            TpgnErrorKind::Tag(text) => {
                write!(f, "{text:?} is not a tag, expected one such as [White \"name\"]")
            }
            TpgnErrorKind::RepeatedTag(name) => write!(f, "the tag {name} appears twice"),
            TpgnErrorKind::LateTag => f.write_str(
                "there is a tag among the moves, expected a result such as 1-0 or * before it",
            ),
            TpgnErrorKind::Nag(text) => {
                write!(f, "{text:?} is not an annotation glyph, expected $0 to $255")
            }
            TpgnErrorKind::Stray(text) => write!(f, "{text:?} is not allowed here"),
            TpgnErrorKind::AfterResult(text) => write!(f, "{text:?} comes after the result"),
            TpgnErrorKind::Move(error) => error.fmt(f),
            TpgnErrorKind::Variant(text) => {
                write!(
                    f,
                    "{text:?} is not a variant, expected \"Tri-D revised\" or \"Tri-D meder\""
                )
            }
            TpgnErrorKind::BookConflict { variant, tfen } => {
                write!(f, "the tag Variant names the rule book {variant}, the tag TFEN {tfen}")
            }
            TpgnErrorKind::Tfen(error) => error.fmt(f),
            TpgnErrorKind::Fen(error) => {
                write!(f, "the tag FEN must hold a T-FEN, as the tag TFEN does: {error}")
            }
            TpgnErrorKind::StartConflict => {
                f.write_str("the tags FEN and TFEN give different start positions")
            }
            TpgnErrorKind::ResultTag(text) => {
                write!(f, "{text:?} is not a result, expected 1-0, 0-1, 1/2-1/2 or *")
            }
            TpgnErrorKind::ResultConflict { tag, found } => {
                write!(f, "the tag Result says {tag}, the moves end with {found}")
            }
            TpgnErrorKind::EndingConflict { ending, found } => {
                write!(f, "the result is {found}, but the game ended differently: {ending}")
            }
            TpgnErrorKind::Termination(text) => {
                write!(
                    f,
                    "the tag Termination says {text:?}, which contradicts the game and its result"
                )
            }
        }
    }
}

impl std::error::Error for TpgnError {}

//! The rules of tridimensional chess: geometry, positions, legal moves, notation and games.
//!
//! The columns are a 6 x 10 bitboard, 60 bits of one word; a level is a mask on it. A piece's moves are
//! the columns it reaches, times the levels that exist there, without its own side's squares.
//!
//! ```
//! use trid_rules::{Move, Position, RuleBook};
//!
//! let position = Position::start(RuleBook::Revised);
//! let mv: Move = "b2Wb4N".parse()?;
//! let position = position.play(mv)?;
//! assert_eq!(position.legal_moves().len(), 21);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod explain;
mod game;
mod geometry;
mod movegen;
mod notation;
mod position;
mod text;

pub use explain::{
    attacked::{AttackChange, AttackedColumn},
    check::CheckPath,
    detail::ReasonDetail,
    exposed::{HangingPiece, PinnedPiece},
    mate::{EscapeKind, FailedEscape, MateExplanation},
    reason::{Code, Reason},
};
pub use game::{
    Game,
    actions::GameError,
    ending::{Claim, DrawReason, EndReason, Ending, GameResult, ParseResultError, Status},
    evaluation::{Evaluation, ParseEvaluationError},
    recorded_ending::EndingError,
    shapes::{DrawnArrow, DrawnMark, ShapeColor, Shapes},
    tree::{Node, NodeId, Played},
    win_chance::Wdl,
};
pub use geometry::{
    color::Color,
    column::{Column, ColumnSet, File, Rank},
    pin::{Line, ParsePinError, Pin, PinSet},
    place::{ParsePlaceError, Place},
    square::{Level, ParseSquareError, Square},
    square_set::{Heights, SquareSet},
};
pub use movegen::{
    attacks,
    batch::{MoveBatch, Scope},
    perft::{divide, perft},
};
pub use notation::{
    coordinate::{ParseMoveError, ParseMoveErrorKind},
    read_move::ReadMoveError,
    tfen::{ParseTfenError, ParseTfenErrorKind, Tfen, TfenError},
};
pub use position::{
    AttackBoard, Position,
    edit::SetupMark,
    effects::{AffectedPiece, MoveEffects, MovedBoard, MovedPiece},
    error::{PositionError, PositionErrorKind},
    moves::{Castling, Move},
    piece::{Piece, Promotion, Role},
    play::IllegalMoveError,
    rule_book::{ParseRuleBookError, RuleBook, Rules},
    setup::Setup,
};
pub use text::excerpt;

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

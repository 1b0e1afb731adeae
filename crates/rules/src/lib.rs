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

pub mod explain;
pub mod game;
pub mod geometry;
pub mod movegen;
mod names;
pub mod notation;
pub mod position;
mod text;

pub use game::{
    Game,
    ending::{Ending, GameResult, Status},
};
pub use geometry::{
    color::Color,
    column::{Column, ColumnSet, File, Rank},
    level::Level,
    pin::{Line, Pin, PinSet},
    place::Place,
    square::Square,
    square_set::SquareSet,
};
pub use movegen::perft::perft;
pub use position::{
    AttackBoard, Position,
    moves::{Castling, Move},
    piece::{Piece, Promotion, Role},
    rule_book::RuleBook,
    setup::Setup,
};

use explain::{Code, Reason, ReasonDetail};
use game::{Claim, DrawReason, Evaluation, Played, Shapes};
use movegen::{MoveBatch, Scope, attacks};
use notation::{
    ParseMoveError, ParseMoveErrorKind, ParseTfenError, ParseTfenErrorKind, ReadMoveError, Tfen,
};
use position::{IllegalMoveError, MoveEffects, PositionError, PositionErrorKind, Rules};

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the example of the crate's README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;

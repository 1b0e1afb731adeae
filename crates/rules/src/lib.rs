//! The rules of tridimensional chess, exactly: geometry, positions, legal moves, notation.
//!
//! The columns are a flat 6 x 10 map, 60 bits of one word; a level is a mask on it; a piece's moves are
//! the columns it reaches, times the levels that exist there, less its own side's squares.
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

mod algebraic;
mod attacked;
pub mod attacks;
mod batch;
mod board_moves;
mod castling;
mod color;
mod column;
mod coordinate;
mod ending;
mod explain;
mod explain_castling;
mod explain_piece;
mod game;
mod game_actions;
mod game_ending;
mod game_tree;
mod generate;
mod impossible;
mod move_text;
mod moves;
#[cfg(feature = "serde")]
mod names;
mod order;
mod pawn;
mod perft;
mod piece;
mod pin;
mod play;
mod position;
mod reach;
mod read_move;
mod read_tfen;
mod reason;
mod record;
mod rules;
#[cfg(feature = "serde")]
pub mod saved;
mod setup;
#[cfg(feature = "serde")]
pub mod snapshot;
mod square;
mod square_set;
mod tfen;
pub mod tpgn;
mod validate;
pub mod world;
mod zobrist;

pub use batch::{MoveBatch, Scope};
pub use color::Color;
pub use column::{Column, ColumnSet, File, Rank};
pub use coordinate::{MoveProblem, ParseMoveError};
pub use ending::{Claim, DrawReason, Ending, GameResult, ParseResultError, Status};
pub use game::Game;
pub use game_actions::GameError;
pub use game_tree::{Node, NodeId, Played};
pub use impossible::{ImpossiblePosition, SetupReason};
pub use moves::{Castling, Move};
pub use perft::{divide, perft};
pub use piece::{Piece, Promotion, Role};
pub use pin::{Line, ParsePinError, Pin, PinSet};
pub use play::IllegalMove;
pub use position::{AttackBoard, Outcome, Position};
pub use read_move::ReadMoveError;
pub use reason::{Code, Reason};
pub use record::Record;
pub use rules::{ParseRuleBookError, RuleBook, Rules};
pub use setup::Setup;
#[cfg(feature = "serde")]
pub use snapshot::{Snapshot, Standing};
pub use square::{Level, ParseSquareError, Square};
pub use square_set::{Heights, SquareSet};
pub use tfen::{ParseTfenError, Tfen, TfenError, TfenProblem};
pub use world::World;

/// The beginning of a text, for error messages that must not grow with the input.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A count with its noun, which takes an s unless there is just one.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The README's example, compiled and run with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

//! Errors of invalid setups.

use std::fmt;

use crate::{Color, Pin, Square, position::COUNTER_MAX, text::counted};

/// A setup that is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError {
    /// Everything that is wrong with it; never empty.
    pub kinds: Vec<PositionErrorKind>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible position: ")?;
        for (index, kind) in self.kinds.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            kind.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// One thing that is wrong with a setup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PositionErrorKind {
    /// The number of attack boards is not four.
    BoardCount(usize),
    /// A color does not own two boards.
    OwnerCount {
        /// The color.
        owner: Color,
        /// The actual number.
        count: usize,
    },
    /// Two boards on one pin.
    SharedPin(Pin),
    /// A piece on a pin without a board.
    NoBoardUnder(Square),
    /// A color does not have one king.
    KingCount {
        /// The color.
        color: Color,
        /// The actual number.
        count: usize,
    },
    /// The side that is not to move is in check.
    WaitingSideInCheck {
        /// Its king.
        king: Square,
        /// A piece that gives check.
        attacker: Square,
    },
    /// A castling right on a square that is not that side's rook on an attack board on its back rank.
    CastlingRook(Square),
    /// A castling right whose king is not on an attack board on its back rank.
    CastlingKing {
        /// The rook's square.
        rook: Square,
    },
    /// A lost double step on a square without a pawn on its start square.
    SpentMark(Square),
    /// A carried mark on a square without a pawn.
    CarriedMark(Square),
    /// A double step on a square that no pawn of the side not to move can have reached by one.
    DoubleStep(Square),
    /// A double step over a piece.
    DoubleStepOver {
        /// The pawn.
        pawn: Square,
        /// The piece in the passed column.
        piece: Square,
    },
    /// A pending promotion on a square without a pawn of the side to move that was deferred there.
    Pending(Square),
    /// A pending promotion under a board that is still there.
    PendingUnderBoard {
        /// The pawn.
        pawn: Square,
        /// The pin of the board.
        pin: Pin,
    },
    /// A pawn on a deferred square without its board, with no promotion pending.
    FreedPawn(Square),
    /// A pawn on its furthest rank.
    PawnOnFurthestRank(Square),
    /// The half-move counter is out of range.
    Halfmoves(i32),
    /// The move number is out of range.
    MoveNumber(i32),
}

impl fmt::Display for PositionErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionErrorKind::BoardCount(count) => {
                write!(f, "four attack boards are needed, not {count}")
            }
            PositionErrorKind::OwnerCount { owner, count } => {
                write!(f, "{owner} owns {}, not two", counted(*count, "attack board"))
            }
            PositionErrorKind::SharedPin(pin) => write!(f, "two boards are on {pin}"),
            PositionErrorKind::NoBoardUnder(square) => {
                write!(f, "a piece is on {square}, where there is no board")
            }
            PositionErrorKind::KingCount { color, count } => {
                write!(f, "{color} has {}, not one", counted(*count, "king"))
            }
            PositionErrorKind::WaitingSideInCheck { king, attacker } => write!(
                f,
                "the side not to move is in check: the king on {king} is attacked from {attacker}"
            ),
            PositionErrorKind::CastlingRook(square) => write!(
                f,
                "castling names {square}, which is not a rook on an attack board on its back rank"
            ),
            PositionErrorKind::CastlingKing { rook } => write!(
                f,
                "castling names the rook on {rook}, but its king is not on an attack board on the back rank"
            ),
            PositionErrorKind::SpentMark(square) => {
                write!(
                    f,
                    "{square} is marked as having lost its double step, but is not a pawn on its start square"
                )
            }
            PositionErrorKind::CarriedMark(square) => {
                write!(f, "{square} is marked as carried, but is not a pawn")
            }
            PositionErrorKind::DoubleStep(square) => write!(
                f,
                "{square} cannot be a pawn of the side not to move that has just made a double step"
            ),
            PositionErrorKind::DoubleStepOver { pawn, piece } => {
                write!(f, "the pawn on {pawn} cannot just have passed the piece on {piece}")
            }
            PositionErrorKind::Pending(square) => write!(
                f,
                "{square} cannot be a pawn that must promote now: it is not the mover's on a deferred square"
            ),
            PositionErrorKind::PendingUnderBoard { pawn, pin } => {
                write!(f, "the pawn on {pawn} need not promote while a board is on {pin}")
            }
            PositionErrorKind::FreedPawn(square) => {
                write!(f, "the pawn on {square} must promote, but no promotion is pending")
            }
            PositionErrorKind::PawnOnFurthestRank(square) => {
                write!(f, "the pawn on {square} is on its furthest rank")
            }
            PositionErrorKind::Halfmoves(count) => {
                write!(f, "half-moves must be 0 to {COUNTER_MAX}, not {count}")
            }
            PositionErrorKind::MoveNumber(number) => {
                write!(f, "the move number must be 1 to {COUNTER_MAX}, not {number}")
            }
        }
    }
}

//! Why a setup is no legal position: every reason, in words.

use core::fmt;

use crate::{Color, Pin, Square, position::COUNTER_MAX, text::counted};

/// A setup that is no legal position, with every reason.
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

impl core::error::Error for PositionError {}

/// One reason why a setup is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PositionErrorKind {
    /// Not four attack boards.
    BoardCount(usize),
    /// Not two boards of each owner.
    OwnerCount {
        /// Whose boards.
        owner: Color,
        /// How many there are.
        count: usize,
    },
    /// Two boards on one pin.
    SharedPin(Pin),
    /// A piece on a pin without a board.
    NoBoardUnder(Square),
    /// Not one king.
    KingCount {
        /// Whose kings.
        color: Color,
        /// How many there are.
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
    /// A lost double step that is not a pawn's on one of its first squares.
    SpentMark(Square),
    /// A carried mark that is not a pawn's.
    CarriedMark(Square),
    /// A double step that is not a pawn's of the side not to move, two ranks ahead of a first square.
    DoubleStep(Square),
    /// A double step with a piece in the column it passed.
    DoubleStepOver {
        /// The pawn.
        pawn: Square,
        /// The piece in the column behind it.
        piece: Square,
    },
    /// A pending promotion that is not a pawn's of the side to move on its deferred square.
    Pending(Square),
    /// A pending promotion while the board still stands there.
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
    /// Half-moves out of range.
    Halfmoves(i32),
    /// Move number out of range.
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
            PositionErrorKind::SharedPin(pin) => write!(f, "two boards stand on {pin}"),
            PositionErrorKind::NoBoardUnder(square) => {
                write!(f, "a piece stands on {square}, where there is no board")
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
                    "{square} is marked as having lost its double step, but is no pawn on a first square"
                )
            }
            PositionErrorKind::CarriedMark(square) => {
                write!(f, "{square} is marked as carried, but is no pawn")
            }
            PositionErrorKind::DoubleStep(square) => write!(
                f,
                "{square} cannot be a pawn of the side not to move that has just gone two ranks"
            ),
            PositionErrorKind::DoubleStepOver { pawn, piece } => {
                write!(f, "the pawn on {pawn} cannot just have passed the piece on {piece}")
            }
            PositionErrorKind::Pending(square) => write!(
                f,
                "{square} cannot be a pawn that must promote now: it is not the mover's on a deferred square"
            ),
            PositionErrorKind::PendingUnderBoard { pawn, pin } => {
                write!(f, "the pawn on {pawn} need not promote while a board stands on {pin}")
            }
            PositionErrorKind::FreedPawn(square) => {
                write!(f, "the pawn on {square} must promote, but no promotion is pending")
            }
            PositionErrorKind::PawnOnFurthestRank(square) => {
                write!(f, "the pawn on {square} stands on its furthest rank")
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

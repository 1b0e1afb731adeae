//! Errors of invalid setups.

use std::fmt;

use crate::{
    Color, Pin, Square,
    position::COUNTER_MAX,
    text::{counted, sentences},
};

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

sentences! {
    /// One thing that is wrong with a setup.
    #[allow(missing_docs, reason = "the names of the arguments are self-explanatory")]
    #[derive(Copy, Hash)]
    PositionErrorKind {
        /// The number of attack boards is not four.
        BoardCount(count: usize) => "four attack boards are needed, not {count}";
        /// A color does not own two boards.
        OwnerCount { owner: Color, count: usize } => "{owner} owns {}, not two", counted(*count, "attack board");
        /// Two boards on one pin.
        SharedPin(pin: Pin) => "two boards are on {pin}";
        /// A piece on a pin without a board.
        NoBoardUnder(square: Square) => "a piece is on {square}, where there is no board";
        /// A color does not have one king.
        KingCount { color: Color, count: usize } => "{color} has {}, not one", counted(*count, "king");
        /// The side that is not to move is in check.
        WaitingSideInCheck { king: Square, attacker: Square } =>
            "the side not to move is in check: the king on {king} is attacked from {attacker}";
        /// A castling right on a square that is not that side's rook on an attack board on its back rank.
        CastlingRook(square: Square) =>
            "castling names {square}, which is not a rook on an attack board on its back rank";
        /// A castling right whose king is not on an attack board on its back rank.
        CastlingKing { rook: Square } =>
            "castling names the rook on {rook}, but its king is not on an attack board on the back rank";
        /// A lost double step on a square without a pawn on its start square.
        SpentMark(square: Square) =>
            "{square} is marked as having lost its double step, but is not a pawn on its start square";
        /// A carried mark on a square without a pawn.
        CarriedMark(square: Square) => "{square} is marked as carried, but is not a pawn";
        /// A double step on a square that no pawn of the side not to move can have reached by one.
        DoubleStep(square: Square) =>
            "{square} cannot be a pawn of the side not to move that has just made a double step";
        /// A double step over a piece.
        DoubleStepOver { pawn: Square, piece: Square } =>
            "the pawn on {pawn} cannot just have passed the piece on {piece}";
        /// A pending promotion on a square without a pawn of the side to move that was deferred there.
        Pending(square: Square) =>
            "{square} cannot be a pawn that must promote now: it is not the mover's on a deferred square";
        /// A pending promotion under a board that is still there.
        PendingUnderBoard { pawn: Square, pin: Pin } =>
            "the pawn on {pawn} need not promote while a board is on {pin}";
        /// A pawn on a deferred square without its board, with no promotion pending.
        FreedPawn(square: Square) => "the pawn on {square} must promote, but no promotion is pending";
        /// A pawn on its furthest rank.
        PawnOnFurthestRank(square: Square) => "the pawn on {square} is on its furthest rank";
        /// The half-move counter is out of range.
        Halfmoves(count: i32) => "half-moves must be 0 to {COUNTER_MAX}, not {count}";
        /// The move number is out of range.
        MoveNumber(number: i32) => "the move number must be 1 to {COUNTER_MAX}, not {number}";
    }
}

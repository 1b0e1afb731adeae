//! Enums of the rules that are written as tagged objects.

use serde::ser::Serializer;
use trid_rules::{Color, Column, Ending, File, Pin, Rank, Role, RuleBook, Square};

#[cfg(feature = "typescript")]
use super::TypeOf;
use super::{ToJson, rules};

/// Declares how an enum of the rules with these variants is written.
macro_rules! tagged {
    ($(#[$meta:meta])* $name:ident {
        $($(#[doc = $doc:literal])+ $variant:ident $(($value:ty))? $({ $($field:ident: $type:ty),+ })?,)+
    }) => {
        #[derive(serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$meta])*
        pub(crate) enum $name {
            $(
                $(#[doc = $doc])+
                $variant $((
                    #[serde(with = "crate::json")]
                    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
                    $value,
                ))? $({
                    $(
                        #[serde(with = "crate::json")]
                        #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
                        $field: $type,
                    )+
                })?,
            )+
        }

        impl ToJson for rules::$name {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }
    };
}

tagged! {
    /// What a reason says. Clients word it in their own language; its message words it in English.
    #[serde(remote = "rules::ReasonDetail", tag = "type", rename_all = "camelCase")]
    ReasonDetail {
        /// The text is not a move in any notation.
        NotAMove { text: String },
        /// The arrival has no level. The squares are those of its column that exist now.
        MissingLevel { text: String, squares: Vec<Square> },
        /// A quadrant that does not exist, or contradicts its square.
        BadQuadrant { text: String },
        /// Several legal moves match the text.
        Ambiguous { text: String, moves: Vec<String> },
        /// The text captures where there is nothing to capture.
        NothingToCapture { square: Square },
        /// The text captures en passant where that is impossible.
        NoEnPassant { square: Square },
        /// The game has ended.
        GameOver { ending: Ending },
        /// It is not this player's turn.
        NotYourTurn { color: Color },
        /// The pawn must promote before anything else.
        PromotionPending { square: Square },
        /// The text joins several actions.
        SeveralActions { text: String },
        /// The departure square is empty.
        EmptySquare { square: Square },
        /// The departure square is on a level that does not cover its column.
        NoSuchDeparture { text: String },
        /// The player has no such piece.
        NoSuchPiece { color: Color, role: Role },
        /// The player has no such piece where the text looks for it.
        NoSuchPieceThere { color: Color, role: Role },
        /// The player has no pawn on the file.
        NoPawnOnFile { color: Color, file: File },
        /// The piece belongs to the opponent.
        NotYourPiece { color: Color, role: Role, square: Square },
        /// The piece would not leave its square.
        SameSquare { square: Square },
        /// The board would not leave its pin.
        SamePin { pin: Pin },
        /// The arrival square is on a level that does not cover its column.
        NoSuchArrival { text: String },
        /// The arrival square belongs to a pin without a board.
        AbsentSquare { square: Square },
        /// No square exists in front of the pawn.
        Frozen { square: Square },
        /// The piece would stay in its column.
        Vertical { column: Column },
        /// The piece does not move from one column to the other.
        Pattern { role: Role, from: Column, to: Column },
        /// Only pawns promote.
        DoesNotPromote { role: Role },
        /// The king would be captured.
        KingCapture,
        /// A pawn would move diagonally without capturing.
        PawnCapture { square: Square },
        /// A piece of the player is on the arrival square.
        OwnPiece { role: Role, square: Square },
        /// The path goes directly from a board of one line to a board of the other.
        CrossLine { from: Square, to: Square },
        /// A column without a square stops the piece.
        Gap { role: Role, column: Column },
        /// A piece is in the way.
        Blocked { role: Role, square: Square },
        /// The player's own pieces are on every square that the piece could reach.
        HemmedIn { role: Role, square: Square },
        /// The pawn has moved and lost its double step.
        DoubleStepSpent { square: Square },
        /// The pawn was carried and lost its double step.
        DoubleStepCarried { square: Square },
        /// The pawn was carried and may not capture en passant.
        EnPassantCarried { square: Square },
        /// The move must name a promotion.
        PromotionRequired { square: Square },
        /// The pawn promotes only on the furthest rank of its file.
        NotFurthestRank { square: Square, rank: Rank },
        /// The board move promotes no pawn.
        BoardPromotesNothing,
        /// The pawn is deferred.
        Deferred { square: Square },
        /// The pawn has no promotion to choose.
        NoPromotionNow { square: Square },
        /// There is no board on the pin.
        NoBoard { pin: Pin },
        /// Boards do not capture.
        BoardCapture,
        /// A rotation other than 180 degrees.
        BadRotation { text: String },
        /// Boards do not rotate in this rule book.
        NoTurning { rules: RuleBook },
        /// More than one piece is on the board.
        TooManyRiders { pin: Pin, count: usize },
        /// The opponent controls the board by its rider.
        OpponentControls { pin: Pin, color: Color, role: Role, square: Square },
        /// The board is empty and belongs to the opponent.
        OpponentOwns { pin: Pin, color: Color },
        /// An empty board does not rotate.
        EmptyTurn { pin: Pin },
        /// An enemy board is between the pins.
        Leap { from: Pin, to: Pin, over: Pin },
        /// The pins are not adjacent.
        NotAdjacent { from: Pin, to: Pin },
        /// A board is on the arrival pin.
        PinOccupied { pin: Pin },
        /// A board with a rider does not move backward.
        Backward { from: Pin, to: Pin },
        /// A piece, and perhaps others, are in the shaft.
        Shaft { pin: Pin, role: Role, square: Square, others: usize },
        /// The king or the rook has moved or was carried.
        CastlingMoved,
        /// King and rook are not on the two boards that castling long needs.
        CastlingBoards { pins: [Pin; 2] },
        /// A board that castling needs is not on its pin.
        CastlingNoBoard { pin: Pin },
        /// A piece is between king and rook.
        CastlingBlocked { role: Role, square: Square },
        /// An enemy piece is on a board that castling uses.
        CastlingIntruder { role: Role, square: Square },
        /// Castling may not be a player's first move.
        CastlingFirstMove,
        /// The king is in check, so it may not castle.
        CastlingInCheck { role: Role, attacker: Square },
        /// A square between king and rook is attacked.
        CastlingPathAttacked { square: Square, role: Role, attacker: Square },
        /// The king would arrive on an attacked square.
        CastlingArrivalAttacked { square: Square, role: Role, attacker: Square },
        /// The king is in check and would stay in check.
        StillInCheck { role: Role, attacker: Square },
        /// The move would put the mover's king in check.
        IntoCheck { role: Role, attacker: Square },
        /// The piece cannot move without exposing the king.
        Pinned { role: Role, attacker: Square },
        /// The king is in check, and no move of the piece ends that.
        CannotStopCheck { role: Role, attacker: Square },
        /// Every square next to the king is attacked or occupied by its own side.
        KingSurrounded,
        /// The move would force a promotion that could give check.
        FreedPawn { square: Square },
    }
}

tagged! {
    /// One thing that is wrong with a setup.
    #[serde(remote = "rules::PositionErrorKind", tag = "code", content = "value", rename_all = "camelCase")]
    PositionErrorKind {
        /// The number of attack boards is not four.
        BoardCount(usize),
        /// A color does not own two boards.
        OwnerCount { owner: Color, count: usize },
        /// Two boards on one pin.
        SharedPin(Pin),
        /// A piece on a pin without a board.
        NoBoardUnder(Square),
        /// A color does not have one king.
        KingCount { color: Color, count: usize },
        /// The side that is not to move is in check.
        WaitingSideInCheck { king: Square, attacker: Square },
        /// A castling right on a square that is not that side's rook on an attack board on its back rank.
        CastlingRook(Square),
        /// A castling right whose king is not on an attack board on its back rank.
        CastlingKing { rook: Square },
        /// A lost double step on a square without a pawn on its start square.
        SpentMark(Square),
        /// A carried mark on a square without a pawn.
        CarriedMark(Square),
        /// A double step on a square that no pawn of the side not to move can have reached by one.
        DoubleStep(Square),
        /// A double step over a piece.
        DoubleStepOver { pawn: Square, piece: Square },
        /// A pending promotion on a square without a pawn of the side to move that was deferred there.
        Pending(Square),
        /// A pending promotion under a board that is still there.
        PendingUnderBoard { pawn: Square, pin: Pin },
        /// A pawn on a deferred square without its board, with no promotion pending.
        FreedPawn(Square),
        /// A pawn on its furthest rank.
        PawnOnFurthestRank(Square),
        /// The half-move counter is out of range.
        Halfmoves(i32),
        /// The move number is out of range.
        MoveNumber(i32),
    }
}

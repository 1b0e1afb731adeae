//! Enums of the rules that are written as tagged objects.

use serde::ser::Serializer;
use trid_rules::{Color, Column, Ending, File, Pin, Rank, Role, RuleBook, Square};

#[cfg(feature = "typescript")]
use super::TypeOf;
use super::{ToJson, rules};

/// Declares how an enum of the rules with these variants is written.
macro_rules! tagged {
    ($(#[$meta:meta])* $name:ident {
        $($variant:ident $(($value:ty))? $({ $($field:ident: $type:ty),+ })?,)+
    }) => {
        #[derive(serde::Serialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        $(#[$meta])*
        pub(crate) enum $name {
            $(
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
        NotAMove { text: String },
        MissingLevel { text: String, squares: Vec<Square> },
        BadQuadrant { text: String },
        Ambiguous { text: String, moves: Vec<String> },
        NothingToCapture { square: Square },
        NoEnPassant { square: Square },
        GameOver { ending: Ending },
        NotYourTurn { color: Color },
        PromotionPending { square: Square },
        SeveralActions { text: String },
        EmptySquare { square: Square },
        NoSuchDeparture { text: String },
        NoSuchPiece { color: Color, role: Role },
        NoSuchPieceThere { color: Color, role: Role },
        NoPawnOnFile { color: Color, file: File },
        NotYourPiece { color: Color, role: Role, square: Square },
        SameSquare { square: Square },
        SamePin { pin: Pin },
        NoSuchArrival { text: String },
        AbsentSquare { square: Square },
        Frozen { square: Square },
        Vertical { column: Column },
        Pattern { role: Role, from: Column, to: Column },
        DoesNotPromote { role: Role },
        KingCapture,
        PawnCapture { square: Square },
        OwnPiece { role: Role, square: Square },
        CrossLine { from: Square, to: Square },
        Gap { role: Role, column: Column },
        Blocked { role: Role, square: Square },
        HemmedIn { role: Role, square: Square },
        DoubleStepSpent { square: Square },
        DoubleStepCarried { square: Square },
        EnPassantCarried { square: Square },
        PromotionRequired { square: Square },
        NotFurthestRank { square: Square, rank: Rank },
        BoardPromotesNothing,
        Deferred { square: Square },
        NoPromotionNow { square: Square },
        NoBoard { pin: Pin },
        BoardCapture,
        BadRotation { text: String },
        NoTurning { rules: RuleBook },
        TooManyRiders { pin: Pin, count: usize },
        OpponentControls { pin: Pin, color: Color, role: Role, square: Square },
        OpponentOwns { pin: Pin, color: Color },
        EmptyTurn { pin: Pin },
        Leap { from: Pin, to: Pin, over: Pin },
        NotAdjacent { from: Pin, to: Pin },
        PinOccupied { pin: Pin },
        Backward { from: Pin, to: Pin },
        Shaft { pin: Pin, role: Role, square: Square, others: usize },
        CastlingMoved,
        CastlingBoards { pins: [Pin; 2] },
        CastlingNoBoard { pin: Pin },
        CastlingBlocked { role: Role, square: Square },
        CastlingIntruder { role: Role, square: Square },
        CastlingFirstMove,
        CastlingInCheck { role: Role, attacker: Square },
        CastlingPathAttacked { square: Square, role: Role, attacker: Square },
        CastlingArrivalAttacked { square: Square, role: Role, attacker: Square },
        StillInCheck { role: Role, attacker: Square },
        IntoCheck { role: Role, attacker: Square },
        Pinned { role: Role, attacker: Square },
        CannotStopCheck { role: Role, attacker: Square },
        KingSurrounded,
        FreedPawn { square: Square },
    }
}

tagged! {
    /// One thing that is wrong with a setup.
    #[serde(remote = "rules::PositionErrorKind", tag = "code", content = "value", rename_all = "camelCase")]
    PositionErrorKind {
        BoardCount(usize),
        OwnerCount { owner: Color, count: usize },
        SharedPin(Pin),
        NoBoardUnder(Square),
        KingCount { color: Color, count: usize },
        WaitingSideInCheck { king: Square, attacker: Square },
        CastlingRook(Square),
        CastlingKing { rook: Square },
        SpentMark(Square),
        CarriedMark(Square),
        DoubleStep(Square),
        DoubleStepOver { pawn: Square, piece: Square },
        Pending(Square),
        PendingUnderBoard { pawn: Square, pin: Pin },
        FreedPawn(Square),
        PawnOnFurthestRank(Square),
        Halfmoves(i32),
        MoveNumber(i32),
    }
}

//! Structs of the rules that are written as objects.

use serde::Deserializer;
use serde::ser::{Serialize, Serializer};
use trid_rules::{
    Color, Column, Ending, GameResult, Pin, Place, Role, Square, Status,
    explain::{Code, EscapeKind, ReasonDetail},
    game::{EndReason, Evaluation, ShapeColor},
};

#[cfg(feature = "typescript")]
use super::TypeOf;
use super::{FromJson, ToJson, rules};

/// Declares how a struct of the rules with these fields is written.
macro_rules! objects {
    ($($(#[$meta:meta])* $path:literal $name:ident {
        $($(#[$attribute:meta])* $field:ident: $type:ty,)+
    })+) => {$(
        $(#[$meta])*
        #[derive(serde::Serialize)]
        #[serde(remote = $path)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub(crate) struct $name {
            $(
                $(#[$attribute])*
                #[serde(with = "crate::json")]
                #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
                pub(crate) $field: $type,
            )+
        }

        impl ToJson for rules::$name {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }
    )+};
}

objects! {
    /// A piece that goes from one square to another.
    "rules::MovedPiece" MovedPiece {
        /// Its color.
        color: Color,
        /// Its role before the move.
        #[serde(rename = "kind")]
        role: Role,
        /// The square it leaves.
        from: Square,
        /// The square it reaches.
        to: Square,
    }

    /// A piece that is captured, or that a pawn becomes.
    "rules::AffectedPiece" AffectedPiece {
        /// Its color.
        color: Color,
        /// Its role.
        #[serde(rename = "kind")]
        role: Role,
        /// Its square.
        square: Square,
    }

    /// An attack board that goes to another pin, or turns on its own.
    "rules::MovedBoard" MovedBoard {
        /// The owner of the board.
        owner: Color,
        /// The pin it leaves.
        from: Pin,
        /// The pin it reaches; the same for a turn in place.
        to: Pin,
        /// Whether it turns by 180 degrees.
        turned: bool,
    }

    /// A column that a side attacks.
    "rules::AttackedColumn" AttackedColumn {
        /// The column.
        column: Column,
        /// How many pieces attack a square of it.
        attackers: usize,
        /// Its squares that are attacked.
        squares: Vec<Square>,
    }

    /// How a move changes the squares that a side attacks.
    "rules::AttackChange" AttackChange {
        /// The side.
        color: Color,
        /// Squares that are attacked only after the move. Some may not exist before it.
        gained: Vec<Square>,
        /// Squares that are attacked only before the move. Some may not exist after it.
        lost: Vec<Square>,
    }

    /// A piece that gives check, and its path to the king.
    "rules::CheckPath" CheckPath {
        /// The piece that gives check.
        attacker: Square,
        /// Its role.
        #[serde(rename = "kind")]
        role: Role,
        /// The king in check.
        king: Square,
        /// The columns between them, from the attacker to the king. Empty for pieces that do not move in lines.
        path: Vec<Column>,
        /// The squares in these columns, where a piece would stop the check.
        squares: Vec<Square>,
    }

    /// A piece that the opponent could capture without being recaptured.
    "rules::HangingPiece" HangingPiece {
        /// Its square.
        square: Square,
        /// Its color.
        color: Color,
        /// Its role.
        #[serde(rename = "kind")]
        role: Role,
        /// The pieces that could capture it for free.
        attackers: Vec<Square>,
    }

    /// A piece that keeps a line piece from attacking its own king.
    "rules::PinnedPiece" PinnedPiece {
        /// Its square.
        square: Square,
        /// Its color.
        color: Color,
        /// Its role.
        #[serde(rename = "kind")]
        role: Role,
        /// Its king.
        king: Square,
        /// The line piece.
        attacker: Square,
        /// The columns between the line piece and the king.
        path: Vec<Column>,
    }

    /// A way out of a mate that fails.
    "rules::FailedEscape" FailedEscape {
        /// How it tries to answer the check.
        kind: EscapeKind,
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        mv: String,
        /// The role of the piece that moves; for a board its rider.
        #[serde(rename = "piece")]
        role: Option<Role>,
        /// The square that the piece or rider leaves.
        from: Option<Square>,
        /// The square that the piece or rider would reach.
        to: Option<Square>,
        /// The pins that a board would leave and reach.
        pins: Option<(Pin, Pin)>,
        /// The piece of the mated side that occupies the square.
        occupied: Option<Square>,
        /// The pieces that would attack the king after the move.
        refuters: Vec<Square>,
    }

    /// Why the side to move is mated.
    "rules::MateExplanation" MateExplanation {
        /// The mated king.
        king: Square,
        /// The checks.
        checks: Vec<rules::CheckPath>,
        /// Every square around the king, then every capture and block, with what refutes it.
        escapes: Vec<rules::FailedEscape>,
    }
}

/// What a legal move changes on the board. Applied to the pieces and boards before the move, it gives
/// those after it.
#[derive(serde::Serialize)]
#[serde(remote = "rules::MoveEffects")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct MoveEffects {
    /// The pieces that move: in castling the king, then the rook; in a board move its rider.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) moved: Vec<rules::MovedPiece>,
    /// The captured piece.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) captured: Option<rules::AffectedPiece>,
    /// The piece that a pawn becomes, on the square it has after the move.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) promoted: Option<rules::AffectedPiece>,
    /// The board that moves or turns.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) boards: Vec<rules::MovedBoard>,
    /// The opponent's pawn that must promote after the move.
    #[serde(with = "crate::json", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<TypeOf<Square>>"))]
    pub(crate) forces: Option<Square>,
}

impl ToJson for rules::MoveEffects {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MoveEffects::serialize(self, serializer)
    }
}

/// One reason why a move is illegal.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "rules::Reason")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct Reason {
    /// The code.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) code: Code,
    /// The detail in English.
    pub(crate) message: String,
    /// The squares to highlight.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) squares: Vec<Square>,
    /// The pins to highlight.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) pins: Vec<Pin>,
    /// What the message says, for clients in other languages. Programs in Rust do not read it back.
    #[serde(
        serialize_with = "crate::json::serialize",
        skip_deserializing,
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<TypeOf<ReasonDetail>>"))]
    pub(crate) detail: Option<ReasonDetail>,
}

/// An evaluation from White's point of view.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "rules::Evaluation", rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Evaluation"))]
pub(crate) enum EvaluationFields {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates. Never 0.
    Mate(i32),
}

/// A marked square or pin.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "rules::DrawnMark")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct DrawnMark {
    /// Its color.
    #[serde(rename = "colour", with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) color: ShapeColor,
    /// The marked place.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) at: Place,
}

/// An arrow between two places.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "rules::DrawnArrow")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct DrawnArrow {
    /// Its color.
    #[serde(rename = "colour", with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) color: ShapeColor,
    /// The start.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) from: Place,
    /// The end.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) to: Place,
}

/// The shapes drawn at a node.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "rules::Shapes")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct Shapes {
    /// Marked squares and pins.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) marks: Vec<rules::DrawnMark>,
    /// Arrows.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    pub(crate) arrows: Vec<rules::DrawnArrow>,
}

/// How a game ended.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "Ending"))]
pub(crate) struct EndingFields {
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    status: Status,
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    result: GameResult,
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "TypeOf<_>"))]
    reason: Option<EndReason>,
}

impl ToJson for Ending {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (status, result, reason) = (self.status(), self.result(), self.reason());
        EndingFields { status, result, reason }.serialize(serializer)
    }
}

/// Both ways, for structs that are declared above.
macro_rules! both {
    ($($type:ty as $form:ident),+) => {$(
        impl ToJson for $type {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $form::serialize(self, serializer)
            }
        }

        impl FromJson for $type {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                $form::deserialize(deserializer)
            }
        }
    )+};
}

both! {
    rules::Reason as Reason,
    Evaluation as EvaluationFields,
    rules::DrawnMark as DrawnMark,
    rules::DrawnArrow as DrawnArrow,
    rules::Shapes as Shapes
}

//! Snapshots: what a view needs to draw a position and offer its moves.

mod build;

use serde::Serialize;
use trid_rules::{
    Color, GameResult, Pin, Promotion, Role, RuleBook, Square, Status,
    game::{Claim, EndReason},
    position::MoveEffects,
};

pub(crate) use build::{captured, material};

/// A position with its moves, for a view.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The rule book.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub rules: RuleBook,
    /// The position as T-FEN.
    pub tfen: String,
    /// The key, 16 hex digits.
    pub key: String,
    /// The side to move.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub turn: Color,
    /// The number of the next move.
    pub move_number: u16,
    /// The game that the position is part of.
    #[serde(flatten)]
    pub game: SnapshotGame,
    /// The king in check.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub check: Option<Square>,
    /// The pawn that must promote now.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pending: Option<Square>,
    /// The four attack boards.
    pub boards: Vec<SnapshotBoard>,
    /// All pieces.
    pub pieces: Vec<SnapshotPiece>,
    /// The pieces that are missing, compared with the start: White's, then Black's, the most valuable first.
    pub captured: Vec<SnapshotCaptured>,
    /// How many pawns White's pieces are worth more than Black's, negative if less: queen 9, rook 5, bishop and
    /// knight 3.
    pub material: i32,
    /// The legal moves; none when the game is over.
    pub moves: Vec<SnapshotMove>,
}

/// The game that the position of a snapshot is part of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotGame {
    /// The number of plies played.
    pub ply: usize,
    /// Whether and how it ended.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub status: Status,
    /// The result.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub result: GameResult,
    /// Why it ended, where the status does not say so.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub reason: Option<EndReason>,
    /// The draws that the side to move may claim.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub claims: Vec<Claim>,
    /// The last move played.
    pub last: Option<String>,
    /// What the last move changed on the board.
    #[serde(with = "crate::json", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<crate::json::TypeOf<MoveEffects>>")
    )]
    pub effects: Option<MoveEffects>,
}

/// An attack board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotBoard {
    /// The instance to show: `QL1:0`.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::InstanceName"))]
    pub instance: String,
    /// The pin it is on.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pin: Pin,
    /// 0 or 180.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 180"))]
    pub rotation: u16,
    /// The color that owns it.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub owner: Color,
    /// The color that may move it; none if it has several riders.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub controller: Option<Color>,
    /// The number of pieces on it.
    pub riders: usize,
    /// Whether the side to move can move or turn it now.
    pub movable: bool,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotPiece {
    /// Its square.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub square: Square,
    /// Its color.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub color: Color,
    /// Its role.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub kind: Role,
    /// The marks of a pawn.
    pub marks: Vec<Mark>,
}

/// Captured pieces of one color and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotCaptured {
    /// Their color.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub color: Color,
    /// Their role.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub kind: Role,
    /// Their number, at least 1.
    pub count: usize,
}

/// The marks of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Its next column does not exist.
    Frozen,
    /// The board above it keeps it from promoting.
    Deferred,
    /// It was carried by a board.
    Carried,
    /// It was carried to its furthest rank and stays a pawn.
    Stranded,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MoveKind {
    /// A piece moves to an empty square.
    Step,
    /// A pawn makes a double step.
    Double,
    /// A piece captures on its arrival square.
    Capture,
    /// A pawn captures en passant.
    EnPassant,
    /// King and rook castle.
    Castle,
    /// A board moves to another pin.
    Board,
    /// A board turns in place.
    Turn,
    /// A pawn freed by the opponent promotes.
    Promote,
}

/// Check or mate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Gives {
    Check,
    Mate,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotMove {
    /// Coordinate notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Algebraic notation.
    pub text: String,
    /// The kind.
    pub kind: MoveKind,
    /// The role of the piece that moves; for a board its rider.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub piece: Option<Role>,
    /// The departure square; for castling the king's.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub from: Option<Square>,
    /// The arrival square; for castling the king's.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub to: Option<Square>,
    /// The square of the captured piece.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub captures: Option<Square>,
    /// The promotion.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub promotion: Option<Promotion>,
    /// The board that moves or turns.
    pub board: Option<SnapshotBoardMove>,
    /// The opponent's pawn that must promote after it.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub forces: Option<Square>,
    /// Check or mate.
    pub gives: Option<Gives>,
}

/// The movement of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotBoardMove {
    /// The pin it leaves.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub from: Pin,
    /// The pin it reaches; the same for a turn in place.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub to: Pin,
    /// Whether the board turns, which takes the rider to the opposite corner.
    pub turned: bool,
    /// The movement of the rider.
    pub rider: Option<SnapshotRider>,
}

/// The movement of a rider.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SnapshotRider {
    /// Its square.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub from: Square,
    /// The square it reaches.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub to: Square,
}

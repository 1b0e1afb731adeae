//! The moves of a game, for a view's move list and marks.

use serde::Serialize;
use trid_rules::{Color, Game, Move, Pin, Position, Role, Square, position::MoveEffects};

/// The moves of the current variation, all or those from a ply on, and the ply on screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct History {
    /// The moves in order.
    pub moves: Vec<PlayedMove>,
    /// The ply on screen: 0 is the start, the number of moves the end.
    pub ply: usize,
}

/// A ply of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayedMove {
    /// Coordinate notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Algebraic notation.
    pub text: String,
    /// The side that moved.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub color: Color,
    /// The move number.
    pub number: u16,
    /// Whether it is a forced promotion, which precedes the player's move and has no number of its own.
    pub forced: bool,
    /// The role of the piece that moved; for a board its rider.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub piece: Option<Role>,
    /// The role of the captured piece.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub captured: Option<Role>,
    /// The squares that pieces left or reached.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub squares: Vec<Square>,
    /// The pins that a board left or reached.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pins: Vec<Pin>,
}

/// What a move touches, to be marked on the board.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Touched {
    /// The squares that pieces leave or reach.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub squares: Vec<Square>,
    /// The pins that a board leaves or reaches.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pins: Vec<Pin>,
}

impl PlayedMove {
    /// A legal move of a position.
    #[must_use]
    pub fn new(before: &Position, mv: Move) -> PlayedMove {
        let effects = before.effects(mv);
        let Touched { squares, pins } = Touched::by(&effects);
        PlayedMove {
            mv: mv.to_string(),
            text: before.algebraic(mv).to_string(),
            color: before.turn(),
            number: before.move_number(),
            forced: matches!(mv, Move::Promote { .. }),
            piece: effects.moved.first().map(|moved| moved.role),
            captured: effects.captured.map(|piece| piece.role),
            squares,
            pins,
        }
    }
}

impl Touched {
    /// What a move with these effects touches.
    #[must_use]
    pub fn by(effects: &MoveEffects) -> Touched {
        Touched {
            squares: effects.squares().iter().collect(),
            pins: effects.pins().iter().collect(),
        }
    }
}

impl History {
    /// The moves of a game's current variation after the first `known`, and the current ply.
    #[must_use]
    pub fn of(game: &Game, known: usize) -> History {
        let moves =
            game.moves().skip(known).map(|played| PlayedMove::new(played.before, played.mv));
        History { moves: moves.collect(), ply: game.ply() }
    }
}

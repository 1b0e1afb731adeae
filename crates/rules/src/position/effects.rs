//! What a legal move changes on the board: pieces moved, captured and promoted, and boards moved.

use crate::{Color, Move, Pin, PinSet, Position, Promotion, Role, Square, SquareSet};

/// What a legal move changes on the board. Applied to the pieces and boards before the move, it gives
/// those after it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct MoveEffects {
    /// The pieces that move: in castling the king, then the rook; in a board move its rider.
    pub moved: Vec<MovedPiece>,
    /// The captured piece.
    pub captured: Option<AffectedPiece>,
    /// The piece that a pawn becomes, on the square it has after the move.
    pub promoted: Option<AffectedPiece>,
    /// The board that moves or turns.
    pub boards: Vec<MovedBoard>,
    /// The opponent's pawn that must promote after the move.
    pub forces: Option<Square>,
}

/// A piece that goes from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedPiece {
    /// Its color.
    pub color: Color,
    /// Its role before the move.
    pub role: Role,
    /// The square it leaves.
    pub from: Square,
    /// The square it reaches.
    pub to: Square,
}

/// A piece that is captured, or that a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AffectedPiece {
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// An attack board that goes to another pin, or turns on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovedBoard {
    /// The owner of the board.
    pub owner: Color,
    /// The pin it leaves.
    pub from: Pin,
    /// The pin it reaches; the same for a turn in place.
    pub to: Pin,
    /// Whether it turns by 180 degrees.
    pub turned: bool,
}

impl MoveEffects {
    /// The squares that pieces leave or reach, and the square of a forced promotion.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        if self.moved.is_empty() && self.boards.is_empty() {
            return self.promoted.into_iter().map(|piece| piece.square).collect();
        }
        self.moved.iter().flat_map(|piece| [piece.from, piece.to]).collect()
    }

    /// The pins that a board leaves or reaches.
    #[must_use]
    pub fn pins(&self) -> PinSet {
        self.boards.iter().fold(PinSet::EMPTY, |pins, board| pins.with(board.from).with(board.to))
    }
}

impl Position {
    /// What a legal move changes on the board. Unspecified for an illegal move.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let effects = Position::default().effects("b2Wb4N".parse()?);
    /// assert_eq!(effects.moved[0].to.to_string(), "b4N");
    /// assert_eq!(effects.captured, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn effects(&self, mv: Move) -> MoveEffects {
        let mut effects = MoveEffects::default();
        match mv {
            Move::Piece { from, to, promotion } => {
                self.push_moved(&mut effects, from, to);
                effects.captured = self.captured_by(from, to).and_then(|square| {
                    let piece = self.piece_at(square)?;
                    Some(AffectedPiece { color: piece.color, role: piece.role, square })
                });
                effects.promoted = self.promoted_piece(to, promotion);
            }
            Move::Castle(castling) => {
                if let Some(plan) = self.castling_plan(castling) {
                    self.push_moved(&mut effects, plan.king_from, plan.king_to);
                    self.push_moved(&mut effects, plan.rook_from, plan.rook_to);
                }
            }
            Move::Board { from, to, turned, promotion } => {
                self.push_board(&mut effects, from, to, turned);
                let square = self.promoted_by_board(from, to, turned);
                effects.promoted = square.and_then(|square| self.promoted_piece(square, promotion));
                effects.forces = self.forced_by_board(from);
            }
            Move::Turn { pin } => self.push_board(&mut effects, pin, pin, true),
            Move::Promote { square, promotion } => {
                effects.promoted = self.promoted_piece(square, Some(promotion));
            }
        }
        effects
    }

    fn push_moved(&self, effects: &mut MoveEffects, from: Square, to: Square) {
        if let Some(piece) = self.piece_at(from) {
            effects.moved.push(MovedPiece { color: piece.color, role: piece.role, from, to });
        }
    }

    fn push_board(&self, effects: &mut MoveEffects, from: Pin, to: Pin, turned: bool) {
        if let Some((rider, _)) = self.rider(from)
            && let Some(landing) = Position::landing(rider, to, turned)
        {
            self.push_moved(effects, rider, landing);
        }
        if let Some(board) = self.board_on(from) {
            effects.boards.push(MovedBoard { owner: board.owner, from, to, turned });
        }
    }

    fn promoted_piece(
        &self,
        square: Square,
        promotion: Option<Promotion>,
    ) -> Option<AffectedPiece> {
        promotion.map(|choice| AffectedPiece { color: self.turn, role: choice.role(), square })
    }

    /// The square of the piece that a legal piece move captures. En passant it differs from `to`.
    #[must_use]
    #[inline]
    pub fn captured_by(&self, from: Square, to: Square) -> Option<Square> {
        if self.occupied().contains(to) {
            Some(to)
        } else if self.pawns.contains(from) && from.file() != to.file() {
            self.double_stepped
        } else {
            None
        }
    }

    /// Whether a legal move captures en passant.
    #[must_use]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        matches!(mv, Move::Piece { from, to, .. } if self.captured_by(from, to).is_some_and(|square| square != to))
    }

    /// Whether a legal move captures or promotes, so that no earlier position can recur.
    pub(crate) fn is_irreversible(&self, mv: Move) -> bool {
        match mv {
            Move::Piece { from, to, promotion } => {
                promotion.is_some() || self.captured_by(from, to).is_some()
            }
            Move::Board { promotion, .. } => promotion.is_some(),
            Move::Promote { .. } => true,
            Move::Castle(_) | Move::Turn { .. } => false,
        }
    }
}

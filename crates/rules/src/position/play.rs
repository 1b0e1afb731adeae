//! Playing moves, with incremental updates of the key.

use std::fmt;

use crate::{
    Color, ColumnSet, Move, Piece, Pin, Position, Promotion, Reason, Role, Square,
    movegen::castling::CastlingPlan,
    movegen::pawns::FIRST_SQUARES,
    position::{COUNTER_MAX, EN_PASSANT_FLAG, castling_right, zobrist},
};

/// A move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalMoveError {
    /// The move.
    pub mv: Move,
    /// Every reason, the most important first; never empty.
    pub reasons: Vec<Reason>,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is illegal", self.mv)?;
        match self.reasons.first() {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for IllegalMoveError {}

impl Position {
    /// The position after a move.
    ///
    /// ```
    /// use trid_rules::{Color, Position};
    ///
    /// let after = Position::default().play("b2Wb4N".parse()?)?;
    /// assert_eq!(after.turn(), Color::Black);
    ///
    /// let error = after.play("b2Wb4N".parse()?).unwrap_err();
    /// assert!(!error.reasons.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMoveError`] if the move is not legal here.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMoveError> {
        if self.is_legal(mv) {
            let mut after = self.clone();
            after.play_unchecked(mv);
            Ok(after)
        } else {
            Err(IllegalMoveError { mv, reasons: self.explain(mv) })
        }
    }

    /// Plays a move without checking that it is legal. After an illegal move the position is unspecified
    /// and may not be legal, but there is no panic.
    pub fn play_unchecked(&mut self, mv: Move) {
        let double_stepped = self.double_stepped;
        self.clear_double_step();
        match mv {
            Move::Promote { square, promotion } => {
                self.promote(square, promotion);
                self.set_pending(None);
                self.halfmoves = 0;
                return;
            }
            Move::Piece { from, to, promotion } => {
                self.play_piece(from, to, promotion, double_stepped)
            }
            Move::Castle(castling) => {
                if let Some(plan) = self.castling_plan(castling) {
                    self.play_castling(plan);
                }
                self.count_halfmove();
            }
            Move::Board { from, to, turned, promotion } => {
                self.play_board(from, to, turned, promotion)
            }
            Move::Turn { pin } => {
                self.carry_rider(pin, pin, true);
                self.place_board(pin, pin, true);
                self.count_halfmove();
            }
        }
        self.pass_turn();
    }

    /// Makes a null move, for searches. In check, or with a promotion pending, the resulting position is not
    /// legal.
    pub fn pass_unchecked(&mut self) {
        self.clear_double_step();
        self.count_halfmove();
        self.pass_turn();
    }

    fn play_piece(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
        mut double_stepped: Option<Square>,
    ) {
        let us = self.turn;
        let role = self.role_at(from);
        self.count_halfmove();
        if self.colors[us.other() as usize].contains(to) {
            self.remove(Piece { color: us.other(), role: self.role_at(to) }, to);
            self.halfmoves = 0;
            double_stepped = None;
        }
        match role {
            Role::Pawn => self.play_pawn(from, to, promotion, double_stepped),
            Role::Knight => self.shift(Role::Knight, from, to),
            Role::Bishop => self.shift(Role::Bishop, from, to),
            Role::Rook => {
                self.shift(Role::Rook, from, to);
                self.drop_right_of_rook(from);
            }
            Role::Queen => self.shift(Role::Queen, from, to),
            Role::King => {
                self.shift(Role::King, from, to);
                self.kings[us as usize] = to;
                self.drop_castling(us);
            }
        }
    }

    /// Moves a pawn. `double_stepped` is the pawn that a move to another file captures en passant, if it
    /// captures no other piece.
    fn play_pawn(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
        double_stepped: Option<Square>,
    ) {
        let us = self.turn;
        self.halfmoves = 0;
        if from.file() != to.file()
            && let Some(victim) = double_stepped
        {
            self.remove(Piece { color: us.other(), role: Role::Pawn }, victim);
        }
        if let Some(promotion) = promotion {
            self.remove(Piece { color: us, role: Role::Pawn }, from);
            self.toggle_piece(Piece { color: us, role: promotion.role() }, to);
            return;
        }
        let was_carried = self.carried.contains(from);
        self.shift(Role::Pawn, from, to);
        self.clear_pawn_marks(us, from);
        if was_carried {
            self.toggle_carried(to);
        } else if FIRST_SQUARES[us as usize].contains(to) {
            self.toggle_spent(to);
        }
        if from.column().index().abs_diff(to.column().index()) == 12 {
            self.double_stepped = Some(to);
        }
    }

    /// Moves a piece of the side to move. Inlined with a constant role.
    #[inline(always)]
    fn shift(&mut self, role: Role, from: Square, to: Square) {
        let piece = Piece { color: self.turn, role };
        self.toggle_piece(piece, from);
        self.toggle_piece(piece, to);
    }

    fn play_castling(&mut self, plan: CastlingPlan) {
        let us = self.turn;
        let king = Piece { color: us, role: Role::King };
        let rook = Piece { color: us, role: Role::Rook };
        self.toggle_piece(king, plan.king_from);
        self.toggle_piece(rook, plan.rook_from);
        self.toggle_piece(king, plan.king_to);
        self.toggle_piece(rook, plan.rook_to);
        self.kings[us as usize] = plan.king_to;
        self.drop_castling(us);
    }

    fn play_board(&mut self, from: Pin, to: Pin, turned: bool, promotion: Option<Promotion>) {
        let promoted = promotion.and_then(|choice| {
            self.promoted_by_board(from, to, turned).map(|square| (square, choice))
        });
        let forced = self.forced_by_board(from);
        let resets = self.carries_pawn(from) || promoted.is_some();
        self.carry_rider(from, to, turned);
        self.place_board(from, to, turned);
        if let Some((square, choice)) = promoted {
            self.promote(square, choice);
        }
        self.set_pending(forced);
        if resets {
            self.halfmoves = 0;
        } else {
            self.count_halfmove();
        }
    }

    /// Moves the rider of a board along to another pin, or to the opposite corner.
    fn carry_rider(&mut self, from: Pin, to: Pin, turned: bool) {
        let Some((square, piece)) = self.rider(from) else {
            return;
        };
        let Some(landing) = Position::landing(square, to, turned) else {
            return;
        };
        self.remove(piece, square);
        self.toggle_piece(piece, landing);
        match piece.role {
            Role::King => {
                self.kings[piece.color as usize] = landing;
                self.drop_castling(piece.color);
            }
            Role::Pawn => self.toggle_carried(landing),
            _ => {}
        }
    }

    /// Moves a board to another pin, keeping the two boards of a color in order.
    fn place_board(&mut self, from: Pin, to: Pin, turned: bool) {
        let Some(index) = self.board_index(from) else {
            return;
        };
        let owner = self.board(index).owner;
        self.key ^= zobrist::board(owner, from) ^ zobrist::board(owner, to);
        self.pins[index] = to;
        self.existing = self.existing.without(from.squares()) | to.squares();
        if turned {
            self.flags ^= 1 << index;
        }
        let first = index & !1;
        if self.pins[first] > self.pins[first + 1] {
            self.pins.swap(first, first + 1);
            let pair = self.flags >> first & 0b11;
            let swapped = pair >> 1 | (pair & 1) << 1;
            self.flags = self.flags & !(0b11 << first) | swapped << first;
        }
    }

    /// Removes a piece with its marks and rights. The caller drops a king's rights.
    fn remove(&mut self, piece: Piece, square: Square) {
        self.toggle_piece(piece, square);
        match piece.role {
            Role::Pawn => self.clear_pawn_marks(piece.color, square),
            Role::Rook => self.drop_right_of_rook(square),
            _ => {}
        }
    }

    #[inline]
    fn clear_pawn_marks(&mut self, color: Color, square: Square) {
        if self.carried.contains(square) {
            self.toggle_carried(square);
        } else if FIRST_SQUARES[color as usize].contains(square)
            && self.spent.contains(square.column())
        {
            self.toggle_spent(square);
        }
    }

    fn drop_right_of_rook(&mut self, square: Square) {
        if self.castling != 0
            && let Some(right) = castling_right(square)
        {
            self.drop_right(right);
        }
    }

    fn promote(&mut self, square: Square, promotion: Promotion) {
        let Some(pawn) = self.piece_at(square) else {
            return;
        };
        self.remove(pawn, square);
        self.toggle_piece(Piece { color: pawn.color, role: promotion.role() }, square);
    }

    fn toggle_carried(&mut self, square: Square) {
        self.carried.toggle(square);
        self.key ^= zobrist::carried(square);
    }

    fn toggle_spent(&mut self, square: Square) {
        self.spent.0 ^= ColumnSet::of(square.column()).0;
        self.key ^= zobrist::spent(square);
    }

    fn drop_right(&mut self, right: usize) {
        if self.castling >> right & 1 != 0 {
            self.castling ^= 1 << right;
            self.key ^= zobrist::castling(right);
        }
    }

    fn drop_castling(&mut self, color: Color) {
        if self.may_still_castle(color) {
            (0..4).for_each(|index| self.drop_right(color as usize * 4 + index));
        }
    }

    fn set_pending(&mut self, pending: Option<Square>) {
        for square in [self.pending, pending].into_iter().flatten() {
            self.key ^= zobrist::pending(square);
        }
        self.pending = pending;
    }

    fn clear_double_step(&mut self) {
        if let Some(square) = self.double_stepped
            && self.has_en_passant()
        {
            self.key ^= zobrist::double_step(square);
            self.flags ^= EN_PASSANT_FLAG;
        }
        self.double_stepped = None;
    }

    /// Updates key and flag for a legal en passant capture.
    pub(crate) fn update_en_passant(&mut self) {
        if let Some(square) = self.double_stepped
            && self.legal_en_passant_exists()
        {
            self.key ^= zobrist::double_step(square);
            self.flags |= EN_PASSANT_FLAG;
        }
    }

    fn count_halfmove(&mut self) {
        self.halfmoves = (self.halfmoves + 1).min(COUNTER_MAX);
    }

    fn pass_turn(&mut self) {
        if self.turn == Color::Black {
            self.move_number = (self.move_number + 1).min(COUNTER_MAX);
        }
        self.turn = self.turn.other();
        self.key ^= zobrist::BLACK;
        self.update_en_passant();
    }
}

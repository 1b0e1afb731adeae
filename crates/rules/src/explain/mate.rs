//! Why a mate is a mate: every way out that fails, and the pieces that refute it.

use crate::{
    Code, Move, Pin, Position, Role, Square, SquareSet,
    explain::{attacked::sorted, check::CheckPath},
    names::named,
};

named! {
    /// A way to answer a check.
    EscapeKind {
        /// The king moves, or its board carries it.
        Flight "flight",
        /// Another piece captures a piece that gives check.
        Capture "capture",
        /// Another piece or a board interrupts a check.
        Block "block",
    }
}

/// A way out of a mate that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedEscape {
    /// How it tries to answer the check.
    pub kind: EscapeKind,
    /// The move in coordinate notation.
    pub mv: String,
    /// The role of the piece that moves; for a board its rider.
    pub role: Option<Role>,
    /// The square that the piece or rider leaves.
    pub from: Option<Square>,
    /// The square that the piece or rider would reach.
    pub to: Option<Square>,
    /// The pins that a board would leave and reach.
    pub pins: Option<(Pin, Pin)>,
    /// The piece of the mated side that occupies the square.
    pub occupied: Option<Square>,
    /// The pieces that would attack the king after the move.
    pub refuters: Vec<Square>,
}

/// Why the side to move is mated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateExplanation {
    /// The mated king.
    pub king: Square,
    /// The checks.
    pub checks: Vec<CheckPath>,
    /// Every square around the king, then every capture and block, with what refutes it.
    pub escapes: Vec<FailedEscape>,
}

impl Position {
    /// Why the side to move is mated; `None` if it is not.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// assert_eq!(Position::default().explain_mate(), None);
    /// ```
    #[must_use]
    pub fn explain_mate(&self) -> Option<MateExplanation> {
        if self.pending().is_some() || !self.is_check() || self.has_moves() {
            return None;
        }
        let king = self.king(self.turn());
        let mut escapes: Vec<FailedEscape> = Vec::new();
        for to in sorted(self.attacks_from(king)) {
            escapes.extend(self.failed_escape(Move::Piece { from: king, to, promotion: None }));
        }
        for from in sorted(self.pieces_of(self.turn()).without(SquareSet::of(king))) {
            for to in sorted(self.existing().without(SquareSet::of(from))) {
                escapes.extend(self.failed_escape(Move::Piece { from, to, promotion: None }));
            }
        }
        for board in self.boards() {
            escapes.extend(self.failed_escape(Move::Turn { pin: board.pin }));
            for to in self.rules().neighbours(board.pin) {
                for turned in [false, true] {
                    let mv = Move::Board { from: board.pin, to, turned, promotion: None };
                    escapes.extend(self.failed_escape(mv));
                }
            }
        }
        escapes.sort_by_key(|escape| escape.kind as u8);
        Some(MateExplanation { king, checks: self.check_paths(), escapes })
    }

    /// Why a move does not answer the check; `None` if it has nothing to do with the check, or if the piece
    /// does not move like that.
    fn failed_escape(&self, mv: Move) -> Option<FailedEscape> {
        let reasons = self.explain(mv);
        let king = self.king(self.turn());
        let escape = |kind, occupied, refuters| {
            let effects = self.effects(mv);
            let moved = effects.moved.first();
            Some(FailedEscape {
                kind,
                mv: mv.to_string(),
                role: moved.map(|piece| piece.role),
                from: moved.map(|piece| piece.from),
                to: moved.map(|piece| piece.to),
                pins: effects.boards.first().map(|board| (board.from, board.to)),
                occupied,
                refuters,
            })
        };
        let is_kings = matches!(mv, Move::Piece { from, .. } if from == king);
        if is_kings && reasons.iter().any(|reason| reason.code == Code::OwnPiece) {
            let Move::Piece { to, .. } = mv else { return None };
            return escape(EscapeKind::Flight, Some(to), Vec::new());
        }
        let fails_by_check = reasons.iter().any(|reason| reason.code == Code::KingInCheck);
        let is_otherwise_legal = reasons.iter().all(|reason| {
            matches!(
                reason.code,
                Code::GameOver
                    | Code::KingInCheck
                    | Code::PromotionRequired
                    | Code::PromotionBlocked
            )
        });
        if !fails_by_check || !is_otherwise_legal {
            return None;
        }
        let mut after = self.clone();
        after.play_unchecked(mv);
        let moved_king = after.king(self.turn());
        let refuters = after.attackers(moved_king, self.turn().other());
        if moved_king != king {
            return escape(EscapeKind::Flight, None, sorted(refuters));
        }
        let captured = match mv {
            Move::Piece { from, to, .. } => self.captured_by(from, to),
            _ => None,
        };
        let checkers = self.checkers();
        if captured.is_some_and(|square| checkers.contains(square)) {
            escape(EscapeKind::Capture, None, sorted(refuters))
        } else if !checkers.without(refuters).is_empty() {
            escape(EscapeKind::Block, None, sorted(refuters))
        } else {
            None
        }
    }
}

//! Reasons why a piece or a board has no legal move at all.

use crate::{
    Code, Move, Pin, Position, Reason, ReasonDetail as Detail, Role, Square, SquareSet,
    explain::{no_board, no_piece, not_your_piece},
    notation::read_move::closest_reasons,
};

impl Position {
    /// Why the piece on a square cannot move. Empty if and only if it has a legal move or may castle.
    #[must_use]
    pub fn explain_stuck_piece(&self, square: Square) -> Vec<Reason> {
        let Some(piece) = self.piece_at(square) else {
            return vec![no_piece(square)];
        };
        if piece.color != self.turn {
            return vec![not_your_piece(piece, square)];
        }
        let state = self.explain_state(Move::Piece { from: square, to: square, promotion: None });
        if !state.is_empty() {
            return state;
        }
        if !self.reach(square).is_empty() {
            return Vec::new();
        }
        let role = piece.role;
        let (exposing, blockers) = self.stuck_attempts(square, role);
        vec![match exposing {
            Some(reason) => self.explain_exposing(square, role, reason),
            None if self.is_frozen(square) => Reason::new(Detail::Frozen { square }).at([square]),
            None => match blockers.iter().min() {
                Some(blocker) if role == Role::Pawn => {
                    let detail = Detail::Blocked { role: self.role_at(blocker), square: blocker };
                    Reason::new(detail).at_all(blockers)
                }
                _ => Reason::new(Detail::HemmedIn { role, square }).at_all(blockers),
            },
        }]
    }

    /// Why the board on a pin cannot move. Empty if and only if it has a legal move.
    #[must_use]
    pub fn explain_stuck_board(&self, pin: Pin) -> Vec<Reason> {
        let is_of_board = |mv: &Move| {
            matches!(*mv, Move::Board { from, .. } if from == pin)
                || matches!(*mv, Move::Turn { pin: turned } if turned == pin)
        };
        if self.board_on(pin).is_none() {
            return vec![no_board(pin)];
        }
        if self.legal_moves().iter().any(is_of_board) {
            return Vec::new();
        }
        let attempts =
            self.rules().neighbours(pin).into_iter().map(|to| {
                self.explain(Move::Board { from: pin, to, turned: false, promotion: None })
            });
        closest_reasons(attempts, &[Code::PinOccupied])
    }

    /// The reason for the first move that only the king's safety forbids, and the pieces on the squares that
    /// the piece would otherwise reach.
    fn stuck_attempts(&self, from: Square, role: Role) -> (Option<Reason>, SquareSet) {
        let mut exposing = None;
        let mut blockers = SquareSet::EMPTY;
        for to in self.existing().without(SquareSet::of(from)) {
            let reasons = self.explain(Move::Piece { from, to, promotion: None });
            let is_blocked = reasons.iter().all(|reason| match reason.code {
                Code::OwnPiece | Code::PromotionRequired => true,
                Code::PathBlocked => role == Role::Pawn,
                _ => false,
            });
            // A piece diagonally ahead of a pawn is not in its way.
            if is_blocked && (role != Role::Pawn || to.file() == from.file()) {
                for reason in &reasons {
                    let at = reason.squares.iter().copied().filter(|&at| at != from);
                    blockers = at.fold(blockers, |all, at| all | SquareSet::of(at));
                }
            }
            let check = reasons.into_iter().find(|reason| reason.code == Code::KingInCheck);
            exposing = exposing.or(check);
        }
        (exposing, blockers)
    }

    /// `reason` is why one of the piece's moves would leave the king attacked.
    fn explain_exposing(&self, square: Square, role: Role, reason: Reason) -> Reason {
        let king = self.king(self.turn);
        if role == Role::King {
            return Reason::new(Detail::KingSurrounded).at([square]);
        }
        let checkers = self.checkers();
        match (checkers.iter().min(), &reason.detail) {
            (Some(attacker), _) => {
                let detail = Detail::CannotStopCheck { role: self.role_at(attacker), attacker };
                Reason::new(detail).at_all(checkers).at([king])
            }
            (None, &Some(Detail::IntoCheck { role, attacker })) => {
                Reason::new(Detail::Pinned { role, attacker }).at([attacker, king])
            }
            (None, _) => reason,
        }
    }
}

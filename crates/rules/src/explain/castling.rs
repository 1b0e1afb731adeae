//! Reasons why castling is illegal.

use crate::{
    Castling, Line, Pin, Position, Reason, ReasonDetail as Detail, Square, position::castling_right,
};

impl Position {
    pub(crate) fn explain_castling(&self, castling: Castling) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let king = self.king(self.turn);
        let plan = self.castling_plan(castling);
        if castling == Castling::Long {
            let bridge = Position::bridge(self.turn);
            let stands = self.castling_rooks(self.turn).iter().any(|rook| rook.pin() != king.pin());
            if !stands {
                reasons.push(moved(king));
            }
            let missing: Vec<Pin> =
                bridge.into_iter().filter(|&pin| self.board_on(pin).is_none()).collect();
            let wrong_side = !self.rules().long_castling_exchanges
                && king.pin().is_some_and(|pin| pin.line() != Line::King);
            if castling_right(king).is_none() || !missing.is_empty() || wrong_side {
                let detail = Detail::CastlingBoards { pins: bridge };
                reasons.push(Reason::new(detail).at([king]).on(bridge));
            }
            if let Some(&pin) = missing.first() {
                reasons.push(Reason::new(Detail::CastlingNoBoard { pin }).on(missing.clone()));
            }
        } else if plan.is_none() {
            reasons.push(moved(king));
        }
        if let Some(plan) = plan {
            let obstacles = self.castling_obstacles(plan);
            if let Some(square) = obstacles.first() {
                let detail = Detail::CastlingBlocked { role: self.role_at(square), square };
                reasons.push(Reason::new(detail).at_all(obstacles));
            }
            let intruders = self.castling_intruders(plan);
            if let Some(square) = intruders.first() {
                let detail = Detail::CastlingIntruder { role: self.role_at(square), square };
                reasons.push(Reason::new(detail).at_all(intruders));
            }
        }
        if self.castling_too_early() {
            reasons.push(Reason::new(Detail::CastlingFirstMove));
        }
        let checkers = self.checkers();
        if let Some(attacker) = checkers.first() {
            let detail = Detail::CastlingInCheck { role: self.role_at(attacker), attacker };
            reasons.push(Reason::new(detail).at_all(checkers));
        }
        if let Some(plan) = plan {
            if let Some((square, attacker)) = self.castling_path_attack(plan) {
                let role = self.role_at(attacker);
                let detail = Detail::CastlingPathAttacked { square, role, attacker };
                reasons.push(Reason::new(detail).at([square, attacker]));
            }
            if let Some(attacker) = self.castling_arrival_attacker(plan) {
                let (square, role) = (plan.king_to, self.role_at(attacker));
                let detail = Detail::CastlingArrivalAttacked { square, role, attacker };
                reasons.push(Reason::new(detail).at([square, attacker]));
            }
        }
        reasons
    }
}

fn moved(king: Square) -> Reason {
    Reason::new(Detail::CastlingMoved).at([king])
}

//! Reasons why castling is illegal.

use crate::{Castling, Code, Line, Pin, Position, Reason, Square, position::castling_right};

impl Position {
    pub(crate) fn explain_castling(&self, castling: Castling) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let king = self.king(self.turn);
        let plan = self.castling_plan(castling);
        if castling == Castling::Long {
            let bridge = Position::bridge(self.turn);
            let stands = self.castling_rooks(self.turn).any(|rook| rook.pin() != king.pin());
            if !stands {
                reasons.push(moved(king));
            }
            let missing: Vec<Pin> =
                bridge.into_iter().filter(|&pin| self.board_on(pin).is_none()).collect();
            let wrong_side = !self.rules().long_castling_exchanges
                && king.pin().is_some_and(|pin| pin.line() != Line::King);
            if castling_right(king).is_none() || !missing.is_empty() || wrong_side {
                let message = format!(
                    "to castle across, the king stands on the back rank of one board and the rook on the other, on {} and {}",
                    bridge[0], bridge[1]
                );
                reasons.push(Reason::new(Code::Bridge, message).at([king]).on(bridge));
            }
            if let Some(pin) = missing.first() {
                reasons.push(
                    Reason::new(Code::Squares, format!("there is no board on {pin}"))
                        .on(missing.clone()),
                );
            }
        } else if plan.is_none() {
            reasons.push(moved(king));
        }
        if let Some(plan) = plan {
            let obstacles = self.castling_obstacles(plan);
            if let Some(first) = obstacles.first() {
                let message =
                    format!("the {} on {first} stands between king and rook", self.role_at(first));
                reasons.push(Reason::new(Code::Squares, message).at_all(obstacles));
            }
            let intruders = self.castling_intruders(plan);
            if let Some(first) = intruders.first() {
                let message =
                    format!("the enemy {} on {first} stands on a board used", self.role_at(first));
                reasons.push(Reason::new(Code::NotControlled, message).at_all(intruders));
            }
        }
        if self.castling_too_early() {
            reasons.push(Reason::new(Code::FirstMove, "castling may not be a player's first move"));
        }
        let checkers = self.checkers();
        if let Some(first) = checkers.first() {
            let message =
                format!("the king is in check from the {} on {first}", self.role_at(first));
            reasons.push(Reason::new(Code::Check, message).at_all(checkers));
        }
        if let Some(plan) = plan {
            if let Some((square, attacker)) = self.castling_path_attack(plan) {
                let message = format!(
                    "{square} between king and rook is attacked by the {} on {attacker}",
                    self.role_at(attacker)
                );
                reasons.push(Reason::new(Code::PathAttacked, message).at([square, attacker]));
            }
            if let Some(attacker) = self.castling_arrival_attacker(plan) {
                let message = format!(
                    "the king would arrive on {}, which the {} on {attacker} attacks",
                    plan.king_to,
                    self.role_at(attacker)
                );
                reasons.push(Reason::new(Code::DestAttacked, message).at([plan.king_to, attacker]));
            }
        }
        reasons
    }
}

fn moved(king: Square) -> Reason {
    Reason::new(Code::Moved, "king or rook has moved or was carried, so they may not castle")
        .at([king])
}

//! Reasons why a move is illegal.

mod castling;
mod piece;
pub(crate) mod reason;

use crate::{
    Code, Move, ParseMoveError, ParseMoveErrorKind, Pin, Position, Promotion, Reason, Role, Square,
    SquareSet, sort::sort_few_by_key,
};

impl Position {
    /// Every reason why a move is illegal, the most important first. Empty if and only if it is legal.
    #[must_use]
    pub fn explain(&self, mv: Move) -> Vec<Reason> {
        if self.is_legal(mv) {
            return Vec::new();
        }
        let mut reasons = self.explain_state(mv);
        reasons.extend(match mv {
            Move::Piece { from, to, promotion } => self.explain_piece(from, to, promotion),
            Move::Castle(castling) => self.explain_castling(castling),
            Move::Board { from, to, turned, promotion } => {
                self.explain_board(from, to, turned, promotion)
            }
            Move::Turn { pin } => self.explain_turn(pin),
            Move::Promote { square, .. } => self.explain_promote(square),
        });
        let ends_the_turn = !matches!(mv, Move::Promote { .. });
        if self.pending.is_none()
            && ends_the_turn
            && reasons.iter().all(|reason| is_soft(reason.code))
        {
            reasons.extend(self.explain_check_after(mv));
        }
        reasons
    }

    /// The reasons for a text that is not a move in coordinate notation.
    pub(crate) fn explain_parse_error(&self, error: &ParseMoveError) -> Vec<Reason> {
        let text = &error.text;
        let board = |code, message: String, from: Pin, to: Pin| {
            let mut reasons = vec![Reason::new(code, message).on([from])];
            reasons.extend(if from != to {
                self.explain(Move::Board { from, to, turned: false, promotion: None })
            } else if self.board_on(from).is_some() {
                self.explain(Move::Turn { pin: from })
            } else {
                self.explain_arrival(to, false, None)
            });
            sort_few_by_key(&mut reasons, |reason| reason.code);
            reasons.dedup_by_key(|reason| reason.code);
            reasons
        };
        match error.kind {
            ParseMoveErrorKind::Form
            | ParseMoveErrorKind::Leftover
            | ParseMoveErrorKind::Promotion => {
                vec![Reason::new(Code::Syntax, error.to_string())]
            }
            ParseMoveErrorKind::SeveralActions => vec![Reason::new(
                Code::OneAction,
                format!("{text:?} joins several actions, but a turn is exactly one"),
            )],
            ParseMoveErrorKind::NoSuchDeparture => vec![Reason::new(
                Code::NoPiece,
                format!("nothing can stand on {text}: that level does not cover that column"),
            )],
            ParseMoveErrorKind::NoSuchArrival => vec![Reason::new(
                Code::NonexistentTarget,
                format!("there is no square {text}: that level does not cover that column"),
            )],
            ParseMoveErrorKind::BoardCapture { from, to } => board(
                Code::BoardCapture,
                "boards never capture anything, not even boards".into(),
                from,
                to,
            ),
            ParseMoveErrorKind::Rotation { from, to } => board(
                Code::Rotation,
                format!("a board turns by 180 degrees or not at all, not by {text:?}"),
                from,
                to,
            ),
        }
    }

    pub(crate) fn explain_state(&self, mv: Move) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some(ending) = self.ending() {
            let message = format!("the game is over: {}", ending.status());
            reasons.push(Reason::new(Code::GameOver, message));
        }
        if let Some(pawn) = self.pending
            && !matches!(mv, Move::Promote { square, .. } if square == pawn)
        {
            let message = format!("the pawn on {pawn} must promote first ({pawn}=Q, R, B or N)");
            reasons.push(Reason::new(Code::IllegalDelay, message).at([pawn]));
        }
        reasons
    }

    fn explain_board(
        &self,
        from: Pin,
        to: Pin,
        turned: bool,
        promotion: Option<Promotion>,
    ) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if from == to {
            reasons.push(
                Reason::new(Code::NoOp, format!("the board already stands on {to}")).on([to]),
            );
        }
        let riders = self.riders(from);
        if self.board_on(from).is_none() {
            reasons.push(no_board(from));
        } else {
            if turned && !self.rules().turning {
                reasons.push(self.no_turning(from));
            }
            reasons.extend(self.explain_control(from));
            if turned && riders.is_empty() {
                reasons.push(empty_turn(from));
            }
        }
        if from != to && !self.rules().neighbours(from).contains(to) {
            reasons.extend(self.leapt_board(from, to).map(|over| {
                let message =
                    format!("the opposing board on {over} stands between {from} and {to}");
                Reason::new(Code::Leap, message).on([over])
            }));
            reasons.push(
                Reason::new(Code::NotAdjacent, format!("{to} is not next to {from}")).on([to]),
            );
        }
        if from != to && self.board_on(to).is_some() {
            reasons.push(
                Reason::new(Code::PinOccupied, format!("a board already stands on {to}")).on([to]),
            );
        }
        if !riders.is_empty() && self.rules().is_backward(self.turn, from, to) {
            let message = format!("a board with a rider does not go backward, from {from} to {to}");
            reasons.push(Reason::new(Code::Backward, message).at_all(riders).on([from]));
        }
        if from != to {
            reasons.extend(self.explain_shaft(to, riders));
        }
        if reasons.is_empty() {
            reasons.extend(self.explain_choice(from, to, turned, promotion));
        }
        reasons
    }

    /// A promotion that is missing from a board move, or must not be there.
    fn explain_choice(
        &self,
        from: Pin,
        to: Pin,
        turned: bool,
        promotion: Option<Promotion>,
    ) -> Option<Reason> {
        match (promotion, self.promoted_by_board(from, to, turned)) {
            (None, Some(pawn)) => Some(promotion_required(pawn)),
            (Some(_), None) => Some(Reason::new(
                Code::PromotionBlocked,
                "this board move promotes no pawn of yours, so there is nothing to choose",
            )),
            _ => None,
        }
    }

    fn explain_turn(&self, pin: Pin) -> Vec<Reason> {
        if self.board_on(pin).is_none() {
            return vec![no_board(pin)];
        }
        let mut reasons = Vec::new();
        if !self.rules().turning {
            reasons.push(self.no_turning(pin));
        }
        let riders = self.riders(pin);
        reasons.extend(self.explain_control(pin));
        if riders.is_empty() {
            reasons.push(empty_turn(pin));
        }
        reasons.extend(self.explain_shaft(pin, riders));
        reasons
    }

    fn no_turning(&self, pin: Pin) -> Reason {
        Reason::new(Code::Rotation, format!("boards do not turn in the {} rules", self.book))
            .on([pin])
    }

    fn explain_control(&self, pin: Pin) -> Option<Reason> {
        let riders = self.riders(pin);
        if riders.len() > 1 {
            let message = format!(
                "{} pieces stand on the board on {pin}, and it moves with at most one",
                riders.len()
            );
            return Some(Reason::new(Code::TooManyRiders, message).at_all(riders).on([pin]));
        }
        if self.controller(pin) == Some(self.turn) {
            return None;
        }
        let message = match self.rider(pin) {
            Some((square, piece)) => {
                format!(
                    "{} controls the board on {pin}: the {piece} on {square} rides it",
                    piece.color
                )
            }
            None => format!("the empty board on {pin} is {}'s", self.turn.other()),
        };
        Some(Reason::new(Code::NotControlled, message).at_all(riders).on([pin]))
    }

    fn explain_shaft(&self, pin: Pin, riders: SquareSet) -> Option<Reason> {
        let blockers = self.shaft_blockers(pin, riders);
        let first = blockers.min()?;
        let message = match blockers.len() {
            1 => format!("the {} on {first} stands in the shaft of {pin}", self.role_at(first)),
            count => format!(
                "the {} on {first} and {} more stand in the shaft of {pin}",
                self.role_at(first),
                count - 1
            ),
        };
        Some(Reason::new(Code::Shadow, message).at_all(blockers).on([pin]))
    }

    /// An enemy board between two pins of one line.
    fn leapt_board(&self, from: Pin, to: Pin) -> Option<Pin> {
        let (low, high) = (from.number().min(to.number()), from.number().max(to.number()));
        self.boards()
            .into_iter()
            .filter(|board| board.owner != self.turn && from.line() == to.line())
            .map(|board| board.pin)
            .find(|pin| pin.line() == from.line() && low < pin.number() && pin.number() < high)
    }

    fn explain_promote(&self, square: Square) -> Vec<Reason> {
        let Some(piece) = self.piece_at(square) else {
            return vec![no_piece(square)];
        };
        let mut reasons = Vec::new();
        if piece.color != self.turn {
            reasons.push(
                Reason::new(Code::NotYourPiece, format!("the {piece} on {square} is not yours"))
                    .at([square]),
            );
        }
        if piece.role != Role::Pawn {
            reasons.push(
                Reason::new(Code::Geometry, format!("a {} does not promote", piece.role))
                    .at([square]),
            );
        } else if self.pending != Some(square) {
            let message = if self.is_deferred(square) {
                format!(
                    "the pawn on {square} waits under a board: it promotes when the board leaves, or on the rank beyond"
                )
            } else {
                format!("the pawn on {square} has no promotion to choose now")
            };
            reasons.push(Reason::new(Code::PromotionBlocked, message).at([square]));
        }
        reasons
    }

    /// The reason if the mover's king would be attacked after an otherwise legal move.
    fn explain_check_after(&self, mv: Move) -> Option<Reason> {
        let us = self.turn;
        let mut after = self.clone();
        after.play_unchecked(mv);
        let mut attackers = after.attackers(after.king(us), us.other());
        let mut freed = None;
        if let Some(square) = after.pending.filter(|_| attackers.is_empty()) {
            freed = Some(square);
            for promotion in Promotion::ALL {
                let mut promoted = after.clone();
                promoted.play_unchecked(Move::Promote { square, promotion });
                attackers |= promoted.attackers(promoted.king(us), us.other());
            }
        }
        let attacker = attackers.first()?;
        let message = match freed {
            Some(pawn) => format!("the pawn freed on {pawn} could promote and attack your king"),
            None if self.is_check() => {
                format!(
                    "your king would still be in check from the {} on {attacker}",
                    after.role_at(attacker)
                )
            }
            None => format!(
                "your king would be in check from the {} on {attacker}",
                after.role_at(attacker)
            ),
        };
        Some(Reason::new(Code::KingInCheck, message).at_all(attackers).at([after.king(us)]))
    }
}

/// Whether the piece or board could still move, so that it makes sense to look for check after the move.
fn is_soft(code: Code) -> bool {
    matches!(code, Code::GameOver | Code::PromotionRequired | Code::PromotionBlocked)
}

fn no_board(pin: Pin) -> Reason {
    Reason::new(Code::NoBoard, format!("no board stands on {pin}")).on([pin])
}

fn empty_turn(pin: Pin) -> Reason {
    Reason::new(
        Code::EmptyTurn,
        format!("the board on {pin} is empty, and an empty board does not turn"),
    )
    .on([pin])
}

pub(crate) fn no_piece(square: Square) -> Reason {
    Reason::new(Code::NoPiece, format!("nothing stands on {square}")).at([square])
}

pub(crate) fn promotion_required(pawn: Square) -> Reason {
    Reason::new(Code::PromotionRequired, "the pawn must promote: add =Q, =R, =B or =N").at([pawn])
}

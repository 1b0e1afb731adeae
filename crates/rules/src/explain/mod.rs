//! Explanations: why a move is illegal, what is attacked and in danger, and why a mate is a mate.

pub(crate) mod attacked;
mod castling;
pub(crate) mod check;
pub(crate) mod detail;
pub(crate) mod exposed;
pub(crate) mod mate;
mod piece;
pub(crate) mod reason;
mod stuck;

pub use attacked::{AttackChange, AttackedColumn};
pub use check::CheckPath;
pub use detail::ReasonDetail;
pub use exposed::{HangingPiece, PinnedPiece};
pub use mate::{EscapeKind, FailedEscape, MateExplanation};
pub use reason::{Code, Reason};

use crate::{
    Move, ParseMoveError, ParseMoveErrorKind, Piece, Pin, Position, Promotion,
    ReasonDetail as Detail, Role, Square, SquareSet,
};

impl Position {
    /// Every reason why a move is illegal, the most important first. Empty if and only if it is legal.
    ///
    /// ```
    /// use trid_rules::Position;
    /// use trid_rules::explain::Code;
    ///
    /// let start = Position::default();
    /// assert!(start.explain("b2Wb4N".parse()?).is_empty());
    /// let reasons = start.explain("QL1-QL2".parse()?);
    /// assert_eq!(reasons[0].code, Code::TooManyRiders);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        let text = error.text.clone();
        let board = |detail, from: Pin, to: Pin| {
            let mut reasons = vec![Reason::new(detail).on([from])];
            reasons.extend(if from != to {
                self.explain(Move::Board { from, to, turned: false, promotion: None })
            } else if self.board_on(from).is_some() {
                self.explain(Move::Turn { pin: from })
            } else {
                self.explain_arrival(to, false, None)
            });
            reasons.sort_by_key(|reason| reason.code);
            reasons.dedup_by_key(|reason| reason.code);
            reasons
        };
        match error.kind {
            ParseMoveErrorKind::Syntax
            | ParseMoveErrorKind::Leftover
            | ParseMoveErrorKind::Promotion => vec![Reason::new(Detail::NotAMove { text })],
            ParseMoveErrorKind::SeveralActions => {
                vec![Reason::new(Detail::SeveralActions { text })]
            }
            ParseMoveErrorKind::NoSuchDeparture => {
                vec![Reason::new(Detail::NoSuchDeparture { text })]
            }
            ParseMoveErrorKind::NoSuchArrival => vec![Reason::new(Detail::NoSuchArrival { text })],
            ParseMoveErrorKind::BoardCapture { from, to } => board(Detail::BoardCapture, from, to),
            ParseMoveErrorKind::Rotation { from, to } => {
                board(Detail::BadRotation { text }, from, to)
            }
        }
    }

    pub(crate) fn explain_state(&self, mv: Move) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if let Some(ending) = self.ending() {
            reasons.push(Reason::new(Detail::GameOver { ending }));
        }
        if let Some(pawn) = self.pending
            && !matches!(mv, Move::Promote { square, .. } if square == pawn)
        {
            reasons.push(Reason::new(Detail::PromotionPending { square: pawn }).at([pawn]));
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
            reasons.push(Reason::new(Detail::SamePin { pin: to }).on([to]));
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
            let leapt = self.leapt_board(from, to);
            reasons
                .extend(leapt.map(|over| Reason::new(Detail::Leap { from, to, over }).on([over])));
            reasons.push(Reason::new(Detail::NotAdjacent { from, to }).on([to]));
        }
        if from != to && self.board_on(to).is_some() {
            reasons.push(Reason::new(Detail::PinOccupied { pin: to }).on([to]));
        }
        if !riders.is_empty() && self.rules().is_backward(self.turn, from, to) {
            let detail = Detail::Backward { from, to };
            reasons.push(Reason::new(detail).at_all(riders).on([from]));
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
            (Some(_), None) => Some(Reason::new(Detail::BoardPromotesNothing)),
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
        Reason::new(Detail::NoTurning { rules: self.book }).on([pin])
    }

    fn explain_control(&self, pin: Pin) -> Option<Reason> {
        let riders = self.riders(pin);
        if riders.len() > 1 {
            let detail = Detail::TooManyRiders { pin, count: riders.len() };
            return Some(Reason::new(detail).at_all(riders).on([pin]));
        }
        if self.controller(pin) == Some(self.turn) {
            return None;
        }
        let detail = match self.rider(pin) {
            Some((square, Piece { color, role })) => {
                Detail::OpponentControls { pin, color, role, square }
            }
            None => Detail::OpponentOwns { pin, color: self.turn.other() },
        };
        Some(Reason::new(detail).at_all(riders).on([pin]))
    }

    fn explain_shaft(&self, pin: Pin, riders: SquareSet) -> Option<Reason> {
        let blockers = self.shaft_blockers(pin, riders);
        let square = blockers.iter().min()?;
        let (role, others) = (self.role_at(square), blockers.len() - 1);
        let detail = Detail::Shaft { pin, role, square, others };
        Some(Reason::new(detail).at_all(blockers).on([pin]))
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
            reasons.push(not_your_piece(piece, square));
        }
        if piece.role != Role::Pawn {
            reasons.push(Reason::new(Detail::DoesNotPromote { role: piece.role }).at([square]));
        } else if self.pending != Some(square) {
            let detail = if self.is_deferred(square) {
                Detail::Deferred { square }
            } else {
                Detail::NoPromotionNow { square }
            };
            reasons.push(Reason::new(detail).at([square]));
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
        let role = after.role_at(attacker);
        let detail = match freed {
            Some(square) => Detail::FreedPawn { square },
            None if self.is_check() => Detail::StillInCheck { role, attacker },
            None => Detail::IntoCheck { role, attacker },
        };
        Some(Reason::new(detail).at_all(attackers).at([after.king(us)]))
    }
}

/// Whether the piece or board could still move, so that it makes sense to look for check after the move.
fn is_soft(code: Code) -> bool {
    matches!(code, Code::GameOver | Code::PromotionRequired | Code::PromotionBlocked)
}

fn no_board(pin: Pin) -> Reason {
    Reason::new(Detail::NoBoard { pin }).on([pin])
}

fn empty_turn(pin: Pin) -> Reason {
    Reason::new(Detail::EmptyTurn { pin }).on([pin])
}

pub(crate) fn no_piece(square: Square) -> Reason {
    Reason::new(Detail::EmptySquare { square }).at([square])
}

pub(crate) fn not_your_piece(Piece { color, role }: Piece, square: Square) -> Reason {
    Reason::new(Detail::NotYourPiece { color, role, square }).at([square])
}

pub(crate) fn promotion_required(square: Square) -> Reason {
    Reason::new(Detail::PromotionRequired { square }).at([square])
}

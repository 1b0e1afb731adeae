//! Reasons why a piece move is illegal.

use crate::{
    ColumnSet, Piece, Position, Promotion, Reason, ReasonDetail as Detail, Role, Square, SquareSet,
    attacks,
    explain::{no_piece, not_your_piece, promotion_required},
};

impl Position {
    pub(crate) fn explain_piece(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
    ) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let piece = self.piece_at(from);
        match piece {
            None => reasons.push(no_piece(from)),
            Some(piece) if piece.color != self.turn => reasons.push(not_your_piece(piece, from)),
            Some(_) => {}
        }
        if from == to {
            reasons.push(Reason::new(Detail::SameSquare { square: to }).at([from]));
        }
        if !self.existing().contains(to) {
            reasons.push(Reason::new(Detail::AbsentSquare { square: to }).on(to.pin()));
        }
        let vertical = from != to && from.column() == to.column();
        if vertical {
            let detail = Detail::Vertical { column: from.column() };
            reasons.push(Reason::new(detail).at([from, to]));
        }
        match piece {
            Some(_) if from == to => {}
            Some(piece) if vertical => self.explain_target(piece, to, &mut reasons),
            Some(piece) if piece.role == Role::Pawn => {
                self.explain_pawn(piece, from, to, promotion, &mut reasons);
            }
            Some(piece) => self.explain_officer(piece, from, to, promotion, &mut reasons),
            None => {}
        }
        reasons.sort_by_key(|reason| reason.code);
        reasons.dedup_by_key(|reason| reason.code);
        reasons
    }

    fn explain_officer(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
        reasons: &mut Vec<Reason>,
    ) {
        let column = from.column();
        let pattern = match piece.role {
            Role::Pawn | Role::Knight => attacks::knight(column),
            Role::King => attacks::king(column),
            Role::Bishop => attacks::diagonals(column),
            Role::Rook => attacks::orthogonals(column),
            Role::Queen => attacks::diagonals(column) | attacks::orthogonals(column),
        };
        let fits = pattern.contains(to.column());
        if !fits {
            reasons.push(geometry(piece.role, from, to));
        } else if promotion.is_some() {
            reasons.push(Reason::new(Detail::DoesNotPromote { role: piece.role }).at([from]));
        }
        self.explain_target(piece, to, reasons);
        if !fits || !piece.role.is_line_piece() {
            return;
        }
        if self.beyond_reach(from).contains(to) {
            reasons.push(Reason::new(Detail::CrossLine { from, to }).at([from, to]));
        }
        let between = attacks::between(column, to.column());
        let gaps = between & !self.existing().columns();
        if self.rules().gaps_stop
            && let Some(column) = gaps.first()
        {
            let detail = Detail::Gap { role: piece.role, column };
            reasons.push(Reason::new(detail).at([from, to]));
        }
        self.explain_blockers(self.occupied().in_columns(between), reasons);
    }

    fn explain_pawn(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
        reasons: &mut Vec<Reason>,
    ) {
        let color = piece.color;
        let ahead = from.column().ahead(color);
        let beyond = ahead.and_then(|column| column.ahead(color));
        let target = Some(to.column());
        if target == ahead || target == beyond {
            self.explain_target(piece, to, reasons);
            if self.is_frozen(from) {
                reasons.push(Reason::new(Detail::Frozen { square: from }).at([from]));
            }
            let mut blockers = SquareSet::of(to) & self.pieces_of(color.other());
            if target == beyond {
                self.explain_double_step(piece, from, reasons);
                let passed = ahead.map_or(ColumnSet::EMPTY, ColumnSet::of);
                blockers |= self.occupied().in_columns(passed);
            }
            self.explain_blockers(blockers, reasons);
        } else if attacks::pawn(color, from.column()).contains(to.column()) {
            self.explain_target(piece, to, reasons);
            if !self.occupied().contains(to) {
                self.explain_empty_capture(from, to, reasons);
            }
        } else {
            reasons.push(geometry(Role::Pawn, from, to));
            self.explain_target(piece, to, reasons);
            return;
        }
        let last = to.rank() == self.furthest_rank(color, to.file());
        match promotion {
            None if last => reasons.push(promotion_required(from)),
            Some(_) if !last => {
                let rank = self.furthest_rank(color, to.file());
                let detail = Detail::NotFurthestRank { square: to, rank };
                reasons.push(Reason::new(detail).at([to]));
            }
            _ => {}
        }
    }

    fn explain_double_step(&self, piece: Piece, from: Square, reasons: &mut Vec<Reason>) {
        if self.carried.contains(from) {
            reasons.push(Reason::new(Detail::DoubleStepCarried { square: from }).at([from]));
        } else if !self.may_double_step(piece.color, from) {
            reasons.push(Reason::new(Detail::DoubleStepSpent { square: from }).at([from]));
        }
    }

    /// The reason why a pawn cannot move sideways to an empty square.
    fn explain_empty_capture(&self, from: Square, to: Square, reasons: &mut Vec<Reason>) {
        let passed = self.double_stepped.and_then(|victim| self.passed_column(victim));
        if passed != Some(to.column()) {
            reasons.push(Reason::new(Detail::PawnCapture { square: to }).at([from, to]));
        } else if self.carried.contains(from) && !self.rules().carried_en_passant {
            reasons.push(Reason::new(Detail::EnPassantCarried { square: from }).at([from]));
        }
    }

    fn explain_target(&self, piece: Piece, to: Square, reasons: &mut Vec<Reason>) {
        match self.piece_at(to) {
            Some(held) if held.color == piece.color => {
                let detail = Detail::OwnPiece { role: held.role, square: to };
                reasons.push(Reason::new(detail).at([to]));
            }
            Some(held) if held.role == Role::King => {
                reasons.push(Reason::new(Detail::KingCapture).at([to]));
            }
            _ => {}
        }
    }

    fn explain_blockers(&self, blockers: SquareSet, reasons: &mut Vec<Reason>) {
        if let Some(square) = blockers.iter().min() {
            let detail = Detail::Blocked { role: self.role_at(square), square };
            reasons.push(Reason::new(detail).at_all(blockers));
        }
    }
}

fn geometry(role: Role, from: Square, to: Square) -> Reason {
    let detail = Detail::Pattern { role, from: from.column(), to: to.column() };
    Reason::new(detail).at([from, to])
}

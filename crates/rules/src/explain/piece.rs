//! Reasons why a piece move is illegal.

use crate::{
    Code, ColumnSet, Move, Piece, Position, Promotion, Reason, Role, Square, SquareSet, attacks,
    explain::{no_piece, promotion_required},
    sort::sort_few_by_key,
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
            Some(piece) if piece.color != self.turn => {
                let message = format!("the {piece} on {from} is not yours");
                reasons.push(Reason::new(Code::NotYourPiece, message).at([from]));
            }
            Some(_) => {}
        }
        if from == to {
            let message = format!("departure and arrival are both {to}");
            reasons.push(Reason::new(Code::NoOp, message).at([from]));
        }
        if !self.existing().contains(to) {
            let message = format!("{to} does not exist now: no board stands there");
            reasons.push(Reason::new(Code::NonexistentTarget, message).on(to.pin()));
        }
        let vertical = from != to && from.column() == to.column();
        if vertical {
            let message =
                format!("no piece moves straight up or down within its column {}", from.column());
            reasons.push(Reason::new(Code::Vertical, message).at([from, to]));
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
        sort_few_by_key(&mut reasons, |reason| reason.code);
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
            reasons.push(
                Reason::new(Code::Geometry, format!("a {} does not promote", piece.role))
                    .at([from]),
            );
        }
        self.explain_target(piece, to, reasons);
        if !fits || !piece.role.is_line_piece() {
            return;
        }
        if self.beyond_reach(from).contains(to) {
            let message = format!(
                "no piece goes straight from one line's board to the other's, from {from} to {to}"
            );
            reasons.push(Reason::new(Code::CrossLine, message).at([from, to]));
        }
        let between = attacks::between(column, to.column());
        let gaps = between & !self.existing().columns();
        if self.rules().gaps_stop
            && let Some(gap) = gaps.first()
        {
            let message =
                format!("there is no square in column {gap}, so the {} cannot pass", piece.role);
            reasons.push(Reason::new(Code::Gap, message).at([from, to]));
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
                let message =
                    format!("the pawn on {from} is frozen: no square exists in front of it");
                reasons.push(Reason::new(Code::AdvancementFrozen, message).at([from]));
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
                let message = format!(
                    "{to} is not yet the furthest rank of its file ({}), so there is no promotion to choose",
                    self.furthest_rank(color, to.file())
                );
                reasons.push(Reason::new(Code::PromotionBlocked, message).at([to]));
            }
            _ => {}
        }
    }

    fn explain_double_step(&self, piece: Piece, from: Square, reasons: &mut Vec<Reason>) {
        if self.carried.contains(from) {
            let message =
                format!("the pawn on {from} was carried by a board and has lost its double step");
            reasons.push(Reason::new(Code::DoubleStepCarried, message).at([from]));
        } else if !self.may_double_step(piece.color, from) {
            let message = format!("the pawn on {from} has moved and has lost its double step");
            reasons.push(Reason::new(Code::DoubleStepSpent, message).at([from]));
        }
    }

    /// The reason why a pawn cannot move sideways to an empty square.
    fn explain_empty_capture(&self, from: Square, to: Square, reasons: &mut Vec<Reason>) {
        let passed = self.double_stepped.and_then(|victim| self.passed_column(victim));
        if passed != Some(to.column()) {
            let message = format!("a pawn goes sideways only to capture, and {to} is empty");
            reasons.push(Reason::new(Code::Geometry, message).at([from, to]));
        } else if self.carried.contains(from) && !self.rules().carried_en_passant {
            let message = format!(
                "the pawn on {from} was carried, and a carried pawn may not capture en passant"
            );
            reasons.push(Reason::new(Code::EpCarried, message).at([from]));
        }
    }

    fn explain_target(&self, piece: Piece, to: Square, reasons: &mut Vec<Reason>) {
        match self.piece_at(to) {
            Some(held) if held.color == piece.color => {
                let message = format!("your own {} stands on {to}", held.role);
                reasons.push(Reason::new(Code::OwnPiece, message).at([to]));
            }
            Some(held) if held.role == Role::King => {
                reasons.push(Reason::new(Code::Geometry, "a king is never captured").at([to]));
            }
            _ => {}
        }
    }

    fn explain_blockers(&self, blockers: SquareSet, reasons: &mut Vec<Reason>) {
        if let Some(first) = blockers.min() {
            let message = format!("the {} on {first} stands in the way", self.role_at(first));
            reasons.push(Reason::new(Code::PathBlocked, message).at_all(blockers));
        }
    }
}

fn geometry(role: Role, from: Square, to: Square) -> Reason {
    let how = match role {
        Role::Pawn => "a pawn goes straight ahead and captures one file sideways",
        Role::Knight => "a knight jumps two columns one way and one the other",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along files and ranks",
        Role::Queen => "a queen moves along files, ranks and diagonals",
        Role::King => "a king moves to a neighbouring column",
    };
    let mv = Move::Piece { from, to, promotion: None };
    Reason::new(Code::Geometry, format!("{how}, not {mv}")).at([from, to])
}

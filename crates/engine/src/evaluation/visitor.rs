//! Visits the terms of a position: the evaluation sums their weights, the tuner counts them.

use trid_rules::{Color, ColumnSet, Level, Position, Role, Square, SquareSet};

use super::{attacks::Attacks, boards, kings, pawns, terms};

/// Receives the terms of a position.
pub trait TermVisitor {
    /// A term occurs `count` times for a side.
    fn add(&mut self, term: usize, color: Color, count: i32);

    /// A piece on a square; by default adds its terms one by one.
    fn piece(&mut self, color: Color, role: Role, square: Square) {
        piece_terms(color, role, square, |term| self.add(term, color, 1));
    }
}

/// Material, piece-square and level terms of a piece.
pub(super) fn piece_terms(color: Color, role: Role, square: Square, mut visit: impl FnMut(usize)) {
    if role != Role::King {
        visit(terms::MATERIAL.at(role as usize));
    }
    let group = match role {
        Role::Pawn => terms::PAWN_PSQT,
        Role::Knight => terms::KNIGHT_PSQT,
        Role::Bishop => terms::BISHOP_PSQT,
        Role::Rook => terms::ROOK_PSQT,
        Role::Queen => terms::QUEEN_PSQT,
        Role::King => terms::KING_PSQT,
    };
    let seen = match color {
        Color::White => square,
        Color::Black => square.mirrored(),
    };
    let file = (seen.file() as usize).min(5 - seen.file() as usize);
    visit(group.at(seen.rank().number() as usize * terms::FOLDED_FILES + file));
    let level = match seen.level() {
        Level::W => 0,
        Level::N => 1,
        Level::B => 2,
        Level::Attack(pin) if pin.number() <= 3 => 3,
        Level::Attack(_) => 4,
    };
    visit(terms::LEVEL.at(role as usize * 5 + level));
}

/// Data shared by all terms, computed once per position.
pub(super) struct EvalInfo<'a> {
    pub(super) position: &'a Position,
    pub(super) occupied: SquareSet,
    pub(super) existing: SquareSet,
    /// Columns that have a square.
    pub(super) columns: u64,
    /// Columns that block a slider.
    pub(super) stops: ColumnSet,
    /// By side: columns with pawns.
    pub(super) pawns: [u64; 2],
    /// By side: squares attacked by pawns, whether or not they exist.
    pub(super) pawn_attacks: [SquareSet; 2],
    /// By side: the king's column and its neighbours.
    pub(super) king_zone: [ColumnSet; 2],
}

impl<'a> EvalInfo<'a> {
    #[inline(always)]
    fn new(position: &'a Position) -> EvalInfo<'a> {
        let pawns = Color::ALL.map(|color| position.pieces(color, Role::Pawn).columns().bits());
        let occupied = position.occupied();
        EvalInfo {
            position,
            occupied,
            existing: position.existing(),
            columns: (!position.gaps()).bits(),
            stops: position.stops(occupied.columns()),
            pawns,
            pawn_attacks: Color::ALL.map(|color| {
                let pawns = ColumnSet::from_bits(pawns[color as usize]);
                SquareSet::through(trid_rules::movegen::attacks::pawns(color, pawns))
            }),
            king_zone: Color::ALL.map(|color| {
                let column = position.king(color).column();
                trid_rules::movegen::attacks::king(column) | ColumnSet::of(column)
            }),
        }
    }
}

/// Visits every term of a position.
#[inline(always)]
pub fn visit_terms(position: &Position, visitor: &mut impl TermVisitor) {
    let info = EvalInfo::new(position);
    let attacks = Attacks::find(&info, visitor);
    attacks.threats(&info, visitor);
    // Not loops, so that each call is compiled for its color.
    pawns::visit(&info, Color::White, visitor);
    pawns::visit(&info, Color::Black, visitor);
    kings::visit(&info, &attacks, Color::White, visitor);
    kings::visit(&info, &attacks, Color::Black, visitor);
    boards::visit(&info, visitor);
    visitor.add(terms::TEMPO.first, position.turn(), 1);
}

//! Finds the terms of a position and tells a visitor, which sums weights or keeps counts for the tuner.

use trid_rules::{Color, ColumnSet, Level, Position, Role, Square, SquareSet};

use super::{attacks::Attacks, boards, kings, pawns, terms};

/// Takes the terms of a position.
pub trait TermVisitor {
    /// A term holds for a side so many times.
    fn add(&mut self, term: usize, color: Color, count: i32);

    /// A piece stands somewhere; by default its terms one by one.
    fn piece(&mut self, color: Color, role: Role, square: Square) {
        piece_terms(color, role, square, |term| self.add(term, color, 1));
    }
}

/// Material, placement and level of a piece.
pub(super) fn piece_terms(color: Color, role: Role, square: Square, mut visit: impl FnMut(usize)) {
    if role != Role::King {
        visit(terms::MATERIAL.at(role as usize));
    }
    let group = match role {
        Role::Pawn => terms::PAWN_PLACEMENT,
        Role::Knight => terms::KNIGHT_PLACEMENT,
        Role::Bishop => terms::BISHOP_PLACEMENT,
        Role::Rook => terms::ROOK_PLACEMENT,
        Role::Queen => terms::QUEEN_PLACEMENT,
        Role::King => terms::KING_PLACEMENT,
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

/// What all terms need to know of a position, worked out once.
pub(super) struct EvalInfo<'a> {
    pub(super) position: &'a Position,
    pub(super) occupied: SquareSet,
    pub(super) existing: SquareSet,
    /// The columns that have a square, and those that stop a line piece.
    pub(super) columns: u64,
    pub(super) stops: ColumnSet,
    /// By side: the columns of its pawns, those its pawns attack, and those next to its king.
    pub(super) pawns: [u64; 2],
    pub(super) pawn_attacks: [u64; 2],
    pub(super) king_zone: [ColumnSet; 2],
}

impl<'a> EvalInfo<'a> {
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
                trid_rules::attacks::pawns(color, pawns).bits()
            }),
            king_zone: Color::ALL.map(|color| {
                let column = position.king(color).column();
                trid_rules::attacks::king(column) | ColumnSet::of(column)
            }),
        }
    }
}

/// Tells the visitor every term of a position.
pub fn walk(position: &Position, visitor: &mut impl TermVisitor) {
    let info = EvalInfo::new(position);
    let attacks = Attacks::find(&info, visitor);
    attacks.threats(&info, visitor);
    for color in Color::ALL {
        pawns::walk(&info, color, visitor);
        kings::walk(&info, &attacks, color, visitor);
    }
    boards::walk(&info, visitor);
    visitor.add(terms::TEMPO.first, position.turn(), 1);
}

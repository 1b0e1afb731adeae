//! Piece terms: piece-square values, mobility over all levels, king attacks and threats.

use trid_rules::{Color, Role, Square, SquareSet, movegen::attacks};

use super::{
    pawns, terms,
    visitor::{EvalInfo, TermVisitor},
};

/// The attacks of both sides, also on squares that do not exist.
#[derive(Default)]
pub(super) struct Attacks {
    /// By side: attacks of all pieces, and of knights and bishops.
    all: [SquareSet; 2],
    minor: [SquareSet; 2],
    /// By side: weighted number of attacked squares next to the enemy king.
    pub(super) danger: [usize; 2],
}

/// Weight of an attacked square next to the king, by role of the attacker.
const DANGER: [usize; 6] = [0, 2, 2, 3, 4, 0];

impl Attacks {
    /// Visits the pieces of both sides: piece-square, mobility and file terms.
    #[inline(always)]
    pub(super) fn find(info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) -> Attacks {
        let mut found = Attacks::default();
        for color in Color::ALL {
            let mut side = SideAttacks::new(info, color);
            side.visit_pieces(visitor);
            found.all[color as usize] = side.all;
            found.minor[color as usize] = side.minor;
            found.danger[color as usize] = side.danger;
        }
        found
    }

    /// Threats: enemy pieces attacked by a less valuable piece, or hanging.
    #[inline(always)]
    pub(super) fn threats(&self, info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) {
        let position = info.position;
        let pawns = position.pieces_with(Role::Pawn);
        let heavy = position.pieces_with(Role::Rook) | position.pieces_with(Role::Queen);
        for color in Color::ALL {
            let us = color as usize;
            let them = color.other() as usize;
            let victims = position
                .pieces_of(color.other())
                .without(position.pieces(color.other(), Role::King));
            let by_pawn = victims.without(pawns) & info.pawn_attacks[us];
            let by_minor = victims & heavy & self.minor[us];
            let hanging = (victims & self.all[us]).without(self.all[them]);
            for (group, squares) in [
                (terms::PAWN_THREAT, by_pawn),
                (terms::MINOR_THREAT, by_minor),
                (terms::HANGING, hanging),
            ] {
                if !squares.is_empty() {
                    visitor.add(group.first, color, squares.len() as i32);
                }
            }
        }
    }
}

/// Collects the attacks of one side.
struct SideAttacks<'a> {
    info: &'a EvalInfo<'a>,
    color: Color,
    /// The squares without own pieces that no enemy pawn attacks.
    mobility_area: SquareSet,
    /// The squares next to the enemy king.
    zone: SquareSet,
    all: SquareSet,
    minor: SquareSet,
    danger: usize,
}

impl<'a> SideAttacks<'a> {
    #[inline(always)]
    fn new(info: &'a EvalInfo<'a>, color: Color) -> SideAttacks<'a> {
        let free = info.existing.without(info.position.pieces_of(color));
        SideAttacks {
            info,
            color,
            mobility_area: free.without(info.pawn_attacks[color.other() as usize]),
            zone: info.existing.in_columns(info.king_zone[color.other() as usize]),
            all: info.pawn_attacks[color as usize],
            minor: SquareSet::EMPTY,
            danger: 0,
        }
    }

    #[inline(always)]
    fn visit_pieces(&mut self, visitor: &mut impl TermVisitor) {
        let (info, color, position) = (self.info, self.color, self.info.position);
        position
            .pieces(color, Role::Pawn)
            .iter()
            .for_each(|square| visitor.piece(color, Role::Pawn, square));
        position.pieces(color, Role::Knight).iter().for_each(|square| {
            let reach = attacks::knight_squares(square.column());
            self.minor |= reach;
            self.piece(Role::Knight, square, reach, visitor);
        });
        let mut bishops = 0;
        position.pieces(color, Role::Bishop).iter().for_each(|square| {
            bishops += 1;
            let reach = attacks::bishop_squares(square.column(), info.stops);
            let reach = reach.without(position.beyond_reach(square));
            self.minor |= reach;
            self.piece(Role::Bishop, square, reach, visitor);
        });
        if bishops >= 2 {
            visitor.add(terms::BISHOP_PAIR.first, color, 1);
        }
        position.pieces(color, Role::Rook).iter().for_each(|square| {
            rook_file(info, color, square, visitor);
            let reach = attacks::rook_squares(square.column(), info.stops);
            let reach = reach.without(position.beyond_reach(square));
            self.piece(Role::Rook, square, reach, visitor);
        });
        position.pieces(color, Role::Queen).iter().for_each(|square| {
            let column = square.column();
            let reach = attacks::bishop_squares(column, info.stops)
                | attacks::rook_squares(column, info.stops);
            let reach = reach.without(position.beyond_reach(square));
            self.piece(Role::Queen, square, reach, visitor);
        });
        let king = position.king(color);
        visitor.piece(color, Role::King, king);
        self.all |= attacks::king_squares(king.column());
    }

    /// Adds the terms of a piece that attacks these squares.
    #[inline(always)]
    fn piece(
        &mut self,
        role: Role,
        square: Square,
        reach: SquareSet,
        visitor: &mut impl TermVisitor,
    ) {
        visitor.piece(self.color, role, square);
        let mobility = (reach & self.mobility_area).len();
        let mobility = match role {
            Role::Knight => terms::KNIGHT_MOBILITY.at(mobility / 2),
            Role::Bishop => terms::BISHOP_MOBILITY.at(mobility / 2),
            Role::Rook => terms::ROOK_MOBILITY.at(mobility / 2),
            Role::Pawn | Role::Queen | Role::King => terms::QUEEN_MOBILITY.at(mobility / 3),
        };
        visitor.add(mobility, self.color, 1);
        self.all |= reach;
        let near_king = reach & self.zone;
        if !near_king.is_empty() {
            self.danger += DANGER[role as usize] * near_king.len();
        }
    }
}

fn rook_file(info: &EvalInfo<'_>, color: Color, square: Square, visitor: &mut impl TermVisitor) {
    let file = pawns::FILES[square.file() as usize];
    if info.pawns[color as usize] & file == 0 {
        let open = info.pawns[color.other() as usize] & file == 0;
        visitor.add(terms::ROOK_FILE.at(usize::from(open)), color, 1);
    }
}

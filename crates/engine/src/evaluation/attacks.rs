//! Piece terms: piece-square values, mobility over all levels, king attacks and threats.

use trid_rules::{Color, ColumnSet, Heights, Line, Role, Square, SquareSet, attacks};

use super::{
    pawns, terms,
    visitor::{EvalInfo, TermVisitor},
};

/// Which boards a piece can attack. Under a rule book without crossing, a slider on an attack board does not
/// attack the boards of the other line.
#[derive(Clone, Copy)]
enum Origin {
    Anywhere = 0,
    QueenLine = 1,
    KingLine = 2,
}

impl Origin {
    const ALL: [Origin; 3] = [Origin::Anywhere, Origin::QueenLine, Origin::KingLine];

    #[inline]
    fn of(info: &EvalInfo<'_>, square: Square) -> Origin {
        match square.pin() {
            Some(pin) if !info.position.rules().crossing => match pin.line() {
                Line::Queen => Origin::QueenLine,
                Line::King => Origin::KingLine,
            },
            _ => Origin::Anywhere,
        }
    }

    /// The subset of `squares` that a piece can attack.
    #[inline]
    fn reachable(self, squares: SquareSet) -> SquareSet {
        match self {
            Origin::Anywhere => squares,
            Origin::QueenLine => squares.without(Line::King.squares()),
            Origin::KingLine => squares.without(Line::Queen.squares()),
        }
    }
}

/// Attacked columns by origin of the attacker.
#[derive(Clone, Copy, Default)]
struct Attacked([ColumnSet; 3]);

impl Attacked {
    /// The subset of `squares` that is attacked.
    fn among(&self, squares: SquareSet) -> SquareSet {
        let [anywhere, queen_line, king_line] = self.0;
        let mut attacked = squares.in_columns(anywhere);
        if !queen_line.is_empty() {
            attacked |= Origin::QueenLine.reachable(squares).in_columns(queen_line);
        }
        if !king_line.is_empty() {
            attacked |= Origin::KingLine.reachable(squares).in_columns(king_line);
        }
        attacked
    }
}

/// The attacks of both sides.
pub(super) struct Attacks {
    /// By side: attacks of all pieces, and of knights and bishops.
    all: [Attacked; 2],
    minor: [Attacked; 2],
    /// By side: weighted number of attacked squares next to the enemy king.
    pub(super) danger: [usize; 2],
}

/// Weight of an attacked square next to the king, by role of the attacker.
const DANGER: [usize; 6] = [0, 2, 2, 3, 4, 0];

impl Attacks {
    /// Visits the pieces of both sides: piece-square, mobility and file terms.
    pub(super) fn find(info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) -> Attacks {
        let mut found = Attacks {
            all: [Attacked::default(); 2],
            minor: [Attacked::default(); 2],
            danger: [0; 2],
        };
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
            let by_pawn =
                victims.without(pawns).in_columns(ColumnSet::from_bits(info.pawn_attacks[us]));
            let by_minor = self.minor[us].among(victims & heavy);
            let attacked = self.all[us].among(victims);
            let hanging = attacked.without(self.all[them].among(attacked));
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
    /// Mobility area by origin: squares without own pieces that no enemy pawn attacks.
    mobility_area: [Heights; 3],
    /// The columns next to the enemy king.
    zone: ColumnSet,
    all: Attacked,
    minor: Attacked,
    danger: usize,
}

impl<'a> SideAttacks<'a> {
    #[inline]
    fn new(info: &'a EvalInfo<'a>, color: Color) -> SideAttacks<'a> {
        let pawn_attacks = info.pawn_attacks.map(ColumnSet::from_bits);
        let free = info.existing.without(info.position.pieces_of(color));
        let area = free.in_columns(!pawn_attacks[color.other() as usize]);
        let mut all = Attacked::default();
        all.0[Origin::Anywhere as usize] = pawn_attacks[color as usize];
        SideAttacks {
            info,
            color,
            mobility_area: Origin::ALL.map(|origin| origin.reachable(area).heights()),
            zone: info.king_zone[color.other() as usize],
            all,
            minor: Attacked::default(),
            danger: 0,
        }
    }

    #[inline]
    fn visit_pieces(&mut self, visitor: &mut impl TermVisitor) {
        let (info, color, position) = (self.info, self.color, self.info.position);
        position
            .pieces(color, Role::Pawn)
            .for_each(|square| visitor.piece(color, Role::Pawn, square));
        position.pieces(color, Role::Knight).for_each(|square| {
            let columns = attacks::knight(square.column());
            self.piece(Role::Knight, square, Origin::Anywhere, columns, visitor);
        });
        let mut bishops = 0;
        position.pieces(color, Role::Bishop).for_each(|square| {
            bishops += 1;
            let columns = attacks::bishop(square.column(), info.stops);
            self.piece(Role::Bishop, square, Origin::of(info, square), columns, visitor);
        });
        if bishops >= 2 {
            visitor.add(terms::BISHOP_PAIR.first, color, 1);
        }
        position.pieces(color, Role::Rook).for_each(|square| {
            rook_file(info, color, square, visitor);
            let columns = attacks::rook(square.column(), info.stops);
            self.piece(Role::Rook, square, Origin::of(info, square), columns, visitor);
        });
        position.pieces(color, Role::Queen).for_each(|square| {
            let column = square.column();
            let columns = attacks::bishop(column, info.stops) | attacks::rook(column, info.stops);
            self.piece(Role::Queen, square, Origin::of(info, square), columns, visitor);
        });
        let king = position.king(color);
        visitor.piece(color, Role::King, king);
        self.all.0[Origin::Anywhere as usize] |= attacks::king(king.column());
    }

    /// Adds the terms of a piece that attacks these columns.
    #[inline]
    fn piece(
        &mut self,
        role: Role,
        square: Square,
        origin: Origin,
        columns: ColumnSet,
        visitor: &mut impl TermVisitor,
    ) {
        visitor.piece(self.color, role, square);
        let reached = self.mobility_area[origin as usize].count(columns);
        let mobility = match role {
            Role::Knight => terms::KNIGHT_MOBILITY.at(reached / 2),
            Role::Bishop => terms::BISHOP_MOBILITY.at(reached / 2),
            Role::Rook => terms::ROOK_MOBILITY.at(reached / 2),
            Role::Pawn | Role::Queen | Role::King => terms::QUEEN_MOBILITY.at(reached / 3),
        };
        visitor.add(mobility, self.color, 1);
        self.all.0[origin as usize] |= columns;
        if matches!(role, Role::Knight | Role::Bishop) {
            self.minor.0[origin as usize] |= columns;
        }
        let near_king = columns & self.zone;
        if !near_king.is_empty() {
            let squares = origin.reachable(self.info.existing).in_columns(near_king);
            self.danger += DANGER[role as usize] * squares.len();
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

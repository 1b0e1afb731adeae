//! Pieces: where they stand, what they reach over all levels, and what they threaten.

use trid_rules::{Color, ColumnSet, Heights, Line, Role, Square, SquareSet, attacks};

use super::{
    pawns, terms,
    visitor::{EvalInfo, TermVisitor},
};

/// From where a piece looks. Where the rule book keeps the lines apart, a line piece on a board does not
/// reach the boards of the other line.
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

    /// Those of the squares that a piece reaches from there.
    #[inline]
    fn reachable(self, squares: SquareSet) -> SquareSet {
        match self {
            Origin::Anywhere => squares,
            Origin::QueenLine => squares.without(Line::King.squares()),
            Origin::KingLine => squares.without(Line::Queen.squares()),
        }
    }
}

/// Columns in which squares are attacked, by where the attackers stand.
#[derive(Clone, Copy, Default)]
struct Attacked([ColumnSet; 3]);

impl Attacked {
    /// Those of the squares that are attacked.
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

/// What each side attacks.
pub(super) struct Attacks {
    /// By side: all that is attacked, and what is attacked by knights and bishops.
    all: [Attacked; 2],
    minor: [Attacked; 2],
    /// By side: how strongly its pieces bear on the columns next to the enemy king.
    pub(super) danger: [usize; 2],
}

/// How much one attacked square next to the king counts, by the kind of the attacker.
const DANGER: [usize; 6] = [0, 2, 2, 3, 4, 0];

impl Attacks {
    /// Walks over the pieces of both sides, telling placement, mobility and files on the way.
    pub(super) fn find(info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) -> Attacks {
        let mut found = Attacks {
            all: [Attacked::default(); 2],
            minor: [Attacked::default(); 2],
            danger: [0; 2],
        };
        for color in Color::ALL {
            let mut side = Side::new(info, color);
            side.walk(visitor);
            found.all[color as usize] = side.all;
            found.minor[color as usize] = side.minor;
            found.danger[color as usize] = side.danger;
        }
        found
    }

    /// Enemy pieces attacked by something cheaper, or not protected.
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

/// Walks over the pieces of one side.
struct Side<'a> {
    info: &'a EvalInfo<'a>,
    color: Color,
    /// By origin, what mobility counts: squares not held by the own side that no enemy pawn attacks.
    counted: [Heights; 3],
    /// The columns next to the enemy king.
    zone: ColumnSet,
    all: Attacked,
    minor: Attacked,
    danger: usize,
}

impl<'a> Side<'a> {
    #[inline]
    fn new(info: &'a EvalInfo<'a>, color: Color) -> Side<'a> {
        let pawn_attacks = info.pawn_attacks.map(ColumnSet::from_bits);
        let free = info.existing.without(info.position.pieces_of(color));
        let counted = free.in_columns(!pawn_attacks[color.other() as usize]);
        let mut all = Attacked::default();
        all.0[Origin::Anywhere as usize] = pawn_attacks[color as usize];
        Side {
            info,
            color,
            counted: Origin::ALL.map(|origin| origin.reachable(counted).heights()),
            zone: info.king_zone[color.other() as usize],
            all,
            minor: Attacked::default(),
            danger: 0,
        }
    }

    #[inline]
    fn walk(&mut self, visitor: &mut impl TermVisitor) {
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

    /// A piece that looks at these columns from its origin.
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
        let reached = self.counted[origin as usize].count(columns);
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

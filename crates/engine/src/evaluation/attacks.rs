//! Pieces: where they stand, what they reach over all levels, and what they threaten.

use trid_rules::{Color, ColumnSet, Role, SquareSet, attacks};

use super::{
    features::{Facts, Sink},
    pawns, terms,
};

/// What each side attacks.
pub(super) struct Attacks {
    /// By side: all squares attacked, and those attacked by knights and bishops.
    all: [SquareSet; 2],
    minor: [SquareSet; 2],
    /// By side: how strongly its pieces bear on the columns next to the enemy king.
    pub(super) danger: [usize; 2],
}

/// How much one attacked square next to the king counts, by the kind of the attacker.
const DANGER: [usize; 6] = [0, 2, 2, 3, 4, 0];

impl Attacks {
    /// Walks over the pieces of both sides, telling placement, mobility and files on the way.
    pub(super) fn find(facts: &Facts<'_>, sink: &mut impl Sink) -> Attacks {
        let mut found =
            Attacks { all: [SquareSet::EMPTY; 2], minor: [SquareSet::EMPTY; 2], danger: [0; 2] };
        for color in Color::ALL {
            found.find_side(facts, color, sink);
        }
        found
    }

    fn find_side(&mut self, facts: &Facts<'_>, color: Color, sink: &mut impl Sink) {
        let position = facts.position;
        let us = color as usize;
        let them = color.other() as usize;
        let own = position.pieces_of(color);
        let stops = position.stops(facts.occupied.columns());
        let contested = ColumnSet::from_bits(!facts.pawn_attacks[them]);
        let zone = facts.king_zone[them];
        let mut all = facts.existing.in_columns(ColumnSet::from_bits(facts.pawn_attacks[us]));
        let mut bishops = 0;
        let mut units = 0;
        for role in Role::ALL {
            position.pieces(color, role).for_each(|square| {
                sink.piece(color, role, square);
                let column = square.column();
                let (columns, mobility, step) = match role {
                    Role::Pawn => return,
                    Role::King => {
                        all |= facts.existing.in_columns(attacks::king(column));
                        return;
                    }
                    Role::Knight => (attacks::knight(column), terms::KNIGHT_MOBILITY, 2),
                    Role::Bishop => {
                        bishops += 1;
                        (attacks::bishop(column, stops), terms::BISHOP_MOBILITY, 2)
                    }
                    Role::Rook => {
                        rook_file(facts, color, square, sink);
                        (attacks::rook(column, stops), terms::ROOK_MOBILITY, 2)
                    }
                    Role::Queen => (
                        attacks::bishop(column, stops) | attacks::rook(column, stops),
                        terms::QUEEN_MOBILITY,
                        3,
                    ),
                };
                let mut reached = facts.existing.in_columns(columns);
                if role != Role::Knight {
                    reached = reached.without(position.beyond_reach(square));
                }
                all |= reached;
                if matches!(role, Role::Knight | Role::Bishop) {
                    self.minor[us] |= reached;
                }
                let free = reached.without(own).in_columns(contested).len();
                sink.add(mobility.at(free / step), color, 1);
                if !(columns & zone).is_empty() {
                    units += DANGER[role as usize] * reached.in_columns(zone).len();
                }
            });
        }
        if bishops >= 2 {
            sink.add(terms::BISHOP_PAIR.first, color, 1);
        }
        self.all[us] = all;
        self.danger[us] = units;
    }

    /// Enemy pieces attacked by something cheaper, or not protected.
    pub(super) fn threats(&self, facts: &Facts<'_>, sink: &mut impl Sink) {
        let position = facts.position;
        let pawns = position.pieces_with(Role::Pawn);
        let heavy = position.pieces_with(Role::Rook) | position.pieces_with(Role::Queen);
        for color in Color::ALL {
            let us = color as usize;
            let them = color.other() as usize;
            let victims = position
                .pieces_of(color.other())
                .without(position.pieces(color.other(), Role::King));
            let by_pawn =
                victims.without(pawns).in_columns(ColumnSet::from_bits(facts.pawn_attacks[us]));
            let by_minor = victims & heavy & self.minor[us];
            let hanging = (victims & self.all[us]).without(self.all[them]);
            for (group, squares) in [
                (terms::PAWN_THREAT, by_pawn),
                (terms::MINOR_THREAT, by_minor),
                (terms::HANGING, hanging),
            ] {
                if !squares.is_empty() {
                    sink.add(group.first, color, squares.len() as i32);
                }
            }
        }
    }
}

fn rook_file(facts: &Facts<'_>, color: Color, square: trid_rules::Square, sink: &mut impl Sink) {
    let file = pawns::FILES[square.file() as usize];
    if facts.pawns[color as usize] & file == 0 {
        let open = facts.pawns[color.other() as usize] & file == 0;
        sink.add(terms::ROOK_FILE.at(usize::from(open)), color, 1);
    }
}

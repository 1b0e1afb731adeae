//! Pawns: passed ones with the furthest rank as it is now, and those that boards have changed.

use trid_rules::{Color, Column, ColumnSet, Line, Pin, Role, Square};

use super::{
    features::{Facts, Sink},
    terms,
};

/// The columns of each file.
pub(super) const FILES: [u64; 6] = {
    let mut files = [0; 6];
    let mut index = 0;
    while index < Column::COUNT {
        files[index % 6] |= 1 << index;
        index += 1;
    }
    files
};

/// The files beside each file.
const BESIDE: [u64; 6] = {
    let mut beside = [0; 6];
    let mut file = 0;
    while file < 6 {
        if file > 0 {
            beside[file] |= FILES[file - 1];
        }
        if file < 5 {
            beside[file] |= FILES[file + 1];
        }
        file += 1;
    }
    beside
};

/// By side and rank, all columns further ahead.
const AHEAD: [[u64; 10]; 2] = {
    let mut ahead = [[0; 10]; 2];
    let mut rank = 0;
    while rank < 10 {
        let below = (1 << (rank * 6)) - 1;
        let row = 0b11_1111 << (rank * 6);
        ahead[0][rank] = ColumnSet::ALL.bits() & !(below | row);
        ahead[1][rank] = below;
        rank += 1;
    }
    ahead
};

/// The columns that pawns in these columns attack.
pub(super) const fn attacked(color: Color, pawns: u64) -> u64 {
    let left = pawns & !FILES[0];
    let right = pawns & !FILES[5];
    match color {
        Color::White => (left << 5 | right << 7) & ColumnSet::ALL.bits(),
        Color::Black => left >> 7 | right >> 5,
    }
}

pub(super) fn walk(facts: &Facts<'_>, color: Color, sink: &mut impl Sink) {
    let position = facts.position;
    let own = facts.pawns[color as usize];
    let enemy = facts.pawns[color.other() as usize];
    let furthest = trid_rules::File::ALL.map(|file| position.furthest_rank(color, file).number());
    let columns = facts.existing.columns();
    let empty = facts.existing.without(facts.occupied);
    position.pieces(color, Role::Pawn).for_each(|square| {
        let column = square.column();
        let file = column.file() as usize;
        let rank = column.rank().number();
        let bit = 1_u64 << column.index();
        let front = AHEAD[color as usize][rank as usize];
        if position.carried().contains(square) {
            sink.add(terms::CARRIED.first, color, 1);
        }
        if own & BESIDE[file] == 0 {
            sink.add(terms::ISOLATED.first, color, 1);
        }
        if facts.pawn_attacks[color as usize] & bit != 0 {
            sink.add(terms::SUPPORTED.first, color, 1);
        }
        let left = match color {
            Color::White => furthest[file].saturating_sub(rank),
            Color::Black => rank.saturating_sub(furthest[file]),
        };
        if left == 0 {
            if position.is_stranded(square) {
                sink.add(terms::STRANDED.first, color, 1);
            }
            return;
        }
        let next = column.ahead(color).filter(|&next| columns.contains(next));
        if next.is_none() {
            sink.add(terms::FROZEN.first, color, 1);
        }
        if left == 1 && position.is_deferred(square) {
            sink.add(terms::DEFERRED.at(deferred(facts, color, square)), color, 1);
        }
        if own & FILES[file] & front != 0 {
            sink.add(terms::DOUBLED.first, color, 1);
        } else if enemy & (FILES[file] | BESIDE[file]) & front == 0 {
            sink.add(terms::PASSED.at(left as usize - 1), color, 1);
            if next.is_some_and(|next| !empty.in_columns(ColumnSet::of(next)).is_empty()) {
                sink.add(terms::PASSED_FREE.at(left as usize - 1), color, 1);
            }
        }
    });
}

/// Who may move the board over a deferred pawn: its own side (0), the other (1), no one (2).
fn deferred(facts: &Facts<'_>, color: Color, square: Square) -> usize {
    let line = if (square.file() as u8) < 3 { Line::Queen } else { Line::King };
    let number = match color {
        Color::White => 6,
        Color::Black => 1,
    };
    match Pin::new(line, number).and_then(|pin| facts.position.controller(pin)) {
        Some(controller) if controller == color => 0,
        Some(_) => 1,
        None => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_attack_as_the_rules_say() {
        for color in Color::ALL {
            for column in Column::all() {
                let expected = trid_rules::attacks::pawn(color, column).bits();
                assert_eq!(attacked(color, 1 << column.index()), expected, "{color} {column}");
            }
        }
    }
}

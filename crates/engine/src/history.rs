//! What earlier parts of the search teach about moves: histories, counter moves.

use trid_rules::{Color, Move, Pin, Position, Role, Square};

use crate::score::Value;

/// Histories stay within this, so that a few fresh results outweigh many old ones.
const LIMIT: i32 = 16_384;

/// Moves of pieces by kind and arrival, of boards by pin of arrival, and one place for all else.
pub(crate) const SLOTS: usize = 6 * Square::COUNT + Pin::COUNT + 1;

/// What a move looks like to the histories of what was played before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveSlot(u16);

impl MoveSlot {
    pub(crate) const OTHER: MoveSlot = MoveSlot(SLOTS as u16 - 1);

    /// The slot of a move about to be played in a position.
    pub(crate) fn new(position: &Position, mv: Move) -> MoveSlot {
        MoveSlot(match mv {
            Move::Piece { from, to, .. } => {
                (position.role_at(from) as usize * Square::COUNT + to.index()) as u16
            }
            Move::Board { to, .. } => (6 * Square::COUNT + to.index()) as u16,
            Move::Castle(_) | Move::Turn { .. } | Move::Promote { .. } => return MoveSlot::OTHER,
        })
    }
}

/// The histories of one thread.
pub(crate) struct Histories {
    /// Quiet moves by side, departure and arrival.
    quiet: Vec<i16>,
    /// Board moves by side, pin of departure, pin of arrival and corner.
    boards: Vec<i16>,
    /// Captures by kind, arrival and kind captured.
    captures: Vec<i16>,
    /// Quiet moves by the move one or two plies before.
    follow_ups: [Vec<i16>; 2],
    /// The reply that refuted a move.
    counters: Vec<Option<Move>>,
}

/// The two moves before a position, the last first.
pub(crate) type Before = [MoveSlot; 2];

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * Square::COUNT * Square::COUNT],
            boards: vec![0; 2 * Pin::COUNT * Pin::COUNT * 2],
            captures: vec![0; 6 * Square::COUNT * 6],
            follow_ups: [vec![0; SLOTS * SLOTS], vec![0; SLOTS * SLOTS]],
            counters: vec![None; SLOTS],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.boards.fill(0);
        self.captures.fill(0);
        self.follow_ups.iter_mut().for_each(|table| table.fill(0));
        self.counters.fill(None);
    }

    pub(crate) fn counter(&self, last: MoveSlot) -> Option<Move> {
        self.counters[last.0 as usize]
    }

    pub(crate) fn set_counter(&mut self, last: MoveSlot, mv: Move) {
        self.counters[last.0 as usize] = Some(mv);
    }

    /// What the quiet moves of the piece on a square have done.
    #[inline]
    pub(crate) fn quiets_from(
        &self,
        position: &Position,
        before: Before,
        from: Square,
    ) -> QuietRow<'_> {
        let first = MoveSlot((position.role_at(from) as usize * Square::COUNT) as u16);
        QuietRow {
            quiet: row(&self.quiet, quiet_index(position.turn(), from, Square::ALL[0])),
            follow_ups: [
                row(&self.follow_ups[0], pair_index(before[0], first)),
                row(&self.follow_ups[1], pair_index(before[1], first)),
            ],
        }
    }

    /// How well a quiet move or a board move has done.
    pub(crate) fn quiet(&self, position: &Position, before: Before, mv: Move) -> Value {
        match mv {
            Move::Piece { from, to, .. } => self.quiets_from(position, before, from).order(to),
            _ => board_index(position.turn(), mv)
                .map_or(0, |index| 2 * i32::from(self.boards[index])),
        }
    }

    /// How well a capture has done.
    pub(crate) fn capture(&self, mover: Role, to: Square, captured: Role) -> Value {
        i32::from(self.captures[capture_index(mover, to, captured)])
    }

    pub(crate) fn update_capture(&mut self, mover: Role, to: Square, captured: Role, bonus: i32) {
        update(&mut self.captures[capture_index(mover, to, captured)], bonus);
    }

    /// Rewards (or, with a negative bonus, punishes) a quiet move or a board move.
    pub(crate) fn update_quiet(
        &mut self,
        position: &Position,
        before: Before,
        mv: Move,
        bonus: i32,
    ) {
        if let Move::Piece { from, to, .. } = mv {
            update(&mut self.quiet[quiet_index(position.turn(), from, to)], bonus);
            let slot = MoveSlot::new(position, mv);
            for (table, before) in self.follow_ups.iter_mut().zip(before) {
                update(&mut table[pair_index(before, slot)], bonus);
            }
        } else if let Some(index) = board_index(position.turn(), mv) {
            update(&mut self.boards[index], bonus);
        }
    }
}

/// What the quiet moves of one piece have done, by arrival.
pub(crate) struct QuietRow<'a> {
    quiet: &'a [i16; Square::COUNT],
    follow_ups: [&'a [i16; Square::COUNT]; 2],
}

impl QuietRow<'_> {
    /// How well the move to this square has done.
    #[inline]
    pub(crate) fn order(&self, to: Square) -> Value {
        let to = to.index();
        let [first, second] = self.follow_ups;
        i32::from(self.quiet[to]) + i32::from(first[to]) + i32::from(second[to])
    }
}

/// The part of a table that begins at a place and has an entry for each square of arrival.
#[inline]
fn row(table: &[i16], start: usize) -> &[i16; Square::COUNT] {
    table[start..].first_chunk().expect("every row is whole")
}

fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

fn quiet_index(color: Color, from: Square, to: Square) -> usize {
    (color as usize * Square::COUNT + from.index()) * Square::COUNT + to.index()
}

fn pair_index(before: MoveSlot, slot: MoveSlot) -> usize {
    before.0 as usize * SLOTS + slot.0 as usize
}

fn capture_index(mover: Role, to: Square, captured: Role) -> usize {
    (mover as usize * Square::COUNT + to.index()) * 6 + captured as usize
}

fn board_index(color: Color, mv: Move) -> Option<usize> {
    let (from, to, turned) = match mv {
        Move::Board { from, to, turned, .. } => (from, to, turned),
        Move::Turn { pin } => (pin, pin, true),
        Move::Piece { .. } | Move::Castle(_) | Move::Promote { .. } => return None,
    };
    Some(
        ((color as usize * Pin::COUNT + from.index()) * Pin::COUNT + to.index()) * 2
            + usize::from(turned),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    #[test]
    fn histories_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            update(&mut entry, 2000);
        }
        assert!(i32::from(entry) <= LIMIT && i32::from(entry) > LIMIT * 9 / 10);
        for _ in 0..1000 {
            update(&mut entry, -2000);
        }
        assert!(i32::from(entry) >= -LIMIT && i32::from(entry) < -LIMIT * 9 / 10);
    }

    #[test]
    fn a_board_move_has_a_history_of_its_own() {
        let mut histories = Histories::new();
        let position = Position::start(RuleBook::Revised);
        let before = [MoveSlot::OTHER; 2];
        let board: Move = "QL1-QL2".parse().unwrap();
        let piece: Move = "b2Wb4N".parse().unwrap();
        histories.update_quiet(&position, before, board, 500);
        assert!(histories.quiet(&position, before, board) > 0);
        assert_eq!(histories.quiet(&position, before, piece), 0);
        histories.update_quiet(&position, before, piece, -500);
        assert!(histories.quiet(&position, before, piece) < 0);
    }
}

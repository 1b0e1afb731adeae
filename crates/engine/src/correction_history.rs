//! Correction history: how much searches differ from the static evaluation, by pawns, pieces and boards.

use trid_rules::{Color, Pin, Position, Role};

use crate::score::Value;

/// Entries per side to move, for features that are hashed.
const HASHED: usize = 1 << 14;

/// Entries per side to move, for the pins of the four boards.
const BOARDS: usize = Pin::COUNT.pow(4);

/// Bound of an entry.
const MAX_CORRECTION: i32 = 1024;

/// The corrections of one thread.
pub(crate) struct CorrectionHistory {
    pawns: Vec<i16>,
    /// By the pieces of White and of Black, without pawns.
    pieces: [Vec<i16>; 2],
    boards: Vec<i16>,
}

/// The entries of one position.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionIndices {
    pawns: usize,
    pieces: [usize; 2],
    boards: usize,
}

impl CorrectionIndices {
    pub(crate) fn new(position: &Position) -> CorrectionIndices {
        let hashed = |hash: u64| {
            let hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40;
            position.turn() as usize * HASHED + hash as usize % HASHED
        };
        let boards = position.boards();
        let boards = boards.iter().fold(0, |index, board| index * Pin::COUNT + board.pin.index());
        CorrectionIndices {
            pawns: hashed(pawn_hash(position)),
            pieces: Color::ALL.map(|color| hashed(piece_hash(position, color))),
            boards: position.turn() as usize * BOARDS + boards,
        }
    }
}

fn pawn_hash(position: &Position) -> u64 {
    let [white, black] = Color::ALL.map(|color| position.pieces(color, Role::Pawn).fingerprint());
    white.wrapping_add(black.rotate_left(21))
}

fn piece_hash(position: &Position, color: Color) -> u64 {
    let pieces = |role: Role| position.pieces(color, role).fingerprint();
    let king = position.king(color).index() as u64;
    pieces(Role::Knight)
        .wrapping_add(pieces(Role::Bishop).rotate_left(13))
        .wrapping_add(pieces(Role::Rook).rotate_left(27))
        .wrapping_add(pieces(Role::Queen).rotate_left(41))
        .wrapping_add(king.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory {
            pawns: vec![0; 2 * HASHED],
            pieces: [vec![0; 2 * HASHED], vec![0; 2 * HASHED]],
            boards: vec![0; 2 * BOARDS],
        }
    }

    /// Resets all entries.
    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.pieces;
        for table in [&mut self.pawns, white, black, &mut self.boards] {
            table.fill(0);
        }
    }

    /// What to add to the static evaluation, in centipawns.
    pub(crate) fn correction(&self, at: CorrectionIndices) -> Value {
        let [white, black] = &self.pieces;
        let entries = [
            self.pawns[at.pawns],
            white[at.pieces[0]],
            black[at.pieces[1]],
            self.boards[at.boards],
        ];
        6 * entries.iter().map(|&entry| i32::from(entry)).sum::<i32>() / 128
    }

    /// Learns from a search of this depth whose value differs from the corrected evaluation.
    pub(crate) fn update(&mut self, at: CorrectionIndices, difference: Value, depth: i32) {
        let bonus = (difference * depth / 4).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        let [white, black] = &mut self.pieces;
        for entry in [
            &mut self.pawns[at.pawns],
            &mut white[at.pieces[0]],
            &mut black[at.pieces[1]],
            &mut self.boards[at.boards],
        ] {
            let old = i32::from(*entry);
            *entry = (old + bonus - old * bonus.abs() / MAX_CORRECTION) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::{Move, RuleBook};

    fn after(position: &Position, text: &str) -> CorrectionIndices {
        let mv: Move = text.parse().unwrap();
        let mut child = position.play(mv).unwrap();
        child.pass_unchecked();
        CorrectionIndices::new(&child)
    }

    #[test]
    fn corrections_approach_the_difference_and_stay_bounded() {
        let mut history = CorrectionHistory::new();
        let at = CorrectionIndices::new(&Position::start(RuleBook::Revised));
        assert_eq!(history.correction(at), 0);
        history.update(at, 30, 6);
        assert!(history.correction(at) > 0);
        (0..1000).for_each(|_| history.update(at, -500, 20));
        let lowest = history.correction(at);
        assert!((-200..=-150).contains(&lowest), "{lowest}");
        history.clear();
        assert_eq!(history.correction(at), 0);
    }

    #[test]
    fn each_feature_has_its_own_entry() {
        let tfen = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:2/1R,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w - - - - - 0 1";
        let start = Position::from_tfen(tfen, RuleBook::Meder).unwrap();
        let before = CorrectionIndices::new(&start);
        let pawn = after(&start, "b2Wb3W");
        assert!(pawn.pawns != before.pawns && pawn.pieces == before.pieces);
        let knight = after(&start, "a1Wb3W");
        assert!(knight.pawns == before.pawns && knight.boards == before.boards);
        assert!(knight.pieces[0] != before.pieces[0] && knight.pieces[1] == before.pieces[1]);
        let board = after(&start, "QL1-QL2");
        assert!(board.pawns == before.pawns && board.boards != before.boards);
    }
}

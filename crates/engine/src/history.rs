//! Move ordering statistics: quiet, threat, board, capture and continuation histories, and counter moves.

use std::cell::OnceCell;

use trid_rules::{Color, Move, Pin, Position, Role, Square, SquareSet};

use crate::{correction_history::CorrectionHistory, score::Value};

/// Bound of a history entry.
const MAX_HISTORY: i32 = 16_384;

/// Piece moves by role and target square, board moves by target pin, and one index for all others.
pub(crate) const CONTINUATIONS: usize = 6 * Square::COUNT + Pin::COUNT + 1;

/// A move as an index into the continuation histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ContinuationIndex(u16);

impl ContinuationIndex {
    pub(crate) const OTHER: ContinuationIndex = ContinuationIndex(CONTINUATIONS as u16 - 1);

    /// The index of a legal move of a position.
    pub(crate) fn new(position: &Position, mv: Move) -> ContinuationIndex {
        ContinuationIndex(match mv {
            Move::Piece { from, to, .. } => {
                (position.role_at(from) as usize * Square::COUNT + to.index()) as u16
            }
            Move::Board { to, .. } => (6 * Square::COUNT + to.index()) as u16,
            Move::Castle(_) | Move::Turn { .. } | Move::Promote { .. } => {
                return ContinuationIndex::OTHER;
            }
        })
    }
}

/// The histories of one thread.
pub(crate) struct Histories {
    /// Butterfly history: quiet moves by side, source and target square.
    quiet: Vec<i16>,
    /// Threat history: the same, and whether the opponent attacks the source and the target.
    threats: Vec<i16>,
    /// Board moves by side, source pin, target pin and orientation.
    boards: Vec<i16>,
    /// Captures by role, target square and captured role.
    captures: Vec<i16>,
    /// Continuation histories: quiet and board moves by the move one and two plies earlier.
    continuation: [Vec<i16>; 2],
    /// The quiet move that last refuted a move.
    counter_moves: Vec<Option<Move>>,
    /// Corrections of the static evaluation.
    pub(crate) corrections: CorrectionHistory,
}

/// The moves one and two plies before a position.
pub(crate) type PreviousMoves = [ContinuationIndex; 2];

/// The context of quiet moves that selects their history scores.
pub(crate) struct QuietContext {
    pub(crate) previous: PreviousMoves,
    /// The squares that the opponent attacks, found when first needed; `None` in quiescence.
    threats: Option<OnceCell<SquareSet>>,
}

impl QuietContext {
    pub(crate) const fn new(previous: PreviousMoves) -> QuietContext {
        QuietContext { previous, threats: Some(OnceCell::new()) }
    }

    pub(crate) const fn without_threats(previous: PreviousMoves) -> QuietContext {
        QuietContext { previous, threats: None }
    }

    fn threats(&self, position: &Position) -> Option<SquareSet> {
        let attacked = || position.attacked_by(position.turn().other());
        self.threats.as_ref().map(|threats| *threats.get_or_init(attacked))
    }
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiet: vec![0; 2 * Square::COUNT * Square::COUNT],
            threats: vec![0; 2 * Square::COUNT * 4 * Square::COUNT],
            boards: vec![0; 2 * Pin::COUNT * Pin::COUNT * 2],
            captures: vec![0; 6 * Square::COUNT * 6],
            continuation: [
                vec![0; CONTINUATIONS * CONTINUATIONS],
                vec![0; CONTINUATIONS * CONTINUATIONS],
            ],
            counter_moves: vec![None; CONTINUATIONS],
            corrections: CorrectionHistory::new(),
        }
    }

    /// Resets all entries.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill(0);
        self.threats.fill(0);
        self.boards.fill(0);
        self.captures.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.counter_moves.fill(None);
        self.corrections.clear();
    }

    pub(crate) fn counter_move(&self, last: ContinuationIndex) -> Option<Move> {
        self.counter_moves[last.0 as usize]
    }

    pub(crate) fn set_counter_move(&mut self, last: ContinuationIndex, mv: Move) {
        self.counter_moves[last.0 as usize] = Some(mv);
    }

    /// The history scores of the quiet moves of one piece.
    #[inline]
    pub(crate) fn quiet_scores(
        &self,
        position: &Position,
        context: &QuietContext,
        from: Square,
    ) -> QuietScores<'_> {
        let first = ContinuationIndex((position.role_at(from) as usize * Square::COUNT) as u16);
        let [last, second_last] = context.previous;
        QuietScores {
            quiet: row(&self.quiet, quiet_index(position.turn(), from, Square::ALL[0])),
            continuation: [
                row(&self.continuation[0], continuation_index(last, first)),
                row(&self.continuation[1], continuation_index(second_last, first)),
            ],
            threats: context.threats(position).map(|threats| {
                let start = threat_index(position.turn(), (from, threats.contains(from)), false);
                (threats, [start, start + Square::COUNT].map(|start| row(&self.threats, start)))
            }),
        }
    }

    /// The history score of a quiet move or a board move.
    pub(crate) fn quiet(&self, position: &Position, context: &QuietContext, mv: Move) -> Value {
        match mv {
            Move::Piece { from, to, .. } => self.quiet_scores(position, context, from).score(to),
            _ => board_index(position.turn(), mv).map_or(0, |index| {
                let own = i32::from(self.boards[index]);
                match mv {
                    Move::Board { .. } => own + self.continuation_score(position, context, mv),
                    _ => 2 * own,
                }
            }),
        }
    }

    fn continuation_score(&self, position: &Position, context: &QuietContext, mv: Move) -> Value {
        let current = ContinuationIndex::new(position, mv);
        let tables = self.continuation.iter().zip(context.previous);
        tables
            .map(|(table, previous)| i32::from(table[continuation_index(previous, current)]))
            .sum()
    }

    /// The history score of a capture.
    pub(crate) fn capture(&self, mover: Role, to: Square, captured: Role) -> Value {
        i32::from(self.captures[capture_index(mover, to, captured)])
    }

    pub(crate) fn update_capture(&mut self, mover: Role, to: Square, captured: Role, bonus: i32) {
        update(&mut self.captures[capture_index(mover, to, captured)], bonus);
    }

    /// Adds a bonus (or, if negative, a malus) to a quiet move or a board move.
    pub(crate) fn update_quiet(
        &mut self,
        position: &Position,
        context: &QuietContext,
        mv: Move,
        bonus: i32,
    ) {
        if let Move::Piece { from, to, .. } = mv {
            self.update_squares(position.turn(), mv, bonus);
            if let Some(threats) = context.threats(position) {
                let from = (from, threats.contains(from));
                let start = threat_index(position.turn(), from, threats.contains(to));
                update(&mut self.threats[start + to.index()], bonus);
            }
        } else if let Some(index) = board_index(position.turn(), mv) {
            update(&mut self.boards[index], bonus);
        }
        if matches!(mv, Move::Piece { .. } | Move::Board { .. }) {
            let current = ContinuationIndex::new(position, mv);
            for (table, previous) in self.continuation.iter_mut().zip(context.previous) {
                update(&mut table[continuation_index(previous, current)], bonus);
            }
        }
    }

    /// Adds a bonus to the source and target square of a move by a piece, in any position.
    pub(crate) fn update_squares(&mut self, color: Color, mv: Move, bonus: i32) {
        if let Move::Piece { from, to, .. } = mv {
            update(&mut self.quiet[quiet_index(color, from, to)], bonus);
        }
    }
}

/// The history scores of the quiet moves of one piece, by target square.
pub(crate) struct QuietScores<'a> {
    quiet: &'a [i16; Square::COUNT],
    continuation: [&'a [i16; Square::COUNT]; 2],
    /// The squares that the opponent attacks, and the scores of targets outside and inside of them.
    threats: Option<(SquareSet, [&'a [i16; Square::COUNT]; 2])>,
}

impl QuietScores<'_> {
    /// The score of the move to a square.
    #[inline]
    pub(crate) fn score(&self, to: Square) -> Value {
        let index = to.index();
        let [first, second] = self.continuation;
        let threat = self.threats.map_or(0, |(threats, [safe, attacked])| {
            (if threats.contains(to) { attacked } else { safe })[index]
        });
        i32::from(self.quiet[index])
            + i32::from(first[index])
            + i32::from(second[index])
            + i32::from(threat)
    }
}

/// The row of a table with one entry per target square.
#[inline]
fn row(table: &[i16], start: usize) -> &[i16; Square::COUNT] {
    table[start..].first_chunk().expect("the table holds whole rows")
}

/// History gravity: the larger an entry is, the less a bonus of the same sign adds.
fn update(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
}

fn quiet_index(color: Color, from: Square, to: Square) -> usize {
    (color as usize * Square::COUNT + from.index()) * Square::COUNT + to.index()
}

/// The start of the row of a source square, by whether the opponent attacks the source and the targets.
fn threat_index(color: Color, (from, is_attacked): (Square, bool), attacks_to: bool) -> usize {
    let square = color as usize * Square::COUNT + from.index();
    (square * 4 + usize::from(is_attacked) * 2 + usize::from(attacks_to)) * Square::COUNT
}

fn continuation_index(previous: ContinuationIndex, current: ContinuationIndex) -> usize {
    previous.0 as usize * CONTINUATIONS + current.0 as usize
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
    fn gravity_bounds_entries() {
        let mut entry = 0;
        for _ in 0..1000 {
            update(&mut entry, 2000);
        }
        assert!(i32::from(entry) <= MAX_HISTORY && i32::from(entry) > MAX_HISTORY * 9 / 10);
        for _ in 0..1000 {
            update(&mut entry, -2000);
        }
        assert!(i32::from(entry) >= -MAX_HISTORY && i32::from(entry) < -MAX_HISTORY * 9 / 10);
    }

    #[test]
    fn board_moves_have_a_separate_history() {
        let mut histories = Histories::new();
        let position = Position::start(RuleBook::Revised);
        let context = QuietContext::new([ContinuationIndex::OTHER; 2]);
        let board: Move = "QL1-QL2".parse().unwrap();
        let piece: Move = "b2Wb4N".parse().unwrap();
        histories.update_quiet(&position, &context, board, 500);
        assert!(histories.quiet(&position, &context, board) > 0);
        assert_eq!(histories.quiet(&position, &context, piece), 0);
        histories.update_quiet(&position, &context, piece, -500);
        assert!(histories.quiet(&position, &context, piece) < 0);
    }

    /// The white queen flees from a pawn on b5N, which attacks a4N and c4N.
    #[test]
    fn moves_out_of_an_attack_have_their_own_history() {
        let tfen =
            "4/4/4/K3|4/1p2/Q3/4|4/4/3k/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        let attacked = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let safe = Position::from_tfen(&tfen.replace("1p2", "4"), RuleBook::Revised).unwrap();
        let mv: Move = "a4Na5N".parse().unwrap();
        let context = || QuietContext::new([ContinuationIndex::OTHER; 2]);
        let mut histories = Histories::new();
        histories.update_quiet(&attacked, &context(), mv, 500);
        let score = histories.quiet(&attacked, &context(), mv);
        assert!(score > histories.quiet(&safe, &context(), mv));
        let without = QuietContext::without_threats([ContinuationIndex::OTHER; 2]);
        assert_eq!(
            histories.quiet(&safe, &context(), mv),
            histories.quiet(&attacked, &without, mv)
        );
    }
}

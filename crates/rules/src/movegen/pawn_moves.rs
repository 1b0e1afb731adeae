//! Moves of a set of pawns: visited pawn by pawn, or counted all at once.

use std::ops::ControlFlow;

use crate::{
    Color, ColumnSet, MoveBatch, Position, SquareSet, attacks,
    movegen::{
        pawns::LAST_RANKS,
        sink::{Counter, Sink},
    },
};

/// The moves of a set of pawns, without en passant.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves<'a> {
    pub(super) position: &'a Position,
    pub(super) color: Color,
    pub(super) pawns: SquareSet,
    /// The squares on which they may capture.
    pub(super) captures: SquareSet,
    /// The squares to which they may step.
    pub(super) steps: SquareSet,
    /// The occupied columns, which stop a double step.
    pub(super) occupied: ColumnSet,
}

impl PawnMoves<'_> {
    /// Visits the moves of each pawn, its promotions first.
    #[inline]
    pub(super) fn visit(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let promoting = SquareSet::through(self.position.promoting_columns(self.color));
        let unmoved = self.position.unmoved_pawns(self.color);
        self.pawns.visit(|from| {
            let column = from.column();
            let mut to = self.captures & attacks::pawn_squares(self.color, column)
                | self.steps & attacks::step_squares(self.color, column);
            if unmoved.contains(from)
                && let Some(ahead) = column.ahead(self.color)
                && !self.occupied.contains(ahead)
            {
                to |= self.steps & attacks::step_squares(self.color, ahead);
            }
            let promotions = to & promoting;
            if !promotions.is_empty() {
                sink.batch(MoveBatch::Piece { from, to: promotions, promotes: true })?;
                to = to.without(promotions);
            }
            sink.piece(from, to)
        })
    }

    /// Counts the moves of all pawns at once: pawns in different columns step to different columns, and
    /// so do their captures to one side.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(super) fn count(&self, counter: &mut Counter) {
        let [ones, twos, fours] = self.pawns.heights().planes();
        let mut ahead = attacks::pawn_steps(self.color, ones);
        let unmoved = self.position.unmoved_columns(self.color, self.pawns);
        if !unmoved.is_empty() {
            // No other pawn steps to where a double step ends: it would be in the way.
            let passed = attacks::pawn_steps(self.color, unmoved);
            ahead |= attacks::pawn_steps(self.color, passed.without(self.occupied));
        }
        self.count_targets(ahead, attacks::pawn_sides(self.color, ones), counter);
        if !(twos | fours).is_empty() {
            counter.add_moves(self.count_shared_columns(twos, fours));
        }
    }

    /// Counts steps to the columns `ahead` and captures in the columns to each side.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn count_targets(&self, ahead: ColumnSet, sides: [ColumnSet; 2], counter: &mut Counter) {
        counter.add(self.steps & SquareSet::through(ahead));
        let enemies = self.captures.columns();
        let [left, right] = sides.map(|side| side & enemies);
        for side in [left, right] {
            if !side.is_empty() {
                counter.add(self.captures & SquareSet::through(side));
            }
        }
        if !((ahead | left | right) & LAST_RANKS[self.color as usize]).is_empty() {
            counter.add_moves(3 * self.count_promoting(ahead, left, right));
        }
    }

    /// The number of moves to these columns that promote. Takes a copy of the moves, so that they stay in
    /// registers elsewhere.
    #[cold]
    fn count_promoting(self, ahead: ColumnSet, left: ColumnSet, right: ColumnSet) -> usize {
        let promoting = self.position.promoting_columns(self.color);
        self.steps.in_columns(ahead & promoting).len()
            + self.captures.in_columns(left & promoting).len()
            + self.captures.in_columns(right & promoting).len()
    }

    /// The number of captures and single steps of two and of four pawns in each of these columns.
    #[cold]
    fn count_shared_columns(self, twos: ColumnSet, fours: ColumnSet) -> usize {
        let count = |pawns| {
            let mut once = Counter::default();
            let ahead = attacks::pawn_steps(self.color, pawns);
            self.count_targets(ahead, attacks::pawn_sides(self.color, pawns), &mut once);
            once.count()
        };
        2 * count(twos) + 4 * count(fours)
    }
}

//! Moves of a set of pawns: visited pawn by pawn, or counted all at once.

use std::ops::ControlFlow;

use crate::{
    Color, ColumnSet, MoveBatch, SquareSet, attacks,
    movegen::sink::{Counter, Sink},
};

/// The moves of a set of pawns, without en passant.
pub(super) struct PawnMoves {
    pub(super) color: Color,
    pub(super) pawns: SquareSet,
    /// Those that still have their double step.
    pub(super) unmoved: SquareSet,
    /// The squares on which they may capture.
    pub(super) captures: SquareSet,
    /// The squares to which they may step.
    pub(super) steps: SquareSet,
    /// The occupied columns, which stop a double step.
    pub(super) occupied: ColumnSet,
    /// The columns in which they promote.
    pub(super) promoting: ColumnSet,
}

impl PawnMoves {
    /// Visits the moves of each pawn, its promotions first.
    #[inline]
    pub(super) fn visit(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let promoting = SquareSet::through(self.promoting);
        self.pawns.visit(|from| {
            let column = from.column();
            let mut to = self.captures & attacks::pawn_squares(self.color, column)
                | self.steps & attacks::step_squares(self.color, column);
            if self.unmoved.contains(from)
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
        if !self.unmoved.is_empty() {
            // The first squares of a color are in different columns, none of them on N or a pin 5. No other
            // pawn steps to where a double step ends: it would be in the way.
            let passed = attacks::pawn_steps(self.color, self.unmoved.unshifted_columns());
            ahead |= attacks::pawn_steps(self.color, passed.without(self.occupied));
        }
        self.count_targets(ahead, attacks::pawn_sides(self.color, ones), counter);
        if !(twos | fours).is_empty() {
            self.count_shared_columns(twos, fours, counter);
        }
    }

    /// Counts steps to the columns `ahead` and captures in the columns to each side.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn count_targets(&self, ahead: ColumnSet, sides: [ColumnSet; 2], counter: &mut Counter) {
        let mut to = self.steps & SquareSet::through(ahead);
        let enemies = self.captures.columns();
        let [left, right] = sides.map(|side| side & enemies);
        if !left.is_empty() {
            to |= self.captures & SquareSet::through(left);
        }
        counter.add(to);
        if !right.is_empty() {
            counter.add(self.captures & SquareSet::through(right));
        }
        if !((ahead | left | right) & self.promoting).is_empty() {
            self.count_promotions(ahead, left, right, counter);
        }
    }

    /// Counts the other three choices of moves that promote.
    #[cold]
    fn count_promotions(
        &self,
        ahead: ColumnSet,
        left: ColumnSet,
        right: ColumnSet,
        counter: &mut Counter,
    ) {
        let mut promotions = Counter::default();
        promotions.add(self.steps.in_columns(ahead & self.promoting));
        promotions.add(self.captures.in_columns(left & self.promoting));
        promotions.add(self.captures.in_columns(right & self.promoting));
        counter.add_multiple(&promotions, 3);
    }

    /// Counts the captures and single steps of two and of four pawns in each of these columns.
    #[cold]
    fn count_shared_columns(&self, twos: ColumnSet, fours: ColumnSet, counter: &mut Counter) {
        for (pawns, weight) in [(twos, 2), (fours, 4)] {
            let mut once = Counter::default();
            let ahead = attacks::pawn_steps(self.color, pawns);
            self.count_targets(ahead, attacks::pawn_sides(self.color, pawns), &mut once);
            counter.add_multiple(&once, weight);
        }
    }
}

//! Moves of the king.

use std::ops::ControlFlow;

use crate::{
    ColumnSet, Line, Square, SquareSet, attacks,
    movegen::{generate::Generator, sink::Sink},
};

impl<const BOOK: u8> Generator<'_, BOOK> {
    /// The moves of the king, without castling.
    #[inline]
    pub(super) fn king(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let position = self.position;
        let from = position.king(self.us);
        if !self.movers.contains(from) {
            return ControlFlow::Continue(());
        }
        let to = self.free & self.targets & attacks::king_squares(from.column());
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        sink.piece(from, to.without(self.attacked_near_king(to.columns())))
    }

    /// The columns that stop line pieces once our king has left its square.
    #[inline]
    fn stops_without_king(&self) -> ColumnSet {
        let column = self.position.king(self.us).column();
        let is_alone = (self.occupied & attacks::squares_in(column)).single().is_some();
        if is_alone { self.stops().without(ColumnSet::of(column)) } else { self.stops() }
    }

    /// Squares that the enemy attacks once our king has left its square, including all in these columns.
    #[inline]
    fn attacked_near_king(&self, near: ColumnSet) -> SquareSet {
        let position = self.position;
        let them = self.us.other();
        let enemy = position.colors[them as usize];
        let stops = self.stops_without_king();
        let mut attacked = attacks::pawns(them, (position.pawns & enemy).columns())
            | attacks::king(position.king(them).column());
        (position.knights & enemy).for_each(|from| attacked |= attacks::knight(from.column()));
        // By line pieces on boards of each line, which do not reach boards of the other line.
        let mut by_line = [ColumnSet::EMPTY; 2];
        let mut add = |from: Square, columns: ColumnSet| {
            if Self::RULES.crossing || !from.is_on_attack_board() {
                attacked |= columns;
            } else {
                by_line[usize::from(Line::King.columns().contains(from.column()))] |= columns;
            }
        };
        (position.diagonal & enemy).for_each(|from| {
            if !(attacks::diagonals(from.column()) & near).is_empty() {
                add(from, attacks::bishop(from.column(), stops));
            }
        });
        (position.orthogonal & enemy).for_each(|from| {
            if !(attacks::orthogonals(from.column()) & near).is_empty() {
                add(from, attacks::rook(from.column(), stops));
            }
        });
        let mut squares = SquareSet::through(attacked);
        if !(by_line[0] | by_line[1]).is_empty() {
            for line in Line::ALL {
                let columns = SquareSet::through(by_line[line as usize]);
                squares |= columns.without(line.other().squares());
            }
        }
        squares
    }
}

//! Moves of the king.

use std::ops::ControlFlow;

use crate::{
    ColumnSet, SquareSet, attacks,
    movegen::{generate::Generator, sink::Sink},
};

impl<const BOOK: u8> Generator<'_, BOOK> {
    /// The moves of the king, without castling.
    #[inline]
    pub(super) fn king(&self, sink: &mut impl Sink) -> ControlFlow<()> {
        let from = self.position.king(self.us);
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
    #[inline(never)]
    fn attacked_near_king(&self, near: ColumnSet) -> SquareSet {
        let position = self.position;
        let them = self.us.other();
        let enemy = position.colors[them as usize];
        let stops = self.stops_without_king();
        let mut attacked = attacks::king_squares(position.king(them).column());
        let pawns = position.pawns
            & enemy
            & attacks::pawns_near_king(them, position.king(self.us).column());
        pawns.for_each(|from| attacked |= attacks::pawn_squares(them, from.column()));
        (position.knights & enemy)
            .for_each(|from| attacked |= attacks::knight_squares(from.column()));
        (position.diagonal & enemy).for_each(|from| {
            if !(attacks::diagonals(from.column()) & near).is_empty() {
                let reached = attacks::bishop_squares(from.column(), stops);
                attacked |= reached.without(Self::beyond_reach(from));
            }
        });
        (position.orthogonal & enemy).for_each(|from| {
            if !(attacks::orthogonals(from.column()) & near).is_empty() {
                let reached = attacks::rook_squares(from.column(), stops);
                attacked |= reached.without(Self::beyond_reach(from));
            }
        });
        attacked
    }
}

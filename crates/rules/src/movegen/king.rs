//! Moves of the king.

use std::ops::ControlFlow;

use crate::{
    ColumnSet, Position, SquareSet, attacks,
    movegen::{generate::Generator, near_king, sink::Sink},
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
        let attacked = Self::attacked_near_king(self.position, self.stops(), to.columns());
        sink.piece(from, to.without(attacked))
    }

    /// Squares that the enemy attacks once our king has left its square, including all in these columns.
    #[inline(never)]
    fn attacked_near_king(position: &Position, stops: ColumnSet, near: ColumnSet) -> SquareSet {
        let us = position.turn();
        let them = us.other();
        let enemy = position.colors[them as usize];
        let column = position.king(us).column();
        let is_alone = (position.occupied() & attacks::squares_in(column)).single().is_some();
        let stops = if is_alone { stops.without(ColumnSet::of(column)) } else { stops };
        let mut attacked = attacks::king_squares(position.king(them).column());
        let pawns = position.pawns & enemy & near_king::pawns(them, column);
        pawns.iter().for_each(|from| attacked |= attacks::pawn_squares(them, from.column()));
        (position.knights & enemy)
            .iter()
            .for_each(|from| attacked |= attacks::knight_squares(from.column()));
        (position.diagonal & enemy & near_king::bishops(column)).iter().for_each(|from| {
            if !(attacks::diagonals(from.column()) & near).is_empty() {
                let reached = attacks::bishop_squares(from.column(), stops);
                attacked |= reached & Self::in_reach(from);
            }
        });
        (position.orthogonal & enemy & near_king::rooks(column)).iter().for_each(|from| {
            if !(attacks::orthogonals(from.column()) & near).is_empty() {
                let reached = attacks::rook_squares(from.column(), stops);
                attacked |= reached & Self::in_reach(from);
            }
        });
        attacked
    }
}

//! Castling: squares, obstacles and attacks.

use crate::{
    Castling, Color, ColumnSet, Pin, Position, Square, SquareSet, attacks,
    position::{CASTLING_SQUARES, castling_right},
};

/// The four squares of a castling move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPlan {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
}

impl CastlingPlan {
    /// The columns between king and rook on the back rank.
    #[inline]
    pub(crate) fn between(self) -> ColumnSet {
        attacks::between(self.king_from.column(), self.rook_from.column())
    }

    /// The columns that must be empty: those between, and that of the king's new square. Columns of the back
    /// ranks have a single level.
    #[inline]
    fn path(self) -> ColumnSet {
        let between = self.between();
        if self.king_to == self.rook_from {
            between
        } else {
            between | ColumnSet::of(self.king_to.column())
        }
    }

    /// These columns without those of king and rook. Columns of the back ranks have a single level, so no
    /// other piece is there.
    #[inline]
    fn lifted_from(self, occupied: ColumnSet) -> ColumnSet {
        occupied
            .without(ColumnSet::of(self.king_from.column()))
            .without(ColumnSet::of(self.rook_from.column()))
    }

    /// The squares of the boards that castling uses.
    #[inline]
    pub(crate) fn boards(self) -> SquareSet {
        let board = |square: Square| square.pin().map_or(SquareSet::EMPTY, Pin::squares);
        board(self.king_from) | board(self.rook_from)
    }
}

impl Position {
    /// The squares of this castling, if the king and a rook with the right are in place.
    #[inline]
    pub(crate) fn castling_plan(&self, castling: Castling) -> Option<CastlingPlan> {
        let king_from = self.king(self.turn);
        let rights = self.castling & 0b1111 << (self.turn as usize * 4);
        // Bit 0 tells the two squares of a board apart, bit 1 the two lines.
        let king = castling_right(king_from)?;
        let is_on_kings_line = king & 0b10 != 0;
        let rook = match castling {
            Castling::Short => king ^ 1,
            // The nearest rook on the other line.
            Castling::Long => {
                let nearest = king & 0b100 | if is_on_kings_line { 0b01 } else { 0b10 };
                if rights >> nearest & 1 != 0 { nearest } else { nearest ^ 1 }
            }
        };
        if rights >> rook & 1 == 0 {
            return None;
        }
        let rook_from = CASTLING_SQUARES[rook];
        let king_to = if castling == Castling::Short || self.rules().long_castling_exchanges {
            rook_from
        } else if is_on_kings_line {
            CASTLING_SQUARES[rook ^ 1]
        } else {
            return None;
        };
        Some(CastlingPlan { king_from, king_to, rook_from, rook_to: king_from })
    }

    /// The pieces that block castling.
    pub(crate) fn castling_obstacles(&self, plan: CastlingPlan) -> SquareSet {
        self.occupied().in_columns(plan.path())
    }

    /// The enemy pieces on the boards used, if the rule book forbids them.
    #[inline]
    pub(crate) fn castling_intruders(&self, plan: CastlingPlan) -> SquareSet {
        if self.rules().castling_boards_clear {
            self.colors[self.turn.other() as usize] & plan.boards()
        } else {
            SquareSet::EMPTY
        }
    }

    /// An attacker of the square that the king reaches, with king and rook removed.
    pub(crate) fn castling_arrival_attacker(&self, plan: CastlingPlan) -> Option<Square> {
        let stops = plan.lifted_from(self.stops(self.occupied().columns()));
        self.attackers_through(plan.king_to, self.turn.other(), stops).first()
    }

    /// An attacked square between king and rook and its attacker, with king and rook removed.
    pub(crate) fn castling_path_attack(&self, plan: CastlingPlan) -> Option<(Square, Square)> {
        let stops = plan.lifted_from(self.stops(self.occupied().columns()));
        self.castling_path(plan).find_map(|square| {
            let attackers = self.attackers_through(square, self.turn.other(), stops);
            attackers.first().map(|attacker| (square, attacker))
        })
    }

    /// The squares between king and rook that must not be attacked.
    #[inline]
    fn castling_path(&self, plan: CastlingPlan) -> SquareSet {
        let between = plan.between();
        if self.rules().castling_path_safe && !between.is_empty() {
            self.existing().in_columns(between)
        } else {
            SquareSet::EMPTY
        }
    }

    /// Whether no square that the king passes or reaches is attacked when these columns stop line pieces.
    #[inline]
    fn is_castling_safe(&self, plan: CastlingPlan, stops: ColumnSet) -> bool {
        let is_safe = |square| self.attackers_through(square, self.turn.other(), stops).is_empty();
        is_safe(plan.king_to) && self.castling_path(plan).all(is_safe)
    }

    /// Whether castling is forbidden because it would be the player's first move.
    #[inline]
    pub(crate) fn castling_too_early(&self) -> bool {
        !self.rules().castling_first && self.move_number == 1
    }

    /// Whether this castling is legal, provided that the king is not in check. Takes the occupied columns
    /// and those that stop line pieces.
    pub(crate) fn may_castle(
        &self,
        castling: Castling,
        occupied: ColumnSet,
        stops: ColumnSet,
    ) -> bool {
        !self.castling_too_early()
            && self.castling_plan(castling).is_some_and(|plan| {
                (plan.path() & occupied).is_empty()
                    && self.castling_intruders(plan).is_empty()
                    && self.is_castling_safe(plan, plan.lifted_from(stops))
            })
    }

    /// The two pins for castling long, the queen's line first.
    pub(crate) fn bridge(color: Color) -> [Pin; 2] {
        crate::Line::ALL.map(|line| crate::geometry::pin::end_pin(line, color.other()))
    }
}

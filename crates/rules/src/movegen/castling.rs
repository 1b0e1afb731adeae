//! Castling: squares, obstacles and attacks.

use crate::{Castling, Color, Column, ColumnSet, Pin, Position, Square, SquareSet, attacks};

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
        let king = self.king(self.turn);
        let board = king.pin()?;
        let rooks = self.castling_rooks(self.turn);
        let same = rooks & board.squares();
        match castling {
            Castling::Short => {
                let rook = same.single()?;
                Some(CastlingPlan {
                    king_from: king,
                    king_to: rook,
                    rook_from: rook,
                    rook_to: king,
                })
            }
            Castling::Long => {
                let rook = nearest(rooks.without(same), king)?;
                if self.rules().long_castling_exchanges {
                    return Some(CastlingPlan {
                        king_from: king,
                        king_to: rook,
                        rook_from: rook,
                        rook_to: king,
                    });
                }
                if board.line() != crate::Line::King {
                    return None;
                }
                let (x, y) = rook.local()?;
                let beside = rook.pin()?.square(!x, y);
                Some(CastlingPlan {
                    king_from: king,
                    king_to: beside,
                    rook_from: rook,
                    rook_to: king,
                })
            }
        }
    }

    /// The pieces that block castling.
    #[inline]
    pub(crate) fn castling_obstacles(&self, plan: CastlingPlan) -> SquareSet {
        let two = SquareSet::of(plan.king_from) | SquareSet::of(plan.rook_from);
        let arrivals = SquareSet::of(plan.king_to) | SquareSet::of(plan.rook_to);
        let occupied = self.occupied().without(two);
        occupied.in_columns(plan.between()) | occupied & arrivals
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
        let stops = self.stops_without_castlers(plan);
        self.attackers_through(plan.king_to, self.turn.other(), stops).first()
    }

    /// An attacked square between king and rook and its attacker, with king and rook removed.
    pub(crate) fn castling_path_attack(&self, plan: CastlingPlan) -> Option<(Square, Square)> {
        let stops = self.stops_without_castlers(plan);
        self.castling_path(plan).find_map(|square| {
            let attackers = self.attackers_through(square, self.turn.other(), stops);
            attackers.first().map(|attacker| (square, attacker))
        })
    }

    /// The squares between king and rook that must not be attacked.
    #[inline]
    fn castling_path(&self, plan: CastlingPlan) -> SquareSet {
        if self.rules().castling_path_safe {
            self.existing().in_columns(plan.between())
        } else {
            SquareSet::EMPTY
        }
    }

    /// Whether no square that the king passes or reaches is attacked, with king and rook removed.
    #[inline]
    fn is_castling_safe(&self, plan: CastlingPlan) -> bool {
        let stops = self.stops_without_castlers(plan);
        let mut squares = SquareSet::of(plan.king_to) | self.castling_path(plan);
        squares.all(|square| self.attackers_through(square, self.turn.other(), stops).is_empty())
    }

    /// The columns that stop line pieces with king and rook removed.
    #[inline]
    fn stops_without_castlers(&self, plan: CastlingPlan) -> ColumnSet {
        let two = SquareSet::of(plan.king_from) | SquareSet::of(plan.rook_from);
        self.stops(self.occupied().without(two).columns())
    }

    /// Whether castling is forbidden because it would be the player's first move.
    #[inline]
    pub(crate) fn castling_too_early(&self) -> bool {
        !self.rules().castling_first && self.move_number == 1
    }

    /// Whether this castling is legal, provided that the king is not in check.
    #[inline]
    pub(crate) fn may_castle(&self, castling: Castling) -> bool {
        self.castling_plan(castling).is_some_and(|plan| {
            !self.castling_too_early()
                && self.castling_obstacles(plan).is_empty()
                && self.castling_intruders(plan).is_empty()
                && self.is_castling_safe(plan)
        })
    }

    /// The two pins for castling long, the queen's line first.
    pub(crate) fn bridge(color: Color) -> [Pin; 2] {
        crate::Line::ALL.map(|line| crate::geometry::pin::end_pin(line, color.other()))
    }
}

/// The square of `rooks` with the fewest files between it and the king.
fn nearest(rooks: SquareSet, king: Square) -> Option<Square> {
    if let Some(rook) = rooks.single() {
        return Some(rook);
    }
    let distance = |column: Column| (column.file() as i8 - king.file() as i8).abs();
    rooks.min_by_key(|rook| distance(rook.column()))
}

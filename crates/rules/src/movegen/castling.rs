//! Castling: squares, obstacles and attacks.

use crate::{
    Castling, Color, ColumnSet, Pin, Position, Square, SquareSet, attacks,
    position::{CASTLING_SQUARES, castling_right},
};

/// The squares of a castling move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CastlingPlan {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    span: &'static Span,
}

/// What lies between a king and a rook on squares with castling rights. Columns of the back ranks have a single
/// level, so no other piece is in those of king and rook.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The columns between the two on the back rank.
    between: ColumnSet,
    /// The columns of the two.
    ends: ColumnSet,
    /// The squares of their boards.
    boards: SquareSet,
}

/// By the castling rights of the two squares.
static SPANS: [[Span; 8]; 8] = {
    const NONE: Span =
        Span { between: ColumnSet::EMPTY, ends: ColumnSet::EMPTY, boards: SquareSet::EMPTY };
    let mut spans = [[NONE; 8]; 8];
    let mut index = 0;
    while index < 64 {
        let (king, rook) = (CASTLING_SQUARES[index / 8], CASTLING_SQUARES[index % 8]);
        if let (Some(king_pin), Some(rook_pin)) = (king.pin(), rook.pin()) {
            spans[index / 8][index % 8] = Span {
                between: attacks::between(king.column(), rook.column()),
                ends: ColumnSet(ColumnSet::of(king.column()).0 | ColumnSet::of(rook.column()).0),
                boards: king_pin.squares().union(rook_pin.squares()),
            };
        }
        index += 1;
    }
    spans
};

impl CastlingPlan {
    /// The columns that must be empty: those between, and that of the king's new square.
    #[inline]
    fn path(self) -> ColumnSet {
        if self.king_to == self.rook_from {
            self.span.between
        } else {
            self.span.between | ColumnSet::of(self.king_to.column())
        }
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
        let rook_from = CASTLING_SQUARES[rook & 7];
        let king_to = if castling == Castling::Short || self.rules().long_castling_exchanges {
            rook_from
        } else if is_on_kings_line {
            CASTLING_SQUARES[rook ^ 1]
        } else {
            return None;
        };
        let span = &SPANS[king & 7][rook & 7];
        Some(CastlingPlan { king_from, king_to, rook_from, rook_to: king_from, span })
    }

    /// The pieces that block castling.
    pub(crate) fn castling_obstacles(&self, plan: CastlingPlan) -> SquareSet {
        self.occupied().in_columns(plan.path())
    }

    /// The enemy pieces on the boards used, if the rule book forbids them.
    #[inline]
    pub(crate) fn castling_intruders(&self, plan: CastlingPlan) -> SquareSet {
        if self.rules().castling_boards_clear {
            self.colors[self.turn.other() as usize] & plan.span.boards
        } else {
            SquareSet::EMPTY
        }
    }

    /// An attacker of the square that the king reaches, with king and rook removed.
    pub(crate) fn castling_arrival_attacker(&self, plan: CastlingPlan) -> Option<Square> {
        let stops = self.stops(self.occupied().columns()).without(plan.span.ends);
        self.attackers_through(plan.king_to, self.turn.other(), stops).first()
    }

    /// An attacked square between king and rook and its attacker, with king and rook removed.
    pub(crate) fn castling_path_attack(&self, plan: CastlingPlan) -> Option<(Square, Square)> {
        let stops = self.stops(self.occupied().columns()).without(plan.span.ends);
        self.castling_path(plan).iter().find_map(|square| {
            let attackers = self.attackers_through(square, self.turn.other(), stops);
            attackers.first().map(|attacker| (square, attacker))
        })
    }

    /// The squares between king and rook that must not be attacked.
    #[inline]
    fn castling_path(&self, plan: CastlingPlan) -> SquareSet {
        let between = plan.span.between;
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
        is_safe(plan.king_to) && self.castling_path(plan).iter().all(is_safe)
    }

    /// Whether castling is forbidden because it would be the player's first move.
    #[inline]
    pub(crate) fn castling_too_early(&self) -> bool {
        !self.rules().castling_first && self.move_number == 1
    }

    /// Which kinds of castling are legal, provided that the king is not in check. Takes the occupied columns
    /// and those that stop line pieces.
    pub(super) fn legal_castling(&self, occupied: ColumnSet, stops: ColumnSet) -> [bool; 2] {
        Castling::ALL.map(|castling| self.may_castle(castling, occupied, stops))
    }

    fn may_castle(&self, castling: Castling, occupied: ColumnSet, stops: ColumnSet) -> bool {
        !self.castling_too_early()
            && self.castling_plan(castling).is_some_and(|plan| {
                (plan.path() & occupied).is_empty()
                    && self.castling_intruders(plan).is_empty()
                    && self.is_castling_safe(plan, stops.without(plan.span.ends))
            })
    }

    /// The two pins for castling long, the queen's line first.
    pub(crate) fn bridge(color: Color) -> [Pin; 2] {
        crate::Line::ALL.map(|line| crate::geometry::pin::end_pin(line, color.other()))
    }
}

//! Pieces in danger: hanging pieces, which can be captured for free, and pieces pinned to their king.

use crate::{
    Color, Column, Move, Position, Role, Square, SquareSet, attacks,
    explain::{attacked::sorted, check::path},
};

/// A piece that the opponent could capture without being recaptured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HangingPiece {
    /// Its square.
    pub square: Square,
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// The pieces that could capture it for free.
    pub attackers: Vec<Square>,
}

/// A piece that keeps a line piece from attacking its own king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedPiece {
    /// Its square.
    pub square: Square,
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Its king.
    pub king: Square,
    /// The line piece.
    pub attacker: Square,
    /// The columns between the line piece and the king.
    pub path: Vec<Column>,
}

impl Position {
    /// The pieces of both sides that the opponent could capture for free if it were their turn. None while a
    /// promotion is pending.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// assert!(Position::default().hanging().is_empty());
    /// ```
    #[must_use]
    pub fn hanging(&self) -> Vec<HangingPiece> {
        if self.pending().is_some() {
            return Vec::new();
        }
        Color::ALL.into_iter().flat_map(|color| self.hanging_of(color)).collect()
    }

    fn hanging_of(&self, color: Color) -> Vec<HangingPiece> {
        let mut position = self.clone();
        if position.turn() == color {
            position.pass_unchecked();
        }
        let mut free: Vec<(Square, SquareSet)> = Vec::new();
        for mv in position.legal_moves() {
            let Move::Piece { from, to, .. } = mv else { continue };
            let Some(square) = position.captured_by(from, to) else { continue };
            if position.is_recaptured(mv, to) {
                continue;
            }
            match free.iter_mut().find(|(other, _)| *other == square) {
                Some((_, attackers)) => *attackers |= SquareSet::of(from),
                None => free.push((square, SquareSet::of(from))),
            }
        }
        free.sort_by_key(|&(square, _)| square);
        free.into_iter()
            .map(|(square, attackers)| HangingPiece {
                square,
                color,
                role: self.role_at(square),
                attackers: sorted(attackers),
            })
            .collect()
    }

    /// Whether the piece that a capture brings to `to` could be captured there.
    fn is_recaptured(&self, capture: Move, to: Square) -> bool {
        let mut after = self.clone();
        after.play_unchecked(capture);
        after.legal_moves().into_iter().any(|mv| {
            matches!(mv, Move::Piece { from, to: target, .. } if after.captured_by(from, target) == Some(to))
        })
    }

    /// The pieces of both sides that are pinned to their king.
    #[must_use]
    pub fn pinned(&self) -> Vec<PinnedPiece> {
        Color::ALL.into_iter().flat_map(|color| self.pinned_of(color)).collect()
    }

    fn pinned_of(&self, color: Color) -> Vec<PinnedPiece> {
        let king = self.king(color);
        let attackers = self.attackers(king, color.other());
        let own = self.pieces_of(color).without(SquareSet::of(king));
        let mut pinned = Vec::new();
        for square in sorted(own) {
            let left = self.occupied().without(SquareSet::of(square)).columns();
            let exposed = self.attackers_through(king, color.other(), self.stops(left));
            for attacker in sorted(exposed.without(attackers)) {
                // A piece elsewhere can only open a path by leaving a column that is on it.
                debug_assert!(
                    attacks::between(attacker.column(), king.column()).contains(square.column())
                );
                pinned.push(PinnedPiece {
                    square,
                    color,
                    role: self.role_at(square),
                    king,
                    attacker,
                    path: path(attacker, king),
                });
            }
        }
        pinned
    }
}

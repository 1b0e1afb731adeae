//! Attackers of a square, and attacked squares.

use crate::{Color, ColumnSet, Line, Position, Role, Square, SquareSet, attacks};

/// The squares that a line piece on `square` may reach if it cannot cross from a board of one line to one of
/// the other, regardless of other pieces.
#[inline]
pub(super) fn uncrossed(square: Square) -> SquareSet {
    /// By the bit of a square in the second word of a set. Without the square's own column, which a piece never
    /// reaches: sets that agree in the first word would be split into words by the compiler.
    static UNCROSSED: [SquareSet; 64] = {
        let mut table = [SquareSet::EMPTY; 64];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::ALL[index];
            if let Some(pin) = square.pin() {
                let own_column = SquareSet::through(ColumnSet::of(square.column()));
                table[square.code() as usize % 64] =
                    SquareSet::EVERY_BIT.without(pin.line().other().squares()).without(own_column);
            }
            index += 1;
        }
        table
    };
    if square.is_on_attack_board() {
        UNCROSSED[square.code() as usize % 64]
    } else {
        SquareSet::EVERY_BIT
    }
}

impl Position {
    /// The columns that stop a line piece when these columns are occupied: the occupied ones, and in
    /// some rule books those without a square.
    #[inline]
    #[must_use]
    pub fn stops(&self, occupied: ColumnSet) -> ColumnSet {
        if self.rules().gaps_stop { occupied | self.gaps() } else { occupied }
    }

    /// The squares that a line piece cannot reach from `square`, or attack it from, because they are on
    /// boards of the other line.
    #[inline]
    #[must_use]
    pub fn beyond_reach(&self, square: Square) -> SquareSet {
        if self.rules().crossing || !square.is_on_attack_board() {
            SquareSet::EMPTY
        } else if Line::Queen.columns().contains(square.column()) {
            Line::King.squares()
        } else {
            Line::Queen.squares()
        }
    }

    /// The pieces of `by` that attack `square`, whether it is empty or occupied.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        self.attackers_through(square, by, self.stops(self.occupied().columns()))
    }

    /// Whether any piece of `by` attacks `square`.
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// The pieces of `by` that attack `square` when these columns stop line pieces.
    #[inline]
    #[must_use]
    pub fn attackers_through(&self, square: Square, by: Color, stops: ColumnSet) -> SquareSet {
        let column = square.column();
        let enemy = self.colors[by as usize];
        let in_reach = if self.rules().crossing { enemy } else { enemy & uncrossed(square) };
        let diagonal = self.diagonal & in_reach;
        let orthogonal = self.orthogonal & in_reach;
        let mut attackers = enemy
            & (self.knights & attacks::knight_squares(column)
                | self.pawns & attacks::pawn_squares(by.other(), column));
        if !(diagonal & attacks::diagonal_squares(column)).is_empty() {
            attackers |= diagonal & attacks::bishop_squares(column, stops);
        }
        if !(orthogonal & attacks::orthogonal_squares(column)).is_empty() {
            attackers |= orthogonal & attacks::rook_squares(column, stops);
        }
        let king = self.kings[by as usize];
        if attacks::king(column).contains(king.column()) {
            attackers |= SquareSet::of(king) & enemy;
        }
        attackers
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> SquareSet {
        self.attackers(self.king(self.turn), self.turn.other())
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// assert!(!Position::default().is_check());
    /// ```
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The squares that the piece on `square` attacks, ignoring pins.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let attacked = Position::default().attacks_from("a1W".parse()?);
    /// assert!(attacked.contains("b3N".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> SquareSet {
        let Some(piece) = self.piece_at(square) else {
            return SquareSet::EMPTY;
        };
        let column = square.column();
        let stops = self.stops(self.occupied().columns());
        let columns = match piece.role {
            Role::Pawn => attacks::pawn(piece.color, column),
            Role::Knight => attacks::knight(column),
            Role::Bishop => attacks::bishop(column, stops),
            Role::Rook => attacks::rook(column, stops),
            Role::Queen => attacks::bishop(column, stops) | attacks::rook(column, stops),
            Role::King => attacks::king(column),
        };
        let squares = self.existing().in_columns(columns);
        if piece.role.is_line_piece() {
            squares.without(self.beyond_reach(square))
        } else {
            squares
        }
    }

    /// All squares that a color attacks.
    #[must_use]
    pub fn attacked_by(&self, color: Color) -> SquareSet {
        let own = self.colors[color as usize];
        let stops = self.stops(self.occupied().columns());
        let pawns = attacks::pawns(color, (own & self.pawns).columns());
        let mut attacked = SquareSet::through(pawns);
        (own & self.knights)
            .iter()
            .for_each(|square| attacked |= attacks::knight_squares(square.column()));
        (own & self.diagonal).iter().for_each(|square| {
            let reached = attacks::bishop_squares(square.column(), stops);
            attacked |= reached.without(self.beyond_reach(square));
        });
        (own & self.orthogonal).iter().for_each(|square| {
            let reached = attacks::rook_squares(square.column(), stops);
            attacked |= reached.without(self.beyond_reach(square));
        });
        let king = self.kings[color as usize];
        if own.contains(king) {
            attacked |= attacks::king_squares(king.column());
        }
        self.existing() & attacked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleBook;

    /// In random games, with boards that move and line pieces on them.
    #[test]
    fn a_color_attacks_what_its_pieces_attack() {
        for book in RuleBook::ALL {
            for seed in 0..20 {
                let mut random = fastrand::Rng::with_seed(seed);
                let mut position = Position::start(book);
                for _ in 0..100 {
                    for color in Color::ALL {
                        let pieces = position.pieces_of(color);
                        let expected = pieces.iter().fold(SquareSet::EMPTY, |set, square| {
                            set | position.attacks_from(square)
                        });
                        assert_eq!(position.attacked_by(color), expected, "{position:?}");
                    }
                    let Some(mv) = random.choice(position.legal_moves()) else {
                        break;
                    };
                    position = position.play(mv).unwrap();
                }
            }
        }
    }
}

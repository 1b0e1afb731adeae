//! Names legal moves in algebraic notation.

use crate::{
    ColumnSet, Move, MoveBatch, Position, Promotion, Role, Scope, Square, SquareSet, attacks,
    notation::algebraic::{Action, Algebraic, BoardText, Mark, Part, PieceText},
};

impl Position {
    /// A legal move in canonical algebraic notation: `Nc2W`, `bxa5N`, `KL1-KL3^180`, `d8B=Q+`.
    ///
    /// No two legal moves of a position have the same text. The text of an illegal move is unspecified.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let start = Position::default();
    /// assert_eq!(start.algebraic("b2Wb4N".parse()?).to_string(), "b4N");
    /// assert_eq!(start.algebraic("a1Wb3N".parse()?).to_string(), "Nb3N");
    /// # Ok::<(), trid_rules::notation::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn algebraic(&self, mv: Move) -> Algebraic {
        let action = match mv {
            Move::Piece { from, to, promotion } => {
                Action::Piece(self.piece_text(from, to, promotion))
            }
            Move::Castle(castling) => Action::Castle(castling),
            Move::Board { from, to, turned, promotion } => {
                Action::Board(BoardText { from: Some(from), to, turned, promotion })
            }
            Move::Turn { pin } => {
                Action::Board(BoardText { from: None, to: pin, turned: true, promotion: None })
            }
            Move::Promote { square, promotion } => Action::Piece(PieceText {
                role: None,
                departure: Part::default(),
                captures: false,
                to: square,
                promotion: Some(promotion),
                en_passant: false,
            }),
        };
        Algebraic { action, mark: self.mark_of(mv) }
    }

    fn piece_text(&self, from: Square, to: Square, promotion: Option<Promotion>) -> PieceText {
        let role = self.role_at(from);
        let like = self.candidates(role, from, to);
        let captured = self.captured_by(from, to);
        PieceText {
            role: Some(role),
            departure: match role {
                Role::Pawn => Part::of_pawn(from, to, like),
                _ => Part::of_piece(from, like),
            },
            captures: captured.is_some(),
            to,
            promotion,
            en_passant: captured.is_some_and(|square| square != to),
        }
    }

    /// The squares from which a piece with this role may legally move to `to`. For pawns, only squares on the
    /// file of the moving pawn.
    fn candidates(&self, role: Role, from: Square, to: Square) -> SquareSet {
        let near = match role {
            Role::Pawn => ColumnSet::on_file(from.file()),
            _ => attacks::unhindered(role, to.column()),
        };
        let like = self.pieces(self.turn, role).in_columns(near);
        // Fast path: usually there is no other candidate.
        if like.len() == 1 {
            return like;
        }
        let scope = Scope::pieces(like, SquareSet::of(to));
        let mut departures = SquareSet::EMPTY;
        self.for_each_batch_in(scope, &mut |batch| {
            if let MoveBatch::Piece { from, .. } = batch {
                departures |= SquareSet::of(from);
            }
        });
        departures
    }

    /// Whether a legal move gives check or mate. After a forced promotion, the same player moves.
    fn mark_of(&self, mv: Move) -> Option<Mark> {
        if matches!(mv, Move::Promote { .. }) {
            return None;
        }
        let mut after = self.clone();
        after.play_unchecked(mv);
        after.is_check().then(|| if after.has_moves() { Mark::Check } else { Mark::Mate })
    }
}

/// The part of the departure square that tells a move from others to the same square.
impl Part {
    /// The first of file, rank and level that no other candidate shares, else the whole square.
    fn of_piece(from: Square, like: SquareSet) -> Part {
        let whole = Part::of(from);
        let single = [
            Part { file: whole.file, ..Part::default() },
            Part { rank: whole.rank, ..Part::default() },
            Part { level: whole.level, ..Part::default() },
        ];
        match like.len() {
            0 | 1 => Part::default(),
            _ => single.into_iter().find(|part| part.among(like).len() == 1).unwrap_or(whole),
        }
    }

    /// Nothing for an advance, the file for a capture. If several pawns match, file and level, else the whole
    /// square.
    fn of_pawn(from: Square, to: Square, like: SquareSet) -> Part {
        let whole = Part::of(from);
        if like.len() <= 1 {
            Part { file: whole.file.filter(|&file| file != to.file()), ..Part::default() }
        } else if (like & SquareSet::on_level(from.level())).len() <= 1 {
            Part { rank: None, ..whole }
        } else {
            whole
        }
    }
}

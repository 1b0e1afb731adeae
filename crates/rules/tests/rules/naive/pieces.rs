//! Moves and attacks of pieces.

use trid_rules::{Color, Move, Piece, Promotion, Role, RuleBook, Square};

use super::{Naive, file_of, forward, is_first_square, line_of, rank_of};

const ROOK: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Naive {
    pub(super) fn piece_moves(&self, moves: &mut Vec<Move>) {
        for (&from, &piece) in &self.pieces {
            if piece.color != self.turn {
                continue;
            }
            if piece.role == Role::Pawn {
                self.pawn_moves(from, moves);
                continue;
            }
            for to in self.attacks(from, piece) {
                if self.color_at(to) != Some(self.turn) && self.is_not_king(to) {
                    moves.push(Move::Piece { from, to, promotion: None });
                }
            }
        }
    }

    /// Every square that a piece attacks.
    pub(crate) fn attacks(&self, from: Square, piece: Piece) -> Vec<Square> {
        let mut squares = match piece.role {
            Role::King => self.jumps(from, &[ROOK, BISHOP].concat()),
            Role::Knight => self.jumps(from, &KNIGHT),
            Role::Pawn => self.jumps(from, &[-1, 1].map(|file| (file, forward(piece.color)))),
            Role::Rook => self.lines(from, &ROOK),
            Role::Bishop => self.lines(from, &BISHOP),
            Role::Queen => self.lines(from, &[ROOK, BISHOP].concat()),
        };
        if self.book == RuleBook::Revised {
            squares.retain(|&to| match (line_of(from), line_of(to)) {
                (Some(one), Some(other)) => one == other,
                _ => true,
            });
        }
        squares
    }

    fn jumps(&self, from: Square, steps: &[(i32, i32)]) -> Vec<Square> {
        steps
            .iter()
            .flat_map(|(files, ranks)| {
                self.squares_at(file_of(from) + files, rank_of(from) + ranks)
            })
            .collect()
    }

    fn lines(&self, from: Square, directions: &[(i32, i32)]) -> Vec<Square> {
        let mut squares = Vec::new();
        for (files, ranks) in directions {
            let (mut file, mut rank) = (file_of(from), rank_of(from));
            loop {
                file += files;
                rank += ranks;
                if !(0..6).contains(&file) || !(0..10).contains(&rank) {
                    break;
                }
                let here = self.squares_at(file, rank);
                if here.is_empty() && self.book == RuleBook::Revised {
                    break;
                }
                squares.extend(here);
                if !self.column_is_empty(file, rank) {
                    break;
                }
            }
        }
        squares
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let (file, rank, ahead) = (file_of(from), rank_of(from), forward(self.turn));
        for to in self.squares_at(file, rank + ahead) {
            if self.color_at(to).is_none() {
                self.pawn_move(from, to, moves);
            }
        }
        let untouched = !self.spent.contains(&from) && !self.carried.contains(&from);
        if is_first_square(self.turn, from) && untouched && self.column_is_empty(file, rank + ahead)
        {
            for to in self.squares_at(file, rank + 2 * ahead) {
                if self.color_at(to).is_none() {
                    self.pawn_move(from, to, moves);
                }
            }
        }
        for to in self.attacks(from, Piece { color: self.turn, role: Role::Pawn }) {
            let takes = self.color_at(to) == Some(self.turn.other()) && self.is_not_king(to);
            if takes || self.takes_en_passant(from, to) {
                self.pawn_move(from, to, moves);
            }
        }
    }

    fn pawn_move(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        if rank_of(to) == self.furthest_rank(self.turn, file_of(to)) {
            moves.extend(Promotion::ALL.map(|choice| Move::Piece {
                from,
                to,
                promotion: Some(choice),
            }));
        } else {
            moves.push(Move::Piece { from, to, promotion: None });
        }
    }

    /// Whether a pawn of the side to move captures en passant with this move.
    pub(super) fn takes_en_passant(&self, from: Square, to: Square) -> bool {
        let Some(victim) = self.double_stepped else {
            return false;
        };
        let passed = rank_of(victim) - forward(self.turn.other());
        let carried = self.book == RuleBook::Revised && self.carried.contains(&from);
        file_of(from) != file_of(to)
            && file_of(to) == file_of(victim)
            && rank_of(to) == passed
            && !carried
    }

    fn is_not_king(&self, square: Square) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.pieces.get(&square) != Some(&Piece { color, role: Role::King }))
    }
}

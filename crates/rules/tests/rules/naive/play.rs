//! The position after a move.

use trid_rules::{Color, Move, Piece, Promotion, Role, Square};

use super::boards::{landing, moved};
use super::{Naive, is_first_square, rank_of};

impl Naive {
    /// The position after a pseudo-legal move.
    pub(crate) fn after(&self, mv: Move) -> Naive {
        let mut after = self.clone();
        after.double_stepped = None;
        let mut resets_the_clock = false;
        match mv {
            Move::Piece { from, to, promotion } => {
                let pawn = self.pieces[&from].role == Role::Pawn;
                resets_the_clock = pawn || self.pieces.contains_key(&to);
                after.remove(to);
                if pawn && self.takes_en_passant(from, to) {
                    let victim = self
                        .double_stepped
                        .expect("en passant captures the pawn that made a double step");
                    after.remove(victim);
                }
                after.relocate(from, to);
                if pawn && is_first_square(self.turn, to) && !after.carried.contains(&to) {
                    after.spent.insert(to);
                }
                if pawn && (rank_of(to) - rank_of(from)).abs() == 2 {
                    after.double_stepped = Some(to);
                }
                after.promote(to, promotion);
            }
            Move::Castle(castling) => {
                let [king, rook, king_to, rook_to] =
                    self.castling_squares(castling).expect("the castling is allowed");
                let (king_piece, rook_piece) = (self.pieces[&king], self.pieces[&rook]);
                after.remove(rook);
                after.remove(king);
                after.pieces.insert(king_to, king_piece);
                after.pieces.insert(rook_to, rook_piece);
                after.lose_castling(self.turn);
            }
            Move::Board { from, to, turned, promotion } => {
                resets_the_clock = promotion.is_some();
                if let &[rider] = &self.riders(from)[..] {
                    resets_the_clock |= self.pieces[&rider].role == Role::Pawn;
                    after.carry(rider, landing(rider, to, turned));
                }
                for board in &mut after.boards {
                    if board.pin == from {
                        *board = moved(*board, to, turned);
                    }
                }
                match self.freed_pawn(from) {
                    Some(freed) if self.color_at(freed) == Some(self.turn) => {
                        after.promote(freed, promotion)
                    }
                    freed => {
                        after.pending = freed;
                        if let &[rider] = &self.riders(from)[..] {
                            after.promote(landing(rider, to, turned), promotion);
                        }
                    }
                }
            }
            Move::Turn { pin } => {
                let rider = self.riders(pin)[0];
                after.carry(rider, landing(rider, pin, true));
                for board in &mut after.boards {
                    if board.pin == pin {
                        *board = moved(*board, pin, true);
                    }
                }
            }
            Move::Promote { square, promotion } => {
                after.promote(square, Some(promotion));
                after.pending = None;
                after.halfmoves = 0;
                return after;
            }
        }
        after.halfmoves = if resets_the_clock { 0 } else { self.halfmoves + 1 };
        if self.turn == Color::Black {
            after.move_number += 1;
        }
        after.turn = self.turn.other();
        after
    }

    fn remove(&mut self, square: Square) -> Option<Piece> {
        self.castling.remove(&square);
        self.spent.remove(&square);
        self.carried.remove(&square);
        self.pieces.remove(&square)
    }

    /// Moves a piece to another square. A carried pawn keeps its mark.
    fn relocate(&mut self, from: Square, to: Square) {
        let carried = self.carried.contains(&from);
        let piece = self.remove(from).expect("a piece is on its departure square");
        if piece.role == Role::King {
            self.lose_castling(piece.color);
        }
        self.pieces.insert(to, piece);
        if carried {
            self.carried.insert(to);
        }
    }

    fn carry(&mut self, from: Square, to: Square) {
        self.relocate(from, to);
        if self.pieces[&to].role == Role::Pawn {
            self.carried.insert(to);
        }
    }

    fn promote(&mut self, square: Square, promotion: Option<Promotion>) {
        if let Some(promotion) = promotion {
            let pawn = self.remove(square).expect("a pawn promotes");
            let role = match promotion {
                Promotion::Queen => Role::Queen,
                Promotion::Rook => Role::Rook,
                Promotion::Bishop => Role::Bishop,
                Promotion::Knight => Role::Knight,
            };
            self.pieces.insert(square, Piece { color: pawn.color, role });
        }
    }

    fn lose_castling(&mut self, color: Color) {
        let back = if color == Color::White { 0 } else { 9 };
        self.castling.retain(|&rook| rank_of(rook) != back);
    }
}

//! What a move changes, for those who draw it: pieces that go, fall or promote, and boards that go or turn.

use serde::Serialize;
use trid_rules::{Color, Move, Pin, Position, Role, Square};

/// The change from one position to the next.
#[derive(Serialize, Default)]
pub(crate) struct Diff {
    moved: Vec<MovedPiece>,
    captured: Option<CapturedPiece>,
    promoted: Option<PromotedPawn>,
    boards: Vec<MovedBoard>,
}

#[derive(Serialize)]
struct MovedPiece {
    color: Color,
    kind: Role,
    from: Square,
    to: Square,
}

#[derive(Serialize)]
struct CapturedPiece {
    color: Color,
    kind: Role,
    square: Square,
}

#[derive(Serialize)]
struct PromotedPawn {
    color: Color,
    kind: Role,
    square: Square,
}

#[derive(Serialize)]
struct MovedBoard {
    owner: Color,
    from: Pin,
    to: Pin,
    turned: bool,
}

impl Diff {
    /// What a legal move changes between the position before it and the one after.
    pub(crate) fn between(before: &Position, legal: Move, after: &Position) -> Self {
        let mut diff = Self::default();
        match legal {
            Move::Piece { from, to, .. } => diff.push_piece(before, from, to),
            Move::Castle(_) => {
                let color = before.turn();
                diff.push_piece(before, before.king(color), after.king(color));
                let [was, is] = [before, after].map(|position| position.pieces(color, Role::Rook));
                if let (Some(from), Some(to)) = (was.without(is).next(), is.without(was).next()) {
                    diff.push_piece(before, from, to);
                }
            }
            Move::Board { from, to, turned, .. } => diff.push_board(before, from, to, turned),
            Move::Turn { pin } => diff.push_board(before, pin, pin, true),
            Move::Promote { .. } => {}
        }
        let enemy = !before.turn();
        let fallen = before.pieces_of(enemy).without(after.pieces_of(enemy)).next();
        diff.captured = fallen.and_then(|square| {
            let piece = before.piece_at(square)?;
            Some(CapturedPiece { color: piece.color, kind: piece.role, square })
        });
        diff.promoted = promoted_square(before, legal).and_then(|square| {
            let piece = after.piece_at(square)?;
            Some(PromotedPawn { color: piece.color, kind: piece.role, square })
        });
        diff
    }

    fn push_piece(&mut self, before: &Position, from: Square, to: Square) {
        if let Some(piece) = before.piece_at(from) {
            self.moved.push(MovedPiece { color: piece.color, kind: piece.role, from, to });
        }
    }

    fn push_board(&mut self, before: &Position, from: Pin, to: Pin, turned: bool) {
        if let Some((rider, _)) = before.rider(from)
            && let Some(landing) = Position::landing(rider, to, turned)
        {
            self.push_piece(before, rider, landing);
        }
        if let Some(board) = before.board_on(from) {
            self.boards.push(MovedBoard { owner: board.owner, from, to, turned });
        }
    }
}

/// Where the pawn stands, after the move, that promotes by it.
fn promoted_square(before: &Position, legal: Move) -> Option<Square> {
    legal.promotion()?;
    match legal {
        Move::Piece { to, .. } => Some(to),
        Move::Promote { square, .. } => Some(square),
        Move::Board { from, to, turned, .. } => before.promoted_by_board(from, to, turned),
        Move::Castle(_) | Move::Turn { .. } => None,
    }
}

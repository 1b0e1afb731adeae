//! What a player cannot see on the boards but may need to solve a puzzle.

use trid_rules::{Color, Position, Role, Square};

/// Invisible state of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HiddenState {
    /// Whether White and Black may still castle. `None` if king or rooks are not where castling starts,
    /// so that nobody would expect it.
    pub castling: [Option<bool>; 2],
    /// The pawn that can be captured en passant.
    pub en_passant: Option<Square>,
    /// Pawns on a start square that cannot make a double step any more.
    pub no_double_step: Vec<Square>,
}

impl HiddenState {
    /// The invisible state of this position.
    #[must_use]
    pub fn of(position: &Position) -> HiddenState {
        HiddenState {
            castling: Color::ALL.map(|color| castling(position, color)),
            en_passant: position.double_stepped().filter(|_| position.has_en_passant()),
            no_double_step: no_double_step(position),
        }
    }
}

fn castling(position: &Position, color: Color) -> Option<bool> {
    let is_home = |square: Square| square.pin().is_some() && square.rank() == color.back_rank();
    let may_look_possible = is_home(position.king(color))
        && position.pieces(color, Role::Rook).into_iter().any(is_home);
    may_look_possible.then(|| !position.castling_rooks(color).is_empty())
}

fn no_double_step(position: &Position) -> Vec<Square> {
    let start = Position::start(position.book());
    Color::ALL
        .into_iter()
        .flat_map(|color| {
            let first_squares = start.pieces(color, Role::Pawn);
            (position.pieces(color, Role::Pawn) & first_squares)
                .iter()
                .filter(move |&square| !position.may_double_step(color, square))
        })
        .collect()
}

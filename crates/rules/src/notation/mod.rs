//! Positions and moves as text: T-FEN, coordinate and algebraic notation.

mod algebraic;
pub(crate) mod coordinate;
mod move_text;
pub(crate) mod read_move;
pub(crate) mod tfen;

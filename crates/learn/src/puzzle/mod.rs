//! A puzzle: a position, the opponent's last move, and the moves that solve it.

pub mod choose;
pub mod collection;
pub mod format;
mod glicko;
pub mod hidden_state;
pub mod mate;
pub mod progress;
pub mod run;
pub mod themes;
pub mod view;

pub use glicko::Glicko;
use trid_rules::{Move, Position};

/// A puzzle. The solver moves after [`Puzzle::previous`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its number, part of links. It depends only on position and solution.
    pub number: u32,
    /// Its difficulty on the Glicko scale, 600 to 2600.
    pub rating: u16,
    /// The position before the opponent's last move.
    pub before: Position,
    /// The opponent's last move.
    pub previous: Move,
    /// The solver's moves with the replies to them; never empty.
    pub steps: Vec<Step>,
}

/// One move of the solver and the reply to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Every correct move; the main one first. Never empty. The rest of the solution is the same after
    /// each of them.
    pub answers: Vec<Move>,
    /// The opponent's reply; `None` after the last step only.
    pub reply: Option<Move>,
}

impl Puzzle {
    /// The position in which the solver moves first.
    #[must_use]
    pub fn start(&self) -> Position {
        after(&self.before, self.previous)
    }

    /// The positions before each step of the main solution, and the position after it.
    #[must_use]
    pub fn main_positions(&self) -> Vec<Position> {
        let mut position = self.start();
        let mut positions = Vec::with_capacity(self.steps.len() + 1);
        for step in &self.steps {
            positions.push(position.clone());
            position.play_unchecked(step.answers[0]);
            if let Some(reply) = step.reply {
                position.play_unchecked(reply);
            }
        }
        positions.push(position);
        positions
    }

    /// The number of moves to mate, if the solution ends with mate.
    #[must_use]
    pub fn mate_in(&self) -> Option<u32> {
        let positions = self.main_positions();
        let last = positions.last()?;
        (!last.has_moves() && last.is_check()).then_some(self.steps.len() as u32)
    }
}

/// The position after a legal move.
#[must_use]
pub fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

/// Whether two moves differ only in the square of the column where they land, the turn of the board or
/// the promotion.
#[must_use]
pub fn is_same_idea(a: Move, b: Move) -> bool {
    match (a, b) {
        (Move::Piece { from, to, .. }, Move::Piece { from: other_from, to: other_to, .. }) => {
            from == other_from && to.column() == other_to.column()
        }
        (Move::Board { from, to, .. }, Move::Board { from: other_from, to: other_to, .. }) => {
            from == other_from && to == other_to
        }
        _ => a == b,
    }
}

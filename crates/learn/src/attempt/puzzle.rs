//! An attempt at a puzzle: it starts with the opponent's last move, and every move but the solution fails.

use trid_rules::{Move, Position};
use trid_view::Touched;

use super::{
    Attempt, Frame, Task,
    state::{FailureKind, Hint, Phase},
};
use crate::puzzle::{Puzzle, mate::MateProver};

/// The largest number of moves played to refute a wrong move of a mate puzzle.
const REFUTATION_NODES: u64 = 300_000;

impl Attempt {
    /// A new attempt at a puzzle, before the opponent's last move.
    #[must_use]
    pub fn at_puzzle(puzzle: Puzzle) -> Attempt {
        let mut first = Frame::new(puzzle.before.clone());
        first.reply_with(puzzle.previous);
        let player = puzzle.start().turn();
        Attempt::start(Task::Puzzle(puzzle), player, first)
    }
}

/// Decides what follows a move of the player.
pub(super) fn judge(puzzle: &Puzzle, mv: Move, next: &mut Frame) {
    let step = &puzzle.steps[next.used];
    if !step.answers.contains(&mv) {
        next.fail(FailureKind::Mistake, None);
        next.reply = refutation(puzzle, next);
        next.phase = Phase::Replying;
        return;
    }
    next.used += 1;
    match step.reply {
        Some(reply) => next.reply_with(reply),
        None => next.phase = Phase::Solved,
    }
}

/// First where the next move starts, then all of it.
pub(super) fn hint(puzzle: &Puzzle, frame: &Frame, hints: usize) -> Hint {
    let mv = puzzle.steps[frame.used].answers[0];
    let position = frame.game.position();
    if hints > 1 {
        let touched = Touched::by(&position.effects(mv));
        return Hint { text: None, mv: Some(mv.to_string()), touched };
    }
    let mut touched = Touched::default();
    match mv {
        Move::Piece { from, .. } | Move::Promote { square: from, .. } => touched.squares.push(from),
        Move::Castle(_) => touched.squares.push(position.king(position.turn())),
        Move::Board { from: pin, .. } | Move::Turn { pin } => touched.pins.push(pin),
    }
    Hint { touched, ..Hint::default() }
}

/// The reply to a wrong move of a mate puzzle, or a mate in one against the player.
fn refutation(puzzle: &Puzzle, frame: &Frame) -> Option<Move> {
    let position = frame.game.position();
    mate_in_one(position).or_else(|| {
        let left = puzzle.mate_in()? - frame.used as u32;
        MateProver::new(REFUTATION_NODES).refutation(position, left - 1).ok().flatten()
    })
}

fn mate_in_one(position: &Position) -> Option<Move> {
    MateProver::new(REFUTATION_NODES).keys(position, 1).ok()?.first().copied()
}

//! Evaluated positions, from White's point of view.

use trid_rules::{
    Color, Ending, Game, GameResult, Move,
    game::{DrawReason, Evaluation},
};

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionScore {
    /// A search has evaluated it.
    Evaluated(Evaluation),
    /// The game ended there.
    Over(GameResult),
}

/// A position of a game with its score and the best line from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluatedPosition {
    /// Its score.
    pub score: PositionScore,
    /// The best moves; empty at the end of a game.
    pub best: Vec<Move>,
}

impl PositionScore {
    /// The score of the current position of a game if the game is over there.
    #[must_use]
    pub fn of_ended(game: &Game) -> Option<PositionScore> {
        match game.ending()? {
            // These say nothing about the position.
            Ending::Resigned(_)
            | Ending::Timeout { .. }
            | Ending::Aborted
            | Ending::Draw(DrawReason::Agreement) => None,
            ending => Some(PositionScore::Over(ending.result())),
        }
    }

    /// White's win chance from 0 to 1.
    #[must_use]
    pub fn win_chance(self) -> f64 {
        match self {
            PositionScore::Evaluated(evaluation) => evaluation.wdl().expected_score(),
            PositionScore::Over(GameResult::White) => 1.0,
            PositionScore::Over(GameResult::Black) => 0.0,
            PositionScore::Over(GameResult::Draw | GameResult::None) => 0.5,
        }
    }

    /// How much of their win chance the mover lost with a move from this position to one with the score `after`, from
    /// 0 to 1.
    #[must_use]
    pub fn loss(self, after: PositionScore, mover: Color) -> f64 {
        let chance = |score: PositionScore| match mover {
            Color::White => score.win_chance(),
            Color::Black => 1.0 - score.win_chance(),
        };
        (chance(self) - chance(after)).max(0.0)
    }

    /// The score before the best move of `mover`, if this is the score after it. A mate takes one move more, unless the
    /// move was a forced promotion, which does not end the turn.
    pub(crate) fn before_best(self, mover: Color, ends_turn: bool) -> PositionScore {
        let sign = if mover == Color::White { 1 } else { -1 };
        PositionScore::Evaluated(match self {
            PositionScore::Evaluated(Evaluation::Mate(moves)) if ends_turn && moves * sign > 0 => {
                Evaluation::Mate(moves + sign)
            }
            PositionScore::Evaluated(evaluation) => evaluation,
            PositionScore::Over(GameResult::White) => Evaluation::Mate(1),
            PositionScore::Over(GameResult::Black) => Evaluation::Mate(-1),
            PositionScore::Over(GameResult::Draw | GameResult::None) => Evaluation::Centipawns(0),
        })
    }

    /// The evaluation to store; `None` at the end of a game.
    #[must_use]
    pub const fn evaluation(self) -> Option<Evaluation> {
        match self {
            PositionScore::Evaluated(evaluation) => Some(evaluation),
            PositionScore::Over(_) => None,
        }
    }
}

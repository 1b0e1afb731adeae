//! Inaccuracies, mistakes and blunders.

use serde::Serialize;
use trid_rules::Color;

use crate::PositionScore;

/// The verdict on a move that lost much of its side's win chance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Judgement {
    /// It lost a little.
    Inaccuracy,
    /// It lost more.
    Mistake,
    /// It lost much.
    Blunder,
}

/// A player who looks for a better move has found one if it loses less win chance than this.
const ACCEPTED_LOSS: f64 = 0.04;

/// Whether a move is good enough for a player who looks for a better move than the one they played.
#[must_use]
pub fn is_good_enough(before: PositionScore, after: PositionScore, mover: Color) -> bool {
    before.loss(after, mover) + ROUNDING < ACCEPTED_LOSS
}

/// Differences of chances are not exact: a loss of 0.1 may be 0.09999999999999998.
const ROUNDING: f64 = 1e-9;

impl Judgement {
    /// All verdicts, the mildest first.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The verdict on a move that lost this much win chance, on the scale from 0 to 1.
    #[must_use]
    pub fn from_loss(loss: f64) -> Option<Judgement> {
        let reaches = |judgement: &Judgement| loss + ROUNDING >= judgement.threshold();
        Judgement::ALL.into_iter().rev().find(reaches)
    }

    /// The smallest loss of win chance with this verdict.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Judgement::Inaccuracy => 0.05,
            Judgement::Mistake => 0.10,
            Judgement::Blunder => 0.15,
        }
    }

    /// The numeric annotation glyph: `?!`, `?` or `??`.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use trid_rules::game::Evaluation;

    use super::*;

    #[test]
    fn thresholds_are_inclusive() {
        let cases = [
            (-0.3, None),
            (0.0499, None),
            (0.05, Some(Judgement::Inaccuracy)),
            (0.5 - 0.4, Some(Judgement::Mistake)),
            (0.149, Some(Judgement::Mistake)),
            (0.55 - 0.4, Some(Judgement::Blunder)),
            (1.0, Some(Judgement::Blunder)),
        ];
        for (loss, expected) in cases {
            assert_eq!(Judgement::from_loss(loss), expected, "{loss}");
        }
    }

    #[test]
    fn a_move_is_good_enough_if_it_loses_less_than_a_twenty_fifth() {
        let score = |centipawns| PositionScore::Evaluated(Evaluation::Centipawns(centipawns));
        // Around 0, 40 centipawns are 0.0397 of the win chance and 41 are 0.0407.
        let cases = [
            (score(20), score(-20), Color::White, true),
            (score(20), score(-21), Color::White, false),
            (score(-20), score(21), Color::Black, false),
            (score(20), score(-500), Color::Black, true),
            (PositionScore::Evaluated(Evaluation::Mate(3)), score(2_500), Color::White, true),
            (PositionScore::Evaluated(Evaluation::Mate(3)), score(300), Color::White, false),
        ];
        for (before, after, mover, expected) in cases {
            let loss = before.loss(after, mover);
            assert_eq!(
                is_good_enough(before, after, mover),
                expected,
                "{before:?} {after:?} {loss}"
            );
        }
    }
}

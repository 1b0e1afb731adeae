//! Inaccuracies, mistakes and blunders.

use serde::Serialize;

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

impl Judgement {
    /// All verdicts, the mildest first.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// The verdict on a move that lost this much win chance, on the scale from 0 to 1.
    #[must_use]
    pub fn from_loss(loss: f64) -> Option<Judgement> {
        // Differences of chances are not exact: a loss of 0.1 may be 0.09999999999999998.
        let reaches = |judgement: &Judgement| loss + 1e-9 >= judgement.threshold();
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
}

//! How likely a win, a draw and a loss are at an evaluation, fitted to games of Tri-D's engine.

use super::evaluation::Evaluation;

/// The score at which a win and a draw or loss are equally likely, in centipawns.
const HALF_WIN: f64 = 182.0;

/// How slowly the chances change with the score, in centipawns.
const SCALE: f64 = 210.0;

/// The chances of a win, a draw and a loss. They add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Wdl {
    /// The chance of a win.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance of a loss.
    pub loss: f64,
}

impl Wdl {
    /// A certain win.
    pub const WIN: Wdl = Wdl { win: 1.0, draw: 0.0, loss: 0.0 };

    /// A certain loss.
    pub const LOSS: Wdl = Wdl { win: 0.0, draw: 0.0, loss: 1.0 };

    /// The chances at a number of centipawns. The constants come from `cargo lab datagen fit`; see
    /// `docs/notes/engine.md`.
    #[must_use]
    pub fn from_centipawns(centipawns: i32) -> Wdl {
        Wdl::from_model(f64::from(centipawns), HALF_WIN, SCALE)
    }

    /// The model: a logistic curve for wins, which is a half at `half_win`, and its mirror image for losses.
    #[must_use]
    pub fn from_model(centipawns: f64, half_win: f64, scale: f64) -> Wdl {
        let win = logistic((centipawns - half_win) / scale);
        let loss = logistic((-centipawns - half_win) / scale);
        Wdl { win, draw: 1.0 - win - loss, loss }
    }

    /// The expected score from 0 to 1: a win counts 1, a draw a half.
    #[must_use]
    pub fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The chances in permille. They add up to 1,000.
    #[must_use]
    pub fn permille(self) -> [u32; 3] {
        let (win, loss) = ((self.win * 1_000.0).round(), (self.loss * 1_000.0).round());
        [win as u32, 1_000 - win as u32 - loss as u32, loss as u32]
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Evaluation {
    /// White's chances.
    ///
    /// ```
    /// use trid_rules::game::Evaluation;
    ///
    /// assert_eq!(Evaluation::Mate(3).wdl().permille(), [1_000, 0, 0]);
    /// assert!(Evaluation::Centipawns(300).wdl().win > 0.5);
    /// ```
    #[must_use]
    pub fn wdl(self) -> Wdl {
        match self {
            Evaluation::Centipawns(value) => Wdl::from_centipawns(value),
            Evaluation::Mate(moves) if moves > 0 => Wdl::WIN,
            Evaluation::Mate(_) => Wdl::LOSS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_symmetric_and_grow_with_the_score() {
        let mut last = 0.0;
        for centipawns in (-3_000..=3_000).step_by(50) {
            let wdl = Wdl::from_centipawns(centipawns);
            let mirrored = Wdl::from_centipawns(-centipawns);
            assert!((wdl.win - mirrored.loss).abs() < 1e-12);
            assert!((wdl.win + wdl.draw + wdl.loss - 1.0).abs() < 1e-12);
            assert!(wdl.draw >= 0.0, "{centipawns}");
            assert!(wdl.expected_score() > last, "{centipawns}");
            assert_eq!(wdl.permille().iter().sum::<u32>(), 1_000);
            last = wdl.expected_score();
        }
        assert!((Wdl::from_centipawns(0).expected_score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn mates_are_certain() {
        assert_eq!(Evaluation::Mate(3).wdl().permille(), [1_000, 0, 0]);
        assert_eq!(Evaluation::Mate(-1).wdl().permille(), [0, 0, 1_000]);
    }
}

//! What results say about strength: score, Elo with error, likelihood of superiority, SPRT.

/// Results of games from the first player's side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, 0 to 1.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The variance of one game's points.
    fn variance(self) -> f64 {
        let score = self.score();
        let part = |count: u32, points: f64| f64::from(count) * (points - score).powi(2);
        (part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0))
            / f64::from(self.games().max(1))
    }

    /// How many Elo the first player is stronger. A clean score counts as if half a point were missing,
    /// since no finite number says it.
    #[must_use]
    pub fn elo(self) -> f64 {
        let games = f64::from(self.games().max(1));
        elo_of(self.score().clamp(0.5 / games, 1.0 - 0.5 / games))
    }

    /// Half the width of the 95 % interval about [`Tally::elo`].
    #[must_use]
    pub fn error(self) -> f64 {
        let games = f64::from(self.games());
        if games == 0.0 {
            return f64::INFINITY;
        }
        let score = self.score().clamp(0.5 / games, 1.0 - 0.5 / games);
        // With a clean score the sample has no spread; then that of a single lost half point is taken.
        let deviation = (self.variance().max(0.25 / games) / games).sqrt();
        let margin = 1.96 * deviation;
        let clamp = |score: f64| score.clamp(0.1 / games, 1.0 - 0.1 / games);
        (elo_of(clamp(score + margin)) - elo_of(clamp(score - margin))) / 2.0
    }
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The sequential test whether a player is `elo1` stronger rather than `elo0`, each with 5 % error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// What is to be rejected.
    pub elo0: f64,
    /// What is to be accepted.
    pub elo1: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtState {
    /// More games are needed.
    Undecided,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
}

impl Sprt {
    /// The log likelihood ratio, by the normal approximation.
    #[must_use]
    pub fn ratio(self, tally: Tally) -> f64 {
        let games = f64::from(tally.games());
        let variance = tally.variance();
        if games < 2.0 || variance <= 0.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        games * (high - low) * (2.0 * tally.score() - low - high) / (2.0 * variance)
    }

    /// Where the test stands after these games.
    #[must_use]
    pub fn state(self, tally: Tally) -> SprtState {
        let bound = (0.95_f64 / 0.05).ln();
        let ratio = self.ratio(tally);
        if ratio >= bound {
            SprtState::Accepted
        } else if ratio <= -bound {
            SprtState::Rejected
        } else {
            SprtState::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wins: u32, draws: u32, losses: u32, elo: f64, error: f64) {
        let tally = Tally { wins, draws, losses };
        assert!((tally.elo() - elo).abs() < 0.5, "elo {}", tally.elo());
        assert!((tally.error() - error).abs() < 0.5, "error {}", tally.error());
    }

    #[test]
    fn elo_and_error() {
        check(50, 0, 50, 0.0, 69.2);
        check(0, 100, 0, 0.0, 6.8);
        check(75, 0, 25, 190.8, 81.2);
        check(40, 30, 30, 34.9, 57.6);
    }

    #[test]
    fn an_even_score_is_zero_without_a_sign() {
        let tally = Tally { draws: 3, ..Tally::default() };
        assert!(tally.elo() == 0.0 && tally.elo().is_sign_positive());
    }

    #[test]
    fn a_clean_score_is_finite() {
        let tally = Tally { wins: 200, ..Tally::default() };
        assert!(tally.elo() > 900.0 && tally.elo().is_finite() && tally.error().is_finite());
    }

    #[test]
    fn the_test_decides_in_the_end() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(sprt.state(Tally { wins: 10, draws: 10, losses: 10 }), SprtState::Undecided);
        assert_eq!(
            sprt.state(Tally { wins: 3000, draws: 4000, losses: 2600 }),
            SprtState::Accepted
        );
        assert_eq!(
            sprt.state(Tally { wins: 2600, draws: 4000, losses: 3000 }),
            SprtState::Rejected
        );
        assert_eq!(sprt.state(Tally::default()), SprtState::Undecided);
    }
}

//! Match statistics: score, Elo with error margin, SPRT over games or over pairs of games.

/// Win, draw and loss counts of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchResults {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl MatchResults {
    /// All games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, 0 to 1.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The variance of the points of one game.
    fn variance(self) -> f64 {
        let score = self.score();
        let part = |count: u32, points: f64| f64::from(count) * (points - score).powi(2);
        (part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0))
            / f64::from(self.games().max(1))
    }

    /// Elo difference of the first player. A score of 0 or 100 % counts as half a point less extreme, to
    /// stay finite.
    #[must_use]
    pub fn elo(self) -> f64 {
        let games = f64::from(self.games().max(1));
        elo_of(self.score().clamp(0.5 / games, 1.0 - 0.5 / games))
    }

    /// Half the width of the 95 % confidence interval of [`MatchResults::elo`].
    #[must_use]
    pub fn error(self) -> f64 {
        let games = f64::from(self.games());
        if games == 0.0 {
            return f64::INFINITY;
        }
        let score = self.score().clamp(0.5 / games, 1.0 - 0.5 / games);
        // With a score of 0 or 100 % the sample variance is 0; use that of a single half point.
        let deviation = (self.variance().max(0.25 / games) / games).sqrt();
        let margin = 1.96 * deviation;
        let clamp = |score: f64| score.clamp(0.1 / games, 1.0 - 0.1 / games);
        (elo_of(clamp(score + margin)) - elo_of(clamp(score - margin))) / 2.0
    }
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Results of pairs of games with the same opening and both colors: pairs by the first player's half points,
/// 0 to 4. The games of a pair are not independent, so pairs measure the error better than games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial(pub [u32; 5]);

impl Pentanomial {
    /// All pairs.
    #[must_use]
    pub fn pairs(self) -> u32 {
        self.0.iter().sum()
    }

    /// Points per game, 0 to 1, and the variance of a pair's points per game.
    fn moments(self) -> (f64, f64) {
        let pairs = f64::from(self.pairs().max(1));
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            let points = (0..5).map(|half_points| f64::from(half_points) / 4.0);
            points.zip(self.0).map(|(points, count)| value(points) * f64::from(count)).sum()
        };
        let score = sum(&|points| points) / pairs;
        (score, sum(&|points| (points - score).powi(2)) / pairs)
    }

    /// Elo difference of the first player, and half the width of its 95 % confidence interval.
    #[must_use]
    pub fn elo(self) -> (f64, f64) {
        let (score, variance) = self.moments();
        let margin = 1.96 * (variance / f64::from(self.pairs().max(1))).sqrt();
        let elo = |score: f64| elo_of(score.clamp(0.001, 0.999));
        (elo(score), (elo(score + margin) - elo(score - margin)) / 2.0)
    }
}

/// Sequential probability ratio test of `elo1` against `elo0` with alpha = beta = 0.05.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative hypothesis.
    pub elo1: f64,
}

/// The state of an SPRT.
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
    /// The log-likelihood ratio (LLR) of single games, by the normal approximation.
    #[must_use]
    pub fn ratio(self, results: MatchResults) -> f64 {
        self.normal_ratio(results.games(), results.score(), results.variance())
    }

    /// The log-likelihood ratio (LLR) of pairs of games, by the normal approximation.
    #[must_use]
    pub fn pair_ratio(self, pairs: Pentanomial) -> f64 {
        let (score, variance) = pairs.moments();
        self.normal_ratio(pairs.pairs(), score, variance)
    }

    fn normal_ratio(self, count: u32, score: f64, variance: f64) -> f64 {
        if count < 2 || variance <= 0.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        f64::from(count) * (high - low) * (2.0 * score - low - high) / (2.0 * variance)
    }

    /// The state after these games.
    #[must_use]
    pub fn state(self, results: MatchResults) -> SprtState {
        decide(self.ratio(results))
    }

    /// The state after these pairs of games.
    #[must_use]
    pub fn pair_state(self, pairs: Pentanomial) -> SprtState {
        decide(self.pair_ratio(pairs))
    }
}

fn decide(ratio: f64) -> SprtState {
    let bound = (0.95_f64 / 0.05).ln();
    if ratio >= bound {
        SprtState::Accepted
    } else if ratio <= -bound {
        SprtState::Rejected
    } else {
        SprtState::Undecided
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wins: u32, draws: u32, losses: u32, elo: f64, error: f64) {
        let results = MatchResults { wins, draws, losses };
        assert!((results.elo() - elo).abs() < 0.5, "elo {}", results.elo());
        assert!((results.error() - error).abs() < 0.5, "error {}", results.error());
    }

    #[test]
    fn elo_and_error() {
        check(50, 0, 50, 0.0, 69.2);
        check(0, 100, 0, 0.0, 6.8);
        check(75, 0, 25, 190.8, 81.2);
        check(40, 30, 30, 34.9, 57.6);
    }

    #[test]
    fn even_score_is_positive_zero() {
        let results = MatchResults { draws: 3, ..MatchResults::default() };
        assert!(results.elo() == 0.0 && results.elo().is_sign_positive());
    }

    #[test]
    fn perfect_score_is_finite() {
        let results = MatchResults { wins: 200, ..MatchResults::default() };
        assert!(results.elo() > 900.0 && results.elo().is_finite() && results.error().is_finite());
    }

    #[test]
    fn sprt_accepts_and_rejects() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(
            sprt.state(MatchResults { wins: 10, draws: 10, losses: 10 }),
            SprtState::Undecided
        );
        assert_eq!(
            sprt.state(MatchResults { wins: 3000, draws: 4000, losses: 2600 }),
            SprtState::Accepted
        );
        assert_eq!(
            sprt.state(MatchResults { wins: 2600, draws: 4000, losses: 3000 }),
            SprtState::Rejected
        );
        assert_eq!(sprt.state(MatchResults::default()), SprtState::Undecided);
    }

    #[test]
    fn pairs_decide_like_games_when_independent() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        let singular = Pentanomial([146, 154, 420, 159, 202]);
        let (elo, error) = singular.elo();
        assert!((elo - 18.8).abs() < 0.1 && (error - 13.0).abs() < 0.1, "{elo} {error}");
        assert!((sprt.pair_ratio(singular) - 3.16).abs() < 0.01, "{}", sprt.pair_ratio(singular));
        assert_eq!(sprt.pair_state(singular), SprtState::Accepted);
        let worse = Pentanomial([268, 230, 572, 228, 246]);
        assert_eq!(sprt.pair_state(worse), SprtState::Rejected);
        assert_eq!(sprt.pair_state(Pentanomial([0, 0, 50, 0, 0])), SprtState::Undecided);
        assert_eq!(sprt.pair_state(Pentanomial::default()), SprtState::Undecided);
    }
}

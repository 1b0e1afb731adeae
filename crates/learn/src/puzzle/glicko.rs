//! Glicko-2: a person's rating, updated after each puzzle.
//!
//! Mark Glickman, "Example of the Glicko-2 system" (2013). A puzzle is an opponent with a fixed rating.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// Points per unit of the internal scale.
const SCALE: f64 = 173.7178;

/// The rating at the center of the internal scale.
const CENTER: f64 = 1500.0;

/// How quickly the volatility changes.
const TAU: f64 = 0.5;

/// The deviation of a puzzle's rating, which the engine has measured.
const PUZZLE_DEVIATION: f64 = 80.0;

/// The deviation of a person without games, which no pause exceeds.
const MAX_DEVIATION: f64 = 350.0;

/// The smallest deviation, so that a rating can always change.
const MIN_DEVIATION: f64 = 45.0;

/// The largest change by one puzzle, so that one slip of a new person is no disaster.
const MAX_CHANGE: f64 = 60.0;

/// A person's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How much the person's results vary.
    pub volatility: f64,
}

impl Default for Glicko {
    /// Of a person who has solved nothing yet. Beginners start below the average puzzle.
    fn default() -> Glicko {
        Glicko { rating: 1000.0, deviation: MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Glicko {
    /// Whether the numbers can be a rating; damaged data may hold others.
    #[must_use]
    pub fn is_valid(self) -> bool {
        (100.0..=4000.0).contains(&self.rating)
            && (1.0..=MAX_DEVIATION).contains(&self.deviation)
            && (0.001..=1.0).contains(&self.volatility)
    }

    /// The rating after a pause of some days: less certain.
    #[must_use]
    pub fn after_pause(self, days: u32) -> Glicko {
        let phi = self.deviation / SCALE;
        let phi = (phi * phi + f64::from(days) * self.volatility * self.volatility).sqrt();
        Glicko { deviation: (phi * SCALE).min(MAX_DEVIATION), ..self }
    }

    /// The rating after a puzzle with this rating.
    #[must_use]
    pub fn after_puzzle(self, puzzle: u16, is_solved: bool) -> Glicko {
        let result = OneGame {
            opponent: (f64::from(puzzle), PUZZLE_DEVIATION),
            score: if is_solved { 1.0 } else { 0.0 },
        };
        let after = self.after_games(&[result]);
        let change = (after.rating - self.rating).clamp(-MAX_CHANGE, MAX_CHANGE);
        Glicko { rating: self.rating + change, ..after }
    }

    fn after_games(self, games: &[OneGame]) -> Glicko {
        let mu = (self.rating - CENTER) / SCALE;
        let phi = self.deviation / SCALE;
        let (mut precision, mut surprise) = (0.0, 0.0);
        for game in games {
            let (mu_j, phi_j) = ((game.opponent.0 - CENTER) / SCALE, game.opponent.1 / SCALE);
            let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            precision += g * g * expected * (1.0 - expected);
            surprise += g * (game.score - expected);
        }
        let variance = 1.0 / precision;
        let volatility = new_volatility(phi, self.volatility, variance, variance * surprise);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + precision).sqrt();
        let mu = mu + phi * phi * surprise;
        Glicko {
            rating: (mu * SCALE + CENTER).clamp(100.0, 4000.0),
            deviation: (phi * SCALE).clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility,
        }
    }
}

/// A game against an opponent with a rating and a deviation.
struct OneGame {
    opponent: (f64, f64),
    score: f64,
}

/// Step 5 of the paper: the Illinois algorithm.
fn new_volatility(phi: f64, sigma: f64, variance: f64, delta: f64) -> f64 {
    const PRECISION: f64 = 1e-6;
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        (delta * delta - phi * phi - variance).ln()
    } else {
        let steps = (1..100).map(f64::from).find(|&k| f(a - k * TAU) >= 0.0);
        a - steps.unwrap_or(1.0) * TAU
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    // It converges in a few steps; the limit guards against rounding.
    for _ in 0..100 {
        if (high - low).abs() <= PRECISION {
            break;
        }
        let next = low + (low - high) * f_low / (f_high - f_low);
        let f_next = f(next);
        if f_next * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (next, f_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper() {
        let person = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let game = |rating, deviation, score| OneGame { opponent: (rating, deviation), score };
        let games = [game(1400.0, 30.0, 1.0), game(1550.0, 100.0, 0.0), game(1700.0, 300.0, 0.0)];
        let after = person.after_games(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn solving_raises_and_failing_lowers_the_rating() {
        let mut person = Glicko::default();
        for _ in 0..200 {
            let solved = person.after_puzzle(1400, true);
            let failed = person.after_puzzle(1400, false);
            assert!(solved.rating > person.rating && failed.rating < person.rating);
            assert!(solved.is_valid() && failed.is_valid());
            person = if person.rating < 1400.0 { solved } else { failed };
        }
        assert!((1300.0..1500.0).contains(&person.rating), "{person:?}");
        assert!(person.deviation < 120.0, "{person:?}");
    }

    #[test]
    fn one_puzzle_changes_a_new_rating_by_a_bounded_step() {
        let person = Glicko::default();
        assert_eq!(person.after_puzzle(1000, false).rating, person.rating - MAX_CHANGE);
        assert_eq!(person.after_puzzle(1000, true).rating, person.rating + MAX_CHANGE);
    }

    #[test]
    fn a_pause_makes_the_rating_less_certain() {
        let person = Glicko { rating: 1500.0, deviation: 60.0, volatility: 0.06 };
        assert!((person.after_pause(0).deviation - 60.0).abs() < 1e-9);
        assert!(person.after_pause(30).deviation > person.after_pause(3).deviation);
        assert_eq!(person.after_pause(u32::MAX).deviation, MAX_DEVIATION);
    }
}

//! The accuracy of moves and of a side, from 0 to 100, as players know it from lichess.

/// The accuracy of a move that lost this much win chance, on the scale from 0 to 1.
pub(crate) fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    // The curve that lichess fitted to its players, with one point for the uncertainty of a search.
    let accuracy = 103.1668 * (-0.04354 * loss * 100.0).exp() - 3.1669;
    (accuracy + 1.0).clamp(0.0, 100.0)
}

/// Weights of moves: how much the win chance changes around each, so that quiet phases count less. `chances` holds
/// White's win chances of all positions, one more than there are moves.
pub(crate) fn move_weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8);
    // The window of a move ends after it. The first moves share the first window.
    (1..=moves)
        .map(|ply| {
            let start = (ply + 1).saturating_sub(window);
            let end = (start + window).min(chances.len());
            (standard_deviation(&chances[start..end]) * 100.0).clamp(0.5, 12.0)
        })
        .collect()
}

/// The accuracy of a side from its moves' accuracies and weights; `None` without moves.
pub(crate) fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    if weights <= 0.0 {
        return None;
    }
    let mean = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    // Bad moves pull the harmonic mean down, which the other mean hides in a long game.
    let inverses: f64 = moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic_mean = moves.len() as f64 / inverses;
    Some((mean + harmonic_mean) / 2.0)
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert_eq!(move_accuracy(-0.1), 100.0);
        assert_eq!(move_accuracy(0.0), 100.0);
        let accuracies: Vec<f64> =
            (0..=20).map(|loss| move_accuracy(f64::from(loss) * 0.05)).collect();
        assert!(accuracies.windows(2).all(|pair| pair[0] > pair[1] || pair[1] == 0.0));
        assert!((move_accuracy(0.1) - 64.58).abs() < 0.1, "{}", move_accuracy(0.1));
        assert_eq!(move_accuracy(1.0), 0.0);
    }

    #[test]
    fn every_move_has_a_weight() {
        for length in [0, 1, 2, 3, 10, 25, 200] {
            let chances: Vec<f64> = (0..length).map(|ply| f64::from(ply % 3) / 3.0).collect();
            let weights = move_weights(&chances);
            assert_eq!(weights.len(), chances.len().saturating_sub(1));
            assert!(weights.iter().all(|weight| (0.5..=12.0).contains(weight)), "{weights:?}");
        }
        // A quiet game weighs every move alike; a sudden change weighs more.
        assert_eq!(move_weights(&[0.5; 6]), [0.5; 5]);
        let sudden = move_weights(&[0.5, 0.5, 0.5, 0.1, 0.1, 0.1]);
        assert_eq!(sudden, [0.5, 0.5, 12.0, 0.5, 0.5]);
    }

    #[test]
    fn a_blunder_pulls_a_side_down() {
        assert_eq!(side_accuracy(&[]), None);
        assert_eq!(side_accuracy(&[(100.0, 0.5), (100.0, 12.0)]), Some(100.0));
        let one_blunder = side_accuracy(&[(100.0, 1.0), (100.0, 1.0), (10.0, 1.0)]).unwrap();
        // The mean is 70, the harmonic mean 25.
        assert!((one_blunder - 47.5).abs() < 0.01, "{one_blunder}");
    }
}

//! Fits the weights to the samples (Texel tuning): minimizes the squared error of the predicted results.

use std::thread;

use trid_engine::evaluation::terms::BARE_KING;

use super::games::Sample;

/// Centipawns at which the expected score is 10 to 1.
const SCALE: f32 = 420.0;

/// L2 regularization towards the initial weights, so that rare terms stay unchanged.
const REGULARIZATION: f32 = 3e-9;

const LEARNING_RATE: f32 = 1.0;

/// The expected points for a value in centipawns, 0 to 1.
pub(crate) fn expected(value: f32) -> f32 {
    1.0 / (1.0 + 10_f32.powf(-value / SCALE))
}

/// Middlegame and endgame weight.
type Pair = [f32; 2];

/// Fits weights to samples, starting from the given weights.
pub(crate) fn fit(
    samples: &[Sample],
    weights: &[(i16, i16)],
    epochs: usize,
    threads: usize,
) -> Vec<(i16, i16)> {
    let first: Vec<Pair> =
        weights.iter().map(|&(middle, end)| [f32::from(middle), f32::from(end)]).collect();
    let mut weights = first.clone();
    let mut mean = vec![[0.0_f32; 2]; weights.len()];
    let mut spread = vec![[0.0_f32; 2]; weights.len()];
    for epoch in 1..=epochs {
        let (gradient, loss) = gradient(samples, &weights, threads);
        if epoch == 1 || epoch % 250 == 0 || epoch == epochs {
            eprintln!("epoch {epoch}: mean squared error {loss:.6}");
        }
        // Adam optimizer.
        let rate = LEARNING_RATE * if epoch * 3 > epochs * 2 { 0.3 } else { 1.0 };
        for (term, slopes) in gradient.iter().enumerate().filter(|(term, _)| !is_fixed(*term)) {
            for (half, slope) in slopes.iter().enumerate() {
                let slope = slope + REGULARIZATION * (weights[term][half] - first[term][half]);
                mean[term][half] = 0.9 * mean[term][half] + 0.1 * slope;
                spread[term][half] = 0.999 * spread[term][half] + 0.001 * slope * slope;
                let age = epoch.min(10_000) as i32;
                let step = mean[term][half] / (1.0 - 0.9_f32.powi(age));
                let size = (spread[term][half] / (1.0 - 0.999_f32.powi(age))).sqrt() + 1e-9;
                weights[term][half] -= rate * step / size;
            }
        }
    }
    weights.iter().map(|&[middle, end]| (middle.round() as i16, end.round() as i16)).collect()
}

/// The bare king terms are set by hand: those games are already decided, so results carry no information.
fn is_fixed(term: usize) -> bool {
    (BARE_KING.first..BARE_KING.first + BARE_KING.len).contains(&term)
}

/// The gradient of the mean squared error, and the error.
fn gradient(samples: &[Sample], weights: &[Pair], threads: usize) -> (Vec<Pair>, f64) {
    let size = samples.len().div_ceil(threads).max(1);
    let parts: Vec<(Vec<Pair>, f64)> = thread::scope(|scope| {
        let handles: Vec<_> = samples
            .chunks(size)
            .map(|part| scope.spawn(move || part_gradient(part, weights)))
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().expect("gradient threads do not panic"))
            .collect()
    });
    let count = samples.len().max(1) as f32;
    let mut total = vec![[0.0; 2]; weights.len()];
    let mut loss = 0.0;
    for (part, part_loss) in parts {
        loss += part_loss;
        for (sum, slopes) in total.iter_mut().zip(part) {
            sum[0] += slopes[0] / count;
            sum[1] += slopes[1] / count;
        }
    }
    (total, loss / f64::from(count))
}

fn part_gradient(samples: &[Sample], weights: &[Pair]) -> (Vec<Pair>, f64) {
    let mut slopes = vec![[0.0; 2]; weights.len()];
    let mut loss = 0.0;
    for sample in samples {
        let end = 1.0 - sample.middle;
        let value: f32 = sample
            .counts
            .iter()
            .map(|&(term, count)| {
                let [a, b] = weights[term as usize];
                f32::from(count) * (a * sample.middle + b * end)
            })
            .sum();
        let points = expected(value);
        let miss = points - sample.points;
        loss += f64::from(miss * miss);
        let slope = 2.0 * miss * points * (1.0 - points) * std::f32::consts::LN_10 / SCALE;
        for &(term, count) in &sample.counts {
            let slope = slope * f32::from(count);
            slopes[term as usize][0] += slope * sample.middle;
            slopes[term as usize][1] += slope * end;
        }
    }
    (slopes, loss)
}

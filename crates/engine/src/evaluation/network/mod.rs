//! A small neural network: (features -> hidden) x 2 -> 1, with squared clipped ReLU and integer weights.
//!
//! Each perspective adds up the hidden weights of its active features. The output head of the position
//! combines the side to move's sums with the other side's.

mod accumulator;
pub mod features;
mod file;
mod loaded;

use trid_rules::{Color, Position};

use features::Orientation;
pub use file::NetworkError;
pub use loaded::{LoadNetworkError, LoadedNetwork};

/// Fixed point of the hidden layer: 1.0 is stored as 255.
const QA: i32 = 255;

/// Fixed point of the output weights: 1.0 is stored as 64.
const QB: i32 = 64;

/// Hidden layers are multiples of this size, so that loops over vectors of neurons have no remainder.
const LANES: usize = 16;

/// The weights of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The size of the hidden layer.
    hidden: usize,
    /// By feature: the weights of the hidden neurons.
    feature_weights: Vec<i16>,
    hidden_biases: Vec<i16>,
    /// By head: the weights of the side to move's neurons, then of the other side's. From -127 to 127.
    output_weights: Vec<i16>,
    output_biases: [i32; features::HEADS],
    /// Centipawns per unit of output.
    scale: i32,
}

impl Network {
    /// The value of a position in centipawns for the side to move, without incremental state.
    #[must_use]
    pub fn evaluate_from_scratch(&self, position: &Position) -> i32 {
        let turn = position.turn();
        let [own, their] = [turn, turn.other()].map(|perspective: Color| {
            let mut sums = Vec::new();
            self.add_up(position, Orientation::of(position, perspective), &mut sums);
            sums
        });
        self.output(features::head(position), &own, &their)
    }

    /// Replaces `sums` with the sums of the hidden neurons from one perspective.
    fn add_up(&self, position: &Position, orientation: Orientation, sums: &mut Vec<i16>) {
        sums.clone_from(&self.hidden_biases);
        features::for_each(position, orientation, |feature| self.add(sums, feature));
    }

    fn weights(&self, feature: usize) -> &[i16] {
        &self.feature_weights[feature * self.hidden..][..self.hidden]
    }

    fn add(&self, sums: &mut [i16], feature: usize) {
        for (sum, weight) in sums.iter_mut().zip(self.weights(feature)) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    fn remove(&self, sums: &mut [i16], feature: usize) {
        for (sum, weight) in sums.iter_mut().zip(self.weights(feature)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    /// Copies sums, with a feature added and another removed.
    fn exchange(&self, source: &[i16], sums: &mut [i16], added: usize, removed: usize) {
        let weights = self.weights(added).iter().zip(self.weights(removed));
        for ((sum, source), (added, removed)) in sums.iter_mut().zip(source).zip(weights) {
            *sum = source.wrapping_add(*added).wrapping_sub(*removed);
        }
    }

    fn output(&self, head: usize, own: &[i16], their: &[i16]) -> i32 {
        let weights = &self.output_weights[head * 2 * self.hidden..][..2 * self.hidden];
        let (own_weights, their_weights) = weights.split_at(self.hidden);
        let sum =
            i64::from(squared_sum(own, own_weights)) + i64::from(squared_sum(their, their_weights));
        let output = sum / i64::from(QA) + i64::from(self.output_biases[head]);
        (output * i64::from(self.scale) / i64::from(QA * QB)) as i32
    }
}

/// The weighted sum of squared clipped ReLU. Fits 32 bits for up to [`file::MAX_HIDDEN`] neurons.
fn squared_sum(sums: &[i16], weights: &[i16]) -> i32 {
    let products = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let clipped = sum.clamp(0, QA as i16);
        // At most 255 x 127, so the first product fits 16 bits.
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    });
    products.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::RandomPositions;
    use trid_rules::RuleBook;

    #[test]
    fn mirrored_positions_evaluate_equally() {
        let network = Network::random(32, 1);
        for book in RuleBook::ALL {
            for position in RandomPositions::new(book, 8).take(300) {
                let value = network.evaluate_from_scratch(&position);
                assert_eq!(
                    value,
                    network.evaluate_from_scratch(&position.mirrored()),
                    "{position}"
                );
                if book == RuleBook::Revised {
                    let other = features::tests::flip(&position);
                    assert_eq!(value, network.evaluate_from_scratch(&other), "{position}");
                }
            }
        }
    }

    #[test]
    fn the_value_depends_on_side_to_move_and_rule_book() {
        let network = Network::random(32, 2);
        let tfen = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:1q/pp,KL6b:kr/pp w KQk - - - - 0 1";
        let evaluate = |tfen: &str, book| {
            network.evaluate_from_scratch(&Position::from_tfen(tfen, book).unwrap())
        };
        let value = evaluate(tfen, RuleBook::Revised);
        assert_ne!(value, evaluate(&tfen.replace(" w ", " b "), RuleBook::Revised));
        assert_ne!(value, evaluate(tfen, RuleBook::Meder));
    }

    #[test]
    fn the_output_follows_the_definition() {
        let mut network = Network::random(16, 3);
        network.output_weights.fill(0);
        network.output_biases.fill(0);
        let head = 5;
        let base = head * 2 * 16;
        // Own neuron 2 is clipped to 255, their neuron 1 is 100, a negative one counts as 0.
        network.output_weights[base + 2] = 64;
        network.output_weights[base + 16 + 1] = -32;
        network.output_weights[base + 3] = 127;
        network.output_biases[head] = 1000;
        let (mut own, mut their) = (vec![0; 16], vec![0; 16]);
        (own[2], own[3], their[1]) = (300, -5, 100);
        let output = (64 * 255 * 255 - 32 * 100 * 100) / 255 + 1000;
        assert_eq!(network.output(head, &own, &their), output * network.scale / (255 * 64));
    }
}

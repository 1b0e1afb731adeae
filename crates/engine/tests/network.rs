//! The embedded network: its reference values, symmetries, scale and documentation.

use trid_engine::{Classical, Evaluator, LoadedNetwork};
use trid_rules::{Color, Position, RuleBook};

/// Values computed by the training script, with their positions; see `content/networks/README.md`.
fn reference() -> Vec<(i32, Position)> {
    let text = include_str!("../../../content/networks/reference.txt");
    let parse = |line: &str| {
        let (value, rest) = line.split_once(' ')?;
        let (tfen, book) = rest.rsplit_once(' ')?;
        let book: RuleBook = book.parse().ok()?;
        Some((value.parse().ok()?, Position::from_tfen(tfen, book).ok()?))
    };
    text.lines().map(|line| parse(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn inference_equals_the_training_script() {
    let network = LoadedNetwork::embedded().unwrap();
    let mut incremental = network.for_thread();
    let reference = reference();
    assert_eq!(reference.len(), 1_000);
    for (value, position) in &reference {
        assert_eq!(network.network().evaluate_from_scratch(position), *value, "{position}");
        // Against a bare king the engine uses the classical evaluation.
        let is_bare = Color::ALL.into_iter().any(|color| position.is_bare_king(color));
        let expected = if is_bare { Classical::new().evaluate(position) } else { *value };
        assert_eq!(incremental.evaluate(position, 0), expected, "{position}");
    }
    for book in RuleBook::ALL {
        assert!(reference.iter().filter(|(_, position)| position.book() == book).count() > 300);
    }
}

#[test]
fn mirrored_positions_evaluate_equally() {
    let network = LoadedNetwork::embedded().unwrap();
    for (value, position) in reference() {
        let mirrored = position.mirrored();
        assert_eq!(network.network().evaluate_from_scratch(&mirrored), value, "{position}");
    }
}

/// The margins of the search are in centipawns of the classical evaluation.
#[test]
fn the_scale_is_that_of_the_classical_evaluation() {
    let classical = Classical::new();
    let (mut network_sum, mut classical_sum) = (0, 0);
    for (value, position) in reference() {
        let expected = classical.evaluate(&position);
        if expected.abs() <= 600 {
            network_sum += value.abs();
            classical_sum += expected.abs();
        }
    }
    let ratio = f64::from(network_sum) / f64::from(classical_sum);
    assert!((0.85..1.15).contains(&ratio), "{ratio}");
}

#[test]
fn the_documentation_is_that_of_the_network() {
    let checksum = format!("`{:016x}`", LoadedNetwork::embedded().unwrap().checksum());
    assert!(include_str!("../../../content/networks/README.md").contains(&checksum), "{checksum}");
}

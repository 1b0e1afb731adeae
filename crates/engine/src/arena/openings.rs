//! The openings of matches: a fixed set, varied and about even.

use std::sync::LazyLock;

use trid_rules::{Move, Position, RuleBook};

const TEXTS: [&str; 2] = [
    include_str!("../../data/openings-revised.txt"),
    include_str!("../../data/openings-meder.txt"),
];

/// The openings of a rule book, each a line of moves from the start.
#[must_use]
pub fn openings(book: RuleBook) -> &'static [Vec<Move>] {
    static LINES: LazyLock<[Vec<Vec<Move>>; 2]> =
        LazyLock::new(|| RuleBook::ALL.map(|book| read(book, TEXTS[book as usize])));
    &LINES[book as usize]
}

fn read(book: RuleBook, text: &str) -> Vec<Vec<Move>> {
    text.lines()
        .map(|line| {
            let mut position = Position::start(book);
            line.split_whitespace()
                .map(|text| {
                    let mv: Move = text.parse().expect("an opening of ours is sound");
                    position = position.play(mv).expect("an opening of ours is legal");
                    mv
                })
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_enough_different_openings() {
        for book in RuleBook::ALL {
            let lines = openings(book);
            assert!(lines.len() >= 100, "{}", lines.len());
            let different: HashSet<_> = lines.iter().collect();
            assert_eq!(different.len(), lines.len());
        }
    }
}

//! Match openings: a fixed set of varied and roughly even openings, one per line of `content/openings`.
//!
//! `cargo lab openings BOOK` generates a file.

use std::sync::LazyLock;

use trid_rules::{Move, Position, RuleBook};

const TEXTS: [&str; 2] = [
    include_str!("../../../content/openings/revised.txt"),
    include_str!("../../../content/openings/meder.txt"),
];

/// The openings of a rule book as moves from the start position.
#[must_use]
pub fn openings(book: RuleBook) -> &'static [Vec<Move>] {
    static OPENINGS: LazyLock<[Vec<Vec<Move>>; 2]> =
        LazyLock::new(|| RuleBook::ALL.map(|book| parse(book, TEXTS[book as usize])));
    &OPENINGS[book as usize]
}

fn parse(book: RuleBook, text: &str) -> Vec<Vec<Move>> {
    text.lines()
        .map(|line| {
            let mut position = Position::start(book);
            line.split_whitespace()
                .map(|text| {
                    let mv: Move = text.parse().expect("the openings are well-formed");
                    position = position.play(mv).expect("the openings are legal");
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
    fn openings_are_numerous_and_distinct() {
        for book in RuleBook::ALL {
            let openings = openings(book);
            assert_eq!(openings.len(), 2_000);
            let end = |opening: &Vec<Move>| {
                let mut position = Position::start(book);
                opening.iter().for_each(|&mv| position.play_unchecked(mv));
                position.key()
            };
            let distinct: HashSet<u64> = openings.iter().map(end).collect();
            assert_eq!(distinct.len(), openings.len());
        }
    }
}

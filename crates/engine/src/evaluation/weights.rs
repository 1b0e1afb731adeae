//! The tuned weights in the order of the terms.

use trid_rules::RuleBook;

use super::tuned_weights;

/// A group's name and its weights for middlegame and endgame, in centipawns.
pub(super) type Row = (&'static str, &'static [(i16, i16)]);

/// The weights of a rule book, one per term.
pub(super) fn of(book: RuleBook) -> impl Iterator<Item = &'static (i16, i16)> {
    let rows = match book {
        RuleBook::Revised => tuned_weights::REVISED,
        RuleBook::Meder => tuned_weights::MEDER,
    };
    rows.iter().flat_map(|(_, weights)| weights.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::terms::{COUNT, GROUPS};

    #[test]
    fn tuned_weights_match_the_groups() {
        for rows in [tuned_weights::REVISED, tuned_weights::MEDER] {
            let found: Vec<_> = rows.iter().map(|(name, weights)| (*name, weights.len())).collect();
            let expected: Vec<_> = GROUPS.iter().map(|group| (group.name, group.len)).collect();
            assert_eq!(found, expected);
        }
        for book in RuleBook::ALL {
            assert_eq!(of(book).count(), COUNT);
        }
    }
}

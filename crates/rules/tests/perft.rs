//! Counts of the move tree that two independent programs agree on.

use trid_rules::{Position, RuleBook, perft};

#[test]
fn start_counts() {
    for (book, counts) in [
        (RuleBook::Revised, [21, 441, 10004, 226_504]),
        (RuleBook::Meder, [20, 400, 9128, 207_888]),
    ] {
        let start = Position::start(book);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{book} depth {depth}");
        }
    }
}

//! Thread voting: which thread's move a search with several threads plays.

use trid_rules::Move;

use super::ThreadResult;
use crate::score::{MATE_BOUND, Value};

/// Votes of a thread per ply of depth, even if its value is the lowest of all.
const BASE_WEIGHT: Value = 14;

/// Elects a thread. Each votes for its best move with its depth times its value above the lowest; the move with
/// the most votes is elected, from the thread that gave it the most. A mate is not put to the vote: the shortest
/// one wins, and a thread that is mated loses against one that is not.
///
/// Returns the first thread if none has completed a depth.
pub(crate) fn elect(results: &[ThreadResult]) -> usize {
    let ballots: Vec<Ballot> = results
        .iter()
        .enumerate()
        .filter_map(|(thread, result)| Ballot::of(thread, result))
        .collect();
    let values = || ballots.iter().map(|ballot| ballot.value);
    let (Some(lowest), Some(highest)) = (values().min(), values().max()) else {
        return 0;
    };
    let weight = |ballot: &Ballot| i64::from(ballot.value - lowest + BASE_WEIGHT) * ballot.depth;
    let votes =
        |mv: Move| -> i64 { ballots.iter().filter(|ballot| ballot.mv == mv).map(weight).sum() };
    let rank = |ballot: &&Ballot| {
        if highest.abs() >= MATE_BOUND {
            (i64::from(ballot.value), 0)
        } else if ballot.value <= -MATE_BOUND {
            (i64::MIN, 0)
        } else {
            (votes(ballot.mv), weight(ballot))
        }
    };
    // The last of equal ranks is chosen, which is the first thread in this order.
    ballots.iter().rev().max_by_key(rank).map_or(0, |ballot| ballot.thread)
}

/// The vote of one thread.
struct Ballot {
    thread: usize,
    mv: Move,
    value: Value,
    depth: i64,
}

impl Ballot {
    /// `None` if the thread has not completed a depth: its move may be any legal one.
    fn of(thread: usize, result: &ThreadResult) -> Option<Ballot> {
        let best = result.variations.first().filter(|_| result.depth > 0)?;
        let depth = i64::from(result.depth);
        Some(Ballot { thread, mv: *best.pv.first()?, value: best.value, depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        score::{mate_in, mated_in},
        search::RootVariation,
    };

    /// Checks the elected thread of threads given as best move, value and depth.
    #[track_caller]
    fn elects(threads: &[(&str, Value, u32)], expected: usize) {
        let results: Vec<ThreadResult> = threads
            .iter()
            .map(|&(mv, value, depth)| ThreadResult {
                depth,
                selective_depth: depth,
                variations: vec![RootVariation { value, pv: vec![mv.parse().unwrap()] }],
            })
            .collect();
        assert_eq!(elect(&results), expected, "{threads:?}");
    }

    #[test]
    fn the_move_with_the_most_votes_is_elected() {
        // (0 + 14) * 10 against twice that.
        elects(&[("b2Wb4N", 20, 10), ("c2Wc4N", 20, 10), ("c2Wc4N", 20, 10)], 1);
        // A higher value and a greater depth weigh more.
        elects(&[("b2Wb4N", 20, 10), ("c2Wc4N", 21, 10)], 1);
        elects(&[("b2Wb4N", 20, 10), ("c2Wc4N", 20, 11)], 1);
        // (30 + 14) * 10 against (0 + 14) * (10 + 11).
        elects(&[("b2Wb4N", 50, 10), ("c2Wc4N", 20, 10), ("c2Wc4N", 20, 11)], 0);
    }

    #[test]
    fn the_elected_move_comes_from_its_strongest_thread() {
        elects(&[("b2Wb4N", 20, 10), ("b2Wb4N", 30, 10), ("b2Wb4N", 25, 11)], 1);
    }

    #[test]
    fn the_first_of_equal_threads_is_elected() {
        elects(&[("b2Wb4N", 20, 10), ("c2Wc4N", 20, 10)], 0);
        elects(&[("b2Wb4N", 20, 10), ("b2Wb4N", 20, 10)], 0);
        elects(&[("b2Wb4N", 20, 10)], 0);
    }

    #[test]
    fn mates_are_not_put_to_the_vote() {
        let lost = ("d2Wd3W", mated_in(4), 30);
        elects(&[("b2Wb4N", 900, 20), ("b2Wb4N", 900, 20), ("c2Wc4N", mate_in(5), 3)], 2);
        elects(&[("b2Wb4N", mate_in(5), 20), ("c2Wc4N", mate_in(3), 3)], 1);
        elects(&[lost, lost, ("c2Wc4N", -900, 3)], 2);
        elects(&[lost, ("c2Wc4N", mated_in(6), 3)], 1);
    }

    #[test]
    fn threads_without_a_completed_depth_do_not_vote() {
        elects(&[("b2Wb4N", mated_in(4), 9), ("c2Wc4N", 50, 0)], 0);
        elects(&[("b2Wb4N", 20, 0), ("c2Wc4N", 50, 1)], 1);
        elects(&[("b2Wb4N", 20, 0), ("c2Wc4N", 50, 0)], 0);
    }

    #[test]
    fn without_moves_nothing_is_elected() {
        let none = ThreadResult { depth: 0, selective_depth: 0, variations: Vec::new() };
        assert_eq!(elect(&[none.clone(), none]), 0);
        assert_eq!(elect(&[]), 0);
    }
}

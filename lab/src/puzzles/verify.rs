//! Verifies puzzles again, after the engine has changed.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use trid_learn::puzzle::Puzzle;

use super::{
    game::GameReport,
    judge::Judge,
    rating::{Difficulty, Rater, rated_puzzle},
    tactics::first_unverified,
};

/// Drops the tactics that the engine no longer verifies, and rates the other puzzles again. Mates are proved
/// and need no engine. Returns how many were dropped.
pub(crate) fn verify_and_rate(games: &mut [GameReport], threads: usize) -> usize {
    let dropped = AtomicUsize::new(0);
    let state = || (Judge::new(), Rater::new());
    share_out(games.iter_mut(), threads, state, |(judge, rater), game| {
        let Some((puzzle, _)) = game.puzzle.take() else {
            return;
        };
        game.puzzle = verified(judge, rater, puzzle);
        if game.puzzle.is_none() {
            dropped.fetch_add(1, Ordering::Relaxed);
        }
    });
    dropped.into_inner()
}

/// The puzzles that the engine still verifies, in any order, with the ratings that they have.
#[must_use]
pub(crate) fn still_verified(puzzles: Vec<Puzzle>, threads: usize) -> Vec<Puzzle> {
    let kept = Mutex::new(Vec::new());
    share_out(puzzles.into_iter(), threads, Judge::new, |judge, puzzle| {
        if holds(judge, &puzzle) {
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(puzzle);
        }
    });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Works on the items with several threads, each with its own state.
fn share_out<T, S>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) {
    let rest = Mutex::new(items);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let next = rest.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(item) = next else {
                        break;
                    };
                    work(&mut state, item);
                }
            });
        }
    });
}

fn holds(judge: &mut Judge, puzzle: &Puzzle) -> bool {
    puzzle.mate_in().is_some() || first_unverified(judge, &puzzle.start(), &puzzle.steps).is_none()
}

/// The puzzle with its difficulty, unless the engine does not verify it.
fn verified(judge: &mut Judge, rater: &mut Rater, puzzle: Puzzle) -> Option<(Puzzle, Difficulty)> {
    if !holds(judge, &puzzle) {
        return None;
    }
    let start = puzzle.start();
    let Puzzle { before, previous, steps, .. } = puzzle;
    let difficulty = rater.difficulty(judge, &start, &steps);
    Some((rated_puzzle(&before, previous, steps, difficulty), difficulty))
}

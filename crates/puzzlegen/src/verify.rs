//! Verifies and rates the puzzles of a file again, after the engine has changed.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use trid_learn::puzzle::Puzzle;

use crate::{
    game::GameReport,
    judge::Judge,
    rating::{Difficulty, Rater, rated_puzzle},
    tactics::first_unverified,
};

/// Drops the tactics that the engine no longer verifies, and rates the other puzzles again. Mates are proved
/// and need no engine. Returns how many were dropped.
pub fn verify_and_rate(games: &mut [GameReport], threads: usize) -> usize {
    let dropped = AtomicUsize::new(0);
    let rest = Mutex::new(games.iter_mut());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let (mut judge, mut rater) = (Judge::new(), Rater::new());
                loop {
                    let next = rest.lock().unwrap_or_else(|error| error.into_inner()).next();
                    let Some(game) = next else {
                        break;
                    };
                    let Some((puzzle, _)) = game.puzzle.take() else {
                        continue;
                    };
                    game.puzzle = verified(&mut judge, &mut rater, puzzle);
                    if game.puzzle.is_none() {
                        dropped.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    dropped.into_inner()
}

/// The puzzle with its difficulty, unless the engine does not verify it.
fn verified(judge: &mut Judge, rater: &mut Rater, puzzle: Puzzle) -> Option<(Puzzle, Difficulty)> {
    let start = puzzle.start();
    if puzzle.mate_in().is_none() && first_unverified(judge, &start, &puzzle.steps).is_some() {
        return None;
    }
    let Puzzle { before, previous, steps, .. } = puzzle;
    let difficulty = rater.difficulty(judge, &start, &steps);
    Some((rated_puzzle(&before, previous, steps, difficulty), difficulty))
}

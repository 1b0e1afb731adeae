//! Verifies the puzzles of a file again, after the engine has changed, and drops those that fail.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use trid_learn::puzzle::Puzzle;

use crate::{game::GameReport, judge::Judge, tactics::first_unverified};

/// Drops the tactics that the engine no longer verifies. Mates are proved and need no engine.
/// Returns how many were dropped.
pub fn drop_unverified(games: &mut [GameReport], threads: usize) -> usize {
    let dropped = AtomicUsize::new(0);
    let rest = Mutex::new(games.iter_mut());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut judge = Judge::new();
                loop {
                    let next = rest.lock().unwrap_or_else(|error| error.into_inner()).next();
                    let Some(game) = next else {
                        break;
                    };
                    let holds = |(puzzle, _): &(Puzzle, _)| is_verified(&mut judge, puzzle);
                    if !game.puzzle.as_ref().is_none_or(holds) {
                        game.puzzle = None;
                        dropped.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    dropped.into_inner()
}

fn is_verified(judge: &mut Judge, puzzle: &Puzzle) -> bool {
    puzzle.mate_in().is_some() || first_unverified(judge, &puzzle.start(), &puzzle.steps).is_none()
}

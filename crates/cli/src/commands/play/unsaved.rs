//! Whether a terminal game has unsaved moves, and Ctrl-C while it has.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::interrupt::{INTERRUPTED, on_interrupt};

/// Whether the game changed since it was loaded or saved. Clones share the state.
#[derive(Clone, Default)]
pub(super) struct Unsaved {
    unsaved: Arc<AtomicBool>,
    /// Whether Ctrl-C was pressed since the last row of input.
    interrupted: Arc<AtomicBool>,
}

impl Unsaved {
    pub(super) fn get(&self) -> bool {
        self.unsaved.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, unsaved: bool) {
        self.unsaved.store(unsaved, Ordering::Relaxed);
    }

    /// Call after each row of input, so that the next Ctrl-C warns again.
    pub(super) fn forget_interrupt(&self) {
        self.interrupted.store(false, Ordering::Relaxed);
    }

    /// Lets the first Ctrl-C warn about unsaved moves, and the second one leave.
    pub(super) fn ask_on_interrupt(&self) {
        let state = self.clone();
        on_interrupt(move || {
            if !state.get() || state.interrupted.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
            eprintln!(
                "\nThe game is not saved. Press Ctrl-C again to leave it, or type `save FILE` to save it."
            );
        });
    }
}

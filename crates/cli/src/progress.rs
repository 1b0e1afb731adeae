//! A row of progress on standard error, if that is a terminal.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the row changes at most. The terminal would slow down fast work.
const INTERVAL: Duration = Duration::from_millis(100);

pub(crate) struct ProgressRow {
    /// When the row last changed. None if standard error is not a terminal.
    shown: Option<Mutex<Instant>>,
}

impl ProgressRow {
    pub(crate) fn new() -> Self {
        Self { shown: io::stderr().is_terminal().then(|| Mutex::new(Instant::now())) }
    }

    /// A row that does not mix with results that the same terminal shows.
    pub(crate) fn beside_output() -> Self {
        if io::stdout().is_terminal() { Self { shown: None } } else { Self::new() }
    }

    /// Replaces the row, unless it changed a moment ago.
    pub(crate) fn show(&self, text: impl Display) {
        let Some(shown) = &self.shown else { return };
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.elapsed() >= INTERVAL {
            *shown = Instant::now();
            // The cursor returns to the start of the row, so that other messages replace it.
            eprint!("{text}\x1b[K\r");
        }
    }

    /// Clears the row.
    pub(crate) fn clear(&self) {
        if self.shown.is_some() {
            eprint!("\x1b[K");
        }
    }
}

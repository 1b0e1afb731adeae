//! Handles Ctrl-C for commands that must not end at once.

use std::thread;

/// The exit status of programs ended by Ctrl-C.
pub(crate) const INTERRUPTED: i32 = 130;

/// Calls `handle` for each Ctrl-C, on a thread of its own. If no handler can be installed, Ctrl-C ends the program.
pub(crate) fn on_interrupt(mut handle: impl FnMut() + Send + 'static) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return;
    };
    thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                handle();
            }
        });
    });
}

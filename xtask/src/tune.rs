//! `cargo xtask tune`: tunes the evaluation weights on self-play games.

use crate::root;
use crate::shell::{Shell, cargo};

/// Runs the tuner, which parses the arguments and writes `tuned_weights.rs`.
pub(crate) fn tune(words: &[&str]) -> Result<(), String> {
    let program = ["run", "--release", "--package", "trid-engine", "--example", "tune", "--"];
    Shell::shown().run(cargo().current_dir(root()).args(program).args(words))
}

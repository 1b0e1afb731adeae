//! `cargo xtask tune`: fits the weights of the evaluation to the engine's own games.

use crate::root;
use crate::shell::{Shell, cargo};

/// Plays games, fits the weights to them and writes the table of weights. The tuner parses the arguments.
pub(crate) fn tune(words: &[&str]) -> Result<(), String> {
    let program = ["run", "--release", "--package", "trid-engine", "--example", "tune", "--"];
    Shell::shown().run(cargo().current_dir(root()).args(program).args(words))
}

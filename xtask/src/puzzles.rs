//! `cargo xtask puzzles`: generates puzzles and selects those that the page ships.

use crate::root;
use crate::shell::{Shell, cargo};

/// Runs the generator, which parses the arguments.
pub(crate) fn puzzles(words: &[&str]) -> Result<(), String> {
    let program = ["run", "--release", "--package", "trid-puzzlegen", "--"];
    Shell::shown().run(cargo().current_dir(root()).args(program).args(words))
}

//! `cargo xtask datagen`: generates training data for the network.

use crate::root;
use crate::shell::{Shell, cargo};

/// Runs the generator, which parses the arguments.
pub(crate) fn datagen(words: &[&str]) -> Result<(), String> {
    let program = ["run", "--release", "--package", "trid-engine", "--example", "datagen", "--"];
    Shell::shown().run(cargo().current_dir(root()).args(program).args(words))
}

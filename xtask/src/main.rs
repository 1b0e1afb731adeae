//! The project's own commands: `cargo xtask play | test | bench | site`.

fn main() {}

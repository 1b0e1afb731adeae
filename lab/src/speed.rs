//! Measures nodes per second on the bench positions, with output like Stockfish's `bench`.

use std::time::Instant;

use clap::{Args, ValueEnum};
use trid_engine::{Classical, Engine, Options};

use crate::LabResult;

#[derive(Args)]
pub(crate) struct Speed {
    #[arg(value_enum, default_value_t = Evaluation::Network)]
    evaluation: Evaluation,
    /// Depth of the search
    #[arg(default_value_t = 14)]
    depth: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum Evaluation {
    Classical,
    Network,
}

impl Speed {
    pub(crate) fn run(&self) -> LabResult {
        let mut engine = Engine::new(Options::default());
        if let Evaluation::Classical = self.evaluation {
            engine.set_evaluator(Box::new(Classical::new()));
        }
        let started = Instant::now();
        let nodes = trid_engine::bench_engine(&mut engine, self.depth, |_, _| {});
        println!("Nodes searched  : {nodes}");
        println!("Nodes/second    : {:.0}", nodes as f64 / started.elapsed().as_secs_f64());
        Ok(())
    }
}

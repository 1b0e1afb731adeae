//! Measures nodes per second on the bench positions, with output like Stockfish's `bench`. The argument
//! `classical` selects the classical evaluation instead of the network.

use std::{env, time::Instant};

use trid_engine::{Classical, Engine, Options};

fn main() {
    const DEPTH: u32 = 14;
    let mut engine = Engine::new(Options::default());
    if env::args().nth(1).is_some_and(|name| name == "classical") {
        engine.set_evaluator(Box::new(Classical::new()));
    }
    let started = Instant::now();
    let nodes = trid_engine::bench_engine(&mut engine, DEPTH, |_, _| {});
    println!("Nodes searched  : {nodes}");
    println!("Nodes/second    : {:.0}", nodes as f64 / started.elapsed().as_secs_f64());
}

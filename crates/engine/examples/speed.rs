//! Measures nodes per second on the bench positions, with output like Stockfish's `bench`. Arguments: `classical`
//! or `network`, the evaluation, and a depth. Without them it is the network at depth 14.

use std::{env, time::Instant};

use trid_engine::{Classical, Engine, Options};

fn main() {
    const DEPTH: u32 = 14;
    let mut words = env::args().skip(1);
    let mut engine = Engine::new(Options::default());
    if words.next().is_some_and(|name| name == "classical") {
        engine.set_evaluator(Box::new(Classical::new()));
    }
    let depth = words.next().map_or(DEPTH, |word| word.parse().expect("the depth is a number"));
    let started = Instant::now();
    let nodes = trid_engine::bench_engine(&mut engine, depth, |_, _| {});
    println!("Nodes searched  : {nodes}");
    println!("Nodes/second    : {:.0}", nodes as f64 / started.elapsed().as_secs_f64());
}

//! Measures nodes per second on the bench positions, with output like Stockfish's `bench`.

use std::time::Instant;

fn main() {
    const DEPTH: u32 = 14;
    let started = Instant::now();
    let nodes = trid_engine::bench(DEPTH, |_, _| {});
    println!("Nodes searched  : {nodes}");
    println!("Nodes/second    : {:.0}", nodes as f64 / started.elapsed().as_secs_f64());
}

//! Measures nodes per second on the positions of the bench, told as Stockfish tells them.

use std::time::Instant;

fn main() {
    const DEPTH: u32 = 14;
    let began = Instant::now();
    let nodes = trid_engine::bench(DEPTH, |_, _| {});
    println!("Nodes searched  : {nodes}");
    println!("Nodes/second    : {:.0}", nodes as f64 / began.elapsed().as_secs_f64());
}

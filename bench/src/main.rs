//! Measures Tri-D beside other programs of its kind.

mod flat;

use std::time::Instant;

fn main() {
    for text in flat::POSITIONS {
        let board = text.parse().expect("a position of ours is sound");
        let start = Instant::now();
        let nodes = flat::measured_flat(&board, 4);
        println!("{nodes} {:?} {text}", start.elapsed());
    }
}

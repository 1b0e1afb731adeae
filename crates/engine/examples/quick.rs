//! Scratch.
fn main() {
    let depth = std::env::args().nth(1).map_or(8, |t| t.parse().unwrap());
    let t = std::time::Instant::now();
    let n = trid_engine::bench(depth, |p, n| println!("{n} {p} {}", p.count_moves()));
    println!("{n} {:.0} knps", n as f64 / t.elapsed().as_secs_f64() / 1000.0);
}

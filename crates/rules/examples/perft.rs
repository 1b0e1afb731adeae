//! Counts the positions a number of plies away: `cargo run --release --example perft -- 4 meder`.

use std::env;

use trid_rules::movegen::divide;
use trid_rules::{Position, RuleBook};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let depth = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let book: RuleBook = arguments.next().map_or(Ok(RuleBook::Revised), |text| text.parse())?;
    let position = Position::start(book);
    let counts = divide(&position, depth);
    for (mv, count) in &counts {
        println!("{mv}: {count}");
    }
    println!("{}", counts.iter().map(|(_, count)| count).sum::<u64>());
    Ok(())
}

//! Lists the games of a file in any format: `cargo run --example read_file -- games.tpgn`.

use std::{env, fs::File};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = env::args().nth(1).ok_or("which file?")?;
    for entry in trid_records::read_all(File::open(path)?) {
        match entry.record {
            Ok(record) => {
                let name = |tag| record.tag(tag).unwrap_or("?").to_owned();
                let plies = record.game.line_length();
                println!(
                    "{}. {} - {} {} in {plies} plies",
                    entry.number,
                    name("White"),
                    name("Black"),
                    record.game.result()
                );
            }
            Err(error) => println!("{}. {error}", entry.number),
        }
    }
    Ok(())
}

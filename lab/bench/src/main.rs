//! Measures Tri-D against flat chess libraries.

mod flat;
mod instructions;
mod perft;
mod positions;
mod records;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.first().map(String::as_str) {
        Some("perft") if words.len() == 1 => {
            perft::print_speeds();
            ExitCode::SUCCESS
        }
        Some("records") if words.len() == 1 => {
            records::print_speeds();
            ExitCode::SUCCESS
        }
        Some("instructions") if words.len() == 1 => match instructions::print_instructions() {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("{message}");
                ExitCode::FAILURE
            }
        },
        Some("count-once") => instructions::count_once(&words[1..]),
        _ => {
            eprintln!("usage: trid-bench perft | records | instructions");
            ExitCode::from(2)
        }
    }
}

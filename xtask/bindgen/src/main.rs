//! Writes the JavaScript and TypeScript side of a compiled WebAssembly module, apart from xtask so that xtask itself builds at once.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [input, name, folder] = words.as_slice() else {
        eprintln!("usage: xtask-bindgen MODULE.wasm NAME FOLDER");
        return ExitCode::from(2);
    };
    match write_bindings(input, name, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot write bindings for {input}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_bindings(input: &str, name: &str, folder: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}

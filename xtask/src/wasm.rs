//! Builds the WebAssembly modules of `crates/wasm` and their JavaScript bindings.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::root;
use crate::shell::{Shell, cargo, find_program, in_root, install_debian_packages, output_of};

const TARGET: &str = "wasm32-unknown-unknown";

/// A WebAssembly module of the page.
struct Module {
    /// Its folder below `web/src/wasm`.
    name: &'static str,
    /// The feature of `trid-wasm` that it is built with.
    feature: Option<&'static str>,
    /// Whether to optimize for size, because people wait for the module.
    small: bool,
    /// Whether to use SIMD instructions, which older browsers lack.
    simd: bool,
}

/// The rules, which every visit loads; the engine with the record parser, the lessons, puzzles and trainers, and the
/// studies of the analysis screen, loaded when first needed.
const MODULES: [Module; 5] = [
    Module { name: "rules", feature: None, small: true, simd: false },
    Module { name: "engine", feature: Some("engine"), small: false, simd: false },
    Module { name: "engine_simd", feature: Some("engine"), small: false, simd: true },
    Module { name: "learn", feature: Some("learn"), small: true, simd: false },
    Module { name: "analysis", feature: Some("analysis"), small: true, simd: false },
];

const SIMD: [&str; 2] =
    ["--config", "target.wasm32-unknown-unknown.rustflags=[\"-Ctarget-feature=+simd128\"]"];

/// A third fewer bytes. Move generation is slower, but a move still takes a fraction of a millisecond, and
/// the engine uses the other module.
const OPTIMIZE_FOR_SIZE: [&str; 4] = [
    "--config",
    "profile.wasm.opt-level=\"z\"",
    "--config",
    "profile.wasm.package.trid-rules.opt-level=\"z\"",
];

/// A compiler that can build for the browser.
#[derive(Clone, Copy)]
pub(crate) enum Compiler {
    /// The default compiler with its prebuilt standard library for the target.
    Rustup,
    /// Debian's compiler, which has the source of the standard library.
    Debian,
}

/// Builds every module that `crates/wasm` offers into `web/src/wasm`.
pub(crate) fn build(shell: &mut Shell) -> Result<(), String> {
    let manifest = fs::read_to_string(root().join("crates/wasm/Cargo.toml"))
        .map_err(|error| format!("cannot read crates/wasm/Cargo.toml: {error}"))?;
    let compiler = find_or_install_target(shell)?;
    for module in &MODULES {
        if module.feature.is_none_or(|name| has_feature(&manifest, name)) {
            build_module(shell, compiler, module)?;
        }
    }
    Ok(())
}

/// Finds or installs a compiler for the browser. The error says what to do.
pub(crate) fn find_or_install_target(shell: &mut Shell) -> Result<Compiler, String> {
    if target_is_installed() {
        return Ok(Compiler::Rustup);
    }
    if shell.run(in_root("rustup").args(["target", "add", TARGET])).is_ok() && target_is_installed()
    {
        return Ok(Compiler::Rustup);
    }
    if debian_compiler_is_installed()
        || (install_debian_packages(shell, &["rustc-web", "rust-web-src", "lld"]).is_ok()
            && debian_compiler_is_installed())
    {
        return Ok(Compiler::Debian);
    }
    Err(format!(
        "there is no compiler for {TARGET}; run `rustup target add {TARGET}`, \
         or on Debian without rustup `sudo apt-get install rustc-web rust-web-src lld`"
    ))
}

fn target_is_installed() -> bool {
    output_of(in_root("rustc").args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

fn debian_compiler_is_installed() -> bool {
    Path::new("/usr/bin/rustc").is_file()
        && find_program("wasm-ld").is_some()
        && output_of(Command::new("/usr/bin/rustc").args(["--print", "sysroot"]))
            .is_some_and(|folder| Path::new(&folder).join("lib/rustlib/src").is_dir())
}

fn has_feature(manifest: &str, name: &str) -> bool {
    manifest
        .lines()
        .skip_while(|line| line.trim() != "[features]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .any(|(key, _)| key.trim() == name)
}

fn build_module(shell: &mut Shell, compiler: Compiler, module: &Module) -> Result<(), String> {
    shell.say(&format!("building the WebAssembly module '{}'", module.name));
    let target_folder = root().join("target/wasm").join(module.name);
    let mut command = cargo();
    command.args(["build", "--package", "trid-wasm", "--lib", "--profile", "wasm"]);
    command.args(["--target", TARGET, "--target-dir"]).arg(&target_folder);
    if let Some(feature) = module.feature {
        command.args(["--features", feature]);
    }
    if module.small {
        command.args(OPTIMIZE_FOR_SIZE);
    }
    if module.simd {
        command.args(SIMD);
    }
    if let Compiler::Debian = compiler {
        command
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", "/usr/bin/rustc")
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    }
    shell.run(&mut command)?;

    let compiled = target_folder.join(TARGET).join("wasm/trid_wasm.wasm");
    let name = format!("trid_{}", module.name);
    let folder = root().join("web/src/wasm").join(module.name);
    shell.run(
        cargo()
            .args(["run", "--quiet", "--package", "xtask-bindgen", "--"])
            .arg(compiled)
            .arg(&name)
            .arg(&folder),
    )
}

#[cfg(test)]
mod tests {
    use super::has_feature;

    #[test]
    fn features_are_read_from_their_table_only() {
        let manifest = "[dependencies]\nother = \"1\"\n\n[features]\nengine = [\"dep:x\"]\n\n[lints]\nlast = true\n";
        assert!(has_feature(manifest, "engine"));
        assert!(!has_feature(manifest, "other"));
        assert!(!has_feature(manifest, "last"));
        assert!(!has_feature("", "engine"));
    }
}

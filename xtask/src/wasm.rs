//! Builds the WebAssembly modules of `crates/wasm` and their JavaScript bindings.

use std::path::Path;
use std::process::Command;

use crate::root;
use crate::shell::{cargo, find_program, in_root, install_debian_packages, output_of, run};

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

/// The rules, which every visit loads; the engine, the lessons, puzzles and trainers, the studies of the analysis screen
/// with the reader of records, and pictures and films, loaded when first needed.
const MODULES: [Module; 6] = [
    Module { name: "rules", feature: None, small: true, simd: false },
    Module { name: "engine", feature: Some("engine"), small: false, simd: false },
    Module { name: "engine_simd", feature: Some("engine"), small: false, simd: true },
    Module { name: "learn", feature: Some("learn"), small: true, simd: false },
    Module { name: "analysis", feature: Some("analysis"), small: true, simd: false },
    Module { name: "film", feature: Some("film"), small: true, simd: false },
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

/// Builds the modules into `web/src/wasm`.
pub(crate) fn build() -> Result<(), String> {
    let compiler = find_or_install_target()?;
    MODULES.iter().try_for_each(|module| build_module(compiler, module))
}

/// Finds or installs a compiler for the browser. The error says what to do.
pub(crate) fn find_or_install_target() -> Result<Compiler, String> {
    if target_is_installed() {
        return Ok(Compiler::Rustup);
    }
    if run(in_root("rustup").args(["target", "add", TARGET])).is_ok() && target_is_installed() {
        return Ok(Compiler::Rustup);
    }
    if debian_compiler_is_installed()
        || (install_debian_packages(&["rustc-web", "rust-web-src", "lld"]).is_ok()
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

fn build_module(compiler: Compiler, module: &Module) -> Result<(), String> {
    eprintln!("building the WebAssembly module '{}'", module.name);
    let mut command = cargo();
    command.args(["build", "--package", "trid-wasm", "--lib", "--profile", "wasm"]);
    command.args(["--target", TARGET]);
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
    run(&mut command)?;

    let compiled = root().join("target").join(TARGET).join("wasm/trid_wasm.wasm");
    let name = format!("trid_{}", module.name);
    let folder = root().join("web/src/wasm").join(module.name);
    run(cargo()
        .args(["run", "--quiet", "--package", "xtask-bindgen", "--"])
        .arg(compiled)
        .arg(&name)
        .arg(&folder))
}

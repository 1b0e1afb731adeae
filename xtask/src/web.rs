//! The page in `web/`: its packages, its checks, its build.

use std::process::Command;

use crate::shell::{Shell, cargo, in_root, output_of};
use crate::steps::{Outcome, Step};
use crate::{browser, root, wasm};

/// The oldest Node that the page's tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

const PACKAGES: &str = "web packages";
const MODULES: &str = "web wasm";
const BUILD: &str = "web build";

/// The checks of the page.
pub(crate) fn steps() -> Vec<Step> {
    let missing = missing_parts();
    if !missing.is_empty() {
        let reason = format!("the page is not there yet: no {}", missing.join(", no "));
        return vec![Step::optional("web", |_| Ok(Outcome::Skipped(reason)))];
    }
    vec![
        Step::optional(PACKAGES, |shell| match check_node() {
            Ok(()) => install_packages(shell).map(|()| Outcome::Passed),
            Err(message) => Ok(Outcome::Skipped(message)),
        }),
        Step::optional(MODULES, |shell| match wasm::find_or_install_target(shell) {
            Ok(_) => wasm::build(shell).map(|()| Outcome::Passed),
            Err(message) => Ok(Outcome::Skipped(message)),
        })
        .needs(PACKAGES),
        script_step("web format", "format").needs(PACKAGES),
        script_step("web lint", "lint").needs(MODULES),
        script_step("web types", "types").needs(MODULES),
        script_step("web tests", "unit").needs(MODULES),
        script_step(BUILD, "build").needs(MODULES),
        Step::optional("web browser", |shell| {
            let chromium = match browser::find_or_install(shell) {
                Ok(path) => path,
                Err(message) => return Ok(Outcome::Skipped(message)),
            };
            // Games between people are tried on the program with this very page inside.
            shell.run(cargo().args(["build", "--package", "trid"]))?;
            let program = root().join("target/debug/trid");
            shell.run(npm().args(["run", "e2e"]).env("CHROMIUM", chromium).env("TRID", program))?;
            Ok(Outcome::Passed)
        })
        .needs(BUILD),
    ]
}

/// What the page is made of and is not there yet.
pub(crate) fn missing_parts() -> Vec<&'static str> {
    let parts = ["web/package.json", "web/index.html", "crates/wasm/Cargo.toml"];
    parts.into_iter().filter(|path| !root().join(path).is_file()).collect()
}

/// Whether Node is there and new enough; if not, what to do.
pub(crate) fn check_node() -> Result<(), String> {
    let (major, minor) = OLDEST_NODE;
    let way_out = format!(
        "install Node {major}.{minor} or newer from https://nodejs.org or your system's packages"
    );
    let version = output_of(in_root("node").arg("--version"))
        .ok_or_else(|| format!("Node is not installed; {way_out}"))?;
    if output_of(npm().arg("--version")).is_none() {
        return Err(format!("npm is not installed; {way_out}"));
    }
    match parse_version(&version) {
        Some(found) if found >= OLDEST_NODE => Ok(()),
        _ => Err(format!("Node is {version}, too old; {way_out}")),
    }
}

/// Installs the packages that the lock file names, unless they are there already. Not by `npm ci`: a
/// registry may lack the optional packages of other systems, and then it refuses the lock file.
pub(crate) fn install_packages(shell: &mut Shell) -> Result<(), String> {
    let modified = |path: &str| root().join(path).metadata().and_then(|data| data.modified());
    if let (Ok(installed), Ok(locked)) =
        (modified("web/node_modules/.package-lock.json"), modified("web/package-lock.json"))
        && installed >= locked
    {
        return Ok(());
    }
    shell.run(npm().args(["install", "--no-save", "--no-audit", "--no-fund"]))
}

/// Builds the page into `web/dist`.
pub(crate) fn build(shell: &mut Shell) -> Result<(), String> {
    shell.run(npm().args(["run", "build"]))
}

/// The package manager, in the page's folder.
pub(crate) fn npm() -> Command {
    let mut command = in_root("npm");
    command.current_dir(root().join("web"));
    command
}

fn script_step(name: &'static str, script: &'static str) -> Step {
    Step::new(name, move |shell: &mut Shell| shell.run(npm().args(["run", script])))
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.');
    let major = numbers.next()?.parse().ok()?;
    let minor = numbers.next()?.parse().ok()?;
    Some((major, minor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_read() {
        assert_eq!(parse_version("v20.20.2"), Some((20, 20)));
        assert_eq!(parse_version("v9.0.0"), Some((9, 0)));
        assert_eq!(parse_version("20.20.2"), None);
        assert_eq!(parse_version("v20"), None);
        assert_eq!(parse_version("vnext"), None);
    }

    #[test]
    fn the_oldest_node_is_the_one_that_the_page_names() {
        let (major, minor) = OLDEST_NODE;
        if let Ok(package) = std::fs::read_to_string(root().join("web/package.json")) {
            assert!(package.contains(&format!("\"node\": \">={major}.{minor}\"")));
        }
    }
}

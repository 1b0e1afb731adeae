//! The steps that install, check, build and test the page in `web/`.

use std::process::Command;

use crate::shell::{cargo, in_root, output_of, run};
use crate::steps::{Step, StepResult};
use crate::test::Effort;
use crate::{browser, root, wasm};

/// The oldest version of Node that the page's tools support.
const MIN_NODE_VERSION: (u32, u32) = (20, 19);

pub(crate) const PACKAGES: &str = "web packages";
const MODULES: &str = "web wasm";
const BUILD: &str = "web build";

/// The steps of the page.
pub(crate) fn steps(effort: Effort) -> Vec<Step> {
    let mut steps = vec![
        Step::optional(PACKAGES, || match check_node() {
            Ok(()) => install_packages().map(|()| StepResult::Passed),
            Err(message) => Ok(StepResult::Skipped(message)),
        }),
        Step::optional(MODULES, || match wasm::find_or_install_target() {
            Ok(_) => wasm::build().map(|()| StepResult::Passed),
            Err(message) => Ok(StepResult::Skipped(message)),
        })
        .needs(PACKAGES),
        script_step("web format", "format").needs(PACKAGES),
        script_step("web lint", "lint").needs(MODULES),
        script_step("web types", "types").needs(MODULES),
        script_step("web tests", "unit").needs(MODULES).repeat("cd web && npx vitest run FILE"),
        script_step(BUILD, "build").needs(MODULES),
        Step::optional("web browser", run_in_chromium)
            .needs(BUILD)
            .repeat("cd web && npx playwright test --last-failed"),
    ];
    if effort == Effort::Long {
        steps.push(Step::optional("web in three browsers", run_in_browsers).needs(BUILD));
    }
    steps
}

/// Runs the browser tests. Those of online games run the server with this page embedded.
fn run_in_chromium() -> Result<StepResult, String> {
    let chromium = match browser::find_or_install() {
        Ok(path) => path,
        Err(message) => return Ok(StepResult::Skipped(message)),
    };
    run(cargo().args(["build", "--package", "trid"]))?;
    let program = root().join("target/debug/trid");
    run(npm().args(["run", "e2e"]).env("CHROMIUM", chromium).env("TRID", program))?;
    Ok(StepResult::Passed)
}

/// Plays in Chromium, Firefox and WebKit, which are installed first if that is possible.
fn run_in_browsers() -> Result<StepResult, String> {
    let mut command = npm();
    command.args(["run", "browsers"]);
    let chromium = browser::find_or_install();
    match chromium.and_then(|path| Ok((path, browser::find_or_install_others()?))) {
        Ok((chromium, others)) => {
            run(command.env("CHROMIUM", chromium).envs(others))?;
            Ok(StepResult::Passed)
        }
        Err(message) => Ok(StepResult::Skipped(message)),
    }
}

/// Checks that Node is installed and new enough. The error says what to do.
pub(crate) fn check_node() -> Result<(), String> {
    let (major, minor) = MIN_NODE_VERSION;
    let advice = format!(
        "install Node {major}.{minor} or newer from https://nodejs.org or your system's packages"
    );
    let version = output_of(in_root("node").arg("--version"))
        .ok_or_else(|| format!("Node is not installed; {advice}"))?;
    if output_of(npm().arg("--version")).is_none() {
        return Err(format!("npm is not installed; {advice}"));
    }
    match parse_version(&version) {
        Some(found) if found >= MIN_NODE_VERSION => Ok(()),
        _ => Err(format!("Node is {version}, too old; {advice}")),
    }
}

/// Installs the packages of the lock file, unless they are installed. `npm ci` is not used: it rejects the
/// lock file if the registry lacks optional packages of other systems.
pub(crate) fn install_packages() -> Result<(), String> {
    let modified = |path: &str| root().join(path).metadata().and_then(|data| data.modified());
    if let (Ok(installed), Ok(locked)) =
        (modified("web/node_modules/.package-lock.json"), modified("web/package-lock.json"))
        && installed >= locked
    {
        return Ok(());
    }
    run(npm().args(["install", "--no-save", "--no-audit", "--no-fund"]))
}

/// Builds the page into `web/dist`.
pub(crate) fn build() -> Result<(), String> {
    run(npm().args(["run", "build"]))
}

/// npm in the page's folder.
pub(crate) fn npm() -> Command {
    let mut command = in_root("npm");
    command.current_dir(root().join("web"));
    command
}

fn script_step(name: &'static str, script: &'static str) -> Step {
    Step::new(name, move || run(npm().args(["run", script])))
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
    fn node_versions_are_parsed() {
        assert_eq!(parse_version("v20.20.2"), Some((20, 20)));
        assert_eq!(parse_version("v9.0.0"), Some((9, 0)));
        assert_eq!(parse_version("20.20.2"), None);
        assert_eq!(parse_version("v20"), None);
        assert_eq!(parse_version("vnext"), None);
    }

    #[test]
    fn the_oldest_node_is_the_one_in_package_json() {
        let (major, minor) = MIN_NODE_VERSION;
        if let Ok(package) = std::fs::read_to_string(root().join("web/package.json")) {
            assert!(package.contains(&format!("\"node\": \">={major}.{minor}\"")));
        }
    }
}

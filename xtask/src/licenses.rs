//! `cargo xtask licenses`: collects the licenses of all software that is part of the program, the page and the image.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::root;
use crate::shell::{cargo, output_of, run};
use crate::steps::Step;
use crate::web;

/// Next to the page's files, so that the page can show it; `trid licenses` prints it.
const FILE: &str = "web/public/licenses.txt";

const INTRODUCTION: &str = "\
Licenses of the software in Tri-D

Tri-D is licensed under Apache-2.0 or MIT, at your option. The program `trid` and the page contain
the packages below, each under its license; the numbers lead to the texts that come with it.
The image also contains packages of Debian, whose licenses are in /usr/share/doc.
`cargo xtask licenses` writes this file.
";

/// What the crate `libsqlite3-sys` contains in addition to its own license.
const SQLITE: &str = "\
The author disclaims copyright to this source code.  In place of
a legal notice, here is a blessing:

   May you do good and not evil.
   May you find forgiveness for yourself and forgive others.
   May you share freely, never taking more than you give.";

/// A package and the texts of its licenses.
#[derive(Debug)]
struct Package {
    /// Its name and version.
    name: String,
    /// Its license as an SPDX expression.
    license: String,
    texts: Vec<String>,
}

/// Writes the file.
pub(crate) fn update() -> Result<(), String> {
    web::install_packages()?;
    let text = generate()?;
    fs::write(root().join(FILE), text).map_err(|error| format!("cannot write {FILE}: {error}"))
}

/// Checks that the file lists what the lock files do.
pub(crate) fn step() -> Step {
    Step::new("licenses", || {
        let stored = fs::read_to_string(root().join(FILE)).unwrap_or_default();
        if generate()? == stored {
            return Ok(());
        }
        Err(format!("{FILE} does not fit the dependencies; run `cargo xtask licenses`"))
    })
    .needs(web::PACKAGES)
}

fn generate() -> Result<String, String> {
    // The sources of packages that only other systems need, too.
    run(cargo().args(["fetch", "--locked"]))?;
    let mut packages = vec![rust(), sqlite(), font()?];
    packages.extend(crates()?);
    packages.extend(npm_packages()?);
    Ok(render(&packages))
}

fn rust() -> Package {
    Package {
        name: "Rust standard library".to_owned(),
        license: "MIT OR Apache-2.0".to_owned(),
        texts: vec![apache("Copyright (c) The Rust Project Contributors")],
    }
}

fn sqlite() -> Package {
    Package {
        name: "SQLite, in libsqlite3-sys".to_owned(),
        license: "public domain".to_owned(),
        texts: vec![SQLITE.to_owned()],
    }
}

/// The font of pictures and films.
fn font() -> Result<Package, String> {
    let folder = root().join("crates/diagram/fonts");
    package("DejaVu Sans 2.37, reduced".to_owned(), "Bitstream-Vera", &folder)
}

/// The license with this notice instead of ours.
fn apache(notice: &str) -> String {
    let terms = include_str!("../../LICENSE-APACHE").lines().filter(|line| !is_notice(line));
    normalize(&format!("{notice}\n{}", terms.collect::<Vec<_>>().join("\n")))
}

/// The crates in the program and in the page's modules, on all systems.
fn crates() -> Result<Vec<Package>, String> {
    let words = "tree --locked --package trid --package trid-wasm --edges normal,no-proc-macro \
                 --target all --prefix none --format {p}|{l}";
    let tree = output_of(cargo().args(words.split_whitespace())).ok_or("cargo tree failed")?;
    let sources = registry_sources()?;
    parse_tree(&tree)
        .into_iter()
        .map(|(name, version, license)| {
            let folder = sources.iter().map(|all| all.join(format!("{name}-{version}")));
            let folder = folder.into_iter().find(|folder| folder.is_dir());
            let folder = folder.ok_or_else(|| format!("the source of {name} is not there"))?;
            package(format!("{name} {version}"), license, &folder)
        })
        .collect()
}

/// Name, version and license of the crates that are not ours.
fn parse_tree(tree: &str) -> BTreeSet<(&str, &str, &str)> {
    let lines = tree.lines().filter_map(|line| line.split_once('|'));
    let crates = lines.filter_map(|(package, license)| {
        let (name, version) = package.split_once(" v")?;
        Some((name, version, license.trim_end_matches(" (*)")))
    });
    crates.filter(|(_, version, _)| !version.contains(' ')).collect()
}

/// The folders in which cargo unpacks crates.
fn registry_sources() -> Result<Vec<PathBuf>, String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let folder = home.ok_or("there is no home folder")?.join("registry/src");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// The packages in the page.
fn npm_packages() -> Result<Vec<Package>, String> {
    let lock = fs::read_to_string(root().join("web/package-lock.json"));
    let lock = lock.map_err(|error| format!("web/package-lock.json: {error}"))?;
    let packages = parse_lock(&lock).into_iter().map(|(name, version, license)| {
        let folder = root().join("web/node_modules").join(name);
        package(format!("{name} {version}"), license, &folder)
    });
    packages.collect()
}

/// Name, version and license of the packages in a lock file that are not only for development.
fn parse_lock(lock: &str) -> Vec<(&str, &str, &str)> {
    let entries = lock.split("\n    \"node_modules/").skip(1);
    entries
        .filter_map(|entry| {
            let (name, fields) = entry.split_once("\": {\n")?;
            let (fields, _) = fields.split_once("\n    }")?;
            let field = |key: &str| {
                let start = format!("      \"{key}\": \"");
                let line = fields.lines().find_map(|line| line.strip_prefix(&start))?;
                Some(line.trim_end_matches(['"', ',']))
            };
            let is_for_development =
                fields.contains("\"dev\": true") || fields.contains("\"devOptional\": true");
            (!is_for_development).then_some((name, field("version")?, field("license")?))
        })
        .collect()
}

fn package(name: String, license: &str, folder: &Path) -> Result<Package, String> {
    let mut files = Vec::new();
    find_licenses(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let mut texts = Vec::new();
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        texts.push(normalize(&String::from_utf8_lossy(&bytes)));
    }
    if texts.is_empty() {
        texts.push(standard_text(&name, license)?);
    }
    Ok(Package { name, license: license.to_owned(), texts })
}

/// The text of a license whose package has no file with it.
fn standard_text(name: &str, license: &str) -> Result<String, String> {
    if license.contains("Apache-2.0") {
        return Ok(apache(""));
    }
    Err(format!("{name} contains no text of its license, {license}"))
}

fn find_licenses(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let starts = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_dir() {
            // SQLCipher is not built.
            if name != "NODE_MODULES" && name != "SQLCIPHER" {
                find_licenses(&path, found)?;
            }
        } else if starts.iter().any(|start| name.starts_with(start)) {
            found.push(path);
        }
    }
    Ok(())
}

/// The text without what differs between copies of the same license: blanks at ends, repeated empty lines.
fn normalize(text: &str) -> String {
    let mut normal = String::new();
    for line in text.trim_start_matches('\u{feff}').trim().lines() {
        let line = line.trim_end();
        if !line.is_empty() || !normal.ends_with("\n\n") {
            normal.push_str(line);
            normal.push('\n');
        }
    }
    normal
}

/// The list of packages with the copyright notices of their licenses, then the rest of every text once.
fn render(packages: &[Package]) -> String {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut list, mut texts) = (String::new(), String::new());
    for Package { name, license, texts: own } in packages {
        let (mut own_numbers, mut notices) = (BTreeSet::new(), BTreeSet::new());
        for text in own {
            let (found, terms): (Vec<&str>, Vec<&str>) =
                text.lines().partition(|line| is_notice(line));
            notices.extend(found.into_iter().map(str::trim));
            let terms = normalize(&terms.join("\n"));
            let words = terms.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            let next = numbers.len() + 1;
            let number = *numbers.entry(words).or_insert(next);
            if number == next {
                let _ = write!(texts, "\n---- {number} ----\n\n{terms}");
            }
            own_numbers.insert(number);
        }
        let own_numbers: Vec<String> = own_numbers.iter().map(usize::to_string).collect();
        let _ = writeln!(list, "{name} ({license}): {}", own_numbers.join(", "));
        for notice in notices {
            let _ = writeln!(list, "    {notice}");
        }
    }
    format!("{INTRODUCTION}\n{list}{texts}")
}

/// Whether a line says whose copyright it is, such as `Copyright (c) 2026 Ada`.
fn is_notice(line: &str) -> bool {
    let holder =
        line.trim().strip_prefix("Copyright").map(|rest| rest.trim_start_matches([' ', ':']));
    let holder = holder.unwrap_or_default();
    ["(c)", "(C)", "©", "The ", "1", "2"].iter().any(|start| holder.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_a_tree_are_listed_once_and_without_ours() {
        let tree = "trid v0.1.0 (/somewhere/cli)|MIT\nopen v5.4.5|MIT\nopen v5.4.5|MIT (*)\n\nring v0.17.14|ISC";
        let expected = [("open", "5.4.5", "MIT"), ("ring", "0.17.14", "ISC")];
        assert_eq!(parse_tree(tree), BTreeSet::from(expected));
    }

    #[test]
    fn packages_for_development_are_not_in_the_page() {
        let lock = read("web/package-lock.json");
        let names: Vec<&str> = parse_lock(&lock).into_iter().map(|(name, _, _)| name).collect();
        assert!(names.contains(&"preact") && names.contains(&"three"), "{names:?}");
        assert!(!names.contains(&"vite") && !names.contains(&"eslint"), "{names:?}");
        assert!(lock.contains("\"node_modules/vite\": {"));
    }

    #[test]
    fn texts_that_differ_in_notices_and_line_breaks_are_listed_once() {
        let package = |name: &str, text: &str| Package {
            name: name.to_owned(),
            license: "MIT".to_owned(),
            texts: vec![normalize(text)],
        };
        let text = render(&[
            package("a 1", "MIT License\n\nCopyright (c) 2020 Ada\n\nUse it\nfreely."),
            package("b 2", "MIT License\r\n\r\nCopyright 2021 Bob\r\n\r\nUse it freely.\r\n"),
        ]);
        let expected = "\na 1 (MIT): 1\n    Copyright (c) 2020 Ada\nb 2 (MIT): 1\n    Copyright 2021 Bob\n\
                        \n---- 1 ----\n\nMIT License\n\nUse it\nfreely.\n";
        assert_eq!(text, format!("{INTRODUCTION}{expected}"));
    }

    #[test]
    fn the_file_is_small_and_names_what_is_easily_forgotten() {
        let text = read(FILE);
        assert!(text.len() < 300_000, "{} bytes", text.len());
        for part in [
            "\nSQLite, ",
            "\nring ",
            "BoringSSL",
            "\nDejaVu Sans",
            "fiat-crypto",
            "\npreact ",
            "\nthree ",
        ] {
            assert!(text.contains(part), "{part:?} is not there");
        }
    }

    fn read(path: &str) -> String {
        fs::read_to_string(root().join(path)).unwrap()
    }
}

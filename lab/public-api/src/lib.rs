//! Compares the public API of the published crates with the lists `public-api.txt` beside them, so that a change of it
//! is seen in review. `UPDATE_EXPECT=1 cargo test -p trid-public-api` rewrites the lists.

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use expect_test::expect_file;

    const CRATES: [&str; 2] = ["rules", "engine"];

    /// Skipped with a message where there is no nightly toolchain, which rustdoc's JSON needs.
    #[test]
    fn public_apis_are_listed() {
        if !nightly().arg("--version").status().is_ok_and(|status| status.success()) {
            eprintln!("skipped: rustdoc's JSON needs `rustup toolchain install nightly`");
            return;
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for name in CRATES {
            let json = document(&root, name);
            let api = public_api::Builder::from_rustdoc_json(json)
                .omit_blanket_impls(true)
                .omit_auto_trait_impls(true)
                .omit_auto_derived_impls(true)
                .build()
                .unwrap();
            let path = root.join(format!("crates/{name}/public-api.txt"));
            expect_file![path].assert_eq(&api.to_string());
        }
    }

    /// Cargo of the nightly toolchain.
    fn nightly() -> Command {
        let mut cargo = Command::new("cargo");
        cargo.env_remove("RUSTUP_TOOLCHAIN").arg("+nightly");
        cargo
    }

    /// The JSON of rustdoc for a crate.
    fn document(root: &Path, name: &str) -> PathBuf {
        let target = root.join("target/public-api");
        let status = nightly()
            .current_dir(root)
            .args(["rustdoc", "--quiet", "--lib", "--package"])
            .arg(format!("trid-{name}"))
            .arg("--target-dir")
            .arg(&target)
            .args(["--", "-Zunstable-options", "--output-format", "json"])
            .status()
            .unwrap();
        assert!(status.success(), "rustdoc fails on trid-{name}");
        target.join(format!("doc/trid_{name}.json"))
    }
}

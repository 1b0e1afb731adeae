//! `compose.yaml` starts servers with options that exist, among them those of `cargo xtask cluster`.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::read_to_string(root.join(path)).unwrap()
}

/// The options in a text, such as `--addr`.
fn options(text: &str) -> Vec<&str> {
    let parts = text.split(['"', '=', '\n', ' ']).map(str::trim);
    parts.filter(|part| part.starts_with("--") && part.len() > 2).collect()
}

#[test]
fn the_servers_of_compose_yaml_get_options_that_exist() {
    let (compose, serve) = (read("compose.yaml"), read("crates/cli/src/commands/serve.rs"));
    let (_, command) = compose.split_once("- serve\n").unwrap();
    let (command, _) = command.split_once("secrets:").unwrap();
    let options = options(command);
    assert!(options.len() >= 5, "{options:?}");
    for option in options {
        let field = format!("\n    {}:", option[2..].replace('-', "_"));
        assert!(serve.contains(&field), "`trid serve` has no option {option}");
    }
}

#[test]
fn compose_yaml_uses_the_options_of_xtask_cluster() {
    let (compose, cluster) = (read("compose.yaml"), read("xtask/src/cluster.rs"));
    let (_, start) = cluster.split_once("fn start_node").unwrap();
    let (start, _) = start.split_once(".stdout").unwrap();
    for option in options(start).into_iter().filter(|option| *option != "--node") {
        assert!(compose.contains(&format!("- {option}")), "compose.yaml does not use {option}");
    }
}

#[test]
fn blocks_of_the_caddyfile_open_at_the_end_of_a_line() {
    let compose = read("compose.yaml");
    let (_, file) = compose.split_once("caddyfile:\n    content: |\n").unwrap();
    let (file, _) = file.split_once("\nsecrets:").unwrap();
    let blocks: Vec<&str> = file.lines().filter(|line| line.contains(" {")).collect();
    assert!(blocks.len() >= 3, "{blocks:?}");
    for line in blocks {
        assert!(line.ends_with(" {"), "Caddy refuses a word after '{{' in `{}`", line.trim());
    }
}

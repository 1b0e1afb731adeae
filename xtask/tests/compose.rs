//! `compose.yaml` starts servers with options that exist, and gives no container more rights than it needs.

use std::fs;
use std::path::Path;

use trid_testbed::{Durability, TemporaryPostgres};

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

/// The lines of each service below its name.
fn services(compose: &str) -> Vec<(&str, &str)> {
    let (_, services) = compose.split_once("\nservices:\n").unwrap();
    let (services, _) = services.split_once("\nconfigs:\n").unwrap();
    let name = |text: &'static str| {
        let (_, after) = services.split_once(&format!("  {text}:\n")).unwrap();
        let end = after.find("\n\n  ").unwrap_or(after.len());
        (text, &after[..end])
    };
    ["database", "server", "proxy"].map(name).to_vec()
}

#[test]
fn containers_are_confined() {
    let compose = read("compose.yaml");
    let (_, confined) = compose.split_once("x-confined: &confined\n").unwrap();
    let (confined, _) = confined.split_once("\n\n").unwrap();
    for line in
        ["read_only: true", "cap_drop: [ALL]", r#"security_opt: ["no-new-privileges:true"]"#]
    {
        assert!(confined.lines().any(|found| found.trim() == line), "{line}: {confined}");
    }
    for (name, service) in services(&compose) {
        assert!(service.contains("<<: *confined\n"), "{name} may do anything");
        assert!(service.contains("\n    mem_limit: "), "{name} may use all memory");
        assert_eq!(service.contains("cap_add:"), name == "proxy", "{name}");
    }
}

#[test]
fn the_proxy_reaches_neither_the_database_nor_the_metrics() {
    let compose = read("compose.yaml");
    let networks = services(&compose).into_iter().map(|(name, service)| {
        let line = service.lines().find_map(|line| line.trim().strip_prefix("networks: "));
        (name, line.unwrap())
    });
    let expected = [("database", "[data]"), ("server", "[data, web]"), ("proxy", "[web]")];
    assert_eq!(networks.collect::<Vec<_>>(), expected);
    assert!(compose.contains("\n  data: { internal: true }\n"));
    // With an address of their own they are not served on the one that the proxy knows.
    let metrics = options_with_value(&compose, "--metrics-listen");
    assert_ne!(metrics, options_with_value(&compose, "--addr"));
    let (_, caddyfile) = compose.split_once("caddyfile:\n    content: |\n").unwrap();
    let port = metrics.rsplit_once(':').unwrap().1;
    assert!(!caddyfile.contains(port), "the proxy leads to port {port}");
}

#[track_caller]
fn options_with_value<'a>(compose: &'a str, option: &str) -> &'a str {
    let line =
        compose.lines().find_map(|line| line.trim().strip_prefix("- ")?.strip_prefix(option));
    line.unwrap_or_else(|| panic!("{option} is missing")).trim_start_matches('=')
}

#[test]
fn images_have_exact_versions_and_can_be_pinned() {
    let (compose, dockerfile) = (read("compose.yaml"), read("Dockerfile"));
    let from_compose = compose.lines().filter_map(|line| {
        line.trim().strip_prefix("image: ${")?.strip_suffix('}')?.split_once("_IMAGE:-")
    });
    let from_dockerfile =
        dockerfile.lines().filter_map(|line| line.strip_prefix("ARG ")?.split_once("_IMAGE="));
    let images: Vec<(&str, &str)> = from_compose.chain(from_dockerfile).collect();
    let names: Vec<&str> = images.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["POSTGRES", "CADDY", "RUST", "DEBIAN"]);
    for (name, image) in images {
        let (_, tag) = image.split_once(':').unwrap();
        assert!(tag.contains('.'), "{image} changes its content");
        assert!(compose.contains(&format!("{name}_IMAGE")), "compose.yaml cannot pin {name}");
    }
    for line in dockerfile.lines().filter_map(|line| line.strip_prefix("FROM ")) {
        assert!(line.starts_with('$'), "FROM {line}");
    }
}

#[test]
fn passwords_stay_out_of_images_and_of_the_repository() {
    for file in [".dockerignore", ".gitignore"] {
        let ignored = read(file);
        for name in ["secrets", ".env"] {
            let is_named = ignored.lines().any(|line| line.trim_matches('/') == name);
            assert!(is_named, "{file} does not name {name}");
        }
    }
}

#[test]
fn the_role_of_the_servers_is_no_superuser() {
    if TemporaryPostgres::find_programs().is_none() {
        return eprintln!("skipped: PostgreSQL is not installed; apt-get install postgresql");
    }
    let compose = read("compose.yaml");
    assert_eq!(
        options_with_value(&compose, "--database"),
        "postgres://trid@database/trid?sslmode=disable"
    );
    assert!(!compose.contains("POSTGRES_USER"), "the image makes that one a superuser");
    let (_, script) = compose.split_once("<<'SQL'\n").unwrap();
    let (script, _) = script.split_once("\n      SQL\n").unwrap();
    let server = TemporaryPostgres::start(Durability::None, &[]).unwrap();
    server.run_sql("postgres", "DROP DATABASE trid").unwrap();
    for statement in script.replace(":'password'", "'secret'").split(';') {
        server.run_sql("postgres", statement).unwrap();
    }
    let rights = "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
         FROM pg_roles WHERE rolname = 'trid'";
    assert_eq!(server.run_sql("postgres", rights).unwrap().trim(), "f");
    // What the servers do when they find an empty database.
    server.run_sql("trid", "SET ROLE trid; CREATE SCHEMA trid").unwrap();
}

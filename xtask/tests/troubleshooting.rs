//! Checks that the messages quoted in docs/use/troubleshooting.md are in the code.

use std::fs;
use std::path::Path;

#[test]
fn every_quoted_message_is_in_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/use/troubleshooting.md")).unwrap();
    let messages = quoted(&page);
    assert!(messages.len() > 20, "only {messages:?}");
    let mut code = String::new();
    for folder in ["crates", "web/src", "xtask/src"] {
        read(&root.join(folder), &mut code);
    }
    let code = joined(&code);
    let missing: Vec<&String> = messages.iter().filter(|text| !code.contains(*text)).collect();
    assert!(missing.is_empty(), "no code has the messages {missing:?}");
}

/// The quoted messages in the first cells of tables, split at `…`.
fn quoted(page: &str) -> Vec<String> {
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    cells
        .flat_map(|cell| cell.split('"').skip(1).step_by(2))
        .flat_map(|message| message.split('…'))
        .map(|part| part.trim().trim_end_matches('`').trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// Source text with continued strings joined and white space collapsed.
fn joined(code: &str) -> String {
    code.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, code);
        } else if path
            .extension()
            .is_some_and(|ending| ["rs", "ts", "tsx"].iter().any(|known| ending == *known))
        {
            code.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

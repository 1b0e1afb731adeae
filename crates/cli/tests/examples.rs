//! Checks the files in `docs/examples` against the output of their commands.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn examples_equal_the_output_of_their_commands() {
    let table = examples();
    assert!(table.len() >= 10, "only {} examples", table.len());
    for (file, command) in table {
        let printed = run(&command);
        assert_eq!(values(&stored(&file, &printed)), values(&printed), "{file}: {command}");
    }
}

#[test]
fn engine_examples_have_the_shape_of_their_commands_output() {
    let table = rows("` | like `");
    assert!(table.len() >= 3, "only {} examples", table.len());
    for (file, command) in table {
        let printed = output(&command).0;
        assert_eq!(shapes(&stored(&file, &printed)), shapes(&printed), "{file}: {command}");
    }
}

/// The stored example. `UPDATE_EXPECT` first overwrites it with the output.
fn stored(file: &str, printed: &str) -> String {
    let path = folder().join(file);
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, formatted(file, printed)).unwrap();
    }
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The distinct shapes of a text's values.
fn shapes(text: &str) -> BTreeSet<BTreeSet<String>> {
    values(text).iter().map(shape).collect()
}

/// The path and JSON type of every field of a value. Elements of one array share their paths, so a
/// shape does not depend on how many there are or which of them have an empty list.
fn shape(value: &Value) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    add_fields(value, "", &mut fields);
    fields
}

fn add_fields(value: &Value, path: &str, fields: &mut BTreeSet<String>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(elements) => {
            elements.iter().for_each(|each| add_fields(each, &format!("{path}[]"), fields));
            "array"
        }
        Value::Object(members) => {
            for (name, member) in members {
                add_fields(member, &format!("{path}.{name}"), fields);
            }
            "object"
        }
    };
    fields.insert(format!("{path}: {kind}"));
}

#[test]
fn every_json_file_has_a_command() {
    let table = [examples(), rows("` | like `")].concat();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let listed = table.iter().any(|(file, _)| *file == name);
        assert!(listed || !name.contains(".json"), "{name} has no command");
    }
}

/// Files and commands whose output must be equal.
fn examples() -> Vec<(String, String)> {
    rows("` | `")
}

/// The table rows with this text between file and command.
fn rows(separator: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let cells = line.strip_prefix("| `")?.strip_suffix("` |")?;
        let (file, command) = cells.split_once(separator)?;
        Some((file.to_owned(), command.replace("\\|", "|")))
    });
    rows.collect()
}

/// The standard output of a command that prints no messages, except where the original program saved no moves.
fn run(command: &str) -> String {
    let (printed, messages) = output(command);
    let expected = if command.contains("older/attackBoardPositions.json") {
        "Only the saved position was kept: move 1 is not"
    } else {
        ""
    };
    assert!(messages.contains(expected), "{command}: {messages}");
    assert_eq!(messages.is_empty(), expected.is_empty(), "{command}: {messages}");
    printed
}

/// Runs a command line with single quotes and `<`. Returns standard output and standard error.
fn output(command: &str) -> (String, String) {
    let (command, input) = match command.split_once(" < ") {
        Some((command, file)) => (command, Some(file)),
        None => (command, None),
    };
    let quoted = command.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let words: Vec<&str> = quoted.collect();
    assert_eq!(words[0], "trid", "{command}");
    let stdin =
        input.map_or_else(Stdio::null, |file| File::open(folder().join(file)).unwrap().into());
    let output =
        Command::new(env!("CARGO_BIN_EXE_trid")).args(&words[1..]).stdin(stdin).output().unwrap();
    // 2 is an error; 1 is an illegal move.
    assert_ne!(output.status.code(), Some(2), "{command}: {output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn values(text: &str) -> Vec<Value> {
    let values = serde_json::Deserializer::from_str(text).into_iter();
    values.collect::<Result<_, _>>().unwrap()
}

/// The output as it is stored: unchanged for `.jsonl`, else indented.
fn formatted(file: &str, printed: &str) -> String {
    if file.ends_with(".jsonl") {
        return printed.to_owned();
    }
    values(printed).iter().map(|value| indented(value, 0) + "\n").collect()
}

/// Indents the first two depths of a value and keeps deeper ones on one row.
fn indented(value: &Value, depth: usize) -> String {
    let (parts, brackets): (Vec<String>, _) = match value {
        Value::Array(array) if depth < 2 && !array.is_empty() => {
            (array.iter().map(|part| indented(part, depth + 1)).collect(), ["[", "]"])
        }
        Value::Object(object) if depth < 2 && !object.is_empty() => {
            let part = |(key, part)| format!("{key:?}: {}", indented(part, depth + 1));
            (object.iter().map(part).collect(), ["{", "}"])
        }
        _ => return value.to_string(),
    };
    let indent = "  ".repeat(depth);
    let [open, close] = brackets;
    format!("{open}\n{indent}  {}\n{indent}{close}", parts.join(&format!(",\n{indent}  ")))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")
}

//! Checks that the examples in `docs/examples` are what the commands beside them print.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn every_example_is_what_its_command_prints() {
    let table = examples();
    assert!(table.len() >= 10, "only {} examples", table.len());
    for (file, command) in table {
        let printed = run(&command);
        let path = folder().join(&file);
        if env::var_os("TRID_BLESS").is_some() {
            fs::write(&path, laid_out(&file, &printed)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(values(&text), values(&printed), "{file}: {command}");
    }
}

#[test]
fn every_example_of_the_engine_looks_like_what_its_command_prints() {
    let table = rows("` | like `");
    assert!(table.len() >= 3, "only {} examples", table.len());
    for (file, command) in table {
        let printed = output(&command).0;
        let path = folder().join(&file);
        if env::var_os("TRID_BLESS").is_some() {
            fs::write(&path, laid_out(&file, &printed)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(shapes(&text), shapes(&printed), "{file}: {command}");
    }
}

/// The shapes of a text's values, each once.
fn shapes(text: &str) -> BTreeSet<String> {
    values(text).iter().map(shape).collect()
}

/// The fields of a value and their kinds; of a list the kinds of its parts.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "bool".to_owned(),
        Value::Number(_) => "number".to_owned(),
        Value::String(_) => "string".to_owned(),
        Value::Array(parts) => {
            let kinds: BTreeSet<String> = parts.iter().map(shape).collect();
            format!("{kinds:?}")
        }
        Value::Object(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!("{name}: {}", shape(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
    }
}

#[test]
fn every_json_file_is_in_the_table() {
    let table = [examples(), rows("` | like `")].concat();
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let listed = table.iter().any(|(file, _)| *file == name);
        assert!(listed || !name.contains(".json"), "{name} has no command");
    }
}

/// The rows of the table: a file and a command.
fn examples() -> Vec<(String, String)> {
    rows("` | `")
}

/// The rows in which this stands between the file and the command.
fn rows(between: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = page.lines().filter_map(|line| {
        let cells = line.strip_prefix("| `")?.strip_suffix("` |")?;
        let (file, command) = cells.split_once(between)?;
        Some((file.to_owned(), command.replace("\\|", "|")))
    });
    rows.collect()
}

/// What a command prints that has nothing to complain about.
fn run(command: &str) -> String {
    let (printed, messages) = output(command);
    assert!(messages.is_empty(), "{command}: {messages}");
    printed
}

/// Runs a command as a shell would that knows words, single quotes and `<`: its results and its messages.
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
    // 2 is bad usage; 1 is the "no" of a refused move.
    assert_ne!(output.status.code(), Some(2), "{command}: {output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn values(text: &str) -> Vec<Value> {
    let values = serde_json::Deserializer::from_str(text).into_iter();
    values.collect::<Result<_, _>>().unwrap()
}

/// A value a line where the file says so by its name, else a line for each thing that a person looks for.
fn laid_out(file: &str, printed: &str) -> String {
    if file.ends_with(".jsonl") {
        return printed.to_owned();
    }
    values(printed).iter().map(|value| lines(value, 0) + "\n").collect()
}

/// The parts of a value on lines of their own, and their parts in turn; what lies deeper stays on one line.
fn lines(value: &Value, depth: usize) -> String {
    let (parts, brackets): (Vec<String>, _) = match value {
        Value::Array(array) if depth < 2 && !array.is_empty() => {
            (array.iter().map(|part| lines(part, depth + 1)).collect(), ["[", "]"])
        }
        Value::Object(object) if depth < 2 && !object.is_empty() => {
            let part = |(key, part)| format!("{key:?}: {}", lines(part, depth + 1));
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

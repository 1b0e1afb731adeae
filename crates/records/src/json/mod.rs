//! Parts of JSON records: tags in order, and errors with their places.

mod split;
#[cfg(test)]
mod tests;
mod version;

use std::{collections::HashSet, fmt};

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserializer, Serializer};

pub(crate) use split::{JsonText, Splitter};
pub(crate) use version::{TextError, read};

/// JSON that is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct JsonError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl JsonError {
    /// An error of `serde_json` without the place at the end of its message.
    pub(crate) fn new(error: &serde_json::Error) -> JsonError {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = message.strip_suffix(&place).unwrap_or(&message).to_owned();
        JsonError { line, column, message }
    }
}

/// Reads tags in order. A repeated tag is an error.
pub(crate) fn read_tags<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    struct Tags;

    impl<'de> Visitor<'de> for Tags {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of tags, names and texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut tags: Vec<(String, String)> = Vec::new();
            let mut names = HashSet::new();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                if name.is_empty() || !plain {
                    return Err(A::Error::custom(format!(
                        "{name:?} is not a tag name, expected letters and digits"
                    )));
                }
                if !names.insert(name.clone()) {
                    return Err(A::Error::custom(format!("the tag {name} appears twice")));
                }
                tags.push((name, value));
            }
            Ok(tags)
        }
    }

    deserializer.deserialize_map(Tags)
}

/// Writes tags in order.
pub(crate) fn write_tags<S: Serializer>(
    tags: &[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(tags.len()))?;
    for (name, value) in tags {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

//! The public ids of games and players.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

macro_rules! public_id {
    ($name:ident, $length:literal, $what:literal, $example:literal, $pattern:literal) => {
        #[doc = concat!("The public id of a ", $what, ": ", stringify!($length), " letters and digits.")]
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
        #[serde(try_from = "String", into = "String")]
        #[cfg_attr(feature = "utoipa", schema(value_type = String, example = $example, pattern = $pattern))]
        pub struct $name(Box<str>);

        impl $name {
            /// The number of characters.
            pub const LENGTH: usize = $length;

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                if text.len() == $length && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                    Ok(Self(text.into()))
                } else {
                    let text = text.chars().take(40).collect();
                    Err(ParseIdError { what: $what, length: $length, text })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseIdError;

            fn try_from(text: String) -> Result<Self, ParseIdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }
    };
}

public_id!(GameId, 16, "game", "3vXKq0hTn5cYbL2a", "^[0-9A-Za-z]{16}$");
public_id!(PlayerId, 12, "player", "mZ3x8KfQw1Lc", "^[0-9A-Za-z]{12}$");

/// A text that is not a valid id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseIdError {
    what: &'static str,
    length: usize,
    text: String,
}

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, length, text } = self;
        write!(f, "{text:?} is not a {what} id, expected {length} letters and digits")
    }
}

impl std::error::Error for ParseIdError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_other_texts_are_rejected() {
        let id: GameId = "3vXKq0hTn5cYbL2a".parse().unwrap();
        assert_eq!(id.as_str().parse::<GameId>().unwrap(), id);
        for bad in ["", "short", "3vXKq0hTn5cYbL2/", "3vXKq0hTn5cYbL2aa"] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<PlayerId>("\"../etc\"").is_err());
    }
}

//! Numbers of saved games, with error messages for people.

use serde::{Deserialize, Deserializer};

/// A whole number of an older format.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a whole number from 0 to 65535")]
pub(super) enum Number {
    Whole(u16),
}

impl Number {
    pub(super) const fn get(self) -> u16 {
        let Number::Whole(number) = self;
        number
    }

    /// The number, or 255 if it is larger, which is out of range for files, ranks and pins.
    pub(super) fn small(self) -> u8 {
        u8::try_from(self.get()).unwrap_or(u8::MAX)
    }
}

/// Reads annotation glyphs.
pub(super) fn read_nags<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a nag must be a whole number from 0 to 255")]
    enum Nag {
        Code(u8),
    }
    let nags = Vec::<Nag>::deserialize(deserializer)?;
    Ok(nags.into_iter().map(|Nag::Code(code)| code).collect())
}

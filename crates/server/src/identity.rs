//! Names that cannot be guessed: secret tokens, which are stored hashed, and the public ids of players and games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The secret by which a browser or a program is known: 256 random bits, written as 64 hexadecimal digits.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    /// A new secret.
    #[must_use]
    pub fn random() -> Self {
        Self(random_bytes())
    }

    /// What is stored instead of the secret.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }

    /// The text that its holder sends with every request.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl FromStr for Token {
    type Err = BadToken;

    fn from_str(text: &str) -> Result<Self, BadToken> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(BadToken);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| match pair[at] {
                digit @ b'0'..=b'9' => Ok(digit - b'0'),
                digit @ b'a'..=b'f' => Ok(digit - b'a' + 10),
                _ => Err(BadToken),
            };
            *byte = digit(0)? << 4 | digit(1)?;
        }
        Ok(Self(bytes))
    }
}

/// A text that is no token. It says nothing about the text, which may be a secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadToken;

impl fmt::Display for BadToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the token is not 64 hexadecimal digits, ask for one at /api/identities")
    }
}

impl std::error::Error for BadToken {}

/// The SHA-256 of a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// Compares in a time that does not depend on where the two differ.
impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        let difference = self.0.iter().zip(&other.0).fold(0, |seen, (a, b)| seen | (a ^ b));
        std::hint::black_box(difference) == 0
    }
}

impl Eq for TokenHash {}

macro_rules! public_id {
    ($name:ident, $length:literal, $what:literal, $example:literal, $pattern:literal) => {
        #[doc = concat!("The public id of a ", $what, ": ", stringify!($length), " letters and digits.")]
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schema(value_type = String, example = $example, pattern = $pattern)]
        pub struct $name(Box<str>);

        impl $name {
            /// A new id.
            #[must_use]
            pub fn random() -> Self {
                Self(random_text($length).into())
            }

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
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                if text.len() == $length && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                    Ok(Self(text.into()))
                } else {
                    Err(BadId { what: $what, length: $length, text: text.chars().take(40).collect() })
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<Self, BadId> {
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

/// A text that is no id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadId {
    what: &'static str,
    length: usize,
    text: String,
}

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, length, text } = self;
        write!(f, "{text:?} is no {what}'s id, expected {length} letters and digits")
    }
}

impl std::error::Error for BadId {}

/// A number below `end`, all equally likely.
pub(crate) fn random_below(end: u8) -> u8 {
    let limit = u8::MAX - u8::MAX % end;
    loop {
        let [byte] = random_bytes();
        if byte < limit {
            return byte % end;
        }
    }
}

fn random_text(length: usize) -> String {
    let largest = u8::try_from(ALPHABET.len()).expect("the alphabet is short");
    (0..length).map(|_| char::from(ALPHABET[usize::from(random_below(largest))])).collect()
}

fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_round_trip_and_refuse_all_else() {
        let token = Token::random();
        let read: Token = token.reveal().parse().unwrap();
        assert_eq!(read.hash(), token.hash());
        assert_ne!(Token::random().hash(), token.hash());
        for bad in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Token>().unwrap_err(), BadToken, "{bad}");
        }
    }

    #[test]
    fn a_token_is_never_shown_by_accident() {
        let token = Token::random();
        assert!(!format!("{token:?}").contains(&token.reveal()[..8]));
    }

    #[test]
    fn ids_round_trip_and_refuse_all_else() {
        let id = GameId::random();
        assert_eq!(id.as_str().parse::<GameId>().unwrap(), id);
        for bad in ["", "short", "3vXKq0hTn5cYbL2/", "3vXKq0hTn5cYbL2aa"] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<PlayerId>("\"../etc\"").is_err());
    }

    #[test]
    fn random_numbers_stay_below_their_end_and_reach_it() {
        let seen: std::collections::BTreeSet<u8> = (0..400).map(|_| random_below(3)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}

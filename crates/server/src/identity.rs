//! Secret tokens, which are stored hashed, and random ids for players and games.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use trid_protocol::{GameId, PlayerId};
use trid_rules::Color;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The secret that identifies a browser or a program: 256 random bits, written as 64 hexadecimal digits.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    /// A new secret.
    #[must_use]
    pub fn random() -> Self {
        Self(random_bytes())
    }

    /// The hash that is stored instead of the secret.
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
    type Err = ParseTokenError;

    fn from_str(text: &str) -> Result<Self, ParseTokenError> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(ParseTokenError);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| match pair[at] {
                digit @ b'0'..=b'9' => Ok(digit - b'0'),
                digit @ b'a'..=b'f' => Ok(digit - b'a' + 10),
                _ => Err(ParseTokenError),
            };
            *byte = digit(0)? << 4 | digit(1)?;
        }
        Ok(Self(bytes))
    }
}

/// A text that is not a token. The text itself may be a secret and is not repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseTokenError;

impl fmt::Display for ParseTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the token is not 64 hexadecimal digits, ask for one at /api/identities")
    }
}

impl std::error::Error for ParseTokenError {}

/// The SHA-256 hash of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);

/// A new id for a game.
#[must_use]
pub fn random_game_id() -> GameId {
    random_text(GameId::LENGTH).parse().expect("letters and digits make an id")
}

/// A new id for a player.
#[must_use]
pub fn random_player_id() -> PlayerId {
    random_text(PlayerId::LENGTH).parse().expect("letters and digits make an id")
}

/// White or Black, equally likely.
pub(crate) fn random_color() -> Color {
    Color::ALL[usize::from(random_below(2))]
}

/// A uniformly random number below `end`.
fn random_below(end: u8) -> u8 {
    let limit = u8::MAX - u8::MAX % end;
    loop {
        let [byte] = random_bytes();
        if byte < limit {
            return byte % end;
        }
    }
}

pub(crate) fn random_text(length: usize) -> String {
    let end = u8::try_from(ALPHABET.len()).expect("the alphabet has 62 characters");
    (0..length).map(|_| char::from(ALPHABET[usize::from(random_below(end))])).collect()
}

pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_round_trip_and_other_texts_are_rejected() {
        let token = Token::random();
        let read: Token = token.reveal().parse().unwrap();
        assert_eq!(read.hash(), token.hash());
        assert_ne!(Token::random().hash(), token.hash());
        for bad in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert_eq!(bad.parse::<Token>().unwrap_err(), ParseTokenError, "{bad}");
        }
    }

    #[test]
    fn debug_output_does_not_reveal_a_token() {
        let token = Token::random();
        assert!(!format!("{token:?}").contains(&token.reveal()[..8]));
    }

    #[test]
    fn random_ids_are_valid_and_differ() {
        assert_ne!(random_game_id(), random_game_id());
        assert_ne!(random_player_id(), random_player_id());
    }

    #[test]
    fn random_numbers_cover_the_range_below_their_end() {
        let seen: std::collections::BTreeSet<u8> = (0..400).map(|_| random_below(3)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}

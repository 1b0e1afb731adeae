//! Splits the text of a game into tokens.

use std::iter::FusedIterator;

use trid_rules::{GameResult, notation::excerpt};

use super::{GameText, TpgnError, TpgnErrorKind};
use crate::format::BYTE_ORDER_MARK;

/// A token with its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The byte offset in the game's text.
    pub offset: usize,
    /// The kind.
    pub kind: TokenKind<'a>,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind<'a> {
    /// `[White "name"]`; the value is not yet unescaped.
    Tag {
        /// The name.
        name: &'a str,
        /// The text between the quotation marks.
        value: &'a str,
    },
    /// The text of a move, including a following `e.p.`.
    Move(&'a str),
    /// `{text}`, or `;` and the rest of the line, without the delimiters.
    Comment(&'a str),
    /// `$3`, or `!?` after a move.
    Nag(u8),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(GameResult),
}

/// Whether a word is a result.
pub(super) fn is_result(word: &[u8]) -> bool {
    matches!(word, b"*" | b"1-0" | b"0-1" | b"1/2-1/2")
}

/// An iterator over the tokens of a game. It ends after the first error.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    game: GameText<'a>,
    offset: usize,
    failed: bool,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(game: GameText<'a>) -> Tokens<'a> {
        Tokens { game, offset: 0, failed: false }
    }

    fn rest(&self) -> &'a str {
        &self.game.text()[self.offset..]
    }

    fn bytes(&self) -> &'a [u8] {
        &self.game.text().as_bytes()[self.offset..]
    }

    /// Skips spaces, byte order marks, lines that begin with `%`, and move numbers.
    fn skip(&mut self) {
        let text = self.game.text().as_bytes();
        while let Some(&byte) = text.get(self.offset) {
            let before = &text[..self.offset];
            let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
            let at_line_start = matches!(before.last(), None | Some(b'\n'));
            match byte {
                _ if self.bytes().starts_with(BYTE_ORDER_MARK) => {
                    self.offset += BYTE_ORDER_MARK.len();
                }
                b' ' | b'\t' | b'\r' | b'\n' => self.offset += 1,
                b'%' if at_line_start => self.offset += line_length(self.rest()),
                b'.' => self.offset += 1,
                b'0'..=b'9' => {
                    let digits =
                        self.bytes().iter().take_while(|byte| byte.is_ascii_digit()).count();
                    match text.get(self.offset + digits) {
                        Some(b'.' | b' ' | b'\t' | b'\r' | b'\n') | None => self.offset += digits,
                        Some(_) => return,
                    }
                }
                _ => return,
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let text = &self.rest()[..length];
        self.offset += length;
        text
    }

    fn read(&mut self, first: u8) -> Result<TokenKind<'a>, TpgnErrorKind> {
        match first {
            b'{' => {
                let length = self
                    .bytes()
                    .iter()
                    .position(|&byte| byte == b'}')
                    .ok_or(TpgnErrorKind::UnclosedComment)?;
                let text = self.take(length + 1);
                Ok(TokenKind::Comment(&text[1..length]))
            }
            b';' => {
                let text = self.take(line_length(self.rest()));
                Ok(TokenKind::Comment(&text[1..]))
            }
            b'(' => {
                self.take(1);
                Ok(TokenKind::Open)
            }
            b')' => {
                self.take(1);
                Ok(TokenKind::Close)
            }
            b'[' => self.read_tag(),
            b'$' => {
                let digits =
                    self.bytes()[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let text = self.take(digits + 1);
                text[1..].parse().map(TokenKind::Nag).map_err(|_| TpgnErrorKind::Nag(text.into()))
            }
            b'!' | b'?' => {
                let length =
                    self.bytes().iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
                let text = self.take(length);
                nag_of_mark(text)
                    .map(TokenKind::Nag)
                    .ok_or_else(|| TpgnErrorKind::Nag(excerpt(text)))
            }
            _ => self.read_word(),
        }
    }

    fn read_word(&mut self) -> Result<TokenKind<'a>, TpgnErrorKind> {
        let bytes = self.bytes();
        let length = bytes.iter().take_while(|&&byte| !ends_word(byte)).count();
        if length == 0 {
            let stray = self.rest().chars().next().map(String::from).unwrap_or_default();
            return Err(TpgnErrorKind::Stray(stray));
        }
        if is_result(&bytes[..length]) {
            let result = self.take(length).parse();
            return result
                .map(TokenKind::Result)
                .map_err(|error| TpgnErrorKind::Stray(error.to_string()));
        }
        Ok(TokenKind::Move(self.take(length + en_passant_length(&bytes[length..]))))
    }

    fn read_tag(&mut self) -> Result<TokenKind<'a>, TpgnErrorKind> {
        let rest = self.rest();
        let error = || TpgnErrorKind::Tag(excerpt(&rest[..line_length(rest)]));
        let inner = rest[1..].trim_start_matches([' ', '\t']);
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = &inner[..inner.bytes().take_while(is_name).count()];
        let value = inner[name.len()..]
            .trim_start_matches([' ', '\t'])
            .strip_prefix('"')
            .ok_or_else(error)?;
        let mut escaped = false;
        let length = value.bytes().position(|byte| {
            let ends = byte == b'"' && !escaped || byte == b'\n';
            escaped = byte == b'\\' && !escaped;
            ends
        });
        let value = &value[..length.ok_or_else(error)?];
        let behind =
            rest[offset_in(rest, value) + value.len()..].strip_prefix('"').ok_or_else(error)?;
        let behind = behind.trim_start_matches([' ', '\t']).strip_prefix(']').ok_or_else(error)?;
        if name.is_empty() {
            return Err(error());
        }
        self.offset += rest.len() - behind.len();
        Ok(TokenKind::Tag { name, value })
    }
}

/// Whether a byte ends a move or a result. A `;` does not: without a space before it, it joins actions,
/// which is an error and not a comment.
const fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'!' | b'?' | b'$')
}

/// The length of an `e.p.` after a move, including the spaces before it.
fn en_passant_length(behind: &[u8]) -> usize {
    let spaces = behind.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match behind[spaces..].strip_prefix(b"e.p.") {
        Some(rest) if spaces > 0 => {
            let marks = rest.iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
            spaces + 4 + marks
        }
        _ => 0,
    }
}

/// The offset of a part of a text.
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

fn line_length(text: &str) -> usize {
    text.bytes().position(|byte| byte == b'\n').unwrap_or(text.len())
}

/// The annotation glyph of a suffix such as `!?`.
fn nag_of_mark(mark: &str) -> Option<u8> {
    Some(match mark {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, TpgnError>;

    fn next(&mut self) -> Option<Result<Token<'a>, TpgnError>> {
        if self.failed {
            return None;
        }
        self.skip();
        let first = *self.bytes().first()?;
        let offset = self.offset;
        Some(self.read(first).map(|kind| Token { offset, kind }).map_err(|error| {
            self.failed = true;
            self.game.error(offset, error)
        }))
    }
}

impl FusedIterator for Tokens<'_> {}

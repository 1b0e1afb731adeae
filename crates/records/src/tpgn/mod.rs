//! T-PGN: games as text, with tags, comments, variations and annotation glyphs.
//!
//! Reading has two steps, so that a file needs no more memory than its largest game: [`TpgnReader`]
//! splits a stream of bytes into the texts of single games; [`GameText`] splits such a text into
//! [`Token`]s, or builds a [`crate::Record`] from it.

mod builder;
mod clock;
mod command;
mod error;
mod reader;
pub(crate) mod termination;
mod tokens;
mod writer;

pub use error::{TpgnError, TpgnErrorKind};
pub use reader::{GameText, TpgnReader};
pub use tokens::{Token, TokenKind, Tokens};

use trid_rules::RuleBook;

use crate::Record;

/// The maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 100;

/// The maximum length of the text of a game, in bytes.
pub const MAX_GAME_BYTES: usize = 16 << 20;

/// The maximum number of moves of a game, including variations.
pub const MAX_MOVES: usize = 1 << 16;

/// Reads all games of a text.
///
/// ```
/// use trid_records::tpgn;
/// use trid_rules::RuleBook;
///
/// let text = "[White \"Ada\"]\n\n1. b4N Nb6N 2. a3W 1-0\n";
/// let games: Result<Vec<_>, _> = tpgn::read(text, RuleBook::Revised).collect();
/// assert_eq!(games?[0].game.line_length(), 3);
/// # Ok::<(), tpgn::TpgnError>(())
/// ```
pub fn read(text: &str, book: RuleBook) -> impl Iterator<Item = Result<Record, TpgnError>> {
    let mut reader = TpgnReader::new();
    let mut chunks = text.as_bytes().chunks(1 << 16);
    std::iter::from_fn(move || {
        loop {
            if let Some(game) = reader.next_game() {
                return Some(game.and_then(|game| game.record(book)));
            }
            if reader.is_finished() {
                return None;
            }
            match chunks.next() {
                Some(chunk) => reader.feed(chunk),
                None => reader.finish(),
            }
        }
    })
}

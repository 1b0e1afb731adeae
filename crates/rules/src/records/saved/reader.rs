//! Splits a stream of bytes into the JSON texts of single games, and finds the next game after a broken one.

use std::fmt;

use crate::records::format::BYTE_ORDER_MARK;
use crate::text::count_characters;
use crate::tpgn::MAX_GAME_BYTES;

/// Splits concatenated JSON objects, on one line each or over several, or a JSON array of objects into single texts.
/// Buffers no more than one game and the bytes fed last.
///
/// A game ends with its closing brace. A game that is not closed ends before the next line that starts with `{`.
#[derive(Clone, Debug, Default)]
pub struct SavedReader {
    buffer: Vec<u8>,
    /// The offset of the current game in the buffer.
    start: usize,
    /// The offset of the next byte to scan.
    scanned: usize,
    state: State,
    array: Array,
    /// The brackets that close what is open.
    closers: Vec<u8>,
    /// The last byte of the game outside strings that is not white space.
    previous: u8,
    /// Whether nothing comes before the next byte on its line.
    at_line_start: bool,
    /// A line of the current game that starts with `{` and is the next game if this one is not closed.
    next_start: Option<usize>,
    /// Set once a game was not closed: every line that starts with `{` is a game. It bounds the work, because
    /// only one game is scanned twice.
    lines_are_games: bool,
    /// The number of lines before `start`.
    lines: usize,
    /// The number of characters before `start` on its line.
    columns: usize,
    closed: bool,
    failed: bool,
}

/// The context of the next byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    BetweenGames,
    Game,
    String,
    Escape,
    /// After a syntax error, searching for the next game.
    Broken,
    /// After commas between games.
    Commas,
}

/// Whether the games are elements of a JSON array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Array {
    #[default]
    Absent,
    Open,
    /// After an element, where a comma or the closing bracket follows.
    AfterGame,
}

/// The end of a game in the buffer.
enum End {
    Closed(usize),
    Broken(usize),
}

/// The JSON text of one game, with its place in the file.
#[derive(Clone, Copy, Debug)]
pub struct SavedText<'a> {
    bytes: &'a [u8],
    line: usize,
    columns: usize,
    is_closed: bool,
    is_last: bool,
}

/// JSON that is not a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedTextError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for SavedTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SavedTextError {}

impl SavedReader {
    /// A reader without input.
    #[must_use]
    pub fn new() -> SavedReader {
        SavedReader { at_line_start: true, ..SavedReader::default() }
    }

    /// Appends bytes to the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.start);
        self.scanned -= self.start;
        self.next_start = self.next_start.map(|next| next - self.start);
        self.start = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Marks the end of the input.
    pub fn finish(&mut self) {
        self.closed = true;
    }

    /// Whether all games have been returned.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let is_read = self.closed && self.start == self.buffer.len();
        self.failed || is_read && self.array == Array::Absent
    }

    /// The text of the next game, which may not be JSON. None if more input is needed, or at the end.
    ///
    /// # Errors
    /// The game is too long, or the array of games is not closed. No game after it can be read.
    pub fn next_game(&mut self) -> Option<Result<SavedText<'_>, SavedTextError>> {
        if self.failed {
            return None;
        }
        let end = match self.scan() {
            Some(end) => end,
            None if self.state == State::BetweenGames => {
                self.skip_to(self.scanned);
                let is_cut_off = self.closed && self.array != Array::Absent;
                return is_cut_off.then(|| {
                    Err(self
                        .fail("the list of games is not closed; the file may be cut off".into()))
                });
            }
            None if self.scanned - self.start > MAX_GAME_BYTES => {
                let message = format!(
                    "a single game of more than {MAX_GAME_BYTES} bytes; the rest was not read"
                );
                return Some(Err(self.fail(message)));
            }
            None if self.closed => End::Broken(self.next_start.unwrap_or(self.buffer.len())),
            None => return None,
        };
        let (end, is_closed) = match end {
            End::Closed(end) => (end, true),
            End::Broken(end) => (end, false),
        };
        self.lines_are_games |= self.next_start.is_some() && !is_closed;
        let start = self.start;
        let (line, columns) = (self.lines + 1, self.columns);
        self.skip_to(end);
        self.scanned = end;
        self.state = State::BetweenGames;
        self.at_line_start = !is_closed;
        self.next_start = None;
        let is_last = self.closed && end == self.buffer.len();
        if is_last && !is_closed {
            // The broken game includes the closing bracket of the array.
            self.array = Array::Absent;
        }
        // An unclosed game is reported on its last line, not on the next game's.
        let bytes = trim_end(&self.buffer[start..end]);
        Some(Ok(SavedText { bytes, line, columns, is_closed, is_last }))
    }

    /// Ends reading with an error at the start of the current game.
    fn fail(&mut self, message: String) -> SavedTextError {
        self.failed = true;
        SavedTextError { line: self.lines + 1, column: self.columns + 1, message }
    }

    /// Moves the start of the current game, and counts lines and characters.
    fn skip_to(&mut self, end: usize) {
        let bytes = &self.buffer[self.start..end];
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        if lines > 0 {
            self.lines += lines;
            self.columns = 0;
        }
        self.columns += characters(bytes.rsplit(|&byte| byte == b'\n').next().unwrap_or_default());
        self.start = end;
    }

    /// Scans new input up to the end of the game.
    fn scan(&mut self) -> Option<End> {
        while let Some(&byte) = self.buffer.get(self.scanned) {
            let is_mark_allowed = self.at_line_start || self.state == State::BetweenGames;
            if byte == BYTE_ORDER_MARK[0] && is_mark_allowed {
                let rest = &self.buffer[self.scanned..];
                if rest.starts_with(BYTE_ORDER_MARK) {
                    self.scanned += BYTE_ORDER_MARK.len();
                    continue;
                }
                if BYTE_ORDER_MARK.starts_with(rest) && !self.closed {
                    return None;
                }
            }
            let end = match self.state {
                State::BetweenGames => {
                    self.scan_between(byte);
                    None
                }
                State::Game => self.scan_game(byte),
                State::String | State::Escape => self.scan_string(byte),
                State::Commas if byte == b'{' => Some(End::Broken(self.scanned)),
                State::Commas => {
                    if byte != b',' && !byte.is_ascii_whitespace() {
                        self.state = State::Broken;
                    }
                    None
                }
                State::Broken => {
                    let is_next = byte == b'{' && self.at_line_start;
                    is_next.then_some(End::Broken(self.scanned))
                }
            };
            if end.is_some() {
                return end;
            }
            self.at_line_start = byte == b'\n';
            self.scanned += 1;
        }
        None
    }

    fn scan_between(&mut self, byte: u8) {
        if byte.is_ascii_whitespace() {
            return;
        }
        self.skip_to(self.scanned);
        self.closers.clear();
        (self.state, self.array) = match (byte, self.array) {
            (b'{', array) => {
                self.closers.push(b'}');
                let is_element = array != Array::Absent;
                (State::Game, if is_element { Array::AfterGame } else { Array::Absent })
            }
            (b'[', Array::Absent) => (State::BetweenGames, Array::Open),
            (b',', Array::AfterGame) => (State::BetweenGames, Array::Open),
            (b']', Array::Open | Array::AfterGame) => (State::BetweenGames, Array::Absent),
            (b',', array) => (State::Commas, array),
            (_, array) => (State::Broken, array),
        };
        self.previous = byte;
    }

    /// Scans a byte of a game outside strings.
    fn scan_game(&mut self, byte: u8) -> Option<End> {
        let here = self.scanned;
        match byte {
            b'"' => self.state = State::String,
            b'{' => {
                if self.at_line_start {
                    let can_be_inside = matches!(self.previous, b'[' | b',' | b':');
                    if self.lines_are_games || !can_be_inside {
                        return Some(End::Broken(self.next_start.unwrap_or(here)));
                    }
                    self.next_start.get_or_insert(here);
                }
                self.closers.push(b'}');
            }
            b'[' => self.closers.push(b']'),
            b'}' | b']' => {
                if self.closers.pop() != Some(byte) {
                    return self.break_off();
                }
                if self.closers.is_empty() {
                    return Some(End::Closed(here + 1));
                }
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            self.previous = byte;
        }
        None
    }

    fn scan_string(&mut self, byte: u8) -> Option<End> {
        match (self.state, byte) {
            // A string ends on its line, so this one is not closed.
            (_, b'\n') => return self.break_off(),
            (State::Escape, _) => self.state = State::String,
            (_, b'"') => self.state = State::Game,
            (_, b'\\') => self.state = State::Escape,
            _ => {}
        }
        None
    }

    /// Gives up the current game at a syntax error.
    fn break_off(&mut self) -> Option<End> {
        self.state = State::Broken;
        self.next_start.map(End::Broken)
    }
}

impl<'a> SavedText<'a> {
    /// The JSON text.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The line of the file on which it starts, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The error of a JSON parser at this line and byte of the text, both from 1, as an error in the file. A message
    /// may end with the place, as those of `serde_json` do.
    #[must_use]
    pub fn error(&self, line: usize, column: usize, message: &str) -> SavedTextError {
        let place = format!(" at line {line} column {column}");
        let mut message = message.strip_suffix(&place).unwrap_or(message).to_owned();
        let line_start = match line.checked_sub(2) {
            None => 0,
            Some(newlines) => {
                let mut ends = self.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                ends.nth(newlines).map_or(self.bytes.len(), |(end, _)| end + 1)
            }
        };
        let offset = (line_start + column.saturating_sub(1)).min(self.bytes.len());
        let rest = self.bytes[offset..].iter().filter(|byte| !byte.is_ascii_whitespace());
        if !self.is_closed && self.is_last && rest.count() > 1 {
            message += "; no game can be found after it";
        }
        SavedTextError {
            line: self.line + line.saturating_sub(1),
            column: characters(&self.bytes[line_start..offset])
                + 1
                + if line_start == 0 { self.columns } else { 0 },
            message,
        }
    }
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.trim_ascii_end();
    bytes.strip_suffix(BYTE_ORDER_MARK).map_or(bytes, trim_end)
}

/// The number of characters, without byte order marks.
fn characters(bytes: &[u8]) -> usize {
    count_characters(bytes) - bytes.windows(3).filter(|window| *window == BYTE_ORDER_MARK).count()
}

//! Splits a stream of bytes into the texts of single games.

use super::{MAX_GAME_BYTES, Tokens, TpgnError, TpgnErrorKind, tokens::is_result};
use crate::characters::count_characters;
use crate::format::BYTE_ORDER_MARK;

/// Splits bytes into the texts of single games. Buffers no more than one game and the bytes fed last.
#[derive(Clone, Debug, Default)]
pub struct TpgnReader {
    buffer: Vec<u8>,
    /// The offset of the current game in the buffer.
    start: usize,
    /// The offset of the next byte to scan.
    scanned: usize,
    state: State,
    /// The number of open variations.
    depth: usize,
    /// Whether anything other than a tag was found in the current game.
    in_movetext: bool,
    /// The offset of the current word.
    word: Option<usize>,
    /// The end of the result of the current game. Comments after it belong to the game, unless moves follow
    /// them without a tag.
    ended: Option<usize>,
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
    LineStart,
    Open,
    Tag,
    TagText,
    TagEscape,
    Braces,
    RestOfLine,
}

/// The text of one game, with its place in the file.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    text: &'a str,
    line: usize,
    /// The number of characters before it on its first line.
    columns: usize,
}

impl TpgnReader {
    /// A reader without input.
    #[must_use]
    pub fn new() -> TpgnReader {
        TpgnReader::default()
    }

    /// Appends bytes to the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.forget_read();
        self.buffer.extend_from_slice(bytes);
    }

    /// Marks the end of the input.
    pub fn finish(&mut self) {
        self.closed = true;
    }

    /// Whether all games have been returned.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.failed
            || self.closed && self.scanned == self.buffer.len() && self.start == self.scanned
    }

    /// The text of the next game. None if more input is needed, or at the end.
    ///
    /// # Errors
    /// The text is not UTF-8 (later games can still be read), or the game is too long.
    pub fn next_game(&mut self) -> Option<Result<GameText<'_>, TpgnError>> {
        if self.failed {
            return None;
        }
        let end = match self.scan() {
            Some(end) => end,
            None if self.scanned - self.start > MAX_GAME_BYTES => {
                self.failed = true;
                return Some(Err(TpgnError {
                    line: self.lines + 1,
                    column: self.columns + 1,
                    kind: TpgnErrorKind::TooLong,
                }));
            }
            None if self.closed && self.start < self.buffer.len() => self.buffer.len(),
            None => return None,
        };
        let start = self.start;
        let (line, columns) = (self.lines + 1, self.columns);
        self.pass(start, end);
        self.start = end;
        self.scanned = end;
        self.depth = 0;
        self.in_movetext = false;
        self.word = None;
        self.ended = None;
        if self.closed && end == self.buffer.len() {
            self.state = State::Open;
        }
        let bytes = &self.buffer[start..end];
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let game = GameText { text, line, columns };
                game.tokens().next().is_some().then_some(Ok(game))
            }
            Err(error) => {
                let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let read = GameText { text, line, columns };
                Some(Err(read.error(text.len(), TpgnErrorKind::NotUtf8)))
            }
        }
    }

    /// Counts the lines and characters of a returned game.
    fn pass(&mut self, start: usize, end: usize) {
        let bytes = &self.buffer[start..end];
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        if lines > 0 {
            self.lines += lines;
            self.columns = 0;
        }
        let last_line = bytes.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
        self.columns += count_characters(last_line);
    }

    fn forget_read(&mut self) {
        self.buffer.drain(..self.start);
        self.scanned -= self.start;
        self.word = self.word.map(|word| word - self.start);
        self.ended = self.ended.map(|end| end - self.start);
        self.start = 0;
    }

    /// Scans new input up to the end of the game.
    fn scan(&mut self) -> Option<usize> {
        while self.scanned < self.buffer.len() {
            let byte = self.buffer[self.scanned];
            match self.state {
                State::LineStart | State::Open => {
                    if byte == BYTE_ORDER_MARK[0] && self.word.is_none() {
                        let rest = &self.buffer[self.scanned..];
                        if rest.starts_with(BYTE_ORDER_MARK) {
                            self.scanned += BYTE_ORDER_MARK.len();
                            continue;
                        }
                        if BYTE_ORDER_MARK.starts_with(rest) && !self.closed {
                            return None;
                        }
                    }
                    if let Some(end) = self.scan_open(byte) {
                        return Some(end);
                    }
                }
                State::Tag => match byte {
                    b'"' => self.state = State::TagText,
                    b']' => self.state = State::Open,
                    b'\n' => self.state = State::LineStart,
                    _ => {}
                },
                State::TagText => match byte {
                    b'\\' => self.state = State::TagEscape,
                    b'"' => self.state = State::Tag,
                    b'\n' => self.state = State::LineStart,
                    _ => {}
                },
                State::TagEscape => self.state = State::TagText,
                State::Braces => {
                    let rest = &self.buffer[self.scanned..];
                    match rest.iter().position(|&byte| byte == b'}') {
                        Some(length) => {
                            self.scanned += length;
                            self.state = State::Open;
                        }
                        None => {
                            self.scanned = self.buffer.len();
                            return None;
                        }
                    }
                }
                State::RestOfLine => {
                    if byte == b'\n' {
                        self.state = State::LineStart;
                    }
                }
            }
            self.scanned += 1;
        }
        None
    }

    /// Scans a byte outside tags and comments.
    fn scan_open(&mut self, byte: u8) -> Option<usize> {
        let here = self.scanned;
        let at_line_start = self.state == State::LineStart;
        self.state = State::Open;
        match byte {
            b'%' if at_line_start => self.state = State::RestOfLine,
            b'[' if at_line_start || self.ended.is_some() || !self.in_movetext => {
                if self.in_movetext && self.depth == 0 {
                    self.state = State::LineStart;
                    return Some(here);
                }
                self.state = State::Tag;
            }
            _ if ends_word(byte) => {
                if byte == b'(' && self.ended.is_some() {
                    return self.ended;
                }
                self.ended = self.ended.or(self.result_behind(here));
                self.word = None;
                match byte {
                    b'\n' => self.state = State::LineStart,
                    b'{' => self.state = State::Braces,
                    b';' => self.state = State::RestOfLine,
                    b'(' => self.depth += 1,
                    b')' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                self.in_movetext |= !byte.is_ascii_whitespace();
            }
            _ if self.ended.is_some() => return self.ended,
            _ => {
                self.in_movetext = true;
                self.word.get_or_insert(here);
                // Skip to the last byte of the word.
                let behind = self.buffer[here + 1..].iter();
                self.scanned += behind.take_while(|&&byte| !ends_word(byte)).count();
            }
        }
        None
    }

    /// The end of the word before `here`, if that is a result and ends the game.
    fn result_behind(&self, here: usize) -> Option<usize> {
        let word = &self.buffer[self.word?..here];
        (self.depth == 0 && is_result(word)).then_some(here)
    }
}

/// Whether a byte ends a word, outside tags and comments.
const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'{' | b';' | b'(' | b')')
}

impl<'a> GameText<'a> {
    /// The text of a single game that begins on this line of a file.
    #[must_use]
    pub const fn new(text: &'a str, line: usize) -> GameText<'a> {
        GameText { text, line, columns: 0 }
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The line of the file on which it starts, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        // Blank lines separate games.
        let blank = self.text.len() - self.text.trim_start().len();
        self.line + self.text[..blank].matches('\n').count()
    }

    /// Its tokens, one by one.
    #[must_use]
    pub const fn tokens(&self) -> Tokens<'a> {
        Tokens::new(*self)
    }

    /// An error at this byte of the text.
    pub(super) fn error(&self, offset: usize, kind: TpgnErrorKind) -> TpgnError {
        let before = &self.text[..offset];
        let (columns, line_start) = match before.rfind('\n') {
            Some(newline) => (0, newline + 1),
            None => (self.columns, 0),
        };
        let visible = before[line_start..].chars().filter(|&char| char != '\u{feff}');
        TpgnError {
            line: self.line + before.matches('\n').count(),
            column: columns + visible.count() + 1,
            kind,
        }
    }
}

//! Splits a file into the JSON texts of single games, and finds the next game after a broken one.

use std::io::{self, Read};

use serde_json::value::RawValue;

use super::JsonError;
use crate::characters::count_characters;
use crate::format::BYTE_ORDER_MARK;
use crate::tpgn::MAX_GAME_BYTES;

/// The bytes to read at least before a text is tried again.
const CHUNK: usize = 1 << 16;

/// Splits JSON texts, one after the other or in arrays. Buffers no more than one game and the bytes read last.
///
/// After a syntax error, the next game is the next line that starts with `{`.
#[derive(Default)]
pub(crate) struct Splitter {
    buffer: Vec<u8>,
    /// The offset of the next text in the buffer.
    start: usize,
    /// The number of lines before `start`.
    lines: usize,
    /// The number of characters before `start` on its line.
    columns: usize,
    in_array: bool,
    closed: bool,
    failed: bool,
    /// Set once a text was not closed: every line that starts with `{` is a text. It bounds the work.
    lines_are_texts: bool,
}

/// The JSON text of a game with its place in the file.
pub(crate) struct JsonText {
    pub(crate) text: Box<RawValue>,
    pub(crate) line: usize,
    columns: usize,
}

impl JsonText {
    /// An error of a JSON parser in this text as one in the file.
    pub(crate) fn error(&self, error: &serde_json::Error) -> JsonError {
        locate(error, self.text.get().as_bytes(), self.line - 1, self.columns)
    }
}

impl Splitter {
    /// The next text, or why there is none.
    pub(crate) fn next(
        &mut self,
        input: &mut impl Read,
    ) -> io::Result<Option<Result<JsonText, JsonError>>> {
        if self.failed || !self.skip_separators(input)? {
            let is_cut_off = self.in_array && !self.failed;
            self.failed = true;
            return Ok(is_cut_off.then(|| {
                Err(self.error("the list of games is not closed; the file may be cut off".into()))
            }));
        }
        if self.buffer[self.start] != b'{' {
            return self.recover(1, input).map(Some);
        }
        let mut end = self.next_line(1, input, self.lines_are_texts)?;
        loop {
            let mut values = serde_json::Deserializer::from_slice(&self.buffer[self.start..end])
                .into_iter::<Box<RawValue>>();
            let read = values.next().expect("there is more than separators");
            let length = values.byte_offset();
            match read {
                Ok(_) if length > MAX_GAME_BYTES => return Ok(Some(Err(self.too_long()))),
                Ok(text) => {
                    let found = JsonText { text, line: self.lines + 1, columns: self.columns };
                    self.advance(length);
                    return Ok(Some(Ok(found)));
                }
                Err(error) if error.is_eof() && end == self.buffer.len() && !self.closed => {
                    if end - self.start > MAX_GAME_BYTES {
                        return Ok(Some(Err(self.too_long())));
                    }
                    self.fill(input)?;
                    end = self.buffer.len();
                }
                Err(error) => {
                    self.lines_are_texts |= error.is_eof();
                    let lines = if error.is_eof() { 1 } else { error.line() - 1 };
                    return self.recover(lines, input).map(Some);
                }
            }
        }
    }

    /// Skips a broken text, which has this many lines at least.
    fn recover(
        &mut self,
        lines: usize,
        input: &mut impl Read,
    ) -> io::Result<Result<JsonText, JsonError>> {
        let end = self.next_line(lines, input, true)?;
        if end - self.start > MAX_GAME_BYTES {
            return Ok(Err(self.too_long()));
        }
        let bytes = trim_end(&self.buffer[self.start..end]);
        let (mut error, rest) = if bytes.first() == Some(&b'{') {
            // Without the lines after it, the error is on the last line of this text.
            let error = serde_json::from_slice::<&RawValue>(bytes).expect_err("a broken text");
            let lines = bytes.split_inclusive(|&byte| byte == b'\n').take(error.line() - 1);
            let offset = lines.map(<[u8]>::len).sum::<usize>() + error.column();
            (locate(&error, bytes, self.lines, self.columns), bytes.len().saturating_sub(offset))
        } else {
            (self.error("expected {, the beginning of a game".to_owned()), bytes.len())
        };
        if end == self.buffer.len() && rest > 1 {
            error.message += "; no game can be found after it";
        }
        self.in_array &= end < self.buffer.len();
        self.advance(end - self.start);
        Ok(Err(error))
    }

    /// Skips to the next text. False at the end of the file.
    fn skip_separators(&mut self, input: &mut impl Read) -> io::Result<bool> {
        loop {
            let rest = &self.buffer[self.start..];
            let length = match rest {
                [b'[' | b']', ..] => {
                    self.in_array = rest[0] == b'[';
                    1
                }
                [b',', ..] => 1,
                [byte, ..] if byte.is_ascii_whitespace() => 1,
                _ if rest.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
                _ if BYTE_ORDER_MARK.starts_with(rest) && !self.closed => {
                    self.fill(input)?;
                    continue;
                }
                _ => return Ok(!rest.is_empty()),
            };
            self.advance(length);
        }
    }

    /// The offset of the first line that starts with `{`, this many lines or more after the start, if `wanted`; else
    /// or without such a line, the end of the buffer.
    fn next_line(
        &mut self,
        lines: usize,
        input: &mut impl Read,
        wanted: bool,
    ) -> io::Result<usize> {
        loop {
            if wanted {
                let rest = &self.buffer[self.start..];
                let newlines = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
                let starts_text = |&end: &usize| {
                    let line = &rest[end + 1..];
                    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).first() == Some(&b'{')
                };
                let mut ends = newlines.map(|(end, _)| end).skip(lines.max(1) - 1);
                if let Some(end) = ends.find(starts_text) {
                    return Ok(self.start + end + 1);
                }
            }
            if !wanted || self.closed || self.buffer.len() - self.start > MAX_GAME_BYTES {
                return Ok(self.buffer.len());
            }
            self.fill(input)?;
        }
    }

    /// Reads as many bytes as the buffer holds, so that texts are not tried too often.
    fn fill(&mut self, input: &mut impl Read) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let wanted = self.buffer.len().max(CHUNK);
        let read = input.take(wanted as u64).read_to_end(&mut self.buffer)?;
        self.closed = read < wanted;
        Ok(())
    }

    fn advance(&mut self, length: usize) {
        let bytes = &self.buffer[self.start..self.start + length];
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
        if lines > 0 {
            self.lines += lines;
            self.columns = 0;
        }
        self.columns += characters(bytes.rsplit(|&byte| byte == b'\n').next().unwrap_or_default());
        self.start += length;
    }

    fn too_long(&mut self) -> JsonError {
        self.failed = true;
        self.error(format!(
            "a single game of more than {MAX_GAME_BYTES} bytes; the rest was not read"
        ))
    }

    fn error(&self, message: String) -> JsonError {
        JsonError { line: self.lines + 1, column: self.columns + 1, message }
    }
}

/// An error in a text that starts after this many lines and characters, as an error in the file.
fn locate(error: &serde_json::Error, text: &[u8], lines: usize, columns: usize) -> JsonError {
    let found = JsonError::new(error);
    let line = text.split(|&byte| byte == b'\n').nth(found.line - 1).unwrap_or_default();
    let before = &line[..found.column.saturating_sub(1).min(line.len())];
    let columns = if found.line == 1 { columns } else { 0 };
    let column = columns + characters(before) + 1;
    JsonError { line: lines + found.line, column, message: found.message }
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.trim_ascii_end();
    bytes.strip_suffix(BYTE_ORDER_MARK).map_or(bytes, trim_end)
}

/// The number of characters, without byte order marks.
fn characters(bytes: &[u8]) -> usize {
    count_characters(bytes) - bytes.windows(3).filter(|window| *window == BYTE_ORDER_MARK).count()
}

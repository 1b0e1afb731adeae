//! The text formats of records, and their detection.

/// Some programs start UTF-8 files with it, and concatenated files have it between games.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A format in which games and positions are written as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordFormat {
    /// T-PGN, or a bare list of moves.
    Tpgn,
    /// Saved games as JSON objects, or an array of them.
    Json,
    /// Positions as T-FEN.
    Tfen,
}

impl RecordFormat {
    /// All three formats.
    pub const ALL: [RecordFormat; 3] = [RecordFormat::Tpgn, RecordFormat::Json, RecordFormat::Tfen];

    /// `tpgn`, `json` or `tfen`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RecordFormat::Tpgn => "tpgn",
            RecordFormat::Json => "json",
            RecordFormat::Tfen => "tfen",
        }
    }

    /// The format of a text, judged by its first few bytes. Text in no known format counts as T-PGN, whose
    /// reader gives the best error.
    #[must_use]
    pub fn detect(text: &[u8]) -> RecordFormat {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start();
        let first_word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match text {
            // A T-PGN can begin with a comment in braces, but hardly with a quoted one.
            [b'{', rest @ ..] if matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')) => {
                RecordFormat::Json
            }
            // A tag begins with a letter.
            [b'[', rest @ ..]
                if matches!(rest.trim_ascii_start().first(), Some(b'{' | b'[' | b']' | b'"')) =>
            {
                RecordFormat::Json
            }
            [b'{' | b'[', ..] => RecordFormat::Tpgn,
            _ if first_word.contains(&b'|') => RecordFormat::Tfen,
            _ => RecordFormat::Tpgn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_detected_by_how_the_text_begins() {
        let cases = [
            ("", RecordFormat::Tpgn),
            ("1. b4N", RecordFormat::Tpgn),
            ("[White \"a|b\"]", RecordFormat::Tpgn),
            ("{a|b} 1. b4N", RecordFormat::Tpgn),
            ("{ a comment } b4N", RecordFormat::Tpgn),
            ("{}", RecordFormat::Json),
            ("[{\"version\": 3}]", RecordFormat::Json),
            ("[\n  {", RecordFormat::Json),
            ("[]", RecordFormat::Json),
            ("[ Event \"a\"]", RecordFormat::Tpgn),
            (" {\n \"version\": 3}", RecordFormat::Json),
            ("4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2 w", RecordFormat::Tfen),
            ("\u{feff}\n4/4/4/4|4/4/4/4", RecordFormat::Tfen),
            ("1. b4N a|b", RecordFormat::Tpgn),
        ];
        for (text, format) in cases {
            assert_eq!(RecordFormat::detect(text.as_bytes()), format, "{text:?}");
        }
    }
}

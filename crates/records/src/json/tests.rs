//! Files of several JSON texts: where each begins, and which can be read after a broken one.

use std::io::Read;

use serde_json::Value;

use super::Splitter;
use crate::tpgn::MAX_GAME_BYTES;

/// Bytes that arrive in chunks of this size.
struct Chunks<'a>(&'a [u8], usize);

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = self.1.min(buffer.len());
        (&mut self.0).take(size as u64).read(buffer)
    }
}

/// Reads a file in chunks of this size: the number `n` of each game, or an error with its place.
fn read(file: &[u8], chunk: usize) -> Vec<String> {
    let mut splitter = Splitter::default();
    let mut input = Chunks(file, chunk);
    let mut games = Vec::new();
    while let Some(text) = splitter.next(&mut input).unwrap() {
        games.push(match text {
            Ok(text) => match serde_json::from_str::<Value>(text.text.get()) {
                Ok(value) => format!("{} on line {}", value["n"], text.line),
                Err(error) => text.error(&error).to_string(),
            },
            Err(error) => error.to_string(),
        });
    }
    games
}

#[track_caller]
fn check(file: &str, games: &[&str]) {
    for chunk in [1, 2, 7, usize::MAX] {
        assert_eq!(read(file.as_bytes(), chunk), games, "{file:?} in chunks of {chunk}");
    }
}

#[test]
fn games_follow_each_other_on_one_line_or_several() {
    check("", &[]);
    check(" \n", &[]);
    check("{\"n\":1}", &["1 on line 1"]);
    check("{\"n\":1}{\"n\":2}\n\n {\"n\":3}\r\n", &["1 on line 1", "2 on line 1", "3 on line 3"]);
    check("{\n \"n\": 1,\n \"a\": [\n  {\n}]}\n{\n\"n\":2}", &["1 on line 1", "2 on line 6"]);
    // Nested objects without indentation.
    check("{\"n\":1,\"a\":[\n{},\n{\"b\":\n{}}]}\n{\"n\":2}", &["1 on line 1", "2 on line 5"]);
    check(r#"{"n":"}{\"[\\"}{"n":2}"#, &[r#""}{\"[\\" on line 1"#, "2 on line 1"]);
}

#[test]
fn an_array_of_games_is_read() {
    check("[]", &[]);
    check("[{\"n\":1}]", &["1 on line 1"]);
    check(
        "[\n  {\n    \"n\": 1\n  },\n{\"n\":2} , {\"n\":3}\n]\n",
        &["1 on line 2", "2 on line 5", "3 on line 5"],
    );
    check("[{\"n\":1}]\n[{\"n\":2}]{\"n\":3}", &["1 on line 1", "2 on line 2", "3 on line 2"]);
    check(
        "[{\"n\":1},\n{\"n\" 2},\n{\"n\":3}]",
        &["1 on line 1", "line 2, column 6: expected `:`", "3 on line 3"],
    );
    check(
        "[1, {\"n\":1}]",
        &["line 1, column 2: expected {, the beginning of a game; no game can be found after it"],
    );
    for cut_off in ["[{\"n\":1}", "[{\"n\":1}, \n"] {
        let place = if cut_off.contains('\n') { "line 2, column 1" } else { "line 1, column 9" };
        let error = format!("{place}: the list of games is not closed; the file may be cut off");
        check(cut_off, &["1 on line 1", &error]);
    }
}

#[test]
fn byte_order_marks_between_games_are_skipped() {
    check(
        "\u{feff}{\"n\":1}\u{feff}{\"n\":2}\n\u{feff}\n{\"n\":3}\u{feff}",
        &["1 on line 1", "2 on line 1", "3 on line 3"],
    );
    check(
        "{\"n\":1\n\u{feff}{\"n\":2}",
        &["line 1, column 6: EOF while parsing an object", "2 on line 2"],
    );
}

#[test]
fn reading_continues_after_a_broken_game() {
    let cases: [(&str, &str); 8] = [
        ("{\"n\" 2}", "line 2, column 6: expected `:`"),
        ("{'n': \"2}", "line 2, column 2: key must be a string"),
        ("{\"n\": 2", "line 2, column 7: EOF while parsing an object"),
        ("{\"n\": [2", "line 2, column 8: EOF while parsing a list"),
        ("{\"n\": \"2}", "line 2, column 9: EOF while parsing a string"),
        ("{\"n\": \"2\\", "line 2, column 9: EOF while parsing a string"),
        ("{\"n\": [2}}", "line 2, column 9: expected `,` or `]`"),
        ("garbage \"{[", "line 2, column 1: expected {, the beginning of a game"),
    ];
    for (broken, error) in cases {
        let file = format!("{{\"n\":1}}\n{broken}\n{{\"n\":3}}\n{{\n \"n\": 4\n}}\n");
        check(&file, &["1 on line 1", error, "3 on line 3", "4 on line 4"]);
    }
    // The line after a truncated game could be inside it.
    check(
        "{\"n\":1,\"a\":[\n{\"n\":2}\n{\"n\":3}",
        &["line 2, column 7: EOF while parsing a list", "3 on line 3"],
    );
    check(
        "{\"n\":1,\"a\":[\n{\"n\":2},\n{\"n\":3}",
        &["line 1, column 12: EOF while parsing a list", "2 on line 2", "3 on line 3"],
    );
    check(
        "{\"n\":1},{\"n\":2}}\n{\"n\":3}",
        &[
            "1 on line 1",
            "2 on line 1",
            "line 1, column 16: expected {, the beginning of a game",
            "3 on line 2",
        ],
    );
}

#[test]
fn the_error_says_if_no_game_can_be_found_after_it() {
    check(
        "{\"n\":1 {\"n\":2}\n {\"n\":3}",
        &["line 1, column 8: expected `,` or `}`; no game can be found after it"],
    );
    check("{\"n\":1", &["line 1, column 6: EOF while parsing an object"]);
    let long = format!("{{\"n\":1}}\n{{\"a\": \"{}", "x".repeat(MAX_GAME_BYTES));
    let error =
        "line 2, column 1: a single game of more than 16777216 bytes; the rest was not read";
    assert_eq!(read(long.as_bytes(), 1 << 16), ["1 on line 1", error]);
}

/// Every line could be inside the game of the line before it.
#[test]
fn many_unclosed_games_take_linear_time() {
    let started = std::time::Instant::now();
    let file = "{\"a\":[\n".repeat(300_000);
    let games = read(file.as_bytes(), 1 << 16);
    assert_eq!(games.len(), 300_000);
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

/// Random edits of a file with several games: chunks of any size give the same texts, and every error has a place.
#[test]
fn edited_files_are_split_alike_in_chunks_of_any_size() {
    let file = "{\"n\":1,\"a\":[{},\n{\"b\":\"}\\\"\"}]}\u{feff}{\"n\":2}\n\n{\n \"n\": 3,\n\"a\": [\n{}\n]}\n";
    let pieces =
        ["{", "}", "[", "]", ",", "\"", "\\", "\n", "\u{feff}", "é", "x", "\u{feff}{\"n\":4}"];
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..20_000 {
        let mut bytes = file.as_bytes().to_vec();
        for _ in 0..random.usize(1..6) {
            let at = random.usize(..=bytes.len());
            let until = (at + random.usize(..4)).min(bytes.len());
            let piece = pieces[random.usize(..pieces.len())].bytes();
            bytes.splice(at..until, piece.take(random.usize(..8)));
        }
        let whole = read(&bytes, usize::MAX);
        for chunk in [1, random.usize(2..20)] {
            assert_eq!(read(&bytes, chunk), whole, "{:?}", String::from_utf8_lossy(&bytes));
        }
        assert!(whole.iter().all(|game| game.contains("line ")), "{whole:?}");
    }
}

//! Recognizes ordinary chess, so that people who open such a game are told what it is.

use crate::tpgn::{TokenKind, TpgnReader};

/// Whether a text is a game or position of ordinary chess: a PGN with a move to the files f, g or h, which do not exist
/// here, or a FEN.
///
/// ```
/// use trid_records::is_ordinary_chess;
///
/// assert!(is_ordinary_chess("1. e4 e5 2. Nf3 Nc6 *"));
/// assert!(!is_ordinary_chess("1. b4N Nb6N *"));
/// ```
#[must_use]
pub fn is_ordinary_chess(text: &str) -> bool {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    if is_fen_board(first_word) {
        return true;
    }
    let mut reader = TpgnReader::new();
    reader.feed(text.as_bytes());
    reader.finish();
    let Some(Ok(game)) = reader.next_game() else {
        return false;
    };
    let moves: Vec<&str> = game
        .tokens()
        .map_while(Result::ok)
        .filter_map(|token| match token.kind {
            TokenKind::Move(text) => Some(text),
            _ => None,
        })
        .collect();
    let mut files = moves.iter().map_while(|text| destination_file(text));
    files.any(|file| matches!(file, b'f'..=b'h'))
}

/// The file to which a move of ordinary chess leads; none for any other text. King's castling leads to the g-file.
fn destination_file(text: &str) -> Option<u8> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "O-O" => return Some(b'g'),
        "O-O-O" => return Some(b'c'),
        _ => {}
    }
    let text = text.split_once('=').map_or(text, |(before, _)| before);
    let [before @ .., file @ b'a'..=b'h', b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    let is_prefix = |byte: &u8| matches!(byte, b'K' | b'Q' | b'R' | b'B' | b'N' | b'a'..=b'h' | b'1'..=b'8' | b'x');
    before.iter().all(is_prefix).then_some(*file)
}

/// Whether a word is the board of a FEN: eight ranks of eight squares.
fn is_fen_board(word: &str) -> bool {
    let width = |rank: &str| {
        rank.bytes().try_fold(0, |sum, byte| match byte {
            b'1'..=b'8' => Some(sum + (byte - b'0')),
            _ if b"KQRBNPkqrbnp".contains(&byte) => Some(sum + 1),
            _ => None,
        })
    };
    word.split('/').count() == 8 && word.split('/').all(|rank| width(rank) == Some(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_games_and_positions_are_recognized() {
        let pgn =
            "[Event \"Casual\"]\n[Site \"?\"]\n\n1.e4 {best by test} e5 2.Nf3 Nc6 3.Bb5 a6 1-0\n";
        for text in [
            pgn,
            "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
            "e4 c5 Ngf3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bqk2r/8/8/8/8/8/8/4K3",
        ] {
            assert!(is_ordinary_chess(text), "{text}");
        }
    }

    #[test]
    fn texts_of_this_game_and_others_are_not() {
        for text in [
            "",
            "hello",
            "1. b4N b5N",
            "1. b4N Nf3",
            // A level is missing.
            "1. c3 c6",
            "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20",
            "8/8/8/8/8/8/8/9",
            "{\"version\": 3}",
        ] {
            assert!(!is_ordinary_chess(text), "{text}");
        }
    }
}

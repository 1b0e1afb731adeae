//! Tags of T-PGN and saved games: many of them, start positions, unknown terminations.

use std::time::{Duration, Instant};

use trid_records::{Record, SavedGame, tpgn};
use trid_rules::RuleBook;

#[track_caller]
fn read_one(text: &str) -> Record {
    let mut games = tpgn::read(text, RuleBook::Revised);
    let game = games.next().unwrap_or_else(|| panic!("no game in {text}"));
    assert!(games.next().is_none(), "{text}");
    game.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[track_caller]
fn through_json(record: &Record) -> Record {
    let json = serde_json::to_string(&SavedGame::from(record)).unwrap();
    let file: SavedGame = serde_json::from_str(&json).unwrap();
    file.record().unwrap()
}

/// Comparing every tag with every other takes minutes here.
#[test]
fn many_tags_take_linear_time() {
    let started = Instant::now();
    let count = 200_000;
    let mut text: String = (0..count).map(|number| format!("[T{number} \"x\"]\n")).collect();
    text.push_str("\n1. b4N *\n");
    let record = read_one(&text);
    assert_eq!(record.tags.len(), count);
    assert_eq!(through_json(&record).tags, record.tags);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

const START: &str =
    "4/4/4/4|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 40";

#[test]
fn the_tag_fen_gives_the_start_position() {
    for tags in [
        format!("[SetUp \"1\"]\n[FEN \"{START}\"]\n"),
        format!("[FEN \"{START}\"]\n"),
        format!("[FEN \"{START}\"]\n[TFEN \"{START}\"]\n"),
    ] {
        let record = read_one(&format!("{tags}\n*\n"));
        assert_eq!(record.game.start().to_tfen(), START);
        assert_eq!(record.tags, []);
        assert!(record.to_tpgn().contains(&format!("[SetUp \"1\"]\n[TFEN \"{START}\"]\n")));
    }
    for (tags, message) in [
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]".to_owned(),
            "line 2, column 1: the tag FEN must hold a T-FEN, as the tag TFEN does: ",
        ),
        (
            format!("[FEN \"{START}\"]\n[TFEN \"{}\"]", START.replace(" 40", " 41")),
            "line 2, column 1: the tags FEN and TFEN give different start positions",
        ),
    ] {
        let text = format!("[SetUp \"1\"]\n{tags}\n\n*\n");
        let error = tpgn::read(&text, RuleBook::Revised).next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn an_unknown_termination_is_kept() {
    for (text, result) in [
        ("adjudication", "1-0"),
        ("normal", "0-1"),
        ("both players fell asleep", "1/2-1/2"),
        ("unterminated", "*"),
    ] {
        let record = read_one(&format!("[Termination \"{text}\"]\n\n1. b4N {result}\n"));
        for record in [through_json(&record), read_one(&record.to_tpgn()), record] {
            assert_eq!(record.tag("Termination"), Some(text));
            let written = record.to_tpgn();
            assert_eq!(written.matches("[Termination ").count(), 1, "{written}");
            assert!(written.contains(&format!("[Termination \"{text}\"]\n")), "{written}");
        }
    }
    // The writer replaces the tab, and the text would then name another ending.
    for text in ["resigned", "time\tforfeit"] {
        let record = read_one(&format!("[Termination \"{text}\"]\n\n1. b4N 1-0\n"));
        assert_eq!(record.tag("Termination"), None);
        assert_eq!(read_one(&record.to_tpgn()).to_tpgn(), record.to_tpgn());
    }
}

/// An ending that the result does not show is more important than the old text.
#[test]
fn a_later_ending_replaces_an_unknown_termination() {
    let mut record = read_one("[Termination \"unterminated\"]\n\n1. b4N *\n");
    record.game.abort().unwrap();
    assert!(record.to_tpgn().contains("[Termination \"aborted\"]\n"));
}

#[test]
fn byte_order_marks_between_games_are_skipped() {
    let files = [
        "\u{feff}[White \"Ada\"]\n\n1. b4N 1-0\n\n",
        // Without a result, only the next tag ends the game.
        "\u{feff}[White \"Cid\"]\n\n1. c3W\n",
        "\u{feff}[White \"Bob\"]\n\n1. a3W *\n",
        "\u{feff}1. a3W *\n",
        "\u{feff}% skipped\n1. d3W *",
    ];
    let text = files.concat();
    for size in [1, 2, 3, 5, text.len()] {
        let mut reader = tpgn::TpgnReader::new();
        let mut records = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            reader.feed(chunk);
            while let Some(game) = reader.next_game() {
                records.push(game.unwrap().record(RuleBook::Revised).unwrap());
            }
        }
        reader.finish();
        while let Some(game) = reader.next_game() {
            records.push(game.unwrap().record(RuleBook::Revised).unwrap());
        }
        let names: Vec<_> = records.iter().map(|record| record.tag("White")).collect();
        assert_eq!(
            names,
            [Some("Ada"), Some("Cid"), Some("Bob"), None, None],
            "in chunks of {size}"
        );
        assert!(records.iter().all(|record| record.game.ply() == 1));
    }
    let error = tpgn::read("\u{feff}nonsense", RuleBook::Revised).next().unwrap().unwrap_err();
    assert_eq!((error.line, error.column), (1, 1));
}

#[test]
fn clocks_before_the_first_move_are_kept() {
    let text = "{[%clk 1:00:00] white is late} 1. b4N ({[%clk 0:59:00]} 1. a3W) 1... Nb6N *";
    let record = read_one(text);
    let written = record.to_tpgn();
    assert!(written.ends_with(&format!("\n{text}\n\n")), "{written}");
    assert_eq!(through_json(&record).to_tpgn(), written);
}

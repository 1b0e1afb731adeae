//! Tags of T-PGN and saved games: many of them, start positions, unknown terminations.

use std::time::{Duration, Instant};

use trid_rules::{
    Record, RuleBook,
    saved::{SavedFile, SavedGame},
    tpgn,
};

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
    let file: SavedFile = serde_json::from_str(&json).unwrap();
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

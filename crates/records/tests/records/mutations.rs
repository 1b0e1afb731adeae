//! Mutated records: reading gives an error, or a game that survives a round trip.

use trid_records::{
    Record, SavedGame,
    tpgn::{self, TpgnReader},
};
use trid_rules::RuleBook;

use fastrand::Rng;

use crate::tpgn::random_record;

const BYTES: &[u8] = b" \n\t{}()[]\";$%!?.0123*-/xWNBQKL=^@qe+#\\abz\xff\xc3";

/// Changes, removes and repeats some bytes.
fn mutate(bytes: &mut Vec<u8>, random: &mut Rng) {
    for _ in 0..=random.usize(..4) {
        let at = random.usize(..bytes.len().max(1));
        let end = (at + random.usize(..30)).min(bytes.len());
        match random.usize(..4) {
            0 if at < bytes.len() => bytes[at] = BYTES[random.usize(..BYTES.len())],
            1 => bytes.insert(at, BYTES[random.usize(..BYTES.len())]),
            2 => drop(bytes.drain(at..end)),
            _ => {
                let part = bytes[at..end].to_vec();
                let to = random.usize(..bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
}

/// The games of a text fed in chunks of this size, written as T-PGN, or their errors.
fn games(bytes: &[u8], size: usize) -> Vec<Result<String, String>> {
    let mut reader = TpgnReader::new();
    let mut pieces = bytes.chunks(size);
    let mut found = Vec::new();
    while !reader.is_finished() {
        match reader.next_game() {
            Some(game) => {
                let game = game.and_then(|game| game.record(RuleBook::Revised));
                found.push(game.map(|record| record.to_tpgn()).map_err(|error| error.to_string()));
            }
            None => match pieces.next() {
                Some(piece) => reader.feed(piece),
                None => reader.finish(),
            },
        }
    }
    found
}

#[test]
fn mutated_tpgn() {
    let mut random = Rng::with_seed(7);
    let (mut read, mut refused) = (0, 0);
    let texts: Vec<String> =
        (0..8).map(|seed| random_record(RuleBook::Revised, seed, 12).to_tpgn()).collect();
    for round in 0..rounds() {
        let mut bytes = texts[round % 8].clone().into_bytes();
        if round % 3 == 0 {
            bytes.extend_from_slice(texts[(round + 1) % 8].as_bytes());
        }
        mutate(&mut bytes, &mut random);
        let whole = games(&bytes, bytes.len().max(1));
        assert_eq!(games(&bytes, 3), whole, "{}", String::from_utf8_lossy(&bytes));
        for game in whole {
            let Ok(text) = game else {
                refused += 1;
                continue;
            };
            read += 1;
            let again: Vec<Record> = tpgn::read(&text, RuleBook::Revised)
                .map(|game| game.unwrap_or_else(|error| panic!("{error}\n{text}")))
                .collect();
            assert_eq!(again.len(), 1, "{text}");
            assert_eq!(again[0].to_tpgn(), text);
        }
    }
    assert!(read > rounds() / 10 && refused > rounds() / 10, "{read} read, {refused} refused");
}

#[test]
fn mutated_saved_games() {
    let mut random = Rng::with_seed(8);
    let mut read = 0;
    for round in 0..rounds() {
        let record = random_record(RuleBook::Meder, round as u64 % 8, 12);
        let mut bytes = serde_json::to_vec(&SavedGame::from(&record)).unwrap();
        mutate(&mut bytes, &mut random);
        let Ok(file) = serde_json::from_slice::<SavedGame>(&bytes) else { continue };
        match file.record() {
            Ok(record) => {
                read += 1;
                let saved = serde_json::to_string(&SavedGame::from(&record)).unwrap();
                let again: SavedGame = serde_json::from_str(&saved).unwrap();
                let again = again.record().unwrap_or_else(|error| panic!("{error}\n{saved}"));
                assert_eq!(serde_json::to_string(&SavedGame::from(&again)).unwrap(), saved);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(read > 0);
}

/// The number of mutated texts, from `TRID_ROUNDS` if set.
fn rounds() -> usize {
    std::env::var("TRID_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

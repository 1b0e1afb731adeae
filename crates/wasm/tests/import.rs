//! What the page imports: games in any format, with the bad ones named.

use serde_json::{Value, json};
use trid_wasm::WasmRecords;

const EXPORT: &str = include_str!("../../../docs/examples/older/export.json");

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn tpgn(records: &WasmRecords, index: usize) -> String {
    records.open(index).unwrap().record("tpgn").unwrap()
}

#[track_caller]
fn check_errors(records: &WasmRecords, expected: &[(u64, u64, &str)]) {
    let errors = parse(&records.errors());
    let errors = errors.as_array().unwrap();
    assert_eq!(errors.len(), expected.len(), "{errors:?}");
    for (error, (number, line, message)) in errors.iter().zip(expected) {
        assert_eq!((&error["number"], &error["line"]), (&json!(number), &json!(line)), "{error}");
        let found = error["error"]["message"].as_str().unwrap();
        assert!(found.contains(message), "{message:?} is not in {found:?}");
    }
}

#[test]
fn an_export_of_the_original_program_keeps_its_moves() {
    let records = WasmRecords::new(EXPORT).unwrap();
    assert_eq!(records.count(), 1);
    assert_eq!((records.errors(), records.warnings()), ("[]".to_owned(), "[]".to_owned()));
    let text = tpgn(&records, 0);
    assert!(text.contains(" 9. O-O-O ") && text.trim_end().ends_with(" 11. QL1-KL2 *"), "{text}");
}

#[test]
fn an_export_with_an_illegal_move_keeps_its_position_and_says_why() {
    let illegal = EXPORT.replacen("\"to\": \"a6N\"", "\"to\": \"a4N\"", 1);
    let records = WasmRecords::new(&illegal).unwrap();
    assert_eq!(records.count(), 1);
    let warnings = parse(&records.warnings());
    assert_eq!(warnings[0]["number"], 1);
    let message = warnings[0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("Only the saved position was kept: move 2 (a7B to a4N) is not legal"),
        "{message}"
    );
}

#[test]
fn a_bad_game_leaves_the_others() {
    let records = WasmRecords::new("1. b4N *\n\n1. Nb9N *\n\n1. a3W *\n").unwrap();
    assert_eq!(records.count(), 2);
    assert!(tpgn(&records, 1).contains("1. a3W *"));
    check_errors(&records, &[(2, 3, "line 3, column 4: ")]);

    let game = records.open(0).unwrap().record("json").unwrap();
    let illegal = game.replace("b2Wb4N", "b2Wb9N");
    let text = format!("{game}\n{illegal}\n\u{feff}{game}\n{{\"version\":\n{game}");
    let saved = WasmRecords::new(&text).unwrap();
    assert_eq!(saved.count(), 3);
    assert_eq!(saved.open(2).unwrap().record("json").unwrap(), game);
    check_errors(&saved, &[(2, 2, "line 2: move 1: "), (4, 4, "line 4, column 11: EOF")]);

    let tfen = records.open(0).unwrap().record("tfen").unwrap();
    let positions = WasmRecords::new(&format!("{tfen}\n4/4|x\n\n{tfen}\n")).unwrap();
    assert_eq!(positions.count(), 2);
    check_errors(&positions, &[(2, 2, "line 2: ")]);
}

//! Saved games: round trips of version 3, the older forms, and a clear error for everything else.

use serde_json::{Value, json};
use trid_rules::{
    Color, Game, Position, Record, RuleBook,
    saved::{SavedFile, SavedGame, SavedGameError},
};

use crate::tpgn::random_record;

fn save(record: &Record) -> Value {
    serde_json::to_value(SavedGame::from(record)).unwrap()
}

fn load(value: Value) -> Result<Record, SavedGameError> {
    serde_json::from_value::<SavedFile>(value).unwrap().record()
}

#[test]
fn what_is_saved_loads_the_same() {
    for book in RuleBook::ALL {
        for seed in 0..40 {
            let record = random_record(book, seed, 80);
            let saved = save(&record);
            let loaded = load(saved.clone()).unwrap_or_else(|error| panic!("{error}\n{saved:#}"));
            assert_eq!(save(&loaded), saved);
            assert_eq!(loaded.to_tpgn(), record.to_tpgn());
            assert_eq!(loaded.game.position(), record.game.position());
        }
    }
}

#[test]
fn deep_variations_need_no_depth_in_json() {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for mv in crate::playouts::random_game(RuleBook::Revised, 1, 90) {
        let other = game.position().legal_moves().into_iter().find(|other| *other != mv);
        if let Some(other) = other {
            game.play_variation(other).unwrap();
            game.undo();
        }
        game.play_variation(mv).unwrap();
    }
    let record = Record::new(game);
    let text = record.to_tpgn();
    assert!(text.contains(&")".repeat(80)), "{text}");
    let saved = serde_json::to_string(&SavedGame::from(&record)).unwrap();
    let loaded: SavedFile = serde_json::from_str(&saved).unwrap();
    assert_eq!(loaded.record().unwrap().to_tpgn(), text);
    let read: Vec<Record> =
        trid_rules::tpgn::read(&text, RuleBook::Revised).map(Result::unwrap).collect();
    assert_eq!(read[0].to_tpgn(), text);
}

#[test]
fn the_schema_fits_what_is_saved() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/saved-game.schema.json")).unwrap();
    for seed in 0..20 {
        let saved = save(&random_record(RuleBook::Meder, seed, 60));
        assert_eq!(faults(&schema, &schema, &saved), Vec::<String>::new());
    }
    for (name, value) in [
        ("version", json!(2)),
        ("rules", json!("chess")),
        ("moves", json!([{"text": "b4N"}])),
        ("moves", json!([{"move": "b2Wb4N", "nags": [256]}])),
        ("variations", json!([{"from": -1, "moves": []}])),
        ("extra", json!(1)),
    ] {
        let mut spoilt = sound();
        spoilt[name] = value;
        assert_ne!(faults(&schema, &schema, &spoilt), Vec::<String>::new(), "{spoilt}");
    }
}

/// What is wrong with a value by a schema, as far as the keywords that ours uses go.
fn faults(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema") {
        let holds = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let target = root
                    .pointer(rule.as_str().unwrap().trim_start_matches('#'))
                    .expect("a definition");
                found.extend(faults(root, target, value));
                true
            }
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is))
            }
            "const" => rule == value,
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_i64().is_none_or(|number| number >= rule.as_i64().unwrap()),
            "maximum" => value.as_i64().is_none_or(|number| number <= rule.as_i64().unwrap()),
            "required" => rule
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    found
                        .extend(value.get(name).iter().flat_map(|value| faults(root, rule, value)));
                }
                true
            }
            "additionalProperties" if rule.is_boolean() => {
                let known = schema["properties"].as_object().unwrap();
                value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|name| known.contains_key(name)))
            }
            "additionalProperties" => {
                found.extend(
                    value
                        .as_object()
                        .into_iter()
                        .flatten()
                        .flat_map(|(_, value)| faults(root, rule, value)),
                );
                true
            }
            "items" => {
                found.extend(
                    value
                        .as_array()
                        .into_iter()
                        .flatten()
                        .flat_map(|value| faults(root, rule, value)),
                );
                true
            }
            other => panic!("keyword {other}"),
        };
        if !holds {
            found.push(format!("{keyword} {rule} does not hold of {value}"));
        }
    }
    found
}

/// A saved game of version 3 with one move, to be spoilt.
fn sound() -> Value {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    game.play_text("b4N").unwrap();
    game.resign(Color::Black).unwrap();
    save(&Record::new(game))
}

/// With these fields changed, or removed where null, it is refused with these words.
#[track_caller]
fn check_refused(changes: Value, words: &str) {
    let mut value = sound();
    for (name, change) in changes.as_object().unwrap() {
        match change {
            Value::Null => drop(value.as_object_mut().unwrap().remove(name)),
            _ => value[name] = change.clone(),
        }
    }
    match serde_json::from_value::<SavedFile>(value) {
        Ok(file) => {
            let error = file.record().expect_err(words);
            assert!(error.to_string().contains(words), "{error}");
        }
        Err(error) => assert!(error.to_string().contains(words), "{error}"),
    }
}

#[test]
fn each_fault_has_its_error() {
    assert!(load(sound()).is_ok());
    check_refused(json!({"version": 4}), "unknown version 4");
    check_refused(json!({"version": "three"}), "unknown version \"three\"");
    check_refused(json!({"version": null}), "no saved game");
    for field in ["rules", "start", "moves", "status", "result"] {
        check_refused(json!({field: null}), &format!("{field:?} is missing"));
    }
    check_refused(json!({"rules": "chess"}), "chess");
    check_refused(json!({"start": "nonsense"}), "T-FEN");
    check_refused(json!({"extra": 1}), "unknown field \"extra\"");
    check_refused(
        json!({"moves": [{"move": "b2Wb9N"}]}),
        "move 1: \"b2Wb9N\" cannot be played: E_NONEXISTENT_TARGET",
    );
    check_refused(json!({"moves": [{"move": "b2Wb4N", "text": "a3W"}]}), "not what its text");
    check_refused(json!({"moves": [{"mv": "b2Wb4N"}]}), "unknown field `mv`");
    check_refused(json!({"moves": 7}), "invalid type");
    check_refused(json!({"variations": [{"from": 2, "moves": []}]}), "variation 1 follows move 2");
    check_refused(json!({"result": "2-0"}), "is no result");
    check_refused(json!({"result": "0-1", "status": "checkmate"}), "do not fit");
    check_refused(
        json!({"result": "1/2-1/2", "status": "draw", "reason": "threefold"}),
        "do not fit",
    );
    check_refused(json!({"status": "ongoing"}), "do not fit");
    check_refused(json!({"tags": {"bad name": "x"}}), "no name of a tag");
}

/// The pieces of the start as older forms have them.
fn old_pieces(level: impl Fn(&str) -> String) -> Value {
    let start = Position::start(RuleBook::Revised);
    let mut squares: Vec<_> = start.occupied().collect();
    squares.sort_unstable();
    let piece = |square: trid_rules::Square| {
        let piece = start.piece_at(square).unwrap();
        json!({
            "id": square.to_string(), "type": piece.role.to_string(), "color": piece.color,
            "file": square.file() as u8, "rank": square.rank().number(),
            "level": level(&square.level().to_string()), "hasMoved": false,
        })
    };
    squares.into_iter().map(piece).collect()
}

fn board_name(level: &str) -> String {
    match level {
        "QL1" => "WQL",
        "KL1" => "WKL",
        "QL6" => "BQL",
        "KL6" => "BKL",
        main => main,
    }
    .to_owned()
}

fn by_positions() -> Value {
    json!({
        "version": "1.0", "pieces": old_pieces(board_name), "currentTurn": "white", "moveHistory": [],
        "attackBoardPositions": {"WQL": "QL1", "WKL": "KL1", "BQL": "QL6", "BKL": "KL6"},
    })
}

fn by_states() -> Value {
    let state = |name: &str, pin: &str| {
        json!({"boardType": name, "activeInstanceId": format!("{name}@{pin}:0"), "currentPin": pin,
               "currentRotation": 0, "visible": true})
    };
    json!({
        "pieces": old_pieces(board_name), "currentTurn": "white",
        "attackBoardStates": {"WQL": state("WQL", "QL1"), "WKL": state("WKL", "KL1"),
                              "BQL": state("BQL", "QL6"), "BKL": "BKL@KL6:0"},
    })
}

fn by_tracks() -> Value {
    let track = json!({"whiteBoardPin": 1, "blackBoardPin": 6, "whiteRotation": 0, "blackRotation": 0,
                       "whitePassenger": null});
    let instance =
        |level: &str| if level.len() == 1 { level.to_owned() } else { format!("{level}:0") };
    json!({
        "version": "2.0", "pieces": old_pieces(instance), "currentTurn": "white", "moveHistory": [],
        "trackStates": {"QL": track, "KL": track},
    })
}

#[test]
fn older_forms_are_read() {
    for old in [by_positions(), by_states(), by_tracks()] {
        let record = load(old.clone()).unwrap_or_else(|error| panic!("{error}\n{old:#}"));
        assert_eq!(record.game.position(), &Position::start(RuleBook::Revised));
    }
}

#[test]
fn older_marks_are_taken_over() {
    let mut old = by_tracks();
    old["trackStates"]["QL"]["whiteRotation"] = json!(180);
    old["moveHistory"] = json!([{}, {}, {}, {}]);
    for piece in old["pieces"].as_array_mut().unwrap() {
        match piece["id"].as_str().unwrap() {
            "e0KL1" => piece["hasMoved"] = json!(true),
            "a1QL1" => piece["movedByAB"] = json!(true),
            "b2W" => piece["hasMoved"] = json!(true),
            _ => {}
        }
    }
    let tfen = load(old).unwrap().game.position().to_tfen();
    assert!(tfen.contains("QL1w^:PP/RQ"), "{tfen}");
    assert!(tfen.ends_with(" w Qkq b2W a1QL1 - - 0 3"), "{tfen}");
}

/// An older form, spoilt, is refused with these words.
#[track_caller]
fn check_old_refused(mut old: Value, spoil: impl Fn(&mut Value), words: &str) {
    spoil(&mut old);
    let error = load(old).expect_err(words);
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn older_forms_with_impossible_contents() {
    check_old_refused(
        by_positions(),
        |old| old["attackBoardPositions"]["WQL"] = json!("QL7"),
        "stands on no pin",
    );
    check_old_refused(
        by_positions(),
        |old| old["attackBoardPositions"]["XQL"] = json!("QL2"),
        "no such board",
    );
    check_old_refused(
        by_positions(),
        |old| old["attackBoardPositions"] = json!({"WQL": "QL1"}),
        "is missing",
    );
    check_old_refused(
        by_positions(),
        |old| old["attackBoardPositions"]["WQL"] = json!("KL1"),
        "no square",
    );
    check_old_refused(
        by_states(),
        |old| old["attackBoardStates"]["WQL"] = json!("WKL@QL1:0"),
        "another board's",
    );
    check_old_refused(
        by_states(),
        |old| old["attackBoardStates"]["WQL"] = json!("WQL@QL1:90"),
        "neither 0 nor 180",
    );
    check_old_refused(
        by_tracks(),
        |old| old["trackStates"]["QL"]["whiteBoardPin"] = json!(7),
        "not 1 to 6",
    );
    check_old_refused(by_tracks(), |old| old["trackStates"] = json!({}), "track is missing");
    check_old_refused(by_tracks(), |old| old["pieces"] = json!([]), "king");
    check_old_refused(
        by_tracks(),
        |old| old["pieces"][0]["level"] = json!("QL3:0"),
        "no board stands",
    );
    check_old_refused(by_tracks(), |old| old["pieces"][0]["file"] = json!(0), "no square");
    check_old_refused(
        by_tracks(),
        |old| old["pieces"][1] = old["pieces"][0].clone(),
        "another piece",
    );
    check_old_refused(
        by_tracks(),
        |old| old["pieces"][0]["type"] = json!("wizard"),
        "no kind of piece",
    );
    check_old_refused(
        by_tracks(),
        |old| old["currentTurn"] = Value::Null,
        "\"currentTurn\" is missing",
    );
    check_old_refused(by_tracks(), |old| old["trackStates"] = Value::Null, "no saved game");
}

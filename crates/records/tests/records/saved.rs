//! Saved games: round trips of version 3, the older formats, and errors.

use serde_json::{Value, json};
use trid_records::{Record, SavedGame, read_all};
use trid_rules::{Color, Game, Position, RuleBook};

use crate::tpgn::random_record;

fn save(record: &Record) -> Value {
    serde_json::to_value(SavedGame::from(record)).unwrap()
}

fn load(value: Value) -> Result<Record, String> {
    let text = value.to_string();
    let mut entries = read_all(text.as_bytes());
    entries.next().unwrap().record.map_err(|error| error.to_string())
}

#[test]
fn saved_games_survive_a_round_trip() {
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
fn deep_variations_are_flat_in_json() {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for mv in crate::playouts::random_game(RuleBook::Revised, 1, 90) {
        let other = game.position().legal_moves().into_iter().find(|other| *other != mv);
        if let Some(other) = other {
            game.play(other).unwrap();
            game.undo();
        }
        game.play(mv).unwrap();
    }
    let record = Record::new(game);
    let text = record.to_tpgn();
    assert!(text.contains(&")".repeat(80)), "{text}");
    let saved = serde_json::to_string(&SavedGame::from(&record)).unwrap();
    let loaded: SavedGame = serde_json::from_str(&saved).unwrap();
    assert_eq!(loaded.record().unwrap().to_tpgn(), text);
    let read: Vec<Record> =
        trid_records::tpgn::read(&text, RuleBook::Revised).map(Result::unwrap).collect();
    assert_eq!(read[0].to_tpgn(), text);
}

#[test]
fn saved_games_match_the_schema() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/use/saved-game.schema.json")).unwrap();
    for seed in 0..20 {
        let saved = save(&random_record(RuleBook::Meder, seed, 60));
        assert_eq!(violations(&schema, &schema, &saved), Vec::<String>::new());
    }
    for (name, value) in [
        ("version", json!(2)),
        ("rules", json!("chess")),
        ("moves", json!([{"text": "b4N"}])),
        ("moves", json!([{"move": "b2Wb4N", "nags": [256]}])),
        ("variations", json!([{"from": -1, "moves": []}])),
        ("extra", json!(1)),
    ] {
        let mut changed = valid();
        changed[name] = value;
        assert_ne!(violations(&schema, &schema, &changed), Vec::<String>::new(), "{changed}");
    }
}

/// The violations of a JSON schema, for the keywords that ours uses.
fn violations(root: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let object = || value.as_object().into_iter().flatten();
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    };
    let mut found = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema") {
        let mut parts = Vec::new();
        let mut names = rule.as_array().into_iter().flatten();
        let holds = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            "type" => rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is)),
            "const" => rule == value,
            "enum" => names.any(|name| name == value),
            "minimum" => value.as_i64().is_none_or(|number| number >= rule.as_i64().unwrap()),
            "maximum" => value.as_i64().is_none_or(|number| number <= rule.as_i64().unwrap()),
            "required" => names.all(|name| value.get(name.as_str().unwrap()).is_some()),
            "additionalProperties" if rule.is_boolean() => {
                object().all(|(name, _)| schema["properties"].get(name).is_some())
            }
            _ => {
                match keyword.as_str() {
                    "$ref" => {
                        let place = rule.as_str().unwrap().trim_start_matches('#');
                        parts.push((root.pointer(place).expect("a definition"), value));
                    }
                    "properties" => {
                        let rules = rule.as_object().unwrap().iter();
                        parts.extend(
                            rules.filter_map(|(name, rule)| Some((rule, value.get(name)?))),
                        );
                    }
                    "additionalProperties" => {
                        parts.extend(object().map(|(_, value)| (rule, value)))
                    }
                    "items" => {
                        parts.extend(
                            value.as_array().into_iter().flatten().map(|value| (rule, value)),
                        );
                    }
                    other => panic!("keyword {other}"),
                }
                true
            }
        };
        found.extend(parts.into_iter().flat_map(|(rule, value)| violations(root, rule, value)));
        if !holds {
            found.push(format!("{keyword} {rule} does not hold of {value}"));
        }
    }
    found
}

/// A valid saved game of version 3 with one move.
fn valid() -> Value {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    game.play("b2Wb4N".parse().unwrap()).unwrap();
    game.resign(Color::Black).unwrap();
    save(&Record::new(game))
}

/// Checks the error of a valid game with these fields changed, or removed if null.
#[track_caller]
fn check_rejected(changes: Value, words: &str) {
    let mut value = valid();
    for (name, change) in changes.as_object().unwrap() {
        match change {
            Value::Null => drop(value.as_object_mut().unwrap().remove(name)),
            _ => value[name] = change.clone(),
        }
    }
    let error = load(value).expect_err(words);
    assert!(error.contains(words), "{error}");
}

#[test]
fn each_defect_has_its_error() {
    assert!(load(valid()).is_ok());
    check_rejected(json!({"version": 4}), "unknown version 4");
    check_rejected(json!({"version": "three"}), "unknown version \"three\"");
    check_rejected(json!({"version": null}), "not a saved game");
    for field in ["rules", "start", "moves", "status", "result"] {
        check_rejected(json!({field: null}), &format!("missing field `{field}`"));
    }
    check_rejected(json!({"rules": "chess"}), "chess");
    check_rejected(json!({"start": "nonsense"}), "T-FEN");
    check_rejected(json!({"extra": 1}), "unknown field `extra`");
    check_rejected(
        json!({"moves": [{"move": "b2Wb9N"}]}),
        "move 1: \"b2Wb9N\" cannot be played: E_NONEXISTENT_TARGET",
    );
    check_rejected(json!({"moves": [{"move": "b2Wb4N", "text": "a3W"}]}), "not what its text");
    check_rejected(json!({"moves": [{"mv": "b2Wb4N"}]}), "unknown field `mv`");
    check_rejected(json!({"moves": 7}), "invalid type");
    check_rejected(json!({"variations": [{"from": 2, "moves": []}]}), "variation 1 follows move 2");
    check_rejected(json!({"result": "2-0"}), "2-0");
    check_rejected(json!({"result": "0-1", "status": "checkmate"}), "contradict");
    check_rejected(
        json!({"result": "1/2-1/2", "status": "draw", "reason": "threefold"}),
        "contradict",
    );
    check_rejected(json!({"status": "ongoing"}), "contradict");
    check_rejected(json!({"tags": {"bad name": "x"}}), "not a tag name");
}

/// The pieces of the start position in older formats.
fn old_pieces(level: impl Fn(&str) -> String) -> Value {
    let start = Position::start(RuleBook::Revised);
    let mut squares: Vec<_> = start.occupied().iter().collect();
    squares.sort_unstable();
    let piece = |square: trid_rules::Square| {
        let piece = start.piece_at(square).unwrap();
        json!({
            "id": square.to_string(), "type": piece.role.to_string(), "color": piece.color.to_string(),
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
fn older_formats_are_read() {
    for old in [by_positions(), by_states(), by_tracks()] {
        let record = load(old.clone()).unwrap_or_else(|error| panic!("{error}\n{old:#}"));
        assert_eq!(record.game.position(), &Position::start(RuleBook::Revised));
    }
}

#[test]
fn older_marks_are_kept() {
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

#[test]
fn older_formats_with_invalid_contents() {
    let positions = by_positions();
    let states = by_states();
    let tracks = by_tracks();
    for (old, place, value, words) in [
        (&positions, "/attackBoardPositions/WQL", json!("QL7"), "is not on a pin"),
        (&positions, "/attackBoardPositions/XQL", json!("QL2"), "no such board"),
        (&positions, "/attackBoardPositions", json!({"WQL": "QL1"}), "is missing"),
        (&positions, "/attackBoardPositions/WQL", json!("KL1"), "no square"),
        (&states, "/attackBoardStates/WQL", json!("WKL@QL1:0"), "another board's"),
        (&states, "/attackBoardStates/WQL", json!("WQL@QL1:90"), "neither 0 nor 180"),
        (&tracks, "/trackStates/QL/whiteBoardPin", json!(7), "not 1 to 6"),
        (&tracks, "/trackStates", json!({}), "track is missing"),
        (&tracks, "/pieces", json!([]), "king"),
        (&tracks, "/pieces/0/level", json!("QL3:0"), "there is no board"),
        (&tracks, "/pieces/0/file", json!(0), "no square"),
        (&tracks, "/pieces/1", tracks["pieces"][0].clone(), "another piece"),
        (&tracks, "/pieces/0/type", json!("wizard"), "not a kind of piece"),
        (&tracks, "/currentTurn", Value::Null, "\"currentTurn\" is missing"),
        (&tracks, "/trackStates", Value::Null, "not a saved game"),
    ] {
        let mut changed = old.clone();
        let (parent, name) = place.rsplit_once('/').unwrap();
        match changed.pointer_mut(parent).unwrap() {
            Value::Array(list) => list[name.parse::<usize>().unwrap()] = value,
            object => object[name] = value,
        }
        let error = load(changed).expect_err(words);
        assert!(error.contains(words), "{place}: {error}");
    }
}

//! Exports of the original program: `payload` with `moveHistory`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use trid_records::{Record, read_all};
use trid_rules::{Castling, Color, Game, Move, Pin, Position, RuleBook, Square};

use crate::playouts;

fn load(value: Value) -> Result<Record, String> {
    load_under(value, RuleBook::Revised)
}

fn load_under(value: Value, book: RuleBook) -> Result<Record, String> {
    let text = value.to_string();
    let mut entries = read_all(text.as_bytes()).from_position(Position::start(book));
    entries.next().unwrap().record.map_err(|error| error.to_string())
}

/// A square as the original program names it.
fn name(square: Square) -> String {
    match square.pin() {
        Some(pin) => format!("{}{pin}:0", square.column()),
        None => square.to_string(),
    }
}

/// An entry of `moveHistory`. None for a forced promotion, which the original program leaves out.
fn entry(mv: Move, before: &Position) -> Option<Value> {
    Some(match mv {
        Move::Piece { from, to, .. } => {
            let piece = before.piece_at(from).unwrap();
            // The original program does not find attack squares.
            let from = if from.pin().is_some() { String::new() } else { name(from) };
            json!({"type": "piece-move", "from": from, "to": name(to),
                   "piece": {"type": piece.role.to_string(), "color": piece.color.to_string()}})
        }
        Move::Castle(castling) => {
            let castle_type = if castling == Castling::Short { "kingside-kl" } else { "queenside" };
            json!({"type": "castle", "castleType": castle_type, "color": before.turn().to_string()})
        }
        Move::Board { from, to, .. } => json!({"type": "board-move", "from": from.to_string(),
                                              "to": to.to_string(), "boardId": "WQL"}),
        Move::Turn { pin } => json!({"type": "board-move", "from": pin.to_string(),
                                     "to": pin.to_string(), "boardId": "WQL"}),
        Move::Promote { .. } => return None,
    })
}

fn export(game: &Game) -> Value {
    let position = game.position();
    let tfen = position.to_tfen();
    let carried = tfen.split(' ').nth(4).unwrap();
    let pieces: Vec<Value> = position
        .occupied()
        .iter().map(|square| {
            let piece = position.piece_at(square).unwrap();
            let level = name(square).split_off(2);
            json!({"id": square.to_string(), "type": piece.role.to_string(), "color": piece.color.to_string(),
                   "file": square.file() as u8, "rank": square.rank().number(), "level": level,
                   "hasMoved": true,
                   "movedByAB": carried.split(',').any(|other| other == square.to_string())})
        })
        .collect();
    let boards = position.boards();
    let names = ["WQL", "WKL", "BQL", "BKL"].into_iter().zip(boards);
    let boards: serde_json::Map<String, Value> =
        names.map(|(name, board)| (name.to_owned(), json!(board.pin.to_string()))).collect();
    let mut before = game.start().clone();
    let mut history = Vec::new();
    for played in game.moves() {
        history.extend(entry(played.mv, &before));
        before = before.play(played.mv).unwrap();
    }
    json!({
        "version": 1, "createdAt": "2025-10-05T10:00:00.000Z", "id": "3f0c", "name": "Manual Save",
        "payload": {
            "pieces": pieces, "currentTurn": position.turn().to_string(), "isCheck": false,
            "isCheckmate": false, "isStalemate": false, "winner": null, "gameOver": false,
            "attackBoardPositions": boards, "moveHistory": history,
            "boardRotations": {"WL": 0}, "camera": {"currentView": "default"},
        },
        "integrity": {"schemaVersion": 1}, "meta": {"source": "local"},
    })
}

fn play(moves: &str) -> Game {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for text in moves.split(' ') {
        game.play(game.read_move(text).unwrap()).unwrap();
    }
    game
}

#[test]
fn exports_keep_their_moves() {
    let game = play("b4N Nb6N a3W c5N b4Nxc5N");
    let record = load(export(&game)).unwrap();
    assert_eq!(record.game.position(), game.position());
    let moves = |game: &Game| game.moves().map(|played| played.mv).collect::<Vec<_>>();
    assert_eq!(moves(&record.game), moves(&game));
    // The last double step allows en passant.
    let record = load(export(&play("b4N"))).unwrap();
    assert_eq!(record.game.position(), play("b4N").position());
}

#[test]
fn exports_keep_their_name_and_date_as_tags() {
    let tags = |name: Value, created_at: Value| {
        let mut file = export(&play("b4N"));
        file["name"] = name;
        file["createdAt"] = created_at;
        let tags = load(file).unwrap().tags;
        tags.into_iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>()
    };
    let time = "2025-10-05T10:00:00.000Z";
    assert_eq!(
        tags(json!("Manual  Save\n"), json!(time)),
        ["Event Manual Save", "Date 2025.10.05"]
    );
    assert_eq!(tags(json!("?"), json!("2025-10-05")), ["Date 2025.10.05"]);
    assert_eq!(tags(json!(" "), json!("2025-13-05T10:00")), [""; 0]);
    for bad in ["2025-10-5T", "2025-10-05x", "+025-10-05", "2025-10", "é025-10-05", ""] {
        assert_eq!(tags(json!(7), json!(bad)), [""; 0], "{bad:?}");
    }
    assert_eq!(tags(Value::Null, json!(1_759_658_400_000_u64)), [""; 0]);
    let saved = json!({"version": 3, "rules": "revised", "moves": [], "status": "ongoing",
        "result": "*", "start": Position::start(RuleBook::Revised).to_tfen(), "name": 7});
    assert!(load(saved).unwrap_err().contains("unknown field `name`"));
}

/// The history is ambiguous, so another order or another piece may lead to the same placement.
#[test]
fn random_exports_are_replayed() {
    let mut replayed = 0;
    for seed in 0..40 {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        for mv in playouts::random_game(RuleBook::Revised, seed, 60) {
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.position().pending().is_some() {
            continue;
        }
        let record = load(export(&game)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(record.game.ply(), game.ply(), "seed {seed}: {}", record.to_tpgn());
        for color in Color::ALL {
            assert_eq!(
                record.game.position().pieces_of(color),
                game.position().pieces_of(color),
                "seed {seed}"
            );
        }
        replayed += 1;
    }
    assert!(replayed > 30, "{replayed}");
}

/// A history that names every square and the orientation of every board. The original program also turns
/// boards without a rider; here every second one arrives turned.
fn full_history(game: &Game, activations: bool) -> Vec<Value> {
    let mut turned: BTreeMap<Pin, bool> = BTreeMap::new();
    let mut history = Vec::new();
    for (number, played) in game.moves().enumerate() {
        let Some(mut entry) = entry(played.mv, played.before) else { continue };
        let board = match played.mv {
            Move::Board { from, to, turned, .. } => Some((from, to, turned)),
            Move::Turn { pin } => Some((pin, pin, true)),
            Move::Piece { from, .. } => {
                entry["from"] = json!(name(from));
                None
            }
            _ => None,
        };
        if let Some((from, to, changes_corner)) = board {
            let old = turned.remove(&from).unwrap_or(false);
            let is_empty = played.before.riders(from).is_empty();
            let new = if is_empty { number % 2 == 0 } else { old != changes_corner };
            turned.insert(to, new);
            entry["rotation"] = json!(if new { 180 } else { 0 });
            if activations && from.line() == to.line() {
                let choice = if changes_corner { "rotation" } else { "identity" };
                entry = json!({"type": "activation", "track": from.line().name(),
                    "from": from.number(), "to": to.number(), "rotation": entry["rotation"],
                    "arrivalChoice": choice});
            }
        }
        history.push(entry);
    }
    history
}

#[test]
fn riders_keep_their_corner() {
    let mut turns = 0;
    for seed in 0..60 {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        for mv in playouts::random_game(RuleBook::Revised, seed, 120) {
            if game.play(mv).is_err() {
                break;
            }
        }
        if game.position().pending().is_some() {
            continue;
        }
        let moves = |game: &Game| {
            let moves = game.moves().map(|played| played.mv);
            moves.filter(|mv| mv.promotion().is_none()).collect::<Vec<_>>()
        };
        for activations in [false, true] {
            let mut file = export(&game);
            file["payload"]["moveHistory"] = json!(full_history(&game, activations));
            let record = load(file).unwrap();
            assert_eq!(moves(&record.game), moves(&game), "seed {seed}");
        }
        let is_turn =
            |mv: &&Move| matches!(mv, Move::Turn { .. } | Move::Board { turned: true, .. });
        turns += moves(&game).iter().filter(is_turn).count();
    }
    assert!(turns > 50, "{turns} turns");
}

#[test]
fn a_history_beside_the_position_is_replayed() {
    let game = play("b4N Nb6N a3W");
    let mut file = export(&game)["payload"].clone();
    assert_eq!(load(file.clone()).unwrap().game.ply(), 3);
    file.as_object_mut().unwrap().remove("attackBoardPositions");
    let track = json!({"whiteBoardPin": 1, "blackBoardPin": 6});
    file["trackStates"] = json!({"QL": track, "KL": track});
    let record = load(file.clone()).unwrap();
    assert_eq!((record.game.ply(), record.game.position()), (3, game.position()));
    file["moveHistory"][1] = json!({"type": "unknown"});
    let record = load(file).unwrap();
    let root = record.game.node(record.game.root()).unwrap();
    assert!(root.comments[0].starts_with("Only the saved position was kept: move 2 "));
}

#[track_caller]
fn check_only_position(change: impl Fn(&mut Value), comment: &str) {
    let game = play("b4N Nb6N a3W");
    let mut file = export(&game);
    change(&mut file["payload"]["moveHistory"]);
    let record = load(file).unwrap();
    assert_eq!(record.game.ply(), 0);
    assert_eq!(record.game.position().occupied(), game.position().occupied());
    let root = record.game.node(record.game.root()).unwrap();
    assert!(root.comments[0].starts_with(comment), "{:?}", root.comments);
}

#[test]
fn an_illegal_move_leaves_only_the_position() {
    check_only_position(
        |history| history[2]["to"] = json!("a5N"),
        "Only the saved position was kept: move 3 (a2W to a5N) is not legal: E_",
    );
    check_only_position(
        |history| history[1] = json!({"type": "board-move", "from": "QL6", "to": "QL5"}),
        "Only the saved position was kept: move 2 (QL6 to QL5) is not legal: E_",
    );
    check_only_position(
        |history| history[1] = json!("Nb6N"),
        "Only the saved position was kept: move 2 is not a piece-move, board-move, activation or castle.",
    );
    check_only_position(
        |history| history[2]["to"] = json!("a4W"),
        "Only the saved position was kept: the moves lead to another position.",
    );
}

#[test]
fn older_formats_take_the_rule_book_of_the_caller() {
    let game = load_under(export(&play("b4N Nb6N")), RuleBook::Meder).unwrap().game;
    assert_eq!((game.book(), game.ply()), (RuleBook::Meder, 2));
}

#[test]
fn messages_name_what_is_wrong() {
    let check = |change: &dyn Fn(&mut Value), message: &str| {
        let mut file = export(&play("b4N"));
        change(&mut file);
        let error = load(file).unwrap_err();
        assert!(error.contains(message), "{error}");
    };
    check(
        &|file| file["payload"]["pieces"][0]["file"] = json!([1]),
        "the file of a piece must be 0 to 5, or one of z a b c d e",
    );
    check(
        &|file| file["payload"]["pieces"][0]["rank"] = json!(-1),
        "invalid value: integer `-1`, expected u16",
    );
    check(&|file| file["payload"]["pieces"][0]["rank"] = json!(300), "its rank is not 0 to 9");
    check(&|file| file["payload"] = json!([]), "expected an object with a saved game");
    check(&|file| file["payload"]["pieces"][0] = json!(7), "expected an object with a piece");
    check(
        &|file| file["payload"]["trackStates"] = json!({"QL": "x"}),
        "expected an object with the boards of a track",
    );
    check(
        &|file| *file = json!({"version": 3, "moves": ["b2Wb4N"]}),
        "expected an object with a move",
    );
    check(
        &|file| *file = json!({"version": 3, "variations": [7]}),
        "expected an object with a variation",
    );
    check(&|file| file["version"] = json!([]), "the version must be a number or a text");
    check(
        &|file| {
            *file = json!({"version": 3, "rules": "revised", "moves": [], "status": "ongoing",
                "result": "*", "start": Position::start(RuleBook::Meder).to_tfen_with_book()})
        },
        "the field \"rules\" names the rule book revised, the start meder",
    );
    check(
        &|file| *file = json!({"version": 3, "moves": [{"move": "b2Wb4N", "nags": [300]}]}),
        "invalid value: integer `300`, expected u8",
    );
}

/// Two knights that go back and forth are ambiguous at every move if their squares are not named.
#[test]
fn ambiguous_exports_take_little_time() {
    let started = std::time::Instant::now();
    let mut file = export(&play("b4N Nb6N a3W"));
    let unnamed = |color: &str| {
        json!({"type": "piece-move", "from": "", "to": "",
               "piece": {"type": "knight", "color": color}})
    };
    let history: Vec<Value> =
        (0..400).map(|ply| unnamed(if ply % 2 == 0 { "white" } else { "black" })).collect();
    file["payload"]["moveHistory"] = json!(history);
    let record = load(file).unwrap();
    let root = record.game.node(record.game.root()).unwrap();
    assert!(root.comments[0].contains("the moves are too ambiguous"), "{:?}", root.comments);
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
}

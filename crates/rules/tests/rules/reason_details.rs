//! Every detail of a reason, in a file that the page's tests read to check their wording.
//!
//! `UPDATE_EXPECT=1 cargo test -p trid-rules --test rules reason_details` rewrites it.

use std::collections::BTreeMap;

use expect_test::expect_file;
use serde_json::Value;
use trid_rules::{
    Color, Game, Position, RuleBook,
    explain::{Reason, ReasonDetail},
};

use trid_view::json::Json;

use crate::{reasons::CASES, stuck};

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
const BARE: &str =
    "4/4/4/1K2|4/4/4/R3|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/n1,KL6b:2/2 w - - - - - 0 9";
const ROOKS: &str =
    "R2R/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";
const KING_BEHIND: &str =
    "4/4/4/1K2|4/4/4/4|Rnk1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";

/// Texts whose details do not occur in the table of codes.
const TEXTS: &[(&str, &str)] = &[
    (START, "d4"),
    (START, "Nb0"),
    (START, "QL3@q5"),
    (START, "bxb4N"),
    (START, "b4N e.p."),
    (START, "b2Wb9B"),
    (START, "b1Wb7B"),
    (START, "a0QL1c3W"),
    (START, "z0QL1b3W"),
    (START, "d0KL1d4W"),
    (START, "Nz9QL6b3W"),
    (BARE, "a3N"),
    (BARE, "Qa3N"),
    (BARE, "QL6-QL5"),
    (BARE, "a3Na3W"),
    (ROOKS, "Rb4W"),
    (KING_BEHIND, "a8Bc8B"),
];

#[test]
fn every_detail_is_in_the_file_of_the_page() {
    let mut details = BTreeMap::new();
    let mut add = |reason: Reason| {
        let detail = reason.detail.as_ref().expect("reasons have a detail");
        details
            .entry(name(detail))
            .or_insert_with(|| serde_json::to_string(&Json(&reason)).unwrap());
    };
    for &(book, tfen, text, _) in CASES {
        position(tfen, book).explain_text(text).into_iter().for_each(&mut add);
    }
    for &(tfen, text) in TEXTS {
        let error = position(tfen, RuleBook::Revised).read_move(text).expect_err(text);
        error.reasons.into_iter().for_each(&mut add);
    }
    stuck::every_reason().into_iter().for_each(&mut add);
    game_reasons().into_iter().for_each(&mut add);

    let rows: Vec<String> = details.into_values().collect();
    let text = format!("[\n  {}\n]\n", rows.join(",\n  "));
    expect_file!["../../../../web/tests/fixtures/reasons.json"].assert_eq(&text);
}

/// The reasons that only a game gives.
fn game_reasons() -> Vec<Reason> {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mv = "b2Wb3W".parse().unwrap();
    let early = Reason::new(ReasonDetail::NotYourTurn { color: Color::Black });
    game.resign(Color::White).unwrap();
    [vec![early], game.play(mv).unwrap_err().reasons].concat()
}

/// The type of a detail; for the way a piece moves, with the piece.
fn name(detail: &ReasonDetail) -> String {
    let json = serde_json::to_value(Json(detail)).unwrap();
    let name = json["type"].as_str().unwrap();
    match &json["role"] {
        Value::String(role) if name == "pattern" => format!("{name} {role}"),
        _ => name.to_owned(),
    }
}

fn position(tfen: &str, book: RuleBook) -> Position {
    Position::from_tfen(tfen, book).unwrap_or_else(|error| panic!("{tfen}: {error}"))
}

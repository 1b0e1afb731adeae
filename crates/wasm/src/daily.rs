//! The puzzle of the day, for the home screen, which does not load the other puzzles.

use trid_learn::puzzle::{collection::Collection, view::DailyPuzzle};
use trid_rules::RuleBook;
use wasm_bindgen::prelude::wasm_bindgen;

/// The `DailyPuzzle` of a day since 1970 as JSON, or null. `index` is the index of the puzzles.
#[wasm_bindgen(unchecked_return_type = "Json<DailyPuzzle | null>")]
#[must_use]
pub fn daily_puzzle(index: &str, day: u32) -> String {
    let collection = Collection::parse(index).unwrap_or_default();
    crate::json(&DailyPuzzle::of(&collection, RuleBook::Revised, day))
}

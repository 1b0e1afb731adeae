//! Trainers for the page.

use trid_learn::{StoredScores, TrainerKind, TrainerScores, Training};
use trid_protocol::ErrorCode;
use trid_rules::RuleBook;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::json;
use crate::thrown_error::ThrownError;

/// A run of a trainer. Times are in milliseconds since 1970.
#[wasm_bindgen]
pub struct WasmTraining(Training);

#[wasm_bindgen]
impl WasmTraining {
    /// Starts a run.
    ///
    /// # Errors
    /// Throws an `ApiError` if there is no such trainer or rule book.
    #[wasm_bindgen(constructor)]
    pub fn new(
        kind: &str,
        book: &str,
        seed: u32,
        timed: bool,
        now: f64,
    ) -> Result<WasmTraining, JsValue> {
        let book: RuleBook =
            book.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))?;
        let kind = TrainerKind::from_name(kind)
            .ok_or_else(|| ThrownError::new(ErrorCode::NoPage, "there is no such trainer"))?;
        Ok(WasmTraining(Training::new(kind, book, u64::from(seed), timed, now)))
    }

    /// The `TrainingState`.
    #[wasm_bindgen(unchecked_return_type = "Json<TrainingState>")]
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.0.state())
    }

    /// The milliseconds left; undefined for an untimed run.
    #[must_use]
    pub fn time_left(&self, now: f64) -> Option<f64> {
        self.0.time_left(now)
    }

    /// Judges an answer: the `TrainerVerdict`.
    #[wasm_bindgen(unchecked_return_type = "Json<TrainerVerdict>")]
    pub fn answer(&mut self, answer: &str, now: f64) -> String {
        json(&self.0.answer(answer, now))
    }

    /// Gives the question up and shows its solution.
    pub fn reveal(&mut self) {
        self.0.reveal();
    }

    /// Asks the next question.
    pub fn next_question(&mut self) {
        self.0.next_question();
    }

    /// The stored scores with this run added; undefined if it has no score, or if they cannot be read and must stay as
    /// they are.
    #[must_use]
    pub fn add_score(&self, stored: Option<String>, now: f64) -> Option<String> {
        let score = self.0.score(now)?;
        let mut scores = read(stored)?;
        scores.add(self.0.kind(), score);
        Some(scores.write())
    }
}

/// The stored scores with those of another browser added; undefined if one of them cannot be read.
#[wasm_bindgen]
#[must_use]
pub fn merge_trainer_scores(stored: Option<String>, other: &str) -> Option<String> {
    let other = TrainerScores::read(other).ok()?;
    let mut scores = read(stored)?;
    scores.merge(other);
    Some(scores.write())
}

/// Stored scores; there are none before the first run.
fn read(stored: Option<String>) -> Option<TrainerScores> {
    stored.map_or_else(|| Some(TrainerScores::default()), |text| TrainerScores::read(&text).ok())
}

/// Reads stored scores: a `StoredScores`.
#[wasm_bindgen(unchecked_return_type = "Json<StoredScores>")]
#[must_use]
pub fn trainer_scores(stored: Option<String>) -> String {
    json(&StoredScores::read(stored.as_deref()))
}

//! Lessons for the page: the course and the progress.

use trid_learn::{Progress, Stage};
use trid_rules::explain::Code;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::json;
use crate::thrown_error::ThrownError;

/// The stages of the course, each a `StageSummary`.
#[wasm_bindgen(unchecked_return_type = "Json<readonly StageSummary[]>")]
#[must_use]
pub fn stages() -> String {
    json(&trid_learn::stages().iter().map(Stage::summary).collect::<Vec<_>>())
}

/// The progress through the course.
#[wasm_bindgen]
pub struct WasmProgress {
    progress: Progress,
}

#[wasm_bindgen]
impl WasmProgress {
    /// Reads stored progress; none is stored on a first visit.
    ///
    /// # Errors
    /// Throws an `ApiError` if it cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(text: Option<String>) -> Result<WasmProgress, JsValue> {
        let progress = text.map_or_else(|| Ok(Progress::default()), |text| Progress::read(&text));
        let progress = progress.map_err(|error| ThrownError::new(Code::Syntax, error))?;
        Ok(WasmProgress { progress })
    }

    /// The progress as JSON, to be stored and shown.
    #[wasm_bindgen(unchecked_return_type = "Json<Progress>")]
    #[must_use]
    pub fn text(&self) -> String {
        json(&self.progress)
    }

    /// Adds the stars of a solved exercise.
    pub fn record(&mut self, exercise: &str, stars: u8) {
        self.progress.record(exercise, stars);
    }

    /// Sets the place where the person stopped.
    pub fn set_last(&mut self, path: &str) {
        self.progress.last = Some(path.to_owned());
    }

    /// Adds progress of another browser.
    pub fn merge(&mut self, other: &WasmProgress) {
        self.progress.merge(other.progress.clone());
    }

    /// Forgets the stars of a stage.
    pub fn reset(&mut self, stage: &str) {
        self.progress.reset(stage);
    }
}

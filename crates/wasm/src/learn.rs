//! Lessons for the page: the course, an attempt at an exercise, and the progress.

use trid_learn::{Attempt, AttemptError, ExerciseView, Progress, Stage, find_exercise};
use trid_protocol::ErrorCode;
use trid_records::Record;
use trid_rules::{explain::Code, game::Claim};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

/// The stages of the course, each a `StageSummary`.
#[wasm_bindgen(unchecked_return_type = "Json<readonly StageSummary[]>")]
#[must_use]
pub fn stages() -> String {
    json(&trid_learn::stages().iter().map(Stage::summary).collect::<Vec<_>>())
}

/// An attempt at an exercise.
#[wasm_bindgen]
pub struct WasmExercise {
    attempt: Attempt,
}

#[wasm_bindgen]
impl WasmExercise {
    /// An exercise by its id.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str) -> Result<WasmExercise, JsValue> {
        let unknown = || ThrownError::new(ErrorCode::NoPage, format!("no exercise {id:?}"));
        let exercise = find_exercise(id).ok_or_else(unknown)?;
        let attempt =
            Attempt::new(exercise).map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
        Ok(WasmExercise { attempt })
    }

    /// The `ExerciseView`.
    #[wasm_bindgen(unchecked_return_type = "Json<ExerciseView>")]
    #[must_use]
    pub fn view(&self) -> String {
        json(&ExerciseView::new(&self.attempt))
    }

    /// The `AttemptState`.
    #[wasm_bindgen(unchecked_return_type = "Json<AttemptState>")]
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.attempt.state())
    }

    /// A copy of the game at the current position.
    #[must_use]
    pub fn board(&self) -> WasmGame {
        WasmGame { record: Record::new(self.attempt.game().clone()) }
    }

    /// Plays a move of the player, in any notation.
    pub fn play(&mut self, text: &str) -> Result<(), JsValue> {
        Ok(self.attempt.play(text).map_err(thrown)?)
    }

    /// Makes the opponent's move.
    pub fn reply(&mut self) {
        self.attempt.reply();
    }

    /// Claims a draw: `threefold` or `fifty`.
    pub fn claim(&mut self, kind: &str) -> Result<(), JsValue> {
        let claim = Claim::ALL.into_iter().find(|claim| claim.name() == kind);
        let claim = claim.ok_or_else(|| {
            ThrownError::new(ErrorCode::Claim, format!("there is no claim {kind:?}"))
        })?;
        Ok(self.attempt.claim(claim).map_err(thrown)?)
    }

    /// Picks a square as the answer.
    pub fn pick(&mut self, square: &str) -> Result<(), JsValue> {
        let square = square.parse().map_err(|error| ThrownError::new(Code::Syntax, error))?;
        self.attempt.pick(square);
        Ok(())
    }

    /// Picks one of the moves in question.
    pub fn choose(&mut self, index: usize) {
        self.attempt.choose(index);
    }

    /// Takes back the player's last move.
    pub fn undo(&mut self) {
        self.attempt.undo();
    }

    /// Starts again.
    pub fn retry(&mut self) {
        self.attempt.retry();
    }

    /// The next `Hint`.
    #[wasm_bindgen(unchecked_return_type = "Json<Hint>")]
    pub fn hint(&mut self) -> String {
        json(&self.attempt.hint())
    }

    /// Starts again to show the solution, which earns no stars. Returns its steps.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly string[]>")]
    pub fn show_solution(&mut self) -> String {
        json(&self.attempt.show_solution())
    }
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

fn thrown(error: AttemptError) -> ThrownError {
    match error {
        AttemptError::Move(error) => error.into(),
        AttemptError::Claim(error) => error.into(),
        AttemptError::NotYourTurn => ThrownError::new(Code::NotYourTurn, "it is not your turn"),
    }
}

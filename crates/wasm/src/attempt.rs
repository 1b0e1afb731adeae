//! An attempt at an exercise or a puzzle, for the page.

use trid_learn::puzzle::{collection::find_in_part, view::PuzzleView};
use trid_learn::{Attempt, AttemptError, Exercise, ExerciseView, find_exercise};
use trid_protocol::ErrorCode;
use trid_records::Record;
use trid_rules::{explain::Code, game::Claim};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

/// The `ExerciseView` of an exercise.
///
/// # Errors
/// Throws an `ApiError` if there is no such exercise.
#[wasm_bindgen(unchecked_return_type = "Json<ExerciseView>")]
pub fn exercise_view(id: &str) -> Result<String, JsValue> {
    Ok(json(&ExerciseView::new(exercise(id)?)))
}

/// The `PuzzleView` of a puzzle of a part.
///
/// # Errors
/// Throws an `ApiError` if there is no such puzzle.
#[wasm_bindgen(unchecked_return_type = "Json<PuzzleView>")]
pub fn puzzle_view(part: &str, number: u32) -> Result<String, JsValue> {
    let puzzle = find_in_part(part, number);
    Ok(json(&PuzzleView::new(&puzzle.map_err(|error| ThrownError::new(Code::Syntax, error))?)))
}

/// An attempt at an exercise or a puzzle.
#[wasm_bindgen]
pub struct WasmAttempt {
    attempt: Attempt,
}

#[wasm_bindgen]
impl WasmAttempt {
    /// At an exercise, by its id.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    pub fn at_exercise(id: &str) -> Result<WasmAttempt, JsValue> {
        let attempt = Attempt::at_exercise(exercise(id)?)
            .map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
        Ok(WasmAttempt { attempt })
    }

    /// At a puzzle of a part, before the opponent's last move.
    pub fn at_puzzle(part: &str, number: u32) -> Result<WasmAttempt, JsValue> {
        let puzzle =
            find_in_part(part, number).map_err(|error| ThrownError::new(Code::Syntax, error))?;
        Ok(WasmAttempt { attempt: Attempt::at_puzzle(puzzle) })
    }

    /// The `AttemptState`.
    #[wasm_bindgen(unchecked_return_type = "Json<AttemptState>")]
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.attempt.state())
    }

    /// A copy of the game on the boards.
    #[must_use]
    pub fn board(&self) -> WasmGame {
        WasmGame { record: Record::new(self.attempt.game().clone()) }
    }

    /// Plays a move of the player, in any notation.
    pub fn play(&mut self, text: &str) -> Result<(), JsValue> {
        Ok(self.attempt.play(text).map_err(thrown)?)
    }

    /// Makes the opponent's next move.
    pub fn reply(&mut self) {
        self.attempt.reply();
    }

    /// Whether a wrong move waits for a reply that only an engine can find.
    #[must_use]
    pub fn needs_refutation(&self) -> bool {
        self.attempt.needs_refutation()
    }

    /// Sets that reply.
    pub fn refute_with(&mut self, text: &str) {
        self.attempt.refute_with(text);
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

    /// Takes back the player's last move and the reply to it.
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

    /// Gives up: `show_next` then makes the steps of the solution.
    pub fn give_up(&mut self) {
        self.attempt.give_up();
    }

    /// Makes the next step of the solution, of either side. Returns whether any are left.
    pub fn show_next(&mut self) -> bool {
        self.attempt.show_next()
    }

    /// Shows the position after a number of plies, once it is solved.
    pub fn jump(&mut self, ply: usize) {
        self.attempt.jump(ply);
    }
}

fn exercise(id: &str) -> Result<&'static Exercise, ThrownError> {
    find_exercise(id)
        .ok_or_else(|| ThrownError::new(ErrorCode::NoPage, format!("no exercise {id:?}")))
}

fn thrown(error: AttemptError) -> ThrownError {
    match error {
        AttemptError::Move(error) => error.into(),
        AttemptError::Claim(error) => error.into(),
        AttemptError::NotYourTurn => ThrownError::new(Code::NotYourTurn, "it is not your turn"),
    }
}

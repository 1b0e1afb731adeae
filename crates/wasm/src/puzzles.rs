//! Puzzles for the page: the collection with the person's progress, and an attempt at one puzzle.

use trid_learn::puzzle::{
    attempt::{PuzzleAttempt, PuzzleMoveError},
    choose::PuzzleFilter,
    collection::{Collection, CollectionError, find_in_part},
    progress::{PuzzleProgress, RunKind},
    run::Run,
    view::{PuzzleMenu, PuzzleView},
};
use trid_records::Record;
use trid_rules::{RuleBook, explain::Code};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;
use crate::{WasmGame, json};

/// All puzzles, and the person's progress.
#[wasm_bindgen]
pub struct WasmPuzzles {
    collection: Collection,
    progress: PuzzleProgress,
    run: Option<Run>,
}

#[wasm_bindgen]
impl WasmPuzzles {
    /// Reads the index of the puzzles. The progress is empty.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(index: &str) -> Result<WasmPuzzles, JsValue> {
        let collection = Collection::parse(index).map_err(thrown)?;
        Ok(WasmPuzzles { collection, progress: PuzzleProgress::default(), run: None })
    }

    /// Replaces the progress by what the browser has stored.
    pub fn read_progress(&mut self, text: &str) -> Result<(), JsValue> {
        self.progress = read(text)?;
        Ok(())
    }

    /// Adds progress of another browser.
    pub fn merge_progress(&mut self, text: &str) -> Result<(), JsValue> {
        self.progress.merge(read(text)?);
        Ok(())
    }

    /// The progress as JSON, to be stored.
    #[must_use]
    pub fn progress(&self) -> String {
        self.progress.to_json()
    }

    /// The `PuzzleMenu` of a rule book. Days are counted since 1970.
    #[wasm_bindgen(unchecked_return_type = "Json<PuzzleMenu>")]
    pub fn menu(&self, book: &str, day: u32) -> Result<String, JsValue> {
        Ok(json(&PuzzleMenu::new(&self.collection, &self.progress, rule_book(book)?, day)))
    }

    /// The name of the part that holds a puzzle; none if there is no such puzzle.
    #[must_use]
    pub fn part(&self, number: u32) -> Option<String> {
        self.collection.find(number).ok().map(|entry| entry.part.to_string())
    }

    /// The number of the next puzzle for a `PuzzleFilter`, if there is one.
    pub fn choose(
        &self,
        book: &str,
        filter: &str,
        day: u32,
        seed: u32,
    ) -> Result<Option<u32>, JsValue> {
        let filter: PuzzleFilter =
            serde_json::from_str(filter).map_err(|error| ThrownError::new(Code::Syntax, error))?;
        Ok(self.collection.choose(rule_book(book)?, filter, &self.progress, day, seed))
    }

    /// Counts a finished puzzle.
    pub fn record(&mut self, number: u32, is_solved: bool, day: u32) -> Result<(), JsValue> {
        let rating = self.collection.find(number).map_err(thrown)?.rating;
        self.progress.record(number, rating, is_solved, day);
        Ok(())
    }

    /// Starts a streak or a storm. Times are in milliseconds.
    pub fn start_run(&mut self, kind: &str, book: &str, now: f64) -> Result<(), JsValue> {
        let unknown = || ThrownError::new(Code::Syntax, format!("there is no run {kind:?}"));
        let kind = RunKind::ALL.into_iter().find(|each| each.name() == kind).ok_or_else(unknown)?;
        self.run = Some(Run::new(kind, rule_book(book)?, now as u64));
        Ok(())
    }

    /// The next puzzle of the run.
    pub fn next_in_run(&mut self, seed: u32) -> Option<u32> {
        let run = self.run.as_mut()?;
        let next = self.collection.next_in_run(run.book, run.target_rating(), &run.seen, seed)?;
        run.seen.push(next);
        Some(next)
    }

    /// Counts a puzzle of the run.
    pub fn finish_in_run(&mut self, is_solved: bool, now: f64) {
        if let Some(run) = &mut self.run {
            run.finish(is_solved, now as u64);
        }
    }

    /// The `RunState`, if a run was started.
    #[wasm_bindgen(unchecked_return_type = "Json<RunState> | undefined")]
    #[must_use]
    pub fn run(&self, now: f64) -> Option<String> {
        self.run.as_ref().map(|run| json(&run.state(now as u64)))
    }

    /// Ends the run. Returns whether it is the best so far.
    pub fn end_run(&mut self) -> bool {
        let Some(run) = self.run.take() else {
            return false;
        };
        self.progress.record_run(run.kind, run.book, run.solved)
    }
}

/// An attempt at a puzzle.
#[wasm_bindgen]
pub struct WasmPuzzle {
    attempt: PuzzleAttempt,
}

#[wasm_bindgen]
impl WasmPuzzle {
    /// A puzzle of a part, before the opponent's last move.
    ///
    /// # Errors
    /// Throws an `ApiError`, like the methods below.
    #[wasm_bindgen(constructor)]
    pub fn new(part: &str, number: u32) -> Result<WasmPuzzle, JsValue> {
        let puzzle = find_in_part(part, number).map_err(thrown)?;
        Ok(WasmPuzzle { attempt: PuzzleAttempt::new(puzzle) })
    }

    /// The `PuzzleView`.
    #[wasm_bindgen(unchecked_return_type = "Json<PuzzleView>")]
    #[must_use]
    pub fn view(&self) -> String {
        json(&PuzzleView::new(self.attempt.puzzle()))
    }

    /// The `PuzzleState`.
    #[wasm_bindgen(unchecked_return_type = "Json<PuzzleState>")]
    #[must_use]
    pub fn state(&self) -> String {
        json(&self.attempt.state())
    }

    /// A copy of the game on the boards.
    #[must_use]
    pub fn board(&self) -> WasmGame {
        WasmGame { record: Record::new(self.attempt.game().clone()) }
    }

    /// Plays a move of the person, in any notation.
    pub fn play(&mut self, text: &str) -> Result<(), JsValue> {
        self.attempt.play(text).map_err(|error| {
            match error {
                PuzzleMoveError::Move(error) => error.into(),
                PuzzleMoveError::NotYourTurn => {
                    ThrownError::new(Code::NotYourTurn, "it is not your turn")
                }
            }
            .into()
        })
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

    /// Takes back a wrong move.
    pub fn retry(&mut self) {
        self.attempt.retry();
    }

    /// The next `PuzzleHint`, or null.
    #[wasm_bindgen(unchecked_return_type = "Json<PuzzleHint | null>")]
    pub fn hint(&mut self) -> String {
        json(&self.attempt.hint())
    }

    /// Gives up: `show_next` then plays the solution.
    pub fn give_up(&mut self) {
        self.attempt.give_up();
    }

    /// Plays the next move of the solution. Returns whether moves are left.
    pub fn show_next(&mut self) -> bool {
        self.attempt.show_next()
    }

    /// Whether it is solved without a mistake, hint or solution.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.attempt.is_clean()
    }
}

fn read(text: &str) -> Result<PuzzleProgress, ThrownError> {
    PuzzleProgress::read(text).map_err(|error| ThrownError::new(Code::Syntax, error))
}

fn rule_book(text: &str) -> Result<RuleBook, ThrownError> {
    text.parse().map_err(|error| ThrownError::new(Code::Syntax, error))
}

fn thrown(error: CollectionError) -> ThrownError {
    ThrownError::new(Code::Syntax, error)
}

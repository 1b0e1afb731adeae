//! Puzzles for the page: the collection with the person's progress.

use trid_learn::puzzle::{
    choose::{PuzzleFilter, choose_first, first_part},
    collection::{Collection, CollectionError},
    progress::{PuzzleProgress, RunKind},
    run::Run,
    view::PuzzleMenu,
};
use trid_rules::{RuleBook, explain::Code};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::json;
use crate::thrown_error::ThrownError;
use trid_learn::Outcome;

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
        let filter = read_filter(filter)?;
        Ok(self.collection.choose(rule_book(book)?, filter, &self.progress, day, seed))
    }

    /// The part from which `choose_first` chooses instead, if the person is new to puzzles.
    pub fn first_part(&self, book: &str, filter: &str) -> Result<Option<String>, JsValue> {
        let part = first_part(rule_book(book)?, read_filter(filter)?, &self.progress);
        Ok(part.map(|part| part.to_string()))
    }

    /// The number of an easy puzzle from the text of that part.
    pub fn choose_first(&self, part: &str, seed: u32) -> Result<Option<u32>, JsValue> {
        Ok(choose_first(part, &self.progress, seed).map_err(thrown)?)
    }

    /// Counts a finished puzzle with its `Outcome`.
    pub fn record(
        &mut self,
        number: u32,
        #[wasm_bindgen(unchecked_param_type = "Outcome")] outcome: &str,
        day: u32,
    ) -> Result<(), JsValue> {
        let rating = self.collection.find(number).map_err(thrown)?.rating;
        let unknown = || ThrownError::new(Code::Syntax, format!("there is no outcome {outcome:?}"));
        let outcome =
            Outcome::ALL.into_iter().find(|each| each.name() == outcome).ok_or_else(unknown)?;
        self.progress.record(number, rating, outcome, day);
        Ok(())
    }

    /// Starts a streak or a storm. Times are in milliseconds.
    pub fn start_run(&mut self, kind: &str, book: &str, now: f64) -> Result<(), JsValue> {
        let unknown = || ThrownError::new(Code::Syntax, format!("there is no run {kind:?}"));
        let kind = RunKind::ALL.into_iter().find(|each| each.name() == kind).ok_or_else(unknown)?;
        self.run = Some(Run::new(kind, rule_book(book)?, now as u64));
        Ok(())
    }

    /// Starts the clock of the run.
    pub fn begin_run(&mut self, now: f64) {
        if let Some(run) = &mut self.run {
            run.begin(now as u64);
        }
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

fn read(text: &str) -> Result<PuzzleProgress, ThrownError> {
    PuzzleProgress::read(text).map_err(|error| ThrownError::new(Code::Syntax, error))
}

fn read_filter(text: &str) -> Result<PuzzleFilter, ThrownError> {
    serde_json::from_str(text).map_err(|error| ThrownError::new(Code::Syntax, error))
}

fn rule_book(text: &str) -> Result<RuleBook, ThrownError> {
    text.parse().map_err(|error| ThrownError::new(Code::Syntax, error))
}

fn thrown(error: CollectionError) -> ThrownError {
    ThrownError::new(Code::Syntax, error)
}

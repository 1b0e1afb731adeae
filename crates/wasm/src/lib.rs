//! The rules, online games, lessons and studies for the browser, the engine and films for its workers: JSON in and out, no logic.

#[cfg(feature = "learn")]
mod attempt;
#[cfg(feature = "engine")]
mod engine;
mod export;
#[cfg(feature = "film")]
mod film;
mod game;
#[cfg(feature = "analysis")]
mod import;
#[cfg(feature = "analysis")]
mod insight;
mod js_event;
#[cfg(feature = "learn")]
mod learn;
mod online_game;
#[cfg(feature = "engine")]
mod perft;
#[cfg(feature = "learn")]
mod puzzles;
#[cfg(feature = "analysis")]
mod setup;
#[cfg(feature = "analysis")]
mod study;
#[cfg(feature = "analysis")]
mod study_report;
mod thrown_error;
#[cfg(feature = "learn")]
mod trainer;

#[cfg(feature = "learn")]
pub use attempt::{WasmAttempt, exercise_view, puzzle_view};
#[cfg(feature = "engine")]
pub use engine::{SearchClock, SearchInfo, SearchRequest, Variation, WasmEngine, bench};
#[cfg(feature = "film")]
pub use film::{FilmRequest, WasmFilm, WasmPostcard, picture_png, picture_svg};
pub use game::WasmGame;
#[cfg(feature = "analysis")]
pub use import::{BadGame, ImportWarning, ImportWarningKind, WasmRecords};
#[cfg(feature = "analysis")]
pub use insight::{attack_changes, insight};
#[cfg(feature = "learn")]
pub use learn::{WasmProgress, stages};
pub use online_game::WasmOnlineGame;
#[cfg(feature = "engine")]
pub use perft::perft;
#[cfg(feature = "learn")]
pub use puzzles::WasmPuzzles;
#[cfg(feature = "analysis")]
pub use setup::WasmSetup;
#[cfg(feature = "analysis")]
pub use study::WasmStudy;
#[cfg(feature = "learn")]
pub use trainer::{WasmTraining, merge_trainer_scores, trainer_scores};

use serde::Serialize;
use trid_view::World;
use wasm_bindgen::prelude::wasm_bindgen;

/// What the declarations of the module refer to: the type of the JSON in a text.
#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = r#"
import type { Json } from "../../core/json";
import type { SetupView } from "../../wire/editor";
import type { SearchPosition } from "../../wire/engine";
import type { BadGame, History, ImportWarning, Touched } from "../../wire/game";
import type { AttackChange, Insight } from "../../wire/insight";
import type {
  AttemptState, ExerciseView, Hint, Outcome, Progress, PuzzleMenu, PuzzleView, RunState, StageSummary,
  StoredScores, TrainerVerdict, TrainingState,
} from "../../wire/learn";
import type { OnlineGameState } from "../../wire/online";
import type { Snapshot } from "../../wire/snapshot";
import type { StudyChanges, StudyReport, Threat, TryVerdict } from "../../wire/study";
import type { SquareName, World } from "../../wire/world";
"#;

/// The World as JSON.
#[wasm_bindgen(unchecked_return_type = "Json<World>")]
#[must_use]
pub fn world() -> String {
    json(World::get())
}

fn json(value: &impl Serialize) -> String {
    // `expect` would link the error messages of `serde_json` into the module.
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("plain data serializes"))
}

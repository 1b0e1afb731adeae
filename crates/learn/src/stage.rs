//! The stages of the course, read from `content/lessons/*.json`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::Exercise;

/// The files of the course in order.
const FILES: [&str; 19] = [
    include_str!("../../../content/lessons/00-first.json"),
    include_str!("../../../content/lessons/01-boards.json"),
    include_str!("../../../content/lessons/02-columns.json"),
    include_str!("../../../content/lessons/03-rook.json"),
    include_str!("../../../content/lessons/04-bishop.json"),
    include_str!("../../../content/lessons/05-queen.json"),
    include_str!("../../../content/lessons/06-knight.json"),
    include_str!("../../../content/lessons/07-king.json"),
    include_str!("../../../content/lessons/08-blocking.json"),
    include_str!("../../../content/lessons/09-levels.json"),
    include_str!("../../../content/lessons/10-pawn.json"),
    include_str!("../../../content/lessons/11-check.json"),
    include_str!("../../../content/lessons/12-mate.json"),
    include_str!("../../../content/lessons/13-moving.json"),
    include_str!("../../../content/lessons/14-castling.json"),
    include_str!("../../../content/lessons/15-promotion.json"),
    include_str!("../../../content/lessons/16-draws.json"),
    include_str!("../../../content/lessons/17-strategy.json"),
    include_str!("../../../content/lessons/18-meder.json"),
];

static STAGES: LazyLock<Vec<Stage>> = LazyLock::new(|| {
    let read = |file: &&str| serde_json::from_str(file).expect("a test reads every lesson");
    FILES.iter().map(read).collect()
});

/// A stage of the course: exercises on one topic.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stage {
    /// Its name in addresses and progress. It never changes.
    pub id: String,
    /// The topic.
    pub title: String,
    /// The topic in one sentence.
    pub text: String,
    /// The section of the guide on the topic.
    pub guide: String,
    /// The exercises in order.
    pub exercises: Vec<Exercise>,
}

/// A stage for the menu of the course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageSummary {
    /// Its name in addresses.
    pub id: String,
    /// The topic.
    pub title: String,
    /// The topic in one sentence.
    pub text: String,
    /// The section of the guide on the topic.
    pub guide: String,
    /// The exercises in order.
    pub exercises: Vec<ExerciseSummary>,
}

/// An exercise for the menu of the course.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExerciseSummary {
    /// Its name in the progress: unique in the course.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// All stages in order.
#[must_use]
pub fn stages() -> &'static [Stage] {
    &STAGES
}

/// The exercise with this id.
#[must_use]
pub fn find_exercise(id: &str) -> Option<&'static Exercise> {
    stages().iter().flat_map(|stage| &stage.exercises).find(|exercise| exercise.id == id)
}

impl Stage {
    /// The stage for the menu.
    #[must_use]
    pub fn summary(&self) -> StageSummary {
        let exercise =
            |each: &Exercise| ExerciseSummary { id: each.id.clone(), title: each.title.clone() };
        StageSummary {
            id: self.id.clone(),
            title: self.title.clone(),
            text: self.text.clone(),
            guide: self.guide.clone(),
            exercises: self.exercises.iter().map(exercise).collect(),
        }
    }
}

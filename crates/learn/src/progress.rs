//! A person's progress through the course, as the browser stores it.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Stage, stages};

/// The most stars that an exercise can earn.
const MAX_STARS: u8 = 3;

/// The stars of each exercise and the place where the person stopped. What this version does not know is kept.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Progress {
    /// Stars by the id of the exercise, 1 to 3.
    pub stars: BTreeMap<String, u8>,
    /// The exercise that was open last, as its address names it: `rook/2`.
    pub last: Option<String>,
    /// Fields of later versions.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    later: BTreeMap<String, Value>,
}

/// Stored progress that cannot be read.
#[derive(Debug)]
pub struct ProgressError(serde_json::Error);

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the progress cannot be read: {}", self.0)
    }
}

impl std::error::Error for ProgressError {}

impl Progress {
    /// Reads stored progress of this or an earlier version. Impossible numbers of stars are dropped.
    ///
    /// # Errors
    /// If it is not progress.
    pub fn read(text: &str) -> Result<Progress, ProgressError> {
        let mut progress: Progress = serde_json::from_str(text).map_err(ProgressError)?;
        progress.stars.retain(|_, stars| (1..=MAX_STARS).contains(stars));
        Ok(progress)
    }

    /// Adds the stars of a solved exercise. Fewer than before change nothing.
    pub fn record(&mut self, exercise: &str, stars: u8) {
        if stars == 0 {
            return;
        }
        let best = self.stars.entry(exercise.to_owned()).or_default();
        *best = (*best).max(stars.min(MAX_STARS));
    }

    /// Adds progress from another browser: the better result of each exercise.
    pub fn merge(&mut self, other: Progress) {
        for (exercise, stars) in other.stars {
            self.record(&exercise, stars);
        }
        self.last = self.last.take().or(other.last);
        for (name, value) in other.later {
            self.later.entry(name).or_insert(value);
        }
    }

    /// Forgets the stars of a stage.
    pub fn reset(&mut self, stage: &str) {
        let stage = stages().iter().find(|each| each.id == stage);
        for exercise in stage.into_iter().flat_map(|stage: &Stage| &stage.exercises) {
            self.stars.remove(&exercise.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn the_best_result_is_kept() {
        let mut progress = Progress::default();
        progress.record("rook-file", 2);
        progress.record("rook-file", 1);
        progress.record("rook-stars", 0);
        assert_eq!(progress.stars, [("rook-file".to_owned(), 2)].into());
        progress.record("rook-file", 9);
        assert_eq!(progress.stars["rook-file"], 3);
    }

    #[test]
    fn what_later_versions_add_is_kept() {
        let text =
            r#"{"stars":{"rook-file":3,"later-stage":1,"odd":7},"last":null,"streak":{"days":4}}"#;
        let progress = Progress::read(text).unwrap();
        assert_eq!(
            serde_json::to_string(&progress).unwrap(),
            r#"{"stars":{"later-stage":1,"rook-file":3},"last":null,"streak":{"days":4}}"#
        );
    }

    #[test]
    fn progress_of_earlier_versions_is_read() {
        assert_eq!(Progress::read("{}").unwrap(), Progress::default());
        for damaged in ["", "[", "7", r#"{"stars":[]}"#, r#"{"stars":{"rook-file":"three"}}"#] {
            assert!(Progress::read(damaged).is_err(), "{damaged}");
        }
    }

    #[test]
    fn merging_keeps_the_better_of_both() {
        let mut here = Progress::read(r#"{"stars":{"a":1,"b":3},"last":"rook/2"}"#).unwrap();
        here.merge(Progress::read(r#"{"stars":{"a":2,"c":1},"last":"pawn/1"}"#).unwrap());
        assert_eq!(
            here,
            Progress::read(r#"{"stars":{"a":2,"b":3,"c":1},"last":"rook/2"}"#).unwrap()
        );
    }

    #[test]
    fn a_stage_is_reset_alone() {
        let mut progress =
            Progress::read(r#"{"stars":{"rook-file":3,"bishop-diagonal":2}}"#).unwrap();
        progress.reset("rook");
        progress.reset("no such stage");
        assert_eq!(progress.stars, [("bishop-diagonal".to_owned(), 2)].into());
    }
}

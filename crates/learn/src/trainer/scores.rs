//! The stored scores of the trainers: the last runs of each, as versioned JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::question::TrainerKind;

/// The newest format that this version reads and the one it writes.
const VERSION: u32 = 1;
/// How many scores of a trainer are kept.
const KEPT: usize = 20;

/// The result of one run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TrainerScore {
    /// When the run ended, in milliseconds since 1970.
    pub at: f64,
    /// Questions answered right at the first attempt.
    pub right: u32,
    /// All questions that were over.
    pub asked: u32,
    /// Whether the run had a time limit.
    pub timed: bool,
}

/// The last scores of every trainer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainerScores {
    version: u32,
    /// By the trainer's name. Names that this version does not know are kept.
    scores: BTreeMap<String, Vec<TrainerScore>>,
}

impl Default for TrainerScores {
    fn default() -> TrainerScores {
        TrainerScores { version: VERSION, scores: BTreeMap::new() }
    }
}

/// Why stored scores cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoresError {
    /// The text is not what this program writes.
    Damaged,
    /// A newer version of the page has written it.
    Newer,
}

impl fmt::Display for ScoresError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScoresError::Damaged => "the stored scores are damaged",
            ScoresError::Newer => "the stored scores come from a newer version",
        })
    }
}

impl std::error::Error for ScoresError {}

impl TrainerScores {
    /// Reads stored scores.
    ///
    /// # Errors
    /// If the text is damaged or comes from a newer version.
    pub fn read(text: &str) -> Result<TrainerScores, ScoresError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let Versioned { version } = serde_json::from_str(text).map_err(|_| ScoresError::Damaged)?;
        if version > VERSION {
            return Err(ScoresError::Newer);
        }
        serde_json::from_str(text).map_err(|_| ScoresError::Damaged)
    }

    /// The scores as JSON.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("scores are plain data")
    }

    /// The scores of a trainer, oldest first.
    #[must_use]
    pub fn of(&self, kind: TrainerKind) -> &[TrainerScore] {
        self.scores.get(kind.name()).map_or(&[], Vec::as_slice)
    }

    /// Adds the newest score of a trainer.
    pub fn add(&mut self, kind: TrainerKind, score: TrainerScore) {
        let scores = self.scores.entry(kind.name().to_owned()).or_default();
        scores.push(score);
        scores.drain(..scores.len().saturating_sub(KEPT));
    }

    /// Adds scores from another browser: the last runs of both, each once.
    pub fn merge(&mut self, other: TrainerScores) {
        for (name, theirs) in other.scores {
            let scores = self.scores.entry(name).or_default();
            for score in theirs {
                if !scores.contains(&score) {
                    scores.push(score);
                }
            }
            scores.sort_by(|one, other| one.at.total_cmp(&other.at));
            scores.drain(..scores.len().saturating_sub(KEPT));
        }
    }
}

/// Stored scores for the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum StoredScores {
    /// The scores of each trainer by its name, oldest first.
    Read {
        /// The scores.
        scores: BTreeMap<String, Vec<TrainerScore>>,
    },
    /// The text is damaged.
    Damaged,
    /// A newer version of the page has written it.
    Newer,
}

impl StoredScores {
    /// Reads stored scores; there are none before the first run.
    #[must_use]
    pub fn read(stored: Option<&str>) -> StoredScores {
        match stored.map_or_else(|| Ok(TrainerScores::default()), TrainerScores::read) {
            Ok(TrainerScores { scores, .. }) => StoredScores::Read { scores },
            Err(ScoresError::Damaged) => StoredScores::Damaged,
            Err(ScoresError::Newer) => StoredScores::Newer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, ScoresError, TrainerKind, TrainerScore, TrainerScores};

    fn score(right: u32) -> TrainerScore {
        TrainerScore { at: 1_800_000_000_000.0, right, asked: right + 1, timed: true }
    }

    #[test]
    fn the_last_scores_of_each_trainer_are_kept() {
        let mut scores = TrainerScores::default();
        for right in 0..25 {
            scores.add(TrainerKind::Column, score(right));
        }
        scores.add(TrainerKind::Knight, score(3));
        let kept: Vec<u32> = scores.of(TrainerKind::Column).iter().map(|each| each.right).collect();
        assert_eq!(kept, (5..25).collect::<Vec<_>>());
        assert_eq!(kept.len(), KEPT);
        assert_eq!(scores.of(TrainerKind::Knight).len(), 1);
        assert!(scores.of(TrainerKind::Attackers).is_empty());
        assert_eq!(TrainerScores::read(&scores.write()), Ok(scores));
    }

    #[test]
    fn merging_keeps_the_last_runs_of_both_once() {
        let run = |at: u32| TrainerScore { at: f64::from(at), ..score(at) };
        let mut here = TrainerScores::default();
        let mut there = TrainerScores::default();
        (0..15).for_each(|at| here.add(TrainerKind::Column, run(at * 2)));
        (0..15).for_each(|at| there.add(TrainerKind::Column, run(at * 3)));
        there.add(TrainerKind::Knight, run(1));
        here.merge(there.clone());
        let kept: Vec<u32> = here.of(TrainerKind::Column).iter().map(|each| each.right).collect();
        let all: Vec<u32> = (0..=42).filter(|&at| at % 2 == 0 && at < 30 || at % 3 == 0).collect();
        assert_eq!(kept, all[all.len() - KEPT..]);
        assert_eq!(here.of(TrainerKind::Knight), [run(1)]);
        let merged = here.clone();
        here.merge(there);
        assert_eq!(here, merged);
    }

    /// Written by version 1; every later version reads it.
    #[test]
    fn reads_the_first_format_and_keeps_unknown_trainers() {
        let text = r#"{"version":1,"scores":{"knight":[{"at":1800000000000.0,"right":7,"asked":9,"timed":true}],"later":[]}}"#;
        let scores = TrainerScores::read(text).unwrap();
        assert_eq!(scores.of(TrainerKind::Knight)[0].right, 7);
        assert_eq!(scores.write(), text);
    }

    #[test]
    fn damaged_and_newer_scores_are_told_apart() {
        for text in ["", "{", "[]", r#"{"version":1}"#, r#"{"version":1,"scores":{"knight":[7]}}"#]
        {
            assert_eq!(TrainerScores::read(text), Err(ScoresError::Damaged), "{text}");
        }
        let newer = r#"{"version":2,"runs":[]}"#;
        assert_eq!(TrainerScores::read(newer), Err(ScoresError::Newer));
    }
}

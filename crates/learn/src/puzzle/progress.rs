//! A person's puzzle progress, as the browser stores it: rating, results, reviews and records.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trid_rules::RuleBook;

use super::glicko::Glicko;
use crate::Outcome;

/// Days until a failed puzzle returns, after each time it was solved.
const INTERVALS: [u32; 5] = [1, 3, 7, 16, 35];

/// How many puzzles a new person tries before they are chosen by rating.
const FIRST_PUZZLES: usize = 5;

/// A rating with a smaller deviation has settled.
const SETTLED_DEVIATION: f64 = 110.0;

/// The chart shows this many days.
const MAX_POINTS: usize = 180;

/// A result of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleResult {
    /// Whether it was solved without a mistake, hint or solution.
    pub solved: bool,
    /// The day of the last attempt, in days since 1970.
    pub day: u32,
}

/// A failed puzzle that returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// How often it was solved since it was failed.
    pub solved: u32,
    /// The day on which it returns.
    pub due: u32,
}

/// The rating at the end of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RatingPoint {
    /// In days since 1970.
    pub day: u32,
    /// The rating.
    pub rating: u16,
}

/// Progress. What this version does not know is kept.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleProgress {
    /// The rating.
    pub glicko: Glicko,
    /// The rating by day, oldest first.
    pub points: Vec<RatingPoint>,
    /// Results by puzzle number.
    pub results: BTreeMap<u32, PuzzleResult>,
    /// Failed puzzles that return.
    pub reviews: BTreeMap<u32, Review>,
    /// The longest streak by rule book.
    pub best_streak: BTreeMap<String, u32>,
    /// The most puzzles solved in a storm by rule book.
    pub best_storm: BTreeMap<String, u32>,
    /// Fields of later versions.
    #[serde(flatten)]
    later: BTreeMap<String, Value>,
}

/// Stored progress that cannot be read.
#[derive(Debug)]
pub struct PuzzleProgressError(String);

impl fmt::Display for PuzzleProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the puzzle progress cannot be read: {}", self.0)
    }
}

impl std::error::Error for PuzzleProgressError {}

impl PuzzleProgress {
    /// Reads stored progress of this or another version.
    ///
    /// # Errors
    /// [`PuzzleProgressError`] if it is damaged.
    pub fn read(text: &str) -> Result<PuzzleProgress, PuzzleProgressError> {
        let progress: PuzzleProgress =
            serde_json::from_str(text).map_err(|error| PuzzleProgressError(error.to_string()))?;
        if !progress.glicko.is_valid() {
            return Err(PuzzleProgressError("the rating is not possible".into()));
        }
        Ok(progress)
    }

    /// Progress as JSON.
    ///
    /// # Panics
    /// Never: all keys are texts or numbers.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("progress can be written as JSON")
    }

    /// Counts a finished puzzle. The first attempt changes the rating, a later one only the reviews, and one with a hint
    /// neither: it was only tried.
    pub fn record(&mut self, number: u32, rating: u16, outcome: Outcome, day: u32) {
        let is_solved = outcome == Outcome::Solved;
        if outcome == Outcome::Helped {
            self.postpone(number, day);
        } else {
            if !self.results.contains_key(&number) {
                let pause = self.points.last().map_or(0, |point| day.saturating_sub(point.day));
                self.glicko = self.glicko.after_pause(pause).after_puzzle(rating, is_solved);
                self.add_point(day);
            }
            self.schedule(number, is_solved, day);
        }
        let before = self.results.get(&number);
        let solved = before.map_or(is_solved, |before| {
            if outcome == Outcome::Helped { before.solved } else { is_solved }
        });
        self.results.insert(number, PuzzleResult { solved, day });
    }

    /// Whether so few puzzles were tried that the next ones are the easiest.
    #[must_use]
    pub fn is_newcomer(&self) -> bool {
        self.results.len() < FIRST_PUZZLES
    }

    /// The rating, once it says something.
    #[must_use]
    pub fn rating(&self) -> Option<u16> {
        (self.glicko.deviation < SETTLED_DEVIATION).then(|| self.glicko.rating.round() as u16)
    }

    /// A puzzle that is due and was solved with a hint returns on the next day.
    fn postpone(&mut self, number: u32, day: u32) {
        if let Some(review) = self.reviews.get_mut(&number) {
            review.due = review.due.max(day + INTERVALS[0]);
        }
    }

    fn add_point(&mut self, day: u32) {
        let point = RatingPoint { day, rating: self.glicko.rating.round() as u16 };
        match self.points.last_mut() {
            // The clock may have been set back.
            Some(last) if last.day >= day => last.rating = point.rating,
            _ => self.points.push(point),
        }
        let excess = self.points.len().saturating_sub(MAX_POINTS);
        self.points.drain(..excess);
    }

    fn schedule(&mut self, number: u32, is_solved: bool, day: u32) {
        if !is_solved {
            self.reviews.insert(number, Review { solved: 0, due: day + INTERVALS[0] });
        } else if let Some(review) = self.reviews.get_mut(&number) {
            // Practice before the puzzle is due does not count.
            if review.due > day {
                return;
            }
            review.solved += 1;
            match INTERVALS.get(review.solved as usize) {
                Some(interval) => review.due = day + interval,
                None => drop(self.reviews.remove(&number)),
            }
        }
    }

    /// The failed puzzles that return today or before, the longest due first.
    #[must_use]
    pub fn due(&self, day: u32) -> Vec<u32> {
        let mut due: Vec<(u32, u32)> = self
            .reviews
            .iter()
            .filter(|(_, review)| review.due <= day)
            .map(|(&number, review)| (review.due, number))
            .collect();
        due.sort_unstable();
        due.into_iter().map(|(_, number)| number).collect()
    }

    /// Keeps a streak or a storm if it is the best. Returns whether it is.
    pub fn record_run(&mut self, kind: RunKind, book: RuleBook, score: u32) -> bool {
        let records = match kind {
            RunKind::Streak => &mut self.best_streak,
            RunKind::Storm => &mut self.best_storm,
        };
        let best = records.entry(book.to_string()).or_default();
        let is_best = score > *best;
        *best = score.max(*best);
        is_best
    }

    /// The best streak or storm.
    #[must_use]
    pub fn best_run(&self, kind: RunKind, book: RuleBook) -> u32 {
        let records = match kind {
            RunKind::Streak => &self.best_streak,
            RunKind::Storm => &self.best_storm,
        };
        records.get(&book.to_string()).copied().unwrap_or(0)
    }

    /// Adds progress of another browser: the rating that more results support, and all results.
    pub fn merge(&mut self, other: PuzzleProgress) {
        if other.results.len() > self.results.len() {
            self.glicko = other.glicko;
            self.points = other.points;
        }
        for (number, result) in other.results {
            let known = self.results.get(&number);
            if known.is_none_or(|known| known.day < result.day) {
                self.results.insert(number, result);
                match other.reviews.get(&number) {
                    Some(review) => drop(self.reviews.insert(number, *review)),
                    None => drop(self.reviews.remove(&number)),
                }
            }
        }
        for (records, others) in
            [(&mut self.best_streak, other.best_streak), (&mut self.best_storm, other.best_storm)]
        {
            for (book, score) in others {
                let best = records.entry(book).or_default();
                *best = score.max(*best);
            }
        }
        for (name, value) in other.later {
            self.later.entry(name).or_insert(value);
        }
    }
}

/// A run of puzzles that counts for itself and not for the rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RunKind {
    /// Until the first mistake.
    Streak,
    /// As many as possible in three minutes.
    Storm,
}

impl RunKind {
    /// Both kinds.
    pub const ALL: [RunKind; 2] = [RunKind::Streak, RunKind::Storm];

    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RunKind::Streak => "streak",
            RunKind::Storm => "storm",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_attempt_changes_the_rating() {
        let mut progress = PuzzleProgress::default();
        progress.record(100_001, 1200, Outcome::Missed, 10);
        let failed = progress.glicko;
        assert!(failed.rating < Glicko::default().rating);
        progress.record(100_001, 1200, Outcome::Solved, 10);
        assert_eq!(progress.glicko, failed);
        assert!(progress.results[&100_001].solved);
        assert_eq!(progress.points.len(), 1);
        progress.record(100_002, 1200, Outcome::Solved, 9);
        assert_eq!(progress.points.len(), 1, "the clock was set back");
        progress.record(100_003, 1200, Outcome::Solved, 11);
        assert_eq!(progress.points.len(), 2);
    }

    #[test]
    fn a_hint_changes_neither_the_rating_nor_an_earlier_result() {
        let mut progress = PuzzleProgress::default();
        progress.record(100_001, 1200, Outcome::Helped, 10);
        assert_eq!(progress.glicko, Glicko::default());
        assert!(progress.points.is_empty() && progress.reviews.is_empty());
        assert_eq!(progress.results[&100_001], PuzzleResult { solved: false, day: 10 });
        // A missed puzzle that is due returns the next day, no further than before.
        progress.record(100_002, 1200, Outcome::Missed, 10);
        progress.record(100_002, 1200, Outcome::Helped, 15);
        assert_eq!(progress.reviews[&100_002], Review { solved: 0, due: 16 });
        progress.record(100_003, 1200, Outcome::Solved, 15);
        progress.record(100_003, 1200, Outcome::Helped, 16);
        assert_eq!(progress.results[&100_003], PuzzleResult { solved: true, day: 16 });
    }

    #[test]
    fn the_rating_is_unknown_until_it_has_settled() {
        let mut progress = PuzzleProgress::default();
        assert_eq!((progress.rating(), progress.is_newcomer()), (None, true));
        for number in 0..40 {
            let rating = progress.glicko.rating as u16;
            let before = progress.glicko.rating;
            let outcome = if number % 2 == 0 { Outcome::Missed } else { Outcome::Solved };
            progress.record(100_000 + number, rating, outcome, 10);
            let change = (progress.glicko.rating - before).abs();
            assert!(change <= 60.0, "puzzle {number} costs {change}");
        }
        assert!(!progress.is_newcomer());
        assert!(progress.rating().is_some_and(|rating| (900..1100).contains(&rating)));
    }

    #[test]
    fn failed_puzzles_return_at_growing_intervals() {
        let mut progress = PuzzleProgress::default();
        progress.record(100_001, 1200, Outcome::Missed, 10);
        assert!(progress.due(10).is_empty());
        let mut days = Vec::new();
        let mut day = 11;
        while day < 200 {
            if progress.due(day) == [100_001] {
                progress.record(100_001, 1200, Outcome::Solved, day);
                days.push(day);
            }
            day += 1;
        }
        assert_eq!(days, [11, 14, 21, 37, 72]);
        assert!(progress.reviews.is_empty());
    }

    #[test]
    fn failing_again_or_early_practice_does_not_advance_a_review() {
        let mut progress = PuzzleProgress::default();
        progress.record(100_001, 1200, Outcome::Missed, 10);
        progress.record(100_001, 1200, Outcome::Solved, 10);
        assert_eq!(progress.reviews[&100_001], Review { solved: 0, due: 11 });
        progress.record(100_001, 1200, Outcome::Solved, 11);
        assert_eq!(progress.reviews[&100_001], Review { solved: 1, due: 14 });
        progress.record(100_001, 1200, Outcome::Missed, 14);
        assert_eq!(progress.reviews[&100_001], Review { solved: 0, due: 15 });
    }

    #[test]
    fn other_versions_are_read_and_their_fields_kept() {
        let empty = PuzzleProgress::read("{}").unwrap();
        assert_eq!(empty, PuzzleProgress::default());
        let later = PuzzleProgress::read(r#"{"racer":{"best":4}}"#).unwrap();
        assert!(later.to_json().contains(r#""racer":{"best":4}"#));
        let mut progress = PuzzleProgress::default();
        progress.record(100_001, 1200, Outcome::Missed, 10);
        progress.record_run(RunKind::Storm, RuleBook::Meder, 7);
        assert_eq!(PuzzleProgress::read(&progress.to_json()).unwrap(), progress);
    }

    #[test]
    fn damaged_progress_is_an_error() {
        for damaged in [
            "",
            "[]",
            "{",
            r#"{"results":7}"#,
            r#"{"glicko":{"rating":1e99,"deviation":1,"volatility":1}}"#,
        ] {
            let error = PuzzleProgress::read(damaged).unwrap_err().to_string();
            assert!(error.starts_with("the puzzle progress cannot be read"), "{error}");
        }
    }

    #[test]
    fn runs_keep_the_best_of_each_rule_book() {
        let mut progress = PuzzleProgress::default();
        assert!(progress.record_run(RunKind::Streak, RuleBook::Revised, 5));
        assert!(!progress.record_run(RunKind::Streak, RuleBook::Revised, 4));
        assert_eq!(progress.best_run(RunKind::Streak, RuleBook::Revised), 5);
        assert_eq!(progress.best_run(RunKind::Streak, RuleBook::Meder), 0);
        assert_eq!(progress.best_run(RunKind::Storm, RuleBook::Revised), 0);
    }

    #[test]
    fn merging_keeps_the_newer_result_of_each_puzzle() {
        let mut here = PuzzleProgress::default();
        here.record(100_001, 1200, Outcome::Missed, 10);
        let mut there = here.clone();
        there.record(100_001, 1200, Outcome::Solved, 11);
        there.record(100_002, 1200, Outcome::Missed, 11);
        here.record_run(RunKind::Storm, RuleBook::Revised, 3);
        here.merge(there.clone());
        assert_eq!(here.results, there.results);
        assert_eq!(here.reviews, there.reviews);
        assert_eq!(here.glicko, there.glicko);
        assert_eq!(here.best_run(RunKind::Storm, RuleBook::Revised), 3);
    }
}

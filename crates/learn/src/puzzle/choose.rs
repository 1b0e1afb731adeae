//! Chooses the next puzzle: of a theme, a rating or a mix, near the person's rating, not seen before.

use serde::Deserialize;
use trid_rules::{Color, RuleBook};

use super::{
    Puzzle,
    collection::{Collection, CollectionError, Entry, Part, part_lines},
    progress::PuzzleProgress,
    themes::Theme,
};

/// Which puzzles the person solves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum PuzzleFilter {
    /// Anything near the person's rating; failed puzzles return.
    Mix,
    /// A theme, near the person's rating.
    Theme {
        /// The theme.
        theme: Theme,
    },
    /// A difficulty.
    Rating {
        /// Puzzles near this rating.
        rating: u16,
    },
    /// Failed puzzles that are due.
    Review,
}

/// The next puzzle is one of this many that fit best.
const CHOICES: usize = 12;

impl Collection {
    /// The number of the next puzzle, or `None` if there is none. `seed` decides between equally good ones.
    #[must_use]
    pub fn choose(
        &self,
        book: RuleBook,
        filter: PuzzleFilter,
        progress: &PuzzleProgress,
        day: u32,
        seed: u32,
    ) -> Option<u32> {
        let due = || {
            let is_of_book =
                |number: &u32| self.find(*number).is_ok_and(|entry| entry.part.book == book);
            progress.due(day).into_iter().find(is_of_book)
        };
        let own = progress.glicko.rating.round() as u16;
        match filter {
            PuzzleFilter::Review => due(),
            PuzzleFilter::Mix => due().or_else(|| self.near(book, None, own, progress, seed)),
            PuzzleFilter::Theme { theme } => self.near(book, Some(theme), own, progress, seed),
            PuzzleFilter::Rating { rating } => self.near(book, None, rating, progress, seed),
        }
    }

    /// A puzzle near a rating that was not tried before; if all were, one of those tried longest ago.
    fn near(
        &self,
        book: RuleBook,
        theme: Option<Theme>,
        rating: u16,
        progress: &PuzzleProgress,
        seed: u32,
    ) -> Option<u32> {
        let mut entries: Vec<&Entry> = self.of(book, theme).collect();
        let tried = |entry: &Entry| progress.results.get(&entry.number).map(|result| result.day);
        // `None`, not tried, comes first.
        entries.sort_by_key(|entry| (tried(entry), entry.rating.abs_diff(rating), entry.number));
        let first = tried(entries.first()?);
        let count = entries.iter().take(CHOICES).take_while(|entry| tried(entry) == first).count();
        entries.get(seed as usize % count).map(|entry| entry.number)
    }

    /// The puzzle nearest to a rating that is not in `seen`, for streak and storm.
    #[must_use]
    pub fn next_in_run(&self, book: RuleBook, rating: u16, seen: &[u32], seed: u32) -> Option<u32> {
        let mut entries: Vec<&Entry> =
            self.of(book, None).filter(|entry| !seen.contains(&entry.number)).collect();
        entries.sort_by_key(|entry| (entry.rating.abs_diff(rating), entry.number));
        let count = entries.len().min(CHOICES);
        (count > 0).then(|| entries[seed as usize % count].number)
    }
}

/// The part with the puzzles for a person who is new to them; none if they are no longer new, or want others.
#[must_use]
pub fn first_part(book: RuleBook, filter: PuzzleFilter, progress: &PuzzleProgress) -> Option<Part> {
    (filter == PuzzleFilter::Mix && progress.is_newcomer()).then_some(Part { book, number: 1 })
}

/// The number of a mate in one by White that was not tried, from the text of that part. Parts start with the easiest.
///
/// # Errors
/// [`CollectionError`] if the text is not a part.
pub fn choose_first(
    part: &str,
    progress: &PuzzleProgress,
    seed: u32,
) -> Result<Option<u32>, CollectionError> {
    let (book, lines) = part_lines(part)?;
    let is_mate_by_white =
        |puzzle: &Puzzle| puzzle.start().turn() == Color::White && puzzle.mate_in() == Some(1);
    let numbers: Vec<u32> = lines
        .filter_map(|line| Puzzle::parse(line, book).ok())
        .filter(|puzzle| is_mate_by_white(puzzle) && !progress.results.contains_key(&puzzle.number))
        .map(|puzzle| puzzle.number)
        .take(CHOICES)
        .collect();
    Ok(numbers.get(seed as usize % numbers.len().max(1)).copied())
}

#[cfg(test)]
mod tests {
    use super::super::collection::find_in_part;
    use super::*;
    use crate::Outcome;

    const INDEX: &str = "\
trid-puzzles 1
revised 1
100001 700 1
100002 900 2
100003 1000 20
100004 1100 21
revised 2
100005 2000 22
meder 1
100006 1000 1
";

    fn collection() -> Collection {
        Collection::parse(INDEX).unwrap()
    }

    #[track_caller]
    fn check(
        filter: PuzzleFilter,
        progress: &PuzzleProgress,
        seeds: std::ops::Range<u32>,
        expected: &[u32],
    ) {
        let mut chosen: Vec<u32> = seeds
            .filter_map(|seed| collection().choose(RuleBook::Revised, filter, progress, 100, seed))
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        assert_eq!(chosen, expected, "{filter:?}");
    }

    #[test]
    fn chooses_by_theme_and_rule_book() {
        let progress = PuzzleProgress::default();
        check(PuzzleFilter::Theme { theme: Theme::MateIn1 }, &progress, 0..20, &[100_001, 100_004]);
        check(PuzzleFilter::Theme { theme: Theme::Ride }, &progress, 0..20, &[]);
        check(PuzzleFilter::Mix, &progress, 0..1, &[100_003]);
        check(PuzzleFilter::Rating { rating: 2400 }, &progress, 0..1, &[100_005]);
    }

    #[test]
    fn a_new_person_gets_mates_in_one_by_white() {
        let part = include_str!("../../../../content/puzzles/puzzles-revised-1.txt");
        let mut progress = PuzzleProgress::default();
        let mix = PuzzleFilter::Mix;
        while let Some(first) = first_part(RuleBook::Revised, mix, &progress) {
            assert_eq!(first.to_string(), "revised-1");
            let number = choose_first(part, &progress, 7).unwrap().unwrap();
            let puzzle = find_in_part(part, number).unwrap();
            assert_eq!((puzzle.start().turn(), puzzle.mate_in()), (Color::White, Some(1)));
            progress.record(number, puzzle.rating, Outcome::Solved, 10);
        }
        assert_eq!(progress.results.len(), 5, "each of them another one");
        let theme = PuzzleFilter::Theme { theme: Theme::Fork };
        assert_eq!(first_part(RuleBook::Meder, theme, &PuzzleProgress::default()), None);
    }

    #[test]
    fn puzzles_that_were_tried_come_last() {
        let mut progress = PuzzleProgress::default();
        for (number, day) in [(100_001, 90), (100_002, 91), (100_003, 92), (100_004, 93)] {
            progress.record(number, 1000, Outcome::Solved, day);
        }
        check(PuzzleFilter::Mix, &progress, 0..20, &[100_005]);
        progress.record(100_005, 1000, Outcome::Solved, 94);
        check(PuzzleFilter::Mix, &progress, 0..20, &[100_001]);
    }

    #[test]
    fn failed_puzzles_return_in_the_mix() {
        let mut progress = PuzzleProgress::default();
        check(PuzzleFilter::Review, &progress, 0..20, &[]);
        progress.record(100_005, 2000, Outcome::Missed, 90);
        progress.record(100_006, 1000, Outcome::Missed, 80);
        check(PuzzleFilter::Mix, &progress, 0..20, &[100_005]);
        check(PuzzleFilter::Review, &progress, 0..20, &[100_005]);
        check(PuzzleFilter::Rating { rating: 1000 }, &progress, 0..1, &[100_003]);
    }

    #[test]
    fn a_run_shows_no_puzzle_twice() {
        let collection = collection();
        let mut seen = Vec::new();
        while let Some(next) = collection.next_in_run(RuleBook::Revised, 700, &seen, 3) {
            assert!(!seen.contains(&next));
            seen.push(next);
        }
        assert_eq!(seen.len(), 5);
    }

    #[test]
    fn the_puzzle_of_the_day_depends_on_date_and_rule_book_only() {
        let collection = collection();
        let mut revised: Vec<u32> =
            (20_000..20_003).filter_map(|day| collection.daily(RuleBook::Revised, day)).collect();
        revised.sort_unstable();
        assert_eq!(revised, [100_002, 100_003, 100_004], "each has its turn");
        assert_eq!(collection.daily(RuleBook::Meder, 20_000), Some(100_006));
        assert_eq!(Collection::default().daily(RuleBook::Meder, 20_000), None);
    }

    #[test]
    fn damaged_indexes_are_errors() {
        let error = |text: &str| Collection::parse(text).unwrap_err().to_string();
        assert!(error("").contains("not a file of puzzles"));
        assert!(error("trid-puzzles 2\n").contains("not a file of puzzles"));
        assert!(error("trid-puzzles 1\n100001 700 1\n").contains("line 2"));
        assert!(error("trid-puzzles 1\nrevised 1\n100001 700 ffff\n").contains("line 3"));
        let unknown = collection().find(5).unwrap_err().to_string();
        assert_eq!(unknown, "there is no puzzle 5");
    }
}

//! Selects the puzzles to ship from the outputs of the generator, without duplicates and of all difficulties.

use std::collections::{BTreeMap, HashSet};

use trid_learn::puzzle::{
    Puzzle,
    collection::{Entry, Part, write_index, write_part},
    themes::{Theme, themes},
};
use trid_rules::{Color, Move, Position, RuleBook};

use super::{log::Log, rating::Difficulty};

/// The largest size of a part in bytes.
pub(crate) const MAX_PART: usize = 50_000;

/// Puzzles with the same solution whose positions differ in at most this many squares are near-duplicates.
const SIMILAR_SQUARES: usize = 4;

/// Ratings are balanced in steps of this size.
const RATING_STEP: u16 = 200;

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OutputFile {
    /// Its name without the extension.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
}

/// The selected puzzles, and how they were selected.
#[derive(Clone, Default, Debug)]
pub(crate) struct Selection {
    /// The puzzles of each rule book by rating.
    pub(crate) puzzles: [Vec<Puzzle>; 2],
    /// Counts of each rule book.
    pub(crate) counts: [Counts; 2],
}

/// How many positions became puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counts {
    /// Games played.
    pub(crate) games: u64,
    /// Positions scanned.
    pub(crate) positions: u64,
    /// Positions that looked like a puzzle.
    pub(crate) candidates: u64,
    /// Puzzles found.
    pub(crate) found: u64,
    /// Duplicates and near-duplicates among them.
    pub(crate) duplicates: u64,
}

impl Selection {
    /// Selects up to this many puzzles of each rule book. The order of the logs decides between duplicates.
    #[must_use]
    pub(crate) fn new(logs: &[Log], wanted: [usize; 2]) -> Selection {
        let mut selection = Selection::default();
        // Shared by the rule books, because the number alone names a puzzle.
        let mut unique = UniquePuzzles::default();
        for book in RuleBook::ALL {
            selection.counts[book as usize] = unique.insert_logs(logs, book);
            let puzzles = std::mem::take(&mut unique.puzzles);
            selection.puzzles[book as usize] = balanced(puzzles, wanted[book as usize]);
        }
        selection
    }

    /// Keeps these puzzles and adds those of the logs, except duplicates. The counts are those of the logs.
    #[must_use]
    pub(crate) fn with_added(shipped: Vec<Puzzle>, logs: &[Log]) -> Selection {
        let mut selection = Selection::default();
        let mut unique = UniquePuzzles::default();
        shipped.into_iter().for_each(|puzzle| {
            unique.insert(puzzle);
        });
        for book in RuleBook::ALL {
            selection.counts[book as usize] = unique.insert_logs(logs, book);
        }
        for puzzle in unique.puzzles {
            selection.puzzles[puzzle.before.book() as usize].push(puzzle);
        }
        selection.puzzles.iter_mut().for_each(|puzzles| sort(puzzles));
        selection
    }

    /// The index and the parts.
    #[must_use]
    pub(crate) fn files(&self) -> Vec<OutputFile> {
        let mut files = Vec::new();
        let mut entries = Vec::new();
        for (book, puzzles) in RuleBook::ALL.into_iter().zip(&self.puzzles) {
            for (index, part_puzzles) in parts(puzzles).into_iter().enumerate() {
                let part = Part { book, number: index as u32 + 1 };
                entries.extend(part_puzzles.iter().map(|puzzle| Entry {
                    number: puzzle.number,
                    rating: puzzle.rating,
                    themes: themes(puzzle),
                    part,
                }));
                let text = write_part(book, part_puzzles.iter());
                files.push(OutputFile { name: format!("puzzles-{part}"), text });
            }
        }
        files.push(OutputFile { name: "puzzles-index".into(), text: write_index(&entries) });
        files
    }

    /// The number of puzzles of a rule book by theme.
    #[must_use]
    pub(crate) fn theme_counts(&self, book: RuleBook) -> Vec<(Theme, usize)> {
        let sets: Vec<_> = self.puzzles[book as usize].iter().map(themes).collect();
        let count = |theme| sets.iter().filter(|set| set.contains(theme)).count();
        Theme::ALL.into_iter().map(|theme| (theme, count(theme))).collect()
    }

    /// The number of puzzles of a rule book by rating, in steps of 200.
    #[must_use]
    pub(crate) fn rating_counts(&self, book: RuleBook) -> BTreeMap<u16, usize> {
        let mut counts = BTreeMap::new();
        for puzzle in &self.puzzles[book as usize] {
            *counts.entry(puzzle.rating / RATING_STEP * RATING_STEP).or_default() += 1;
        }
        counts
    }
}

/// The puzzle with the rating that this version gives it.
fn rerated(puzzle: &Puzzle, difficulty: Difficulty) -> Puzzle {
    Puzzle { rating: difficulty.rating(puzzle.steps.len()), ..puzzle.clone() }
}

/// Takes puzzles from each step of the ratings in turn, then sorts them by rating.
fn balanced(puzzles: Vec<Puzzle>, wanted: usize) -> Vec<Puzzle> {
    let mut steps: BTreeMap<u16, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        steps.entry(puzzle.rating / RATING_STEP).or_default().push(puzzle);
    }
    // Tactics are rarer than mates, so they are taken first. Numbers are hashes, so their order is random.
    let order = |puzzle: &Puzzle| (puzzle.mate_in().is_none(), puzzle.number);
    steps.values_mut().for_each(|step| step.sort_by_key(order));
    let mut chosen = Vec::new();
    while chosen.len() < wanted && steps.values().any(|step| !step.is_empty()) {
        for step in steps.values_mut() {
            chosen.extend(step.pop());
        }
    }
    chosen.truncate(wanted);
    sort(&mut chosen);
    chosen
}

/// Sorts puzzles as they are shipped.
fn sort(puzzles: &mut [Puzzle]) {
    puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.number));
}

/// Consecutive puzzles whose text is at most [`MAX_PART`] bytes long.
fn parts(puzzles: &[Puzzle]) -> Vec<&[Puzzle]> {
    let mut parts = Vec::new();
    let mut rest = puzzles;
    while !rest.is_empty() {
        // The header needs a few bytes.
        let mut size = 100;
        let fits = |puzzle: &&Puzzle| {
            size += puzzle.to_string().len() + 1;
            size <= MAX_PART
        };
        let count = rest.iter().take_while(fits).count().max(1);
        let (part, others) = rest.split_at(count);
        parts.push(part);
        rest = others;
    }
    parts
}

/// Puzzles without duplicates.
#[derive(Default)]
struct UniquePuzzles {
    puzzles: Vec<Puzzle>,
    numbers: HashSet<u32>,
    keys: HashSet<u64>,
    /// The positions of each solution, with White as the solver.
    by_solution: BTreeMap<Vec<Move>, Vec<Position>>,
}

impl UniquePuzzles {
    /// Adds the puzzles of the logs of one rule book.
    fn insert_logs(&mut self, logs: &[Log], book: RuleBook) -> Counts {
        let mut counts = Counts::default();
        for game in logs.iter().filter(|log| log.header.book == book).flat_map(|log| &log.games) {
            counts.games += 1;
            counts.positions += u64::from(game.positions);
            counts.candidates += u64::from(game.candidates);
            if let Some((puzzle, difficulty)) = &game.puzzle {
                counts.found += 1;
                counts.duplicates += u64::from(!self.insert(rerated(puzzle, *difficulty)));
            }
        }
        counts
    }

    /// Adds a puzzle unless it is a duplicate or nearly one, also with colors swapped.
    fn insert(&mut self, puzzle: Puzzle) -> bool {
        let (start, solution) = as_white(&puzzle);
        let alike = self.by_solution.entry(solution).or_default();
        let is_near = alike.iter().any(|other| differences(&start, other) <= SIMILAR_SQUARES);
        if is_near || self.numbers.contains(&puzzle.number) || !self.keys.insert(start.key()) {
            return false;
        }
        self.numbers.insert(puzzle.number);
        alike.push(start);
        self.puzzles.push(puzzle);
        true
    }
}

/// The position and the main solution with White as the solver.
fn as_white(puzzle: &Puzzle) -> (Position, Vec<Move>) {
    let start = puzzle.start();
    let moves = puzzle.steps.iter().flat_map(|step| [Some(step.answers[0]), step.reply]).flatten();
    match start.turn() {
        Color::White => (start, moves.collect()),
        Color::Black => (start.mirrored(), moves.map(Move::mirrored).collect()),
    }
}

/// The number of squares on which two positions differ.
fn differences(a: &Position, b: &Position) -> usize {
    (a.occupied() | b.occupied())
        .iter()
        .filter(|&square| a.piece_at(square) != b.piece_at(square))
        .count()
}

#[cfg(test)]
mod tests {
    use super::super::{game::GameReport, game_kind::GameKind, log::LogHeader};
    use super::*;
    use trid_engine::Strength;
    use trid_learn::puzzle::{
        Step,
        collection::{Collection, parse_part_file},
    };

    const LINE: &str = "529832 813 b5Bd3W c1Wc8B,a6Nc8B,a1Wd4W 4/4/P3/Q1R1|q2p/p3/3B/4|1br1/4/4/1b1B|\
        QL1w:P1/2,KL1w:PP/1K,QL6b:k1/pp,KL6b:2/1p b - a2W - - - 0 32";

    fn puzzle() -> Puzzle {
        Puzzle::parse(LINE, RuleBook::Revised).unwrap()
    }

    fn mirrored(puzzle: &Puzzle) -> Puzzle {
        let mirror_step = |step: &Step| Step {
            answers: step.answers.iter().map(|mv| mv.mirrored()).collect(),
            reply: step.reply.map(Move::mirrored),
        };
        Puzzle {
            number: puzzle.number + 1,
            before: puzzle.before.mirrored(),
            previous: puzzle.previous.mirrored(),
            steps: puzzle.steps.iter().map(mirror_step).collect(),
            ..*puzzle
        }
    }

    /// The puzzle without these pieces, with another number.
    fn without(puzzle: &Puzzle, squares: &[&str]) -> Puzzle {
        let mut setup = trid_rules::Setup::from(&puzzle.before);
        for square in squares {
            setup.set_piece(square.parse().unwrap(), None);
        }
        let before = setup.position(RuleBook::Revised).unwrap();
        Puzzle { number: puzzle.number + 2, before, ..puzzle.clone() }
    }

    #[test]
    fn duplicates_are_removed_also_mirrored_and_nearly_equal() {
        let mut unique = UniquePuzzles::default();
        let first = puzzle();
        assert!(unique.insert(first.clone()));
        assert!(!unique.insert(first.clone()), "the same");
        assert!(!unique.insert(mirrored(&first)), "with colors swapped");
        let near = without(&first, &["a8QL6", "z8QL6"]);
        assert!(!unique.insert(near.clone()), "two pieces less");
        assert!(!unique.insert(mirrored(&near)), "two pieces less, with colors swapped");
        let other = without(&first, &["a8QL6", "z8QL6", "e8KL6", "d6N", "a5N"]);
        assert!(unique.insert(other), "five pieces less");
    }

    fn report(puzzle: Puzzle) -> GameReport {
        let difficulty = Difficulty { strength: Strength::new(3).unwrap(), nodes: 500 };
        GameReport { positions: 10, candidates: 2, puzzle: Some((puzzle, difficulty)) }
    }

    #[test]
    fn the_written_files_are_read_again() {
        let header = LogHeader { book: RuleBook::Revised, seed: 1, kind: GameKind::WeakEngines };
        let games = vec![report(puzzle()), GameReport::default(), report(puzzle())];
        let log = Log { header, games, complete: 0 };
        let selection = Selection::new(&[log], [10, 10]);
        let counts = Counts { games: 3, positions: 20, candidates: 4, found: 2, duplicates: 1 };
        assert_eq!(selection.counts, [counts, Counts::default()]);
        let files = selection.files();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["puzzles-revised-1", "puzzles-index"]);
        let read = parse_part_file(&files[0].text).unwrap();
        assert_eq!(read, selection.puzzles[0]);
        let index = Collection::parse(&files[1].text).unwrap();
        let entry = index.find(529_832).unwrap();
        assert_eq!(entry.rating, read[0].rating);
        assert_eq!(entry.themes, themes(&read[0]));
    }

    #[test]
    fn added_puzzles_leave_the_shipped_ones_as_they_are() {
        let header = LogHeader { book: RuleBook::Revised, seed: 1, kind: GameKind::LongMates };
        let other = without(&puzzle(), &["a8QL6", "z8QL6", "e8KL6", "d6N", "a5N"]);
        let games = vec![report(puzzle()), report(other.clone())];
        let selection =
            Selection::with_added(vec![puzzle()], &[Log { header, games, complete: 0 }]);
        assert_eq!(selection.counts[0].found, 2);
        assert_eq!(selection.counts[0].duplicates, 1);
        let numbers: Vec<u32> = selection.puzzles[0].iter().map(|puzzle| puzzle.number).collect();
        assert_eq!(numbers, [puzzle().number, other.number]);
        assert_eq!(selection.puzzles[0][0], puzzle());
    }

    #[test]
    fn ratings_are_balanced_and_parts_small() {
        let rated = |number: u32, rating: u16| Puzzle { number, rating, ..puzzle() };
        let mut puzzles: Vec<Puzzle> = (0..90).map(|i| rated(100_000 + i, 650)).collect();
        puzzles.extend((0..10).map(|i| rated(200_000 + i, 1_500)));
        let chosen = balanced(puzzles, 40);
        assert_eq!(chosen.len(), 40);
        assert_eq!(chosen.iter().filter(|puzzle| puzzle.rating == 1_500).count(), 10);
        assert!(chosen.is_sorted_by_key(|puzzle| puzzle.rating));
        let many: Vec<Puzzle> = (0..1_000).map(|i| rated(100_000 + i, 650)).collect();
        let parts = parts(&many);
        assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), 1_000);
        for part in parts {
            assert!(write_part(RuleBook::Revised, part.iter()).len() <= MAX_PART);
        }
    }
}

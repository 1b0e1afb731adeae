//! What the page shows of a puzzle, and of the person's progress.

use serde::Serialize;
use trid_rules::{Color, RuleBook, Square};

use super::{
    Puzzle,
    collection::Collection,
    hidden_state::HiddenState,
    progress::{PuzzleProgress, RatingPoint, RunKind},
    themes::{Theme, themes},
};

/// A puzzle, without its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleView {
    /// Its number.
    pub number: u32,
    /// Its rating.
    pub rating: u16,
    /// The rule book: `revised` or `meder`.
    pub book: String,
    /// The side of the solver.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub color: Color,
    /// Its themes.
    pub themes: Vec<Theme>,
    /// The number of moves to mate, if the task is to mate.
    pub mate_in: Option<u32>,
    /// How many moves the solver makes.
    pub moves: usize,
    /// Whether White and Black may castle, where king and rook look like it.
    pub castling: [Option<bool>; 2],
    /// The pawn that can be captured en passant.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub en_passant: Option<Square>,
    /// Pawns that look as if they could make a double step, but cannot.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub no_double_step: Vec<Square>,
}

impl PuzzleView {
    /// The view of a puzzle.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> PuzzleView {
        let start = puzzle.start();
        let HiddenState { castling, en_passant, no_double_step } = HiddenState::of(&start);
        PuzzleView {
            number: puzzle.number,
            rating: puzzle.rating,
            book: start.book().to_string(),
            color: start.turn(),
            themes: themes(puzzle).iter().collect(),
            mate_in: puzzle.mate_in(),
            moves: puzzle.steps.len(),
            castling,
            en_passant,
            no_double_step,
        }
    }
}

/// A theme with its number of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThemeCount {
    /// The theme.
    pub theme: Theme,
    /// How many puzzles have it.
    pub puzzles: usize,
    /// How many of them the person has solved.
    pub solved: usize,
}

/// The puzzle menu of a rule book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleMenu {
    /// The person's rating; none until it has settled.
    pub rating: Option<u16>,
    /// The rating by day, oldest first; empty until it has settled.
    pub points: Vec<RatingPoint>,
    /// Puzzles tried in this rule book.
    pub tried: usize,
    /// Puzzles solved.
    pub solved: usize,
    /// All puzzles of the rule book.
    pub puzzles: usize,
    /// Failed puzzles that are due today.
    pub due: usize,
    /// The puzzle of the day.
    pub daily: Option<u32>,
    /// Whether the puzzle of the day was tried today.
    pub is_daily_done: bool,
    /// The themes that have puzzles.
    pub themes: Vec<ThemeCount>,
    /// The best streak.
    pub best_streak: u32,
    /// The best storm.
    pub best_storm: u32,
}

impl PuzzleMenu {
    /// The menu of a rule book on a day.
    #[must_use]
    pub fn new(
        collection: &Collection,
        progress: &PuzzleProgress,
        book: RuleBook,
        day: u32,
    ) -> PuzzleMenu {
        let is_solved =
            |number: &u32| progress.results.get(number).is_some_and(|result| result.solved);
        let numbers: Vec<u32> = collection.of(book, None).map(|entry| entry.number).collect();
        let themes = Theme::ALL.into_iter().map(|theme| {
            let of_theme = || collection.of(book, Some(theme)).map(|entry| entry.number);
            ThemeCount {
                theme,
                puzzles: of_theme().count(),
                solved: of_theme().filter(is_solved).count(),
            }
        });
        let daily = collection.daily(book, day);
        let daily_result = daily.and_then(|number| progress.results.get(&number));
        PuzzleMenu {
            rating: progress.rating(),
            points: progress.rating().map_or_else(Vec::new, |_| progress.points.clone()),
            tried: numbers.iter().filter(|number| progress.results.contains_key(number)).count(),
            solved: numbers.iter().filter(|number| is_solved(number)).count(),
            puzzles: numbers.len(),
            due: progress.due(day).iter().filter(|number| numbers.contains(number)).count(),
            daily,
            is_daily_done: daily_result.is_some_and(|result| result.day == day),
            themes: themes.filter(|count| count.puzzles > 0).collect(),
            best_streak: progress.best_run(RunKind::Streak, book),
            best_storm: progress.best_run(RunKind::Storm, book),
        }
    }
}

//! Questions: a position, what to find in it, and the solution that the rules give.

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use trid_rules::{Color, Column, ColumnSet, Move, Position, Role, RuleBook, Square, SquareSet};

use super::positions::{Army, BACKGROUND_PIECES, random_position};

/// What a trainer asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TrainerKind {
    /// Name the marked square.
    NameSquare,
    /// Find the square with this name.
    FindSquare,
    /// Find every square of a column.
    Column,
    /// Find every landing of a knight.
    Knight,
    /// Count the attackers of a square.
    Attackers,
    /// Find a board move that uncovers a check.
    Discovery,
}

impl TrainerKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [TrainerKind; 6] = [
        TrainerKind::NameSquare,
        TrainerKind::FindSquare,
        TrainerKind::Column,
        TrainerKind::Knight,
        TrainerKind::Attackers,
        TrainerKind::Discovery,
    ];

    /// The name in addresses and in the stored scores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TrainerKind::NameSquare => "name-square",
            TrainerKind::FindSquare => "find-square",
            TrainerKind::Column => "column",
            TrainerKind::Knight => "knight",
            TrainerKind::Attackers => "attackers",
            TrainerKind::Discovery => "discovery",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TrainerKind> {
        TrainerKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A question without its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TrainerQuestion {
    /// The rule book.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub rules: RuleBook,
    /// The position as T-FEN.
    pub tfen: String,
    /// What to find.
    pub task: TrainerTask,
}

/// What to find in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TrainerTask {
    /// The name of a square, one of four or typed.
    NameSquare {
        /// The square to name.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        square: Square,
        /// Four names, the right one among them.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        choices: Vec<Square>,
    },
    /// A square.
    FindSquare {
        /// The square to find.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        square: Square,
    },
    /// Every square of a column.
    Column {
        /// The column.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        column: Column,
    },
    /// Every square where a knight can land.
    Knight {
        /// The knight.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        square: Square,
    },
    /// How many pieces attack a square.
    Attackers {
        /// The attacked square.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        square: Square,
        /// The side of the attackers.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
        /// The numbers to choose from.
        choices: Vec<usize>,
    },
    /// A move of one of White's boards after which another piece than its rider gives check.
    Discovery,
}

/// The solution of a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TrainerSolution {
    /// All of these squares.
    Squares {
        /// The squares.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        squares: Vec<Square>,
    },
    /// A number.
    Count {
        /// The number.
        count: usize,
        /// The pieces that were to be counted.
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        squares: Vec<Square>,
    },
    /// One of these moves.
    Moves {
        /// The moves in coordinate notation.
        moves: Vec<String>,
    },
}

/// The most attackers that a question has.
const MAX_ATTACKERS: usize = 5;
/// The fewest landings of a knight worth asking for.
const MIN_LANDINGS: usize = 3;
/// A question with more uncovering moves is too easy.
const MAX_DISCOVERIES: usize = 4;

/// Makes a question of a kind.
pub(super) fn make(
    random: &mut Rng,
    kind: TrainerKind,
    book: RuleBook,
) -> (TrainerQuestion, TrainerSolution) {
    loop {
        let position = random_position(random, book, army(kind));
        if let Some((task, solution)) = ask(random, kind, &position) {
            return (TrainerQuestion { rules: book, tfen: position.to_tfen(), task }, solution);
        }
    }
}

/// The pieces that a kind of question needs.
const fn army(kind: TrainerKind) -> Army<'static> {
    use Color::{Black, White};
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    match kind {
        TrainerKind::NameSquare | TrainerKind::FindSquare | TrainerKind::Column => {
            BACKGROUND_PIECES
        }
        TrainerKind::Knight => &[
            (White, Knight),
            (White, Pawn),
            (White, Pawn),
            (White, Rook),
            (Black, Bishop),
            (Black, Pawn),
            (Black, Pawn),
        ],
        TrainerKind::Attackers => &[
            (White, Queen),
            (White, Rook),
            (White, Bishop),
            (White, Knight),
            (White, Pawn),
            (Black, Queen),
            (Black, Rook),
            (Black, Bishop),
            (Black, Knight),
            (Black, Pawn),
        ],
        TrainerKind::Discovery => &[
            (White, Queen),
            (White, Rook),
            (White, Rook),
            (White, Bishop),
            (White, Knight),
            (Black, Knight),
            (Black, Pawn),
        ],
    }
}

/// A question about the position, or `None` if it has no good one.
fn ask(
    random: &mut Rng,
    kind: TrainerKind,
    position: &Position,
) -> Option<(TrainerTask, TrainerSolution)> {
    let existing: Vec<Square> = position.existing().iter().collect();
    match kind {
        TrainerKind::NameSquare => {
            let square = *random.choice(&existing)?;
            let choices = similar_names(random, &existing, square);
            Some((TrainerTask::NameSquare { square, choices }, squares([square])))
        }
        TrainerKind::FindSquare => {
            let square = *random.choice(&existing)?;
            Some((TrainerTask::FindSquare { square }, squares([square])))
        }
        TrainerKind::Column => {
            let square = *random.choice(&existing)?;
            let column = square.column();
            let in_column = position.existing().in_columns(ColumnSet::of(column));
            (in_column.len() > 1).then(|| (TrainerTask::Column { column }, squares(in_column)))
        }
        TrainerKind::Knight => {
            let square = position.pieces(Color::White, Role::Knight).first()?;
            let landings = landings(position, square);
            (landings.len() >= MIN_LANDINGS)
                .then(|| (TrainerTask::Knight { square }, squares(landings)))
        }
        TrainerKind::Attackers => attackers(random, position, &existing),
        TrainerKind::Discovery => {
            let moves = discoveries(position);
            let good = (1..=MAX_DISCOVERIES).contains(&moves.len());
            let moves = moves.iter().map(Move::to_string).collect();
            good.then_some((TrainerTask::Discovery, TrainerSolution::Moves { moves }))
        }
    }
}

fn squares(found: impl IntoIterator<Item = Square>) -> TrainerSolution {
    TrainerSolution::Squares { squares: found.into_iter().collect() }
}

/// The name of a square among three that are easily confused with it: of its column, or of its level and next to it.
fn similar_names(random: &mut Rng, existing: &[Square], square: Square) -> Vec<Square> {
    let is_near = |other: &Square| {
        let files = (other.file() as i8 - square.file() as i8).abs();
        let ranks = other.rank().number().abs_diff(square.rank().number());
        let same_column = files == 0 && ranks == 0;
        same_column || other.level() == square.level() && files <= 1 && ranks <= 1
    };
    let mut others: Vec<Square> =
        existing.iter().copied().filter(|&other| other != square).collect();
    random.shuffle(&mut others);
    others.sort_by_key(|other| !is_near(other));
    let mut choices: Vec<Square> = others.into_iter().take(3).chain([square]).collect();
    random.shuffle(&mut choices);
    choices
}

/// The squares where a piece can land.
fn landings(position: &Position, piece: Square) -> SquareSet {
    let moves = position.legal_moves().into_iter();
    moves
        .filter_map(|mv| match mv {
            Move::Piece { from, to, .. } if from == piece => Some(to),
            _ => None,
        })
        .collect()
}

/// A square with a number of attackers chosen first, so that large numbers are asked as often as small ones.
fn attackers(
    random: &mut Rng,
    position: &Position,
    existing: &[Square],
) -> Option<(TrainerTask, TrainerSolution)> {
    let by = *random.choice(&Color::ALL)?;
    let count = random.usize(..MAX_ATTACKERS);
    let with_count: Vec<Square> = existing
        .iter()
        .copied()
        .filter(|&square| position.attackers(square, by).len() == count)
        .filter(|&square| position.piece_at(square).is_none_or(|piece| piece.color != by))
        .collect();
    let square = *random.choice(&with_count)?;
    let choices = (0..=MAX_ATTACKERS).collect();
    let squares = position.attackers(square, by).iter().collect();
    Some((
        TrainerTask::Attackers { square, by, choices },
        TrainerSolution::Count { count, squares },
    ))
}

/// The board moves after which a piece other than the rider gives check.
fn discoveries(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|&mv| {
            let Move::Board { from, to, turned, .. } = mv else { return false };
            let mut after = position.clone();
            after.play_unchecked(mv);
            let rider =
                position.rider(from).and_then(|(rider, _)| Position::landing(rider, to, turned));
            after.checkers().iter().any(|checker| Some(checker) != rider)
        })
        .collect()
}

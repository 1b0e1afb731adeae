//! The themes of a puzzle, computed by the rules from its main solution.

use std::fmt;

use serde::{Deserialize, Serialize};
use trid_rules::{Color, Move, Position, Role, Square, SquareSet};

use super::{Puzzle, after, is_same_idea, mate::MateProver};

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[repr(u8)]
pub enum Theme {
    /// Mate in one move.
    MateIn1,
    /// Mate in two moves.
    MateIn2,
    /// Mate in three moves.
    MateIn3,
    /// Mate in four moves.
    MateIn4,
    /// Mate in five moves.
    MateIn5,
    /// A piece attacks two or more targets.
    Fork,
    /// A piece cannot move because its king would be in check.
    Pin,
    /// A move clears a column, or a board moves, and a line piece behind it attacks.
    DiscoveredColumn,
    /// A board moves.
    BoardMove,
    /// A board moves with a rider.
    Ride,
    /// The level of the landing matters.
    LevelChange,
    /// A pawn promotes.
    Promotion,
    /// A move that is not a check, a capture or a promotion.
    QuietMove,
    /// The solver is in check or threatened with mate.
    Defence,
}

impl Theme {
    /// All themes, in the order of the bits in a file.
    pub const ALL: [Theme; 14] = [
        Theme::MateIn1,
        Theme::MateIn2,
        Theme::MateIn3,
        Theme::MateIn4,
        Theme::MateIn5,
        Theme::Fork,
        Theme::Pin,
        Theme::DiscoveredColumn,
        Theme::BoardMove,
        Theme::Ride,
        Theme::LevelChange,
        Theme::Promotion,
        Theme::QuietMove,
        Theme::Defence,
    ];
}

/// A set of themes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ThemeSet(u16);

impl ThemeSet {
    /// The set with these bits; `None` if a bit has no theme.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<ThemeSet> {
        if bits >> Theme::ALL.len() == 0 { Some(ThemeSet(bits)) } else { None }
    }

    /// One bit per theme, in the order of [`Theme::ALL`].
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Adds a theme.
    pub const fn insert(&mut self, theme: Theme) {
        self.0 |= 1 << theme as u16;
    }

    /// Whether the set contains a theme.
    #[must_use]
    pub const fn contains(self, theme: Theme) -> bool {
        self.0 >> theme as u16 & 1 != 0
    }

    /// The themes, in order.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |&theme| self.contains(theme))
    }
}

impl fmt::Debug for ThemeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The themes of a puzzle.
#[must_use]
pub fn themes(puzzle: &Puzzle) -> ThemeSet {
    const MATES: [Theme; 5] =
        [Theme::MateIn1, Theme::MateIn2, Theme::MateIn3, Theme::MateIn4, Theme::MateIn5];
    let mut themes = ThemeSet::default();
    let mate = puzzle.mate_in();
    if let Some(theme) = mate.and_then(|moves| MATES.get(moves as usize - 1)) {
        themes.insert(*theme);
    }
    let positions = puzzle.main_positions();
    for (position, step) in positions.iter().zip(&puzzle.steps) {
        let child = after(position, step.answers[0]);
        let is_mate = !child.has_moves() && child.is_check();
        let turn = Turn { position, child: &child, mv: step.answers[0] };
        let found = [
            (Theme::Fork, !is_mate && turn.is_fork()),
            (Theme::Pin, turn.is_pin(is_mate)),
            (Theme::DiscoveredColumn, turn.discovers()),
            (Theme::BoardMove, matches!(turn.mv, Move::Board { .. } | Move::Turn { .. })),
            (Theme::Ride, turn.is_ride()),
            (Theme::LevelChange, turn.is_level_change(&step.answers)),
            (Theme::Promotion, turn.mv.promotion().is_some()),
            (Theme::QuietMove, turn.is_quiet()),
        ];
        found.iter().filter(|(_, is_found)| *is_found).for_each(|&(theme, _)| themes.insert(theme));
    }
    if positions.first().is_some_and(is_defence) {
        themes.insert(Theme::Defence);
    }
    themes
}

/// One move of the solver.
struct Turn<'a> {
    position: &'a Position,
    child: &'a Position,
    mv: Move,
}

impl Turn<'_> {
    fn us(&self) -> Color {
        self.position.turn()
    }

    fn them(&self) -> Color {
        self.us().other()
    }

    /// The squares that the moved pieces have reached.
    fn arrivals(&self) -> SquareSet {
        self.position.effects(self.mv).moved.iter().map(|moved| moved.to).collect()
    }

    /// Whether an attack by `role` on this enemy piece threatens to win something.
    fn is_target(&self, role: Role, target: Square) -> bool {
        let target_role = self.child.role_at(target);
        target_role == Role::King
            || value(target_role) > value(role)
            || target_role != Role::Pawn && !self.child.is_attacked(target, self.them())
    }

    fn targets(&self, attacker: Square, squares: SquareSet) -> usize {
        let role = self.child.role_at(attacker);
        (squares & self.child.pieces_of(self.them()))
            .iter()
            .filter(|&target| self.is_target(role, target))
            .count()
    }

    fn is_fork(&self) -> bool {
        self.arrivals()
            .into_iter()
            .any(|square| self.targets(square, self.child.attacks_from(square)) >= 2)
    }

    /// A new pin of a piece, or a pinned piece that could otherwise capture the moved one.
    fn is_pin(&self, is_mate: bool) -> bool {
        let before = pinned(self.position, self.them());
        let after = pinned(self.child, self.them());
        let is_new =
            |square: Square| !before.contains(square) && self.child.role_at(square) != Role::Pawn;
        let exploits = |square: Square| {
            !(self.child.attackers(square, self.them()) & after).is_empty()
                && !self.child.legal_moves().into_iter().any(|mv| captures_on(mv, square, after))
        };
        !is_mate && after.into_iter().any(is_new) || self.arrivals().into_iter().any(exploits)
    }

    /// Whether a line piece that has not moved attacks a new target.
    fn discovers(&self) -> bool {
        let unmoved = self.position.pieces_of(self.us()) & self.child.pieces_of(self.us());
        unmoved
            .without(self.arrivals())
            .iter()
            .filter(|&square| self.child.role_at(square).is_line_piece())
            .any(|square| {
                let before = self.position.attacks_from(square);
                self.targets(square, self.child.attacks_from(square).without(before)) > 0
            })
    }

    fn is_ride(&self) -> bool {
        matches!(self.mv, Move::Board { .. } | Move::Turn { .. }) && !self.arrivals().is_empty()
    }

    /// Whether the piece goes to another level and could land in the same column on a wrong one.
    fn is_level_change(&self, answers: &[Move]) -> bool {
        let Move::Piece { from, to, .. } = self.mv else {
            return false;
        };
        from.level() != to.level()
            && self.position.legal_moves().into_iter().any(|mv| {
                is_same_idea(mv, self.mv)
                    && mv.promotion() == self.mv.promotion()
                    && !answers.contains(&mv)
            })
    }

    fn is_quiet(&self) -> bool {
        let effects = self.position.effects(self.mv);
        effects.captured.is_none() && self.mv.promotion().is_none() && !self.child.is_check()
    }
}

/// Whether a pinned piece captures on a square.
fn captures_on(mv: Move, square: Square, pinned: SquareSet) -> bool {
    matches!(mv, Move::Piece { from, to, .. } if to == square && pinned.contains(from))
}

/// The pieces of a color that are pinned to their king.
fn pinned(position: &Position, color: Color) -> SquareSet {
    let pinned = position.pinned().into_iter().filter(|piece| piece.color == color);
    pinned.map(|piece| piece.square).collect()
}

/// Whether the side to move is in check, or would be mated in one if it passed.
fn is_defence(position: &Position) -> bool {
    if position.is_check() {
        return true;
    }
    let mut passed = position.clone();
    passed.pass_unchecked();
    // A mate in one needs no more nodes than there are moves.
    MateProver::new(10_000).distance(&passed, 1).is_ok_and(|distance| distance.is_some())
}

const fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

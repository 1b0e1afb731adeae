//! What solves an exercise.

use serde::Deserialize;
use trid_rules::{
    Castling, Ending, Game, Move, Pin, Position, Promotion, Role, Square, Status, game::Claim,
    position::MoveEffects,
};

/// What solves an exercise.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Goal {
    /// One of the player's pieces, of this role if one is named, is on one of the squares.
    Reach {
        /// The role; any if none.
        #[serde(with = "trid_view::json", default)]
        piece: Option<Role>,
        /// The squares.
        #[serde(with = "trid_view::json")]
        squares: Vec<Square>,
    },
    /// The player's pieces have been on all of the squares.
    Collect(#[serde(with = "trid_view::json")] Vec<Square>),
    /// All pieces that start on these squares are captured.
    Capture(#[serde(with = "trid_view::json")] Vec<Square>),
    /// A move of the player gives check.
    Check,
    /// The opponent is checkmated.
    Mate,
    /// The player's move leaves the opponent without a mate in one.
    Safe,
    /// A board carries a piece of the player.
    Carry {
        /// The role of the rider; any if none.
        #[serde(with = "trid_view::json", default)]
        piece: Option<Role>,
        /// The pin it reaches; any if none.
        #[serde(with = "trid_view::json", default)]
        pin: Option<Pin>,
    },
    /// A board arrives on this pin, with or without a rider.
    Board(#[serde(with = "trid_view::json")] Pin),
    /// A board turns on its pin.
    Turn,
    /// The player castles.
    Castle(CastlingKind),
    /// A pawn of the player becomes a piece of this role; any if none.
    Promote {
        /// What it becomes.
        #[serde(with = "trid_view::json", default)]
        to: Option<Promotion>,
    },
    /// A capture en passant.
    EnPassant,
    /// The player claims this draw.
    Claim(#[serde(with = "trid_view::json")] Claim),
    /// The player picks all of these squares, and no other.
    Find(#[serde(with = "trid_view::json")] Vec<Square>),
    /// The player picks the illegal one of these moves.
    Illegal(Vec<String>),
    /// All of these.
    All(Vec<Goal>),
    /// One of these.
    Any(Vec<Goal>),
}

/// The castling that a goal asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum CastlingKind {
    Short,
    Long,
}

/// What the player has done so far, as far as goals ask for it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct GoalTracker {
    /// Whether the player has moved.
    moved: bool,
    visited: Vec<Square>,
    /// The start squares of captured pieces.
    captured: Vec<Square>,
    /// Where the opponent's pieces that have moved started.
    origins: Vec<(Square, Square)>,
    checked: bool,
    carried: Vec<(Option<Role>, Pin)>,
    turned: bool,
    castled: Option<Castling>,
    promoted: Vec<Role>,
    en_passant: bool,
    claimed: Option<Claim>,
    found: Vec<Square>,
    /// Whether the illegal move was picked.
    pub(crate) exposed: bool,
}

impl GoalTracker {
    /// Adds a move of the player.
    pub(crate) fn add(&mut self, before: &Position, mv: Move, after: &Position) {
        let effects = before.effects(mv);
        self.moved = true;
        self.visited.extend(effects.moved.iter().map(|piece| piece.to));
        if let Some(piece) = effects.captured {
            let origin = self.origin_of(piece.square);
            self.captured.push(origin);
        }
        self.checked |= after.turn() != before.turn() && after.is_check();
        self.en_passant |= before.is_en_passant(mv);
        self.promoted.extend(effects.promoted.map(|piece| piece.role));
        match mv {
            Move::Castle(castling) => self.castled = Some(castling),
            Move::Turn { .. } => self.turned = true,
            Move::Board { to, .. } => {
                self.carried.push((effects.moved.first().map(|piece| piece.role), to));
            }
            Move::Piece { .. } | Move::Promote { .. } => {}
        }
    }

    /// Follows the opponent's pieces, so that a capture is known by the start square.
    pub(crate) fn follow(&mut self, effects: &MoveEffects) {
        for piece in &effects.moved {
            let origin = self.origin_of(piece.from);
            self.origins.retain(|(now, _)| *now != piece.from);
            self.origins.push((piece.to, origin));
        }
    }

    fn origin_of(&self, square: Square) -> Square {
        self.origins.iter().find(|(now, _)| *now == square).map_or(square, |(_, origin)| *origin)
    }

    pub(crate) fn claim(&mut self, claim: Claim) {
        self.claimed = Some(claim);
    }

    pub(crate) fn find(&mut self, square: Square) {
        self.found.push(square);
    }
}

impl Goal {
    /// Whether the goal is reached. The player has just moved.
    pub(crate) fn is_met(&self, tracker: &GoalTracker, game: &Game) -> bool {
        let position = game.position();
        match self {
            Goal::Reach { piece, squares } => squares.iter().any(|square| {
                tracker.visited.contains(square)
                    && position
                        .piece_at(*square)
                        .is_some_and(|found| piece.is_none_or(|role| role == found.role))
            }),
            Goal::Collect(squares) => squares.iter().all(|square| tracker.visited.contains(square)),
            Goal::Capture(squares) => {
                squares.iter().all(|square| tracker.captured.contains(square))
            }
            Goal::Check => tracker.checked,
            Goal::Mate => game.status() == Status::Checkmate,
            Goal::Safe => tracker.moved && mate_in_one(position).is_none(),
            Goal::Carry { piece, pin } => tracker.carried.iter().any(|(rider, to)| {
                rider.is_some()
                    && piece.is_none_or(|role| *rider == Some(role))
                    && pin.is_none_or(|pin| *to == pin)
            }),
            Goal::Board(pin) => tracker.carried.iter().any(|(_, to)| to == pin),
            Goal::Turn => tracker.turned,
            Goal::Castle(kind) => {
                let castling = match kind {
                    CastlingKind::Short => Castling::Short,
                    CastlingKind::Long => Castling::Long,
                };
                tracker.castled == Some(castling)
            }
            Goal::Promote { to } => {
                tracker.promoted.iter().any(|role| to.is_none_or(|to| to.role() == *role))
            }
            Goal::EnPassant => tracker.en_passant,
            Goal::Claim(claim) => tracker.claimed == Some(*claim),
            Goal::Find(squares) => squares.iter().all(|square| tracker.found.contains(square)),
            Goal::Illegal(_) => tracker.exposed,
            Goal::All(goals) => goals.iter().all(|goal| goal.is_met(tracker, game)),
            Goal::Any(goals) => goals.iter().any(|goal| goal.is_met(tracker, game)),
        }
    }

    /// The squares that are marked with a star: those to reach, collect or capture that are left.
    pub(crate) fn stars(&self, tracker: &GoalTracker) -> Vec<Square> {
        let left = |squares: &[Square], done: &[Square]| {
            squares.iter().copied().filter(|square| !done.contains(square)).collect()
        };
        match self {
            Goal::Reach { squares, .. } => left(squares, &[]),
            Goal::Collect(squares) => left(squares, &tracker.visited),
            Goal::Capture(squares) => {
                let now = |square: &Square| {
                    let moved = tracker.origins.iter().find(|(_, origin)| origin == square);
                    moved.map_or(*square, |(now, _)| *now)
                };
                squares
                    .iter()
                    .filter(|square| !tracker.captured.contains(square))
                    .map(now)
                    .collect()
            }
            Goal::Find(squares) => {
                squares.iter().copied().filter(|square| tracker.found.contains(square)).collect()
            }
            Goal::All(goals) | Goal::Any(goals) => {
                goals.iter().flat_map(|goal| goal.stars(tracker)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether this goal, or a part of it, satisfies a condition.
    pub(crate) fn contains(&self, holds: &dyn Fn(&Goal) -> bool) -> bool {
        holds(self)
            || match self {
                Goal::All(goals) | Goal::Any(goals) => {
                    goals.iter().any(|goal| goal.contains(holds))
                }
                _ => false,
            }
    }
}

/// A move of the side to move that checkmates.
pub(crate) fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        after.turn() != position.turn() && matches!(after.ending(), Some(Ending::Checkmate { .. }))
    })
}

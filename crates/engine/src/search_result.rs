//! What a search reports while it runs and when it ends.

use std::time::Duration;

use trid_rules::Move;

use crate::{score::Score, search::RootVariation};

/// Progress of a search: one variation at one depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Full-width depth in plies.
    pub depth: u32,
    /// The deepest ply reached, including extensions and quiescence.
    pub selective_depth: u32,
    /// Rank of the variation; 1 is the best.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes searched so far by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Usage of the transposition table in permille.
    pub hashfull: u32,
    /// The principal variation.
    pub pv: Vec<Move>,
}

impl Info {
    /// Search speed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The variations searched, best first; empty if there is no legal move.
    pub variations: Vec<Variation>,
    /// The last completed full-width depth in plies.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// A variation with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Score for the side to move.
    pub score: Score,
    /// The moves; never empty.
    pub moves: Vec<Move>,
}

impl SearchResult {
    /// The best move; `None` if there is no legal move.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.variations.first().and_then(|variation| variation.moves.first().copied())
    }

    /// The expected reply.
    #[must_use]
    pub fn ponder_move(&self) -> Option<Move> {
        self.variations.first().and_then(|variation| variation.moves.get(1).copied())
    }

    /// Score of the position for the side to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.variations.first().map(|variation| variation.score)
    }
}

impl From<RootVariation> for Variation {
    fn from(variation: RootVariation) -> Variation {
        Variation { score: Score::from_value(variation.value), moves: variation.pv }
    }
}

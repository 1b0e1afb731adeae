//! The search of one thread: its state, stack, draw detection and polling.

mod best_move;
mod effort;
mod election;
mod margins;
mod move_loop;
mod node;
mod pruning;
mod quiescence;
mod root;
mod singular;
mod window;

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use trid_rules::{Move, Position, RuleBook};

use best_move::BestMove;
use effort::Effort;
pub(crate) use election::elect;
use move_loop::Step;
pub(crate) use root::{Iteration, RootVariation, ThreadResult};
use window::Window;

use crate::{
    correction_history::CorrectionIndices,
    evaluation::{Evaluator, ThreadEvaluator},
    history::{ContinuationIndex, Histories, PreviousMoves},
    limits::{Clock, Limits, TimeBudget},
    move_picker::MoveListPool,
    score::Value,
    strength::Oversights,
    transposition::{Entry, Table},
};

/// The maximum ply of the search.
pub(crate) const MAX_PLY: usize = 120;

/// Bound of the static evaluation.
const MAX_EVALUATION: Value = 30_000;

/// Nodes between polls of the clock and the stop signal.
const POLL_INTERVAL: u64 = 1024;

/// Parts of the search that tests disable to compare the rest with plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchFeatures {
    /// All unsound techniques: null move, futility and late move pruning, reductions and so on.
    pub(crate) pruning: bool,
    /// Check extensions.
    pub(crate) extensions: bool,
    /// Quiescence search.
    pub(crate) quiescence: bool,
}

impl SearchFeatures {
    pub(crate) const ALL: SearchFeatures =
        SearchFeatures { pruning: true, extensions: true, quiescence: true };
}

/// State shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: &'a dyn Evaluator,
    pub(crate) clock: &'a dyn Clock,
    /// Set by the caller, or by the main thread for its helpers.
    pub(crate) stop: &'a AtomicBool,
    /// While set, time limits do not apply.
    pub(crate) pondering: &'a AtomicBool,
    pub(crate) budget: Option<TimeBudget>,
    /// Nodes by thread, updated at every poll.
    pub(crate) nodes: &'a [AtomicU64],
    pub(crate) features: SearchFeatures,
    pub(crate) oversights: Option<Oversights>,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// The elapsed time and the budget, if a time limit applies now.
    fn time_used(&self) -> Option<(Duration, TimeBudget)> {
        let budget = self.budget?;
        (!self.pondering.load(Ordering::Relaxed)).then(|| (self.clock.elapsed(), budget))
    }
}

/// Per-ply state of the current line.
#[derive(Clone, Default)]
struct StackEntry {
    /// The move played at this ply; `None` for a null move.
    played: Option<ContinuationIndex>,
    /// The same if it is a quiet move of the main search.
    quiet: Option<Move>,
    /// The static evaluation as the evaluator gives it, unless in check.
    raw_evaluation: Option<Value>,
    /// The static evaluation, corrected by the history of earlier searches.
    evaluation: Option<Value>,
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
    /// Quiet moves that caused a beta cutoff at this ply.
    killers: [Option<Move>; 2],
    /// Turns since the root. A forced promotion is a ply, but not a turn.
    turns: i32,
    /// Positions before this index of `keys` cannot be repeated, because of a null move, a capture or a
    /// pawn move since.
    repetition_floor: usize,
    /// The principal variation from this ply.
    pv: Vec<Move>,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    evaluator: Box<dyn ThreadEvaluator + 'a>,
    histories: &'a mut Histories,
    index: usize,
    move_lists: MoveListPool,
    stack: Vec<StackEntry>,
    /// Keys of the game's positions, then of the current line.
    keys: Vec<u64>,
    /// Number of keys that belong to the game.
    game_length: usize,
    nodes: u64,
    node_limit: u64,
    stopped: bool,
    selective_depth: usize,
    root_depth: i32,
    root: RootMoves,
    effort: Effort,
    /// A reduced strength considers every root move.
    is_alert: bool,
    /// Distinguishes the rule books in the transposition table.
    salt: u64,
}

/// Restrictions on the root moves.
#[derive(Default)]
struct RootMoves {
    /// Search only these, unless empty.
    only: Vec<Move>,
    /// MultiPV: first moves of better variations.
    excluded: Vec<Move>,
    /// The best move of the last iteration; searched first.
    first: Option<Move>,
}

impl RootMoves {
    fn allows(&self, mv: Move) -> bool {
        (self.only.is_empty() || self.only.contains(&mv)) && !self.excluded.contains(&mv)
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        histories: &'a mut Histories,
        index: usize,
        history: &[u64],
        limits: &Limits,
    ) -> Worker<'a> {
        /// Number of earlier game positions that are checked for repetition.
        const MAX_GAME_KEYS: usize = 200;
        let history = &history[history.len().saturating_sub(MAX_GAME_KEYS)..];
        let threads = shared.nodes.len() as u64;
        Worker {
            shared,
            evaluator: shared.evaluator.for_thread(),
            histories,
            index,
            move_lists: MoveListPool::default(),
            stack: vec![StackEntry::default(); MAX_PLY + 4],
            keys: history.to_vec(),
            game_length: history.len(),
            nodes: 0,
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| (nodes / threads).max(1)),
            stopped: false,
            selective_depth: 0,
            root_depth: 0,
            root: RootMoves { only: limits.search_moves.clone(), ..RootMoves::default() },
            effort: Effort::default(),
            is_alert: false,
            salt: 0,
        }
    }

    fn table_key(&self, position: &Position) -> u64 {
        position.key() ^ self.salt
    }

    fn set_salt(&mut self, book: RuleBook) {
        self.salt = match book {
            RuleBook::Revised => 0,
            RuleBook::Meder => 0x5851_f42d_4c95_7f2d,
        };
    }

    /// The moves one and two plies before `ply`.
    fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let played = |back: usize| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].played)
                .unwrap_or(ContinuationIndex::OTHER)
        };
        [played(1), played(2)]
    }

    /// Searches the position after a move and returns the value for the side that moved. A forced promotion
    /// does not pass the turn, so its value is not negated.
    fn search_child(
        &mut self,
        step: &Step<'_>,
        window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Value {
        let Step { before, mv, child: spot } = *step;
        let (child, ply) = (spot.position, spot.ply - 1);
        let passes_turn = child.turn() != before.turn();
        // Captures and pawn moves are irreversible; a pawn carried by a board can come back.
        let is_irreversible = child.halfmoves() == 0 && !matches!(mv, Move::Board { .. });
        let floor =
            if is_irreversible { self.keys.len() } else { self.stack[ply].repetition_floor };
        self.stack[ply + 1].turns = self.stack[ply].turns + i32::from(passes_turn);
        self.stack[ply + 1].repetition_floor = floor;
        self.keys.push(child.key());
        let value = if passes_turn {
            -self.search_node(spot, window.flipped(), depth, cut_node)
        } else {
            self.search_node(spot, window, depth, cut_node)
        };
        self.keys.pop();
        value
    }

    /// Draw by the fifty-move rule, bare kings, a repetition within the search, or a threefold repetition
    /// of the game.
    fn is_draw(&self, position: &Position, ply: usize, in_check: bool) -> bool {
        if position.halfmoves() >= 100 && (!in_check || position.has_moves()) {
            return true;
        }
        if position.occupied().len() == 2 {
            return true;
        }
        let last = self.keys.len() - 1;
        let floor = self.stack[ply].repetition_floor.min(last);
        let key = position.key();
        let mut earlier = 0;
        for index in (floor..last).rev() {
            if self.keys[index] == key {
                earlier += 1;
                if index >= self.game_length || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Counts a node, checks the node limit and polls at intervals.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_INTERVAL) {
            self.poll();
        }
    }

    fn poll(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if self.index == 0
            && let Some((elapsed, budget)) = self.shared.time_used()
            && elapsed >= budget.hard
        {
            self.stopped = true;
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    fn evaluate(&mut self, position: &Position, ply: usize) -> Value {
        self.evaluator.evaluate(position, ply).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// The static evaluation, corrected by how earlier searches of similar positions differed from it.
    fn corrected(&self, raw: Value, at: CorrectionIndices) -> Value {
        (raw + self.histories.corrections.correction(at)).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Whether a reduced strength overlooks a move.
    fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        if self.is_alert && ply == 0 {
            return false;
        }
        self.shared.oversights.is_some_and(|oversights| {
            oversights.overlooks(position, mv, ply, self.stack[ply].turns)
        })
    }

    /// Stores the result of a node in the transposition table.
    fn store(&self, key: u64, ply: usize, best: &BestMove, evaluation: Option<Value>, depth: i32) {
        let entry =
            Entry { mv: best.mv, value: best.value, evaluation, depth, bound: best.bound() };
        self.shared.table.store(key, self.stack[ply].turns, entry);
    }

    /// Sets the principal variation of a ply: a move, then the principal variation of the next ply.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}

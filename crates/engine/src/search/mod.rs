//! The search of one thread: what it carries from node to node.

mod best;
mod margins;
mod moves;
mod node;
mod pruning;
mod quiescence;
mod root;

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use trid_rules::{Move, Position, RuleBook};

use best::Best;
pub(crate) use root::{Iteration, Line};

use crate::{
    evaluation::Evaluator,
    history::{Before, Histories, MoveSlot},
    level::Blindness,
    limits::{Budget, Clock, Limits},
    picker::MoveLists,
    score::{INFINITE, Value},
    transposition::{Entry, Table},
};

/// No line is searched deeper than this.
pub(crate) const MAX_PLY: usize = 120;

/// The clock and the stop signal are looked at every so many nodes.
const POLL_EVERY: u64 = 1024;

/// The parts of the search that may be left out, so that what is left can be checked against plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Steps {
    /// Null move, futility, late move pruning and reductions: what may overlook something.
    pub(crate) pruning: bool,
    /// Checks are searched deeper.
    pub(crate) extensions: bool,
    /// Captures are played out at the leaves.
    pub(crate) quiescence: bool,
}

impl Steps {
    pub(crate) const ALL: Steps = Steps { pruning: true, extensions: true, quiescence: true };
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evaluator: &'a dyn Evaluator,
    pub(crate) clock: &'a dyn Clock,
    /// Set from outside or by the first thread: everyone stops.
    pub(crate) stop: &'a AtomicBool,
    /// While this is set, time does not count.
    pub(crate) pondering: &'a AtomicBool,
    pub(crate) budget: Option<Budget>,
    /// Nodes by thread, brought up to date when the stop signal is looked at.
    pub(crate) nodes: &'a [AtomicU64],
    pub(crate) steps: Steps,
    pub(crate) blindness: Option<Blindness>,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Time used, if time counts at all now.
    fn counted_time(&self) -> Option<(Duration, Budget)> {
        let budget = self.budget?;
        (!self.pondering.load(Ordering::Relaxed)).then(|| (self.clock.elapsed(), budget))
    }
}

/// What is known at one ply of the line being searched.
#[derive(Clone, Default)]
struct Frame {
    /// The move played here.
    slot: Option<MoveSlot>,
    /// The static evaluation, unless in check.
    evaluation: Option<Value>,
    /// Quiet moves that reached beta at this ply.
    killers: [Option<Move>; 2],
    /// Turns since the root: a forced promotion is a ply, but no turn.
    turns: i32,
    /// Positions before this place in `keys` cannot be repeated: a null move, a capture or a pawn's move
    /// lies between.
    floor: usize,
    /// The best line from here.
    line: Vec<Move>,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    histories: &'a mut Histories,
    index: usize,
    lists: MoveLists,
    frames: Vec<Frame>,
    /// Keys of the positions of the game, then of the line being searched.
    keys: Vec<u64>,
    /// How many keys belong to the game.
    game_length: usize,
    nodes: u64,
    node_limit: u64,
    stopped: bool,
    selective_depth: usize,
    root_depth: i32,
    root: RootMoves,
    /// Keeps the positions of the two rule books apart in the table.
    salt: u64,
}

/// Which moves are searched at the root.
#[derive(Default)]
struct RootMoves {
    /// Only these, if there are any.
    only: Vec<Move>,
    /// Not these: they head better lines.
    excluded: Vec<Move>,
    /// The best of the last iteration, tried first.
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
        /// Positions further back in the game are not looked at for repetition.
        const REMEMBERED: usize = 200;
        let history = &history[history.len().saturating_sub(REMEMBERED)..];
        let threads = shared.nodes.len() as u64;
        Worker {
            shared,
            histories,
            index,
            lists: MoveLists::default(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            keys: history.to_vec(),
            game_length: history.len(),
            nodes: 0,
            node_limit: limits.nodes.map_or(u64::MAX, |nodes| (nodes / threads).max(1)),
            stopped: false,
            selective_depth: 0,
            root_depth: 0,
            root: RootMoves { only: limits.moves.clone(), ..RootMoves::default() },
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

    /// The two moves before a ply, the last first.
    fn before(&self, ply: usize) -> Before {
        let slot = |back: usize| {
            ply.checked_sub(back).and_then(|ply| self.frames[ply].slot).unwrap_or(MoveSlot::OTHER)
        };
        [slot(1), slot(2)]
    }

    /// Searches the position after a move. The value is as the mover sees it, whoever's turn it is after
    /// the move: a forced promotion does not pass the turn.
    fn descend(
        &mut self,
        (position, mv, child, in_check): (&Position, Move, &Position, bool),
        ply: usize,
        (alpha, beta): (Value, Value),
        depth: i32,
        cut: bool,
    ) -> Value {
        let passes = child.turn() != position.turn();
        // A capture or a pawn's own move cannot be undone; a pawn carried by a board may come back.
        let is_final = child.halfmoves() == 0 && !matches!(mv, Move::Board { .. });
        let floor = if is_final { self.keys.len() } else { self.frames[ply].floor };
        self.frames[ply + 1].turns = self.frames[ply].turns + i32::from(passes);
        self.frames[ply + 1].floor = floor;
        self.keys.push(child.key());
        let value = if passes {
            -self.node((child, in_check), ply + 1, (-beta, -alpha), depth, cut)
        } else {
            self.node((child, in_check), ply + 1, (alpha, beta), depth, cut)
        };
        self.keys.pop();
        value
    }

    /// Whether the position repeats one of the line, or for the third time one of the game; or fifty moves
    /// have passed; or only kings are left.
    fn is_draw(&self, position: &Position, ply: usize, in_check: bool) -> bool {
        if position.halfmoves() >= 100 && (!in_check || position.has_moves()) {
            return true;
        }
        if position.occupied().len() == 2 {
            return true;
        }
        let last = self.keys.len() - 1;
        let floor = self.frames[ply].floor.min(last);
        let key = position.key();
        let mut earlier = 0;
        for place in (floor..last).rev() {
            if self.keys[place] == key {
                earlier += 1;
                if place >= self.game_length || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Counts a node and, now and then, looks whether to stop.
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(POLL_EVERY) {
            self.poll();
        }
    }

    fn poll(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if self.index == 0
            && let Some((elapsed, budget)) = self.shared.counted_time()
            && elapsed >= budget.hard
        {
            self.stopped = true;
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    fn evaluate(&self, position: &Position) -> Value {
        const LARGEST: Value = 30_000;
        self.shared.evaluator.evaluate(position).clamp(-LARGEST, LARGEST)
    }

    /// Whether a level that misses things does not see a move.
    fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        self.shared.blindness.is_some_and(|blindness| blindness.misses(position, mv, ply))
    }

    /// Stores what the moves of a node have come to.
    fn remember(&self, key: u64, ply: usize, best: &Best, evaluation: Option<Value>, depth: i32) {
        let entry =
            Entry { mv: best.mv, value: best.value, evaluation, depth, bound: best.bound() };
        self.shared.table.store(key, self.frames[ply].turns, entry);
    }

    /// Notes the best line from a ply: a move, and the best line after it.
    fn note_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }
}

/// The widest window.
const FULL_WINDOW: (Value, Value) = (-INFINITE, INFINITE);

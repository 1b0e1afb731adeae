//! One node of the principal variation search, step by step.

use trid_rules::{Move, Position, Role};

use super::{MAX_PLY, Worker, pruning};
use crate::{
    exchange::{captured_square, gains},
    history::{Before, MoveSlot},
    picker::{Picker, Wanted, is_quiet},
    score::{DRAW, INFINITE, MATE_BOUND, Value, mate_in, mated_in},
    transposition::{Bound, Entry},
};

/// What the steps at one node need to know of it.
struct Node<'p> {
    position: &'p Position,
    ply: usize,
    depth: i32,
    beta: Value,
    is_principal: bool,
    in_check: bool,
    /// The side to move stands better than two plies ago.
    improving: bool,
    /// The static evaluation, or a better guess from the table; none in check or before a forced promotion.
    evaluation: Option<Value>,
    cut: bool,
    before: Before,
}

/// Moves tried without success, to be punished when another reaches beta; those beyond the room are spared.
#[derive(Default)]
struct Tried {
    moves: [Option<(Move, bool)>; 24],
    count: usize,
}

impl Tried {
    fn note(&mut self, mv: Move, quiet: bool) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some((mv, quiet));
            self.count += 1;
        }
    }
}

impl Worker<'_> {
    /// The value of a position, as the side to move sees it, within a window. `cut` says that a cutoff is
    /// expected here.
    pub(super) fn node(
        &mut self,
        (position, in_check): (&Position, bool),
        ply: usize,
        (mut alpha, mut beta): (Value, Value),
        depth: i32,
        cut: bool,
    ) -> Value {
        if depth <= 0 && position.pending().is_none() {
            return self.leaf(position, ply, (alpha, beta), in_check);
        }
        self.count_node();
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped {
            return DRAW;
        }
        let is_root = ply == 0;
        let is_principal = beta - alpha > 1;
        let turns = self.frames[ply].turns;
        if !is_root {
            if self.is_draw(position, ply, in_check) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(position);
            }
            // Mate distance pruning.
            alpha = alpha.max(mated_in(turns));
            beta = beta.min(mate_in(turns + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        self.frames[ply + 1].killers = [None; 2];
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !is_principal
            && entry.depth >= depth
            && position.halfmoves() < 90
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }
        let evaluation = self.static_evaluation(position, ply, in_check, entry);
        let mut node = Node {
            position,
            ply,
            depth,
            beta,
            is_principal,
            in_check,
            improving: self.is_improving(ply),
            evaluation,
            cut,
            before: self.before(ply),
        };
        let table_move = self.root.first.filter(|_| is_root).or(entry.and_then(|entry| entry.mv));
        if self.shared.steps.pruning
            && !is_principal
            && let Some(value) = self.prune_whole_node(&node, alpha)
        {
            return value;
        }
        // Internal iterative reduction: without a move to begin with, a shallower search finds one.
        if self.shared.steps.pruning && depth >= 4 && table_move.is_none() && (is_principal || cut)
        {
            node.depth -= 1;
        }
        self.moves(&node, (alpha, beta), table_move, key)
    }

    /// Reverse futility, razoring and null move: whether the node can be left without trying its moves.
    fn prune_whole_node(&mut self, node: &Node<'_>, alpha: Value) -> Option<Value> {
        let (position, depth, beta) = (node.position, node.depth, node.beta);
        let evaluation = node.evaluation?;
        if beta.abs() >= MATE_BOUND || alpha.abs() >= MATE_BOUND {
            return None;
        }
        // Reverse futility pruning.
        if depth <= pruning::REVERSE_FUTILITY_DEPTH
            && evaluation - pruning::reverse_futility_margin(depth, node.improving) >= beta
        {
            return Some(evaluation);
        }
        // Razoring.
        if depth <= pruning::RAZORING_DEPTH && evaluation + pruning::razoring_margin(depth) <= alpha
        {
            let value = self.leaf(position, node.ply, (alpha, alpha + 1), false);
            if value <= alpha {
                return Some(value);
            }
        }
        // Null move pruning.
        let own = position.pieces_of(position.turn());
        let pawns_and_king = position.pieces(position.turn(), Role::Pawn).len() + 1;
        let after_null = node.ply > 0 && self.frames[node.ply - 1].slot.is_none();
        if depth >= 3 && evaluation >= beta && own.len() > pawns_and_king && !after_null {
            let reduction = pruning::null_move_reduction(depth, evaluation - beta);
            let mut child = position.clone();
            child.pass_unchecked();
            self.frames[node.ply].slot = None;
            self.frames[node.ply + 1].turns = self.frames[node.ply].turns + 1;
            self.frames[node.ply + 1].floor = self.keys.len();
            self.keys.push(child.key());
            let value = -self.node(
                (&child, false),
                node.ply + 1,
                (-beta, -beta + 1),
                depth - reduction,
                !node.cut,
            );
            self.keys.pop();
            if self.stopped {
                return Some(DRAW);
            }
            if value >= beta {
                return Some(if value >= MATE_BOUND { beta } else { value });
            }
        }
        None
    }

    /// Tries the moves of a node one by one.
    fn moves(
        &mut self,
        node: &Node<'_>,
        (mut alpha, beta): (Value, Value),
        table_move: Option<Move>,
        key: u64,
    ) -> Value {
        let Node { position, ply, depth, before, .. } = *node;
        let is_root = ply == 0;
        let original_alpha = alpha;
        let [first, second] = self.frames[ply].killers;
        let refutations = [first, second, self.histories.counter(before[0])];
        let mut picker =
            Picker::new(position, Wanted::All, table_move, refutations, &mut self.lists);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut legal = 0;
        let mut tried = Tried::default();
        while let Some(mv) = picker.next(position, self.histories, before) {
            legal += 1;
            if is_root && !self.root.allows(mv) {
                continue;
            }
            if self.shared.blindness.is_some_and(|blindness| blindness.misses(position, mv, ply)) {
                continue;
            }
            let quiet = is_quiet(position, mv);
            if self.shared.steps.pruning && !is_root && best > -MATE_BOUND {
                if quiet && self.is_quiet_futile(node, number, alpha) {
                    picker.skip_quiets();
                }
                if self.loses_material(node, mv, quiet, picker.in_bad_captures()) {
                    continue;
                }
            }
            number += 1;
            let value = self.try_move(node, mv, quiet, number, (alpha, beta));
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    self.note_line(ply, mv);
                    if value >= beta {
                        self.learn(node, mv, quiet, &tried);
                        break;
                    }
                }
            }
            tried.note(mv, quiet);
        }
        picker.finish(&mut self.lists);
        if self.stopped {
            return if best_move.is_some() { best } else { DRAW };
        }
        if legal == 0 {
            return if node.in_check { mated_in(self.frames[ply].turns) } else { DRAW };
        }
        if number == 0 {
            // Nothing that this level sees.
            return self.evaluate(position).clamp(original_alpha, beta);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !is_root || self.root.excluded.is_empty() {
            let evaluation = self.frames[ply].evaluation;
            let entry = Entry { mv: best_move, value: best, evaluation, depth, bound };
            self.shared.table.store(key, self.frames[ply].turns, entry);
        }
        best
    }

    /// Plays a move and searches what follows: late moves less deeply and with a closed window at first.
    fn try_move(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        number: usize,
        (alpha, beta): (Value, Value),
    ) -> Value {
        let Node { position, ply, .. } = *node;
        self.frames[ply].slot = Some(MoveSlot::new(position, mv));
        let history = if quiet { self.histories.quiet(position, node.before, mv) } else { 0 };
        let mut child = position.clone();
        child.play_unchecked(mv);
        self.shared.table.touch(self.table_key(&child));
        // A forced promotion is a choice, not a turn: it costs no depth.
        let same_side = child.turn() == position.turn();
        let mut depth = node.depth - i32::from(!same_side);
        let in_check = child.is_check();
        let gives_check = !same_side && in_check;
        // Check extension.
        if self.shared.steps.extensions
            && gives_check
            && (ply as i32) < 2 * self.root_depth
            && (node.is_principal || gains(position, mv, 0))
        {
            depth += 1;
        }
        if number == 1 {
            let cut = !node.is_principal && !node.cut;
            return self.descend((position, mv, &child, in_check), ply, (alpha, beta), depth, cut);
        }
        let mut value = alpha + 1;
        let mut reduced = 0;
        // Late move reductions.
        if self.shared.steps.pruning && node.depth >= 3 && number > 2 && quiet && !same_side {
            reduced = self.reduction(node, number, gives_check, history).min(depth - 1).max(0);
            if reduced > 0 {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, alpha + 1),
                    depth - reduced,
                    true,
                );
            }
        }
        if value > alpha && !self.stopped {
            // The closed window, at full depth.
            if reduced > 0 || number > 1 {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, alpha + 1),
                    depth,
                    !node.cut,
                );
            }
            // The open window, where it turns out better than thought.
            if value > alpha && value < beta && node.is_principal && !self.stopped {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, beta),
                    depth,
                    false,
                );
            }
        }
        value
    }

    /// By how many plies a late quiet move is searched less deeply.
    fn reduction(&self, node: &Node<'_>, number: usize, gives_check: bool, history: Value) -> i32 {
        let mut reduction = pruning::late_move_reduction(node.depth, number);
        if node.is_principal {
            reduction -= 1024;
        }
        if node.cut {
            reduction += 1024;
        }
        if !node.improving {
            reduction += 512;
        }
        if gives_check || node.in_check {
            reduction -= 1024;
        }
        reduction -= history / 12;
        reduction / 1024
    }

    /// Late move pruning and futility: whether the quiet moves still to come are hopeless.
    fn is_quiet_futile(&self, node: &Node<'_>, number: usize, alpha: Value) -> bool {
        let depth = node.depth;
        if depth <= pruning::LATE_MOVE_DEPTH
            && !node.in_check
            && number >= pruning::late_move_count(depth, node.improving)
        {
            return true;
        }
        depth <= pruning::FUTILITY_DEPTH
            && alpha.abs() < MATE_BOUND
            && node
                .evaluation
                .is_some_and(|evaluation| evaluation + pruning::futility_margin(depth) <= alpha)
    }

    /// Exchange pruning: whether a move loses too much to be worth a look at this depth.
    fn loses_material(&self, node: &Node<'_>, mv: Move, quiet: bool, is_bad_capture: bool) -> bool {
        node.depth <= pruning::EXCHANGE_DEPTH
            && (quiet || is_bad_capture)
            && !node.in_check
            && !gains(node.position, mv, pruning::exchange_margin(node.depth, quiet))
    }

    /// The static evaluation, kept in the frame; the table may know better.
    fn static_evaluation(
        &mut self,
        position: &Position,
        ply: usize,
        in_check: bool,
        entry: Option<Entry>,
    ) -> Option<Value> {
        if in_check || position.pending().is_some() {
            self.frames[ply].evaluation = None;
            return None;
        }
        let evaluation =
            entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(position));
        self.frames[ply].evaluation = Some(evaluation);
        match entry {
            Some(Entry { value, bound, .. })
                if value.abs() < MATE_BOUND
                    && match bound {
                        Bound::Exact => true,
                        Bound::Lower => value > evaluation,
                        Bound::Upper => value < evaluation,
                    } =>
            {
                Some(value)
            }
            _ => Some(evaluation),
        }
    }

    fn is_improving(&self, ply: usize) -> bool {
        ply >= 2
            && match (self.frames[ply].evaluation, self.frames[ply - 2].evaluation) {
                (Some(now), Some(before)) => now > before,
                _ => false,
            }
    }

    /// Histories, killers and counter moves learn from a move that reached beta.
    fn learn(&mut self, node: &Node<'_>, mv: Move, quiet: bool, tried: &Tried) {
        let Node { position, ply, before, .. } = *node;
        let bonus = pruning::history_bonus(node.depth);
        if quiet {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.set_counter(before[0], mv);
            self.histories.update_quiet(position, before, mv, bonus);
        } else {
            self.update_capture(position, mv, bonus);
        }
        for &(other, is_quiet) in tried.moves.iter().flatten() {
            if !is_quiet {
                self.update_capture(position, other, -bonus);
            } else if quiet {
                self.histories.update_quiet(position, before, other, -bonus);
            }
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Move::Piece { from, to, .. } = mv
            && let Some(captured) = captured_square(position, mv)
        {
            self.histories.update_capture(
                position.role_at(from),
                to,
                position.role_at(captured),
                bonus,
            );
        }
    }
}

/// Whether what the table says settles a node.
pub(super) fn cuts(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}

//! Singular extensions: searches the table move deeper if all other moves are clearly worse.

use trid_rules::Move;

use super::{
    Worker, margins,
    node::{Node, Spot},
    window::{NodeType, Window},
};
use crate::{
    score::{Value, is_mate},
    transposition::Bound,
};

/// What the search without the table move shows.
pub(super) enum Singularity {
    /// Change the depth of the table move by this many plies.
    Extension(i32),
    /// Multicut: other moves reach beta too, so the node fails high with this value.
    Cutoff(Value),
}

impl Worker<'_> {
    /// Searches the node at reduced depth without the table move, with a null window below the table value.
    pub(super) fn singularity(&mut self, node: &Node<'_>, mv: Move, beta: Value) -> Singularity {
        const NONE: Singularity = Singularity::Extension(0);
        let Spot { position, ply, .. } = node.spot;
        let depth = node.depth;
        let Some(entry) = node.entry else {
            return NONE;
        };
        if !self.shared.features.pruning
            || depth < margins::SINGULAR_DEPTH
            || ply == 0
            || ply as i32 >= 2 * self.root_depth
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_mate(entry.value)
            || position.pending().is_some()
        {
            return NONE;
        }
        let limit = entry.value - margins::singular_margin(depth);
        let killers = self.stack[ply + 1].killers;
        self.stack[ply].excluded = Some(mv);
        let window = Window::null(limit - 1);
        let value = self.search_node(node.spot, window, (depth - 1) / 2, node.kind.is_cut());
        // The search of this ply goes on as if the other search had not been.
        self.stack[ply].excluded = None;
        self.stack[ply].pv.clear();
        self.stack[ply + 1].killers = killers;
        if self.stopped {
            return NONE;
        }
        if value < limit {
            let is_clear = !node.kind.is_pv() && value < limit - margins::DOUBLE_EXTENSION_MARGIN;
            return Singularity::Extension(if is_clear { 2 } else { 1 });
        }
        if limit >= beta && !is_mate(limit) {
            return Singularity::Cutoff(limit);
        }
        // Negative extensions: another move may be as good.
        Singularity::Extension(match node.kind {
            _ if entry.value >= beta => -2,
            NodeType::Cut => -1,
            NodeType::Pv | NodeType::All => 0,
        })
    }
}

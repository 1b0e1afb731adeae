//! The margins of the steps that leave moves out or look at them less deeply.

use std::sync::LazyLock;

use crate::score::Value;

/// Reverse futility: so far above beta that the opponent's best hardly matters.
pub(super) const fn reverse_futility_margin(depth: i32, improving: bool) -> Value {
    75 * (depth - improving as i32)
}

/// Reverse futility is tried up to this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Razoring: so far below alpha that only captures could help.
pub(super) const fn razoring_margin(depth: i32) -> Value {
    220 + 180 * depth
}

/// Razoring is tried up to this depth.
pub(super) const RAZORING_DEPTH: i32 = 3;

/// Null move: how much less deep the position is searched after giving the turn away.
pub(super) fn null_move_reduction(depth: i32, above_beta: Value) -> i32 {
    3 + depth / 4 + (above_beta / 200).clamp(0, 3)
}

/// Late move pruning: quiet moves after this many are left out.
pub(super) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// Late move pruning is done up to this depth.
pub(super) const LATE_MOVE_DEPTH: i32 = 7;

/// Futility: quiet moves are left out when the position is this far below alpha.
pub(super) const fn futility_margin(depth: i32) -> Value {
    120 + 95 * depth
}

/// Futility is done up to this depth.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// Exchange pruning: moves that lose more than this are left out.
pub(super) const fn exchange_margin(depth: i32, quiet: bool) -> Value {
    if quiet { -55 * depth } else { -110 * depth }
}

/// Exchange pruning is done up to this depth.
pub(super) const EXCHANGE_DEPTH: i32 = 8;

/// Quiescence: a capture must bring the value this near to alpha.
pub(super) const QUIESCENCE_MARGIN: Value = 180;

/// Late move reductions by depth and number of the move, in 1024ths of a ply.
pub(super) fn late_move_reduction(depth: i32, number: usize) -> i32 {
    static TABLE: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
        core::array::from_fn(|depth| {
            core::array::from_fn(|number| {
                let product = f64::ln(depth.max(1) as f64) * f64::ln(number.max(1) as f64);
                (1024.0 * (0.75 + product / 2.3)) as i32
            })
        })
    });
    TABLE[depth.clamp(0, 63) as usize][number.min(63)]
}

/// The bonus that histories get from a cutoff at this depth.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 60).clamp(40, 1800)
}

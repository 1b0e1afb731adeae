//! Margins, depths and tables of the pruning and reduction techniques.

use std::sync::LazyLock;

use crate::score::Value;

/// Reverse futility pruning: how far above beta the evaluation must be.
pub(super) const fn reverse_futility_margin(depth: i32, improving: bool) -> Value {
    75 * (depth - improving as i32)
}

/// Maximum depth of reverse futility pruning.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Razoring: how far below alpha the evaluation must be.
pub(super) const fn razoring_margin(depth: i32) -> Value {
    220 + 180 * depth
}

/// Maximum depth of razoring.
pub(super) const RAZORING_DEPTH: i32 = 3;

/// Null move pruning: the depth reduction.
pub(super) fn null_move_reduction(depth: i32, above_beta: Value) -> i32 {
    3 + depth / 4 + (above_beta / 200).clamp(0, 3)
}

/// Late move pruning: how many moves are searched before the remaining quiet moves are skipped.
pub(super) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// Maximum depth of late move pruning.
pub(super) const LATE_MOVE_DEPTH: i32 = 7;

/// Futility pruning: how far below alpha the evaluation must be to skip quiet moves.
pub(super) const fn futility_margin(depth: i32) -> Value {
    120 + 95 * depth
}

/// Maximum depth of futility pruning.
pub(super) const FUTILITY_DEPTH: i32 = 7;

/// SEE pruning: moves that lose more than this are skipped.
pub(super) const fn see_margin(depth: i32, quiet: bool) -> Value {
    if quiet { -55 * depth } else { -110 * depth }
}

/// Maximum depth of SEE pruning.
pub(super) const SEE_DEPTH: i32 = 8;

/// Delta pruning in quiescence: the margin on top of the captured piece.
pub(super) const QUIESCENCE_MARGIN: Value = 180;

/// Minimum depth of singular extensions.
pub(super) const SINGULAR_DEPTH: i32 = 6;

/// Singular extensions: how far below the table value all other moves must be.
pub(super) const fn singular_margin(depth: i32) -> Value {
    2 * depth
}

/// Double extensions: how much further below they must be.
pub(super) const DOUBLE_EXTENSION_MARGIN: Value = 20;

/// Late move reduction by depth and move number, in 1024ths of a ply.
pub(super) fn late_move_reduction(depth: i32, number: usize) -> i32 {
    static TABLE: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
        std::array::from_fn(|depth| {
            std::array::from_fn(|number| {
                let product = f64::ln(depth.max(1) as f64) * f64::ln(number.max(1) as f64);
                (1024.0 * (0.75 + product / 2.3)) as i32
            })
        })
    });
    TABLE[depth.clamp(0, 63) as usize][number.min(63)]
}

/// History bonus for a cutoff at this depth.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 60).clamp(40, 1800)
}

/// History bonus for a quiet move after which the evaluation is better by this much for the side that moved.
pub(super) fn evaluation_gain_bonus(gain: Value) -> i32 {
    (10 * gain).clamp(-1500, 1500)
}

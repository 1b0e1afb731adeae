//! Simple players: the best capture by SEE, and plain alpha-beta by material.

use trid_engine::see::{is_quiet, piece_value, see_at_least};
use trid_rules::{Color, Move, Position, Role};

/// Centipawns, or a mate near [`MATE`], for the side to move.
type Value = i32;

const MATE: Value = 32_000;
const INFINITE: Value = MATE + 1;

/// The value of being mated after this many turns.
const fn mated_in(turns: i32) -> Value {
    turns - MATE
}

/// The captures and promotions with the highest SEE; all moves if none gains material.
pub(super) fn best_captures(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    let mut best = 1;
    let mut chosen = Vec::new();
    for &mv in moves.iter().filter(|&&mv| !is_quiet(position, mv)) {
        let gain = see(position, mv);
        if gain > best {
            best = gain;
            chosen.clear();
        }
        if gain == best {
            chosen.push(mv);
        }
    }
    if chosen.is_empty() { moves } else { chosen }
}

/// The SEE value of a move, by binary search over the threshold.
fn see(position: &Position, mv: Move) -> Value {
    let (mut low, mut high): (Value, Value) = (-1_000, 3_000);
    while low < high {
        let middle = (low + high + 1).div_euclid(2);
        if see_at_least(position, mv, middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The best moves by material at this depth.
pub(super) fn best_by_material(position: &Position, depth: u32) -> Vec<Move> {
    let mut best = -INFINITE;
    let mut chosen = Vec::new();
    for mv in position.legal_moves() {
        // A window one below the best distinguishes equal moves from worse ones.
        let value = after(position, mv, depth, best - 1, INFINITE, 0);
        if value > best {
            best = value;
            chosen.clear();
        }
        if value == best {
            chosen.push(mv);
        }
    }
    chosen
}

fn after(
    position: &Position,
    mv: Move,
    depth: u32,
    alpha: Value,
    beta: Value,
    turns: i32,
) -> Value {
    let mut child = position.clone();
    child.play_unchecked(mv);
    if child.turn() == position.turn() {
        alpha_beta(&child, depth, alpha, beta, turns)
    } else {
        -alpha_beta(&child, depth - 1, -beta, -alpha, turns + 1)
    }
}

fn alpha_beta(position: &Position, depth: u32, mut alpha: Value, beta: Value, turns: i32) -> Value {
    if depth == 0 && position.pending().is_none() {
        return if position.has_moves() {
            material(position)
        } else if position.is_check() {
            mated_in(turns)
        } else {
            0
        };
    }
    let mut moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { mated_in(turns) } else { 0 };
    }
    moves.sort_by_key(|&mv| is_quiet(position, mv));
    let mut best = -INFINITE;
    for mv in moves {
        let value = after(position, mv, depth, alpha, beta, turns);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn material(position: &Position) -> Value {
    let of = |color: Color| -> Value {
        Role::ALL[..5]
            .iter()
            .map(|&role| piece_value(role) * position.pieces(color, role).len() as Value)
            .sum()
    };
    of(position.turn()) - of(position.turn().other())
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    #[track_caller]
    fn check(tfen: &str, choose: impl Fn(&Position) -> Vec<Move>, expected: &[&str]) {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let mut moves: Vec<String> = choose(&position).iter().map(Move::to_string).collect();
        moves.sort();
        assert_eq!(moves, expected);
    }

    #[test]
    fn greedy_captures_unprotected_pieces() {
        // The rook can capture a protected pawn or a hanging knight.
        let tfen =
            "4/4/4/K3|4/n3/2p1/R2p|4/2k1/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        check(tfen, best_captures, &["a3Na5N"]);
    }

    #[test]
    fn material_search_wins_the_knight_directly_or_by_a_fork() {
        let tfen =
            "4/4/4/K3|4/n3/2p1/Q2p|4/2k1/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
        check(tfen, |position| best_by_material(position, 3), &["a3Na5N", "a3Nc5B", "a3Nc5N"]);
    }
}

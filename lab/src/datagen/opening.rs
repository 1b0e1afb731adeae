//! Random openings that neither side has won yet, with board moves favoured.

use trid_engine::{Engine, Limits, Score};
use trid_rules::{Move, Position, RuleBook};

use super::Random;

/// Numbers of random plies. Either side continues equally often. Half of the openings are long, because boards
/// seldom become free to move in a few plies.
const PLIES: [usize; 4] = [8, 9, 16, 17];

/// The largest score of an opening, in centipawns.
const MAX_SCORE: i32 = 500;

/// The verification search has this many times the nodes of a move.
const VERIFICATION: u64 = 4;

/// A random opening whose score a search has verified.
pub(super) fn random_opening(
    engine: &mut Engine,
    random: &mut Random,
    book: RuleBook,
    nodes: u64,
) -> Vec<Move> {
    loop {
        if let Some((moves, position)) = random_moves(random, book) {
            let limits = Limits::nodes(nodes * VERIFICATION);
            let score = engine.search(&position, &limits).score();
            if matches!(score, Some(Score::Centipawns(value)) if value.abs() <= MAX_SCORE) {
                return moves;
            }
        }
    }
}

/// Random moves and the position after them; `None` if the game ends or a promotion is pending.
fn random_moves(random: &mut Random, book: RuleBook) -> Option<(Vec<Move>, Position)> {
    let mut position = Position::start(book);
    let mut moves = Vec::new();
    for _ in 0..random.choose(&PLIES)? {
        let mv = random_move(random, &position)?;
        position.play_unchecked(mv);
        moves.push(mv);
    }
    (position.has_moves() && position.pending().is_none()).then_some((moves, position))
}

/// A random move. Half of the time it is a board move, or else one that helps to empty a board, so that the
/// network sees many arrangements of the boards.
fn random_move(random: &mut Random, position: &Position) -> Option<Move> {
    let legal = position.legal_moves();
    if random.below(2) == 0 {
        for favoured in [moves_board, leaves_board] {
            let moves: Vec<Move> = legal.iter().copied().filter(|&mv| favoured(mv)).collect();
            if let Some(mv) = random.choose(&moves) {
                return Some(mv);
            }
        }
    }
    random.choose(&legal)
}

fn moves_board(mv: Move) -> bool {
    matches!(mv, Move::Board { .. } | Move::Turn { .. })
}

/// Whether a piece goes from an attack board to a main board.
fn leaves_board(mv: Move) -> bool {
    matches!(mv, Move::Piece { from, to, .. } if from.pin().is_some() && to.pin().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_all_lengths() {
        for book in RuleBook::ALL {
            let mut random = Random::for_game(1, 0);
            let openings: Vec<(Vec<Move>, Position)> =
                (0..400).filter_map(|_| random_moves(&mut random, book)).collect();
            for plies in PLIES {
                let count = openings.iter().filter(|(moves, _)| moves.len() == plies).count();
                assert!(count > 60, "{book}: {count} of {plies} plies");
            }
            assert!(openings.iter().all(|(moves, _)| PLIES.contains(&moves.len())));
        }
    }

    #[track_caller]
    fn check(tfen: &str, favoured: fn(Move) -> bool) {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let legal = position.legal_moves();
        let share = |moves: &[Move]| {
            moves.iter().filter(|&&mv| favoured(mv)).count() as f64 / moves.len() as f64
        };
        assert!((0.01..0.3).contains(&share(&legal)), "{}", share(&legal));
        let mut random = Random::for_game(2, 0);
        let chosen: Vec<Move> =
            (0..500).filter_map(|_| random_move(&mut random, &position)).collect();
        assert!((0.5..0.7).contains(&share(&chosen)), "{}", share(&chosen));
    }

    #[test]
    fn board_moves_are_favoured() {
        let boards = "KL1w:PP/KR,QL2w:2/2,QL6b:rq/pp,KL6b:kr/pp";
        check(
            &format!("4/4/PPPP/NBBN|4/1Q2/4/4|nbbn/pppp/4/4|{boards} w - - - - - 0 1"),
            moves_board,
        );
    }

    #[test]
    fn moves_off_the_boards_are_favoured_next() {
        let boards = "QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp";
        check(
            &format!("4/4/PPP1/NBBN|4/4/3P/4|nbbn/pppp/4/4|{boards} w KQkq - - - - 0 1"),
            leaves_board,
        );
    }
}

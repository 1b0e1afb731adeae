//! A hand-checked example for each theme of a puzzle, and near misses.

use trid_learn::puzzle::{
    Puzzle,
    themes::{Theme, themes},
};
use trid_rules::RuleBook;

/// The attack boards at their start, without pieces.
const BOARDS: &str = "QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2";

/// The themes of a puzzle on the main boards, with Black to make the previous move.
#[track_caller]
fn found(main_boards: &str, boards: &str, previous: &str, solution: &str) -> Vec<Theme> {
    let line = format!("100000 600 {previous} {solution} {main_boards}|{boards} b - - - - - 0 1");
    let puzzle = Puzzle::parse(&line, RuleBook::Revised).unwrap_or_else(|error| panic!("{error}"));
    themes(&puzzle).iter().collect()
}

/// Black's pawn goes from d7 to d6 and has no part in what follows.
#[track_caller]
fn check(main_boards: &str, solution: &str, expected: &[Theme]) {
    assert_eq!(found(main_boards, BOARDS, "d7Bd6B", solution), expected, "{main_boards}");
}

#[test]
fn a_knight_forks_king_and_rook() {
    // From c6 the knight attacks b8 and d8.
    check("4/4/4/3K|4/N3/4/4|1k1r/3p/4/4", "a5Nc6N/a5Nc6B", &[Theme::Fork]);
    // A pawn on d8 in place of the rook is not worth a fork.
    check("4/4/4/3K|4/N3/4/4|1k1p/3p/4/4", "a5Nc6N/a5Nc6B", &[]);
}

#[test]
fn a_rook_pins_a_knight_to_its_king() {
    // On the b file only the knight on b6 is between the rook on b3 and the king on b8.
    let pinned = [Theme::Pin, Theme::QuietMove];
    check("4/4/4/3K|4/4/4/3R|1k2/3p/1n2/4", "d3Nb3N/d3Nb3W", &pinned);
    // With a pawn on b7 too, neither is pinned.
    check("4/4/4/3K|4/4/4/3R|1k2/1p1p/1n2/4", "d3Nb3N/d3Nb3W", &[Theme::QuietMove]);
}

#[test]
fn a_knight_leaves_the_column_of_a_rook() {
    // The knight on b4 opens the b file for the rook on b1: check to the king on b8.
    let main_boards = "4/4/4/1R1K|4/4/1N2/4|1k2/3p/4/4";
    check(main_boards, "b4Nd5N/b4Nd5B", &[Theme::DiscoveredColumn]);
    // With the king on a8 nothing is attacked.
    let main_boards = "4/4/4/1R1K|4/4/1N2/4|k3/3p/4/4";
    check(main_boards, "b4Nd5N/b4Nd5B", &[Theme::QuietMove]);
}

#[test]
fn an_empty_board_moves() {
    check("4/4/4/3K|4/4/4/4|1k2/3p/4/4", "KL1-KL2", &[Theme::BoardMove, Theme::QuietMove]);
}

#[test]
fn a_board_carries_a_knight_that_gives_check() {
    // On z5 the knight attacks a7.
    let boards = "QL1w:N1/2,KL1w:2/2,QL6b:2/2,KL6b:2/2";
    let themes = found("4/4/4/3K|4/4/4/4|4/k2p/4/4", boards, "d7Bd6B", "QL1-QL2");
    assert_eq!(themes, [Theme::BoardMove, Theme::Ride]);
}

#[test]
fn a_capture_on_another_level_is_a_choice_of_level() {
    // The rook can land in the column b5 on N too, below the knight that it should capture on B.
    let main_boards = "4/4/1R2/3K|4/4/4/4|3k/3p/4/1n2";
    check(main_boards, "b2Wb5B", &[Theme::LevelChange]);
    // If both levels were right, the level would not matter.
    check(main_boards, "b2Wb5B/b2Wb5N", &[]);
}

#[test]
fn a_pawn_promotes() {
    check("4/4/4/3K|4/2k1/4/4|4/1P1p/4/4", "b7Bb8B=Q", &[Theme::Promotion]);
}

#[test]
fn a_rook_cuts_off_the_king_without_check() {
    check("4/4/4/3K|4/4/4/R3|3k/3p/4/4", "a3Na7B", &[Theme::QuietMove]);
    // On the eighth rank it gives check.
    check("4/4/4/3K|4/4/4/R3|3k/3p/4/4", "a3Na8B/a3Na8QL6", &[]);
}

#[test]
fn the_solver_in_check_defends() {
    // Black's rook gives check on the first rank.
    let check = found("4/4/4/3K|4/4/4/4|1k2/3p/4/r3", BOARDS, "a5Ba1W", "d1Wd2W");
    assert_eq!(check, [Theme::QuietMove, Theme::Defence]);
}

#[test]
fn a_mate_is_named_by_its_length() {
    let found = |line| themes(&Puzzle::parse(line, RuleBook::Revised).unwrap()).iter().collect();
    // The queen checks along the eighth rank; the king on c6 guards b7, c7 and d7.
    let one: Vec<Theme> = found(
        "965702 707 b8Bc8B a1Wa8B/a1Wa8QL6 4/4/4/q3|2k1/4/4/4|1K2/4/4/4|\
         KL2w:2/2,QL3b:2/2,KL3w:2/2,QL6b^:2/2 w - - - - - 2 68",
    );
    assert_eq!(one, [Theme::MateIn1]);
    // Black's king approaches quietly; after any reply the queen mates next to it.
    let two: Vec<Theme> = found(
        "731473 1189 QL4-QL3 a4Wb3W/a4Wb3N,QL1-QL2,c3Wc2W k3/2q1/4/3K|4/4/4/4|4/4/4/4|\
         QL1w^:2/2,KL2b^:2/2,QL4w^:2/2,QL5b:2/2 w - - - - - 12 69",
    );
    assert_eq!(two, [Theme::MateIn2, Theme::QuietMove]);
}

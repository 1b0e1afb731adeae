//! Mates in one to three under both rule books: proved by brute force, and found by the engine with the
//! right distance and key move.

mod solver;

use std::collections::HashSet;

use trid_engine::{Engine, Limits, Options, Score, Strength};
use trid_rules::{Move, Position, RuleBook};

struct Mate {
    distance: u32,
    key: Move,
    position: Position,
}

fn suite(book: RuleBook) -> Vec<Mate> {
    let text = match book {
        RuleBook::Revised => include_str!("data/mates-revised.txt"),
        RuleBook::Meder => include_str!("data/mates-meder.txt"),
    };
    text.lines()
        .map(|line| {
            let mut parts = line.splitn(3, ' ');
            let mut part = || parts.next().unwrap();
            Mate {
                distance: part().parse().unwrap(),
                key: part().parse().unwrap(),
                position: Position::from_tfen(part(), book).unwrap(),
            }
        })
        .collect()
}

#[test]
fn suite_is_large_and_varied() {
    for book in RuleBook::ALL {
        let suite = suite(book);
        assert!(suite.len() >= 100, "{book}: {}", suite.len());
        let distinct: HashSet<u64> = suite.iter().map(|mate| mate.position.key()).collect();
        assert_eq!(distinct.len(), suite.len());
        let count = |test: &dyn Fn(&Mate) -> bool| suite.iter().filter(|mate| test(mate)).count();
        for distance in 1..=3 {
            assert!(count(&|mate| mate.distance == distance) >= 15, "{book}: mates in {distance}");
        }
        assert!(
            count(&|mate| matches!(mate.key, Move::Board { .. } | Move::Turn { .. })) >= 8,
            "{book}"
        );
        assert!(count(&|mate| matches!(mate.key, Move::Promote { .. })) >= 5, "{book}");
    }
}

#[test]
fn brute_force_proves_every_mate() {
    for book in RuleBook::ALL {
        for Mate { distance, key, position } in suite(book) {
            assert_eq!(solver::distance(&position, distance), Some(distance), "{position:?}");
            let keys: Vec<Move> = position
                .legal_moves()
                .into_iter()
                .filter(|&mv| solver::is_key(&position, mv, distance))
                .collect();
            assert_eq!(keys, [key], "{position:?}");
        }
    }
}

#[test]
fn engine_finds_every_mate_with_the_right_distance() {
    let mut engine = Engine::new(Options::default());
    for book in RuleBook::ALL {
        for Mate { distance, key, position } in suite(book) {
            engine.new_game();
            let limits = Limits { depth: Some(12), mate: Some(distance), ..Limits::default() };
            let result = engine.search(&position, &limits);
            assert_eq!(result.score(), Some(Score::Mate(distance)), "{position:?}");
            assert_eq!(result.best_move(), Some(key), "{position:?}");
            let pv = &result.variations[0].moves;
            let end = pv.iter().fold(position.clone(), |position, &mv| position.play(mv).unwrap());
            assert!(
                !end.has_moves() && end.is_check(),
                "the variation ends before the mate: {position:?}"
            );
        }
    }
}

/// Strengths 5 to 9, each with its own seed.
fn strengths_from_5() -> impl Iterator<Item = Engine> {
    (5..=9).map(|number| {
        let strength = Strength::new(number).unwrap();
        Engine::new(Options { strength, seed: u64::from(number), hash: 1, ..Options::default() })
    })
}

#[test]
fn strengths_from_5_find_every_mate_in_one() {
    for mut engine in strengths_from_5() {
        for mate in RuleBook::ALL.into_iter().flat_map(suite).filter(|mate| mate.distance == 1) {
            engine.new_game();
            let result = engine.search(&mate.position, &Limits::nodes(1_500));
            let strength = engine.options().strength.number();
            assert_eq!(
                result.best_move(),
                Some(mate.key),
                "strength {strength}: {:?}",
                mate.position
            );
        }
    }
}

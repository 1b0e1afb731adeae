//! Checks the shipped puzzles: by the rules, by the mate prover and by the engine.

use std::{collections::HashSet, fs, path::PathBuf};

use super::{
    judge::Judge,
    mates::{LONG_PROOF_NODES, MAX_MATE},
    select::MAX_PART,
    tactics::first_unverified,
};
use trid_learn::puzzle::{
    Puzzle,
    collection::{Collection, parse_part_file},
    is_same_idea,
    mate::MateProver,
    themes::themes,
};
use trid_rules::{Position, RuleBook};

/// Mates up to this length are proved on every run, longer ones by the long tests.
const QUICK_MATE: u32 = 2;

/// The engine verifies every 50th tactic on every run, and all of them in the long tests.
const SAMPLE: usize = 50;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../content/puzzles")
}

fn read(name: &str) -> String {
    let path = folder().join(format!("puzzles-{name}.txt"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn collection() -> Collection {
    Collection::parse(&read("index")).unwrap()
}

/// All puzzles, in the order of the index. Reading them checks that every answer and reply is legal.
fn puzzles() -> Vec<Puzzle> {
    let mut parts: Vec<String> = Vec::new();
    for entry in collection().entries() {
        let part = entry.part.to_string();
        if parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    parts.iter().flat_map(|part| parse_part_file(&read(part)).unwrap()).collect()
}

fn mates() -> impl Iterator<Item = (Puzzle, u32)> {
    puzzles().into_iter().filter_map(|puzzle| puzzle.mate_in().map(|moves| (puzzle, moves)))
}

fn tactics() -> Vec<Puzzle> {
    puzzles().into_iter().filter(|puzzle| puzzle.mate_in().is_none()).collect()
}

#[test]
fn there_are_enough_puzzles_in_small_parts() {
    let collection = collection();
    assert!(collection.of(RuleBook::Revised, None).count() >= 1_000);
    assert!(collection.of(RuleBook::Meder, None).count() >= 500);
    for file in fs::read_dir(folder()).unwrap() {
        let file = file.unwrap();
        assert!(file.metadata().unwrap().len() <= MAX_PART as u64, "{:?}", file.path());
    }
}

#[test]
fn the_index_describes_the_parts() {
    let collection = collection();
    let puzzles = puzzles();
    assert_eq!(collection.entries().len(), puzzles.len());
    for (entry, puzzle) in collection.entries().iter().zip(&puzzles) {
        assert_eq!((entry.number, entry.rating), (puzzle.number, puzzle.rating));
        assert_eq!(entry.part.book, puzzle.before.book());
        assert_eq!(entry.themes, themes(puzzle), "{puzzle}");
        assert_eq!(puzzle.number, Puzzle::number_of(&puzzle.before, &puzzle.steps));
    }
}

#[test]
fn puzzles_are_sound() {
    let mut numbers = HashSet::new();
    let mut keys = HashSet::new();
    for puzzle in puzzles() {
        let start = puzzle.start();
        assert!(numbers.insert(puzzle.number), "{puzzle}");
        assert!(keys.insert((start.key(), start.book() as u8)), "{puzzle}");
        assert_eq!(start.turn(), puzzle.before.turn().other(), "{puzzle}");
        assert!(start.pending().is_none() && start.count_moves() >= 2, "{puzzle}");
        for (index, step) in puzzle.steps.iter().enumerate() {
            let is_last = index + 1 == puzzle.steps.len();
            let distinct: HashSet<_> = step.answers.iter().collect();
            assert_eq!(distinct.len(), step.answers.len(), "{puzzle}");
            assert!(
                is_last && puzzle.steps.len() > 1 && puzzle.mate_in().is_some()
                    || step.answers.iter().all(|&mv| is_same_idea(mv, step.answers[0])),
                "{puzzle}"
            );
        }
    }
}

/// Proves that the answers of every step are all moves that mate in the shortest way.
fn check_mate(puzzle: &Puzzle, moves: u32) {
    let mut prover = MateProver::new(LONG_PROOF_NODES);
    let mut positions: Vec<Position> = vec![puzzle.start()];
    for (step, left) in puzzle.steps.iter().zip((1..=moves).rev()) {
        let mut next = Vec::new();
        for position in &positions {
            assert_eq!(prover.distance(position, left), Ok(Some(left)), "{puzzle}");
            let keys: HashSet<_> = prover.keys(position, left).unwrap().into_iter().collect();
            assert_eq!(keys, step.answers.iter().copied().collect(), "{puzzle}");
            for &answer in &step.answers {
                let answered = position.play(answer).unwrap();
                match step.reply {
                    Some(reply) => next.push(answered.play(reply).unwrap()),
                    None => assert!(answered.is_check() && !answered.has_moves(), "{puzzle}"),
                }
            }
        }
        positions = next;
    }
}

#[test]
fn short_mates_are_proved() {
    let mut count = 0;
    for (puzzle, moves) in mates().filter(|&(_, moves)| moves <= QUICK_MATE) {
        check_mate(&puzzle, moves);
        count += 1;
    }
    assert!(count >= 100, "only {count}");
}

#[test]
#[ignore = "takes minutes"]
fn all_mates_are_proved() {
    for (puzzle, moves) in mates() {
        assert!(moves <= MAX_MATE, "{puzzle}");
        check_mate(&puzzle, moves);
    }
}

fn check_tactics(puzzles: impl Iterator<Item = Puzzle>) {
    let mut judge = Judge::new();
    for puzzle in puzzles {
        let failed = first_unverified(&mut judge, &puzzle.start(), &puzzle.steps);
        assert_eq!(failed, None, "{puzzle}");
    }
}

#[test]
fn a_sample_of_the_tactics_is_verified() {
    check_tactics(tactics().into_iter().step_by(SAMPLE));
}

#[test]
#[ignore = "takes half an hour"]
fn all_tactics_are_verified() {
    check_tactics(tactics().into_iter());
}

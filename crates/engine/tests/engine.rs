//! The engine as its users meet it: repeatable, legal, obedient to limits and signals.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use trid_engine::{
    Clock, ClockState, Engine, Info, Limits, Options, Score, Signals, Strength, SystemClock,
    arena::{EndReason, MatchGame, PlayerKind, TimeControl, openings},
};
use trid_rules::{Move, Position, RuleBook};

/// Tests that measure time do it one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn small() -> Options {
    Options { hash: 1, ..Options::default() }
}

/// The same numbers every time.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

/// Walks through random games of a rule book, calling back at each position with moves.
fn walk(book: RuleBook, seed: u64, count: usize, mut visit: impl FnMut(&Position, &[u64])) {
    let mut state = seed;
    let mut position = Position::start(book);
    let mut history = Vec::new();
    for _ in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() || history.len() > 200 {
            position = Position::start(book);
            history.clear();
            continue;
        }
        visit(&position, &history);
        history.push(position.key());
        position.play_unchecked(moves[random(&mut state, moves.len())]);
    }
}

fn check_line(position: &Position, moves: &[Move]) {
    moves.iter().fold(position.clone(), |position, &mv| {
        position.play(mv).unwrap_or_else(|error| panic!("{error} in {position:?}"))
    });
}

#[test]
fn one_thread_is_deterministic() {
    for book in RuleBook::ALL {
        let run = || {
            let mut engine = Engine::new(small());
            let mut results = Vec::new();
            walk(book, 5, 12, |position, history| {
                results.push(engine.search(position, history, &Limits::nodes(3_000)));
            });
            results
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn a_node_limit_is_kept_exactly() {
    for nodes in [1, 2, 100, 1_023, 1_025, 5_000] {
        let result = Engine::new(small()).search(
            &Position::start(RuleBook::Meder),
            &[],
            &Limits::nodes(nodes),
        );
        assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
        assert!(result.best_move().is_some());
    }
}

#[test]
fn no_illegal_move_in_10_000_positions_with_a_full_and_shared_table() {
    for (book, seed) in RuleBook::ALL.into_iter().zip([21, 22]) {
        // The smallest table, never cleared, with entries of both rule books and of two threads.
        let mut engine = Engine::new(Options { threads: 2, ..small() });
        let other = Position::start(if book == RuleBook::Meder {
            RuleBook::Revised
        } else {
            RuleBook::Meder
        });
        let _ = engine.search(&other, &[], &Limits::nodes(60_000));
        let mut seen = 0;
        walk(book, seed, 5_100, |position, history| {
            let result = engine.search(position, history, &Limits::nodes(80));
            check_line(position, &result.variations[0].moves);
            seen += 1;
        });
        assert!(seen >= 5_000, "{seen}");
    }
}

#[test]
fn every_level_makes_legal_moves() {
    for level in Strength::all() {
        let mut engine = Engine::new(Options { strength: level, seed: 9, ..small() });
        for book in RuleBook::ALL {
            walk(book, 31, 40, |position, history| {
                let result = engine.search(position, history, &Limits::nodes(500));
                assert!(position.is_legal(result.best_move().unwrap()));
            });
        }
    }
}

/// How long this thread has waited for a processor, where the system tells: an engine is not to blame for a
/// machine that gives it none.
fn waited() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

#[test]
fn a_hundred_fast_games_end_without_an_illegal_move_or_a_loss_on_time() {
    let _alone = alone();
    for number in 0..100 {
        let book = RuleBook::ALL[number % 2];
        let lines = openings(book);
        let game = MatchGame {
            players: [
                PlayerKind::Full,
                PlayerKind::Strength(Strength::new(1 + number as u8 % 10).unwrap()),
            ],
            opening: lines[number / 2 % lines.len()].clone(),
            start: Position::start(book),
            time_control: TimeControl::Clock(Duration::from_millis(600), Duration::from_millis(2)),
            hash: 1,
            seed: number as u64,
        };
        let before = waited();
        let ending = game.play().ending;
        let stall = waited() - before;
        assert_ne!(ending.reason, EndReason::Illegal, "game {number}");
        assert!(
            ending.reason != EndReason::Time || stall > Duration::from_millis(50),
            "game {number}: lost on time"
        );
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    for book in RuleBook::ALL {
        let position = Position::start(book);
        let mut engine = Engine::new(Options { multi_pv: 4, ..small() });
        let result = engine.search(&position, &[], &Limits::depth(6));
        assert_eq!(result.variations.len(), 4);
        let mut heads: Vec<Move> = result.variations.iter().map(|line| line.moves[0]).collect();
        heads.sort();
        heads.dedup();
        assert_eq!(heads.len(), 4);
        let values: Vec<i32> = result
            .variations
            .iter()
            .map(|line| match line.score {
                Score::Centipawns(value) => value,
                Score::Mate(_) | Score::Mated(_) => panic!("no mate at the start"),
            })
            .collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    }
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    let position = Position::start(RuleBook::Revised);
    let moves: Vec<Move> = ["a2Wa3W", "d2Wd4N"].map(|text| text.parse().unwrap()).into();
    let limits = Limits { search_moves: moves.clone(), ..Limits::depth(5) };
    let result = Engine::new(Options { multi_pv: 5, ..small() }).search(&position, &[], &limits);
    assert_eq!(result.variations.len(), 2);
    assert!(result.variations.iter().all(|line| moves.contains(&line.moves[0])));
}

#[test]
fn a_finished_game_has_no_answer() {
    for book in RuleBook::ALL {
        let mut state = 4;
        let mut position = Position::start(book);
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if position.occupied().len() < 6 {
                position = Position::start(book);
                continue;
            }
            position.play_unchecked(moves[random(&mut state, moves.len())]);
        }
        let result = Engine::new(small()).search(&position, &[], &Limits::depth(4));
        assert_eq!((result.best_move(), result.variations.len()), (None, 0));
    }
}

/// Stops a search from another thread, on a machine that is busy, and measures how long it takes.
#[test]
fn stop_ends_a_search_at_once_even_under_load() {
    let _alone = alone();
    let busy = AtomicBool::new(true);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        for threads in [1, 2] {
            let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
            let clock = SystemClock::start();
            let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
            let mut engine = Engine::new(Options { threads, ..small() });
            let position = Position::start(RuleBook::Revised);
            let (result, late) = thread::scope(|inner| {
                let stopped = inner.spawn(|| {
                    thread::sleep(Duration::from_millis(150));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let result =
                    engine.search_with(&position, &[], &Limits::default(), signals, &mut |_| {});
                (result, stopped.join().unwrap().elapsed())
            });
            assert!(position.is_legal(result.best_move().unwrap()));
            assert!(late < Duration::from_millis(500), "{threads} threads: {late:?}");
        }
        busy.store(false, Ordering::Relaxed);
    });
}

/// A clock that goes on by a millisecond each time it is looked at.
#[derive(Default)]
struct SlowMachine(AtomicU64);

impl Clock for SlowMachine {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn with_50_ms_in_hand_no_game_is_lost_on_time() {
    for book in RuleBook::ALL {
        let mut engine = Engine::new(small());
        walk(book, 77, 30, |position, history| {
            let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
            let clock = SlowMachine::default();
            let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
            let left = Duration::from_millis(50);
            let hand = ClockState { remaining: left, increment: Duration::ZERO, moves_to_go: None };
            let limits = Limits { clock: Some(hand), ..Limits::default() };
            let result = engine.search_with(position, history, &limits, signals, &mut |_| {});
            assert!(position.is_legal(result.best_move().unwrap()));
            assert!(clock.elapsed() < left / 2, "{:?}", clock.elapsed());
        });
    }
}

#[test]
fn pondering_ignores_the_clock_until_it_ends() {
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(true));
    let clock = SystemClock::start();
    let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
    let limits = Limits::move_time(Duration::from_millis(20));
    let mut engine = Engine::new(small());
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            pondering.store(false, Ordering::Relaxed);
        });
        let began = Instant::now();
        let result = engine.search_with(
            &Position::start(RuleBook::Meder),
            &[],
            &limits,
            signals,
            &mut |_: Info| {},
        );
        assert!(result.best_move().is_some());
        assert!(began.elapsed() >= Duration::from_millis(190), "{:?}", began.elapsed());
    });
}

#[test]
fn a_position_of_the_game_for_the_third_time_is_a_draw() {
    let mut position = Position::start(RuleBook::Revised);
    let mut history = Vec::new();
    for text in ["a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B", "a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B"] {
        history.push(position.key());
        position = position.play(text.parse().unwrap()).unwrap();
    }
    let repeats = Limits { search_moves: vec!["a1Wb3W".parse().unwrap()], ..Limits::depth(4) };
    let score = |history: &[u64]| Engine::new(small()).search(&position, history, &repeats).score();
    assert_eq!(score(&history), Some(Score::Centipawns(0)));
    assert_ne!(score(&[]), Some(Score::Centipawns(0)));
}

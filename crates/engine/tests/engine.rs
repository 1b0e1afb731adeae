//! The engine's public behaviour: deterministic, legal, within limits, responsive to signals.

use std::{
    cmp::Reverse,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use fastrand::Rng;
use trid_engine::{
    Clock, ClockState, Engine, Info, Limits, Options, Score, Signals, Strength, SystemClock,
};
use trid_rules::{Game, Move, Position, RuleBook};

/// Serializes the tests that measure time.
fn exclusive() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn small_hash() -> Options {
    Options { hash: 1, ..Options::default() }
}

/// Plays random games, calling `visit` at each position that has moves.
fn visit_random_games(book: RuleBook, seed: u64, count: usize, mut visit: impl FnMut(&Game)) {
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(Position::start(book));
    for _ in 0..count {
        let mv = random.choice(game.position().legal_moves());
        let Some(mv) = mv.filter(|_| game.ply() <= 200) else {
            game = Game::new(Position::start(book));
            continue;
        };
        visit(&game);
        game.play_unchecked(mv);
    }
}

fn check_pv(position: &Position, moves: &[Move]) {
    moves.iter().fold(position.clone(), |position, &mv| {
        position.play(mv).unwrap_or_else(|error| panic!("{error} in {position:?}"))
    });
}

#[test]
fn one_thread_is_deterministic() {
    for book in RuleBook::ALL {
        let run = || {
            let mut engine = Engine::new(small_hash());
            let mut results = Vec::new();
            visit_random_games(book, 5, 12, |game| {
                results.push(engine.search(game, &Limits::nodes(3_000)));
            });
            results
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn a_node_limit_is_kept_exactly() {
    for nodes in [1, 2, 100, 1_023, 1_025, 5_000] {
        let result = Engine::new(small_hash())
            .search(&Position::start(RuleBook::Meder), &Limits::nodes(nodes));
        assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
        assert!(result.best_move().is_some());
    }
}

#[test]
fn no_illegal_moves_in_10_000_positions_with_a_full_shared_table() {
    for (book, seed) in RuleBook::ALL.into_iter().zip([21, 22]) {
        // The smallest table, never cleared, with entries of both rule books and two threads.
        let mut engine = Engine::new(Options { threads: 2, ..small_hash() });
        let other = Position::start(if book == RuleBook::Meder {
            RuleBook::Revised
        } else {
            RuleBook::Meder
        });
        let _ = engine.search(&other, &Limits::nodes(60_000));
        let mut seen = 0;
        visit_random_games(book, seed, 5_100, |game| {
            let result = engine.search(game, &Limits::nodes(80));
            check_pv(game.position(), &result.variations[0].moves);
            seen += 1;
        });
        assert!(seen >= 5_000, "{seen}");
    }
}

#[test]
fn every_strength_plays_legal_moves() {
    for strength in Strength::all() {
        let mut engine = Engine::new(Options { strength, seed: 9, ..small_hash() });
        for book in RuleBook::ALL {
            visit_random_games(book, 31, 40, |game| {
                let result = engine.search(game, &Limits::nodes(500));
                assert!(game.position().is_legal(result.best_move().unwrap()));
            });
        }
    }
}

/// The value of a score that is not a mate.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(_) | Score::Mated(_) => panic!("there is no mate here"),
    }
}

#[test]
fn variations_are_distinct_and_sorted() {
    for book in RuleBook::ALL {
        let position = Position::start(book);
        let mut engine = Engine::new(Options { multi_pv: 4, ..small_hash() });
        let result = engine.search(&position, &Limits::depth(6));
        assert_eq!(result.variations.len(), 4);
        let mut heads: Vec<Move> = result.variations.iter().map(|line| line.moves[0]).collect();
        heads.sort();
        heads.dedup();
        assert_eq!(heads.len(), 4);
        let values: Vec<i32> =
            result.variations.iter().map(|line| centipawns(line.score)).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    }
}

#[test]
fn reported_variations_are_sorted_at_every_depth() {
    let tfen = "4/P1N1/1PPP/2B1|1pn1/2q1/1P1p/1Q1N|1bb1/p1pp/4/4|\
                KL1w:1P/KR,QL2w:1B/2,QL5b:2/n1,KL6b:kr/1p w - - - - - 2 14";
    for book in RuleBook::ALL {
        for position in [Position::start(book), Position::from_tfen(tfen, book).unwrap()] {
            let mut engine = Engine::new(Options { multi_pv: 5, ..small_hash() });
            let mut reports = Vec::new();
            engine.search_with(&position, &Limits::depth(9), |info| {
                reports.push((info.depth, info.multi_pv, info.score));
            });
            assert_eq!(reports.len(), 9 * 5);
            for set in reports.chunks(5) {
                let ranks: Vec<usize> = set.iter().map(|(_, rank, _)| *rank).collect();
                assert_eq!(ranks, [1, 2, 3, 4, 5]);
                assert!(
                    set.is_sorted_by_key(|(_, _, score)| Reverse(centipawns(*score))),
                    "{set:?}"
                );
            }
        }
    }
}

/// An aborted iteration can find a better move, and the threads can elect another one.
#[test]
fn the_last_report_is_the_result() {
    for threads in [1, 4] {
        let mut engine = Engine::new(Options { threads, ..small_hash() });
        for book in RuleBook::ALL {
            visit_random_games(book, 17, 60, |game| {
                let limits = Limits::nodes(1_500 * threads as u64);
                let mut last = None;
                let result = engine.search_with(game, &limits, |info| {
                    last = Some((info.pv, info.score));
                });
                let best = &result.variations[0];
                assert_eq!(last, Some((best.moves.clone(), best.score)), "{threads} threads");
            });
        }
    }
}

#[test]
fn search_moves_restrict_the_root() {
    let position = Position::start(RuleBook::Revised);
    let moves: Vec<Move> = ["a2Wa3W", "d2Wd4N"].map(|text| text.parse().unwrap()).into();
    let limits = Limits { search_moves: moves.clone(), ..Limits::depth(5) };
    let result = Engine::new(Options { multi_pv: 5, ..small_hash() }).search(&position, &limits);
    assert_eq!(result.variations.len(), 2);
    assert!(result.variations.iter().all(|line| moves.contains(&line.moves[0])));
}

#[test]
fn finished_games_have_no_variations() {
    for book in RuleBook::ALL {
        let mut random = Rng::with_seed(4);
        let mut position = Position::start(book);
        while let Some(mv) = random.choice(position.legal_moves()) {
            if position.occupied().len() < 6 {
                position = Position::start(book);
                continue;
            }
            position.play_unchecked(mv);
        }
        let result = Engine::new(small_hash()).search(&position, &Limits::depth(4));
        assert_eq!((result.best_move(), result.variations.len()), (None, 0));
    }
}

/// Stops a search from another thread while all CPUs are busy.
#[test]
fn stop_ends_a_search_quickly_under_load() {
    let _guard = exclusive();
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
            let mut engine = Engine::new(Options { threads, ..small_hash() });
            let position = Position::start(RuleBook::Revised);
            let (result, late) = thread::scope(|inner| {
                let stopped = inner.spawn(|| {
                    thread::sleep(Duration::from_millis(150));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let result = engine.search_until(&position, &Limits::default(), signals, |_| {});
                (result, stopped.join().unwrap().elapsed())
            });
            assert!(position.is_legal(result.best_move().unwrap()));
            assert!(late < Duration::from_millis(500), "{threads} threads: {late:?}");
        }
        busy.store(false, Ordering::Relaxed);
    });
}

/// A clock that advances by a millisecond whenever it is read.
#[derive(Default)]
struct SteppingClock(AtomicU64);

impl Clock for SteppingClock {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_clock_of_50_ms_is_not_exceeded() {
    for book in RuleBook::ALL {
        let mut engine = Engine::new(small_hash());
        visit_random_games(book, 77, 30, |game| {
            let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
            let clock = SteppingClock::default();
            let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
            let left = Duration::from_millis(50);
            let hand = ClockState { remaining: left, increment: Duration::ZERO, moves_to_go: None };
            let limits = Limits { clock: Some(hand), ..Limits::default() };
            let result = engine.search_until(game, &limits, signals, |_| {});
            assert!(game.position().is_legal(result.best_move().unwrap()));
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
    let mut engine = Engine::new(small_hash());
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            pondering.store(false, Ordering::Relaxed);
        });
        let started = Instant::now();
        let result = engine.search_until(
            &Position::start(RuleBook::Meder),
            &limits,
            signals,
            &mut |_: Info| {},
        );
        assert!(result.best_move().is_some());
        assert!(started.elapsed() >= Duration::from_millis(190), "{:?}", started.elapsed());
    });
}

#[test]
fn threefold_repetition_of_the_game_is_a_draw() {
    let mut game = Game::default();
    for text in ["a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B", "a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B"] {
        game.play(text.parse().unwrap()).unwrap();
    }
    let repeats = Limits { search_moves: vec!["a1Wb3W".parse().unwrap()], ..Limits::depth(4) };
    let mut engine = Engine::new(small_hash());
    assert_eq!(engine.search(&game, &repeats).score(), Some(Score::Centipawns(0)));
    engine.new_game();
    assert_ne!(engine.search(game.position(), &repeats).score(), Some(Score::Centipawns(0)));
}

//! The engine's own games: quiet positions as counts of terms, with what came of them.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use trid_engine::{
    Engine, Limits, Options, Score,
    evaluation::{FULL_PHASE, TermVisitor, phase, terms, walk},
};
use trid_rules::{Color, Ending, Position, RuleBook};

/// A position as the tuner sees it.
pub(crate) struct Sample {
    /// Terms with White's count less Black's, where they differ.
    pub(crate) counts: Vec<(u16, i16)>,
    /// How much of it is middle game, 0 to 1.
    pub(crate) middle: f32,
    /// What White got, 0 to 1: the game's result mixed with what the search thought.
    pub(crate) points: f32,
}

/// How much of a sample's points is the result of the game; the rest is the search's own opinion.
const RESULT_SHARE: f32 = 0.65;

/// A game is given up when the search has thought this for this many plies.
const HOPELESS: (i32, u32) = (1_400, 4);

const LONGEST: usize = 300;

/// Plays games until there are enough or the time is up.
pub(crate) fn play(
    book: RuleBook,
    games: usize,
    seconds: u64,
    nodes: u64,
    threads: usize,
) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let samples = Mutex::new(Vec::new());
    let end = Instant::now().checked_add(Duration::from_secs(seconds));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut engine = Engine::new(Options { hash: 8, ..Options::default() });
                while end.is_none_or(|end| Instant::now() < end) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    let found = game(&mut engine, book, nodes, number as u64);
                    samples.lock().expect("no thread panics with the lock").extend(found);
                }
            });
        }
    });
    eprintln!("{book}: {} games", next.load(Ordering::Relaxed).min(games));
    samples.into_inner().expect("no thread panics with the lock")
}

fn game(engine: &mut Engine, book: RuleBook, nodes: u64, number: u64) -> Vec<Sample> {
    engine.new_game();
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut position = Position::start(book);
    let mut history = Vec::new();
    let random_plies = 6 + random(8);
    let mut samples = Vec::new();
    let mut hopeless = 0;
    let result = loop {
        match position.ending() {
            Some(Ending::Checkmate { winner: Color::Black }) => break 0.0,
            Some(Ending::Checkmate { winner: Color::White }) => break 1.0,
            Some(_) => break 0.5,
            None => {}
        }
        let repeated = history.iter().filter(|&&key| key == position.key()).count() >= 2;
        if repeated
            || position.halfmoves() >= 100
            || history.len() > LONGEST
            || position.occupied().len() == 2
        {
            break 0.5;
        }
        let mv = if history.len() < random_plies {
            let moves = position.legal_moves();
            moves[random(moves.len())]
        } else {
            let result = engine.search(&position, &history, &Limits::nodes(nodes));
            let (Some(mv), Some(score)) = (result.best_move(), result.score()) else {
                break 0.5;
            };
            let white = match (score, position.turn()) {
                (Score::Centipawns(value), Color::White) => value,
                (Score::Centipawns(value), Color::Black) => -value,
                (Score::Mate(_), turn) | (Score::Mated(_), turn) => {
                    let wins = matches!(score, Score::Mate(_)) == (turn == Color::White);
                    break if wins { 1.0 } else { 0.0 };
                }
            };
            hopeless = if white.abs() >= HOPELESS.0 { hopeless + 1 } else { 0 };
            if hopeless >= HOPELESS.1 {
                break if white > 0 { 1.0 } else { 0.0 };
            }
            if is_quiet(&position, mv) {
                samples.push(sample(&position, white));
            }
            mv
        };
        history.push(position.key());
        position.play_unchecked(mv);
    };
    for sample in &mut samples {
        sample.points = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * sample.points;
    }
    samples
}

/// Whether what a position is worth can be seen without looking ahead.
fn is_quiet(position: &Position, mv: trid_rules::Move) -> bool {
    let captures = match mv {
        trid_rules::Move::Piece { to, promotion, .. } => {
            promotion.is_some() || position.occupied().contains(to)
        }
        trid_rules::Move::Promote { .. } => true,
        _ => false,
    };
    !captures && position.pending().is_none() && !position.is_check()
}

struct Counts([i16; terms::COUNT]);

impl TermVisitor for Counts {
    fn add(&mut self, term: usize, color: Color, count: i32) {
        let sign = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        self.0[term] += (sign * count) as i16;
    }
}

fn sample(position: &Position, score: i32) -> Sample {
    let mut counts = Counts([0; terms::COUNT]);
    walk(position, &mut counts);
    let counts = counts
        .0
        .iter()
        .enumerate()
        .filter(|(_, count)| **count != 0)
        .map(|(term, &count)| (term as u16, count));
    Sample {
        counts: counts.collect(),
        middle: phase(position) as f32 / FULL_PHASE as f32,
        points: crate::fit::expected(score as f32),
    }
}

//! Self-play games: quiet positions as term counts, with the game's result.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use fastrand::Rng;
use trid_engine::{
    Engine, Limits, Options, Score,
    evaluation::{FULL_PHASE, TermVisitor, phase, terms, visit_terms},
};
use trid_rules::{Color, Game, Position, RuleBook};

/// A training position.
pub(crate) struct Sample {
    /// Terms with White's count minus Black's, without zeros.
    pub(crate) counts: Vec<(u16, i16)>,
    /// Game phase: 1 is middlegame, 0 is endgame.
    pub(crate) middle: f32,
    /// Target: White's points, 0 to 1, a mix of the game's result and the search score.
    pub(crate) points: f32,
}

/// Weight of the game's result in the target; the rest is the search score.
const RESULT_SHARE: f32 = 0.65;

/// Adjudication: a game ends when the score exceeds this many centipawns for this many plies.
const ADJUDICATION: (i32, u32) = (1_400, 4);

/// Longer games are draws.
const MAX_PLIES: usize = 300;

/// Plays until `games` games are finished or the time is up.
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
                    samples.lock().expect("no thread panics while holding the lock").extend(found);
                }
            });
        }
    });
    eprintln!("{book}: {} games", next.load(Ordering::Relaxed).min(games));
    samples.into_inner().expect("no thread panics while holding the lock")
}

fn game(engine: &mut Engine, book: RuleBook, nodes: u64, number: u64) -> Vec<Sample> {
    engine.new_game();
    let mut random = Rng::with_seed(number);
    let mut game = Game::new(Position::start(book));
    let random_plies = 6 + random.usize(..8);
    let mut samples = Vec::new();
    let mut decided_plies = 0;
    let result = loop {
        if trid_arena::is_over(&mut game) || game.ply() > MAX_PLIES {
            break match game.result().winner() {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            };
        }
        let position = game.position();
        let mv = if game.ply() < random_plies {
            let moves = position.legal_moves();
            moves[random.usize(..moves.len())]
        } else {
            let result = engine.search(&game, &Limits::nodes(nodes));
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
            decided_plies = if white.abs() >= ADJUDICATION.0 { decided_plies + 1 } else { 0 };
            if decided_plies >= ADJUDICATION.1 {
                break if white > 0 { 1.0 } else { 0.0 };
            }
            if is_quiet(position, mv) {
                samples.push(sample(position, white));
            }
            mv
        };
        game.play(mv).expect("the engine plays legal moves");
    };
    for sample in &mut samples {
        sample.points = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * sample.points;
    }
    samples
}

/// Whether the static evaluation of a position is meaningful.
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
    visit_terms(position, &mut counts);
    let counts = counts
        .0
        .iter()
        .enumerate()
        .filter(|(_, count)| **count != 0)
        .map(|(term, &count)| (term as u16, count));
    Sample {
        counts: counts.collect(),
        middle: phase(position) as f32 / FULL_PHASE as f32,
        points: super::fit::expected(score as f32),
    }
}

//! Generates the mate test suite from random small positions: distance, key move and T-FEN per output line.

#[path = "../../crates/engine/tests/solver/mod.rs"]
mod solver;

use clap::Args;
use fastrand::Rng;
use trid_engine::{Engine, Limits, Options, Score};
use trid_rules::{
    AttackBoard, Color, Level, Move, Piece, Pin, Position, Role, RuleBook, Setup, Square,
};

use crate::LabResult;

/// Number of mates by distance and kind of key move: piece move, board move, forced promotion.
const COUNTS: [[usize; 3]; 3] = [[30, 5, 8], [28, 4, 6], [20, 0, 4]];

#[derive(Args)]
pub(crate) struct Mates {
    /// revised or meder
    book: RuleBook,
}

impl Mates {
    pub(crate) fn run(&self) -> LabResult {
        generate(self.book);
        Ok(())
    }
}

fn generate(book: RuleBook) {
    let mut random = Rng::with_seed(77);
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut found = [[0; 3]; 3];
    while found != COUNTS {
        let Some(position) = random_position(&mut random, book) else {
            continue;
        };
        let is_missing =
            |distance: usize| (0..3).any(|kind| found[distance][kind] < COUNTS[distance][kind]);
        engine.new_game();
        let result = engine.search(&position, &Limits::depth(6));
        let Some(Score::Mate(guess @ 1..=3)) = result.score() else {
            continue;
        };
        if !is_missing(guess as usize - 1) {
            continue;
        }
        let Some(distance) = solver::distance(&position, guess) else {
            panic!("the engine reports a wrong mate in {guess}: {position:?}");
        };
        let keys: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| solver::is_key(&position, mv, distance))
            .collect();
        // A unique key move, so that the test can check it.
        let [key] = keys.as_slice() else {
            continue;
        };
        let forces = solver::after(&position, *key).pending().is_some();
        let kind = match key {
            Move::Promote { .. } => 2,
            Move::Board { .. } | Move::Turn { .. } if forces => 2,
            Move::Board { .. } | Move::Turn { .. } => 1,
            Move::Piece { .. } | Move::Castle(_) => 0,
        };
        let count = &mut found[distance as usize - 1][kind];
        if *count < COUNTS[distance as usize - 1][kind] {
            *count += 1;
            println!("{distance} {key} {}", position.to_tfen());
        }
    }
}

fn choose<T: Copy>(random: &mut Rng, items: &[T]) -> T {
    items[random.usize(..items.len())]
}

/// Kings, boards on random pins, a few pieces and sometimes a deferred pawn; `None` if invalid.
fn random_position(random: &mut Rng, book: RuleBook) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut pins: Vec<Pin> = Pin::all().collect();
    for owner in [Color::White, Color::White, Color::Black, Color::Black] {
        let pin = pins.swap_remove(random.usize(..pins.len()));
        setup.boards.push(AttackBoard { pin, owner, turned: false });
    }
    let attack = setup.boards.iter().map(|board| Level::Attack(board.pin));
    let mut squares: Vec<Square> =
        Level::MAIN.into_iter().chain(attack).flat_map(Level::squares).collect();
    let mut put = |random: &mut Rng, color, role, setup: &mut Setup| {
        let square = squares.swap_remove(random.usize(..squares.len()));
        setup.set_piece(square, Some(Piece { color, role }));
        square
    };
    setup.turn = choose(random, &Color::ALL);
    let (us, them) = (setup.turn, setup.turn.other());
    put(random, us, Role::King, &mut setup);
    put(random, them, Role::King, &mut setup);
    for _ in 0..2 + random.usize(..3) {
        let role = choose(
            random,
            &[Role::Queen, Role::Rook, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn],
        );
        put(random, us, role, &mut setup);
    }
    for _ in 0..random.usize(..5) {
        let role =
            choose(random, &[Role::Rook, Role::Bishop, Role::Knight, Role::Pawn, Role::Pawn]);
        put(random, them, role, &mut setup);
    }
    // A deferred pawn of either side, or a pawn that must promote now.
    if random.usize(..2) == 0 {
        let color = choose(random, &Color::ALL);
        let text = match color {
            Color::White => choose(random, &["a8B", "d8B"]),
            Color::Black => choose(random, &["a1W", "d1W"]),
        };
        let square: Square = text.parse().ok()?;
        if setup.piece(square).is_none() {
            setup.set_piece(square, Some(Piece { color, role: Role::Pawn }));
            let pending = setup.clone();
            if color == us && setup.position(book).is_err() {
                setup = pending;
                setup.pending = Some(square);
            }
        }
    }
    setup.position(book).ok().filter(Position::has_moves)
}

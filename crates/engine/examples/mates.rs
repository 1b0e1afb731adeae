//! Finds mates for the test suite among random small positions: each line a distance, a key and a T-FEN.

#[path = "../tests/solver/mod.rs"]
mod solver;

use trid_engine::{Engine, Limits, Options, Score};
use trid_rules::{
    AttackBoard, Color, Level, Move, Piece, Pin, Position, Role, RuleBook, Setup, Square,
};

/// How many mates are wanted of each kind, by distance: pieces' keys, boards' keys, forced promotions.
const WANTED: [[usize; 3]; 3] = [[30, 5, 8], [28, 4, 6], [20, 0, 4]];

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let book: RuleBook = name.parse().expect("usage: mates revised|meder");
    let mut random = Random(77);
    let mut engine = Engine::new(Options { hash: 4, ..Options::default() });
    let mut found = [[0; 3]; 3];
    while found != WANTED {
        let Some(position) = random_position(&mut random, book) else {
            continue;
        };
        let keys_missing =
            |distance: usize| (0..3).any(|kind| found[distance][kind] < WANTED[distance][kind]);
        engine.new_game();
        let result = engine.search(&position, &[], &Limits::depth(6));
        let Some(Score::Mate(guess @ 1..=3)) = result.score() else {
            continue;
        };
        if !keys_missing(guess as usize - 1) {
            continue;
        }
        let Some(distance) = solver::distance(&position, guess) else {
            panic!("the engine sees a mate in {guess} that is none: {position:?}");
        };
        let keys: Vec<Move> = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| solver::is_key(&position, mv, distance))
            .collect();
        // One way to begin, so that the suite tells whether it is found.
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
        if *count < WANTED[distance as usize - 1][kind] {
            *count += 1;
            println!("{distance} {key} {}", position.to_tfen());
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn choice<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Kings, boards anywhere, a few pieces, now and then a pawn under a board's pin; if that is a position.
fn random_position(random: &mut Random, book: RuleBook) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut pins: Vec<Pin> = Pin::all().collect();
    for owner in [Color::White, Color::White, Color::Black, Color::Black] {
        let pin = pins.swap_remove(random.below(pins.len()));
        setup.boards.push(AttackBoard { pin, owner, turned: false });
    }
    let attack = setup.boards.iter().map(|board| Level::Attack(board.pin));
    let mut squares: Vec<Square> =
        Level::MAIN.into_iter().chain(attack).flat_map(Level::squares).collect();
    let mut put = |random: &mut Random, color, role, setup: &mut Setup| {
        let square = squares.swap_remove(random.below(squares.len()));
        setup.set_piece(square, Some(Piece { color, role }));
        square
    };
    setup.turn = random.choice(&Color::ALL);
    let (us, them) = (setup.turn, setup.turn.other());
    put(random, us, Role::King, &mut setup);
    put(random, them, Role::King, &mut setup);
    for _ in 0..2 + random.below(3) {
        let role = random.choice(&[
            Role::Queen,
            Role::Rook,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ]);
        put(random, us, role, &mut setup);
    }
    for _ in 0..random.below(5) {
        let role = random.choice(&[Role::Rook, Role::Bishop, Role::Knight, Role::Pawn, Role::Pawn]);
        put(random, them, role, &mut setup);
    }
    // A deferred pawn of either side, or one that must promote now.
    if random.below(2) == 0 {
        let color = random.choice(&Color::ALL);
        let text = match color {
            Color::White => random.choice(&["a8B", "d8B"]),
            Color::Black => random.choice(&["a1W", "d1W"]),
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

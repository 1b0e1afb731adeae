//! Random positions to ask about.

use fastrand::Rng;
use trid_rules::{AttackBoard, Color, Level, Piece, Pin, Position, Role, RuleBook, Setup, Square};

/// The move number of every random position: late enough that nothing depends on the start.
const MOVE_NUMBER: i32 = 20;

/// The pieces other than the kings.
pub(super) type Army<'a> = &'a [(Color, Role)];

/// A few pieces of both sides, for questions about squares.
pub(super) const BACKGROUND_PIECES: Army<'static> = &[
    (Color::White, Role::Rook),
    (Color::White, Role::Knight),
    (Color::White, Role::Pawn),
    (Color::Black, Role::Bishop),
    (Color::Black, Role::Knight),
    (Color::Black, Role::Pawn),
];

/// A position with these pieces on random squares, boards on random pins, and White to move and not in check.
pub(super) fn random_position(random: &mut Rng, book: RuleBook, army: Army<'_>) -> Position {
    loop {
        if let Ok(position) = random_setup(random, army).position(book)
            && !position.is_check()
            && position.ending().is_none()
        {
            return position;
        }
    }
}

fn random_setup(random: &mut Rng, army: Army<'_>) -> Setup {
    let mut setup = Setup::empty();
    setup.move_number = MOVE_NUMBER;
    let mut pins: Vec<Pin> = Pin::all().collect();
    random.shuffle(&mut pins);
    let owners = [Color::White, Color::White, Color::Black, Color::Black];
    let boards = pins.into_iter().zip(owners);
    setup.boards = boards.map(|(pin, owner)| AttackBoard { pin, owner, turned: false }).collect();
    let attack_boards = setup.boards.iter().map(|board| Level::Attack(board.pin));
    let mut squares: Vec<Square> =
        Level::MAIN.into_iter().chain(attack_boards).flat_map(Level::squares).collect();
    random.shuffle(&mut squares);
    let kings = Color::ALL.map(|color| (color, Role::King));
    for &(color, role) in kings.iter().chain(army) {
        let suits =
            |square: &Square| role != Role::Pawn || (2..8).contains(&square.rank().number());
        let index = squares.iter().position(suits).expect("there are more squares than pieces");
        setup.set_piece(squares.swap_remove(index), Some(Piece { color, role }));
    }
    setup
}

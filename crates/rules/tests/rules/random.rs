//! Random games and positions from fixed seeds.

use fastrand::Rng;
use trid_rules::{
    AttackBoard, Color, Level, Line, Move, Piece, Pin, Position, Role, RuleBook, Setup, Square,
    position::PositionErrorKind,
};

/// A random legal move, often of a board or a pawn, castling or a promotion.
pub(crate) fn eventful_move(random: &mut Rng, position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let is_pawn = |from| position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
    let preferred: Vec<Move> = match random.usize(..8) {
        0 | 1 => moves
            .iter()
            .copied()
            .filter(|mv| matches!(mv, Move::Board { .. } | Move::Turn { .. }))
            .collect(),
        2 => moves
            .iter()
            .copied()
            .filter(|mv| mv.promotion().is_some() || matches!(mv, Move::Castle(_)))
            .collect(),
        3 | 4 => moves
            .iter()
            .copied()
            .filter(|mv| matches!(mv, Move::Piece { from, .. } if is_pawn(*from)))
            .collect(),
        _ => Vec::new(),
    };
    random.choice(&preferred).copied().or_else(|| random.choice(&moves).copied())
}

/// Visits many positions under both rule books: sparse ones, then those of a random game.
pub(crate) fn for_each_position(seed: u64, scattered: usize, visit: impl Fn(&Position)) {
    let mut random = Rng::with_seed(seed);
    for book in RuleBook::ALL {
        for _ in 0..scattered {
            visit(&sparse_position(&mut random, book));
        }
        let mut position = Position::start(book);
        for _ in 0..200 {
            visit(&position);
            let Some(mv) = eventful_move(&mut random, &position) else { break };
            position.play_unchecked(mv);
        }
    }
}

/// A random position with few pieces.
pub(crate) fn sparse_position(random: &mut Rng, book: RuleBook) -> Position {
    loop {
        if let Ok(position) = sparse_setup(random, book).position(book) {
            return position;
        }
    }
}

/// A random setup with few pieces, boards on any pins, and possible marks and rights. It is valid, except
/// that the side not to move may be in check.
pub(crate) fn sparse_setup(random: &mut Rng, book: RuleBook) -> Setup {
    loop {
        let setup = scatter(random, book);
        match setup.position(book) {
            Ok(_) => return setup,
            Err(error)
                if matches!(error.kinds[..], [PositionErrorKind::WaitingSideInCheck { .. }]) =>
            {
                return setup;
            }
            Err(_) => {}
        }
    }
}

fn scatter(random: &mut Rng, book: RuleBook) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = Color::ALL[random.usize(..2)];
    setup.halfmoves = random.usize(..200) as i32;
    setup.move_number = 1 + random.usize(..3) as i32;
    scatter_boards(random, &mut setup);
    let existing: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| {
            square.pin().is_none_or(|pin| setup.boards.iter().any(|board| board.pin == pin))
        })
        .collect();

    for color in Color::ALL {
        scatter_king(random, &mut setup, &existing, color);
    }
    for _ in 0..random.usize(..4) * random.usize(..8) {
        let color = Color::ALL[random.usize(..2)];
        let role = match random.usize(..9) {
            0..4 => Role::Pawn,
            4 => Role::Knight,
            5 => Role::Bishop,
            6 | 7 => Role::Rook,
            _ => Role::Queen,
        };
        place(random, &mut setup, &existing, Piece { color, role });
    }
    for name in ["a8B", "d8B", "a1W", "d1W"] {
        let square: Square = name.parse().expect("a deferred square");
        let color = if square.rank().number() == 8 { Color::White } else { Color::Black };
        if random.usize(..4) == 0 && setup.piece(square).is_none() {
            setup.set_piece(square, Some(Piece { color, role: Role::Pawn }));
        }
    }
    if random.usize(..3) == 0 {
        scatter_double_step(random, &mut setup, &existing);
    }
    mark(random, &mut setup, book);
    setup
}

/// Places pawns of both colors on one rank, where one may have passed the others.
fn scatter_double_step(random: &mut Rng, setup: &mut Setup, existing: &[Square]) {
    let waiting = setup.turn.other();
    let rank = [[3, 4], [6, 5]][waiting as usize][random.usize(..2)];
    let file = random.usize(..6);
    for (file, color) in
        [(file, waiting), (file + 1, setup.turn), (file.wrapping_sub(1), setup.turn)]
    {
        let squares: Vec<Square> = existing
            .iter()
            .copied()
            .filter(|square| square.rank().number() == rank && square.file() as usize == file)
            .collect();
        if let Some(square) = random.choice(&squares).copied()
            && setup.piece(square).is_none()
        {
            setup.set_piece(square, Some(Piece { color, role: Role::Pawn }));
        }
    }
}

fn scatter_boards(random: &mut Rng, setup: &mut Setup) {
    let mut owners = vec![Color::White, Color::White, Color::Black, Color::Black];
    let start = [1, 1, 6, 6].into_iter().zip([Line::Queen, Line::King, Line::Queen, Line::King]);
    for (number, line) in start {
        let usual = Pin::new(line, number).expect("pins 1 and 6");
        let any: Vec<Pin> = Pin::all().collect();
        let mut pin =
            if random.bool() { usual } else { random.choice(&any).copied().expect("twelve pins") };
        while setup.boards.iter().any(|board| board.pin == pin) {
            pin = random.choice(&any).copied().expect("twelve pins");
        }
        let owner = owners.remove(random.usize(..owners.len()));
        setup.boards.push(AttackBoard { pin, owner, turned: random.bool() });
    }
}

fn scatter_king(random: &mut Rng, setup: &mut Setup, existing: &[Square], color: Color) {
    let king = Piece { color, role: Role::King };
    let home: Vec<Square> = existing
        .iter()
        .copied()
        .filter(|square| square.rank() == color.back_rank() && setup.piece(*square).is_none())
        .collect();
    if home.is_empty() || random.bool() {
        place(random, setup, existing, king);
        return;
    }
    let square = random.choice(&home).copied().expect("it is not empty");
    setup.set_piece(square, Some(king));
    for rook in home {
        if rook != square && random.bool() {
            setup.set_piece(rook, Some(Piece { color, role: Role::Rook }));
            if random.usize(..4) > 0 {
                setup.castling.push(rook);
            }
        }
    }
}

fn place(random: &mut Rng, setup: &mut Setup, existing: &[Square], piece: Piece) {
    let square = random.choice(existing).copied().expect("some squares exist");
    if setup.piece(square).is_none() {
        setup.set_piece(square, Some(piece));
    }
}

/// Gives pawns the marks that make them valid, and some random ones.
fn mark(random: &mut Rng, setup: &mut Setup, book: RuleBook) {
    let pawns: Vec<(Square, Color)> = setup
        .pieces()
        .filter(|(_, piece)| piece.role == Role::Pawn)
        .map(|(square, piece)| (square, piece.color))
        .collect();
    for &(square, color) in &pawns {
        let (near, far) = if color == Color::White { (8, 9) } else { (1, 0) };
        let rank = square.rank().number();
        let under =
            [Line::Queen, Line::King].into_iter().find(|line| line.inner_file() == square.file());
        let last_pin =
            under.and_then(|line| Pin::new(line, if color == Color::White { 6 } else { 1 }));
        let board_there =
            last_pin.is_some_and(|pin| setup.boards.iter().any(|board| board.pin == pin));
        let on_main = Level::MAIN.contains(&square.level());
        if rank == near && on_main && !board_there {
            if under.is_some() && color == setup.turn && setup.pending.is_none() {
                setup.pending = Some(square);
            } else {
                setup.set_piece(square, None);
            }
        } else if rank == far {
            match book {
                RuleBook::Revised => setup.carried.push(square),
                RuleBook::Meder => setup.set_piece(square, None),
            }
        } else if random.usize(..4) == 0 {
            setup.carried.push(square);
        } else if random.bool() {
            setup.spent.push(square);
            if setup
                .position(book)
                .is_err_and(|error| error.kinds.contains(&PositionErrorKind::SpentMark(square)))
            {
                setup.spent.pop();
            }
        }
        if setup.piece(square).is_some() && color != setup.turn && random.bool() {
            let before = setup.double_stepped.replace(square);
            let refuses = |reason: &PositionErrorKind| {
                matches!(
                    reason,
                    PositionErrorKind::DoubleStep(_) | PositionErrorKind::DoubleStepOver { .. }
                )
            };
            if setup.position(book).is_err_and(|error| error.kinds.iter().any(refuses)) {
                setup.double_stepped = before;
            }
        }
    }
}

//! A deliberately naive implementation of the rules: squares in a map, loops over coordinates, every
//! candidate played before it is judged. It shares only the plain types with the library, so that
//! agreement is meaningful.

mod boards;
mod castling;
mod pieces;
mod play;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use trid_rules::{
    AttackBoard, Color, Column, File, Level, Line, Move, Piece, Pin, Promotion, Rank, Role,
    RuleBook, Setup, Square,
};

/// A position.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    book: RuleBook,
    pieces: BTreeMap<Square, Piece>,
    boards: Vec<AttackBoard>,
    turn: Color,
    castling: BTreeSet<Square>,
    spent: BTreeSet<Square>,
    carried: BTreeSet<Square>,
    double_stepped: Option<Square>,
    pending: Option<Square>,
    halfmoves: i32,
    move_number: i32,
}

impl Naive {
    pub(crate) fn new(setup: &Setup, book: RuleBook) -> Naive {
        Naive {
            book,
            pieces: setup.pieces().collect(),
            boards: setup.boards.clone(),
            turn: setup.turn,
            castling: setup.castling.iter().copied().collect(),
            spent: setup.spent.iter().copied().collect(),
            carried: setup.carried.iter().copied().collect(),
            double_stepped: setup.double_stepped,
            pending: setup.pending,
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
        }
    }

    /// Whether the side to move is in check.
    pub(crate) fn check(&self) -> bool {
        self.in_check(self.turn)
    }

    /// All legal moves, sorted.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if let Some(square) = self.pending {
            moves.extend(Promotion::ALL.map(|promotion| Move::Promote { square, promotion }));
        } else {
            self.piece_moves(&mut moves);
            self.castlings(&mut moves);
            self.board_moves(&mut moves);
            moves.retain(|&mv| self.keeps_the_king_safe(mv));
        }
        moves.sort();
        moves
    }

    /// The number of move sequences of this many plies.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    fn keeps_the_king_safe(&self, mv: Move) -> bool {
        let after = self.after(mv);
        if after.in_check(self.turn) {
            return false;
        }
        let Some(square) = after.pending else {
            return true;
        };
        Promotion::ALL
            .into_iter()
            .all(|promotion| !after.after(Move::Promote { square, promotion }).in_check(self.turn))
    }

    fn in_check(&self, color: Color) -> bool {
        let king = self.find_king(color);
        self.attacked(king, color.other())
    }

    fn attacked(&self, square: Square, by: Color) -> bool {
        self.pieces
            .iter()
            .filter(|(_, piece)| piece.color == by)
            .any(|(&from, &piece)| self.attacks(from, piece).contains(&square))
    }

    fn find_king(&self, color: Color) -> Square {
        let king = Piece { color, role: Role::King };
        let (&square, _) =
            self.pieces.iter().find(|&(_, &piece)| piece == king).expect("each side has a king");
        square
    }

    /// The existing squares of a column; none outside the map.
    fn squares_at(&self, file: i32, rank: i32) -> Vec<Square> {
        let main = [Level::W, Level::N, Level::B];
        let attack = self.boards.iter().map(|board| Level::Attack(board.pin));
        main.into_iter()
            .chain(attack)
            .filter(|&level| covers(level, file, rank))
            .map(|level| square(file, rank, level))
            .collect()
    }

    fn column_is_empty(&self, file: i32, rank: i32) -> bool {
        self.squares_at(file, rank).iter().all(|square| !self.pieces.contains_key(square))
    }

    fn color_at(&self, square: Square) -> Option<Color> {
        self.pieces.get(&square).map(|piece| piece.color)
    }

    fn has_board_on(&self, pin: Pin) -> bool {
        self.boards.iter().any(|board| board.pin == pin)
    }

    /// The furthest rank of a file for the pawns of a color.
    fn furthest_rank(&self, color: Color, file: i32) -> i32 {
        let last_pin = if color == Color::White { 6 } else { 1 };
        let on_the_edge = match file {
            0 | 5 => true,
            1 => self.has_board_on(pin(Line::Queen, last_pin)),
            4 => self.has_board_on(pin(Line::King, last_pin)),
            _ => false,
        };
        match (color, on_the_edge) {
            (Color::White, true) => 9,
            (Color::White, false) => 8,
            (Color::Black, true) => 0,
            (Color::Black, false) => 1,
        }
    }
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

fn is_first_square(color: Color, square: Square) -> bool {
    let names = match color {
        Color::White => ["z1QL1", "a1QL1", "d1KL1", "e1KL1", "a2W", "b2W", "c2W", "d2W"],
        Color::Black => ["z8QL6", "a8QL6", "d8KL6", "e8KL6", "a7B", "b7B", "c7B", "d7B"],
    };
    names.contains(&square.to_string().as_str())
}

fn pin(line: Line, number: i32) -> Pin {
    Pin::new(line, number as u8).expect("a pin's number is 1 to 6")
}

/// The lower rank of the boards on a pin of this number.
fn pin_rank(number: i32) -> i32 {
    match number {
        1 => 0,
        3 => 2,
        2 | 5 => 4,
        4 => 6,
        6 => 8,
        _ => panic!("no pin {number}"),
    }
}

fn pin_file(line: Line) -> i32 {
    match line {
        Line::Queen => 0,
        Line::King => 4,
    }
}

fn covers(level: Level, file: i32, rank: i32) -> bool {
    let (low_file, low_rank, size) = match level {
        Level::W => (1, 1, 4),
        Level::N => (1, 3, 4),
        Level::B => (1, 5, 4),
        Level::Attack(pin) => (pin_file(pin.line()), pin_rank(i32::from(pin.number())), 2),
    };
    (low_file..low_file + size).contains(&file) && (low_rank..low_rank + size).contains(&rank)
}

fn square(file: i32, rank: i32, level: Level) -> Square {
    let column =
        Column::new(File::ALL[file as usize], Rank::new(rank as u8).expect("ranks are 0 to 9"));
    Square::new(column, level).expect("the level covers the column")
}

fn file_of(square: Square) -> i32 {
    File::ALL.iter().position(|&file| file == square.file()).expect("all files are listed") as i32
}

fn rank_of(square: Square) -> i32 {
    i32::from(square.rank().number())
}

fn line_of(square: Square) -> Option<Line> {
    match square.level() {
        Level::Attack(pin) => Some(pin.line()),
        Level::W | Level::N | Level::B => None,
    }
}

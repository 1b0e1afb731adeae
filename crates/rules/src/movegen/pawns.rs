//! Pawns: double steps, furthest ranks, and frozen, deferred and stranded pawns.

use crate::{
    Color, Column, ColumnSet, File, Level, Line, Piece, Pin, PinSet, Position, Rank, Role, Square,
    SquareSet, geometry::pin::end_pin,
};

/// The start squares of each color's pawns.
pub(crate) const FIRST_SQUARES: [SquareSet; 2] = {
    let mut sets = [SquareSet::EMPTY; 2];
    let mut color = 0;
    while color < 2 {
        let (main, pin, outer, inner) =
            if color == 0 { (Level::W, 0, 1, 2) } else { (Level::B, 10, 8, 7) };
        let boards = Pin::at(pin).squares().union(Pin::at(pin + 1).squares());
        let [outer, inner] =
            [ColumnSet(0b11_1111 << (outer * 6)), ColumnSet(0b11_1111 << (inner * 6))];
        sets[color] = boards.in_columns(outer).union(SquareSet::on_level(main).in_columns(inner));
        color += 1;
    }
    sets
};

impl Position {
    /// The furthest rank of a file for this color's pawns, with the boards where they are now.
    #[must_use]
    pub fn furthest_rank(&self, color: Color, file: File) -> Rank {
        furthest_rank(color, file, self.board_pins())
    }

    /// Whether the pawn on this square still has its double step.
    #[must_use]
    pub fn may_double_step(&self, color: Color, square: Square) -> bool {
        self.unmoved_pawns(color).contains(square)
    }

    /// The squares on which this color's pawns still have their double step.
    pub(super) fn unmoved_pawns(&self, color: Color) -> SquareSet {
        FIRST_SQUARES[color as usize].without(self.carried).without(SquareSet::through(self.spent))
    }

    /// The columns of those of this color's pawns that still have their double step. First squares are in
    /// different columns, none of them on N or a pin 5.
    #[inline]
    pub(super) fn unmoved_columns(&self, color: Color, pawns: SquareSet) -> ColumnSet {
        let unmoved = (pawns & FIRST_SQUARES[color as usize]).without(self.carried);
        unmoved.unshifted_columns().without(self.spent)
    }

    /// Whether a pawn on this square is frozen: its next column does not exist, and it need not promote
    /// now.
    #[must_use]
    pub fn is_frozen(&self, square: Square) -> bool {
        let Some(Piece { color, role: Role::Pawn }) = self.piece_at(square) else {
            return false;
        };
        let ahead = square.column().ahead(color);
        self.pending != Some(square)
            && ahead.is_none_or(|column| !self.existing().columns().contains(column))
    }

    /// Whether a pawn on this square is deferred: the board above it keeps it from promoting.
    #[must_use]
    pub fn is_deferred(&self, square: Square) -> bool {
        let Some(Piece { color, role: Role::Pawn }) = self.piece_at(square) else {
            return false;
        };
        deferring_pin(color, square).is_some_and(|pin| self.board_pins().contains(pin))
    }

    /// Whether a pawn on this square is stranded: it was carried to its furthest rank and stays a pawn.
    #[must_use]
    pub fn is_stranded(&self, square: Square) -> bool {
        let Some(Piece { color, role: Role::Pawn }) = self.piece_at(square) else {
            return false;
        };
        self.pending != Some(square) && square.rank() == self.furthest_rank(color, square.file())
    }

    /// The columns on which this color's pawns promote, with the boards where they are now.
    #[inline]
    #[must_use]
    pub fn promoting_columns(&self, color: Color) -> ColumnSet {
        let [queen, king] =
            Line::ALL.map(|line| !self.existing.on_board(end_pin(line, color)).is_empty());
        PROMOTING[color as usize][usize::from(queen) | usize::from(king) << 1]
    }
}

/// The columns of the two ranks on which each color's pawns promote.
pub(super) static LAST_RANKS: [ColumnSet; 2] =
    [ColumnSet(0b1111_1111_1111 << 48), ColumnSet(0b1111_1111_1111)];

/// The columns on which pawns promote, by color and by the boards on the two pins at their far end.
static PROMOTING: [[ColumnSet; 4]; 2] = {
    let mut table = [[ColumnSet::EMPTY; 4]; 2];
    let mut index = 0;
    while index < 8 {
        let (color, which) = (Color::ALL[index / 4], index % 4);
        let mut boards = PinSet::EMPTY;
        let mut line = 0;
        while line < 2 {
            if which >> line & 1 != 0 {
                boards = boards.with(end_pin(Line::ALL[line], color));
            }
            line += 1;
        }
        let mut file = 0;
        while file < 6 {
            let rank = furthest_rank(color, File::ALL[file], boards);
            table[color as usize][which].0 |= 1 << Column::new(File::ALL[file], rank).index();
            file += 1;
        }
        index += 1;
    }
    table
};

/// The furthest rank of a file for this color's pawns with boards on these pins.
pub(crate) const fn furthest_rank(color: Color, file: File, boards: PinSet) -> Rank {
    let over = match file {
        File::Z | File::E => true,
        File::A => boards.contains(end_pin(Line::Queen, color)),
        File::D => boards.contains(end_pin(Line::King, color)),
        File::B | File::C => false,
    };
    let number = match (color, over) {
        (Color::White, true) => 9,
        (Color::White, false) => 8,
        (Color::Black, true) => 0,
        (Color::Black, false) => 1,
    };
    Rank::new(number).expect("0 to 9")
}

/// The pin whose board defers this color's pawn on this square, if it is one of the color's two deferred
/// squares (a8B, d8B; a1W, d1W).
pub(crate) fn deferring_pin(color: Color, square: Square) -> Option<Pin> {
    Line::ALL
        .into_iter()
        .map(|line| end_pin(line, color))
        .find(|&pin| deferred_square(pin) == Some((color, square)))
}

/// The deferred square under a board on this pin, and the color of the pawns it defers.
pub(crate) fn deferred_square(pin: Pin) -> Option<(Color, Square)> {
    static SQUARES: [Option<(Color, Square)>; Pin::COUNT] = {
        let mut squares = [None; Pin::COUNT];
        let mut index = 0;
        while index < 4 {
            let (line, color) = (Line::ALL[index / 2], Color::ALL[index % 2]);
            let pin = end_pin(line, color);
            let rank = furthest_rank(color, line.inner_file(), PinSet::EMPTY);
            let square = Square::new(Column::new(line.inner_file(), rank), pin.over());
            squares[pin.index()] = Some((color, square.expect("it is under the pin")));
            index += 1;
        }
        squares
    };
    SQUARES[pin.index()]
}

//! A legal position: pieces, boards, whose turn, rights. Small, cheap to copy and to play.

pub(crate) mod effects;
pub(crate) mod error;
pub(crate) mod moves;
pub(crate) mod piece;
pub(crate) mod play;
pub(crate) mod rule_book;
pub(crate) mod setup;
mod validate;
mod zobrist;

use std::sync::LazyLock;

use crate::{
    Color, Column, ColumnSet, File, Piece, Pin, PinSet, Role, RuleBook, Rules, Square, SquareSet,
    movegen::pawns::FIRST_SQUARES,
};

/// An attack board: whose it is, where it stands, which way round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttackBoard {
    /// The pin it stands on.
    pub pin: Pin,
    /// Whose board it is, whoever rides it.
    pub owner: Color,
    /// Whether it is at rotation 180.
    pub turned: bool,
}

/// A legal position. Made by [`crate::Setup::position`] or from T-FEN, and by playing moves.
///
/// Equality is of everything T-FEN records, the counters and the boards' rotations included; for
/// sameness in the sense of repetition compare [`Position::key`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) colors: [SquareSet; 2],
    pub(crate) pawns: SquareSet,
    pub(crate) knights: SquareSet,
    /// Bishops and queens.
    pub(crate) diagonal: SquareSet,
    /// Rooks and queens.
    pub(crate) orthogonal: SquareSet,
    pub(crate) carried: SquareSet,
    /// The columns of pawns on first squares that have lost their double step without being carried.
    pub(crate) spent: ColumnSet,
    pub(crate) key: u64,
    pub(crate) kings: [Square; 2],
    /// White's two boards, then Black's, each two in order of pin.
    pub(crate) pins: [Pin; 4],
    /// Bits 0 to 3: the board with this index is at rotation 180. Bit 4: a legal en-passant capture exists.
    pub(crate) flags: u8,
    /// The rooks that may castle, by [`castling_right`].
    pub(crate) castling: u8,
    pub(crate) double_stepped: Option<Square>,
    pub(crate) pending: Option<Square>,
    pub(crate) halfmoves: u16,
    pub(crate) move_number: u16,
    pub(crate) turn: Color,
    pub(crate) book: RuleBook,
}

pub(crate) const EN_PASSANT_FLAG: u8 = 1 << 4;

/// The largest count the two counters of T-FEN hold.
pub(crate) const COUNTER_MAX: u16 = 9999;

/// The bit of a rook's castling right, for a square of an attack board on a back rank.
pub(crate) const fn castling_right(square: Square) -> Option<usize> {
    if square.pin().is_none() {
        return None;
    }
    let side = match square.rank().number() {
        0 => 0,
        9 => 4,
        _ => return None,
    };
    Some(match square.file() {
        File::Z => side,
        File::A => side + 1,
        File::D => side + 2,
        _ => side + 3,
    })
}

/// The columns in which no square exists while boards stand on these pins.
#[inline]
pub(crate) fn gaps(boards: [Pin; 4]) -> ColumnSet {
    const MAIN: ColumnSet = SquareSet::MAIN.columns();
    !boards.into_iter().fold(MAIN, |columns, pin| columns | pin.footprint())
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start(book: RuleBook) -> Position {
        static STARTS: [LazyLock<Position>; 2] = [
            LazyLock::new(|| set_up(RuleBook::Revised)),
            LazyLock::new(|| set_up(RuleBook::Meder)),
        ];
        fn set_up(book: RuleBook) -> Position {
            crate::Setup::start().position(book).expect("the start is a legal position")
        }
        Position::clone(&STARTS[book as usize])
    }

    /// Which rule book is played.
    #[must_use]
    pub const fn book(&self) -> RuleBook {
        self.book
    }

    /// What the rule book says.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.book.rules()
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The 64-bit key: equal for the same positions in the sense of repetition.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since a capture or a pawn's move.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move to be played, from 1.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// The pawn that has just gone two ranks, whether or not it can be taken en passant.
    #[must_use]
    pub const fn double_stepped(&self) -> Option<Square> {
        self.double_stepped
    }

    /// Whether a legal en-passant capture exists.
    #[must_use]
    pub const fn has_en_passant(&self) -> bool {
        self.flags & EN_PASSANT_FLAG != 0
    }

    /// The pawn that must promote before anything else is done.
    #[must_use]
    pub const fn pending(&self) -> Option<Square> {
        self.pending
    }

    /// Where this side's king stands.
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The squares held by this side.
    #[must_use]
    pub const fn pieces_of(&self, color: Color) -> SquareSet {
        self.colors[color as usize]
    }

    /// The squares held by either side.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// The squares that hold this kind of piece, of either side.
    #[must_use]
    pub fn pieces_with(&self, role: Role) -> SquareSet {
        match role {
            Role::Pawn => self.pawns,
            Role::Knight => self.knights,
            Role::Bishop => self.diagonal.without(self.orthogonal),
            Role::Rook => self.orthogonal.without(self.diagonal),
            Role::Queen => self.diagonal & self.orthogonal,
            Role::King => SquareSet::of(self.kings[0]) | SquareSet::of(self.kings[1]),
        }
    }

    /// The squares that hold this piece.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> SquareSet {
        match role {
            Role::King => SquareSet::of(self.king(color)),
            _ => self.pieces_with(role) & self.pieces_of(color),
        }
    }

    /// What stands on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[0].contains(square) {
            Color::White
        } else if self.colors[1].contains(square) {
            Color::Black
        } else {
            return None;
        };
        Some(Piece { color, role: self.role_at(square) })
    }

    /// The kind of the piece on an occupied square; of an empty one it means nothing.
    #[must_use]
    pub const fn role_at(&self, square: Square) -> Role {
        if self.pawns.contains(square) {
            Role::Pawn
        } else if self.knights.contains(square) {
            Role::Knight
        } else {
            match (self.diagonal.contains(square), self.orthogonal.contains(square)) {
                (true, true) => Role::Queen,
                (true, false) => Role::Bishop,
                (false, true) => Role::Rook,
                (false, false) => Role::King,
            }
        }
    }

    /// The four attack boards: White's two, then Black's, each two in order of pin.
    #[must_use]
    pub fn boards(&self) -> [AttackBoard; 4] {
        core::array::from_fn(|index| self.board(index))
    }

    pub(crate) const fn board(&self, index: usize) -> AttackBoard {
        AttackBoard {
            pin: self.pins[index],
            owner: if index < 2 { Color::White } else { Color::Black },
            turned: self.flags >> index & 1 != 0,
        }
    }

    /// The board that stands on this pin.
    #[must_use]
    pub fn board_on(&self, pin: Pin) -> Option<AttackBoard> {
        self.board_index(pin).map(|index| self.board(index))
    }

    pub(crate) fn board_index(&self, pin: Pin) -> Option<usize> {
        self.pins.iter().position(|&other| other == pin)
    }

    /// The pins on which boards stand.
    #[must_use]
    pub const fn board_pins(&self) -> PinSet {
        PinSet::of(self.pins[0]).with(self.pins[1]).with(self.pins[2]).with(self.pins[3])
    }

    /// Who owns a pin: the owner of the board on it.
    #[must_use]
    pub fn pin_owner(&self, pin: Pin) -> Option<Color> {
        self.board_on(pin).map(|board| board.owner)
    }

    /// The pieces on the board on this pin.
    #[must_use]
    pub fn riders(&self, pin: Pin) -> SquareSet {
        self.occupied() & pin.squares()
    }

    /// Who controls the board on this pin: its one rider's side, or its owner if it is empty. No one if
    /// several pieces stand on it, or there is no board.
    #[must_use]
    pub fn controller(&self, pin: Pin) -> Option<Color> {
        let owner = self.pin_owner(pin)?;
        let riders = self.riders(pin);
        match riders.len() {
            0 => Some(owner),
            1 if (riders & self.colors[0]).is_empty() => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// The 64 squares that exist now.
    #[must_use]
    pub fn existing(&self) -> SquareSet {
        self.pins.iter().fold(SquareSet::MAIN, |set, pin| set | pin.squares())
    }

    /// The columns in which no square exists now.
    #[inline]
    #[must_use]
    pub fn gaps(&self) -> ColumnSet {
        gaps(self.pins)
    }

    /// The rooks of this side that may still castle.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> SquareSet {
        let rights = u64::from(self.castling >> (color as usize * 4) & 0b1111);
        // Files b and c, which have no back rank, lie between the two lines.
        let files = rights & 0b11 | (rights & 0b1100) << 2;
        SquareSet([0, 0, files << Column::new(File::Z, color.back_rank()).index(), 0])
    }

    /// The pawns on first squares that have lost their double step without being carried.
    #[must_use]
    pub fn spent(&self) -> SquareSet {
        (FIRST_SQUARES[0] | FIRST_SQUARES[1]).in_columns(self.spent)
    }

    /// The pawns that were carried by a board.
    #[must_use]
    pub const fn carried(&self) -> SquareSet {
        self.carried
    }

    /// Whether this side has nothing but its king.
    #[must_use]
    pub fn is_bare_king(&self, color: Color) -> bool {
        self.pieces_of(color) == SquareSet::of(self.king(color))
    }

    /// Whether nothing but the two kings is left.
    #[must_use]
    pub fn has_only_kings(&self) -> bool {
        (self.pawns | self.knights | self.diagonal | self.orthogonal).is_empty()
    }

    /// The position with colours swapped and ranks mirrored: what the other side would see.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        crate::Setup::from(self)
            .mirrored()
            .build(self.book)
            .expect("the mirror has its kings and boards as the position has")
    }

    pub(crate) fn toggle_piece(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color as usize].toggle(square);
        match piece.role {
            Role::Pawn => self.pawns.toggle(square),
            Role::Knight => self.knights.toggle(square),
            Role::Bishop => self.diagonal.toggle(square),
            Role::Rook => self.orthogonal.toggle(square),
            Role::Queen => {
                self.diagonal.toggle(square);
                self.orthogonal.toggle(square);
            }
            Role::King => {}
        }
        self.key ^= zobrist::piece(piece.color, piece.role, square);
    }

    /// The key computed from nothing but the position.
    #[must_use]
    pub fn recomputed_key(&self) -> u64 {
        let mut key = if self.turn == Color::Black { zobrist::BLACK } else { 0 };
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= zobrist::piece(piece.color, piece.role, square);
            }
        }
        for board in self.boards() {
            key ^= zobrist::board(board.owner, board.pin);
        }
        for right in (0..8).filter(|right| self.castling >> right & 1 != 0) {
            key ^= zobrist::castling(right);
        }
        for square in self.carried {
            key ^= zobrist::carried(square);
        }
        for square in self.spent() {
            key ^= zobrist::spent(square);
        }
        if let Some(square) = self.pending {
            key ^= zobrist::pending(square);
        }
        if let Some(square) = self.double_stepped
            && self.legal_en_passant_exists()
        {
            key ^= zobrist::double_step(square);
        }
        key
    }
}

impl core::fmt::Debug for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Position({self} {})", self.book)
    }
}

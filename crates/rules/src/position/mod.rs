//! Legal positions: pieces, boards, side to move and rights.

mod boards;
pub(crate) mod edit;
pub(crate) mod effects;
pub(crate) mod error;
pub(crate) mod moves;
pub(crate) mod piece;
pub(crate) mod play;
pub(crate) mod rule_book;
pub(crate) mod setup;
mod swap_turn;
mod validate;
mod zobrist;

pub use boards::AttackBoard;
pub use edit::SetupMark;
pub use effects::{AffectedPiece, MoveEffects, MovedBoard, MovedPiece};
pub use error::{PositionError, PositionErrorKind};
pub use play::IllegalMoveError;
pub use rule_book::{ParseRuleBookError, Rules};

use std::sync::LazyLock;

use crate::{
    Color, Column, ColumnSet, File, Piece, Pin, Role, RuleBook, Square, SquareSet,
    movegen::pawns::FIRST_SQUARES,
};

/// A legal position. Made by [`crate::Setup::position`], from T-FEN, or by playing moves.
///
/// Equality compares everything in T-FEN, including the counters and the boards' rotations. To compare
/// positions for repetition, use [`Position::key`].
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
    /// The squares of the main boards and of the boards on `pins`.
    pub(crate) existing: SquareSet,
    /// The columns of pawns on start squares that have lost their double step without being carried.
    pub(crate) spent: ColumnSet,
    pub(crate) key: u64,
    pub(crate) kings: [Square; 2],
    /// White's two boards, then Black's, each pair in order of pin.
    pub(crate) pins: [Pin; 4],
    /// Bits 0 to 3: the board with this index is at rotation 180. Bit 4: a legal en passant capture exists.
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

/// The maximum of the two counters of T-FEN.
pub(crate) const COUNTER_MAX: u16 = 9999;

/// The squares of attack boards on the back ranks, in the order of the bits of castling rights.
pub(crate) static CASTLING_SQUARES: [Square; 8] = {
    let [queen, king] = [Pin::at(0), Pin::at(1)];
    let [far_queen, far_king] = [Pin::at(10), Pin::at(11)];
    [
        queen.square(false, false),
        queen.square(true, false),
        king.square(false, false),
        king.square(true, false),
        far_queen.square(false, true),
        far_queen.square(true, true),
        far_king.square(false, true),
        far_king.square(true, true),
    ]
};

/// The bit of a rook's castling right, for a square of an attack board on a back rank.
#[inline]
pub(crate) fn castling_right(square: Square) -> Option<usize> {
    const NONE: u8 = 8;
    static RIGHTS: [u8; 128] = {
        let mut rights = [NONE; 128];
        let mut right = 0;
        while right < NONE {
            rights[CASTLING_SQUARES[right as usize].code() as usize] = right;
            right += 1;
        }
        rights
    };
    let right = RIGHTS[square.code() as usize];
    (right != NONE).then_some(right as usize)
}

/// Searches copy a position at every node.
const _: () = assert!(size_of::<Position>() <= 192);

/// The columns without a square when these squares exist.
#[inline]
pub(crate) fn gaps(existing: SquareSet) -> ColumnSet {
    const MAIN: ColumnSet = SquareSet::MAIN.columns();
    !(MAIN | existing.on_boards().columns())
}

/// The start position of the revised rules.
impl Default for Position {
    fn default() -> Position {
        Position::start(RuleBook::default())
    }
}

impl Position {
    /// The start position.
    ///
    /// ```
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let start = Position::start(RuleBook::Meder);
    /// assert_eq!(start.occupied().len(), 32);
    /// ```
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

    /// The rule book.
    #[must_use]
    pub const fn book(&self) -> RuleBook {
        self.book
    }

    /// The rules of the rule book.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.book.rules()
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The Zobrist key: equal positions, in the sense of repetition, have equal keys.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let mut position = Position::default();
    /// let start = position.key();
    /// for text in ["a1Wb3N", "a8Bb6N", "b3Na1W", "b6Na8B"] {
    ///     position = position.play(text.parse()?)?;
    /// }
    /// assert_eq!(position.key(), start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the next move, from 1.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// The pawn that has just made a double step, even if it cannot be captured en passant.
    #[must_use]
    pub const fn double_stepped(&self) -> Option<Square> {
        self.double_stepped
    }

    /// Whether a legal en passant capture exists.
    #[must_use]
    pub const fn has_en_passant(&self) -> bool {
        self.flags & EN_PASSANT_FLAG != 0
    }

    /// The pawn that must promote before any other move.
    #[must_use]
    pub const fn pending(&self) -> Option<Square> {
        self.pending
    }

    /// The square of this color's king.
    ///
    /// ```
    /// use trid_rules::{Color, Position};
    ///
    /// assert_eq!(Position::default().king(Color::White).to_string(), "d0KL1");
    /// ```
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color as usize]
    }

    /// The squares of this color's pieces.
    #[must_use]
    pub const fn pieces_of(&self, color: Color) -> SquareSet {
        self.colors[color as usize]
    }

    /// The squares of all pieces.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// The squares of all pieces with this role.
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

    /// The squares of the pieces with this color and role.
    ///
    /// ```
    /// use trid_rules::{Color, Position, Role};
    ///
    /// let start = Position::default();
    /// assert_eq!(start.pieces(Color::White, Role::Pawn).len(), 8);
    /// ```
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> SquareSet {
        match role {
            Role::King => SquareSet::of(self.king(color)),
            _ => self.pieces_with(role) & self.pieces_of(color),
        }
    }

    /// The piece on a square.
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

    /// The role of the piece on an occupied square. Unspecified for an empty square.
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

    /// The 64 squares that exist now.
    #[must_use]
    pub const fn existing(&self) -> SquareSet {
        self.existing
    }

    /// The columns without a square now.
    #[inline]
    #[must_use]
    pub fn gaps(&self) -> ColumnSet {
        gaps(self.existing)
    }

    /// Whether this color has a castling right.
    #[inline]
    pub(crate) const fn may_still_castle(&self, color: Color) -> bool {
        self.castling >> (color as usize * 4) & 0b1111 != 0
    }

    /// The rooks of this color that may still castle.
    #[must_use]
    pub fn castling_rooks(&self, color: Color) -> SquareSet {
        let rights = u64::from(self.castling >> (color as usize * 4) & 0b1111);
        // Files b and c have no back rank; skip them between the two lines.
        let files = rights & 0b11 | (rights & 0b1100) << 2;
        // The bits of boards on the back ranks are in the order of columns.
        SquareSet([0, files << Column::new(File::Z, color.back_rank()).index()])
    }

    /// The pawns on start squares that have lost their double step without being carried.
    #[must_use]
    pub fn spent(&self) -> SquareSet {
        (FIRST_SQUARES[0] | FIRST_SQUARES[1]).in_columns(self.spent)
    }

    /// The pawns that were carried by a board.
    #[must_use]
    pub const fn carried(&self) -> SquareSet {
        self.carried
    }

    /// Whether this color has only its king.
    #[must_use]
    pub fn is_bare_king(&self, color: Color) -> bool {
        self.pieces_of(color) == SquareSet::of(self.king(color))
    }

    /// Whether only the two kings are left.
    #[must_use]
    pub fn has_only_kings(&self) -> bool {
        (self.pawns | self.knights | self.diagonal | self.orthogonal).is_empty()
    }

    /// The position with colors swapped and ranks mirrored.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        crate::Setup::from(self)
            .mirrored()
            .build(self.book)
            .expect("the mirrored position has the same kings and boards")
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
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self} {})", self.book)
    }
}

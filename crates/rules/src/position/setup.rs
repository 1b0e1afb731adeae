//! Setups: positions that are not yet validated.

use crate::{
    AttackBoard, Color, Column, File, Line, Piece, PinSet, Position, Rank, Role, RuleBook, Square,
    SquareSet, geometry::pin, position::castling_right,
};

/// An unvalidated position. [`Setup::position`] validates it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pieces: [Option<Piece>; Square::COUNT],
    /// The attack boards; four in a legal position.
    pub boards: Vec<AttackBoard>,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: Vec<Square>,
    /// Pawns on a start square that have lost their double step without being carried.
    pub spent: Vec<Square>,
    /// Pawns that were carried by a board.
    pub carried: Vec<Square>,
    /// The pawn that has just made a double step.
    pub double_stepped: Option<Square>,
    /// The pawn that must promote now.
    pub pending: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: i32,
    /// The number of the next move.
    pub move_number: i32,
}

impl Setup {
    /// A setup without pieces and boards, White to move.
    #[must_use]
    pub const fn empty() -> Setup {
        Setup {
            pieces: [None; Square::COUNT],
            boards: Vec::new(),
            turn: Color::White,
            castling: Vec::new(),
            spent: Vec::new(),
            carried: Vec::new(),
            double_stepped: None,
            pending: None,
            halfmoves: 0,
            move_number: 1,
        }
    }

    /// The start position.
    #[must_use]
    pub fn start() -> Setup {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        const OUTER: [(File, Role); 4] =
            [(File::Z, Rook), (File::A, Queen), (File::D, King), (File::E, Rook)];
        const INNER: [(File, Role); 4] =
            [(File::A, Knight), (File::B, Bishop), (File::C, Bishop), (File::D, Knight)];
        let mut setup = Setup::empty();
        for color in Color::ALL {
            let rank = |number| {
                let rank = Rank::new(number).expect("0 to 9");
                if color == Color::White { rank } else { rank.mirrored() }
            };
            let mut put = |level, file, number, role| {
                let square =
                    Square::new(Column::new(file, rank(number)), level).expect("a start square");
                setup.pieces[square.index()] = Some(Piece { color, role });
            };
            for line in Line::ALL {
                let pin = pin::end_pin(line, color.other());
                for (file, role) in
                    OUTER.into_iter().filter(|(file, _)| line.files().contains(file))
                {
                    put(crate::Level::Attack(pin), file, 0, role);
                    put(crate::Level::Attack(pin), file, 1, Pawn);
                }
            }
            let main = if color == Color::White { crate::Level::W } else { crate::Level::B };
            for (file, role) in INNER {
                put(main, file, 1, role);
                put(main, file, 2, Pawn);
            }
            for line in Line::ALL {
                let pin = pin::end_pin(line, color.other());
                setup.boards.push(AttackBoard { pin, owner: color, turned: false });
                let file = if line == Line::Queen { File::Z } else { File::E };
                setup
                    .castling
                    .extend(Square::new(Column::new(file, rank(0)), crate::Level::Attack(pin)));
            }
        }
        setup
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or removes it.
    pub const fn set_piece(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    /// All pieces with their squares, in order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::ALL
            .into_iter()
            .zip(self.pieces)
            .filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// The setup with colors swapped and ranks mirrored.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        let mirror = |squares: &[Square]| squares.iter().map(|square| square.mirrored()).collect();
        let mut setup = Setup {
            pieces: [None; Square::COUNT],
            boards: self
                .boards
                .iter()
                .map(|board| AttackBoard {
                    pin: board.pin.mirrored(),
                    owner: board.owner.other(),
                    turned: board.turned,
                })
                .collect(),
            turn: self.turn.other(),
            castling: mirror(&self.castling),
            spent: mirror(&self.spent),
            carried: mirror(&self.carried),
            double_stepped: self.double_stepped.map(Square::mirrored),
            pending: self.pending.map(Square::mirrored),
            ..*self
        };
        for (square, piece) in self.pieces() {
            setup.set_piece(
                square.mirrored(),
                Some(Piece { color: piece.color.other(), role: piece.role }),
            );
        }
        setup
    }

    pub(crate) fn pins(&self) -> PinSet {
        self.boards.iter().fold(PinSet::EMPTY, |pins, board| pins.with(board.pin))
    }

    pub(crate) fn is(&self, square: Square, color: Color, role: Role) -> bool {
        self.piece(square) == Some(Piece { color, role })
    }

    pub(crate) fn kings(&self, color: Color) -> impl Iterator<Item = Square> {
        self.pieces()
            .filter(move |&(_, piece)| piece == Piece { color, role: Role::King })
            .map(|(square, _)| square)
    }

    /// The position, unless boards or kings are missing.
    pub(crate) fn build(&self, book: RuleBook) -> Option<Position> {
        let mut boards = self.boards.clone();
        boards.sort_by_key(|board| (board.owner, board.pin));
        let [a, b, c, d] = <[AttackBoard; 4]>::try_from(boards).ok()?;
        if self.pins().len() != 4 || b.owner != Color::White || c.owner != Color::Black {
            return None;
        }
        let mut kings = Color::ALL.map(|color| self.kings(color));
        let (white, black) = (kings[0].next()?, kings[1].next()?);
        if kings.iter_mut().any(|rest| rest.next().is_some()) {
            return None;
        }
        let mut position = Position {
            colors: [SquareSet::EMPTY; 2],
            pawns: SquareSet::EMPTY,
            knights: SquareSet::EMPTY,
            diagonal: SquareSet::EMPTY,
            orthogonal: SquareSet::EMPTY,
            carried: self.carried.iter().copied().collect(),
            existing: [a, b, c, d]
                .iter()
                .fold(SquareSet::MAIN, |set, board| set | board.pin.squares()),
            spent: self
                .spent
                .iter()
                .copied()
                .filter(|square| !self.carried.contains(square))
                .collect::<SquareSet>()
                .columns(),
            key: 0,
            kings: [white, black],
            pins: [a.pin, b.pin, c.pin, d.pin],
            flags: [a, b, c, d]
                .iter()
                .enumerate()
                .fold(0, |flags, (index, board)| flags | u8::from(board.turned) << index),
            castling: self
                .castling
                .iter()
                .filter_map(|&square| castling_right(square))
                .fold(0, |rights, right| rights | 1 << right),
            double_stepped: self.double_stepped,
            pending: self.pending,
            halfmoves: u16::try_from(self.halfmoves).unwrap_or(0),
            move_number: u16::try_from(self.move_number).unwrap_or(1),
            turn: self.turn,
            book,
        };
        for (square, piece) in self.pieces() {
            position.toggle_piece(piece, square);
        }
        position.update_en_passant();
        position.key = position.recomputed_key();
        Some(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let sorted = |set: SquareSet| {
            let mut squares: Vec<Square> = set.iter().collect();
            squares.sort_unstable();
            squares
        };
        let mut boards = position.boards().to_vec();
        boards.sort_unstable();
        let mut setup = Setup {
            pieces: [None; Square::COUNT],
            boards,
            turn: position.turn,
            castling: Color::ALL
                .into_iter()
                .flat_map(|color| sorted(position.castling_rooks(color)))
                .collect(),
            spent: sorted(position.spent()),
            carried: sorted(position.carried),
            double_stepped: position.double_stepped,
            pending: position.pending,
            halfmoves: i32::from(position.halfmoves),
            move_number: i32::from(position.move_number),
        };
        for square in position.occupied() {
            setup.set_piece(square, position.piece_at(square));
        }
        setup
    }
}

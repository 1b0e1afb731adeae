//! A position that may be impossible, and the check that makes it a [`Position`].

use core::fmt;

use crate::{
    AttackBoard, Color, Column, File, Line, Piece, Pin, PinSet, Position, Rank, Role, RuleBook,
    Square, SquareSet, pin,
    position::{COUNTER_MAX, FIRST_SQUARES, castling_right, deferring_pin, furthest_rank},
};

/// Everything that makes a position, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pieces: [Option<Piece>; Square::COUNT],
    /// The attack boards; four in a legal position.
    pub boards: Vec<AttackBoard>,
    /// Whose turn it is.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: Vec<Square>,
    /// Pawns on a first square that have lost their double step without being carried.
    pub spent: Vec<Square>,
    /// Pawns that were carried by a board.
    pub carried: Vec<Square>,
    /// The pawn that has just gone two ranks.
    pub double_stepped: Option<Square>,
    /// The pawn that must promote now.
    pub pending: Option<Square>,
    /// Half-moves since a capture or a pawn's move.
    pub halfmoves: i32,
    /// The number of the move to be played.
    pub move_number: i32,
}

impl Setup {
    /// No piece, no board, White to move.
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

    /// The start of a game.
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

    /// What stands on a square.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or takes it off.
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

    /// The setup with colours swapped and ranks mirrored.
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

    /// The position, if it is possible under this rule book.
    ///
    /// # Errors
    /// [`ImpossiblePosition`] with every reason.
    pub fn position(&self, book: RuleBook) -> Result<Position, ImpossiblePosition> {
        let mut reasons = Vec::new();
        self.check_boards(&mut reasons);
        self.check_kings(&mut reasons);
        self.check_marks(&mut reasons);
        self.check_pawns(book, &mut reasons);
        self.check_counters(&mut reasons);
        let position = self.build(book);
        if let Some(position) = &position {
            let waiting = position.turn.other();
            if let Some(attacker) =
                position.attackers(position.king(waiting), position.turn).first()
            {
                reasons.push(SetupReason::WaitingSideInCheck {
                    king: position.king(waiting),
                    attacker,
                });
            }
        }
        match position {
            Some(position) if reasons.is_empty() => Ok(position),
            _ => Err(ImpossiblePosition { reasons }),
        }
    }

    fn pins(&self) -> PinSet {
        self.boards.iter().fold(PinSet::EMPTY, |pins, board| pins.with(board.pin))
    }

    fn is(&self, square: Square, color: Color, role: Role) -> bool {
        self.piece(square) == Some(Piece { color, role })
    }

    fn kings(&self, color: Color) -> impl Iterator<Item = Square> {
        self.pieces()
            .filter(move |&(_, piece)| piece == Piece { color, role: Role::King })
            .map(|(square, _)| square)
    }

    fn check_boards(&self, reasons: &mut Vec<SetupReason>) {
        if self.boards.len() != 4 {
            reasons.push(SetupReason::BoardCount(self.boards.len()));
        }
        for owner in Color::ALL {
            let count = self.boards.iter().filter(|board| board.owner == owner).count();
            if count != 2 {
                reasons.push(SetupReason::OwnerCount { owner, count });
            }
        }
        for pin in Pin::all() {
            if self.boards.iter().filter(|board| board.pin == pin).count() > 1 {
                reasons.push(SetupReason::SharedPin(pin));
            }
        }
        for (square, _) in self.pieces() {
            if square.pin().is_some_and(|pin| !self.pins().contains(pin)) {
                reasons.push(SetupReason::NoBoardUnder(square));
            }
        }
    }

    fn check_kings(&self, reasons: &mut Vec<SetupReason>) {
        for color in Color::ALL {
            let count = self.kings(color).count();
            if count != 1 {
                reasons.push(SetupReason::KingCount { color, count });
            }
        }
    }

    fn check_marks(&self, reasons: &mut Vec<SetupReason>) {
        for &square in &self.castling {
            let color = if square.rank() == Rank::MIN { Color::White } else { Color::Black };
            let stands = |square: Square| {
                castling_right(square).is_some() && square.rank() == color.back_rank()
            };
            if !stands(square) || !self.is(square, color, Role::Rook) {
                reasons.push(SetupReason::CastlingRook(square));
            } else if !self.kings(color).any(stands) {
                reasons.push(SetupReason::CastlingKing { rook: square });
            }
        }
        for &square in &self.spent {
            let fits = |color: Color| {
                FIRST_SQUARES[color as usize].contains(square) && self.is(square, color, Role::Pawn)
            };
            if !Color::ALL.into_iter().any(fits) {
                reasons.push(SetupReason::SpentMark(square));
            }
        }
        for &square in &self.carried {
            if !Color::ALL.into_iter().any(|color| self.is(square, color, Role::Pawn)) {
                reasons.push(SetupReason::CarriedMark(square));
            }
        }
        if let Some(square) = self.double_stepped {
            let mover = self.turn.other();
            let passed = square.column().ahead(self.turn);
            let start = passed.and_then(|column| column.ahead(self.turn));
            let from_first = start
                .is_some_and(|column| FIRST_SQUARES[mover as usize].columns().contains(column));
            if !self.is(square, mover, Role::Pawn) || !from_first {
                reasons.push(SetupReason::DoubleStep(square));
            }
            for (other, _) in self.pieces().filter(|(other, _)| Some(other.column()) == passed) {
                reasons.push(SetupReason::DoubleStepOver { pawn: square, piece: other });
            }
        }
        if let Some(square) = self.pending {
            match deferring_pin(self.turn, square) {
                Some(pin) if self.is(square, self.turn, Role::Pawn) => {
                    if self.pins().contains(pin) {
                        reasons.push(SetupReason::PendingUnderBoard { pawn: square, pin });
                    }
                }
                _ => reasons.push(SetupReason::Pending(square)),
            }
        }
    }

    fn check_pawns(&self, book: RuleBook, reasons: &mut Vec<SetupReason>) {
        for (square, piece) in self.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
            if self.pending == Some(square) {
                continue;
            }
            let waits = self.carried.contains(&square) && !book.rules().carried_promotes;
            if deferring_pin(piece.color, square).is_some_and(|pin| !self.pins().contains(pin)) {
                reasons.push(SetupReason::FreedPawn(square));
            } else if square.rank() == furthest_rank(piece.color, square.file(), self.pins())
                && !waits
            {
                reasons.push(SetupReason::PawnOnFurthestRank(square));
            }
        }
    }

    fn check_counters(&self, reasons: &mut Vec<SetupReason>) {
        let max = i32::from(COUNTER_MAX);
        if !(0..=max).contains(&self.halfmoves) {
            reasons.push(SetupReason::Halfmoves(self.halfmoves));
        }
        if !(1..=max).contains(&self.move_number) {
            reasons.push(SetupReason::MoveNumber(self.move_number));
        }
    }

    /// The position, as far as boards and kings allow one to be built at all.
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
        position.note_en_passant();
        position.key = position.recomputed_key();
        Some(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let sorted = |set: SquareSet| {
            let mut squares: Vec<Square> = set.collect();
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

/// A setup that is no legal position, with every reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpossiblePosition {
    /// Why not; never empty.
    pub reasons: Vec<SetupReason>,
}

impl fmt::Display for ImpossiblePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible position: ")?;
        for (index, reason) in self.reasons.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            reason.fmt(f)?;
        }
        Ok(())
    }
}

impl core::error::Error for ImpossiblePosition {}

/// One reason why a setup is no legal position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetupReason {
    /// Not four attack boards.
    BoardCount(usize),
    /// Not two boards of each owner.
    OwnerCount {
        /// Whose boards.
        owner: Color,
        /// How many there are.
        count: usize,
    },
    /// Two boards on one pin.
    SharedPin(Pin),
    /// A piece on a pin without a board.
    NoBoardUnder(Square),
    /// Not one king.
    KingCount {
        /// Whose kings.
        color: Color,
        /// How many there are.
        count: usize,
    },
    /// The side that is not to move is in check.
    WaitingSideInCheck {
        /// Its king.
        king: Square,
        /// A piece that gives check.
        attacker: Square,
    },
    /// A castling right on a square that is not that side's rook on an attack board on its back rank.
    CastlingRook(Square),
    /// A castling right whose king is not on an attack board on its back rank.
    CastlingKing {
        /// The rook's square.
        rook: Square,
    },
    /// A lost double step that is not a pawn's on one of its first squares.
    SpentMark(Square),
    /// A carried mark that is not a pawn's.
    CarriedMark(Square),
    /// A double step that is not a pawn's of the side not to move, two ranks ahead of a first square.
    DoubleStep(Square),
    /// A double step with a piece in the column it passed.
    DoubleStepOver {
        /// The pawn.
        pawn: Square,
        /// The piece in the column behind it.
        piece: Square,
    },
    /// A pending promotion that is not a pawn's of the side to move on its deferred square.
    Pending(Square),
    /// A pending promotion while the board still stands there.
    PendingUnderBoard {
        /// The pawn.
        pawn: Square,
        /// The pin of the board.
        pin: Pin,
    },
    /// A pawn on a deferred square without its board, with no promotion pending.
    FreedPawn(Square),
    /// A pawn on its furthest rank.
    PawnOnFurthestRank(Square),
    /// Half-moves out of range.
    Halfmoves(i32),
    /// Move number out of range.
    MoveNumber(i32),
}

impl fmt::Display for SetupReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupReason::BoardCount(count) => {
                write!(f, "there are {count} attack boards, not four")
            }
            SetupReason::OwnerCount { owner, count } => {
                write!(f, "{owner} owns {count} attack boards, not two")
            }
            SetupReason::SharedPin(pin) => write!(f, "two boards stand on {pin}"),
            SetupReason::NoBoardUnder(square) => {
                write!(f, "a piece stands on {square}, where there is no board")
            }
            SetupReason::KingCount { color, count } => {
                write!(f, "{color} has {count} kings, not one")
            }
            SetupReason::WaitingSideInCheck { king, attacker } => write!(
                f,
                "the side not to move is in check: the king on {king} is attacked from {attacker}"
            ),
            SetupReason::CastlingRook(square) => write!(
                f,
                "castling names {square}, which is not a rook on an attack board on its back rank"
            ),
            SetupReason::CastlingKing { rook } => write!(
                f,
                "castling names the rook on {rook}, but its king is not on an attack board on the back rank"
            ),
            SetupReason::SpentMark(square) => {
                write!(
                    f,
                    "{square} is marked as having lost its double step, but is no pawn on a first square"
                )
            }
            SetupReason::CarriedMark(square) => {
                write!(f, "{square} is marked as carried, but is no pawn")
            }
            SetupReason::DoubleStep(square) => write!(
                f,
                "{square} cannot be a pawn of the side not to move that has just gone two ranks"
            ),
            SetupReason::DoubleStepOver { pawn, piece } => {
                write!(f, "the pawn on {pawn} cannot just have passed the piece on {piece}")
            }
            SetupReason::Pending(square) => write!(
                f,
                "{square} cannot be a pawn that must promote now: it is not the mover's on a deferred square"
            ),
            SetupReason::PendingUnderBoard { pawn, pin } => {
                write!(f, "the pawn on {pawn} need not promote while a board stands on {pin}")
            }
            SetupReason::FreedPawn(square) => {
                write!(f, "the pawn on {square} must promote, but no promotion is pending")
            }
            SetupReason::PawnOnFurthestRank(square) => {
                write!(f, "the pawn on {square} stands on its furthest rank")
            }
            SetupReason::Halfmoves(count) => {
                write!(f, "half-moves must be 0 to {COUNTER_MAX}, not {count}")
            }
            SetupReason::MoveNumber(number) => {
                write!(f, "the move number must be 1 to {COUNTER_MAX}, not {number}")
            }
        }
    }
}

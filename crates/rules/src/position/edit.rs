//! Editing a setup: pieces and boards with the marks that belong to them, and which marks are possible.

use crate::{
    AttackBoard, Color, Piece, Pin, Position, PositionErrorKind, Rank, Role, Setup, Square,
    movegen::pawns::{FIRST_SQUARES, deferring_pin},
    names::named,
    position::validate::is_castling_square,
};

named! {
    /// A mark of T-FEN that belongs to a piece, in the order of T-FEN.
    SetupMark {
        /// A rook that may still castle.
        Castling "castling",
        /// A pawn on a start square that has lost its double step.
        Spent "spent",
        /// A pawn that was carried by a board.
        Carried "carried",
        /// The pawn that has just made a double step.
        DoubleStepped "doubleStepped",
        /// The pawn that must promote now.
        Pending "pending",
    }
}

impl Setup {
    /// Puts a piece on a square, or removes it, with the marks of the piece that was there. With a king, its
    /// side's castling rights go. Does nothing where there is no board.
    ///
    /// ```
    /// use trid_rules::{Color, Piece, Role, RuleBook, Setup};
    ///
    /// let mut setup = Setup::start();
    /// setup.put("b4N".parse()?, Some(Piece { color: Color::White, role: Role::Queen }));
    /// assert!(setup.position(RuleBook::Revised).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        if !self.exists(square) || self.piece(square) == piece {
            return;
        }
        self.clear_marks(square);
        let before = self.piece(square);
        self.set_piece(square, piece);
        if before.is_some_and(|piece| piece.role == Role::King) {
            let castling = std::mem::take(&mut self.castling);
            let possible = |&rook: &Square| self.may_have_mark(rook, SetupMark::Castling);
            self.castling = castling.into_iter().filter(possible).collect();
        }
    }

    /// Moves a piece to another square, where it replaces the one that is there. A pawn stays carried; its
    /// other marks depend on the square and are removed.
    pub fn relocate(&mut self, from: Square, to: Square) {
        let Some(piece) = self.piece(from).filter(|_| from != to && self.exists(to)) else {
            return;
        };
        let carried = self.has_mark(from, SetupMark::Carried);
        self.put(from, None);
        self.put(to, None);
        self.put(to, Some(piece));
        if carried {
            self.carried.push(to);
        }
    }

    /// Puts a board on a pin, or gives the one that is there to another owner.
    pub fn put_board(&mut self, pin: Pin, owner: Color) {
        match self.boards.iter_mut().find(|board| board.pin == pin) {
            Some(board) => board.owner = owner,
            None => self.boards.push(AttackBoard { pin, owner, turned: false }),
        }
    }

    /// Removes the boards on a pin, with their pieces.
    pub fn remove_board(&mut self, pin: Pin) {
        for square in pin.squares() {
            self.put(square, None);
        }
        self.boards.retain(|board| board.pin != pin);
    }

    /// Moves a board with its pieces to a pin without a board. The pieces keep their places on it.
    ///
    /// ```
    /// use trid_rules::Setup;
    ///
    /// let mut setup = Setup::start();
    /// setup.relocate_board("QL1".parse()?, "QL2".parse()?);
    /// assert!(setup.piece("z4QL2".parse()?).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn relocate_board(&mut self, from: Pin, to: Pin) {
        if self.pins().contains(to) || !self.pins().contains(from) {
            return;
        }
        let riders: Vec<(Square, Piece, bool)> = from
            .squares()
            .iter()
            .filter_map(|square| {
                Some((square, self.piece(square)?, self.has_mark(square, SetupMark::Carried)))
            })
            .collect();
        for &(square, ..) in &riders {
            self.put(square, None);
        }
        for board in self.boards.iter_mut().filter(|board| board.pin == from) {
            board.pin = to;
        }
        for (square, piece, carried) in riders {
            let Some(landing) = Position::landing(square, to, false) else { continue };
            self.put(landing, Some(piece));
            if carried {
                self.carried.push(landing);
            }
        }
    }

    /// Turns the board on a pin by 180 degrees. Its pieces stay on their squares.
    pub fn turn_board(&mut self, pin: Pin) {
        for board in self.boards.iter_mut().filter(|board| board.pin == pin) {
            board.turned = !board.turned;
        }
    }

    /// Removes all pieces. The boards stay.
    pub fn clear(&mut self) {
        let boards = std::mem::take(&mut self.boards);
        *self = Setup::empty();
        self.boards = boards;
    }

    /// Whether the piece on a square has a mark.
    #[must_use]
    pub fn has_mark(&self, square: Square, mark: SetupMark) -> bool {
        match mark {
            SetupMark::Castling => self.castling.contains(&square),
            SetupMark::Spent => self.spent.contains(&square),
            SetupMark::Carried => self.carried.contains(&square),
            SetupMark::DoubleStepped => self.double_stepped == Some(square),
            SetupMark::Pending => self.pending == Some(square),
        }
    }

    /// Sets or removes a mark. Only one pawn can have just made a double step, or have to promote.
    pub fn set_mark(&mut self, square: Square, mark: SetupMark, on: bool) {
        let set = |squares: &mut Vec<Square>| {
            squares.retain(|&other| other != square);
            if on {
                squares.push(square);
            }
        };
        let one = |held: &mut Option<Square>| {
            if on {
                *held = Some(square);
            } else if *held == Some(square) {
                *held = None;
            }
        };
        match mark {
            SetupMark::Castling => set(&mut self.castling),
            SetupMark::Spent => set(&mut self.spent),
            SetupMark::Carried => set(&mut self.carried),
            SetupMark::DoubleStepped => one(&mut self.double_stepped),
            SetupMark::Pending => one(&mut self.pending),
        }
    }

    /// Whether the piece on a square can have a mark, by its role, color and square.
    #[must_use]
    pub fn may_have_mark(&self, square: Square, mark: SetupMark) -> bool {
        let Some(Piece { color, role }) = self.piece(square) else { return false };
        match mark {
            SetupMark::Castling => {
                let may_castle = |square| is_castling_square(color, square);
                role == Role::Rook && may_castle(square) && self.kings(color).any(may_castle)
            }
            SetupMark::Spent => {
                role == Role::Pawn && FIRST_SQUARES[color as usize].contains(square)
            }
            SetupMark::Carried => role == Role::Pawn,
            SetupMark::DoubleStepped => {
                let passed = self.passed_by_double_step(square);
                role == Role::Pawn
                    && color != self.turn
                    && passed.is_some_and(|passed| {
                        !self.pieces().any(|(other, _)| other.column() == passed)
                    })
            }
            SetupMark::Pending => {
                role == Role::Pawn
                    && color == self.turn
                    && deferring_pin(color, square).is_some_and(|pin| !self.pins().contains(pin))
            }
        }
    }

    /// The squares and pins that an error of this setup is about.
    #[must_use]
    pub fn places_of(&self, error: PositionErrorKind) -> (Vec<Square>, Vec<Pin>) {
        use PositionErrorKind as Kind;
        match error {
            Kind::BoardCount(_) => {
                (Vec::new(), self.boards.iter().map(|board| board.pin).collect())
            }
            Kind::OwnerCount { owner, .. } => {
                let owned = self.boards.iter().filter(|board| board.owner == owner);
                (Vec::new(), owned.map(|board| board.pin).collect())
            }
            Kind::SharedPin(pin) => (Vec::new(), vec![pin]),
            Kind::KingCount { color, .. } => (self.kings(color).collect(), Vec::new()),
            Kind::WaitingSideInCheck { king, attacker } => (vec![king, attacker], Vec::new()),
            Kind::CastlingKing { rook } => {
                let color = if rook.rank() == Rank::MIN { Color::White } else { Color::Black };
                (std::iter::once(rook).chain(self.kings(color)).collect(), Vec::new())
            }
            Kind::DoubleStepOver { pawn, piece } => (vec![pawn, piece], Vec::new()),
            Kind::PendingUnderBoard { pawn, pin } => (vec![pawn], vec![pin]),
            Kind::NoBoardUnder(square)
            | Kind::CastlingRook(square)
            | Kind::SpentMark(square)
            | Kind::CarriedMark(square)
            | Kind::DoubleStep(square)
            | Kind::Pending(square)
            | Kind::FreedPawn(square)
            | Kind::PawnOnFurthestRank(square) => (vec![square], Vec::new()),
            Kind::Halfmoves(_) | Kind::MoveNumber(_) => (Vec::new(), Vec::new()),
        }
    }

    fn exists(&self, square: Square) -> bool {
        square.pin().is_none_or(|pin| self.pins().contains(pin))
    }

    fn clear_marks(&mut self, square: Square) {
        for mark in SetupMark::ALL {
            self.set_mark(square, mark, false);
        }
    }
}

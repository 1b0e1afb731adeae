//! Reads a legal move in any notation.

use std::fmt;

use crate::{
    Castling, Code, ColumnSet, IllegalMoveError, Move, MoveBatch, Pin, PinSet, Position, Promotion,
    Reason, ReasonDetail as Detail, Role, Scope, Square, SquareSet, attacks,
    notation::algebraic::{
        Action, Algebraic, BoardText, ParseAlgebraicError, ParseAlgebraicErrorKind, PieceText,
    },
};

/// A text that does not match exactly one legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadMoveError {
    /// The text.
    pub text: String,
    /// Every reason, the most important first; never empty.
    pub reasons: Vec<Reason>,
    /// The legal moves that an ambiguous text matches; otherwise empty.
    pub candidates: Vec<Move>,
}

impl ReadMoveError {
    pub(crate) fn new(text: &str, reasons: Vec<Reason>) -> ReadMoveError {
        ReadMoveError { text: crate::text::excerpt(text), reasons, candidates: Vec::new() }
    }
}

impl From<IllegalMoveError> for ReadMoveError {
    fn from(error: IllegalMoveError) -> ReadMoveError {
        ReadMoveError::new(&error.mv.to_string(), error.reasons)
    }
}

impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} cannot be played", self.text)?;
        match self.reasons.first() {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadMoveError {}

impl Algebraic {
    /// The legal move of a position that this means.
    ///
    /// # Errors
    /// [`ReadMoveError`] with the reasons, or with all candidates if several moves match.
    pub fn to_move(self, position: &Position) -> Result<Move, ReadMoveError> {
        position.find(self.action, &self.to_string())
    }
}

impl Position {
    /// Reads a legal move in coordinate or algebraic notation. [`Algebraic`] notation is read leniently.
    ///
    /// ```
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let start = Position::start(RuleBook::Revised);
    /// for text in ["Nb3N", "Na1Wb3N", "Na1-b3N", "a1Wb3N"] {
    ///     assert_eq!(start.read_move(text)?.to_string(), "a1Wb3N");
    /// }
    /// # Ok::<(), trid_rules::notation::ReadMoveError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadMoveError`] with the reasons, or with all candidates if several moves match.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        match text.parse::<Algebraic>() {
            Ok(read) => self.find(read.action, text),
            Err(error) => Err(ReadMoveError::new(text, self.explain_text_error(text, &error))),
        }
    }

    /// Every reason why a text is not a legal move. Empty if and only if it is one.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let reasons = Position::default().explain_text("Qb4N");
    /// assert!(!reasons.is_empty());
    /// assert!(Position::default().explain_text("b4N").is_empty());
    /// ```
    #[must_use]
    pub fn explain_text(&self, text: &str) -> Vec<Reason> {
        self.read_move(text).err().map_or_else(Vec::new, |error| error.reasons)
    }

    /// The legal move that an action means, written as `text`.
    fn find(&self, action: Action, text: &str) -> Result<Move, ReadMoveError> {
        let mut found = None;
        let mut several = false;
        self.visit_matching(action, &mut |mv| {
            several |= found.is_some();
            found = Some(mv);
        });
        match found {
            Some(mv) if !several => Ok(mv),
            Some(_) => Err(self.ambiguous(text, action)),
            None => Err(ReadMoveError::new(text, self.explain_no_match(text, action))),
        }
    }

    /// Calls `visit` with each legal move that matches a text.
    fn visit_matching(&self, read: Action, visit: &mut dyn FnMut(Move)) {
        match read {
            Action::Castle(castling) => {
                let mv = Move::Castle(castling);
                if self.is_legal(mv) {
                    visit(mv);
                }
            }
            Action::Board(board) => {
                if self.pending.is_none() {
                    let scope = Scope::boards(PinSet::of(board.to));
                    self.for_each_batch_in(scope, &mut |batch| {
                        batch.for_each(|mv| {
                            if board.fits(mv) {
                                visit(mv);
                            }
                        });
                    });
                }
            }
            Action::Piece(piece) => self.visit_matching_pieces(piece, visit),
        }
    }

    fn visit_matching_pieces(&self, read: PieceText, visit: &mut dyn FnMut(Move)) {
        if let Some(square) = self.pending {
            if let Some(promotion) = read.promotion
                && read.to == square
                && read.departure.is_empty()
                && read.role.is_none_or(|role| role == Role::Pawn)
            {
                visit(Move::Promote { square, promotion });
            }
            return;
        }
        let near = match read.role {
            Some(role) if role != Role::Pawn => attacks::unhindered(role, read.to.column()),
            _ => ColumnSet::ALL,
        };
        let from = self.movers(read).in_columns(near);
        let scope = Scope::pieces(from, SquareSet::of(read.to));
        self.for_each_batch_in(scope, &mut |batch| {
            if let MoveBatch::Piece { from, promotes, .. } = batch
                && promotes == read.promotion.is_some()
                && self.matches_as_capture(read, from)
            {
                visit(Move::Piece { from, to: read.to, promotion: read.promotion });
            }
        });
    }

    /// The pieces that a text may mean. Without a letter it is a pawn, or the piece on a fully given departure
    /// square. A pawn without a departure stays on its file.
    fn movers(&self, read: PieceText) -> SquareSet {
        let pieces = match read.role {
            Some(role) => self.pieces(self.turn, role),
            None if read.departure.is_whole() => self.pieces_of(self.turn),
            None => self.pieces(self.turn, Role::Pawn),
        };
        if read.departure.is_empty() && !read.captures {
            pieces.without(self.pawns.in_columns(!ColumnSet::on_file(read.to.file())))
        } else {
            read.departure.among(pieces)
        }
    }

    /// Whether the move captures if the text has `x` or `e.p.`.
    fn matches_as_capture(&self, read: PieceText, from: Square) -> bool {
        let captured = self.captured_by(from, read.to);
        (!read.captures || captured.is_some())
            && (!read.en_passant || captured.is_some_and(|square| square != read.to))
    }

    fn ambiguous(&self, text: &str, read: Action) -> ReadMoveError {
        let mut candidates = Vec::new();
        self.visit_matching(read, &mut |mv| candidates.push(mv));
        candidates.sort_unstable();
        let names: Vec<String> =
            candidates.iter().map(|&mv| self.algebraic(mv).to_string()).collect();
        let detail = Detail::Ambiguous { text: crate::text::excerpt(text), moves: names };
        let reasons = vec![Reason::new(detail)];
        ReadMoveError { candidates, ..ReadMoveError::new(text, reasons) }
    }

    /// The reasons for a text that does not have the form of a move.
    fn explain_text_error(&self, text: &str, error: &ParseAlgebraicError) -> Vec<Reason> {
        use ParseAlgebraicErrorKind as Kind;
        let part = error.text.clone();
        // In algebraic notation, a square alone is the arrival square.
        if error.kind == Kind::NoSuchArrival {
            return vec![Reason::new(Detail::NoSuchArrival { text: part })];
        }
        let coordinate = match text.parse::<Move>() {
            Ok(mv) => self.explain(mv),
            Err(error) => self.explain_parse_error(&error),
        };
        if coordinate.first().is_some_and(|reason| reason.code != Code::Syntax) {
            return coordinate;
        }
        vec![Reason::new(match error.kind {
            Kind::NoSuchArrival => Detail::NoSuchArrival { text: part },
            Kind::NoSuchDeparture => Detail::NoSuchDeparture { text: part },
            Kind::Quadrant => Detail::BadQuadrant { text: part },
            Kind::Syntax => Detail::NotAMove { text: crate::text::excerpt(text) },
            Kind::NoLevel(column) => {
                let mut squares: Vec<Square> =
                    self.existing().in_columns(ColumnSet::of(column)).into_iter().collect();
                squares.sort_unstable();
                Detail::MissingLevel { text: crate::text::excerpt(text), squares }
            }
        })]
    }

    /// The reasons for a text that has the form of a move but matches no legal one.
    fn explain_no_match(&self, text: &str, read: Action) -> Vec<Reason> {
        // `b8B=Q` is a forced promotion in coordinate notation, a pawn move in algebraic notation.
        if let Ok(mv) = text.parse::<Move>()
            && !matches!(mv, Move::Promote { square, .. } if !self.occupied().contains(square))
        {
            return self.explain(mv);
        }
        match read {
            Action::Castle(castling) => self.explain(Move::Castle(castling)),
            Action::Board(board) => self.explain_board_text(board),
            Action::Piece(piece) => self.explain_piece_text(piece),
        }
    }

    fn explain_board_text(&self, read: BoardText) -> Vec<Reason> {
        let BoardText { to, turned, promotion, .. } = read;
        if let Some(from) = read.from {
            return self.explain(Move::Board { from, to, turned, promotion });
        }
        // `QL4^180+` is also a move to QL4, but without a legal one it is a turn in place.
        if turned && (promotion.is_none() || self.board_on(to).is_some()) {
            return self.explain(Move::Turn { pin: to });
        }
        self.explain_arrival(to, turned, promotion)
    }

    /// Why no board may move to a pin. If no board could be meant, `turned` means a turn in place.
    pub(crate) fn explain_arrival(
        &self,
        to: Pin,
        turned: bool,
        promotion: Option<Promotion>,
    ) -> Vec<Reason> {
        const EXCLUDING: [Code; 3] = [Code::NotAdjacent, Code::NotControlled, Code::TooManyRiders];
        let own = self.boards().into_iter().filter(|board| {
            board.owner == self.turn
                || !(self.riders(board.pin) & self.pieces_of(self.turn)).is_empty()
        });
        let attempts =
            own.map(|board| self.explain(Move::Board { from: board.pin, to, turned, promotion }));
        let reasons = closest_reasons(attempts, &EXCLUDING);
        if turned && reasons.iter().any(|reason| EXCLUDING.contains(&reason.code)) {
            return self.explain(Move::Turn { pin: to });
        }
        reasons
    }

    fn explain_piece_text(&self, read: PieceText) -> Vec<Reason> {
        let PieceText { to, promotion, .. } = read;
        if self.pending.is_some() && read.departure.is_empty() && promotion.is_some() {
            let square = to;
            return promotion.map_or_else(Vec::new, |promotion| {
                self.explain(Move::Promote { square, promotion })
            });
        }
        let role = read.role.unwrap_or(Role::Pawn);
        let movers = self.movers(read);
        if movers.is_empty() {
            let color = self.turn;
            let detail = match read.departure.is_empty() {
                true if role == Role::Pawn => Detail::NoPawnOnFile { color, file: to.file() },
                true => Detail::NoSuchPiece { color, role },
                false => Detail::NoSuchPieceThere { color, role },
            };
            let mut reasons = self.explain_state(Move::Castle(Castling::Short));
            reasons.push(Reason::new(detail));
            return reasons;
        }
        let attempts: Vec<Vec<Reason>> =
            movers.iter().map(|from| self.explain(Move::Piece { from, to, promotion })).collect();
        if attempts.iter().any(Vec::is_empty) {
            let detail = if read.en_passant {
                Detail::NoEnPassant { square: to }
            } else {
                Detail::NothingToCapture { square: to }
            };
            return vec![Reason::new(detail).at([to])];
        }
        closest_reasons(attempts.into_iter(), &[Code::Geometry, Code::Vertical])
    }
}

/// The reasons of the attempts that are closest to a legal move: those without a code that excludes the
/// piece or board, if there are any. Merged, each code once, in order.
pub(crate) fn closest_reasons(
    attempts: impl Iterator<Item = Vec<Reason>>,
    excluding: &[Code],
) -> Vec<Reason> {
    let (far, near): (Vec<_>, Vec<_>) =
        attempts.partition(|reasons| reasons.iter().any(|reason| excluding.contains(&reason.code)));
    let mut reasons: Vec<Reason> = if near.is_empty() { far } else { near }.concat();
    reasons.sort_by_key(|reason| reason.code);
    reasons.dedup_by_key(|reason| reason.code);
    reasons
}

impl BoardText {
    fn fits(self, mv: Move) -> bool {
        match mv {
            Move::Board { from, to, turned, promotion } => {
                self.from.is_none_or(|pin: Pin| pin == from)
                    && (self.to, self.turned, self.promotion) == (to, turned, promotion)
            }
            Move::Turn { pin } => {
                self.from.is_none() && self.to == pin && self.turned && self.promotion.is_none()
            }
            _ => false,
        }
    }
}

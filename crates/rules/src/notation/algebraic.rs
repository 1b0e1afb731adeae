//! Algebraic notation as a value: what the text of a move says, without a position.

use std::{fmt, str::FromStr};

use crate::{
    Castling, Column, ColumnSet, File, Level, Pin, Promotion, Rank, Role, Square, SquareSet,
    geometry::level::split_level,
    geometry::pin::split_pin,
    text::{excerpt, sentences},
};

/// A move in algebraic notation: `Nc2W`, `bxa5N`, `KL1-KL3^180`, `d8B=Q+`.
///
/// [`Position::algebraic`](crate::Position::algebraic) gives the canonical one of a legal move, and
/// [`Algebraic::to_move`] the move again. Parsing needs no position and is lenient: `0-0`, `d8BQ`,
/// `QL5` for `QL4-QL5`, `×`, a missing `x`, `+`, `#` or `e.p.`, extra detail, `P` for pawns, a hyphen,
/// quadrants.
///
/// ```
/// use trid_rules::{Position, notation::Algebraic};
///
/// let start = Position::default();
/// let knight: Algebraic = "Na1W-b3N".parse()?;
/// let mv = knight.to_move(&start)?;
/// assert_eq!(mv.to_string(), "a1Wb3N");
/// assert_eq!(start.algebraic(mv).to_string(), "Nb3N");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Algebraic {
    pub(crate) action: Action,
    pub(crate) mark: Option<Mark>,
}

/// What a text says is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Action {
    Castle(Castling),
    Board(BoardText),
    Piece(PieceText),
}

/// What a text says about the enemy king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Mark {
    Check,
    Mate,
}

/// A board move, or a turn in place: `KL1-KL3`, `QL5=Q`, `QL3^180`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BoardText {
    pub(crate) from: Option<Pin>,
    pub(crate) to: Pin,
    pub(crate) turned: bool,
    pub(crate) promotion: Option<Promotion>,
}

/// A move of a piece, or a forced promotion: `Nbc5N`, `axb4W`, `b2Wb4N`, `a8B=Q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PieceText {
    /// The role, if given.
    pub(crate) role: Option<Role>,
    pub(crate) departure: Part,
    /// Whether the text has a capture sign.
    pub(crate) captures: bool,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Promotion>,
    /// Whether the text has `e.p.`.
    pub(crate) en_passant: bool,
}

/// The given parts of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Part {
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) level: Option<Level>,
}

impl Part {
    pub(crate) fn of(square: Square) -> Part {
        Part { file: Some(square.file()), rank: Some(square.rank()), level: Some(square.level()) }
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Part::default()
    }

    /// Whether it names a single square.
    pub(crate) fn is_whole(self) -> bool {
        self.file.is_some() && self.rank.is_some() && self.level.is_some()
    }

    pub(crate) fn fits(self, square: Square) -> bool {
        self.among(SquareSet::of(square)).contains(square)
    }

    /// The squares that match.
    pub(crate) fn among(self, squares: SquareSet) -> SquareSet {
        let mut among = squares;
        if let Some(file) = self.file {
            among = among.in_columns(ColumnSet::on_file(file));
        }
        if let Some(rank) = self.rank {
            among = among.in_columns(ColumnSet::on_rank(rank));
        }
        if let Some(level) = self.level {
            among &= SquareSet::on_level(level);
        }
        among
    }
}

/// A text that is not a move in algebraic notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseAlgebraicError {
    /// The invalid part of the text.
    pub text: String,
    /// What is wrong.
    pub kind: ParseAlgebraicErrorKind,
}

sentences! {
    /// What is wrong with the text of a move.
    #[derive(Copy, Hash)]
    ParseAlgebraicErrorKind {
        /// It does not have the form of a move.
        Syntax => "is not a move, expected one such as Nb3N, bxa5N, O-O or QL1-QL2";
        /// The arrival square lacks its level: `Nc5`.
        NoLevel(column: Column) => "lacks the level of its square";
        /// The level of the departure square does not cover its column.
        NoSuchDeparture => "is not a square: that level does not cover that column";
        /// The level of the arrival square does not cover its column.
        NoSuchArrival => "is not a square: that level does not cover that column";
        /// A quadrant that is unknown, or contradicts the square before it.
        Quadrant => "is not a quadrant of that square";
    }
}

use ParseAlgebraicErrorKind as Kind;

impl ParseAlgebraicErrorKind {
    fn of(self, text: &str) -> ParseAlgebraicError {
        ParseAlgebraicError { text: excerpt(text), kind: self }
    }
}

impl fmt::Display for ParseAlgebraicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.text, self.kind)
    }
}

impl std::error::Error for ParseAlgebraicError {}

impl FromStr for Algebraic {
    type Err = ParseAlgebraicError;

    fn from_str(text: &str) -> Result<Algebraic, ParseAlgebraicError> {
        let Marked { body, mark, en_passant } = strip_marks(text);
        let action = match body {
            "O-O" | "0-0" => Action::Castle(Castling::Short),
            "O-O-O" | "0-0-0" => Action::Castle(Castling::Long),
            _ => match split_pin(body) {
                Some((pin, rest)) if !rest.starts_with('@') => {
                    Action::Board(read_board(pin, rest).ok_or_else(|| Kind::Syntax.of(text))?)
                }
                _ => Action::Piece(read_piece(body, en_passant)?),
            },
        };
        Ok(Algebraic { action, mark })
    }
}

impl fmt::Display for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut en_passant = false;
        match self.action {
            Action::Castle(castling) => write!(f, "{castling}")?,
            Action::Board(BoardText { from, to, turned, promotion }) => {
                if let Some(from) = from {
                    write!(f, "{from}-")?;
                }
                write!(f, "{to}{}", if turned { "^180" } else { "" })?;
                write_promotion(promotion, f)?;
            }
            Action::Piece(piece) => {
                if let Some(role) = piece.role.filter(|&role| role != Role::Pawn) {
                    write!(f, "{}", role.letter())?;
                }
                let Part { file, rank, level } = piece.departure;
                write_some(file, f)?;
                write_some(rank, f)?;
                write_some(level, f)?;
                write!(f, "{}{}", if piece.captures { "x" } else { "" }, piece.to)?;
                write_promotion(piece.promotion, f)?;
                en_passant = piece.en_passant;
            }
        }
        f.write_str(match self.mark {
            None => "",
            Some(Mark::Check) => "+",
            Some(Mark::Mate) => "#",
        })?;
        f.write_str(if en_passant { " e.p." } else { "" })
    }
}

fn write_some(part: Option<impl fmt::Display>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    part.map_or(Ok(()), |part| part.fmt(f))
}

fn write_promotion(promotion: Option<Promotion>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    promotion.map_or(Ok(()), |promotion| write!(f, "={}", promotion.letter()))
}

/// A text and the signs behind it.
struct Marked<'a> {
    body: &'a str,
    mark: Option<Mark>,
    en_passant: bool,
}

/// Strips the signs for check, mate and en passant from the end, in any order.
fn strip_marks(text: &str) -> Marked<'_> {
    let mut marked = Marked { body: text.trim_ascii(), mark: None, en_passant: false };
    loop {
        if let Some(rest) = marked.body.strip_suffix("e.p.") {
            marked = Marked { body: rest, en_passant: true, ..marked };
        } else if let Some(rest) = marked.body.strip_suffix('+') {
            marked = Marked { body: rest, mark: marked.mark.or(Some(Mark::Check)), ..marked };
        } else if let Some(rest) = marked.body.strip_suffix('#') {
            marked = Marked { body: rest, mark: Some(Mark::Mate), ..marked };
        } else {
            return marked;
        }
        marked.body = marked.body.trim_ascii_end();
    }
}

fn read_board(first: Pin, rest: &str) -> Option<BoardText> {
    let (from, to, rest) = match split_pin(rest.strip_prefix('-').unwrap_or(rest)) {
        Some((to, rest)) => (Some(first), to, rest),
        None => (None, first, rest),
    };
    let (turned, rest) = match rest.strip_prefix('^') {
        None => (false, rest),
        Some(turn) => match (turn.strip_prefix("180"), turn.strip_prefix('0')) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return None,
        },
    };
    let promotion = match rest {
        "" => None,
        _ => Some(whole_promotion(rest)?),
    };
    Some(BoardText { from, to, turned, promotion })
}

fn read_piece(body: &str, en_passant: bool) -> Result<PieceText, ParseAlgebraicError> {
    let (role, rest) = split_role(body);
    let (first, rest) = read_part(rest)?;
    let ends = |rest: &str| rest.is_empty() || whole_promotion(rest).is_some();
    let (departure, captures, arrival, rest) = if ends(rest) && first.names_place() {
        (Written::default(), false, first, rest)
    } else {
        let (captures, rest) = match rest.strip_prefix(['x', '×']) {
            Some(rest) => (true, rest),
            None => (false, rest.strip_prefix('-').unwrap_or(rest)),
        };
        let (second, rest) = read_part(rest)?;
        (first, captures, second, rest)
    };
    if !ends(rest) || !arrival.names_place() {
        return Err(Kind::Syntax.of(body));
    }
    if arrival.part.level.is_none()
        && let (Some(file), Some(rank)) = (arrival.part.file, arrival.part.rank)
    {
        return Err(Kind::NoLevel(Column::new(file, rank)).of(body));
    }
    if departure.is_off_level() {
        return Err(Kind::NoSuchDeparture.of(departure.text));
    }
    let to = arrival.square().ok_or_else(|| Kind::NoSuchArrival.of(arrival.text))?;
    Ok(PieceText {
        role,
        departure: departure.part,
        captures,
        to,
        promotion: whole_promotion(rest),
        en_passant,
    })
}

/// The letter of the piece, if there is one; `QL` and `KL` begin a pin instead.
fn split_role(text: &str) -> (Option<Role>, &str) {
    let mut chars = text.chars();
    match chars.next().and_then(Role::from_letter) {
        Some(role) if split_pin(text).is_none() => (Some(role), chars.as_str()),
        _ => (None, text),
    }
}

/// `=Q` or `Q`, and nothing else.
fn whole_promotion(text: &str) -> Option<Promotion> {
    let mut chars = text.strip_prefix('=').unwrap_or(text).chars();
    let promotion = chars.next().and_then(Promotion::from_letter)?;
    chars.as_str().is_empty().then_some(promotion)
}

/// A partial square with its text.
#[derive(Clone, Copy, Default)]
struct Written<'a> {
    part: Part,
    text: &'a str,
}

impl Written<'_> {
    /// Whether file and rank are given.
    fn names_place(self) -> bool {
        self.part.file.is_some() && self.part.rank.is_some()
    }

    fn square(self) -> Option<Square> {
        Square::new(Column::new(self.part.file?, self.part.rank?), self.part.level?)
    }

    fn is_off_level(self) -> bool {
        self.part.is_whole() && self.square().is_none()
    }
}

/// Reads file, rank, level and quadrant, in this order, each optional.
#[inline]
fn read_part(text: &str) -> Result<(Written<'_>, &str), ParseAlgebraicError> {
    let mut part = Part::default();
    let mut rest = text;
    if let Some(file) = rest.chars().next().and_then(File::from_letter) {
        part.file = Some(file);
        rest = &rest[1..];
    }
    if let Some(rank) =
        rest.bytes().next().filter(u8::is_ascii_digit).and_then(|digit| Rank::new(digit - b'0'))
    {
        part.rank = Some(rank);
        rest = &rest[1..];
    }
    if let Some((level, behind)) = split_level(rest) {
        part.level = Some(level);
        rest = behind;
    }
    if let Some(quadrant) = rest.strip_prefix('@') {
        let behind = quadrant.get(2..).unwrap_or("");
        let written = &text[..text.len() - behind.len()];
        let square = quadrant_square(part.level, quadrant).filter(|&square| part.fits(square));
        let square = square.ok_or_else(|| Kind::Quadrant.of(written))?;
        part = Part::of(square);
        rest = behind;
    }
    Ok((Written { part, text: &text[..text.len() - rest.len()] }, rest))
}

/// The square of a board by its quadrant: q1 (0,0), q2 (1,0), q3 (1,1), q4 (0,1).
fn quadrant_square(level: Option<Level>, text: &str) -> Option<Square> {
    let (x, y) = match text.get(..2)? {
        "q1" => (false, false),
        "q2" => (true, false),
        "q3" => (true, true),
        "q4" => (false, true),
        _ => return None,
    };
    level?.pin().map(|pin| pin.square(x, y))
}

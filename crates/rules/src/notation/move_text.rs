//! Parses the text of a move in any notation, without a position.

use crate::{
    Castling, Column, ColumnSet, File, Level, Pin, Promotion, Rank, Role, Square, SquareSet,
    geometry::pin::split_pin, geometry::square::split_level,
};

/// A parsed move text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveText {
    Castle(Castling),
    Board(BoardText),
    Piece(PieceText),
}

/// A board move, or a turn in place: `KL1-KL3`, `QL5=Q`, `QL3^180`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardText {
    pub(crate) from: Option<Pin>,
    pub(crate) to: Pin,
    pub(crate) turned: bool,
    pub(crate) promotion: Option<Promotion>,
}

/// A move of a piece, or a forced promotion: `Nbc5N`, `axb4W`, `b2Wb4N`, `a8B=Q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Part {
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) level: Option<Level>,
}

impl Part {
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

/// Why a text is not a move in any notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveTextError<'a> {
    /// It does not have the form of a move.
    Syntax,
    /// The arrival square lacks its level: `Nc5`.
    NoLevel(Column),
    /// The level of the departure square does not cover its column.
    NoSuchDeparture(&'a str),
    /// The level of the arrival square does not cover its column.
    NoSuchArrival(&'a str),
    /// A quadrant that is unknown, or contradicts the square before it.
    Quadrant(&'a str),
}

impl MoveText {
    /// Parses a text.
    pub(crate) fn read(text: &str) -> Result<MoveText, MoveTextError<'_>> {
        let (body, en_passant) = strip_marks(text);
        match body {
            "O-O" | "0-0" => return Ok(MoveText::Castle(Castling::Short)),
            "O-O-O" | "0-0-0" => return Ok(MoveText::Castle(Castling::Long)),
            _ => {}
        }
        match split_pin(body) {
            Some((pin, rest)) if !rest.starts_with('@') => {
                read_board(pin, rest).map(MoveText::Board)
            }
            _ => read_piece(body, en_passant).map(MoveText::Piece),
        }
    }
}

/// Strips the signs for check, mate and en passant from the end, in any order.
fn strip_marks(text: &str) -> (&str, bool) {
    let mut body = text.trim_ascii();
    let mut en_passant = false;
    loop {
        if let Some(rest) = body.strip_suffix(['+', '#']) {
            body = rest.trim_ascii_end();
        } else if let Some(rest) = body.strip_suffix("e.p.") {
            body = rest.trim_ascii_end();
            en_passant = true;
        } else {
            return (body, en_passant);
        }
    }
}

fn read_board(first: Pin, rest: &str) -> Result<BoardText, MoveTextError<'_>> {
    let (from, to, rest) = match split_pin(rest.strip_prefix('-').unwrap_or(rest)) {
        Some((to, rest)) => (Some(first), to, rest),
        None => (None, first, rest),
    };
    let (turned, rest) = match rest.strip_prefix('^') {
        None => (false, rest),
        Some(turn) => match (turn.strip_prefix("180"), turn.strip_prefix('0')) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Err(MoveTextError::Syntax),
        },
    };
    let promotion = match rest {
        "" => None,
        _ => Some(whole_promotion(rest).ok_or(MoveTextError::Syntax)?),
    };
    Ok(BoardText { from, to, turned, promotion })
}

fn read_piece(body: &str, en_passant: bool) -> Result<PieceText, MoveTextError<'_>> {
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
        return Err(MoveTextError::Syntax);
    }
    if arrival.part.level.is_none()
        && let (Some(file), Some(rank)) = (arrival.part.file, arrival.part.rank)
    {
        return Err(MoveTextError::NoLevel(Column::new(file, rank)));
    }
    if departure.is_off_level() {
        return Err(MoveTextError::NoSuchDeparture(departure.text));
    }
    let to = arrival.square().ok_or(MoveTextError::NoSuchArrival(arrival.text))?;
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
fn read_part(text: &str) -> Result<(Written<'_>, &str), MoveTextError<'_>> {
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
        let square = square.ok_or(MoveTextError::Quadrant(written))?;
        part = Part { file: Some(square.file()), rank: Some(square.rank()), level: part.level };
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

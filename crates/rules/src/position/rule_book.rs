//! The two rule books: each is one `Rules` value, which holds all their differences.

use std::{fmt, str::FromStr};

use crate::{Color, Pin, PinSet, names::named};

named! {
    /// One of the two rule books, by its name in T-FEN and on the command line; the default first.
    #[derive(Default)]
    #[repr(u8)]
    RuleBook {
        /// Boards carry their rider to either of two squares, may turn in place, and need a clear shaft.
        #[default]
        Revised "revised",
        /// Jens Meder's tournament rules.
        Meder "meder",
    }
}

impl RuleBook {
    /// Its rules.
    #[must_use]
    pub const fn rules(self) -> &'static Rules {
        match self {
            RuleBook::Revised => &Rules::REVISED,
            RuleBook::Meder => &Rules::MEDER,
        }
    }
}

/// A text that is not the name of a rule book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseRuleBookError(String);

impl fmt::Display for ParseRuleBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a rule book, expected revised or meder", self.0)
    }
}

impl std::error::Error for ParseRuleBookError {}

impl FromStr for RuleBook {
    type Err = ParseRuleBookError;

    fn from_str(text: &str) -> Result<RuleBook, ParseRuleBookError> {
        RuleBook::from_name(text).ok_or_else(|| ParseRuleBookError(crate::text::excerpt(text)))
    }
}

/// Everything in which the rule books differ.
#[derive(Debug)]
pub struct Rules {
    /// The adjacent pins of each pin, by index.
    neighbours: [PinSet; Pin::COUNT],
    /// The adjacent pins that are not backward, by mover and index.
    forward: [[PinSet; Pin::COUNT]; 2],
    /// The height of each pin, by index. A board with a rider must not move backward in it.
    advance: [u8; Pin::COUNT],
    /// A board needs a shaft without pieces other than knights and its own rider.
    pub shaft: bool,
    /// Boards may turn, in a board move or in place, which takes the rider to the opposite corner.
    pub turning: bool,
    /// A column without a square stops a line piece.
    pub gaps_stop: bool,
    /// A line piece may move directly from a board of one line to a board of the other.
    pub crossing: bool,
    /// In O-O-O king and rook exchange squares. Otherwise the king moves from KL to the square beside the
    /// rook, and the rook to the square the king left.
    pub long_castling_exchanges: bool,
    /// Castling requires that no existing square between king and rook is attacked.
    pub castling_path_safe: bool,
    /// Castling requires that no enemy piece is on a board used.
    pub castling_boards_clear: bool,
    /// Castling is allowed while the move number is 1.
    pub castling_first: bool,
    /// A pawn carried to its furthest rank promotes at once.
    pub carried_promotes: bool,
    /// A carried pawn may capture en passant.
    pub carried_en_passant: bool,
}

impl Rules {
    /// The `revised` rule book.
    pub const REVISED: Rules = Rules {
        neighbours: neighbours(&[-1, 1], &[-1, 0, 1]),
        forward: forward(neighbours(&[-1, 1], &[-1, 0, 1]), advance_by_number()),
        advance: advance_by_number(),
        shaft: true,
        turning: true,
        gaps_stop: true,
        crossing: false,
        long_castling_exchanges: true,
        castling_path_safe: true,
        castling_boards_clear: true,
        castling_first: true,
        carried_promotes: false,
        carried_en_passant: false,
    };

    /// The `meder` rule book.
    pub const MEDER: Rules = Rules {
        neighbours: neighbours(&[-2, -1, 1, 2], &[0]),
        forward: forward(neighbours(&[-2, -1, 1, 2], &[0]), advance_by_rank()),
        advance: advance_by_rank(),
        shaft: false,
        turning: false,
        gaps_stop: false,
        crossing: true,
        long_castling_exchanges: false,
        castling_path_safe: false,
        castling_boards_clear: false,
        castling_first: false,
        carried_promotes: true,
        carried_en_passant: true,
    };

    /// The pins adjacent to this one.
    ///
    /// ```
    /// use trid_rules::RuleBook;
    ///
    /// let revised = RuleBook::Revised.rules();
    /// assert!(revised.neighbours("QL1".parse()?).contains("QL2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn neighbours(&self, pin: Pin) -> PinSet {
        self.neighbours[pin.index()]
    }

    /// Whether a move between these pins is backward for `mover`.
    #[must_use]
    pub const fn is_backward(&self, mover: Color, from: Pin, to: Pin) -> bool {
        is_backward(self.advance, mover, from, to)
    }

    /// The pins to which `mover` may move a board: the adjacent ones, with a rider only those that are not
    /// backward.
    #[inline]
    pub(crate) const fn board_targets(&self, mover: Color, from: Pin, has_rider: bool) -> PinSet {
        if has_rider {
            self.forward[mover as usize][from.index()]
        } else {
            self.neighbours[from.index()]
        }
    }
}

const fn is_backward(advance: [u8; Pin::COUNT], mover: Color, from: Pin, to: Pin) -> bool {
    let (from, to) = (advance[from.index()], advance[to.index()]);
    match mover {
        Color::White => to < from,
        Color::Black => to > from,
    }
}

/// The part of a graph of pins that is not backward, by mover.
const fn forward(
    neighbours: [PinSet; Pin::COUNT],
    advance: [u8; Pin::COUNT],
) -> [[PinSet; Pin::COUNT]; 2] {
    let mut graph = [[PinSet::EMPTY; Pin::COUNT]; 2];
    let mut index = 0;
    while index < 2 * Pin::COUNT * Pin::COUNT {
        let mover = Color::ALL[index / (Pin::COUNT * Pin::COUNT)];
        let from = Pin::at(index / Pin::COUNT % Pin::COUNT);
        let to = Pin::at(index % Pin::COUNT);
        if neighbours[from.index()].contains(to) && !is_backward(advance, mover, from, to) {
            let targets = &mut graph[mover as usize][from.index()];
            *targets = targets.with(to);
        }
        index += 1;
    }
    graph
}

/// The graph that joins pin n to n + d for each d in `same` on its line, in `other` on the other line.
const fn neighbours(same: &[i8], other: &[i8]) -> [PinSet; Pin::COUNT] {
    let mut graph = [PinSet::EMPTY; Pin::COUNT];
    let mut index = 0;
    while index < Pin::COUNT {
        let pin = Pin::at(index);
        let mut which = 0;
        while which < same.len() {
            let number = pin.number() as i8 + same[which];
            if number > 0
                && let Some(next) = Pin::new(pin.line(), number as u8)
            {
                graph[index] = graph[index].with(next);
            }
            which += 1;
        }
        which = 0;
        while which < other.len() {
            let number = pin.number() as i8 + other[which];
            if number > 0
                && let Some(next) = Pin::new(pin.line().other(), number as u8)
            {
                graph[index] = graph[index].with(next);
            }
            which += 1;
        }
        index += 1;
    }
    graph
}

const fn advance_by_number() -> [u8; Pin::COUNT] {
    let mut advance = [0; Pin::COUNT];
    let mut index = 0;
    while index < Pin::COUNT {
        advance[index] = Pin::at(index).number();
        index += 1;
    }
    advance
}

const fn advance_by_rank() -> [u8; Pin::COUNT] {
    let mut advance = [0; Pin::COUNT];
    let mut index = 0;
    while index < Pin::COUNT {
        advance[index] = Pin::at(index).low_rank().number();
        index += 1;
    }
    advance
}

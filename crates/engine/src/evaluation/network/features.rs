//! The network's inputs: which features of a position are active from each side's perspective.
//!
//! | index | feature |
//! |---|---|
//! | 0 to 1151 | piece kind (own pawn to own king, then theirs) x square |
//! | 1152 to 1175 | owner of a board (own, then theirs) x pin |
//! | 1176, 1177 | rule book |
//!
//! A perspective always looks up the board: for Black, ranks are mirrored. If its king is on the queen's
//! half, the position is also mirrored left to right, so that the king is always on the king's half. That
//! symmetry is exact under the `revised` rules, and under `meder` once no castling right is left.

use trid_rules::{Color, Column, File, Level, Line, Pin, Position, Role, RuleBook, Square};

/// The number of inputs per perspective.
pub const FEATURES: usize = BOOKS + RuleBook::ALL.len();

/// The largest number of active features with at most 32 pieces.
pub const MAX_ACTIVE: usize = 32 + 4 + 1;

const BOARDS: usize = 2 * Role::ALL.len() * Square::COUNT;
const BOOKS: usize = BOARDS + 2 * Pin::COUNT;

/// The number of piece-count buckets.
pub const BUCKETS: usize = 8;

/// The number of output heads: one per rule book and piece-count bucket.
pub const HEADS: usize = RuleBook::ALL.len() * BUCKETS;

/// The output head of a position.
#[must_use]
pub fn head(position: &Position) -> usize {
    let bucket = (position.occupied().len() - 1) / 4;
    position.book() as usize * BUCKETS + bucket.min(BUCKETS - 1)
}

/// How a perspective looks at the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orientation {
    perspective: Color,
    /// Whether files and lines are mirrored.
    flipped: bool,
}

impl Orientation {
    /// The orientation of a perspective in a position.
    #[must_use]
    pub fn of(position: &Position, perspective: Color) -> Orientation {
        let symmetric = position.book() == RuleBook::Revised
            || Color::ALL.into_iter().all(|color| position.castling_rooks(color).is_empty());
        let flipped = symmetric && position.king(perspective).file() <= File::B;
        Orientation { perspective, flipped }
    }

    /// The feature of a piece on a square.
    #[inline]
    #[must_use]
    pub fn piece(self, color: Color, role: Role, square: Square) -> usize {
        let kind = self.side(color) * Role::ALL.len() + role as usize;
        kind * Square::COUNT + usize::from(SQUARES[self.index()][square.index()])
    }

    /// The feature of a board on a pin.
    #[inline]
    #[must_use]
    pub fn board(self, owner: Color, pin: Pin) -> usize {
        let pin = if self.perspective == Color::Black { pin.mirrored() } else { pin };
        // Pins alternate between the two lines.
        BOARDS + self.side(owner) * Pin::COUNT + (pin.index() ^ usize::from(self.flipped))
    }

    /// 0 for the perspective's own pieces and boards, 1 for the other side's.
    fn side(self, color: Color) -> usize {
        usize::from(color != self.perspective)
    }

    fn index(self) -> usize {
        self.perspective as usize * 2 + usize::from(self.flipped)
    }
}

/// The feature of a rule book.
#[must_use]
pub fn rule_book(book: RuleBook) -> usize {
    BOOKS + book as usize
}

/// Visits the active features from a perspective, in no particular order.
pub fn for_each(position: &Position, orientation: Orientation, mut visit: impl FnMut(usize)) {
    for color in Color::ALL {
        for role in Role::ALL {
            position
                .pieces(color, role)
                .iter()
                .for_each(|square| visit(orientation.piece(color, role, square)));
        }
    }
    for board in position.boards() {
        visit(orientation.board(board.owner, board.pin));
    }
    visit(rule_book(position.book()));
}

/// A feature in words, and the groups that share a training factor with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// What is there: `own pawn`, `their board`, `rule book`.
    pub kind: String,
    /// Where it is: a square, a pin, or the name of the rule book.
    pub place: String,
    /// The column of a piece.
    pub column: Option<Column>,
    /// The height of a piece: a main board, or the number of the pin.
    pub height: Option<String>,
}

/// Describes all features in order of index.
pub fn descriptions() -> impl Iterator<Item = Description> {
    const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let pieces = ["own", "their"].into_iter().flat_map(|side| {
        ROLES.into_iter().flat_map(move |role| {
            Square::ALL.into_iter().map(move |square| Description {
                kind: format!("{side} {role}"),
                place: square.to_string(),
                column: Some(square.column()),
                height: Some(match square.level() {
                    Level::Attack(pin) => pin.number().to_string(),
                    main => main.to_string(),
                }),
            })
        })
    });
    let boards = ["own", "their"].into_iter().flat_map(|side| {
        Pin::all().map(move |pin| Description {
            kind: format!("{side} board"),
            place: pin.to_string(),
            column: None,
            height: None,
        })
    });
    let books = RuleBook::ALL.into_iter().map(|book| Description {
        kind: "rule book".into(),
        place: book.to_string(),
        column: None,
        height: None,
    });
    pieces.chain(boards).chain(books)
}

/// Indices of squares by [`Orientation::index`].
static SQUARES: [[u8; Square::COUNT]; 4] = {
    let mut tables = [[0; Square::COUNT]; 4];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::ALL[index];
        tables[0][index] = index as u8;
        tables[1][index] = flipped(square).index() as u8;
        tables[2][index] = square.mirrored().index() as u8;
        tables[3][index] = flipped(square.mirrored()).index() as u8;
        index += 1;
    }
    tables
};

/// The square mirrored left to right: files z and e, a and d, b and c; the two lines of pins.
const fn flipped(square: Square) -> Square {
    let level = match square.pin() {
        Some(pin) => match Pin::new(pin.line().other(), pin.number()) {
            Some(pin) => Level::Attack(pin),
            None => unreachable!(),
        },
        None => square.level(),
    };
    let column = Column::new(File::ALL[5 - square.file() as usize], square.rank());
    match Square::new(column, level) {
        Some(square) => square,
        None => unreachable!(),
    }
}

const _: () = assert!(Line::Queen as usize == 0 && Line::King as usize == 1);

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tests::RandomPositions;
    use std::collections::HashSet;
    use trid_rules::{AttackBoard, Setup};

    fn active(position: &Position, perspective: Color) -> Vec<usize> {
        let mut features = Vec::new();
        let orientation = Orientation::of(position, perspective);
        for_each(position, orientation, |feature| features.push(feature));
        features.sort_unstable();
        features
    }

    /// The position mirrored left to right.
    pub(in super::super) fn flip(position: &Position) -> Position {
        let setup = Setup::from(position);
        let mut other = setup.clone();
        for square in Square::ALL {
            other.set_piece(flipped(square), setup.piece(square));
        }
        for board in &mut other.boards {
            let pin = Pin::new(board.pin.line().other(), board.pin.number()).unwrap();
            *board = AttackBoard { pin, ..*board };
        }
        for list in [&mut other.castling, &mut other.spent, &mut other.carried] {
            list.iter_mut().for_each(|square| *square = flipped(*square));
        }
        other.double_stepped = setup.double_stepped.map(flipped);
        other.pending = setup.pending.map(flipped);
        other.position(position.book()).unwrap()
    }

    #[test]
    fn features_are_distinct_and_described() {
        assert_eq!((FEATURES, HEADS), (1178, 16));
        assert_eq!(descriptions().count(), FEATURES);
        let names: HashSet<String> =
            descriptions().map(|feature| format!("{} {}", feature.kind, feature.place)).collect();
        assert_eq!(names.len(), FEATURES);
        for book in RuleBook::ALL {
            for position in RandomPositions::new(book, 3).take(300) {
                for color in Color::ALL {
                    let features = active(&position, color);
                    assert_eq!(features.len(), position.occupied().len() + 5);
                    assert!(features.len() <= MAX_ACTIVE);
                    assert!(features.windows(2).all(|pair| pair[0] < pair[1]));
                    assert!(features.iter().all(|&feature| feature < FEATURES));
                }
            }
        }
    }

    #[test]
    fn descriptions_match_the_features_of_the_start() {
        let start = Position::start(RuleBook::Meder);
        let all: Vec<Description> = descriptions().collect();
        for color in Color::ALL {
            let names: HashSet<String> = active(&start, color)
                .into_iter()
                .map(|feature| format!("{} {}", all[feature].kind, all[feature].place))
                .collect();
            for name in [
                "own king d0KL1",
                "own queen a0QL1",
                "their king d9KL6",
                "their rook z9QL6",
                "own board QL1",
                "their board KL6",
                "rule book meder",
            ] {
                assert!(names.contains(name), "{name}");
            }
        }
    }

    #[test]
    fn the_perspectives_of_a_mirrored_position_are_exchanged() {
        for book in RuleBook::ALL {
            for position in RandomPositions::new(book, 5).take(500) {
                let mirrored = position.mirrored();
                for color in Color::ALL {
                    assert_eq!(
                        active(&position, color),
                        active(&mirrored, color.other()),
                        "{position}"
                    );
                }
                assert_eq!(head(&position), head(&mirrored));
            }
        }
    }

    #[test]
    fn left_and_right_are_the_same_where_the_rules_are_symmetric() {
        for book in RuleBook::ALL {
            let symmetric = RandomPositions::new(book, 5).filter(|position| {
                book == RuleBook::Revised
                    || Color::ALL.iter().all(|&color| position.castling_rooks(color).is_empty())
            });
            for position in symmetric.take(300) {
                let other = flip(&position);
                for color in Color::ALL {
                    assert_eq!(active(&position, color), active(&other, color), "{position}");
                }
            }
        }
    }

    #[test]
    fn castling_rights_keep_left_and_right_apart_under_meder() {
        let tfen = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/K1,QL6b:1k/2,KL6b:2/2 w Q - - - - 0 1";
        let with = Position::from_tfen(tfen, RuleBook::Meder).unwrap();
        let without = Position::from_tfen(&tfen.replace(" Q ", " - "), RuleBook::Meder).unwrap();
        let is_flipped = |position: &Position| Orientation::of(position, Color::Black).flipped;
        assert!(!is_flipped(&with));
        assert!(is_flipped(&without));
    }
}

//! Older formats of saved games: a position with its boards as `attackBoardPositions` (board to pin),
//! `attackBoardStates` (board to instance) or `trackStates` (line to pins).

use std::collections::BTreeMap;

use serde::Deserialize;

use trid_rules::{
    AttackBoard, Color, Column, File, Level, Line, Piece, Pin, Position, Rank, Role, RuleBook,
    Setup, Square, notation::excerpt,
};

use super::Original;
use crate::SavedGameError;

/// A piece in older formats.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object with a piece")]
pub(super) struct OldPiece {
    #[serde(alias = "kind")]
    r#type: Option<String>,
    #[serde(with = "trid_view::json", default)]
    color: Option<Color>,
    square: Option<String>,
    file: Option<OldFile>,
    rank: Option<u16>,
    level: Option<String>,
    #[serde(default)]
    has_moved: bool,
    #[serde(default, rename = "movedByAB")]
    moved_by_ab: bool,
}

/// A file as a number, with z as 0, or a letter.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "the file of a piece must be 0 to 5, or one of z a b c d e")]
enum OldFile {
    Number(u8),
    Letter(char),
}

/// A board in `attackBoardStates`: its instance, alone or with details.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a board in attackBoardStates must be an instance such as \"WQL@QL1:0\", or have activeInstanceId or currentPin"
)]
pub(super) enum BoardState {
    Instance(String),
    #[serde(rename_all = "camelCase")]
    Details {
        active_instance_id: Option<String>,
        current_pin: Option<String>,
        current_rotation: Option<u16>,
    },
}

/// The two boards of a line in `trackStates`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object with the boards of a track")]
pub(super) struct TrackState {
    white_board_pin: Option<u16>,
    black_board_pin: Option<u16>,
    white_rotation: Option<u16>,
    black_rotation: Option<u16>,
}

/// The four boards by their names in older formats.
type Boards = BTreeMap<&'static str, AttackBoard>;

pub(super) const NAMES: [(&str, Color, Line); 4] = [
    ("WQL", Color::White, Line::Queen),
    ("WKL", Color::White, Line::King),
    ("BQL", Color::Black, Line::Queen),
    ("BKL", Color::Black, Line::King),
];

impl Original {
    /// The position of an older format under this rule book.
    pub(super) fn position(&self, book: RuleBook) -> Result<Position, SavedGameError> {
        let boards = self.older_boards()?;
        let pieces = self.pieces.as_deref().ok_or(SavedGameError::Missing("pieces"))?;
        let mut setup = Setup::empty();
        setup.boards = boards.values().copied().collect();
        setup.turn = self.current_turn.ok_or(SavedGameError::Missing("currentTurn"))?;
        let history = self.move_history.as_ref().map_or(0, Vec::len);
        setup.move_number = i32::try_from(history / 2 + 1).unwrap_or(i32::MAX);
        let mut kings_unmoved = [false; 2];
        let mut rooks = Vec::new();
        for (index, old) in pieces.iter().enumerate() {
            let fail = |message: String| SavedGameError::Piece { number: index + 1, message };
            let color =
                old.color.ok_or_else(|| fail("the field \"color\" is missing".to_owned()))?;
            let role = old.role().map_err(fail)?;
            let square = old.place(&boards).map_err(fail)?;
            if setup.piece(square).is_some() {
                return Err(fail(format!("another piece is already on {square}")));
            }
            setup.set_piece(square, Some(Piece { color, role }));
            match role {
                Role::Pawn if old.moved_by_ab => setup.carried.push(square),
                Role::Pawn if old.has_moved && is_first_square(color, square) => {
                    setup.spent.push(square)
                }
                Role::King => {
                    kings_unmoved[color as usize] = !old.has_moved && may_castle(color, square)
                }
                Role::Rook if !old.has_moved && may_castle(color, square) => {
                    rooks.push((color, square))
                }
                _ => {}
            }
        }
        setup.castling = rooks
            .into_iter()
            .filter(|(color, _)| kings_unmoved[*color as usize])
            .map(|(_, square)| square)
            .collect();
        setup.position(book).map_err(|error| SavedGameError::Position(Box::new(error)))
    }

    fn older_boards(&self) -> Result<Boards, SavedGameError> {
        if let Some(states) = &self.attack_board_states {
            return boards_by_name(states, |name, state| match state {
                BoardState::Instance(instance) => read_instance(name, instance),
                BoardState::Details { active_instance_id: Some(instance), .. } => {
                    read_instance(name, instance)
                }
                BoardState::Details { current_pin: Some(pin), current_rotation, .. } => {
                    Ok((read_pin(name, pin)?, read_rotation(name, current_rotation.unwrap_or(0))?))
                }
                BoardState::Details { .. } => {
                    Err(board_error(name, "neither activeInstanceId nor currentPin is given"))
                }
            });
        }
        if let Some(positions) = &self.attack_board_positions {
            return boards_by_name(positions, |name, pin| {
                let rotations = self.board_rotations.as_ref();
                let rotation = rotations.and_then(|rotations| rotations.get(name));
                Ok((read_pin(name, pin)?, read_rotation(name, rotation.map_or(0, |it| *it))?))
            });
        }
        let tracks = self.track_states.as_ref().ok_or(SavedGameError::NoVersion)?;
        let mut boards = Boards::new();
        for (name, owner, line) in NAMES {
            let track = tracks
                .get(line.name())
                .ok_or_else(|| board_error(name, "its track is missing in trackStates"))?;
            let (number, rotation) = match owner {
                Color::White => (track.white_board_pin, track.white_rotation),
                Color::Black => (track.black_board_pin, track.black_rotation),
            };
            let number =
                number.ok_or_else(|| board_error(name, "its pin is missing in trackStates"))?;
            let pin = Pin::new(line, small(number))
                .ok_or_else(|| board_error(name, "its pin is not 1 to 6"))?;
            boards.insert(
                name,
                AttackBoard { pin, owner, turned: read_rotation(name, rotation.unwrap_or(0))? },
            );
        }
        Ok(boards)
    }
}

fn boards_by_name<T>(
    given: &BTreeMap<String, T>,
    read: impl Fn(&str, &T) -> Result<(Pin, bool), SavedGameError>,
) -> Result<Boards, SavedGameError> {
    if let Some(name) = given.keys().find(|name| NAMES.iter().all(|(known, ..)| known != name)) {
        return Err(board_error(name, "no such board, expected WQL, WKL, BQL and BKL"));
    }
    let mut boards = Boards::new();
    for (name, owner, _) in NAMES {
        let state = given.get(name).ok_or_else(|| board_error(name, "is missing"))?;
        let (pin, turned) = read(name, state)?;
        boards.insert(name, AttackBoard { pin, owner, turned });
    }
    Ok(boards)
}

fn board_error(name: &str, message: &'static str) -> SavedGameError {
    SavedGameError::Board { name: excerpt(name), message }
}

/// Reads `WQL@QL1:0`, or `QL1:180`.
fn read_instance(name: &str, text: &str) -> Result<(Pin, bool), SavedGameError> {
    let instance = match text.split_once('@') {
        Some((board, _)) if board != name => {
            return Err(board_error(name, "its instance is another board's"));
        }
        Some((_, instance)) => instance,
        None => text,
    };
    let (pin, rotation) = instance.split_once(':').unwrap_or((instance, "0"));
    let rotation =
        rotation.parse().map_err(|_| board_error(name, "its rotation is not a number"))?;
    Ok((read_pin(name, pin)?, read_rotation(name, rotation)?))
}

fn read_pin(name: &str, text: &str) -> Result<Pin, SavedGameError> {
    text.parse()
        .map_err(|_| board_error(name, "is not on a pin, expected QL1 to QL6 or KL1 to KL6"))
}

fn read_rotation(name: &str, rotation: u16) -> Result<bool, SavedGameError> {
    match rotation {
        0 => Ok(false),
        180 => Ok(true),
        _ => Err(board_error(name, "its rotation is neither 0 nor 180")),
    }
}

impl OldPiece {
    fn role(&self) -> Result<Role, String> {
        let name = self.r#type.as_deref().ok_or("the field \"type\" is missing")?;
        let letter = match name.chars().next() {
            Some(letter) if name.len() == 1 => Role::from_letter(letter.to_ascii_uppercase()),
            _ => None,
        };
        letter
            .or_else(|| Role::from_name(name))
            .ok_or_else(|| format!("{:?} is not a kind of piece", excerpt(name)))
    }

    fn place(&self, boards: &Boards) -> Result<Square, String> {
        if let Some(square) = &self.square {
            return square
                .parse()
                .map_err(|error: trid_rules::geometry::ParseSquareError| error.to_string());
        }
        let file = match self.file.as_ref().ok_or("the field \"file\" is missing")? {
            OldFile::Number(number) => File::ALL.get(usize::from(*number)).copied(),
            OldFile::Letter(letter) => File::from_letter(*letter),
        };
        let file = file.ok_or("its file is neither 0 to 5 nor z a b c d e")?;
        let rank = self.rank.ok_or("the field \"rank\" is missing")?;
        let rank = Rank::new(small(rank)).ok_or("its rank is not 0 to 9")?;
        let name = self.level.as_deref().ok_or("the field \"level\" is missing")?;
        let level = match name {
            "W" => Level::W,
            "N" => Level::N,
            "B" => Level::B,
            _ => Level::Attack(board_pin(name, boards)?),
        };
        let column = Column::new(file, rank);
        Square::new(column, level).ok_or_else(|| format!("there is no square {column}{level}"))
    }
}

/// The pin of the board that a piece's level names: `WQL`, `WQL@QL1:0`, `QL1:0` or `QL1`.
fn board_pin(name: &str, boards: &Boards) -> Result<Pin, String> {
    let base = name.split_once('@').map_or(name, |(board, _)| board);
    if let Some(board) = boards.get(base) {
        return Ok(board.pin);
    }
    let pin: Option<Pin> = name.split_once(':').map_or(name, |(pin, _)| pin).parse().ok();
    pin.filter(|pin| boards.values().any(|board| board.pin == *pin))
        .ok_or_else(|| format!("there is no board for its level {:?}", excerpt(name)))
}

/// The number, or 255 if it is larger, which is out of range for ranks and pins.
fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// Whether a king or rook on this square may still have the right to castle.
fn may_castle(color: Color, square: Square) -> bool {
    square.pin().is_some() && square.rank() == color.back_rank()
}

fn is_first_square(color: Color, square: Square) -> bool {
    Position::start(RuleBook::Revised).pieces(color, Role::Pawn).contains(square)
}

//! The World: coordinates of all boards, squares and pins. Nothing else in the project computes them.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Serialize;

use trid_rules::{Column, File, Level, Line, Pin, Rank, RuleBook, Square};

/// The distance between the centers of neighbouring columns.
pub const SPACING: f64 = 2.1;
/// The width of a square.
pub const SQUARE_SIZE: f64 = 2.0;
/// The height from one main board to the next.
const STOREY: f64 = 8.0;
/// The height of an attack board above the main board below it.
const POST: f64 = 5.0;
/// The factor of heights in the exploded view.
const EXPLOSION: f64 = 1.75;
/// The tracks of the flat map from one main board's group to the next: two files of the queen's line,
/// a gap, four files, a gap, two files of the king's line, a gap.
const GROUP_TRACKS: u8 = 11;

/// Coordinates: x along the files, y along the ranks towards Black, z up.
pub type Coordinates = [f64; 3];

/// All boards, squares and pins with their coordinates.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct World {
    /// The three main boards and the 24 instances of attack boards.
    pub boards: Vec<WorldBoard>,
    /// The 144 squares of all boards.
    pub squares: Vec<WorldSquare>,
    /// The twelve pins.
    pub pins: Vec<WorldPin>,
    /// The squares of each column that can have any, from the lowest level up, by name.
    #[cfg_attr(
        feature = "typescript",
        ts(as = "BTreeMap<crate::json::TypeOf<Column>, crate::json::TypeOf<Vec<Square>>>")
    )]
    #[serde(with = "crate::json")]
    pub columns: BTreeMap<String, Vec<Square>>,
    /// The adjacent pins of each pin, by name, for each rule book.
    #[cfg_attr(
        feature = "typescript",
        ts(as = "crate::json::TypeOf<BTreeMap<RuleBook, BTreeMap<Pin, Vec<Pin>>>>")
    )]
    #[serde(with = "crate::json")]
    pub graphs: BTreeMap<&'static str, BTreeMap<String, Vec<Pin>>>,
    /// The distance between the centers of neighbouring columns.
    pub spacing: f64,
    /// The width of a square.
    pub square_size: f64,
}

/// The kind of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// One of the three main boards.
    Main,
    /// An attack board on a pin, at one rotation.
    Attack,
}

/// A board: a main board, or an attack board on one pin at one rotation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WorldBoard {
    /// `W`, `N`, `B`, or the instance: `QL1:0`, `KL6:180`.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::InstanceName"))]
    pub id: String,
    /// Main board or attack board.
    pub kind: BoardKind,
    /// The line of an attack board.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub line: Option<Line>,
    /// The pin's number of an attack board.
    #[cfg_attr(feature = "typescript", ts(type = "1 | 2 | 3 | 4 | 5 | 6 | null"))]
    pub pin: Option<u8>,
    /// 0 or 180.
    #[cfg_attr(feature = "typescript", ts(type = "0 | 180"))]
    pub rotation: u16,
    /// The main board below an attack board.
    #[cfg_attr(feature = "typescript", ts(as = "Option<crate::typescript::MainLevel>"))]
    #[serde(with = "crate::json")]
    pub over: Option<Level>,
    /// Its files, left to right.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub files: Vec<File>,
    /// Its ranks, lowest first.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub ranks: Vec<Rank>,
    /// The coordinates of its center.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::Coordinates"))]
    pub center: Coordinates,
    /// The number of files and ranks.
    pub size: [u8; 2],
    /// The height of its center in the exploded view.
    pub exploded_z: f64,
}

/// A square of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorldSquare {
    /// File, rank and board: `z1QL1:0`, `b4N`.
    pub id: String,
    /// The square: `z1QL1`.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub square: Square,
    /// The board it is part of.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::InstanceName"))]
    pub board: String,
    /// Its column.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub column: Column,
    /// Its file.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub file: File,
    /// Its rank.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub rank: Rank,
    /// The coordinates of its center.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::Coordinates"))]
    pub position: Coordinates,
    /// Whether it is dark.
    pub dark: bool,
    /// Its cell in the flat map: track from the left, rank.
    pub map: [u8; 2],
}

/// A pin.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WorldPin {
    /// `QL1` to `KL6`.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub id: Pin,
    /// The coordinates of the center of a board on it.
    #[cfg_attr(feature = "typescript", ts(as = "crate::typescript::Coordinates"))]
    pub position: Coordinates,
    /// The four columns it covers.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub footprint: Vec<Column>,
}

impl World {
    /// The World.
    #[must_use]
    pub fn get() -> &'static World {
        static WORLD: LazyLock<World> = LazyLock::new(World::compute);
        &WORLD
    }

    fn compute() -> World {
        let main = Level::MAIN.into_iter().map(|level| (level, 0));
        let attack =
            Pin::all().flat_map(|pin| [(Level::Attack(pin), 0), (Level::Attack(pin), 180)]);
        let instances: Vec<(Level, u16)> = main.chain(attack).collect();
        World {
            boards: instances.iter().map(|&(level, rotation)| board(level, rotation)).collect(),
            squares: instances
                .iter()
                .flat_map(|&(level, rotation)| {
                    level.squares().map(move |square| world_square(square, level, rotation))
                })
                .collect(),
            pins: Pin::all().map(pin).collect(),
            columns: columns(),
            graphs: RuleBook::ALL.into_iter().map(|book| (book.name(), graph(book))).collect(),
            spacing: SPACING,
            square_size: SQUARE_SIZE,
        }
    }
}

/// The name of an instance of an attack board: `QL1:0`.
#[must_use]
pub fn instance_name(pin: Pin, turned: bool) -> String {
    format!("{pin}:{}", if turned { 180 } else { 0 })
}

fn board_name(level: Level, rotation: u16) -> String {
    match level {
        Level::Attack(pin) => instance_name(pin, rotation == 180),
        Level::W | Level::N | Level::B => level.to_string(),
    }
}

fn height(level: Level) -> f64 {
    match level {
        Level::W => 0.0,
        Level::N => STOREY,
        Level::B => 2.0 * STOREY,
        Level::Attack(pin) => height(pin.over()) + POST,
    }
}

fn along(steps: u8) -> f64 {
    f64::from(steps) * SPACING
}

fn place(column: Column, level: Level) -> Coordinates {
    [along(column.file() as u8), along(column.rank().number()), height(level)]
}

fn center(level: Level) -> Coordinates {
    let size = level.files().len() as u8;
    let middle = |low: u8| (along(low) + along(low + size - 1)) / 2.0;
    [middle(level.files()[0] as u8), middle(level.low_rank().number()), height(level)]
}

fn board(level: Level, rotation: u16) -> WorldBoard {
    let pin = level.pin();
    let size = level.files().len() as u8;
    WorldBoard {
        id: board_name(level, rotation),
        kind: if pin.is_some() { BoardKind::Attack } else { BoardKind::Main },
        line: pin.map(Pin::line),
        pin: pin.map(Pin::number),
        rotation,
        over: pin.map(Pin::over),
        files: level.files().to_vec(),
        ranks: level.ranks().collect(),
        center: center(level),
        size: [size, size],
        exploded_z: height(level) * EXPLOSION,
    }
}

fn world_square(square: Square, level: Level, rotation: u16) -> WorldSquare {
    let board = board_name(level, rotation);
    WorldSquare {
        id: format!("{}{board}", square.column()),
        square,
        column: square.column(),
        file: square.file(),
        rank: square.rank(),
        position: place(square.column(), level),
        dark: square.is_dark(),
        map: map_cell(square, level),
        board,
    }
}

/// The boards are side by side with their ranks aligned, each attack board beside the main board below
/// it.
fn map_cell(square: Square, level: Level) -> [u8; 2] {
    let (over, first) = match level {
        Level::Attack(pin) => (pin.over(), if pin.line() == Line::Queen { 0 } else { 8 }),
        Level::W | Level::N | Level::B => (level, 3),
    };
    let group = Level::MAIN.iter().position(|&main| main == over).unwrap_or(0) as u8;
    let file = square.file() as u8 - level.files()[0] as u8;
    [group * GROUP_TRACKS + first + file, square.rank().number()]
}

fn pin(pin: Pin) -> WorldPin {
    WorldPin {
        id: pin,
        position: center(Level::Attack(pin)),
        footprint: pin.footprint().iter().collect(),
    }
}

fn columns() -> BTreeMap<String, Vec<Square>> {
    let mut columns: BTreeMap<String, Vec<Square>> = BTreeMap::new();
    for square in Square::ALL {
        columns.entry(square.column().to_string()).or_default().push(square);
    }
    columns
}

fn graph(book: RuleBook) -> BTreeMap<String, Vec<Pin>> {
    let next = |pin: Pin| {
        let mut pins: Vec<Pin> = book.rules().neighbours(pin).iter().collect();
        pins.sort_by_key(|other| (other.line() != pin.line(), other.number()));
        pins
    };
    Pin::all().map(|pin| (pin.to_string(), next(pin))).collect()
}

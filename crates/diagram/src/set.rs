//! The set in 3D: the seven boards with posts and pieces, seen from White's side and slightly from above.

use trid_rules::{Color, Level, Line, Pin, Position, Role, Square};
use trid_view::World;

use crate::figures;
use crate::palette;
use crate::svg::{Point, Svg, number};

/// Pixels per unit of the World.
const SCALE: f64 = 22.0;
const MARGIN: f64 = 26.0;
/// Projection of a unit along the ranks: right and up.
const ALONG: Point = [0.46, 0.30];
/// Projection of a unit along the files: up.
const TILT: f64 = -0.07;

/// A position on the 3D set.
#[derive(Clone, Copy, Debug)]
pub struct SetView<'a> {
    position: &'a Position,
}

impl<'a> SetView<'a> {
    /// The view of a position.
    #[must_use]
    pub const fn new(position: &'a Position) -> SetView<'a> {
        SetView { position }
    }

    /// Renders the view.
    #[must_use]
    pub fn to_svg(self) -> String {
        let mut svg = Svg::new();
        figures::define(&mut svg, &Role::ALL);
        let boards = self.position.boards();
        let mut levels: Vec<Level> = Level::MAIN.to_vec();
        levels.extend(boards.iter().map(|board| Level::Attack(board.pin)));
        levels.sort_unstable();
        for level in levels {
            let frame = match level.pin().and_then(|pin| self.position.pin_owner(pin)) {
                Some(Color::White) => palette::IVORY,
                Some(Color::Black) => palette::EBONY,
                None => palette::PIN,
            };
            draw_post(&mut svg, level);
            draw_board(&mut svg, level, frame);
            let mut squares: Vec<Square> = level.squares().collect();
            squares.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
            for square in squares {
                if let Some(piece) = self.position.piece_at(square) {
                    let width = if piece.role == Role::Pawn { 1.75 } else { 2.15 } * SCALE;
                    let [x, y] = project(place(square));
                    figures::draw(&mut svg, piece, [x, y - width * 0.36], width);
                }
            }
            draw_board_name(&mut svg, level);
        }
        svg.finish(size(), "The set in space")
    }
}

fn place(square: Square) -> [f64; 3] {
    let found = World::get().squares.iter().find(|known| known.square == square);
    found.expect("the World has every square").position
}

/// Projects a point, before it is moved into the picture.
fn seen([x, y, z]: [f64; 3]) -> Point {
    [x + ALONG[0] * y, -(z + ALONG[1] * y + TILT * x)]
}

/// The bounding box of all squares with a piece on each.
fn bounds() -> [Point; 2] {
    let points = World::get().squares.iter().map(|square| seen(square.position));
    points.fold([[f64::MAX; 2], [f64::MIN; 2]], |[low, high], [x, y]| {
        [[low[0].min(x - 2.4), low[1].min(y - 2.4)], [high[0].max(x + 3.2), high[1].max(y + 1.2)]]
    })
}

fn size() -> Point {
    let [low, high] = bounds();
    [0, 1].map(|axis| (high[axis] - low[axis]) * SCALE + 2.0 * MARGIN)
}

fn project(place: [f64; 3]) -> Point {
    let [low, _] = bounds();
    let point = seen(place);
    [0, 1].map(|axis| (point[axis] - low[axis]) * SCALE + MARGIN)
}

/// The corners of a rectangle around a point.
fn corners([x, y, z]: [f64; 3], half_x: f64, half_y: f64) -> [Point; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[dx, dy]| project([x + dx * half_x, y + dy * half_y, z]))
}

fn middle(level: Level) -> [f64; 3] {
    let places: Vec<[f64; 3]> = level.squares().map(place).collect();
    [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).sum::<f64>() / places.len() as f64)
}

fn draw_board(svg: &mut Svg, level: Level, frame: &str) {
    let half = level.files().len() as f64 * World::get().spacing / 2.0 + 0.16;
    svg.polygon(
        &corners(middle(level), half, half),
        &[
            ("fill", frame),
            ("stroke", palette::LABEL),
            ("stroke-width", "1"),
            ("stroke-linejoin", "round"),
        ],
    );
    let half = World::get().spacing / 2.0;
    for square in level.squares() {
        svg.polygon(
            &corners(place(square), half, half),
            &[("fill", palette::SQUARES[usize::from(square.is_dark())])],
        );
    }
}

/// Draws the posts of a board: one from the main board's corner to an attack board, two from the board below to
/// a main board.
fn draw_post(svg: &mut Svg, level: Level) {
    let [x, y, top] = middle(level);
    let side = World::get().spacing * 1.5;
    let (feet, below) = match level {
        Level::W => return,
        Level::Attack(pin) => (vec![[x, y]], pin.over()),
        Level::N => (
            vec![[x - side, y - World::get().spacing], [x + side, y - World::get().spacing]],
            Level::W,
        ),
        Level::B => (
            vec![[x - side, y - World::get().spacing], [x + side, y - World::get().spacing]],
            Level::N,
        ),
    };
    let foot = middle(below)[2];
    for [x, y] in feet {
        let ([x1, y1], [x2, y2]) = (project([x, y, foot]), project([x, y, top]));
        let (x1, y1, x2, y2) = (number(x1), number(y1), number(x2), number(y2));
        let line = [("x1", x1.as_str()), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        svg.element(
            "line",
            &[&line[..], &[("stroke", palette::PIN), ("stroke-width", "5")]].concat(),
        );
    }
}

fn draw_board_name(svg: &mut Svg, level: Level) {
    let [x, y, z] = middle(level);
    let half = level.files().len() as f64 * World::get().spacing / 2.0;
    let (corner, shift, anchor) = match level.pin().map(Pin::line) {
        Some(Line::Queen) => ([x - half, y - half, z], [-8.0, -2.0], "end"),
        Some(Line::King) => ([x + half, y + half, z], [8.0, 6.0], "start"),
        None => ([x + half, y - half, z], [10.0, 12.0], "start"),
    };
    let [x, y] = project(corner);
    svg.text([x + shift[0], y + shift[1]], 15.0, palette::TITLE, anchor, &level.to_string());
}

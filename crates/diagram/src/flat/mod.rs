//! The flat map: the seven boards side by side with aligned ranks, pieces, pins and marks.

mod marks;

use std::ops::RangeInclusive;

use trid_rules::{AttackBoard, Color, Level, Line, Move, Pin, Position, Role, Square};
use trid_view::World;

use crate::palette;
use crate::svg::{Point, Svg, number};
use crate::{arrow, figures};

/// Width of a square in pixels.
const CELL: f64 = 40.0;
/// Widths in squares of the tracks of a main board and its pins: two files, a gap, four files, a gap, two
/// files, a gap.
const TRACKS: [f64; 11] = [1.0, 1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 1.2];
const LEFT: f64 = 34.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 34.0;

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareMark {
    /// Source of a move.
    From,
    /// Possible target of a move.
    Target,
    /// Possible target of a capture.
    Capture,
    /// Impossible target, or an obstacle.
    Blocked,
    /// Highlighted square.
    Highlight,
}

/// A position on the flat map.
#[derive(Clone, Debug)]
pub struct FlatMap<'a> {
    position: &'a Position,
    levels: Vec<Level>,
    ranks: RangeInclusive<u8>,
    marks: Vec<(Square, SquareMark)>,
    names: Vec<Square>,
    pins: Vec<(Pin, SquareMark)>,
    arrows: Vec<(Point, Point)>,
    bottom: Color,
}

impl<'a> FlatMap<'a> {
    /// The whole position without marks.
    #[must_use]
    pub fn new(position: &'a Position) -> FlatMap<'a> {
        FlatMap {
            position,
            levels: Level::MAIN.to_vec(),
            ranks: 0..=9,
            marks: Vec::new(),
            names: Vec::new(),
            pins: Vec::new(),
            arrows: Vec::new(),
            bottom: Color::White,
        }
    }

    /// Shows only these main boards and the attack boards above them.
    pub fn show_only(&mut self, levels: &[Level]) {
        self.levels = Level::MAIN.into_iter().filter(|level| levels.contains(level)).collect();
    }

    /// Shows only these ranks.
    pub fn show_ranks(&mut self, ranks: RangeInclusive<u8>) {
        self.ranks = ranks;
    }

    /// Turns the map for the side at the bottom. Call it before anything is marked.
    pub fn set_bottom(&mut self, bottom: Color) {
        self.bottom = bottom;
    }

    /// Marks a square.
    pub fn mark(&mut self, square: Square, mark: SquareMark) {
        self.marks.push((square, mark));
    }

    /// Labels a square with its name.
    pub fn name(&mut self, square: Square) {
        self.names.push(square);
    }

    /// Marks a pin.
    pub fn mark_pin(&mut self, pin: Pin, mark: SquareMark) {
        self.pins.push((pin, mark));
    }

    /// Adds an arrow between two squares.
    pub fn arrow(&mut self, from: Square, to: Square) {
        self.arrows.push((self.center(from), self.center(to)));
    }

    /// Adds an arrow between the middles of two pins.
    pub fn arrow_between_pins(&mut self, from: Pin, to: Pin) {
        let middle = |pin| self.corner(pin).map(|edge| edge + CELL);
        self.arrows.push((middle(from), middle(to)));
    }

    /// Marks a piece and its legal targets.
    pub fn show_moves(&mut self, from: Square) {
        self.mark(from, SquareMark::From);
        for mv in self.position.legal_moves() {
            if let Move::Piece { from: start, to, .. } = mv
                && start == from
                && !self.marks.iter().any(|&(square, _)| square == to)
            {
                let enemy = self.position.piece_at(to).is_some();
                self.mark(to, if enemy { SquareMark::Capture } else { SquareMark::Target });
            }
        }
    }

    /// Marks a board and its legal target pins.
    pub fn show_board_moves(&mut self, from: Pin) {
        self.mark_pin(from, SquareMark::From);
        for to in self.position.board_destinations(from) {
            self.mark_pin(to, SquareMark::Target);
        }
    }

    /// Renders the map.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut svg = Svg::new();
        self.define_and_draw(&mut svg);
        svg.finish(self.size(), &self.position.to_tfen())
    }

    pub(crate) fn define_and_draw(&self, svg: &mut Svg) {
        let roles: Vec<Role> = Role::ALL
            .into_iter()
            .filter(|&role| !self.position.pieces_with(role).is_empty())
            .collect();
        figures::define(svg, &roles);
        self.draw_labels(svg);
        self.draw_position(svg);
    }

    /// Draws the boards and what is on them, in a document that defines the figures.
    pub(crate) fn draw_position(&self, svg: &mut Svg) {
        for pin in Pin::all().filter(|pin| self.levels.contains(&pin.over())) {
            match self.position.board_on(pin) {
                Some(board) => self.draw_attack_board(svg, board),
                None => self.draw_pin(svg, pin),
            }
        }
        for &level in &self.levels {
            self.draw_squares(svg, level);
        }
        self.draw_fills(svg);
        for square in self.position.occupied().iter().filter(|&square| self.is_shown(square)) {
            if let Some(piece) = self.position.piece_at(square) {
                figures::draw(svg, piece, self.center(square), CELL * 0.94);
            }
        }
        self.draw_signs(svg);
        for &(from, to) in &self.arrows {
            arrow::draw(svg, from, to, CELL);
        }
    }

    pub(crate) fn size(&self) -> Point {
        let last = self.levels.len() as f64;
        let width = last * TRACKS.iter().sum::<f64>() - TRACKS[10];
        let height = f64::from(self.ranks.end() - self.ranks.start() + 1);
        [LEFT * 2.0 + width * CELL, TOP + height * CELL + BOTTOM]
    }

    /// The left edge of a track of the World's flat map.
    fn track(&self, track: usize) -> f64 {
        let group = Level::MAIN[track / TRACKS.len()];
        let shown = self.levels.iter().take_while(|&&level| level < group).count() as f64;
        let before: f64 = TRACKS[..track % TRACKS.len()].iter().sum();
        LEFT + CELL * (shown * TRACKS.iter().sum::<f64>() + before)
    }

    /// The upper edge of a rank.
    fn row(&self, rank: u8) -> f64 {
        let above = match self.bottom {
            Color::White => self.ranks.end() - rank,
            Color::Black => rank - self.ranks.start(),
        };
        TOP + CELL * f64::from(above)
    }

    fn center(&self, square: Square) -> Point {
        let [track, rank] = cell(square);
        let x = self.track(usize::from(track)) + CELL / 2.0;
        let x = if self.bottom == Color::White { x } else { self.size()[0] - x };
        [x, self.row(rank) + CELL / 2.0]
    }

    fn is_shown(&self, square: Square) -> bool {
        let over = square.pin().map_or(square.level(), Pin::over);
        self.levels.contains(&over) && self.ranks.contains(&square.rank().number())
    }

    fn is_pin_shown(&self, pin: Pin) -> bool {
        self.is_shown(pin.square(false, false)) && self.is_shown(pin.square(true, true))
    }

    /// The upper left corner of a board on a pin.
    fn corner(&self, pin: Pin) -> Point {
        let white = self.bottom == Color::White;
        let [x, y] = self.center(pin.square(!white, white));
        [x - CELL / 2.0, y - CELL / 2.0]
    }

    /// Draws what all positions have below their boards.
    pub(crate) fn draw_labels(&self, svg: &mut Svg) {
        let [width, _] = self.size();
        for rank in self.ranks.clone() {
            let y = self.row(rank);
            if rank % 2 == 1 {
                let (x, y, width, height) =
                    (number(8.0), number(y), number(width - 16.0), number(CELL));
                let box_ = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
                svg.element("rect", &[&box_[..], &[("fill", palette::BAND)]].concat());
            }
            for x in [LEFT / 2.0, width - LEFT / 2.0] {
                svg.text(
                    [x, y + CELL / 2.0 + 5.0],
                    14.0,
                    palette::LABEL,
                    "middle",
                    &rank.to_string(),
                );
            }
        }
        for &level in &self.levels {
            let beside = |file: usize| {
                let column = trid_rules::Column::new(level.files()[file], level.low_rank());
                Square::new(column, level).map(|square| self.center(square)[0])
            };
            let (Some(left), Some(right)) = (beside(1), beside(2)) else { continue };
            let x = f64::midpoint(left, right);
            let title = match level {
                Level::W => "W, the lowest board",
                Level::N => "N, the middle board",
                _ => "B, the highest board",
            };
            svg.text([x, 28.0], 18.0, palette::TITLE, "middle", title);
        }
        self.draw_files(svg);
    }

    fn draw_files(&self, svg: &mut Svg) {
        let y = self.size()[1] - BOTTOM + 22.0;
        let pins =
            [1, 3, 5].into_iter().flat_map(|number| Line::ALL.map(|line| Pin::new(line, number)));
        let levels = pins.flatten().map(Level::Attack).chain(Level::MAIN);
        for square in levels.flat_map(|level| level.squares().take(level.files().len())) {
            let over = square.pin().map_or(square.level(), Pin::over);
            if self.levels.contains(&over) {
                let name = square.file().to_string();
                svg.text([self.center(square)[0], y], 16.0, palette::LABEL, "middle", &name);
            }
        }
    }

    fn draw_squares(&self, svg: &mut Svg, level: Level) {
        for square in level.squares().filter(|&square| self.is_shown(square)) {
            self.fill(svg, square, palette::SQUARES[usize::from(square.is_dark())], "1");
        }
    }

    fn fill(&self, svg: &mut Svg, square: Square, color: &str, opacity: &str) {
        let [x, y] = self.center(square);
        let (x, y, size) = (number(x - CELL / 2.0), number(y - CELL / 2.0), number(CELL));
        svg.crisp_rect(&[
            ("x", &x),
            ("y", &y),
            ("width", &size),
            ("height", &size),
            ("fill", color),
            ("fill-opacity", opacity),
        ]);
    }

    fn draw_attack_board(&self, svg: &mut Svg, board: AttackBoard) {
        if !self.is_pin_shown(board.pin) {
            return;
        }
        let (frame, line) = match board.owner {
            Color::White => (palette::IVORY, palette::IVORY),
            Color::Black => (palette::EBONY, palette::LABEL),
        };
        self.frame(
            svg,
            board.pin,
            5.0,
            &[("fill", frame), ("stroke", line), ("stroke-width", "1.2")],
        );
        self.draw_squares(svg, Level::Attack(board.pin));
        self.draw_pin_name(svg, board.pin, palette::TITLE);
    }

    fn draw_pin(&self, svg: &mut Svg, pin: Pin) {
        if !self.is_pin_shown(pin) {
            return;
        }
        let style = [
            ("fill", "none"),
            ("stroke", palette::PIN),
            ("stroke-width", "1.5"),
            ("stroke-dasharray", "4 5"),
        ];
        self.frame(svg, pin, -4.0, &style);
        let [x, y] = self.corner(pin);
        svg.text(
            [x + CELL, y + CELL + 5.0],
            15.0,
            palette::EMPTY_PIN_NAME,
            "middle",
            &pin.to_string(),
        );
    }

    /// A rounded frame around a pin's place, larger than it by `grow`.
    fn frame(&self, svg: &mut Svg, pin: Pin, grow: f64, style: &[(&str, &str)]) {
        let [x, y] = self.corner(pin);
        let (x, y, size) = (number(x - grow), number(y - grow), number(2.0 * CELL + 2.0 * grow));
        let box_ = [("x", x.as_str()), ("y", &y), ("width", &size), ("height", &size), ("rx", "6")];
        svg.element("rect", &[&box_[..], style].concat());
    }

    fn draw_pin_name(&self, svg: &mut Svg, pin: Pin, color: &str) {
        let [x, y] = self.corner(pin);
        svg.text([x + CELL, y - 9.0], 15.0, color, "middle", &pin.to_string());
    }
}

/// A square's cell in the World's flat map.
fn cell(square: Square) -> [u8; 2] {
    let found = World::get().squares.iter().find(|known| known.square == square);
    found.expect("the World has every square").map
}

//! The twelve pins as a graph: every pin, the main board below it and the steps that a rule book allows.

use trid_rules::{Level, Line, Pin, RuleBook};

use crate::palette;
use crate::svg::{Point, Svg, number};

const WIDTH: f64 = 480.0;
const TOP: f64 = 20.0;
const ROW: f64 = 78.0;
const BOTTOM: f64 = 48.0;
/// Distance of a line of pins from the edge.
const SIDE: f64 = 150.0;
/// Half the width and height of a pin.
const NODE: Point = [30.0, 19.0];
/// How far a step over another pin bends outward.
const BEND: f64 = 62.0;
const ROWS: u8 = 6;

/// The pins under a rule book, which defines the steps.
#[derive(Clone, Copy, Debug)]
pub struct PinsView {
    book: RuleBook,
}

impl PinsView {
    /// The view under a rule book.
    #[must_use]
    pub const fn new(book: RuleBook) -> PinsView {
        PinsView { book }
    }

    /// Renders the view.
    #[must_use]
    pub fn to_svg(self) -> String {
        let mut svg = Svg::new();
        for level in Level::MAIN {
            draw_band(&mut svg, level);
        }
        for from in Pin::all() {
            for to in
                self.book.rules().neighbours(from).iter().filter(|to| from.index() < to.index())
            {
                draw_step(&mut svg, from, to);
            }
        }
        for pin in Pin::all() {
            draw_pin(&mut svg, pin);
        }
        let name = |line: Line| match line {
            Line::Queen => "queen's line",
            Line::King => "king's line",
        };
        for line in Line::ALL {
            let baseline = height() - 18.0;
            svg.text([across(line), baseline], 16.0, palette::LABEL, "middle", name(line));
        }
        svg.finish(
            [WIDTH, height()],
            &format!("The twelve pins and their neighbours in {}", self.book),
        )
    }
}

fn height() -> f64 {
    TOP + f64::from(ROWS) * ROW + BOTTOM
}

const fn across(line: Line) -> f64 {
    match line {
        Line::Queen => SIDE,
        Line::King => WIDTH - SIDE,
    }
}

/// The center of a row. Row 1 is at the bottom, on White's side.
fn row(number: u8) -> f64 {
    TOP + (f64::from(ROWS - number) + 0.5) * ROW
}

fn center(pin: Pin) -> Point {
    [across(pin.line()), row(pin.number())]
}

/// The background of the pins over one main board.
fn draw_band(svg: &mut Svg, level: Level) {
    let rows = Pin::all().filter(|pin| pin.over() == level).map(|pin| row(pin.number()));
    let (top, bottom) = rows.fold((f64::MAX, f64::MIN), |(top, bottom), y| {
        (top.min(y - ROW / 2.0), bottom.max(y + ROW / 2.0))
    });
    let (x, y, width, height) =
        (number(14.0), number(top + 3.0), number(WIDTH - 28.0), number(bottom - top - 6.0));
    let place = [("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)];
    svg.element("rect", &[&place[..], &[("rx", "10"), ("fill", palette::BAND)]].concat());
    let name = format!("over {level}");
    svg.text([26.0, (top + bottom) / 2.0 + 5.0], 15.0, palette::LABEL, "start", &name);
}

fn draw_step(svg: &mut Svg, from: Pin, to: Pin) {
    let ([x1, y1], [x2, y2]) = (center(from), center(to));
    let over_another = from.line() == to.line() && from.number().abs_diff(to.number()) > 1;
    let outward = match (over_another, from.line()) {
        (false, _) => 0.0,
        (true, Line::Queen) => -BEND,
        (true, Line::King) => BEND,
    };
    let (middle_x, middle_y) = ((x1 + x2) / 2.0 + outward * 2.0, (y1 + y2) / 2.0);
    let path = format!(
        "M{} {}Q{} {} {} {}",
        number(x1),
        number(y1),
        number(middle_x),
        number(middle_y),
        number(x2),
        number(y2)
    );
    svg.element(
        "path",
        &[("d", &path), ("fill", "none"), ("stroke", palette::ARROW), ("stroke-width", "3")],
    );
}

fn draw_pin(svg: &mut Svg, pin: Pin) {
    let [x, y] = center(pin);
    let (left, top) = (number(x - NODE[0]), number(y - NODE[1]));
    let (width, height) = (number(2.0 * NODE[0]), number(2.0 * NODE[1]));
    let place = [("x", left.as_str()), ("y", &top), ("width", &width), ("height", &height)];
    let fill = palette::SQUARES[0];
    svg.element("rect", &[&place[..], &[("rx", "7"), ("fill", fill)]].concat());
    svg.text([x, y + 6.0], 17.0, palette::EBONY, "middle", &pin.to_string());
}

//! The set from the side: boards and pins by rank and height, with the forward steps of a rider.

use trid_rules::{Color, Level, Line, Pin, RuleBook};
use trid_view::World;

use crate::palette;
use crate::svg::{Point, Svg, length_of, number};

/// Pixels per unit of the World.
const SCALE: f64 = 26.0;
const LEFT: f64 = 96.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 72.0;
const THICK: f64 = 9.0;

/// The set seen from the king's side.
#[derive(Clone, Copy, Debug)]
pub struct SideView {
    book: RuleBook,
}

impl SideView {
    /// The view under a rule book, which defines forward steps.
    #[must_use]
    pub const fn new(book: RuleBook) -> SideView {
        SideView { book }
    }

    /// Renders the view.
    #[must_use]
    pub fn to_svg(self) -> String {
        let mut svg = Svg::new();
        let pins: Vec<Pin> = (1..=6).filter_map(|number| Pin::new(Line::King, number)).collect();
        let [width, height] = size();
        for rank in 0..10_u8 {
            let [x, _] = point(f64::from(rank) * World::get().spacing, 0.0);
            svg.text([x, height - 16.0], 17.0, palette::LABEL, "middle", &rank.to_string());
        }
        svg.text([LEFT - 12.0, height - 16.0], 17.0, palette::LABEL, "end", "rank");
        for &pin in &pins {
            draw_post(&mut svg, pin);
        }
        for level in Level::MAIN {
            draw_bar(&mut svg, level, palette::SQUARES[1], &level.to_string());
        }
        for &pin in &pins {
            draw_bar(&mut svg, Level::Attack(pin), palette::SQUARES[1], "");
            let [x, y] = middle(Level::Attack(pin));
            let out = World::get().spacing * SCALE + 8.0;
            let (x, anchor) =
                if pin.number() % 2 == 1 { (x - out, "end") } else { (x + out, "start") };
            svg.text([x, y + 5.0], 18.0, palette::TITLE, anchor, &format!("pin {}", pin.number()));
        }
        for &from in &pins {
            for to in
                self.book.rules().neighbours(from).iter().filter(|to| to.line() == from.line())
            {
                if self.book.rules().is_backward(Color::White, to, from) {
                    draw_step(&mut svg, from, to);
                }
            }
        }
        let title = format!(
            "The pins from the side; the arrows are White's steps forward in {}",
            self.book
        );
        svg.finish([width, height], &title)
    }
}

fn size() -> Point {
    let world = World::get();
    let last = world.pins.iter().map(|pin| pin.position[1]).fold(0.0, f64::max) + world.spacing;
    let top = world.pins.iter().map(|pin| pin.position[2]).fold(0.0, f64::max);
    [LEFT * 2.0 + last * SCALE, TOP + top * SCALE + BOTTOM]
}

/// Projects a distance along the ranks and a height.
fn point(along: f64, height: f64) -> Point {
    let [_, bottom] = size();
    [LEFT + (along + World::get().spacing / 2.0) * SCALE, bottom - BOTTOM - height * SCALE]
}

fn board(level: Level) -> &'static trid_view::world::WorldBoard {
    let name = match level {
        Level::Attack(pin) => trid_view::world::instance_name(pin, false),
        Level::W | Level::N | Level::B => level.to_string(),
    };
    World::get().boards.iter().find(|board| board.id == name).expect("the World has every board")
}

fn middle(level: Level) -> Point {
    let [_, along, height] = board(level).center;
    point(along, height)
}

fn draw_bar(svg: &mut Svg, level: Level, color: &str, name: &str) {
    let [x, y] = middle(level);
    let width = f64::from(board(level).size[1]) * World::get().spacing * SCALE - 4.0;
    let (left, top, width, height) =
        (number(x - width / 2.0), number(y - THICK / 2.0), number(width), number(THICK));
    let box_ =
        [("x", left.as_str()), ("y", &top), ("width", &width), ("height", &height), ("rx", "3")];
    svg.element("rect", &[&box_[..], &[("fill", color)]].concat());
    svg.text([x, y + 24.0], 18.0, palette::TITLE, "middle", name);
}

/// The post from the corner of a main board up to its pin.
fn draw_post(svg: &mut Svg, pin: Pin) {
    let [x, top] = middle(Level::Attack(pin));
    let [_, bottom] = middle(pin.over());
    let (x, top, bottom) = (number(x), number(top), number(bottom));
    let line = [("x1", x.as_str()), ("y1", &bottom), ("x2", &x), ("y2", &top)];
    svg.element("line", &[&line[..], &[("stroke", palette::PIN), ("stroke-width", "4")]].concat());
}

fn draw_step(svg: &mut Svg, from: Pin, to: Pin) {
    let (start, end) = (middle(Level::Attack(from)), middle(Level::Attack(to)));
    let step = [end[0] - start[0], end[1] - start[1]];
    let length = length_of(step);
    let ahead = [step[0] / length, step[1] / length];
    let across = [-ahead[1], ahead[0]];
    let shift = |base: Point, along: f64, out: f64| {
        [base[0] + ahead[0] * along + across[0] * out, base[1] + ahead[1] * along + across[1] * out]
    };
    let (tail, neck) = (shift(start, 12.0, 0.0), shift(end, -26.0, 0.0));
    let (x1, y1, x2, y2) = (number(tail[0]), number(tail[1]), number(neck[0]), number(neck[1]));
    let line = [("x1", x1.as_str()), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
    svg.element(
        "line",
        &[&line[..], &[("stroke", palette::ARROW), ("stroke-width", "4.5")]].concat(),
    );
    let head = [shift(end, -11.0, 0.0), shift(end, -29.0, 9.0), shift(end, -29.0, -9.0)];
    svg.polygon(&head, &[("fill", palette::ARROW)]);
}

//! The line below the map of a film: who plays, and the last move.

use super::glyphs;
use crate::palette::{EBONY, IVORY, LABEL, TITLE};
use crate::svg::{Point, Svg, number};

/// Its height.
pub(super) const HEIGHT: f64 = 44.0;
const SIZE: f64 = 21.0;
const MARGIN: f64 = 34.0;
const DISC: f64 = 8.5;

/// Draws the players' names, White's first, below a map of this size.
pub(super) fn draw_names(svg: &mut Svg, [white, black]: &[String; 2], map: Point) {
    let (width, baseline) = (map[0], baseline(map));
    let room = width * 0.36;
    let at = MARGIN + 2.5 * DISC;
    draw_disc(svg, [MARGIN, baseline], [IVORY, IVORY]);
    svg.text([at, baseline], SIZE, TITLE, "start", &glyphs::fit(white, SIZE, room));
    draw_disc(svg, [width - MARGIN, baseline], [EBONY, LABEL]);
    svg.text([width - at, baseline], SIZE, TITLE, "end", &glyphs::fit(black, SIZE, room));
}

/// Draws the last move between the names.
pub(super) fn draw_move(svg: &mut Svg, mv: &str, map: Point) {
    svg.text([map[0] / 2.0, baseline(map)], SIZE, LABEL, "middle", mv);
}

fn baseline([_, height]: Point) -> f64 {
    height + HEIGHT / 2.0 - 2.0
}

fn draw_disc(svg: &mut Svg, [x, baseline]: Point, [fill, stroke]: [&str; 2]) {
    let (x, y, radius) = (number(x), number(baseline - SIZE * 0.36), number(DISC));
    let place = [("cx", x.as_str()), ("cy", &y), ("r", &radius)];
    let style = [("fill", fill), ("stroke", stroke), ("stroke-width", "2")];
    svg.element("circle", &[&place[..], &style].concat());
}

//! Curved arrows, which do not cover the squares between.

use crate::palette;
use crate::svg::{Point, Svg, length_of, number};

/// Draws an arrow on a map with squares of width `cell`.
pub(crate) fn draw(svg: &mut Svg, from: Point, to: Point, cell: f64) {
    let vector = [to[0] - from[0], to[1] - from[1]];
    let length = length_of(vector);
    let near = length < 2.0 * cell;
    let bend = if near { length * 0.6 } else { length * 0.14 }.min(cell);
    let side = [vector[1] / length, -vector[0] / length];
    let top = [(from[0] + to[0]) / 2.0 + side[0] * bend, (from[1] + to[1]) / 2.0 + side[1] * bend];
    let last = [to[0] - top[0], to[1] - top[1]];
    let size = length_of(last);
    let ahead = [last[0] / size, last[1] / size];
    let point = |back: f64, out: f64| {
        [to[0] - ahead[0] * back - ahead[1] * out, to[1] - ahead[1] * back + ahead[0] * out]
    };
    let head = cell * if near { 0.32 } else { 0.42 };
    let neck = point(head, 0.0);
    let path = format!(
        "M{} {}Q{} {} {} {}",
        number(from[0]),
        number(from[1]),
        number(top[0]),
        number(top[1]),
        number(neck[0]),
        number(neck[1])
    );
    svg.element(
        "path",
        &[
            ("d", &path),
            ("fill", "none"),
            ("stroke", palette::ARROW),
            ("stroke-width", if near { "4" } else { "5" }),
            ("stroke-linecap", "round"),
        ],
    );
    let tip =
        [point(cell * 0.06, 0.0), point(head * 1.2, head * 0.55), point(head * 1.2, head * -0.55)];
    svg.polygon(&tip, &[("fill", palette::ARROW)]);
}

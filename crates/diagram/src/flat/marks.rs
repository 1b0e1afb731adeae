//! The marks on the flat map: fills under the pieces, signs and square names over them.

use super::{CELL, FlatMap, SquareMark};
use crate::palette;
use crate::svg::{Point, Svg, number};

impl FlatMap<'_> {
    /// Draws the marks under the pieces.
    pub(super) fn draw_fills(&self, svg: &mut Svg) {
        for &(square, mark) in self.marks.iter().filter(|(square, _)| self.is_shown(*square)) {
            let color = match mark {
                SquareMark::From => palette::FROM,
                SquareMark::Blocked => palette::BLOCKED,
                SquareMark::Highlight => palette::HIGHLIGHT,
                SquareMark::Target | SquareMark::Capture => continue,
            };
            self.fill(svg, square, color, if mark == SquareMark::From { "0.8" } else { "0.55" });
        }
        self.draw_pin_marks(svg);
    }

    fn draw_pin_marks(&self, svg: &mut Svg) {
        for &(pin, mark) in self.pins.iter().filter(|(pin, _)| self.is_pin_shown(*pin)) {
            let (color, dash) = match mark {
                SquareMark::From => (palette::FROM, "none"),
                SquareMark::Blocked => (palette::BLOCKED_PIN, "7 5"),
                SquareMark::Highlight => (palette::HIGHLIGHT, "7 5"),
                SquareMark::Target | SquareMark::Capture => (palette::TARGET, "none"),
            };
            let free = self.position.board_on(pin).is_none();
            let grow = if free { -4.0 } else { 5.0 };
            let style = [("stroke", color), ("stroke-width", "4"), ("stroke-dasharray", dash)];
            let fill = [("fill", color), ("fill-opacity", if free { "0.22" } else { "0" })];
            self.frame(svg, pin, grow, &[&style[..], &fill].concat());
            if free {
                let [x, y] = self.corner(pin);
                svg.text(
                    [x + CELL, y + CELL + 5.0],
                    15.0,
                    palette::TITLE,
                    "middle",
                    &pin.to_string(),
                );
            }
        }
    }

    /// Draws the marks over the pieces.
    pub(super) fn draw_signs(&self, svg: &mut Svg) {
        for &(square, mark) in self.marks.iter().filter(|(square, _)| self.is_shown(*square)) {
            let center = self.center(square);
            match mark {
                SquareMark::Target => {
                    let style = [
                        ("fill", palette::TARGET),
                        ("stroke", palette::IVORY),
                        ("stroke-width", "2"),
                    ];
                    draw_circle(svg, center, CELL * 0.19, &style);
                }
                SquareMark::Capture => {
                    let style =
                        [("fill", "none"), ("stroke", palette::CAPTURE), ("stroke-width", "5")];
                    draw_circle(svg, center, CELL * 0.44, &style);
                }
                SquareMark::Blocked if self.position.piece_at(square).is_none() => {
                    draw_cross(svg, center);
                }
                SquareMark::Blocked | SquareMark::From | SquareMark::Highlight => {}
            }
        }
        for &square in self.names.iter().filter(|&&square| self.is_shown(square)) {
            let [x, y] = self.center(square);
            let low = if self.position.piece_at(square).is_some() { CELL / 2.0 - 3.0 } else { 4.0 };
            let size = if square.pin().is_some() { 11.5 } else { 15.0 };
            svg.text([x, y + low], size, palette::EBONY, "middle", &square.to_string());
        }
    }
}

fn draw_circle(svg: &mut Svg, [x, y]: Point, radius: f64, style: &[(&str, &str)]) {
    let (x, y, radius) = (number(x), number(y), number(radius));
    svg.element("circle", &[&[("cx", x.as_str()), ("cy", &y), ("r", &radius)], style].concat());
}

fn draw_cross(svg: &mut Svg, [x, y]: Point) {
    let arm = CELL * 0.22;
    let path = format!(
        "M{} {}l{size} {size}m0 -{size}l-{size} {size}",
        number(x - arm),
        number(y - arm),
        size = number(2.0 * arm)
    );
    let style = [
        ("d", path.as_str()),
        ("fill", "none"),
        ("stroke", palette::CROSS),
        ("stroke-width", "6"),
        ("stroke-linecap", "round"),
    ];
    svg.element("path", &style);
}

//! Piece shapes in a box of 100 by 100.

use trid_rules::{Color, Piece, Role};

use crate::palette::{EBONY, IVORY};
use crate::svg::{Point, Svg, number};

/// A piece shape: its outline and the strokes on it.
struct Figure {
    outline: &'static str,
    strokes: &'static str,
}

const fn figure(role: Role) -> Figure {
    match role {
        Role::Pawn => Figure {
            outline: "M50 20a15 15 0 0 1 9.500 26.600L66 47v7h-8c1 12 5 20 12 25q5 4 5 11H25q0-7 5-11c7-5 11-13 12-25h-8v-7l6.500-.4A15 15 0 0 1 50 20z",
            strokes: "",
        },
        Role::Knight => Figure {
            outline: "M28 90q0-8 5-12c3-12 14-18 15-30c-4 4-9 5-13 4l-9 7q-6 3-9-2t1-10q6-9 11-20q5-9 13-12l3-9l9 8c18 3 28 20 27 42c0 9-2 15-3 22q4 4 4 12z",
            strokes: "M40 31l1.500 2M57 24c11 6 15 18 14 32",
        },
        Role::Bishop => Figure {
            outline: "M50 10a6 6 0 0 1 4.500 10C67 29 71 39 71 47c0 9-4 14-9 18l3 13q8 2 9 12H26q1-10 9-12l3-13c-5-4-9-9-9-18c0-8 4-18 16.500-27A6 6 0 0 1 50 10z",
            strokes: "M50 31v18M42 40h16M37 65h26",
        },
        Role::Rook => Figure {
            outline: "M26 18h12v8h7v-8h10v8h7v-8h12v18l-8 7l3 33q8 3 8 14H23q0-11 8-14l3-33l-8-7z",
            strokes: "M35 43h30M32 76h36",
        },
        Role::Queen => Figure {
            outline: "M50 10a6 6 0 0 1 3 11l8 20l9-19a6 6 0 1 1 6.500 2.500L71 60l-3 8q6 3 6 10q5 3 5 12H21q0-9 5-12q0-7 6-10l-3-8l-5.500-35.500A6 6 0 1 1 30 22l9 19l8-20A6 6 0 0 1 50 10z",
            strokes: "M31 62q19-7 38 0M28 77q22-6 44 0",
        },
        Role::King => Figure {
            outline: "M46 6h8v8h8v8h-8v8c4-4 10-5 15-3c12 5 13 20 5 32l-4 9q5 3 4 10q5 3 5 12H21q0-9 5-12q-1-7 4-10l-4-9c-8-12-7-27 5-32c5-2 11-1 15 3v-8h-8v-8h8z",
            strokes: "M50 32v24M31 66q19-7 38 0M28 78q22-6 44 0",
        },
    }
}

/// Defines the shapes that [`draw`] uses.
pub(crate) fn define(svg: &mut Svg, roles: &[Role]) {
    svg.open("defs", &[]);
    for &role in roles {
        let Figure { outline, strokes } = figure(role);
        let id = role.to_string();
        svg.open("g", &[("id", &id), ("stroke-width", "4.5"), ("stroke-linejoin", "round")]);
        svg.element("path", &[("d", outline)]);
        if !strokes.is_empty() {
            svg.element("path", &[("d", strokes), ("fill", "none"), ("stroke-linecap", "round")]);
        }
        svg.close("g");
    }
    svg.close("defs");
}

/// Draws a piece in a box with this center and width.
pub(crate) fn draw(svg: &mut Svg, piece: Piece, [x, y]: Point, width: f64) {
    let (fill, stroke) = match piece.color {
        Color::White => (IVORY, EBONY),
        Color::Black => (EBONY, IVORY),
    };
    let scale = width / 100.0;
    let transform = format!(
        "translate({} {}) scale({})",
        number(x - width / 2.0),
        number(y - width / 2.0),
        number(scale)
    );
    let href = format!("#{}", piece.role);
    svg.element(
        "use",
        &[("href", &href), ("transform", &transform), ("fill", fill), ("stroke", stroke)],
    );
}

//! Text as outlines, in the font that is part of the program: the same picture on every machine.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::svg::{Point, number};

/// Latin, Greek and Cyrillic. `fonts/LICENSE` is its license.
static FONT: LazyLock<Face<'static>> = LazyLock::new(|| {
    Face::parse(include_bytes!("../../fonts/DejaVuSans-subset.ttf"), 0).expect("the font is sound")
});

/// The outlines of a text as the data of an SVG path. `at` is its start, middle or end on the baseline.
pub(crate) fn outline(text: &str, size: f64, anchor: &str, at: Point) -> String {
    let shift = match anchor {
        "middle" => width(text, size) / 2.0,
        "end" => width(text, size),
        _ => 0.0,
    };
    let scale = scale(size);
    let mut pen = Pen { data: String::new(), scale, origin: [at[0] - shift, at[1]] };
    for glyph in glyphs(text) {
        // A blank has no outline.
        let _ = FONT.outline_glyph(glyph, &mut pen);
        pen.origin[0] += advance(glyph) * scale;
    }
    pen.data
}

/// The width of a text.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    glyphs(text).map(advance).sum::<f64>() * scale(size)
}

/// The text, or its start with an ellipsis if it is wider than `room`.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut start = text.to_owned();
    while start.pop().is_some() && width(&start, size) + width("…", size) > room {}
    format!("{}…", start.trim_end())
}

fn scale(size: f64) -> f64 {
    size / f64::from(FONT.units_per_em())
}

/// The glyphs of a text. A character that the font lacks is a box.
fn glyphs(text: &str) -> impl Iterator<Item = GlyphId> {
    text.chars().map(|character| FONT.glyph_index(character).unwrap_or_default())
}

fn advance(glyph: GlyphId) -> f64 {
    f64::from(FONT.glyph_hor_advance(glyph).unwrap_or_default())
}

/// Writes outlines as path data.
struct Pen {
    data: String,
    scale: f64,
    origin: Point,
}

impl Pen {
    fn write(&mut self, command: char, points: &[[f32; 2]]) {
        self.data.push(command);
        for [x, y] in points {
            let x = self.origin[0] + f64::from(*x) * self.scale;
            let y = self.origin[1] - f64::from(*y) * self.scale;
            let _ = write!(self.data, "{} {} ", number(x), number(y));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[[x, y]]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[[x1, y1], [x, y]]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[[x1, y1], [x2, y2], [x, y]]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_wide_ends_with_an_ellipsis() {
        assert_eq!(fit("Ada", 20.0, 100.0), "Ada");
        let short = fit("Ada Lovelace of London", 20.0, 100.0);
        assert!(short.starts_with("Ada L") && short.ends_with('…'), "{short}");
        assert!(width(&short, 20.0) <= 100.0, "{short}");
    }

    #[test]
    fn names_in_latin_greek_and_cyrillic_have_glyphs() {
        for character in "Aé ß Łódź Ωμέγα Жуков Ї 12-…’".chars() {
            assert!(FONT.glyph_index(character).is_some(), "{character}");
        }
    }
}

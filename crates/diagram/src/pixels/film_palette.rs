//! The fixed palette of films: the colors of the drawing, and the shades between those that meet.

use std::collections::HashMap;

use crate::palette::{
    ARROW, BAND, EBONY, EMPTY_PIN_NAME, FROM, IVORY, LABEL, PANEL, PIN, SQUARES, TITLE,
};

/// A color as red, green and blue.
type Rgb = [u8; 3];

/// The background of the drawing.
pub(super) const BACKGROUND: Rgb = [0x20, 0x26, 0x2f];
/// The index of the transparent color.
pub(super) const TRANSPARENT: u8 = 0;
/// The shades between two colors that meet at an antialiased edge.
const SHADES: u32 = 4;
/// The share of a mark's color on the square of a move.
const MARK: f64 = 0.8;

/// The fixed palette, and the entries that were found for other colors.
pub(super) struct FilmPalette {
    colors: Vec<Rgb>,
    nearest: HashMap<Rgb, u8>,
    last: (Rgb, u8),
}

impl FilmPalette {
    pub(super) fn new() -> FilmPalette {
        let mut colors = vec![[0; 3]];
        for [one, other] in edges() {
            for step in 0..=SHADES + 1 {
                let shade = mix(one, other, f64::from(step) / f64::from(SHADES + 1));
                if !colors[1..].contains(&shade) {
                    colors.push(shade);
                }
            }
        }
        let mut palette = FilmPalette { colors, nearest: HashMap::new(), last: ([0; 3], 0) };
        palette.last = ([0; 3], palette.search([0; 3]));
        palette
    }

    /// The palette as a GIF stores it.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The entry that looks most like a color.
    pub(super) fn nearest(&mut self, color: Rgb) -> u8 {
        if self.last.0 != color {
            let known = self.nearest.get(&color).copied();
            let index = known.unwrap_or_else(|| self.search(color));
            self.nearest.insert(color, index);
            self.last = (color, index);
        }
        self.last.1
    }

    fn search(&self, color: Rgb) -> u8 {
        let entries = self.colors.iter().enumerate().skip(1);
        let nearest = entries.min_by_key(|(_, entry)| distance(**entry, color));
        nearest.map_or(TRANSPARENT, |(index, _)| index as u8)
    }
}

/// The pairs of colors that meet.
fn edges() -> Vec<[Rgb; 2]> {
    let [panel, band, ivory, ebony] = [PANEL, BAND, IVORY, EBONY].map(rgb);
    let squares = SQUARES.map(rgb);
    let marked = squares.map(|square| mix(square, rgb(FROM), MARK));
    let [light, dark] = squares;
    let mut edges = vec![[ivory, ebony], [light, dark], [panel, rgb(FROM)], [band, rgb(FROM)]];
    for name in [LABEL, TITLE, PIN, EMPTY_PIN_NAME] {
        edges.extend([[panel, rgb(name)], [band, rgb(name)]]);
    }
    for square in [squares, marked].concat() {
        edges.extend([[square, ebony], [square, ivory], [square, rgb(ARROW)]]);
    }
    edges.extend([[panel, rgb(ARROW)], [band, rgb(ARROW)], [ebony, rgb(ARROW)]]);
    edges
}

fn rgb(color: &str) -> Rgb {
    let number = u32::from_str_radix(&color[1..], 16).expect("a color of the palette");
    let [_, rgb @ ..] = number.to_be_bytes();
    rgb
}

fn mix(one: Rgb, other: Rgb, share: f64) -> Rgb {
    let channel = |index: usize| {
        let (one, other) = (f64::from(one[index]), f64::from(other[index]));
        (one + (other - one) * share).round() as u8
    };
    [channel(0), channel(1), channel(2)]
}

/// How different two colors look. The eye sees green best.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |index: usize| u32::from(one[index].abs_diff(other[index])).pow(2);
    3 * square(0) + 6 * square(1) + square(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colors_of_the_drawing_are_exact_and_seven_bits_address_all() {
        let mut palette = FilmPalette::new();
        assert_eq!(rgb(PANEL), BACKGROUND);
        assert!(palette.colors.len() <= 128, "{}", palette.colors.len());
        for color in [PANEL, BAND, IVORY, EBONY, LABEL, FROM, ARROW, SQUARES[0], SQUARES[1]] {
            let index = palette.nearest(rgb(color));
            assert_eq!(palette.colors[usize::from(index)], rgb(color));
            assert_ne!(index, TRANSPARENT);
        }
    }
}

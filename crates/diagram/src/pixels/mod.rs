//! Positions in pixels: PNG, and games as animated GIF.

mod canvas;
mod caption;
mod film;
mod film_palette;
pub(crate) mod glyphs;
mod postcard;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::FlatMap;
use crate::svg::Svg;

pub use film::{Film, FilmError, FilmOptions};
pub use postcard::Postcard;

/// The width of a picture in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width(u32);

impl Width {
    /// The widths that are drawn.
    pub const RANGE: RangeInclusive<u32> = 160..=4096;

    /// Checks a width.
    ///
    /// # Errors
    /// [`WidthError`] if it is not in the range.
    pub fn new(pixels: u32) -> Result<Width, WidthError> {
        if Width::RANGE.contains(&pixels) { Ok(Width(pixels)) } else { Err(WidthError) }
    }
}

impl FromStr for Width {
    type Err = WidthError;

    fn from_str(text: &str) -> Result<Width, WidthError> {
        text.parse().map_err(|_| WidthError).and_then(Width::new)
    }
}

/// The width is not a number in [`Width::RANGE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WidthError;

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = Width::RANGE;
        write!(f, "a width is a number of pixels from {} to {}", range.start(), range.end())
    }
}

impl std::error::Error for WidthError {}

impl FlatMap<'_> {
    /// Renders the map as PNG.
    ///
    /// ```
    /// use trid_diagram::{FlatMap, Width};
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let position = Position::start(RuleBook::Revised);
    /// let png = FlatMap::new(&position).to_png(Width::new(720)?);
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), trid_diagram::WidthError>(())
    /// ```
    #[must_use]
    pub fn to_png(&self, width: Width) -> Vec<u8> {
        let mut svg = Svg::for_pixels();
        self.define_and_draw(&mut svg);
        let size = self.size();
        let scale = f64::from(width.0) / size[0];
        let mut pixels = pixmap(width.0, (size[1] * scale).round() as u32);
        let tree = parse(&svg.finish(size, ""));
        resvg::render(&tree, scaled(scale), &mut pixels.as_mut());
        pixels.encode_png().expect("memory takes every write")
    }
}

/// Parses SVG that this crate wrote.
fn parse(svg: &str) -> Tree {
    Tree::from_str(svg, &Options::default()).expect("our own SVG is sound")
}

fn scaled(scale: f64) -> Transform {
    Transform::from_scale(scale as f32, scale as f32)
}

fn pixmap(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("widths are limited")
}

//! Arrows and marks that a person draws on the boards.

use crate::Place;

/// The color of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ShapeColor {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl ShapeColor {
    /// All colors.
    pub const ALL: [ShapeColor; 4] =
        [ShapeColor::Green, ShapeColor::Red, ShapeColor::Yellow, ShapeColor::Blue];

    /// The letter in records.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            ShapeColor::Green => 'G',
            ShapeColor::Red => 'R',
            ShapeColor::Yellow => 'Y',
            ShapeColor::Blue => 'B',
        }
    }
}

/// A marked square or pin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnMark {
    /// Its color.
    #[cfg_attr(feature = "serde", serde(rename = "colour"))]
    pub color: ShapeColor,
    /// The marked place.
    pub at: Place,
}

/// An arrow between two places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnArrow {
    /// Its color.
    #[cfg_attr(feature = "serde", serde(rename = "colour"))]
    pub color: ShapeColor,
    /// The start.
    pub from: Place,
    /// The end.
    pub to: Place,
}

/// The shapes drawn at a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Shapes {
    /// Marked squares and pins.
    pub marks: Vec<DrawnMark>,
    /// Arrows.
    pub arrows: Vec<DrawnArrow>,
}

impl Shapes {
    /// Whether nothing is drawn.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.arrows.is_empty()
    }
}

//! Arrows and marks that a person draws on the boards.

use crate::{Place, names::named};

named! {
    /// The color of a shape.
    #[allow(missing_docs, reason = "the names are self-explanatory")]
    ShapeColor {
        Green "green",
        Red "red",
        Yellow "yellow",
        Blue "blue",
    }
}

impl ShapeColor {
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
pub struct DrawnMark {
    /// Its color.
    pub color: ShapeColor,
    /// The marked place.
    pub at: Place,
}

/// An arrow between two places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawnArrow {
    /// Its color.
    pub color: ShapeColor,
    /// The start.
    pub from: Place,
    /// The end.
    pub to: Place,
}

/// The shapes drawn at a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
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

//! Arrows and marks that a person draws on the boards.

use std::fmt;

use crate::Place;

/// The color of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

impl fmt::Display for ShapeColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ShapeColor::Green => "green",
            ShapeColor::Red => "red",
            ShapeColor::Yellow => "yellow",
            ShapeColor::Blue => "blue",
        })
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

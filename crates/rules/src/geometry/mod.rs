//! Files, ranks, columns, levels, squares and pins, and sets of them.

pub(crate) mod color;
pub(crate) mod column;
pub(crate) mod level;
pub(crate) mod pin;
pub(crate) mod place;
mod set_traits;
pub(crate) mod square;
pub(crate) mod square_set;

pub use column::Columns;
pub use pin::{ParsePinError, Pins};
pub use place::ParsePlaceError;
pub use square::ParseSquareError;
pub use square_set::{Heights, Squares};

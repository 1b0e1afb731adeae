//! Renders positions as SVG: the flat map, the set from the side, the set in 3D, and the graph of the pins.
//! With the feature `pixels` the flat map as PNG, and games as animated GIF.
//!
//! Coordinates come from the [`World`](trid_view::World), legal moves from the position.
//!
//! ```
//! use trid_diagram::FlatMap;
//! use trid_rules::{Position, RuleBook};
//!
//! let position = Position::start(RuleBook::Revised);
//! let mut map = FlatMap::new(&position);
//! map.show_moves("a1W".parse()?);
//! assert!(map.to_svg().starts_with("<svg "));
//! # Ok::<(), trid_rules::geometry::ParseSquareError>(())
//! ```

#![deny(missing_docs)]

mod arrow;
mod figures;
mod flat;
mod palette;
mod pins;
#[cfg(feature = "pixels")]
mod pixels;
mod set;
mod side;
mod svg;

pub use flat::{FlatMap, SquareMark};
pub use pins::PinsView;
#[cfg(feature = "pixels")]
pub use pixels::{Film, FilmError, FilmOptions, Postcard, Width, WidthError};
pub use set::SetView;
pub use side::SideView;

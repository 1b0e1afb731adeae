//! Draws tridimensional chess as SVG: a position on the flat map, the set from the side, the set in space.
//!
//! Every place comes from the [`World`](trid_rules::World), every mark that follows from the rules is asked of the position.
//!
//! ```
//! use trid_diagram::FlatMap;
//! use trid_rules::{Position, RuleBook};
//!
//! let position = Position::start(RuleBook::Revised);
//! let mut map = FlatMap::new(&position);
//! map.show_moves("a1W".parse()?);
//! assert!(map.to_svg().starts_with("<svg "));
//! # Ok::<(), trid_rules::ParseSquareError>(())
//! ```

#![deny(missing_docs)]

mod arrow;
mod figures;
mod flat;
mod palette;
mod set;
mod side;
mod svg;

pub use flat::{FlatMap, SquareMark};
pub use set::SetView;
pub use side::SideView;

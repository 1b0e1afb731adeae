//! Everything that exists to be drawn: the [`World`], which holds all coordinates, [`Snapshot`]s of positions, the
//! [`History`] of a game, [`Insight`] into a position and the editor's [`SetupView`].
//!
//! ```
//! use trid_rules::Game;
//! use trid_view::Snapshot;
//!
//! let snapshot = Snapshot::of(&Game::default());
//! assert_eq!(snapshot.moves.len(), 21);
//! ```
//!
//! [`json`] writes and reads the types of the rules, which know no format.

#![deny(missing_docs)]

mod history;
mod insight;
pub mod json;
mod move_arrow;
mod search_position;
mod setup_view;
pub mod snapshot;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod world;

pub use history::{History, PlayedMove, Touched};
pub use insight::Insight;
pub use move_arrow::MoveArrow;
pub use search_position::SearchPosition;
pub use setup_view::{SetupErrorView, SetupMarkView, SetupView};
pub use snapshot::{Snapshot, SnapshotGame};
pub use world::World;

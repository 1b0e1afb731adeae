//! Data for views: coordinates of boards and squares, snapshots and moves of games.

#[cfg(feature = "serde")]
pub(crate) mod history;
#[cfg(feature = "serde")]
pub(crate) mod insight;
#[cfg(feature = "serde")]
pub(crate) mod move_arrow;
#[cfg(feature = "serde")]
pub(crate) mod setup_view;
#[cfg(feature = "serde")]
pub mod snapshot;
pub mod world;

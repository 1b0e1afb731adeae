//! Data for views: coordinates of boards and squares, and snapshots of games.

#[cfg(feature = "serde")]
pub mod snapshot;
pub mod world;

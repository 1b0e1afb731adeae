//! The arena: players against each other, from fixed openings, in parallel, with statistics.

mod duel;
mod greedy;
mod openings;
mod player;
mod statistics;
mod tournament;

pub use duel::{Control, Duel, End, Finished, Verdict};
pub use openings::openings;
pub use player::{ParsePlayerError, Player, PlayerKind};
pub use statistics::{Sprt, SprtState, Tally};
pub use tournament::{Event, Tournament};

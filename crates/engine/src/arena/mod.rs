//! Engine matches: players, fixed openings, parallel games, Elo and SPRT.

mod game;
mod greedy;
mod openings;
mod player;
mod statistics;
mod tournament;

pub(crate) use game::ending;
pub use game::{EndReason, Ending, MatchGame, PlayedGame, TimeControl};
pub use openings::openings;
pub use player::{ParsePlayerError, Player, PlayerKind};
pub use statistics::{Sprt, SprtState, Wdl};
pub use tournament::{GameReport, Tournament};

//! Engine matches: players, fixed openings, parallel games, Elo and SPRT. `trid match` and the laboratory use it.

mod game;
mod greedy;
mod openings;
mod player;
mod statistics;
mod tournament;
mod uci_player;

pub use game::{MatchGame, ParseTimeControlError, TimeControl, is_over};
pub use openings::openings;
pub use player::{ParsePlayerError, Player, PlayerKind};
pub use statistics::{MatchResults, Pentanomial, Sprt, SprtState};
pub use tournament::{GameReport, Tournament};
pub use uci_player::{UciPlayerError, UciProgram};

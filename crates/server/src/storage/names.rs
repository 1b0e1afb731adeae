//! The display names of a game's players. They are stored only in seats, so that a player can remove theirs.

use trid_protocol::{Player, PlayerId};

/// Players are named only by `created` and `started`, the first two events of a game.
pub(super) const FIRST_EVENT_WITHOUT_PLAYERS: u32 = 3;

/// The maximum number of games from which one write removes a name, so that other writes do not wait long.
pub(super) const NAMES_PER_WRITE: u32 = 500;

/// The names under which the players of a game play.
pub(super) struct Names(pub(super) Vec<(PlayerId, String)>);

impl Names {
    /// Sets the names of these players. A player without a seat has none.
    pub(super) fn fill<'a>(&self, players: impl Iterator<Item = &'a mut Player>) {
        for player in players {
            let seat = self.0.iter().find(|(id, _)| *id == player.id);
            player.name = seat.map(|(_, name)| name.clone()).unwrap_or_default();
        }
    }
}

/// Removes the names before something is stored.
pub(super) fn clear_names<'a>(players: impl Iterator<Item = &'a mut Player>) {
    players.for_each(|player| player.name.clear());
}

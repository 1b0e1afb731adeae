//! Deleting a player: their unfinished games end, their name disappears from stored and loaded games.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use trid_protocol::{GameId, PlayerId};
use trid_rules::Color;

use super::{Command, Hub, HubError};
use crate::room::Room;
use crate::storage::Deletion;

/// How often the player may start a game while their games are being ended.
const MAX_ATTEMPTS: usize = 10;

impl Hub {
    /// Ends the player's unfinished games, then deletes their token and removes their name everywhere. Runs in its own
    /// task, so that a client that disconnects does not cancel it halfway. If it fails, the token is still valid and
    /// the request can be repeated.
    pub(crate) async fn delete_player(self: &Arc<Self>, player: PlayerId) -> Result<(), HubError> {
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            hub.delete_stored_player(&player).await?;
            hub.remove_loaded_name(&player).await;
            Ok(())
        })
        .await
        .unwrap_or_else(|error| Err(HubError::Internal(error.to_string())))
    }

    async fn delete_stored_player(self: &Arc<Self>, player: &PlayerId) -> Result<(), HubError> {
        let mut damaged: Vec<GameId> = Vec::new();
        let mut attempts = 0;
        loop {
            let unfinished = match self.storage.delete_player(player, damaged.clone()).await? {
                Deletion::Done => return Ok(()),
                Deletion::InProgress => continue,
                Deletion::Unfinished(games) => games,
            };
            attempts += 1;
            if attempts > MAX_ATTEMPTS {
                return Err(HubError::Internal(format!("player {player} keeps starting games")));
            }
            for game in unfinished {
                match self.carry_out(&game, Command::Leave(player.clone()), 0).await {
                    Ok(_) => {}
                    // A game that cannot be read does not keep the player from deleting their identity.
                    Err(error)
                        if !error.is_temporary() || matches!(error, HubError::Internal(_)) =>
                    {
                        tracing::error!(%game, %error, "game of a deleted player not ended");
                        damaged.push(game);
                    }
                    Err(error) => return Err(error),
                }
            }
        }
    }

    /// The players who have a name in a loaded game.
    pub(crate) async fn loaded_players(&self) -> BTreeSet<PlayerId> {
        let rooms: Vec<Arc<Room>> = self.rooms().values().map(Arc::clone).collect();
        let mut players = BTreeSet::new();
        for room in rooms {
            let state = room.state.lock().await;
            let seated = Color::ALL.map(|color| state.game.player(color));
            let named = seated.into_iter().flatten().chain([&state.game.terms().by]);
            let named = named.filter(|player| !player.name.is_empty());
            players.extend(named.map(|player| player.id.clone()));
        }
        players
    }

    /// Removes the name of a deleted player from loaded games.
    pub(crate) async fn remove_loaded_name(&self, player: &PlayerId) {
        let rooms: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            // Rooms that are being loaded now may have read the name; they are loaded again.
            self.deletions.fetch_add(1, Ordering::SeqCst);
            rooms.values().map(Arc::clone).collect()
        };
        for room in rooms {
            room.state.lock().await.remove_name(player);
        }
    }
}

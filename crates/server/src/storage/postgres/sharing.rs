//! What processes that share the database know of each other.

use std::sync::Arc;

use tokio::sync::mpsc;
use trid_protocol::{GameId, Millis, PlayerId};

use super::operations::{Operation, Output};
use super::{Postgres, lock, queries, unexpected};
use crate::identity::TokenHash;
use crate::storage::shared::{Change, LostPresence, RemotePresence, SharedStorage, StartedAs, Tip};
use crate::storage::{Deadline, StorageFuture};

impl SharedStorage for Postgres {
    fn changes(&self) -> Option<mpsc::UnboundedReceiver<Change>> {
        lock(&self.changes).take()
    }

    fn join(&self) -> StorageFuture<'_, StartedAs> {
        Box::pin(async move {
            let joined = self.listener_state.join().await;
            joined.map_err(|error| error.to_storage_error("join the other processes"))
        })
    }

    fn resumed(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let shared = self.listener_state.share_process_lock().await;
            shared.map_err(|error| error.to_storage_error("let other processes start"))
        })
    }

    fn tips(&self, games: Vec<GameId>) -> StorageFuture<'_, Vec<Tip>> {
        Box::pin(self.read("compare games", move |client| {
            let games = games.clone();
            Box::pin(async move { queries::tips(client, &games).await })
        }))
    }

    fn overdue(&self, until: Millis) -> StorageFuture<'_, Vec<Deadline>> {
        Box::pin(
            self.read("read deadlines", move |client| Box::pin(queries::deadlines(client, until))),
        )
    }

    fn remote_presence(&self, game: &GameId) -> StorageFuture<'_, RemotePresence> {
        let game = game.clone();
        Box::pin(self.read("read presence", move |client| {
            let (game, node) = (game.clone(), Arc::clone(&self.node));
            Box::pin(async move { queries::remote_presence(client, &game, &node).await })
        }))
    }

    fn tokens(&self, players: Vec<PlayerId>) -> StorageFuture<'_, Vec<(PlayerId, TokenHash)>> {
        Box::pin(self.read("read tokens", move |client| {
            let players = players.clone();
            Box::pin(async move { queries::tokens(client, &players).await })
        }))
    }

    fn remove_lost_processes(&self, now: Millis) -> StorageFuture<'_, Vec<LostPresence>> {
        Box::pin(async move {
            let name = "remove lost processes";
            match self.write(name, Operation::RemoveLostNodes(now)).await? {
                Output::LostPresences(lost) => Ok(lost),
                output => Err(unexpected(name, &output)),
            }
        })
    }
}

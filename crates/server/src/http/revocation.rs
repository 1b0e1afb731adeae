//! Closes the sockets of a player whose token is no longer valid.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use trid_protocol::PlayerId;

/// The players with open sockets. Dropping a player's sender closes their sockets.
#[derive(Default)]
pub(crate) struct Revocations(Mutex<HashMap<PlayerId, watch::Sender<()>>>);

/// What a socket waits on.
pub(crate) struct Revocation(Option<watch::Receiver<()>>);

impl Revocations {
    /// For a socket that is about to check its token: from now on it learns when the token is revoked.
    pub(crate) fn subscribe(&self, player: Option<&PlayerId>) -> Revocation {
        let subscribe =
            |player: &PlayerId| self.lock().entry(player.clone()).or_default().subscribe();
        Revocation(player.map(subscribe))
    }

    /// Closes all sockets that the player has now.
    pub(crate) fn revoke(&self, player: &PlayerId) {
        self.lock().remove(player);
    }

    /// Forgets players without open sockets.
    pub(crate) fn drop_unused(&self) {
        self.lock().retain(|_, sender| sender.receiver_count() > 0);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Revocation {
    /// Resolves when the token is revoked. A spectator without an identity waits indefinitely.
    pub(crate) async fn revoked(&mut self) {
        match &mut self.0 {
            // Nothing is ever sent: an error means that the sender was dropped.
            Some(receiver) => while receiver.changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }
}

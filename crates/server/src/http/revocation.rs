//! Closes the sockets of a player whose token is no longer valid.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use trid_protocol::PlayerId;

use crate::identity::TokenHash;

/// The tokens with open sockets. Dropping a token's sender closes its sockets.
#[derive(Default)]
pub(crate) struct Revocations(Mutex<HashMap<TokenHash, TokenInUse>>);

struct TokenInUse {
    player: PlayerId,
    sender: watch::Sender<()>,
}

/// What a socket waits on.
pub(crate) struct Revocation(Option<watch::Receiver<()>>);

impl Revocations {
    /// For a socket that is about to check its token: from now on it learns when the token is revoked.
    pub(crate) fn subscribe(&self, player: &PlayerId, token: TokenHash) -> Revocation {
        let mut tokens = self.lock();
        let new = || TokenInUse { player: player.clone(), sender: watch::Sender::default() };
        Revocation(Some(tokens.entry(token).or_insert_with(new).sender.subscribe()))
    }

    /// Closes all sockets that the player has now.
    pub(crate) fn revoke(&self, player: &PlayerId) {
        self.lock().retain(|_, token| token.player != *player);
    }

    /// Closes all sockets that were opened with this token.
    pub(crate) fn revoke_token(&self, token: &TokenHash) {
        self.lock().remove(token);
    }

    /// The tokens with open sockets, and whose they are.
    pub(crate) fn tokens(&self) -> Vec<(PlayerId, TokenHash)> {
        self.lock().iter().map(|(hash, token)| (token.player.clone(), *hash)).collect()
    }

    /// Forgets tokens without open sockets.
    pub(crate) fn drop_unused(&self) {
        self.lock().retain(|_, token| token.sender.receiver_count() > 0);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, TokenInUse>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Revocation {
    /// For a spectator without an identity.
    pub(crate) const fn never() -> Self {
        Self(None)
    }

    /// Resolves when the token is revoked. A spectator without an identity waits indefinitely.
    pub(crate) async fn revoked(&mut self) {
        match &mut self.0 {
            // Nothing is ever sent: an error means that the sender was dropped.
            Some(receiver) => while receiver.changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }
}
